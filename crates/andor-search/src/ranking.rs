//! Sorting by rank, compiled once and not for every search with every game; and the history
//! heuristic, by which moves that did well before come first.

use andor_core::{Game, Player};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// Credits of moves that won or refuted, for each player (Schaeffer 1989: history heuristic).
pub(crate) struct History<G: Game>([FxHashMap<G::Move, u32>; 2]);

impl<G: Game> Default for History<G> {
    fn default() -> Self {
        History([FxHashMap::default(), FxHashMap::default()])
    }
}

impl<G: Game> History<G> {
    /// The moves that did well before first: those that are named, then by credit.
    pub(crate) fn sort(&self, moves: &mut [G::Move], player: Player, first: [Option<G::Move>; 2]) {
        let credits = &self.0[player.index()];
        moves.sort_by_cached_key(|mv| {
            let rank = first.iter().position(|best| best.as_ref() == Some(mv));
            let credit = credits.get(mv).copied().unwrap_or(0);
            (rank.unwrap_or(first.len()), Reverse(credit))
        });
    }

    /// A move of the player won or refuted.
    pub(crate) fn credit(&mut self, player: Player, mv: G::Move, amount: u32) {
        let credit = self.0[player.index()].entry(mv).or_insert(0);
        *credit = credit.saturating_add(amount);
    }
}

/// Sorts by rank, the least first; what ranks alike keeps its order.
pub(crate) fn sort_by_rank<T: Copy>(items: &mut [T], rank: impl Fn(&T) -> f32) {
    let ranks = items.iter().map(rank);
    let mut ranked: Vec<(f32, u32)> = ranks.zip(0..).collect();
    sort(&mut ranked);
    let sorted: Vec<T> = ranked.into_iter().map(|(_, place)| items[place as usize]).collect();
    items.copy_from_slice(&sorted);
}

fn sort(ranked: &mut [(f32, u32)]) {
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ranks_alike_keeps_its_order() {
        let mut words = vec!["three", "to", "one", "seven", "a", "six"];
        sort_by_rank(&mut words, |word| word.len() as f32);
        assert_eq!(words, ["a", "to", "one", "six", "three", "seven"]);
        sort_by_rank(&mut words, |word| -(word.len() as f32));
        assert_eq!(words, ["three", "seven", "one", "six", "to", "a"]);
    }
}
