//! Lengths of wins in Hex, by the stones that a chain still needs.
//!
//! The *distance* of a player is the least number of empty points that complete a chain from edge
//! to edge. A player at distance d needs d own moves. Two facts say more:
//!
//! * **Blocks.** Let the defender be to move, and let all completions of the attacker's chain with
//!   d points share a point. A defender's stone there makes the distance d + 1 at least, so that
//!   the attacker needs d + 1 moves.
//! * **Useless points.** Let the attacker have k moves left, and let no completion with at most k
//!   points hold the point x. Then the chain of a win within k moves never holds x. So a stone of
//!   the attacker's on x is no better than a pass, and no better than any other move, because own
//!   stones never hurt. A stone of the defender's on x is no better than a pass.

use super::{Hex, HexMove, HexPosition};
use crate::points::Points;
use andor_core::{Game, Monotone, Paced, Passing, Player};

impl<const W: usize> Hex<W> {
    /// A set of points and the stones joined to it.
    #[inline]
    fn joined(&self, set: Points<W>, own: Points<W>) -> Points<W> {
        let mut reached = set;
        loop {
            let next = reached | (self.grown(reached) & own);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The empty points beside an edge or a stone joined to the edge.
    #[inline]
    fn first_layer(&self, edge: Points<W>, own: Points<W>, empty: Points<W>) -> Points<W> {
        (edge | self.grown(self.joined(edge & own, own))) & empty
    }

    /// The empty points in layers: layer i, counted from 0, has the points that i further points
    /// join to the edge. At most so many layers; fewer if no point is left or `is_last` says that a
    /// layer is the last.
    fn layers(
        &self,
        [edge, own, empty]: [Points<W>; 3],
        most: usize,
        is_last: impl Fn(&Points<W>) -> bool,
    ) -> Vec<Points<W>> {
        let mut layers = Vec::with_capacity(most.min(32));
        let mut layer = self.first_layer(edge, own, empty);
        let mut reached = self.joined(layer, own);
        while !layer.is_empty() && layers.len() < most {
            layers.push(layer);
            if is_last(&layer) {
                break;
            }
            layer = (self.grown(reached) & empty) - reached;
            reached = self.joined(reached | layer, own);
        }
        layers
    }

    /// Appends the points of all completions of the player's chain with at most `most` points,
    /// those of shorter completions first.
    fn completing(
        &self,
        pos: &HexPosition<W>,
        player: Player,
        most: usize,
        out: &mut Vec<HexMove>,
    ) {
        let (own, empty) = (pos.stones(player), self.empty(pos));
        let [from, to] = self.edges(player);
        let there = self.layers([from, own, empty], most, |_| false);
        let back = self.layers([to, own, empty], most, |_| false);
        for count in 1..=most {
            for (i, layer) in there.iter().enumerate().take(count) {
                if let Some(other) = back.get(count - 1 - i) {
                    out.extend(*layer & *other);
                }
            }
        }
    }
}

impl<const W: usize> Paced for Hex<W> {
    fn least_plies(&self, pos: &HexPosition<W>, attacker: Player) -> u32 {
        let (own, empty) = (pos.stones(attacker), self.empty(pos));
        let [from, to] = self.edges(attacker);
        let goal = self.first_layer(to, own, empty);
        let layers = self.layers([from, own, empty], usize::MAX, |layer| layer.meets(&goal));
        let Some(mut shared) = layers.last().map(|last| *last & goal).filter(|s| !s.is_empty())
        else {
            return u32::MAX;
        };
        let distance = layers.len() as u32;
        if self.to_move(pos) == attacker {
            return 2 * distance - 1;
        }
        // From the last layer back: the points of the completions with as few points as possible.
        let mut is_blocked = !shared.has_two();
        for layer in layers.iter().rev().skip(1) {
            shared = *layer & self.grown(self.joined(shared, own));
            is_blocked |= !shared.has_two();
        }
        2 * (distance + u32::from(is_blocked))
    }

    /// The last move is the attacker's, so that one point may stay empty.
    fn most_plies(&self, pos: &HexPosition<W>) -> u32 {
        self.empty(pos).len()
    }

    fn wait(&self, pos: &mut HexPosition<W>) -> bool {
        self.pass_in_thought(pos);
        true
    }

    fn attacks_within(&self, pos: &HexPosition<W>, plies: u32, out: &mut Vec<HexMove>) {
        let own = pos.to_move;
        match plies {
            1 => out.extend(self.winning_points(own, pos.stones(own), self.empty(pos))),
            _ => self.completing(pos, own, (plies as usize).div_ceil(2), out),
        }
    }

    fn replies_within(&self, pos: &HexPosition<W>, plies: u32, out: &mut Vec<HexMove>) {
        self.completing(pos, pos.to_move.other(), plies as usize / 2, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::laws::{self, Lengths};

    /// All positions of small boards, those that no game reaches included.
    #[test]
    fn laws_hold_on_every_small_board() {
        for text in ["1x1", "2x2", "3x2", "2x4", "3x3"] {
            let hex = Hex::<1>::new(text.parse().expect("a size"));
            let mut lengths = Lengths::default();
            let area = hex.size().area() as u32;
            for code in 0..3_u32.pow(area) {
                let mut stones = [Points::EMPTY; 2];
                let mut rest = code;
                for point in hex.size().points() {
                    if let player @ (0 | 1) = rest as usize % 3 {
                        stones[player].insert(point);
                    }
                    rest /= 3;
                }
                // The laws look at both players as attackers.
                let [black, white] = Player::both(|mover| hex.set_up(stones, mover));
                laws::pace(&hex, &black, &mut lengths);
                laws::pace(&hex, &white, &mut lengths);
            }
        }
    }

    /// Positions of games on larger boards, late enough for the lengths by their definition.
    #[test]
    fn laws_hold_late_on_larger_boards() {
        for (text, most) in [("4x4", 10), ("5x3", 10), ("5x5", 9)] {
            let hex = Hex::<1>::new(text.parse().expect("a size"));
            let mut lengths = Lengths::default();
            laws::walk(&hex, 6, 3, |pos| {
                if hex.empty(pos).len() <= most {
                    laws::pace(&hex, pos, &mut lengths);
                }
            });
        }
    }
}
