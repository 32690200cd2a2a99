//! Graded moves of freestyle Gomoku: fours first, then threes, then all points.
//!
//! | width | moves |
//! |---|---|
//! | 0 | completing a five or a four, preventing a five |
//! | 1 | also completing a three, preventing a four |
//! | 2 | all |
//!
//! A [strike](Graded::strike) completes five; a forced attack is a line of fours. "Elsewhere" is a
//! pass in thought. Under the other rules an own stone may hurt, and widening must not be used.

use super::zones::Cover;
use super::{Gomoku, GomokuPosition};
use crate::points::{Point, Points};
use andor_core::{Claim, Graded, Player, PointSet, Zoned};

impl<const W: usize, const V: usize> Gomoku<W, V> {
    /// The empty points of the open windows of a player's with so many stones.
    fn open(&self, pos: &GomokuPosition<W, V>, player: Player, count: usize) -> Points<W> {
        pos.stones.reach(self.layout(), player, count..count + 1)
    }
}

impl<const W: usize, const V: usize> Graded for Gomoku<W, V> {
    fn widths(&self) -> u8 {
        3
    }

    fn attacks(&self, pos: &GomokuPosition<W, V>, width: u8, out: &mut Vec<Point>) {
        let (own, other) = (pos.to_move, pos.to_move.other());
        let mut listed = Points::EMPTY;
        let mut add = |points: Points<W>| {
            out.extend((points - listed).iter());
            listed |= points;
        };
        add(self.open(pos, own, 4));
        add(self.open(pos, other, 4));
        add(self.open(pos, own, 3));
        if width > 0 {
            add(self.open(pos, other, 3));
            add(self.open(pos, own, 2));
        }
        if width > 1 {
            add(self.open(pos, own, 1) | self.open(pos, other, 2));
            add(self.empty(pos));
        }
    }

    /// A five needs the stones that its window does not have; the board is full, which is a draw,
    /// after all empty points are taken.
    fn least_moves(&self, pos: &GomokuPosition<W, V>, attacker: Player) -> u32 {
        let most = (1..5).rev().find(|&count| !self.open(pos, attacker, count).is_empty());
        let to_fill = self.empty(pos).len() / 2;
        (5 - most.unwrap_or(0) as u32).min(to_fill).max(1)
    }

    fn strike(&self, pos: &GomokuPosition<W, V>, _: Claim) -> Option<(Point, Cover<W>)> {
        let point = self.open(pos, pos.to_move, 4).first()?;
        Some((point, self.winner_zone(pos, point, Cover::NOTHING)))
    }

    fn chases(&self, pos: &GomokuPosition<W, V>, out: &mut Vec<Point>) {
        out.extend(self.open(pos, pos.to_move, 3).iter());
    }
}
