//! Sets of points, as bits.
//!
//! The width is a type, sizes of boards are fields: [`Points<1>`] holds boards of up to 64 points,
//! `Points<2>` 128, `Points<4>` 256, `Points<6>` 384, `Points<7>` 448. A point is numbered row by
//! row from the top left.

use andor_core::{Numbered, Player, PointSet};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr, Sub};

/// A point of a board, numbered row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(pub u16);

impl Point {
    /// The number, as an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Numbered for Point {
    #[inline]
    fn number(self) -> u128 {
        self.0.into()
    }

    #[inline]
    fn with_number(number: u128) -> Point {
        Point(number as u16)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of points, of up to `64 * W` points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points<const W: usize>(pub [u64; W]);

impl<const W: usize> Default for Points<W> {
    fn default() -> Self {
        Points::EMPTY
    }
}

impl<const W: usize> Points<W> {
    /// The empty set.
    pub const EMPTY: Points<W> = Points([0; W]);

    /// The set of one point.
    #[inline]
    pub fn one(point: Point) -> Points<W> {
        let mut set = Points::EMPTY;
        set.insert(point);
        set
    }

    /// The points 0 … `count` − 1.
    pub fn first_points(count: usize) -> Points<W> {
        assert!(count <= 64 * W, "{count} points do not fit into {} bits", 64 * W);
        (0..count).map(|i| Point(i as u16)).collect()
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.0[point.index() >> 6] |= 1 << (point.0 & 63);
    }

    /// Takes a point out.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.0[point.index() >> 6] &= !(1 << (point.0 & 63));
    }

    /// Is the point in the set?
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() >> 6] >> (point.0 & 63) & 1 != 0
    }

    /// Has the set no point?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many points?
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Has the set two points at least?
    #[inline]
    pub fn has_two(&self) -> bool {
        let mut one = 0;
        self.0.iter().any(|&word| {
            let two = one != 0 && word != 0 || word & word.wrapping_sub(1) != 0;
            one |= word;
            two
        })
    }

    /// Have the sets a point in common?
    #[inline]
    pub fn meets(&self, other: &Points<W>) -> bool {
        !(*self & *other).is_empty()
    }

    /// Is every point of this set in the other?
    #[inline]
    pub fn is_subset(&self, other: &Points<W>) -> bool {
        (*self - *other).is_empty()
    }

    /// The point with the smallest number.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.0
            .iter()
            .position(|&word| word != 0)
            .map(|i| Point((i as u16) << 6 | self.0[i].trailing_zeros() as u16))
    }

    /// The points in order.
    #[inline]
    pub fn iter(self) -> Iter<W> {
        Iter(self)
    }
}

/// The sets of stones of both players.
pub fn sets<const W: usize>(stones: &[(Player, Point)]) -> [Points<W>; 2] {
    Player::both(|player| {
        stones.iter().filter(|(owner, _)| *owner == player).map(|(_, point)| *point).collect()
    })
}

impl<const W: usize> PointSet for Points<W> {
    const NOTHING: Points<W> = Points::EMPTY;
    const END: usize = 64 * W;
    const PARTS: usize = 1;

    #[inline]
    fn of(point: usize) -> Points<W> {
        Points::one(Point(point as u16))
    }

    #[inline]
    fn count(self) -> u32 {
        self.len()
    }

    #[inline]
    fn holds(self, point: usize) -> bool {
        self.contains(Point(point as u16))
    }

    #[inline]
    fn each(self) -> impl Iterator<Item = usize> {
        self.iter().map(Point::index)
    }

    #[inline]
    fn each_of(self, _: usize) -> impl Iterator<Item = usize> {
        self.each()
    }

    #[inline]
    fn put(&mut self, _: usize, point: usize) {
        self.insert(Point(point as u16));
    }
}

impl<const W: usize> FromIterator<Point> for Points<W> {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Points::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl<const W: usize> IntoIterator for Points<W> {
    type Item = Point;
    type IntoIter = Iter<W>;
    #[inline]
    fn into_iter(self) -> Iter<W> {
        Iter(self)
    }
}

/// The points of a set, in order.
pub struct Iter<const W: usize>(Points<W>);

impl<const W: usize> Iterator for Iter<W> {
    type Item = Point;
    #[inline]
    fn next(&mut self) -> Option<Point> {
        for (i, word) in self.0.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some(Point((i as u16) << 6 | bit as u16));
            }
        }
        None
    }
}

impl<const W: usize> BitAnd for Points<W> {
    type Output = Points<W>;
    #[inline]
    fn bitand(mut self, other: Points<W>) -> Points<W> {
        self &= other;
        self
    }
}

impl<const W: usize> BitAndAssign for Points<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Points<W>) {
        for i in 0..W {
            self.0[i] &= other.0[i];
        }
    }
}

impl<const W: usize> BitOr for Points<W> {
    type Output = Points<W>;
    #[inline]
    fn bitor(mut self, other: Points<W>) -> Points<W> {
        self |= other;
        self
    }
}

impl<const W: usize> BitOrAssign for Points<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Points<W>) {
        for i in 0..W {
            self.0[i] |= other.0[i];
        }
    }
}

impl<const W: usize> BitXor for Points<W> {
    type Output = Points<W>;
    #[inline]
    fn bitxor(mut self, other: Points<W>) -> Points<W> {
        for i in 0..W {
            self.0[i] ^= other.0[i];
        }
        self
    }
}

/// The difference: the points of the first that are not in the second.
impl<const W: usize> Sub for Points<W> {
    type Output = Points<W>;
    #[inline]
    fn sub(mut self, other: Points<W>) -> Points<W> {
        for i in 0..W {
            self.0[i] &= !other.0[i];
        }
        self
    }
}

/// All bits that are not in the set, those beyond the board included.
impl<const W: usize> Not for Points<W> {
    type Output = Points<W>;
    #[inline]
    fn not(mut self) -> Points<W> {
        for i in 0..W {
            self.0[i] = !self.0[i];
        }
        self
    }
}

/// Every point moved up by fewer than 64 numbers.
impl<const W: usize> Shl<u32> for Points<W> {
    type Output = Points<W>;
    #[inline]
    fn shl(self, by: u32) -> Points<W> {
        debug_assert!(0 < by && by < 64);
        let mut out = self.0;
        for i in (0..W).rev() {
            let carried = if i > 0 { self.0[i - 1] >> (64 - by) } else { 0 };
            out[i] = self.0[i] << by | carried;
        }
        Points(out)
    }
}

/// Every point moved down by fewer than 64 numbers.
impl<const W: usize> Shr<u32> for Points<W> {
    type Output = Points<W>;
    #[inline]
    fn shr(self, by: u32) -> Points<W> {
        debug_assert!(0 < by && by < 64);
        let mut out = self.0;
        for (i, word) in out.iter_mut().enumerate() {
            let carried = if i + 1 < W { self.0[i + 1] << (64 - by) } else { 0 };
            *word = self.0[i] >> by | carried;
        }
        Points(out)
    }
}

impl<const W: usize> fmt::Debug for Points<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_like_sets() {
        let a: Points<2> = [Point(0), Point(63), Point(64), Point(127)].into_iter().collect();
        assert_eq!(a.len(), 4);
        assert_eq!(a.iter().collect::<Vec<_>>(), [Point(0), Point(63), Point(64), Point(127)]);
        assert_eq!(a.first(), Some(Point(0)));
        let b = a - Points::one(Point(0));
        assert!(b.is_subset(&a) && !a.is_subset(&b) && !b.contains(Point(0)));
        assert_eq!((b << 1).iter().collect::<Vec<_>>(), [Point(64), Point(65)]);
        assert_eq!((b >> 1).iter().collect::<Vec<_>>(), [Point(62), Point(63), Point(126)]);
        assert_eq!(Points::<6>::first_points(361).len(), 361);
    }
}
