//! Sizes of boards.

use crate::points::Point;
use andor_core::NotationError;
use std::fmt;
use std::str::FromStr;

/// The largest number of columns or rows of any game.
pub const LARGEST: u8 = 20;

/// The largest number of columns or rows of Go, Hex and most other games.
pub const USUAL_LARGEST: u8 = 19;

/// The size of a board: columns by rows, each from 1 to [`LARGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    columns: u8,
    rows: u8,
}

impl Size {
    /// The board of one point.
    pub const SMALLEST: Size = Size { columns: 1, rows: 1 };

    /// A size, if it is possible.
    pub fn new(columns: u8, rows: u8) -> Option<Size> {
        let fits = |n| (1..=LARGEST).contains(&n);
        (fits(columns) && fits(rows)).then_some(Size { columns, rows })
    }

    /// Reads `5x5` (columns by rows) or `5` for a square board, each number from 1 to `largest`.
    pub fn parse(text: &str, largest: u8) -> Result<Size, NotationError> {
        let (columns, rows) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
        let number = |part: &str| part.parse::<u8>().ok().filter(|&n| n <= largest);
        number(columns).zip(number(rows)).and_then(|(c, r)| Size::new(c, r)).ok_or_else(|| {
            NotationError::new(
                format!("size \"{text}\""),
                "not a possible size of a board",
                format!("COLUMNSxROWS, each from 1 to {largest}, such as 5x5"),
            )
        })
    }

    /// How many columns.
    #[inline]
    pub fn columns(self) -> u8 {
        self.columns
    }

    /// How many rows.
    #[inline]
    pub fn rows(self) -> u8 {
        self.rows
    }

    /// How many points.
    #[inline]
    pub fn area(self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// The point in a column and a row, both counted from 0, the row from the top.
    #[inline]
    pub fn point(self, column: u8, row: u8) -> Point {
        debug_assert!(column < self.columns && row < self.rows);
        Point(row as u16 * self.columns as u16 + column as u16)
    }

    /// The column of a point, from 0.
    #[inline]
    pub fn column(self, point: Point) -> u8 {
        (point.0 % self.columns as u16) as u8
    }

    /// The row of a point, from 0 at the top.
    #[inline]
    pub fn row(self, point: Point) -> u8 {
        (point.0 / self.columns as u16) as u8
    }

    /// The point that lies so many columns to the right and rows down, if it is on the board.
    pub fn step(self, point: Point, right: i8, down: i8) -> Option<Point> {
        let column = self.column(point).checked_add_signed(right)?;
        let row = self.row(point).checked_add_signed(down)?;
        (column < self.columns && row < self.rows).then(|| self.point(column, row))
    }

    /// All points in order.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.area() as u16).map(Point)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

impl FromStr for Size {
    type Err = NotationError;

    /// Reads a size up to [`USUAL_LARGEST`].
    fn from_str(text: &str) -> Result<Size, NotationError> {
        Size::parse(text, USUAL_LARGEST)
    }
}
