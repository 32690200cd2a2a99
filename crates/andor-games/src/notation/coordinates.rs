//! Names of points.
//!
//! Go counts rows from the bottom and leaves out the letter I; Hex counts rows from the top and
//! leaves out no letter. Both read upper and lower case.

use crate::points::Point;
use crate::size::Size;
use andor_core::NotationError;

/// How points are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `A1` is the bottom left, there is no column I.
    Go,
    /// `a1` is the top left.
    Hex,
}

/// The letter of a column, counted from 0.
pub fn column_letter(style: Style, column: u8) -> char {
    match style {
        Style::Go => (b'A' + column + u8::from(column >= 8)) as char,
        Style::Hex => (b'a' + column) as char,
    }
}

/// The number of a row, counted from 0 at the top.
pub fn row_number(size: Size, style: Style, row: u8) -> u8 {
    match style {
        Style::Go => size.rows() - row,
        Style::Hex => row + 1,
    }
}

/// The name of a point.
pub fn point_text(size: Size, style: Style, point: Point) -> String {
    let letter = column_letter(style, size.column(point));
    format!("{letter}{}", row_number(size, style, size.row(point)))
}

/// Reads the name of a point.
pub fn parse_point(size: Size, style: Style, text: &str) -> Result<Point, NotationError> {
    let wrong = |problem: &str| {
        let corner =
            size.point(size.columns() - 1, if style == Style::Go { 0 } else { size.rows() - 1 });
        let first = if style == Style::Go { "A1" } else { "a1" };
        NotationError::new(
            format!("point \"{text}\""),
            problem,
            format!("a letter and a number from {first} to {}", point_text(size, style, corner)),
        )
    };
    let mut letters = text.chars();
    let letter = letters.next().unwrap_or(' ').to_ascii_lowercase();
    let number = letters.as_str();
    if !letter.is_ascii_lowercase()
        || number.is_empty()
        || !number.bytes().all(|b| b.is_ascii_digit())
    {
        return Err(wrong("not the name of a point"));
    }
    let column = match (style, letter) {
        (Style::Go, 'i') => return Err(wrong("there is no column I")),
        (Style::Go, 'j'..='z') => letter as u8 - b'b',
        _ => letter as u8 - b'a',
    };
    let row = number.parse::<u8>().ok().filter(|n| (1..=size.rows()).contains(n));
    match row {
        Some(row) if column < size.columns() => {
            let row = if style == Style::Go { size.rows() - row } else { row - 1 };
            Ok(size.point(column, row))
        }
        _ => Err(wrong(&format!("outside the {size} board"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_a_name_of_its_own() {
        for style in [Style::Go, Style::Hex] {
            for (columns, rows) in [(1, 1), (3, 5), (19, 19), (11, 2)] {
                let size = Size::new(columns, rows).expect("possible size");
                for point in size.points() {
                    let text = point_text(size, style, point);
                    assert_eq!(parse_point(size, style, &text), Ok(point));
                    assert_eq!(parse_point(size, style, &text.to_uppercase()), Ok(point));
                }
            }
        }
    }

    #[test]
    fn what_is_no_point_is_refused_with_the_reason() {
        let size = Size::new(9, 9).expect("possible size");
        let error = |style, text| parse_point(size, style, text).expect_err(text).to_string();
        assert_eq!(
            error(Style::Go, "i3"),
            "point \"i3\": there is no column I; expected a letter and a number from A1 to J9"
        );
        assert_eq!(
            error(Style::Hex, "a10"),
            "point \"a10\": outside the 9x9 board; expected a letter and a number from a1 to i9"
        );
        for text in ["", "a", "3", "a-1", "a+1", "aa1", "é1", "a99999999999", "a0", "z1"] {
            error(Style::Hex, text);
            error(Style::Go, text);
        }
    }
}
