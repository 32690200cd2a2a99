//! The symmetries of the board and the keys of its images.
//!
//! A symmetry is three bits: 4 reflects in the diagonal (square boards only), then 1 mirrors the
//! columns and 2 the rows. For each stone the table holds its key in every image, side by side, so
//! that a play updates the keys of all images in one sweep; the class of a position is the
//! smallest of them.

use crate::points::Point;
use crate::size::Size;
use andor_core::{Key, KeySource, Symmetry};

/// The most images that a board has.
pub const IMAGES: usize = 8;

const MIRROR_COLUMNS: u8 = 1;
const MIRROR_ROWS: u8 = 2;
const DIAGONAL: u8 = 4;

/// How many symmetries the board has.
pub fn count(size: Size) -> u8 {
    if size.columns() == size.rows() { 8 } else { 4 }
}

/// The mirror bits as they are on the other side of a reflection in the diagonal.
fn exchange(mirrors: u8) -> u8 {
    (mirrors & MIRROR_COLUMNS) << 1 | (mirrors & MIRROR_ROWS) >> 1
}

/// The symmetry that does `first`, then `second`.
pub fn compose(first: Symmetry, second: Symmetry) -> Symmetry {
    let (diagonal, mirrors) = (first.0 & DIAGONAL, first.0 & !DIAGONAL);
    let mirrors = if second.0 & DIAGONAL != 0 { exchange(mirrors) } else { mirrors };
    Symmetry((diagonal | mirrors) ^ second.0)
}

/// The symmetry that takes back `symmetry`.
pub fn inverse(symmetry: Symmetry) -> Symmetry {
    match symmetry.0 & DIAGONAL {
        0 => symmetry,
        _ => Symmetry(DIAGONAL | exchange(symmetry.0 & !DIAGONAL)),
    }
}

/// The point where `point` appears after `symmetry`.
pub fn map_point(size: Size, symmetry: Symmetry, point: Point) -> Point {
    let (mut column, mut row) = (size.column(point), size.row(point));
    if symmetry.0 & DIAGONAL != 0 {
        (column, row) = (row, column);
    }
    if symmetry.0 & MIRROR_COLUMNS != 0 {
        column = size.columns() - 1 - column;
    }
    if symmetry.0 & MIRROR_ROWS != 0 {
        row = size.rows() - 1 - row;
    }
    size.point(column, row)
}

/// The images of all points and the keys of what can stand there.
#[derive(Clone, Debug)]
pub struct Images {
    count: u8,
    points: Box<[[Point; IMAGES]]>,
    stones: Box<[[[Key; IMAGES]; 2]]>,
    kos: Box<[[Key; IMAGES]]>,
    /// The key of White to move.
    pub white: Key,
    /// The keys of the numbers of passes.
    pub passes: [Key; 3],
}

impl Images {
    /// The tables of a size.
    pub fn new(size: Size) -> Images {
        let count = count(size);
        let seed = 0x60 << 16 | u64::from(size.columns()) << 8 | u64::from(size.rows());
        let mut source = KeySource::new(seed);
        let white = source.next_key();
        let passes = [Key::ZERO, source.next_key(), source.next_key()];
        let mut keys = || size.points().map(|_| source.next_key()).collect::<Vec<_>>();
        let [black_stones, white_stones, kos] = [keys(), keys(), keys()];
        // On a board that is no square the last four images repeat the first.
        let image = |p, i: usize| map_point(size, Symmetry(i as u8 % count), p);
        let images = |p, keys: &[Key]| std::array::from_fn(|i| keys[image(p, i).index()]);
        Images {
            count,
            points: size.points().map(|p| std::array::from_fn(|i| image(p, i))).collect(),
            stones: size
                .points()
                .map(|p| [images(p, &black_stones), images(p, &white_stones)])
                .collect(),
            kos: size.points().map(|p| images(p, &kos)).collect(),
            white,
            passes,
        }
    }

    /// How many symmetries there are.
    #[inline]
    pub fn count(&self) -> u8 {
        self.count
    }

    /// The point where `point` appears after `symmetry`.
    #[inline]
    pub fn point(&self, symmetry: Symmetry, point: Point) -> Point {
        self.points[point.index()][symmetry.0 as usize]
    }

    /// The keys of a stone; the colour is 0 for Black, 1 for White.
    #[inline]
    pub fn stone(&self, colour: usize, point: Point) -> &[Key; IMAGES] {
        &self.stones[point.index()][colour]
    }

    /// The keys of a forbidden ko point.
    #[inline]
    pub fn ko(&self, point: Point) -> &[Key; IMAGES] {
        &self.kos[point.index()]
    }
}
