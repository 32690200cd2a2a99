//! Text of moves and positions: that of Go, with a line about the target where the stones do not
//! tell.

use super::{Capture, Position, State};
use crate::go::Move;
use andor_core::{Notation, NotationError};

/// The lines below the board about a target that is off the board or has won.
const NOTES: [(State, &str); 3] = [
    (State::Retake, "target can be put back"),
    (State::TakenSingle, "target taken as a single stone"),
    (State::Safe, "attacker passed"),
];

impl<const W: usize> Capture<W> {
    /// Can a position with these stones be in this state, which a line below the board names?
    fn check_note(&self, pos: &Position<W>, state: State) -> bool {
        let defends = pos.board.to_move == self.goal.owner;
        let gone = pos.state == State::Taken;
        match state {
            State::Retake => defends && gone && self.can_put_back(&pos.board),
            State::TakenSingle => defends && gone && !self.can_put_back(&pos.board),
            _ => defends && !gone,
        }
    }
}

impl<const W: usize> Notation for Capture<W> {
    fn move_text(&self, mv: Move) -> String {
        self.go.move_text(mv)
    }

    fn parse_move(&self, pos: &Position<W>, text: &str) -> Result<Move, NotationError> {
        if self.winner(pos.state).is_some() {
            let expected = "an empty point where the rules allow a play, or pass";
            let place = format!("move \"{text}\"");
            return Err(NotationError::new(place, "the game is over", expected));
        }
        self.go.parse_move(&pos.board, text)
    }

    fn draw(&self, pos: &Position<W>) -> String {
        let mut out = self.go.draw(&pos.board);
        let shown = self.state_of(&pos.board) == pos.state;
        if let Some((_, note)) = NOTES.iter().find(|(state, _)| !shown && *state == pos.state) {
            out.push_str(note);
            out.push('\n');
        }
        out
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, NotationError> {
        let note = |line: &str| NOTES.into_iter().find(|(_, note)| line.trim() == *note);
        let board: String = text
            .lines()
            .filter(|line| note(line).is_none())
            .flat_map(|line| [line, "\n"])
            .collect();
        let mut board = self.go.parse_position(&board)?;
        if board.passes > 0 {
            let expected = "no passes: the attacker's pass ends the game";
            return Err(NotationError::new("passes", "a pass came last", expected));
        }
        self.allow_retaking(&mut board);
        let mut pos = self.judged(board);
        for (state, note) in text.lines().filter_map(note) {
            if !self.check_note(&pos, state) {
                let expected = "a line that fits the stones and the player to move";
                let place = format!("line \"{note}\"");
                return Err(NotationError::new(place, "the position is another one", expected));
            }
            pos.state = state;
        }
        Ok(pos)
    }
}
