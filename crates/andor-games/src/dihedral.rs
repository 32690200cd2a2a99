//! The symmetries of a rectangle: eight if it is a square, four if not.
//!
//! A symmetry is numbered by three bits: 1 mirrors left and right, 2 mirrors top and bottom, 4
//! swaps columns and rows (squares only). The mirrors are done first, the swap last.

use crate::points::Point;
use crate::size::Size;
use andor_core::Symmetry;

/// The symmetries of a board, with the image of every point.
#[derive(Clone, Debug)]
pub struct Dihedral {
    maps: Vec<Vec<Point>>,
}

impl Dihedral {
    /// The symmetries of a board of this size.
    pub fn new(size: Size) -> Dihedral {
        let count = if size.columns() == size.rows() { 8 } else { 4 };
        let image = |bits: u8, point| {
            let (mut column, mut row) = (size.column(point), size.row(point));
            if bits & 1 != 0 {
                column = size.columns() - 1 - column;
            }
            if bits & 2 != 0 {
                row = size.rows() - 1 - row;
            }
            if bits & 4 != 0 { size.point(row, column) } else { size.point(column, row) }
        };
        let maps = (0..count).map(|bits| size.points().map(|p| image(bits, p)).collect());
        Dihedral { maps: maps.collect() }
    }

    /// The number of symmetries.
    #[inline]
    pub fn count(&self) -> u8 {
        self.maps.len() as u8
    }

    /// The images of all points.
    #[inline]
    pub fn images(&self, symmetry: Symmetry) -> &[Point] {
        &self.maps[symmetry.0 as usize]
    }

    /// The image of a point.
    #[inline]
    pub fn map(&self, symmetry: Symmetry, point: Point) -> Point {
        self.maps[symmetry.0 as usize][point.index()]
    }

    /// The symmetry that takes back `symmetry`.
    #[inline]
    pub fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        let Symmetry(bits) = symmetry;
        if bits & 4 == 0 { symmetry } else { Symmetry(4 | swapped(bits)) }
    }

    /// The symmetry that does `first`, then `second`.
    pub fn compose(&self, first: Symmetry, second: Symmetry) -> Symmetry {
        // A mirror after a swap is the other mirror before it.
        let mirrors = if first.0 & 4 == 0 { second.0 & 3 } else { swapped(second.0) };
        Symmetry(first.0 ^ mirrors ^ (second.0 & 4))
    }
}

/// The two mirror bits, exchanged.
fn swapped(bits: u8) -> u8 {
    (bits & 1) << 1 | (bits & 2) >> 1
}
