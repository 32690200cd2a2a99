//! Boards as pictures: `.` is an empty point, `X` a black stone, `O` a white one; a game may have
//! letters of its own.
//!
//! ```text
//!    A B C            a b c
//!  3 . X .           1 . X .
//!  2 O X .            2 O X .
//!  1 . . .             3 . . .
//! ```
//!
//! A picture may carry letters and numbers round the board or not; the reader skips them. Facts
//! that the board does not show (who moves, passes, a ko) follow on lines of their own, which
//! belong to the game. In colour, stones stand out by terminal escape codes; only uncoloured
//! pictures are read.

use super::coordinates::{Style, column_letter, row_number};
use crate::points::Point;
use crate::size::Size;
use andor_core::{NotationError, Player};

/// Draws a board with stones; in Hex style each row begins a little further to the right.
pub fn draw(size: Size, style: Style, stone: impl Fn(Point) -> Option<Player>) -> String {
    draw_letters(size, style, |point| match stone(point) {
        None => '.',
        Some(Player::Black) => 'X',
        Some(Player::White) => 'O',
    })
}

/// Draws a board with a letter on each point.
pub fn draw_letters(size: Size, style: Style, letter: impl Fn(Point) -> char) -> String {
    let mut out = String::from("   ");
    for column in 0..size.columns() {
        out.push(column_letter(style, column));
        out.push(' ');
    }
    trim_line(&mut out);
    for row in 0..size.rows() {
        if style == Style::Hex {
            out.extend(std::iter::repeat_n(' ', row as usize));
        }
        out.push_str(&format!("{:2} ", row_number(size, style, row)));
        for column in 0..size.columns() {
            out.push(letter(size.point(column, row)));
            out.push(' ');
        }
        trim_line(&mut out);
    }
    out
}

fn trim_line(out: &mut String) {
    out.truncate(out.trim_end().len());
    out.push('\n');
}

/// A picture with the stones in colour, for terminals.
pub fn colour(picture: &str) -> String {
    let mut out = String::with_capacity(picture.len() * 2);
    for line in picture.lines() {
        let is_row = line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        for letter in line.chars() {
            match letter {
                'X' if is_row => out.push_str("\x1b[1;34mX\x1b[0m"),
                'O' if is_row => out.push_str("\x1b[1;31mO\x1b[0m"),
                '.' if is_row => out.push_str("\x1b[2m.\x1b[0m"),
                _ => out.push(letter),
            }
        }
        out.push('\n');
    }
    out
}

/// A drawn board with a text on each empty point that has one, named by its letter and number as in
/// the picture; `None` if there is no board. The notes below the board are left out.
pub fn with_texts(picture: &str, text: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut lines = picture.lines();
    let letters: Vec<&str> = lines.next().filter(|line| is_header(line))?.split(' ').collect();
    let letters: Vec<&str> = letters.into_iter().filter(|letter| !letter.is_empty()).collect();
    let is_row = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let mut rows: Vec<(&str, Vec<String>)> = Vec::new();
    for line in lines.take_while(is_row) {
        let number = line.split_whitespace().next()?;
        let (before, cells) = line.split_at(line.find(number)? + number.len());
        let cells = letters.iter().zip(cells.split_whitespace()).map(|(letter, cell)| {
            let shown = (cell == ".").then(|| text(&format!("{letter}{number}"))).flatten();
            shown.unwrap_or_else(|| cell.to_string())
        });
        rows.push((before, cells.collect()));
    }
    let width = rows.iter().flat_map(|(_, cells)| cells).map(|cell| cell.chars().count()).max()?;
    let mut out = String::from("  ");
    letters.iter().for_each(|letter| out.push_str(&format!(" {letter:>width$}")));
    trim_line(&mut out);
    for (before, cells) in rows {
        out.push_str(before);
        cells.iter().for_each(|cell| out.push_str(&format!(" {cell:>width$}")));
        trim_line(&mut out);
    }
    Some(out)
}

/// The content of a picture: the points of the board in order, and the lines below it.
pub struct Picture<'a, T = Player> {
    /// The stones, row by row from the top left.
    pub stones: Vec<Option<T>>,
    /// The lines below the board, trimmed, without blank lines.
    pub notes: Vec<&'a str>,
}

/// Reads the picture of a board of the given size.
pub fn parse(size: Size, text: &str) -> Result<Picture<'_>, NotationError> {
    parse_letters(size, text, &[("X", Player::Black), ("O", Player::White)])
}

/// Reads the picture of a board with these letters on points that are not empty.
pub fn parse_letters<'a, T: Copy>(
    size: Size,
    text: &'a str,
    letters: &[(&str, T)],
) -> Result<Picture<'a, T>, NotationError> {
    let mut stones = Vec::with_capacity(size.area());
    let mut notes = Vec::new();
    let expected = || {
        let names: Vec<&str> = letters.iter().map(|(letter, _)| *letter).collect();
        let each = names.join(" or ");
        format!("{} rows of {} points, each . or {each}", size.rows(), size.columns())
    };
    for (number, line) in text.lines().enumerate() {
        let place = || format!("line {}", number + 1);
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if stones.len() == size.area() {
            if !is_header(line) {
                notes.push(line);
            }
            continue;
        }
        if is_header(line) {
            continue;
        }
        let mut cells: Vec<&str> = line.split_whitespace().collect();
        let is_number = |cell: &&str| cell.bytes().all(|b| b.is_ascii_digit());
        if cells.first().is_some_and(is_number) {
            cells.remove(0);
        }
        if cells.last().is_some_and(is_number) {
            cells.pop();
        }
        if cells.len() != size.columns() as usize {
            let problem = format!("a row of {} points", cells.len());
            return Err(NotationError::new(place(), problem, expected()));
        }
        for cell in cells {
            let letter = letters.iter().find(|(letter, _)| *letter == cell);
            if letter.is_none() && cell != "." {
                let problem = format!("\"{cell}\" is no point");
                return Err(NotationError::new(place(), problem, expected()));
            }
            stones.push(letter.map(|(_, stone)| *stone));
        }
    }
    if stones.len() < size.area() {
        let rows = stones.len() / size.columns() as usize;
        return Err(NotationError::new(
            "end of the picture",
            format!("only {rows} rows"),
            expected(),
        ));
    }
    Ok(Picture { stones, notes })
}

/// The size of a drawn board: its first lines of points, with or without letters and numbers.
pub fn size_of(text: &str) -> Option<Size> {
    size_with(text, &["X", "O"])
}

/// The size of a drawn board with these letters on points that are not empty.
pub fn size_with(text: &str, letters: &[&str]) -> Option<Size> {
    let is_point = |cell: &&str| *cell == "." || letters.contains(cell);
    let points = |line: &str| line.split_whitespace().filter(is_point).count();
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !is_header(line));
    let rows: Vec<usize> = lines.map(points).take_while(|&points| points > 0).collect();
    Size::new(u8::try_from(*rows.first()?).ok()?, u8::try_from(rows.len()).ok()?)
}

/// Reads the line that says who moves.
pub fn parse_turn(note: &str) -> Result<Player, NotationError> {
    match note {
        "black to move" => Ok(Player::Black),
        "white to move" => Ok(Player::White),
        _ => Err(NotationError::new(
            "below the board",
            format!("\"{note}\""),
            "\"black to move\" or \"white to move\"",
        )),
    }
}

/// Is this the line of column letters?
fn is_header(line: &str) -> bool {
    let mut cells = line.split_whitespace();
    matches!(cells.next(), Some("a" | "A")) && cells.all(|cell| cell.len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_read_with_and_without_letters_and_numbers() {
        let size = Size::new(3, 2).expect("possible size");
        let plain = ". X O\nO . .\n\nwhite to move";
        let read = parse(size, plain).expect("a picture");
        assert_eq!(read.notes, ["white to move"]);
        for style in [Style::Go, Style::Hex] {
            let drawn = draw(size, style, |p| read.stones[p.index()]);
            assert_eq!(parse(size, &drawn).expect("own picture").stones, read.stones);
        }
    }

    #[test]
    fn texts_stand_on_empty_points() {
        let size = Size::new(3, 2).expect("possible size");
        let stone = |p: Point| (p == Point(1)).then_some(Player::Black);
        let values = |name: &str| match name {
            "a1" | "A2" => Some("+4".to_string()),
            "b2" | "C1" => Some("-".to_string()),
            _ => None,
        };
        let hex = draw(size, Style::Hex, stone) + "black to move\n";
        let expected = "    a  b  c\n 1 +4  X  .\n  2  .  -  .\n";
        assert_eq!(with_texts(&hex, values).as_deref(), Some(expected));
        let go = draw(size, Style::Go, stone);
        let expected = "    A  B  C\n 2 +4  X  .\n 1  .  .  -\n";
        assert_eq!(with_texts(&go, values).as_deref(), Some(expected));
        assert_eq!(with_texts("3 + 4 + 5", values), None, "there is no board");
        assert_eq!([size_of(&hex), size_of(&go)], [Some(size); 2]);
        assert_eq!(size_of("X . O\n. . .\nwhite to move"), Some(size));
        assert_eq!(size_of("(;SZ[3])"), None);
    }

    #[test]
    fn wrong_pictures_are_refused_with_the_place() {
        let size = Size::new(3, 2).expect("possible size");
        let error = |text| parse(size, text).err().expect("an error").to_string();
        let expected = "expected 2 rows of 3 points, each . or X or O";
        assert_eq!(error(". . .\n. . x"), format!("line 2: \"x\" is no point; {expected}"));
        assert_eq!(error(". . .\n. ."), format!("line 2: a row of 2 points; {expected}"));
        assert_eq!(error(". . ."), format!("end of the picture: only 1 rows; {expected}"));
    }
}
