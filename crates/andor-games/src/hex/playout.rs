//! Random fillings of the board, 64 at a time.
//!
//! A random game of Hex played on to the full board is a random filling of the empty points. Here
//! each point has one word, whose bit i says who owns the point in filling i, and a flood fill
//! works on all 64 fillings at once. Filling from both edges tells more than the winner: a point is
//! *pivotal* in a filling that the player to move loses, if owning it would join what reaches one
//! edge to what reaches the other. So every filling tells about every move: the move wins in the
//! fillings that are won anyway and in those where it is pivotal. That is far less noisy than
//! counting the fillings in which the player happens to own the point, at the same price.

use super::{Hex, HexMove, HexPosition};
use andor_core::{Claim, Playout, Tally};

/// Fillings in a word.
const LANES: u32 = 64;

impl<const W: usize> Hex<W> {
    /// The fillings in which each point is joined to `edge` by points of `own`.
    fn flood(&self, own: &[u64], edge: &crate::points::Points<W>, reach: &mut [u64]) {
        for point in self.size.points() {
            let i = point.index();
            reach[i] = if edge.contains(point) { own[i] } else { 0 };
        }
        loop {
            let mut changed = 0;
            let mut relax = |i: usize| {
                if own[i] & !reach[i] != 0 {
                    let near = self.around(reach, i);
                    let next = reach[i] | near & own[i];
                    changed |= next ^ reach[i];
                    reach[i] = next;
                }
            };
            (0..own.len()).for_each(&mut relax);
            (0..own.len()).rev().for_each(&mut relax);
            if changed == 0 {
                return;
            }
        }
    }

    /// The union of the neighbours' words.
    #[inline]
    fn around(&self, words: &[u64], i: usize) -> u64 {
        self.neighbours[i].iter().fold(0, |all, near| all | words[near.index()])
    }
}

impl<const W: usize> Playout for Hex<W> {
    fn playouts(
        &self,
        pos: &HexPosition<W>,
        _: Claim,
        moves: &[HexMove],
        games: u32,
        rng: &mut fastrand::Rng,
        tally: &mut Tally,
    ) {
        let player = pos.to_move;
        let mine = pos.stones(player);
        let empty = self.empty(pos);
        let [from, to] = &self.edges[player.index()];
        let area = self.size.area();
        let (mut own, mut near, mut far) = (vec![0; area], vec![0; area], vec![0; area]);
        for _ in 0..games.div_ceil(LANES) {
            for point in self.size.points() {
                own[point.index()] = if empty.contains(point) {
                    rng.u64(..)
                } else if mine.contains(point) {
                    !0
                } else {
                    0
                };
            }
            self.flood(&own, from, &mut near);
            self.flood(&own, to, &mut far);
            let won = to.iter().fold(0, |won, point| won | near[point.index()]);
            tally.games += LANES as f32;
            tally.wins += won.count_ones() as f32;
            for (told, mv) in tally.moves.iter_mut().zip(moves) {
                let i = mv.index();
                let edge = |set: &crate::points::Points<W>| if set.contains(*mv) { !0 } else { 0 };
                let joined =
                    (self.around(&near, i) | edge(from)) & (self.around(&far, i) | edge(to));
                told.games += LANES as f32;
                told.wins += (won | joined).count_ones() as f32;
            }
        }
        let left = empty.len() as f32;
        tally.plies += tally.games * left;
        tally.choices += tally.games * left * (left + 1.0) / 2.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::Size;
    use andor_core::{Game, Notation, Player};

    /// With all other points filled, playouts know exactly which moves win.
    #[test]
    fn pivotal_points_are_exact_when_nothing_is_random() {
        let hex = Hex::<1>::new(Size::new(3, 3).expect("possible size"));
        let pos = hex.parse_position("X . O\n O . X\n  X O X\nblack to move").expect("a picture");
        let mut moves = Vec::new();
        hex.moves(&pos, &mut moves);
        let mut tally = Tally::default();
        tally.reset(moves.len());
        let mut rng = fastrand::Rng::with_seed(1);
        let claim = Claim::win(Player::Black);
        hex.playouts(&pos, claim, &moves, 64, &mut rng, &mut tally);
        for (mv, told) in moves.iter().zip(&tally.moves) {
            let mut next = pos.clone();
            hex.play(&mut next, *mv);
            if hex.outcome(&next).is_some() {
                assert_eq!(told.wins, told.games, "{}", hex.move_text(*mv));
            }
        }
    }
}
