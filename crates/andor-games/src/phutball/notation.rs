//! Text: a man is written as its point (`E5`), jumps as the points of the ball (`E5-G7-G9`).
//!
//! ```text
//!    A B C D E      A point over a goal line has a row beyond the board: 0 below the board, one more than the
//!  5 . . * . .      rows above it. A ball that leaves the board beside a corner has the letter of the
//!  4 . . o . .      corner's column. Here the jump of the ball over C5 is C4-C6.
//!  3 . . . . .
//!  2 . . . . .
//!  1 . . . . .
//! ```

use super::turns::{DIRECTIONS, MOST_JUMPS, STEPS};
use super::{Ball, Next, Phutball, Position, Turn};
use crate::notation::coordinates::{Style, column_letter, parse_point, point_text};
use crate::notation::picture;
use crate::points::{Point, Points};
use andor_core::{Game, Notation, NotationError, Player};

/// What stands on a point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Man,
    Ball,
}

/// The note below the board when the ball has left it.
const OVER: [(&str, Player); 2] =
    [("ball over the top row", Player::White), ("ball over the bottom row", Player::Black)];

impl<const W: usize> Phutball<W> {
    /// The name of a place that the ball reaches from a point in a direction.
    fn place_text(&self, from: Point, direction: usize, ball: Ball) -> String {
        let owner = match ball {
            Ball::At(point) => return point_text(self.size, Style::Go, point),
            Ball::Over(owner) => owner,
        };
        let rows = match owner {
            Player::White => self.size.row(from) + 1,
            Player::Black => self.size.rows() - self.size.row(from),
        };
        let right = i16::from(STEPS[direction].0) * i16::from(rows);
        let column = i16::from(self.size.column(from)) + right;
        let column = column.clamp(0, i16::from(self.size.columns()) - 1) as u8;
        let row = if owner == Player::White { self.size.rows() + 1 } else { 0 };
        format!("{}{row}", column_letter(Style::Go, column))
    }

    /// Reads the jumps of a turn, by their points.
    fn parse_jumps(
        &self,
        pos: &Position<W>,
        place: &str,
        text: &str,
    ) -> Result<Turn, NotationError> {
        let wrong =
            |problem: String, expected: String| NotationError::new(place, problem, expected);
        let mut points = text.split('-');
        let first = points.next().unwrap_or_default();
        let from = parse_point(self.size, Style::Go, first)?;
        if pos.ball != Ball::At(from) {
            let Ball::At(ball) = pos.ball else {
                return Err(wrong("the game is over".into(), "no further move".into()));
            };
            let ball = point_text(self.size, Style::Go, ball);
            return Err(wrong(
                format!("the ball is not on {}", point_text(self.size, Style::Go, from)),
                format!("jumps that begin with {ball}"),
            ));
        }
        let mut turn = Turn::man(from);
        let mut now = (pos.ball, pos.men);
        for (number, name) in points.enumerate() {
            if number == MOST_JUMPS {
                return Err(wrong(
                    "more than 14 jumps".into(),
                    "at most 14 jumps in a turn".into(),
                ));
            }
            let mut names = Vec::new();
            let mut next = None;
            for direction in 0..DIRECTIONS {
                let Ball::At(at) = now.0 else { break };
                let jump = self.one_jump((now.0, &now.1), direction, pos.to_move);
                let Some((men, ball)) = jump else { continue };
                let reached = self.place_text(at, direction, ball);
                if reached.eq_ignore_ascii_case(name) {
                    next = Some((direction, men));
                }
                names.push(reached);
            }
            let Some((direction, men)) = next else {
                let expected = match names.is_empty() {
                    true => "no further jump".to_string(),
                    false => format!("a jump to {}", names.join(" or ")),
                };
                return Err(wrong(format!("there is no jump to \"{name}\""), expected));
            };
            turn = turn.then(direction, men);
            now = self.follow(pos.men, turn);
        }
        Ok(self.listed(pos, now))
    }

    /// The turn of the list with this result.
    fn listed(&self, pos: &Position<W>, (ball, men): (Ball, Points<W>)) -> Turn {
        let mut jumps = Vec::new();
        self.jumps(pos, &mut jumps);
        let found = jumps.iter().find(|jump| (jump.ball, jump.men) == (ball, men));
        found.unwrap_or_else(|| unreachable!("every result of jumps is in the list")).turn
    }
}

impl<const W: usize> Notation for Phutball<W> {
    fn move_text(&self, turn: Turn) -> String {
        let mut text = point_text(self.size, Style::Go, turn.from());
        let mut from = turn.from();
        for (direction, men) in turn.jumps() {
            let (begin, mut ball) = (from, Ball::At(from));
            for _ in 0..=men {
                match self.next[from.index()][direction] {
                    Next::To(point) => (from, ball) = (point, Ball::At(point)),
                    Next::Over(owner) => ball = Ball::Over(owner),
                    Next::Aside => {}
                }
            }
            text.push('-');
            text.push_str(&self.place_text(begin, direction, ball));
        }
        text
    }

    fn parse_move(&self, pos: &Position<W>, text: &str) -> Result<Turn, NotationError> {
        let place = format!("move \"{text}\"");
        if self.outcome(pos).is_some() {
            return Err(NotationError::new(place, "the game is over", "no further move"));
        }
        if text.contains('-') {
            return self.parse_jumps(pos, &place, text);
        }
        let point = parse_point(self.size, Style::Go, text)?;
        let expected = "a man on an empty point, or jumps of the ball such as E5-G7-G9";
        if pos.ball == Ball::At(point) {
            return Err(NotationError::new(place, "the ball is there", expected));
        }
        if pos.men.contains(point) {
            return Err(NotationError::new(place, "a man is there", expected));
        }
        Ok(Turn::man(point))
    }

    fn draw(&self, pos: &Position<W>) -> String {
        let board = picture::draw_letters(self.size, Style::Go, |point| match pos.ball {
            Ball::At(ball) if ball == point => 'o',
            _ if pos.men.contains(point) => '*',
            _ => '.',
        });
        let over = OVER.iter().find(|(_, owner)| pos.ball == Ball::Over(*owner));
        let over = over.map_or_else(String::new, |(note, _)| format!("{note}\n"));
        format!("{board}{over}{} to move\n", pos.to_move)
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        let letters = [("*", Piece::Man), ("o", Piece::Ball)];
        let picture = picture::parse_letters(self.size, text, &letters)?;
        let on = |piece| -> Points<W> {
            let holds = |p: &Point| picture.stones[p.index()] == Some(piece);
            self.size.points().filter(holds).collect()
        };
        let (men, balls) = (on(Piece::Man), on(Piece::Ball));
        let (mut to_move, mut over) = (Player::Black, None);
        for note in picture.notes {
            match OVER.iter().find(|(known, _)| *known == note) {
                Some((_, owner)) => over = Some(Ball::Over(*owner)),
                None => to_move = picture::parse_turn(note)?,
            }
        }
        let ball = match (balls.first().map(Ball::At), over) {
            (Some(ball), None) if balls.len() == 1 => ball,
            (None, Some(over)) => over,
            (None, None) => {
                let expected = "one ball o on the board";
                return Err(NotationError::new("picture", "there is no ball", expected));
            }
            _ => {
                let expected = "one ball o on the board";
                return Err(NotationError::new("picture", "there is more than one ball", expected));
            }
        };
        self.set_up(men, ball, to_move)
    }
}
