//! The openings of a match: from a file, or drawn.

use andor_games::notation::coordinates::point_text;
use andor_games::notation::record::RecordGame;
use andor_games::size::Size;
use andor_solver::Problem;
use anyhow::{Result, bail};

/// An opening: moves in turn.
pub type Opening = Vec<String>;

/// Reads openings: one a line, moves such as `h8 i9` with blanks or commas between them. Blank
/// lines and the rest of a line after `#` do not count.
pub fn read(text: &str, file: &str, problem: &Problem) -> Result<Vec<Opening>> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let place = |name: &str| format!("{file}, line {}, move \"{name}\"", number + 1);
        let mut board = problem.open()?;
        let is_gap = |letter: char| letter.is_whitespace() || letter == ',';
        for name in line.split(is_gap).filter(|name| !name.is_empty()) {
            if let Err(refused) = board.play(board.to_move(), name) {
                bail!("{}: {refused}; expected a legal move", place(name));
            }
        }
        if board.scene().outcome.is_some() {
            bail!("{file}, line {}: the game is over; expected an opening", number + 1);
        }
        let opening: Opening = board.moves().into_iter().map(|(_, mv)| mv).collect();
        if !opening.is_empty() {
            openings.push(opening);
        }
    }
    match openings.is_empty() {
        true => bail!("{file}: no opening; expected one on each line, such as h8 g10"),
        false => Ok(openings),
    }
}

/// How many stones a drawn opening has, and within how many columns and rows of the centre they
/// lie.
fn stones(game: RecordGame) -> (usize, u8) {
    match game {
        RecordGame::Gomoku => (4, 3),
        RecordGame::Go => (2, 2),
        // Every point of Hex is some opening.
        RecordGame::Hex => (1, u8::MAX),
    }
}

/// Draws an opening.
pub fn draw(
    problem: &Problem,
    game: RecordGame,
    size: Size,
    rng: &mut fastrand::Rng,
) -> Result<Opening> {
    let (stones, near) = stones(game);
    let mut board = problem.open()?;
    let mut opening = Opening::new();
    let stones = stones.min(size.area() / 4);
    while opening.len() < stones {
        let mut coordinate = |side: u8| {
            let centre = side / 2;
            rng.u8(centre.saturating_sub(near)..=centre.saturating_add(near).min(side - 1))
        };
        let point = size.point(coordinate(size.columns()), coordinate(size.rows()));
        let name = point_text(size, game.style(), point);
        if board.play(board.to_move(), &name).is_ok() {
            opening.push(name);
        }
    }
    Ok(opening)
}
