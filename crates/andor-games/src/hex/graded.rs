//! Graded moves of Hex: points near the attacker's stones first.
//!
//! | width | moves |
//! |---|---|
//! | 0 | at most two steps from an own stone, such as bridges; all points if there is no own stone |
//! | 1 | all |
//!
//! "Elsewhere" is the other player's turn with the same stones: an own stone never hurts, so a
//! player who wins after it, with a zone, wins against every stone outside the zone. The replies
//! inside the zone are the *must-play* of the defender.

use super::{Hex, HexMove, HexPosition};
use crate::points::Points;
use andor_core::{Claim, Game, Graded, Monotone, Passing, Player};

impl<const W: usize> Passing for Hex<W> {
    #[inline]
    fn pass_in_thought(&self, pos: &mut HexPosition<W>) {
        pos.to_move = pos.to_move.other();
    }
}

impl<const W: usize> Graded for Hex<W> {
    fn widths(&self) -> u8 {
        2
    }

    fn attacks(&self, pos: &HexPosition<W>, width: u8, out: &mut Vec<HexMove>) {
        let empty = self.empty(pos);
        let own = pos.stones(pos.to_move);
        let beside = (self.grown(own) & self.board) | own;
        let near = self.grown(beside) & empty;
        out.extend(near.iter());
        if width > 0 || near.is_empty() {
            out.extend((empty - near).iter());
        }
    }

    /// The fewest empty points that complete a chain from edge to edge.
    fn least_moves(&self, pos: &HexPosition<W>, attacker: Player) -> u32 {
        let (own, empty) = (pos.stones(attacker), self.empty(pos));
        let [from, to] = self.edges(attacker);
        let joined = |mut reached: Points<W>| loop {
            let next = reached | (self.grown(reached) & own);
            if next == reached {
                return reached;
            }
            reached = next;
        };
        let mut reached = joined(from & own);
        let mut next = (from | self.grown(reached)) & empty;
        for moves in 0.. {
            if reached.meets(&to) {
                return moves;
            }
            let grown = joined(reached | next);
            if grown == reached {
                break;
            }
            reached = grown;
            next = self.grown(reached) & empty;
        }
        u32::MAX
    }

    fn strike(&self, pos: &HexPosition<W>, _: Claim) -> Option<(HexMove, Points<W>)> {
        let player = self.to_move(pos);
        let own = pos.stones(player);
        let mv = self.winning_points(player, own, self.empty(pos)).first()?;
        Some((mv, self.winning_zone(player, own | Points::one(mv))))
    }

    fn sees_strikes(&self, _: Player) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of moves of one player who moves alone until the chain is complete, tried one by
    /// one.
    fn alone(game: &Hex<1>, pos: &HexPosition<1>, attacker: Player, most: u32) -> u32 {
        let wins = |set: Points<1>| game.winning_points(attacker, set, game.empty(pos));
        let mut sets = vec![pos.stones(attacker)];
        for moves in 1..=most {
            if sets.iter().any(|&set| !wins(set).is_empty()) {
                return moves;
            }
            let next = sets.iter().flat_map(|&set| {
                (game.empty(pos) - set).iter().map(move |point| set | Points::one(point))
            });
            let mut next: Vec<_> = next.collect();
            next.sort_unstable_by_key(|set| set.0);
            next.dedup();
            sets = next;
        }
        u32::MAX
    }

    #[test]
    fn the_fewest_moves_are_counted() {
        let game = Hex::<1>::new("4x3".parse().expect("a size"));
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..300 {
            let mut stones = [Points::EMPTY; 2];
            for point in game.size().points() {
                if let 0 | 1 = rng.usize(..5) {
                    stones[rng.usize(..2)].insert(point);
                }
            }
            let pos = game.set_up(stones, Player::Black);
            if game.outcome(&pos).is_some() {
                continue;
            }
            for attacker in Player::BOTH {
                let counted = game.least_moves(&pos, attacker);
                assert_eq!(counted, alone(&game, &pos, attacker, 6), "{pos:?} {attacker}");
            }
        }
    }
}
