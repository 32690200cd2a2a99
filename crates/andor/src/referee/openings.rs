//! The openings of a match: from a file, or drawn.

use andor_games::notation::coordinates::{Style, parse_point, point_text};
use andor_games::points::Point;
use andor_games::size::Size;
use andor_solver::{Problem, Session};
use anyhow::{Result, bail};

/// Drawn openings have so many stones.
const STONES: usize = 4;

/// Drawn stones lie within so many columns and rows of the centre.
const NEAR: u8 = 3;

/// Reads openings: one a line, moves such as `h8 i9` with blanks or commas between them. Blank lines and the
/// rest of a line after `#` do not count.
pub fn read(text: &str, file: &str, size: Size, problem: &Problem) -> Result<Vec<Vec<Point>>> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let place = |name: &str| format!("{file}, line {}, move \"{name}\"", number + 1);
        let mut session = Session::new(problem)?;
        let mut opening = Vec::new();
        let is_gap = |letter: char| letter.is_whitespace() || letter == ',';
        for name in line.split(is_gap).filter(|name| !name.is_empty()) {
            let Ok(point) = parse_point(size, Style::Go, name) else {
                bail!("{}: no point of the board; expected a letter and a number", place(name));
            };
            if let Err(refused) = session.play(session.to_move(), name) {
                bail!("{}: {refused}; expected a legal move", place(name));
            }
            opening.push(point);
        }
        if session.scene().outcome.is_some() {
            bail!("{file}, line {}: the game is over; expected an opening", number + 1);
        }
        if !opening.is_empty() {
            openings.push(opening);
        }
    }
    match openings.is_empty() {
        true => bail!("{file}: no opening; expected one on each line, such as h8 j9 g10"),
        false => Ok(openings),
    }
}

/// Draws an opening near the centre of the board.
pub fn draw(size: Size, problem: &Problem, rng: &mut fastrand::Rng) -> Result<Vec<Point>> {
    let mut session = Session::new(problem)?;
    let mut opening: Vec<Point> = Vec::new();
    let stones = STONES.min(size.area() / 4);
    while opening.len() < stones {
        let mut near = |side: u8| {
            let centre = side / 2;
            rng.u8(centre.saturating_sub(NEAR)..=(centre + NEAR).min(side - 1))
        };
        let point = size.point(near(size.columns()), near(size.rows()));
        let name = point_text(size, Style::Go, point);
        if session.play(session.to_move(), &name).is_ok() {
            opening.push(point);
        }
    }
    Ok(opening)
}
