//! Books of openings of Hex: what becomes of a first stone.
//!
//! A book is text. The first line is `andor-hex-book 1`. A line `board 11x11` begins a board, and each line after it is an
//! opening of that board: Black's stone, the winner (`black` or `white`) or Black's chance, White's best reply, and the
//! nodes that were searched. An opening and its rotation by half a turn are the same, and one of them is written. What
//! follows `#` does not count.
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
    /// For the columns and rows of a board its openings, each in the one of its two places that comes first.
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

    /// The stones that have to be looked at for a whole board: of an opening and its rotation only one.
    pub fn stones(size: Size) -> impl Iterator<Item = Point> {
        size.points().filter(move |&point| point <= turned(size, point))
    }

    /// The fairest first stone: its chance is closest to one half; where all are solved, it was the hardest to solve.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn point(size: Size, text: &str) -> Point {
        parse_point(size, Style::Hex, text).expect("a point")
    }

    #[test]
    fn books_are_read_and_written() {
        let text = "andor-hex-book 1\nboard 3x3\na1 white b2 4\nb1 0.25 c2 7\nb2 black a1 9\n";
        let book = HexBook::parse(text, "book").expect("a book");
        assert_eq!(book.to_string(), text);
        let size: Size = "3x3".parse().expect("a size");
        let opening = book.opening(size, point(size, "b3")).expect("a rotation");
        assert_eq!((opening.reply, opening.chance), (point(size, "a2"), 0.25));
        assert!(!opening.is_swapped());
        assert!(book.opening(size, point(size, "b2")).expect("an opening").is_swapped());
        assert_eq!(book.opening(size, point(size, "a2")), None);
        assert_eq!(book.fairest(size), Some(point(size, "b1")));
        assert_eq!(book.fairest("4x4".parse().expect("a size")), None);
        assert_eq!(HexBook::stones(size).count(), 5);
    }

    #[test]
    fn broken_books_are_refused() {
        let check = |text: &str, place: &str, expected: &str| {
            let error = HexBook::parse(text, "book").expect_err(text).to_string();
            assert!(error.starts_with(place) && error.contains(expected), "{text:?}: {error}");
        };
        let head = "andor-hex-book 1\n";
        check("", "book", "andor-hex-book 1");
        check("# nothing\nboard 3x3\n", "book, line 2", "andor-hex-book 1");
        check("andor-hex-book 2\n", "book, line 1", "andor-hex-book 1");
        check(&format!("{head}a1 white b2 4\n"), "book, line 2", "board COLUMNSxROWS");
        check(&format!("{head}board 99x1\n"), "book, line 2", "board COLUMNSxROWS");
        let board = format!("{head}board 3x3\n");
        check(&format!("{board}a4 white b2 4\n"), "book, line 3", "points of the board");
        check(&format!("{board}a1 red b2 4\n"), "book, line 3", "black, white or a chance");
        check(&format!("{board}a1 NaN b2 4\n"), "book, line 3", "black, white or a chance");
        check(&format!("{board}a1 0.5 b2 -4\n"), "book, line 3", "a number of nodes");
        check(&format!("{board}a1 0.5 a1 4\n"), "book, line 3", "another point");
        check(&format!("{board}a1 0.5 b2\n"), "book, line 3", "STONE");
        check(&format!("{board}a1 0.5 b2 4\nc3 0.5 b2 4\n"), "book, line 4", "not there before");
    }

    /// Changed texts give an error or a book that is written and read again the same.
    #[test]
    fn changed_books_do_no_harm() {
        let text = "andor-hex-book 1\nboard 3x3 # small\na1 white b2 4\nb1 0.25 c2 7\nboard 19x2\ns1 black a1 99\n";
        let bits = [
            "board", "1x1", "19x19", "\n", " ", "#", "a1", "s19", "0.5", "-1", "é", "black", "1e9",
        ];
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..20_000 {
            let mut words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
            for _ in 0..rng.usize(1..4) {
                let place = rng.usize(..words.len());
                match rng.usize(..3) {
                    0 => words[place] = bits[rng.usize(..bits.len())],
                    1 => words.insert(place, bits[rng.usize(..bits.len())]),
                    _ => words.truncate(place.max(1)),
                }
            }
            if let Ok(book) = HexBook::parse(&words.concat(), "book") {
                assert_eq!(HexBook::parse(&book.to_string(), "book"), Ok(book));
            }
        }
    }

    /// The book that comes with Andor can be read.
    #[test]
    fn the_usual_book_is_there() {
        let text = include_str!("../../../data/hex-openings.txt");
        assert_eq!(HexBook::parse(text, "book").map(|book| &book == HexBook::usual()), Ok(true));
        let size: Size = "11x11".parse().expect("a size");
        assert!(HexBook::stones(size).all(|stone| HexBook::usual().opening(size, stone).is_some()));
    }
}
