//! Books of openings of Hex: what becomes of a first stone.
//!
//! A book is text. The first line is `andor-hex-book 1`. A line `board 11x11` begins a board, and
//! each line after it is an opening of that board: Black's stone, the winner (`black` or `white`)
//! or Black's chance, White's best reply, and the nodes that were searched. An opening and its
//! rotation by half a turn are the same, and one of them is written. What follows `#` does not
//! count.
//!
//! ```text
//! andor-hex-book 1
//! board 11x11
//! a2 0.46 f6 15204
//! ```

use andor_core::{NotationError, Player};
use andor_games::notation::coordinates::{Style, parse_point, point_text};
use andor_games::points::Point;
use andor_games::size::Size;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

/// The first line of a book.
const HEAD: &str = "andor-hex-book 1";

/// The book of openings that comes with Andor.
static USUAL: LazyLock<HexBook> = LazyLock::new(|| {
    HexBook::parse(include_str!("../../../data/hex-openings.txt"), "the book of Andor")
        .unwrap_or_default()
});

/// What becomes of a first stone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HexOpening {
    /// Who wins, if it is solved.
    pub winner: Option<Player>,
    /// The chance of Black, who made the move.
    pub chance: f32,
    /// White's best reply.
    pub reply: Point,
    /// The nodes that were searched.
    pub nodes: u64,
}

impl HexOpening {
    /// Should White take the stone over?
    pub fn is_swapped(&self) -> bool {
        self.winner.map_or(self.chance > 0.5, |winner| winner == Player::Black)
    }
}

/// Openings of several boards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HexBook {
    /// For the columns and rows of a board its openings, each in the one of its two places that
    /// comes first.
    boards: BTreeMap<(u8, u8), BTreeMap<Point, HexOpening>>,
}

/// The point after half a turn of the board.
fn turned(size: Size, point: Point) -> Point {
    size.point(size.columns() - 1 - size.column(point), size.rows() - 1 - size.row(point))
}

impl HexBook {
    /// The book that comes with Andor.
    pub fn usual() -> &'static HexBook {
        &USUAL
    }

    /// Reads a book; `source` names it in errors.
    pub fn parse(text: &str, source: &str) -> Result<HexBook, NotationError> {
        let mut book = HexBook::default();
        let mut board = None;
        let mut has_head = false;
        for (number, line) in text.lines().enumerate() {
            let words: Vec<&str> =
                line.split('#').next().unwrap_or_default().split_whitespace().collect();
            let wrong = |expected: &str| {
                let place = format!("{source}, line {}", number + 1);
                NotationError::new(place, format!("found \"{}\"", line.trim()), expected)
            };
            match words[..] {
                [] => {}
                _ if !has_head => {
                    has_head = words.join(" ") == HEAD;
                    if !has_head {
                        return Err(wrong(HEAD));
                    }
                }
                ["board", size] => {
                    let size: Size = size.parse().map_err(|_| wrong("board COLUMNSxROWS"))?;
                    board = Some(size);
                }
                [stone, worth, reply, nodes] => {
                    let size = board.ok_or_else(|| wrong("board COLUMNSxROWS"))?;
                    let point = |text: &str| parse_point(size, Style::Hex, text);
                    let (Ok(stone), Ok(reply)) = (point(stone), point(reply)) else {
                        return Err(wrong("points of the board"));
                    };
                    let (winner, chance) = match worth {
                        "black" => (Some(Player::Black), 1.0),
                        "white" => (Some(Player::White), 0.0),
                        _ => (None, worth.parse().unwrap_or(-1.0)),
                    };
                    if !(0.0..=1.0).contains(&chance) {
                        return Err(wrong("black, white or a chance from 0 to 1"));
                    }
                    let nodes = nodes.parse().map_err(|_| wrong("a number of nodes"))?;
                    if reply == stone {
                        return Err(wrong("a reply on another point"));
                    }
                    let opening = HexOpening { winner, chance, reply, nodes };
                    if book.add(size, stone, opening).is_some() {
                        return Err(wrong("an opening that was not there before"));
                    }
                }
                _ => {
                    return Err(wrong("STONE WINNER-OR-CHANCE REPLY NODES, or board COLUMNSxROWS"));
                }
            }
        }
        match has_head {
            true => Ok(book),
            false => Err(NotationError::new(source, "it is empty", HEAD)),
        }
    }

    /// Puts an opening in; gives the one that was there.
    pub fn add(&mut self, size: Size, stone: Point, opening: HexOpening) -> Option<HexOpening> {
        let board = self.boards.entry((size.columns(), size.rows())).or_default();
        match turned(size, stone) {
            other if other < stone => {
                let reply = turned(size, opening.reply);
                board.insert(other, HexOpening { reply, ..opening })
            }
            _ => board.insert(stone, opening),
        }
    }

    /// What becomes of a first stone, if the book tells.
    pub fn opening(&self, size: Size, stone: Point) -> Option<HexOpening> {
        let board = self.boards.get(&(size.columns(), size.rows()))?;
        let other = turned(size, stone);
        match board.get(&stone) {
            Some(opening) => Some(*opening),
            None => board
                .get(&other)
                .map(|opening| HexOpening { reply: turned(size, opening.reply), ..*opening }),
        }
    }

    /// The stones that have to be looked at for a whole board: of an opening and its rotation only
    /// one.
    pub fn stones(size: Size) -> impl Iterator<Item = Point> {
        size.points().filter(move |&point| point <= turned(size, point))
    }

    /// The fairest first stone: its chance is closest to one half; where all are solved, it was the
    /// hardest to solve.
    pub fn fairest(&self, size: Size) -> Option<Point> {
        let board = self.boards.get(&(size.columns(), size.rows()))?;
        let doubt = |opening: &HexOpening| (opening.chance - 0.5).abs();
        let open = board.iter().filter(|(_, opening)| opening.winner.is_none());
        let even = open.min_by(|one, other| doubt(one.1).total_cmp(&doubt(other.1)));
        let hardest = || board.iter().max_by_key(|(_, opening)| opening.nodes);
        even.or_else(hardest).map(|(&stone, _)| stone)
    }
}

/// The text of the book.
impl fmt::Display for HexBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        for (&(columns, rows), openings) in &self.boards {
            let Some(size) = Size::new(columns, rows) else { continue };
            writeln!(f, "board {size}")?;
            let name = |point| point_text(size, Style::Hex, point);
            for (&stone, HexOpening { winner, chance, reply, nodes }) in openings {
                let worth = winner.map_or(format!("{chance:.2}"), |winner| winner.to_string());
                writeln!(f, "{} {worth} {} {nodes}", name(stone), name(*reply))?;
            }
        }
        Ok(())
    }
}
