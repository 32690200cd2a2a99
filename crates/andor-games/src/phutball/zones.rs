//! Relevancy zones of Phutball: the points on which a win depends.
//!
//! A position P' *agrees* with P on a set Z of points if the same player is to move, the ball is at
//! the same place, and Z holds the same men. Z is a *zone* of P if the winner of P wins every
//! position that agrees with P on Z. These steps give zones:
//!
//! * *The end.* The place of the ball alone says who has won, so the empty set is a zone.
//! * *The winner puts a man* on a point. A zone of the next position, with the point added, is a
//!   zone: in P' the point is empty too, and the positions after the turn agree on the zone.
//! * *The winner jumps.* A zone of the next position, with all points over which the ball jumps and
//!   on which the ball lands, is a zone: in P' the same men stand there and the same points are
//!   empty, so the ball goes the same way and takes the same men off. In P' the same result may
//!   need fewer jumps. A result of at most [`ALWAYS`] jumps counts in every position. Where the
//!   winner needs more jumps, the zone has all *points of the jumps* of the winner, so that the
//!   results are the same.
//! * *The loser moves*, and every turn has a refutation with a zone. The search for the loser's
//!   jumps asks only about the *points of the jumps*: those that the ball can jump over, and the
//!   first empty point behind them or beside the ball. If P' agrees with P on these points, the
//!   loser has the same jumps in both, with results that differ only in men elsewhere. Let Z be the
//!   points of the jumps and all zones of refutations. A jump in P' has the refutation that it has
//!   in P. A man on a point r of P' is refuted as follows. If r lies in Z, then r is empty in P
//!   too, and the refutation of r in P is one of the zones of Z. If r lies outside Z, take an
//!   *open* refutation: a zone Y in Z that does not have the point m of the man that it refutes.
//!   After a man on m in P, and after a man on r in P', the men of Y are the same. Without an open
//!   refutation all points are in the zone.
//!
//! The same argument shows that a turn *meets* a zone if it is a jump, or a man on a point of the
//! zone: after any other turn the win with the zone is as it was. That holds for any number of men
//! outside the zone, so the zones need not be [opened](Zoned::opened).
//!
//! A win with a zone is a finite tree of turns, so it owes nothing to the line on which it was
//! found. A repetition gives no win, and its zone is the whole board.
//!
//! *A threat of order 1* is a turn by which the attacker would win at once if the defender put a
//! man elsewhere. By the steps above its zone is the points over which the ball jumps and on which
//! it lands. The men among them cannot be put again, so the landing points are the only points on
//! which a man can meet the threat.

#[cfg(doc)]
use super::ALWAYS;
use super::{Phutball, Position, Turn};
use crate::points::Points;
use andor_core::{Game, Key, Passing, Player, PointSet, Shaped, Symmetry, Zoned};

impl<const W: usize> Zoned for Phutball<W> {
    /// Nothing where the ball ends the game; the whole board where a repetition does.
    #[inline]
    fn end_zone(&self, pos: &Position<W>) -> Points<W> {
        if self.outcome(pos).is_some() { Points::EMPTY } else { self.whole_zone() }
    }

    #[inline]
    fn whole_zone(&self) -> Points<W> {
        self.all()
    }

    #[inline]
    fn winner_zone(&self, pos: &Position<W>, turn: Turn, zone: Points<W>) -> Points<W> {
        match turn.is_man() {
            true => zone | Points::one(turn.from()),
            false => zone | self.zone_of_jumps(pos, pos.to_move, turn),
        }
    }

    #[inline]
    fn join(&self, first: Points<W>, second: Points<W>) -> Points<W> {
        first | second
    }

    fn lost_zone(
        &self,
        pos: &Position<W>,
        union: Points<W>,
        _: Points<W>,
        _: &[(Turn, Points<W>)],
    ) -> Points<W> {
        union | self.points_of_jumps(pos)
    }

    #[inline]
    fn meets(&self, _: &Position<W>, turn: Turn, zone: Points<W>) -> bool {
        !turn.is_man() || zone.contains(turn.from())
    }

    fn map_zone(&self, symmetry: Symmetry, zone: Points<W>) -> Points<W> {
        if symmetry == Symmetry::IDENTITY { zone } else { self.mirrored_set(zone) }
    }

    #[inline]
    fn zone_size(&self, zone: Points<W>) -> u32 {
        zone.count()
    }
}

impl<const W: usize> Passing for Phutball<W> {
    #[inline]
    fn pass_in_thought(&self, pos: &mut Position<W>) {
        pos.to_move = pos.to_move.other();
    }
}

impl<const W: usize> Shaped for Phutball<W> {
    #[inline]
    fn can_have_shape(&self, pos: &Position<W>, _: Player) -> bool {
        self.outcome(pos).is_none()
    }

    /// The keys of the men in the zone and of the ball, and a number for the zone.
    fn shape(&self, pos: &Position<W>, zone: Points<W>) -> Key {
        let men =
            (pos.men & zone).iter().fold(Key::ZERO, |key, point| key ^ self.men[point.index()]);
        let mut points = self.ball_key(pos.ball) ^ self.turn_key(pos);
        for word in zone.0 {
            let mixed = (points.0 ^ u128::from(word)).wrapping_mul(FACTOR);
            points = Key(mixed ^ mixed >> 67);
        }
        men ^ points
    }
}

/// An odd number with many bits, for keys of zones.
const FACTOR: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
