//! Reads what somebody pasted or dropped on the page.

use crate::error::Wrong;
use andor_solver::{BadInput, GameTree, Problem, family};
use serde::Deserialize;

/// A text of which it is not known what it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pasted {
    text: String,
    name: Option<String>,
    /// The present position.
    problem: Option<Problem>,
}

/// The game in a text: an SGF file, a HexWorld link, a problem, a drawn board, or moves that go on
/// from the present position.
pub(crate) fn tree(pasted: &Pasted) -> Result<GameTree, Wrong> {
    let text = pasted.text.trim();
    let source = pasted.name.as_ref().map_or("text".to_string(), |name| format!("file \"{name}\""));
    let here = pasted.problem.as_ref();
    if text.starts_with('(') || text.starts_with(";") {
        let first = GameTree::from_sgf(&source, text, None, here);
        // Of a collection the first game.
        return Ok(first.or_else(|error| {
            GameTree::from_sgf(&source, text, Some(1), here).map_err(|_| error)
        })?);
    }
    if text.contains("hexworld.org") {
        return Ok(GameTree::of(&Problem::from_hexworld(text)?)?);
    }
    let first = text.split_whitespace().next().unwrap_or_default();
    if family(first).is_ok() {
        return Ok(GameTree::of(&text.parse()?)?);
    }
    if let Some(here) = here {
        let is_drawing = text.lines().filter(|line| is_row(line)).count() > 1;
        if is_drawing {
            let drawn = Problem::from_picture(here.family(), &source, &pasted.text)?;
            return Ok(GameTree::of(&drawn)?);
        }
        return Ok(GameTree::of(&here.clone().with_moves(text))?);
    }
    let expected = "expected an SGF file, a HexWorld link, a problem such as hex 5x5, or moves";
    Err(BadInput::Request(format!("{source}: not understood; {expected}")).into())
}

/// Is it a row of a drawn board?
fn is_row(line: &str) -> bool {
    let points = line.split_whitespace().filter(|word| [".", "X", "O", "*", "o"].contains(word));
    points.count() > 1
}
