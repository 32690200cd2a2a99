//! Sets of points, such as the [zones](crate::Zoned) of a game.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Sub};

/// A set of points, numbered from 0.
pub trait PointSet:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Sub<Output = Self>
{
    /// The set without points.
    const NOTHING: Self;

    /// Every point is below this number.
    const END: usize;

    /// How many sets of points the value is made of: one, unless several sets belong together.
    const PARTS: usize;

    /// The set of one point.
    fn of(point: usize) -> Self;

    /// How many points it has.
    fn count(self) -> u32;

    /// Is the point in the set?
    fn holds(self, point: usize) -> bool;

    /// The points in order.
    fn each(self) -> impl Iterator<Item = usize>;

    /// The points of one of the sets of which the value is made, in order.
    fn each_of(self, part: usize) -> impl Iterator<Item = usize>;

    /// Puts a point into one of the sets of which the value is made. Files keep a value as the
    /// points of its parts: [`PointSet::NOTHING`] with all of these points is the value.
    fn put(&mut self, part: usize, point: usize);
}

/// The zone of games without zones: it holds no point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoZone;

impl BitAnd for NoZone {
    type Output = NoZone;

    fn bitand(self, _: NoZone) -> NoZone {
        NoZone
    }
}

impl BitOr for NoZone {
    type Output = NoZone;

    fn bitor(self, _: NoZone) -> NoZone {
        NoZone
    }
}

impl Sub for NoZone {
    type Output = NoZone;

    fn sub(self, _: NoZone) -> NoZone {
        NoZone
    }
}

impl PointSet for NoZone {
    const NOTHING: NoZone = NoZone;
    const END: usize = 0;
    const PARTS: usize = 1;

    fn of(_: usize) -> NoZone {
        NoZone
    }

    fn count(self) -> u32 {
        0
    }

    fn holds(self, _: usize) -> bool {
        false
    }

    fn each(self) -> impl Iterator<Item = usize> {
        std::iter::empty()
    }

    fn each_of(self, _: usize) -> impl Iterator<Item = usize> {
        self.each()
    }

    fn put(&mut self, _: usize, _: usize) {}
}
