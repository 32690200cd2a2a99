//! Zones with a count: how many further stones of the loser's a win endures.
//!
//! In Gomoku a single stone of the loser's, far from all that matters, changes nothing; but two of
//! them may make a four together, which has to be answered. So a zone is three sets of points, one
//! inside the other. Let A win a position P, whoever is to move. The sets Z₁ ⊆ Z₂ ⊆ Z₃ *cover* P if
//! A also wins every position P + X, where X is a list of at most three further stones of D, the
//! loser, on empty points, such that the i-th lies outside Zᵢ (for some order of the list).
//!
//! Write E(P, n) for the empty points of all windows with at least n stones of D and none of A's.
//! Let Y be the sets with Yᵢ = E(P, c − i). Stones X outside Y never give D a window with c stones:
//! of those in one window the last has a number i at least as large as there are of them, so that
//! the window has less than c − i stones without them.
//!
//! * **A completes five** on the point m. Zᵢ = {m} ∪ E(P, 5 − i): m stays empty, and D has no five
//!   before.
//! * **A plays m** and wins P·m, covered by Z. Then Zᵢ ∪ {m} covers P. [`Zoned::winner_zone`] adds
//!   E(P, 5 − i) in any case, so that one rule serves both.
//! * **D is to move.** Some replies r have an answer each: A wins P·r, covered by Cʳ. There are
//!   *open* wins as well: A wins P if D passes, covered by N, or one of the Cʳ is taken as such an
//!   N. (P with D's turn passed has one stone of D less than P·r, and a stone of D never helps A.)
//!   Every reply without an answer must lie outside N₁ of an open win. Then the sets Zᵢ that hold
//!   Cʳᵢ of all answers and Nᵢ₊₁ of all open wins, with N₄ the whole board, cover P: let D have the
//!   further stones X and reply r. If r has an answer, X is outside Cʳ. Else r is outside N₁ of an
//!   open win; r, x₁, x₂ is a list outside N.
//!
//! In freestyle Gomoku a stone of one's own never hurts. With exactly five in a row and in Renju it
//! may: there zones must not be used.

use super::Gomoku;
use super::windows::{Layout, Stones};
use crate::points::{Point, Points};
use andor_core::{Game, Passing, Player, PointSet, Symmetry, Zoned};
use std::ops::{BitAnd, BitOr, Sub};

/// How many further stones a zone speaks of.
const STONES: usize = 3;

/// Sets of points, one inside the other: the i-th is good against i further stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cover<const W: usize>(pub [Points<W>; STONES]);

impl<const W: usize> Cover<W> {
    /// The cover in which all three sets are this one.
    pub fn all(points: Points<W>) -> Cover<W> {
        Cover([points; STONES])
    }

    /// Adds a point to all sets.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.0.iter_mut().for_each(|set| set.insert(point));
    }
}

impl<const W: usize> BitAnd for Cover<W> {
    type Output = Cover<W>;

    fn bitand(self, other: Cover<W>) -> Cover<W> {
        Cover(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const W: usize> BitOr for Cover<W> {
    type Output = Cover<W>;

    #[inline]
    fn bitor(self, other: Cover<W>) -> Cover<W> {
        Cover(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const W: usize> Sub for Cover<W> {
    type Output = Cover<W>;

    fn sub(self, other: Cover<W>) -> Cover<W> {
        Cover(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }
}

/// As a set of points a cover is the first of its sets: the points where one further stone matters.
impl<const W: usize> PointSet for Cover<W> {
    const NOTHING: Cover<W> = Cover([Points::EMPTY; STONES]);
    const END: usize = 64 * W;
    const PARTS: usize = STONES;

    fn of(point: usize) -> Cover<W> {
        Cover::all(Points::one(Point(point as u16)))
    }

    #[inline]
    fn count(self) -> u32 {
        self.0[0].len()
    }

    #[inline]
    fn holds(self, point: usize) -> bool {
        self.0[0].contains(Point(point as u16))
    }

    fn each(self) -> impl Iterator<Item = usize> {
        self.0[0].iter().map(Point::index)
    }

    fn each_of(self, part: usize) -> impl Iterator<Item = usize> {
        self.0[part].iter().map(Point::index)
    }

    fn put(&mut self, part: usize, point: usize) {
        self.0[part].insert(Point(point as u16));
    }
}

impl<const W: usize, const V: usize> Gomoku<W, V> {
    /// The sets whose i-th holds the empty points of all windows with at least `count` − i stones
    /// of `player`'s and none of the other's: further stones outside never give `player` a window
    /// with `count` stones.
    pub fn guard(&self, pos: &<Self as Game>::Position, player: Player, count: usize) -> Cover<W> {
        guard(self.layout(), pos.stones(), player, count)
    }
}

/// See [`Gomoku::guard`].
pub fn guard<const W: usize, const V: usize>(
    layout: &Layout<W>,
    stones: &Stones<W, V>,
    player: Player,
    count: usize,
) -> Cover<W> {
    let mut sets = [Points::EMPTY; STONES];
    let mut reach = Points::EMPTY;
    let mut counted = 5;
    for (i, set) in sets.iter_mut().enumerate() {
        let least = count - (i + 1);
        if least < counted {
            reach |= stones.reach(layout, player, least..counted.min(5));
            counted = least;
        }
        *set = reach;
    }
    Cover(sets)
}

impl<const W: usize, const V: usize> Zoned for Gomoku<W, V> {
    /// A five stands whatever else is on the board. A draw depends on everything.
    fn end_zone(&self, pos: &Self::Position) -> Cover<W> {
        if pos.winner().is_some() { Cover::NOTHING } else { self.whole_zone() }
    }

    fn whole_zone(&self) -> Cover<W> {
        Cover::all(self.board)
    }

    fn winner_zone(&self, pos: &Self::Position, mv: Point, zone: Cover<W>) -> Cover<W> {
        let mut zone = zone | self.guard(pos, self.to_move(pos).other(), 5);
        zone.insert(mv);
        zone
    }

    fn join(&self, first: Cover<W>, second: Cover<W>) -> Cover<W> {
        first | second
    }

    fn opened(&self, zone: Cover<W>) -> Cover<W> {
        let Cover([_, second, third]) = zone;
        Cover([second, third, self.board])
    }

    #[inline]
    fn meets(&self, _: &Self::Position, mv: Point, zone: Cover<W>) -> bool {
        zone.0[0].contains(mv)
    }

    fn map_zone(&self, symmetry: Symmetry, zone: Cover<W>) -> Cover<W> {
        Cover(zone.0.map(|set| set.iter().map(|p| self.map_move(symmetry, p)).collect()))
    }

    fn zone_size(&self, zone: Cover<W>) -> u32 {
        zone.count()
    }
}

impl<const W: usize, const V: usize> Passing for Gomoku<W, V> {
    #[inline]
    fn pass_in_thought(&self, pos: &mut Self::Position) {
        pos.to_move = pos.to_move.other();
    }
}
