//! Lengths of wins in Gomoku, by the stones that a five still needs.
//!
//! A window with m stones of a player's and none of the other's needs 5 − m moves, so the fullest
//! window bounds the length. Fives at once say more: a player who has one wins; two of them cannot
//! be blocked; a single one must be blocked.
//!
//! In freestyle an own stone never hurts. Let the attacker have k moves left, and the defender j
//! moves before the last of them. A *useful* point is an empty point of a window without defenders
//! that has at least 5 − k stones of the attacker's, or of a window without attackers that has at
//! least 5 − j stones of the defender's. A five that is completed in time never holds a useless
//! point, so that a stone there helps neither its owner nor hurts the other: it is no better than a
//! pass. With exactly five in a row and in Renju an own stone may hurt, and all moves count.

use super::{Gomoku, GomokuPosition, Rules};
use crate::points::{Point, Points};
use andor_core::{Game, Paced, Passing, Player};

impl<const W: usize, const V: usize> Gomoku<W, V> {
    /// The points on which a stone of a player's wins.
    fn fives(&self, pos: &GomokuPosition<W, V>, player: Player) -> Points<W> {
        let fives = pos.stones().fives(self.layout(), player);
        match self.is_exact(player) {
            false => fives,
            true => fives.iter().filter(|&point| self.completes(pos, player, point)).collect(),
        }
    }

    /// Appends the useful points, where the attacker has so many moves left and the defender so
    /// many before the last of these: those of fuller windows first.
    fn useful(
        &self,
        pos: &GomokuPosition<W, V>,
        attacker: Player,
        [own, other]: [u32; 2],
        out: &mut Vec<Point>,
    ) {
        let mut listed = Points::EMPTY;
        let mut add = |points: Points<W>| {
            out.extend((points - listed).iter());
            listed |= points;
        };
        let stones = pos.stones();
        for count in (1..5).rev() {
            for (player, moves) in [(attacker, own), (attacker.other(), other)] {
                if count as u32 + moves >= 5 {
                    add(stones.reach(self.layout(), player, count..count + 1));
                }
            }
        }
        if own.max(other) >= 5 {
            add(self.empty(pos));
        }
    }
}

impl<const W: usize, const V: usize> Paced for Gomoku<W, V> {
    fn least_plies(&self, pos: &GomokuPosition<W, V>, attacker: Player) -> u32 {
        let mover = self.to_move(pos);
        let [own, other] = [attacker, attacker.other()].map(|player| self.fives(pos, player));
        let count = (1..5).rev().find(|&count| !pos.stones().windows(attacker, count).is_empty());
        let moves = 5 - count.unwrap_or(0) as u32;
        match mover == attacker {
            true if !own.is_empty() => 1,
            true if other.has_two() => u32::MAX,
            true => (2 * moves - 1).max(3),
            false if !other.is_empty() => u32::MAX,
            // A single five that the rules do not let the defender block wins as two do.
            false if own.iter().any(|p| own.has_two() || self.forbids(pos, p).is_some()) => 2,
            false => (2 * moves).max(4),
        }
    }

    fn most_plies(&self, pos: &GomokuPosition<W, V>) -> u32 {
        self.empty(pos).len()
    }

    fn wait(&self, pos: &mut GomokuPosition<W, V>) -> bool {
        let is_safe = self.rules() == Rules::Freestyle;
        if is_safe {
            self.pass_in_thought(pos);
        }
        is_safe
    }

    fn attacks_within(&self, pos: &GomokuPosition<W, V>, plies: u32, out: &mut Vec<Point>) {
        let own = self.to_move(pos);
        let fives = self.fives(pos, own);
        if !fives.is_empty() || plies <= 2 {
            return out.extend(fives);
        }
        let to_block = self.fives(pos, own.other());
        if !to_block.is_empty() {
            return out.extend(to_block.iter().filter(|&p| self.forbids(pos, p).is_none()));
        }
        let moves = plies.div_ceil(2);
        match self.rules() {
            Rules::Freestyle => self.useful(pos, own, [moves, moves - 1], out),
            Rules::Exact | Rules::Renju => self.moves(pos, out),
        }
    }

    fn replies_within(&self, pos: &GomokuPosition<W, V>, plies: u32, out: &mut Vec<Point>) {
        match self.rules() {
            Rules::Freestyle => {
                let moves = plies / 2;
                self.useful(pos, self.to_move(pos).other(), [moves, moves], out);
            }
            Rules::Exact | Rules::Renju => self.moves(pos, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::SmallGomoku;
    use andor_core::laws::{self, Lengths};

    /// Positions of games on small boards, late enough for the lengths by their definition.
    #[test]
    fn laws_hold_late_on_small_boards() {
        for (_, rules) in Rules::ALL {
            for (text, most) in [("5x5", 9), ("6x5", 9), ("7x3", 8)] {
                let game = SmallGomoku::new(text.parse().expect("a size"), rules);
                let mut lengths = Lengths::default();
                laws::walk(&game, 20, 5, |pos| {
                    if game.empty(pos).len() <= most {
                        laws::pace(&game, pos, &mut lengths);
                    }
                });
            }
        }
    }

    /// Full boards with some stones taken off have many fours and fives to block.
    #[test]
    fn laws_hold_on_crowded_boards() {
        let mut rng = fastrand::Rng::with_seed(2);
        for (_, rules) in Rules::ALL {
            let game = SmallGomoku::new("7x5".parse().expect("a size"), rules);
            let (mut tried, mut won) = (0, 0);
            while tried < 150 {
                let mut stones = [Points::EMPTY; 2];
                for point in game.size().points() {
                    stones[rng.usize(..2)].insert(point);
                }
                for _ in 0..9 {
                    let point = Point(rng.u16(..35));
                    stones.iter_mut().for_each(|set| set.remove(point));
                }
                let mover = Player::BOTH[rng.usize(..2)];
                let Ok(pos) = game.set_up(stones, mover) else { continue };
                if game.outcome(&pos).is_some() {
                    continue;
                }
                let mut lengths = Lengths::default();
                laws::pace(&game, &pos, &mut lengths);
                tried += 1;
                won += u32::from(lengths.of(&game, &pos, mover) < u32::MAX);
            }
            assert!(won > 20, "{rules}: only {won} wins");
        }
    }
}
