//! Links to games of Hex on hexworld.org, as players send them to each other.
//!
//! ```text
//! https://hexworld.org/board/#11c1,c2:sf6d7:rb,e8
//!                             │ │  │           └ moves that were taken back
//!                             │ │  └ moves, Black first, then in turn
//!                             │ └ how the board is shown: not kept
//!                             └ size, `11` or `11x9`
//! ```
//!
//! Besides points there are `:s` (swap of pieces), `:p` (pass), `:rb` and `:rw` (Black or White
//! resigns), `:fb` and `:fw` (forfeits). The part before the `#` may be missing. Errors name the
//! character, counted from 1.

use super::board::{Board, Refusal};
use super::coordinates::{self, Style};
use super::record::{Record, RecordGame, RecordMove, Swap, Turn};
use crate::size::{Size, USUAL_LARGEST};
use andor_core::{NotationError, Player};
use std::fmt;
use std::str::FromStr;

const PAGE: &str = "https://hexworld.org/board/";

/// A link to a game of Hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    size: Size,
    moves: Vec<Turn>,
    future: Vec<Turn>,
}

impl Link {
    /// A link to the position after `moves`, from where `future` can be played again.
    ///
    /// Black begins, and the players move in turn; swaps of sides cannot be written.
    pub fn new(size: Size, moves: Vec<Turn>, future: Vec<Turn>) -> Result<Link, NotationError> {
        let mut board = Board::new(RecordGame::Hex, size);
        for (number, &turn) in moves.iter().chain(&future).enumerate() {
            let gives_up = matches!(turn.mv, RecordMove::Resign | RecordMove::Forfeit);
            let played = match turn.mv {
                RecordMove::Swap(Swap::Sides) => {
                    Err(Refusal::new("links know no swap of sides", "a swap of pieces"))
                }
                _ if turn.player != board.to_move() && !gives_up => {
                    let problem = format!("a move by {} out of turn", turn.player);
                    Err(Refusal::new(problem, format!("a move by {}", board.to_move())))
                }
                _ => board.play(turn),
            };
            played.map_err(|refusal| refusal.at(format!("move {}", number + 1)))?;
        }
        Ok(Link { size, moves, future })
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The moves up to the position that the link shows.
    pub fn moves(&self) -> &[Turn] {
        &self.moves
    }

    /// The moves that were taken back.
    pub fn future(&self) -> &[Turn] {
        &self.future
    }

    /// The game up to the position that the link shows.
    pub fn record(&self) -> Record {
        Record { moves: self.moves.clone(), ..Record::new(RecordGame::Hex, self.size) }
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PAGE}#{}", self.size.columns())?;
        if self.size.rows() != self.size.columns() {
            write!(f, "x{}", self.size.rows())?;
        }
        f.write_str("c1,")?;
        self.moves.iter().try_for_each(|&turn| self.write_turn(f, turn))?;
        if !self.future.is_empty() {
            f.write_str(",")?;
        }
        self.future.iter().try_for_each(|&turn| self.write_turn(f, turn))
    }
}

impl Link {
    fn write_turn(&self, f: &mut fmt::Formatter<'_>, turn: Turn) -> fmt::Result {
        let initial = match turn.player {
            Player::Black => 'b',
            Player::White => 'w',
        };
        match turn.mv {
            RecordMove::Point(point) => {
                f.write_str(&coordinates::point_text(self.size, Style::Hex, point))
            }
            RecordMove::Pass => f.write_str(":p"),
            RecordMove::Swap(_) => f.write_str(":s"),
            RecordMove::Resign => write!(f, ":r{initial}"),
            RecordMove::Forfeit => write!(f, ":f{initial}"),
        }
    }
}

impl FromStr for Link {
    type Err = NotationError;

    /// Reads a link, or what follows its `#`.
    fn from_str(text: &str) -> Result<Link, NotationError> {
        Reader { text, at: 0 }.link()
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Reads the next letters that fit.
    fn take(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|letter| !fits(letter)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    fn take_if(&mut self, letter: char) -> bool {
        let found = self.rest().starts_with(letter);
        self.at += if found { letter.len_utf8() } else { 0 };
        found
    }

    fn place(&self, at: usize) -> String {
        format!("character {}", self.text[..at].chars().count() + 1)
    }

    /// The error that something else should be where the reader stands.
    fn unexpected(&self, expected: &str) -> NotationError {
        let problem = match self.rest().chars().next() {
            Some(letter) => format!("unexpected {letter:?}"),
            None => "the link ends".to_owned(),
        };
        NotationError::new(self.place(self.at), problem, expected)
    }

    fn link(mut self) -> Result<Link, NotationError> {
        self.take(char::is_whitespace);
        self.text = self.text.trim_end();
        self.at = self.at.min(self.text.len());
        self.skip_page()?;
        let size = self.size()?;
        self.take(|letter| letter.is_ascii_alphanumeric());
        let mut board = Board::new(RecordGame::Hex, size);
        let mut parts = [Vec::new(), Vec::new()];
        for part in &mut parts {
            if self.rest().is_empty() {
                break;
            }
            if !self.take_if(',') {
                return Err(self.unexpected("a comma, or a move such as a1 or :s"));
            }
            while self.rest().starts_with(|c: char| c == ':' || c.is_ascii_alphanumeric()) {
                part.push(self.turn(size, &mut board)?);
            }
        }
        if !self.rest().is_empty() {
            return Err(self.unexpected("a move such as a1 or :s, or the end"));
        }
        let [moves, future] = parts;
        Ok(Link { size, moves, future })
    }

    /// Reads the address of the page, if there is one.
    fn skip_page(&mut self) -> Result<(), NotationError> {
        let Some(hash) = self.rest().find('#') else { return Ok(()) };
        let page = self.rest()[..hash].to_ascii_lowercase();
        let page = page.strip_prefix("https://").or(page.strip_prefix("http://")).unwrap_or(&page);
        let page = page.strip_prefix("www.").unwrap_or(page);
        if !matches!(page, "" | "hexworld.org/board" | "hexworld.org/board/") {
            let problem = "this is not the board of HexWorld";
            let expected = format!("a link that begins with {PAGE}#");
            return Err(NotationError::new(self.place(self.at), problem, expected));
        }
        self.at += hash + 1;
        Ok(())
    }

    fn size(&mut self) -> Result<Size, NotationError> {
        let at = self.at;
        let columns = self.take(|letter| letter.is_ascii_digit());
        if columns.is_empty() {
            return Err(self.unexpected("the size of the board, such as 11 or 11x9"));
        }
        let rows =
            if self.take_if('x') { self.take(|letter| letter.is_ascii_digit()) } else { columns };
        let number = |text: &str| text.parse::<u8>().ok().filter(|&n| n <= USUAL_LARGEST);
        number(columns).zip(number(rows)).and_then(|(c, r)| Size::new(c, r)).ok_or_else(|| {
            let problem = format!("\"{}\" is not a possible size", &self.text[at..self.at]);
            let expected = format!("SIZE or COLUMNSxROWS, each from 1 to {USUAL_LARGEST}");
            NotationError::new(self.place(at), problem, expected)
        })
    }

    fn turn(&mut self, size: Size, board: &mut Board) -> Result<Turn, NotationError> {
        let at = self.at;
        let turn = if self.take_if(':') {
            let (letters, player, mv) = match self.rest().as_bytes() {
                [b's', ..] => (1, board.to_move(), RecordMove::Swap(Swap::Pieces)),
                [b'p', ..] => (1, board.to_move(), RecordMove::Pass),
                [b'r', b'b', ..] => (2, Player::Black, RecordMove::Resign),
                [b'r', b'w', ..] => (2, Player::White, RecordMove::Resign),
                [b'f', b'b', ..] => (2, Player::Black, RecordMove::Forfeit),
                [b'f', b'w', ..] => (2, Player::White, RecordMove::Forfeit),
                _ => return Err(self.unexpected("one of s, p, rb, rw, fb, fw after the colon")),
            };
            self.at += letters;
            Turn::new(player, mv)
        } else {
            self.take(|letter| letter.is_ascii_alphabetic());
            self.take(|letter| letter.is_ascii_digit());
            let name = &self.text[at..self.at];
            let point = coordinates::parse_point(size, Style::Hex, name).map_err(|error| {
                let problem = format!("{}: {}", error.place, error.problem);
                NotationError::new(self.place(at), problem, error.expected)
            })?;
            Turn::new(board.to_move(), RecordMove::Point(point))
        };
        board.play(turn).map_err(|refusal| refusal.at(self.place(at)))?;
        Ok(turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a link and writes it again, without the address.
    fn check(text: &str, expected: &str) {
        let link: Link = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(link.to_string(), format!("https://hexworld.org/board/#{expected}"), "{text}");
        let made = Link::new(link.size(), link.moves().to_vec(), link.future().to_vec());
        assert_eq!(made, Ok(link), "{text}");
    }

    #[test]
    fn links_are_read() {
        check("https://hexworld.org/board/#11c1,a2b3", "11c1,a2b3");
        check("http://www.hexworld.org/board#11c1,a2b3", "11c1,a2b3");
        check(" hexworld.org/board/#11c1,a2b3\n", "11c1,a2b3");
        check("#11c1,a2b3", "11c1,a2b3");
        check("11,a2B3", "11c1,a2b3");
        check("11", "11c1,");
        check("5x3r10nc1,e3:pa1", "5x3c1,e3:pa1");
        check("5x5c1,a1", "5c1,a1");
        check("9c1,c2:sd4e5:rw", "9c1,c2:sd4e5:rw");
        check("9c1,c2:sd4,e5:fb", "9c1,c2:sd4,e5:fb");
        check("9c1,,a1", "9c1,,a1");
        check("9c1,a1,", "9c1,a1");
    }

    #[test]
    fn the_players_move_in_turn_and_resign_by_name() {
        let link: Link = "9c1,c2:sd4:pe5:rw,".parse().expect("a link");
        let players: String = link
            .moves()
            .iter()
            .map(|turn| if turn.player == Player::Black { 'b' } else { 'w' })
            .collect();
        assert_eq!(players, "bwbwbw");
        let board = link.record().board(usize::MAX).expect("a board");
        let stones: Vec<String> = board
            .stones()
            .iter()
            .map(|&(player, point)| {
                format!("{player} {}", coordinates::point_text(link.size(), Style::Hex, point))
            })
            .collect();
        assert_eq!(stones, ["white b3", "black d4", "black e5"]);
        assert_eq!(board.given_up(), Some(Player::White));
    }

    #[test]
    fn what_is_no_link_is_refused_with_the_place() {
        let start = "the size of the board, such as 11 or 11x9";
        let size = "SIZE or COLUMNSxROWS, each from 1 to 19";
        let comma = "a comma, or a move such as a1 or :s";
        let point = "a letter and a number from a1 to i9";
        let colon = "one of s, p, rb, rw, fb, fw after the colon";
        let swap = "a swap as the second move of a game of Hex, after one black stone";
        for (text, problem, expected) in [
            ("", "character 1: the link ends", start),
            ("  hello", "character 3: unexpected 'h'", start),
            (
                "https://example.org/#9c1,a1",
                "character 1: this is not the board of HexWorld",
                "a link that begins with https://hexworld.org/board/#",
            ),
            ("#20c1,a1", "character 2: \"20\" is not a possible size", size),
            ("#9xc1,a1", "character 2: \"9x\" is not a possible size", size),
            ("#0c1", "character 2: \"0\" is not a possible size", size),
            ("#9c1;a1", "character 5: unexpected ';'", comma),
            ("#9c1,a1 b2", "character 8: unexpected ' '", comma),
            (
                "#9c1,a1,b2,c3",
                "character 11: unexpected ','",
                "a move such as a1 or :s, or the end",
            ),
            ("#9c1,a1j1", "character 8: point \"j1\": outside the 9x9 board", point),
            ("#9c1,aa1", "character 6: point \"aa1\": not the name of a point", point),
            ("#9c1,7", "character 6: point \"7\": not the name of a point", point),
            ("#9c1,a1:x", "character 9: unexpected 'x'", colon),
            ("#9c1,a1:r", "character 9: unexpected 'r'", colon),
            (
                "#9c1,a1a1",
                "character 8: there is a stone on a1 already",
                "a move on an empty point",
            ),
            ("#9c1,a1b1:s", "character 10: a swap is not possible here", swap),
            (
                "#9x8c1,a1:s",
                "character 10: no swap of pieces on the 9x8 board",
                "a board with as many columns as rows",
            ),
            ("#9c1,a1:rw,b1", "character 12: a move after white gave up", "no further move"),
        ] {
            let error = text.parse::<Link>().expect_err(text).to_string();
            assert_eq!(error, format!("{problem}; expected {expected}"), "{text}");
        }
    }

    #[test]
    fn what_a_link_cannot_say_is_refused() {
        let size = Size::new(3, 3).expect("a size");
        let turn = |player, point| Turn::new(player, RecordMove::Point(size.point(point, 0)));
        let error = |moves| Link::new(size, moves, vec![]).expect_err("an error").to_string();
        assert_eq!(
            error(vec![turn(Player::Black, 0), turn(Player::Black, 1)]),
            "move 2: a move by black out of turn; expected a move by white"
        );
        let swap = Turn::new(Player::White, RecordMove::Swap(Swap::Sides));
        assert_eq!(
            error(vec![turn(Player::Black, 0), swap]),
            "move 2: links know no swap of sides; expected a swap of pieces"
        );
    }
}
