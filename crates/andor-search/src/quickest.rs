//! The quickest win and the longest loss, for a move to play in a position whose winner is known.
//!
//! The question "does the attacker win within n plies?" is asked for n = 1, 2, 3 …, depth-first
//! (iterative deepening). The first n with the answer yes is the length of the game if both players
//! play for the length. The winner's move then wins as quickly as possible. The loser's best move
//! is a move that refuted the question for n − 1. In games that never repeat a transposition table
//! keeps for each position how many plies are enough and how many are not.
//!
//! The search needs nothing but the rules. [`shortest`](crate::shortest) asks the same question
//! with zones, bounds of the rules and a table that is kept.

use crate::budget::{Budget, Stop};
use crate::line::Line;
use andor_core::{Claim, Game, Key, Repetition, Verdict};
use rustc_hash::FxHashMap;

/// The table is cleared when it has so many positions.
const MOST_POSITIONS: usize = 1 << 20;

/// The length of the game, as far as it was found.
pub struct Quickest<M> {
    /// The number of plies, if it was found.
    pub plies: Option<usize>,
    /// A move that keeps to the length, or that resists for as long as was found.
    pub best: Option<M>,
}

/// Bounds for a position: the attacker wins within `enough` plies, and not within `not_enough`.
#[derive(Clone, Copy)]
struct Bounds {
    enough: usize,
    not_enough: usize,
}

/// The search.
struct Deepening<'b> {
    claim: Claim,
    budget: &'b mut Budget,
    /// By position; used in games that never repeat.
    known: FxHashMap<Key, Bounds>,
}

/// The length of a game in which the claim is won, from the line's position, as far as the budget
/// allows.
pub fn quickest<G: Game>(
    line: &mut Line<'_, G>,
    claim: Claim,
    budget: &mut Budget,
) -> Quickest<G::Move> {
    let mut found = Quickest { plies: None, best: None };
    let mut search = Deepening { claim, budget, known: FxHashMap::default() };
    let attacks = line.to_move() == claim.attacker;
    for plies in 1.. {
        let mut moves = Vec::new();
        line.moves(&mut moves);
        let mut decides = None;
        for mv in moves {
            line.play(mv);
            let wins = search.wins_within(line, plies - 1);
            line.undo();
            match wins {
                Err(_) => return found,
                Ok(wins) if wins == attacks => {
                    decides = Some(mv);
                    break;
                }
                Ok(_) => {}
            }
        }
        match (attacks, decides) {
            (true, Some(mv)) => return Quickest { plies: Some(plies), best: Some(mv) },
            (false, Some(mv)) => found.best = Some(mv),
            (true, None) => {}
            (false, None) => return Quickest { plies: Some(plies), ..found },
        }
    }
    found
}

impl Deepening<'_> {
    /// Does the attacker win the line's position within so many plies?
    fn wins_within<G: Game>(&mut self, line: &mut Line<'_, G>, plies: usize) -> Result<bool, Stop> {
        if let Some(stop) = self.budget.spend(1) {
            return Err(stop);
        }
        if let Some(verdict) = line.verdict(self.claim) {
            return Ok(verdict == Verdict::Proven);
        }
        if plies == 0 {
            return Ok(false);
        }
        let game = line.game();
        let keeps = game.repetition() == Repetition::Impossible;
        let key = if keeps { game.class(line.position()).key } else { Key::ZERO };
        let mut bounds = Bounds { enough: usize::MAX, not_enough: 0 };
        if keeps && let Some(&known) = self.known.get(&key) {
            bounds = known;
            if plies >= bounds.enough || plies <= bounds.not_enough {
                return Ok(plies >= bounds.enough);
            }
        }
        let attacks = line.to_move() == self.claim.attacker;
        let mut moves = Vec::new();
        line.moves(&mut moves);
        let mut wins = match moves.is_empty() {
            true => self.claim.judge(game.stuck(line.position())) == Verdict::Proven,
            false => !attacks,
        };
        for mv in moves {
            line.play(mv);
            let after = self.wins_within(line, plies - 1);
            line.undo();
            if after? == attacks {
                wins = attacks;
                break;
            }
        }
        if keeps {
            if self.known.len() >= MOST_POSITIONS {
                self.known.clear();
            }
            match wins {
                true => bounds.enough = plies,
                false => bounds.not_enough = plies,
            }
            self.known.insert(key, bounds);
        }
        Ok(wins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::Player;
    use andor_games::toy::nim::Nim;
    use andor_games::toy::tree::Tree;

    fn check(text: &str, plies: usize, best: Option<usize>) {
        let tree: Tree = text.parse().expect("a tree");
        let mut line = Line::new(&tree, tree.start());
        let found = quickest(&mut line, Claim::win(Player::Black), &mut Budget::unlimited());
        assert_eq!(found.plies, Some(plies), "{text}");
        let played = found.best.map(|mv| {
            let mut moves = Vec::new();
            line.moves(&mut moves);
            moves.iter().position(|&other| other == mv).expect("a legal move")
        });
        assert_eq!(played, best, "{text}");
    }

    /// The quickest win, and the longest loss.
    #[test]
    fn lengths_of_small_trees_are_found() {
        check("(B (W (B 1 -1) (B 1 -1)) 1)", 1, Some(1));
        check("(B (W (B 1 -1) (B 1 -1)) -1)", 3, Some(0));
        check("(W 1 (B 1 -1))", 2, Some(1));
        check("(W (B 1 1) (B (W (B 1 -1))))", 4, Some(1));
    }

    /// One heap of nim: the first player takes everything.
    #[test]
    fn a_heap_is_taken_at_once() {
        let nim = Nim::new(&[5]);
        let mut line = Line::new(&nim, nim.start());
        let found = quickest(&mut line, Claim::win(Player::Black), &mut Budget::unlimited());
        assert_eq!(found.plies, Some(1));
        let stopped =
            quickest(&mut line, Claim::win(Player::White), &mut Budget::unlimited().nodes(50));
        assert_eq!(stopped.plies, None);
    }
}
