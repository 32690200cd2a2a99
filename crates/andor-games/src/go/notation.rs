//! Text of Go moves and positions.
//!
//! ```text
//!    A B C D
//!  3 . X O .
//!  2 X . X O
//!  1 . X O .
//! white to move
//! ko C2
//! ```
//!
//! The lines below the board say who moves, the point that the basic ko rule forbids, how many
//! passes came last (`1 pass`, `2 passes`), and how many passes end the game if these are more than
//! two (`3 to end`). Without these lines: Black moves, no point is forbidden, no pass was made, two
//! passes end the game.

use super::{Go, Ko, Move, Passes, Position};
use crate::notation::coordinates::{Style, parse_point, point_text};
use crate::notation::picture;
use crate::points::{Point, Points};
use andor_core::{Notation, NotationError, Player};

impl<const W: usize> Go<W> {
    fn point_name(&self, point: Point) -> String {
        point_text(self.size(), Style::Go, point)
    }

    /// Adds the content of a line below the board.
    fn read_note(&self, pos: &mut Position<W>, note: &str) -> Result<(), NotationError> {
        let place = || format!("line \"{note}\"");
        let words: Vec<&str> = note.split_whitespace().collect();
        match words[..] {
            ["black", "to", "move"] => pos.to_move = Player::Black,
            ["white", "to", "move"] => pos.to_move = Player::White,
            ["1", "pass"] => pos.passes = 1,
            ["2", "passes"] => pos.passes = 2,
            ["3", "passes"] => pos.passes = 3,
            ["4", "passes"] => pos.passes = 4,
            ["3", "to", "end"] if self.rules.passes == Passes::AfterKoMore => pos.waits = 1,
            ["4", "to", "end"] if self.rules.passes == Passes::AfterKoMore => pos.waits = 2,
            ["ko", point] => pos.ko = Some(parse_point(self.size(), Style::Go, point)?),
            _ => {
                let expected = "\"black to move\", \"white to move\", \"ko POINT\", \"1 pass\", \
                                \"2 passes\" or, where ko captures ask for more, \"3 to end\"";
                return Err(NotationError::new(place(), "not understood", expected));
            }
        }
        Ok(())
    }

    /// Are the passes that came last and the passes that are needed consistent?
    fn check_passes(&self, pos: &Position<W>) -> Result<(), NotationError> {
        let wrong = |problem: String, expected: &str| {
            Err(NotationError::new("passes", problem, expected.to_string()))
        };
        if pos.passes > pos.last_pass() {
            let problem = format!("{} passes, but {} end the game", pos.passes, pos.last_pass());
            return wrong(problem, "no pass after the end");
        }
        let after_ko = self.rules.passes == Passes::AfterKoMore && pos.ko.is_some();
        if pos.passes == 0 && after_ko != (pos.waits > 0) {
            let problem = format!("{} passes to end the game", pos.last_pass());
            return wrong(problem, "3 or 4 after the capture of a ko stone, else 2");
        }
        Ok(())
    }

    /// The position with a point where the player to move must not retake a ko.
    pub fn with_ko(&self, pos: &Position<W>, point: Point) -> Result<Position<W>, NotationError> {
        self.check_ko(pos, point)?;
        Ok(Position { ko: Some(point), ..pos.clone() })
    }

    /// Can the last move have been a capture that makes this point forbidden?
    fn check_ko(&self, pos: &Position<W>, point: Point) -> Result<(), NotationError> {
        let wrong = |problem: &str| {
            let place = format!("ko {}", self.point_name(point));
            let expected = "a point where the player to move could retake one stone, under basic \
                            ko, with no pass before";
            Err(NotationError::new(place, problem, expected))
        };
        if self.rules.ko != Ko::Basic {
            return wrong(&format!("no point is forbidden under the rules {}", self.rules));
        }
        if pos.passes > 0 {
            return wrong("a pass lifts the ban");
        }
        // The point is empty among stones of the opponent, and the play there captures one stone.
        let mut stones = pos.stones;
        let enemies = pos.stones[pos.to_move.other().index()];
        if !self.board.empty(&stones).contains(point)
            || !self.board.adjacent(point).is_subset(&enemies)
            || self.board.place(&mut stones, pos.to_move, point).captured.len() != 1
        {
            return wrong("no stone can be retaken there");
        }
        Ok(())
    }
}

impl<const W: usize> Notation for Go<W> {
    fn move_text(&self, mv: Move) -> String {
        match mv {
            Move::At(point) => self.point_name(point),
            Move::Pass => "pass".to_string(),
        }
    }

    fn parse_move(&self, pos: &Position<W>, text: &str) -> Result<Move, NotationError> {
        let wrong = |problem| {
            let place = format!("move \"{text}\"");
            let expected = "an empty point where the rules allow a play, or pass";
            Err(NotationError::new(place, problem, expected))
        };
        if pos.is_over() {
            return wrong("the game is over");
        }
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        let point = parse_point(self.size(), Style::Go, text)?;
        if !self.board.empty(&pos.stones).contains(point) {
            return wrong("the point is occupied");
        }
        if pos.ko == Some(point) {
            return wrong("the ko may not be retaken at once");
        }
        if !self.allows(pos, point) {
            return wrong("the stone would have no liberty");
        }
        Ok(Move::At(point))
    }

    fn draw(&self, pos: &Position<W>) -> String {
        let owner = |point| Player::BOTH.into_iter().find(|p| pos.stones(*p).contains(point));
        let mut out = picture::draw(self.size(), Style::Go, owner);
        out.push_str(&format!("{} to move\n", pos.to_move));
        if let Some(point) = pos.ko {
            out.push_str(&format!("ko {}\n", self.point_name(point)));
        }
        match pos.passes {
            0 => {}
            1 => out.push_str("1 pass\n"),
            more => out.push_str(&format!("{more} passes\n")),
        }
        if pos.waits > 0 {
            out.push_str(&format!("{} to end\n", pos.last_pass()));
        }
        out
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        let picture = picture::parse(self.size(), text)?;
        let of = |player| -> Points<W> {
            self.size().points().filter(|p| picture.stones[p.index()] == Some(player)).collect()
        };
        let mut pos = self.set_up(of(Player::Black), of(Player::White), Player::Black)?;
        for note in picture.notes {
            self.read_note(&mut pos, note)?;
        }
        if let Some(point) = pos.ko {
            self.check_ko(&pos, point)?;
        }
        self.check_passes(&pos)?;
        Ok(pos)
    }
}
