//! Text of moves and positions: that of Go.

use super::{Killall, Position};
use crate::go::Move;
use andor_core::{Notation, NotationError};

impl Notation for Killall {
    fn move_text(&self, mv: Move) -> String {
        self.go.move_text(mv)
    }

    fn parse_move(&self, pos: &Position, text: &str) -> Result<Move, NotationError> {
        let wrong = |problem| {
            let expected = "an empty point where the rules allow a play, or pass";
            Err(NotationError::new(format!("move \"{text}\""), problem, expected))
        };
        if pos.winner.is_some() {
            return wrong("the game is over");
        }
        let mv = self.go.parse_move(&pos.board, text)?;
        match mv {
            Move::At(point) if !self.allows(&pos.board, point) => {
                wrong("nobody may fill an own true eye")
            }
            _ => Ok(mv),
        }
    }

    fn draw(&self, pos: &Position) -> String {
        self.go.draw(&pos.board)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        Ok(self.judged(self.go.parse_position(text)?))
    }
}
