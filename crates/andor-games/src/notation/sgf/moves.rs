//! Points, moves and sizes of the games in the Smart Game Format.
//!
//! Go and Gomoku write two letters, column and row from the top left; `tt` is a pass on all boards
//! up to 19x19. Hex writes a letter and a number, upper or lower case. Two letters in a Hex file
//! are refused: old programs disagree which letter is the column, and a point read the wrong way
//! round is worse than none. A bare `swap` is refused for the same reason.

use crate::notation::board::Refusal;
use crate::notation::coordinates::{self, Style};
use crate::notation::record::{RecordGame, RecordMove, Swap};
use crate::points::Point;
use crate::size::{LARGEST, Size, USUAL_LARGEST};

use super::tree::Value;

/// The number of a game in `GM`.
pub(super) fn game_number(game: RecordGame) -> u8 {
    match game {
        RecordGame::Go => 1,
        RecordGame::Gomoku => 4,
        RecordGame::Hex => 11,
    }
}

pub(super) fn parse_game(value: &Value) -> Result<RecordGame, Refusal> {
    let text = value.simple_text();
    [RecordGame::Go, RecordGame::Gomoku, RecordGame::Hex]
        .into_iter()
        .find(|&game| text.parse() == Ok(game_number(game)))
        .ok_or_else(|| {
            let problem = format!("GM[{text}] is not a game Andor knows");
            Refusal::new(problem, "1 (Go), 4 (Gomoku) or 11 (Hex)")
        })
}

/// The size of the board where a file does not say it.
pub(super) fn default_size(game: RecordGame) -> Size {
    let n = match game {
        RecordGame::Go => 19,
        RecordGame::Gomoku => 15,
        RecordGame::Hex => 11,
    };
    Size::new(n, n).expect("a possible size")
}

pub(super) fn parse_size(game: RecordGame, value: &Value) -> Result<Size, Refusal> {
    let largest = if game == RecordGame::Gomoku { LARGEST } else { USUAL_LARGEST };
    let simple = value.simple_text();
    let (columns, rows) = value.pair().unwrap_or_else(|| (simple.clone(), simple));
    let number = |text: &str| text.parse::<u8>().ok().filter(|&n| n <= largest);
    number(&columns).zip(number(&rows)).and_then(|(c, r)| Size::new(c, r)).ok_or_else(|| {
        Refusal::new(
            format!("SZ[{}] is not a possible size of a board", value.raw()),
            format!("SIZE or COLUMNS:ROWS, each from 1 to {largest}"),
        )
    })
}

pub(super) fn size_value(size: Size) -> Value {
    let (columns, rows) = (size.columns().to_string(), size.rows().to_string());
    if columns == rows { Value::of_text(&columns) } else { Value::of_pair(&columns, &rows) }
}

pub(super) fn point_text(game: RecordGame, size: Size, point: Point) -> String {
    match game {
        RecordGame::Hex => coordinates::point_text(size, Style::Hex, point),
        RecordGame::Go | RecordGame::Gomoku => {
            let letter = |n: u8| (b'a' + n) as char;
            [letter(size.column(point)), letter(size.row(point))].iter().collect()
        }
    }
}

pub(super) fn parse_point(game: RecordGame, size: Size, text: &str) -> Result<Point, Refusal> {
    if game == RecordGame::Hex {
        if text.len() == 2 && text.bytes().all(|b| b.is_ascii_alphabetic()) {
            return Err(Refusal::new(
                format!("point \"{text}\": programs disagree which of two letters is the column"),
                "a letter for the column and a number for the row",
            ));
        }
        return coordinates::parse_point(size, Style::Hex, text).map_err(|error| {
            Refusal::new(format!("{}: {}", error.place, error.problem), error.expected)
        });
    }
    let wrong = |problem: &str| {
        let corner = size.point(size.columns() - 1, size.rows() - 1);
        let last = point_text(game, size, corner);
        let expected = format!("two letters, column and row, from aa to {last}");
        Refusal::new(format!("point \"{text}\": {problem}"), expected)
    };
    match *text.as_bytes() {
        [column, row] if column.is_ascii_alphabetic() && row.is_ascii_alphabetic() => {
            let (column, row) = (column.wrapping_sub(b'a'), row.wrapping_sub(b'a'));
            if column < size.columns() && row < size.rows() {
                Ok(size.point(column, row))
            } else {
                Err(wrong(&format!("outside the {size} board")))
            }
        }
        _ => Err(wrong("not a point")),
    }
}

/// Reads one entry of a list of points: a point, or a rectangle from its top left to its bottom
/// right (`aa:cc`).
pub(super) fn parse_points(
    game: RecordGame,
    size: Size,
    value: &Value,
) -> Result<Vec<Point>, Refusal> {
    let Some((first, last)) = value.pair() else {
        return Ok(vec![parse_point(game, size, &value.simple_text())?]);
    };
    let first = parse_point(game, size, &first)?;
    let last = parse_point(game, size, &last)?;
    let columns = size.column(first)..=size.column(last);
    let rows = size.row(first)..=size.row(last);
    if columns.is_empty() || rows.is_empty() {
        return Err(Refusal::new(
            format!("\"{}\" is not a rectangle", value.raw()),
            "its top left and its bottom right point",
        ));
    }
    Ok(rows.flat_map(|row| columns.clone().map(move |column| size.point(column, row))).collect())
}

pub(super) fn parse_move(
    game: RecordGame,
    size: Size,
    value: &Value,
) -> Result<RecordMove, Refusal> {
    let text = value.simple_text();
    let word = text.to_ascii_lowercase();
    match (game, word.as_str()) {
        (_, "") => Ok(RecordMove::Pass),
        (RecordGame::Hex, "pass") => Ok(RecordMove::Pass),
        (RecordGame::Hex, "swap-pieces") => Ok(RecordMove::Swap(Swap::Pieces)),
        (RecordGame::Hex, "swap-sides") => Ok(RecordMove::Swap(Swap::Sides)),
        (RecordGame::Hex, "resign") => Ok(RecordMove::Resign),
        (RecordGame::Hex, "forfeit") => Ok(RecordMove::Forfeit),
        (RecordGame::Hex, "swap") => Err(Refusal::new(
            "programs disagree what a bare \"swap\" means",
            "swap-pieces or swap-sides",
        )),
        (RecordGame::Go | RecordGame::Gomoku, _)
            if text == "tt" && size.columns().max(size.rows()) <= USUAL_LARGEST =>
        {
            Ok(RecordMove::Pass)
        }
        _ => parse_point(game, size, &text).map(RecordMove::Point),
    }
}

/// The text of a move; none if the game's files cannot say it.
pub(super) fn move_text(game: RecordGame, size: Size, mv: RecordMove) -> Option<String> {
    Some(match (game, mv) {
        (_, RecordMove::Point(point)) => point_text(game, size, point),
        (RecordGame::Hex, RecordMove::Pass) => "pass".to_owned(),
        (RecordGame::Hex, RecordMove::Swap(Swap::Pieces)) => "swap-pieces".to_owned(),
        (RecordGame::Hex, RecordMove::Swap(Swap::Sides)) => "swap-sides".to_owned(),
        (RecordGame::Hex, RecordMove::Resign) => "resign".to_owned(),
        (RecordGame::Hex, RecordMove::Forfeit) => "forfeit".to_owned(),
        (RecordGame::Go | RecordGame::Gomoku, RecordMove::Pass) => String::new(),
        (RecordGame::Go | RecordGame::Gomoku, _) => return None,
    })
}
