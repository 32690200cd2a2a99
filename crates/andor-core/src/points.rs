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

    /// The set of one point.
    fn of(point: usize) -> Self;

    /// How many points it has.
    fn count(self) -> u32;

    /// Is the point in the set?
    fn holds(self, point: usize) -> bool;

    /// The points in order.
    fn each(self) -> impl Iterator<Item = usize>;
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
}
