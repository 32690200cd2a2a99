//! A game of a match as it is told and kept.

use super::game::{Ended, Spent};
use super::openings::Opening;
use andor_core::Player;
use andor_solver::score::Score;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Name {
    /// The first engine.
    A,
    /// The second engine.
    B,
}

impl Name {
    /// Both engines.
    pub const BOTH: [Name; 2] = [Name::A, Name::B];

    fn other(self) -> Name {
        match self {
            Name::A => Name::B,
            Name::B => Name::A,
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// The time that an engine took in a game, in seconds.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Times {
    /// How many moves it made.
    pub turns: u32,
    /// On the wall.
    pub seconds: f64,
    /// The longest turn, by the clock that counts.
    pub longest: f64,
    /// On the processors, where it is known.
    pub processor_seconds: Option<f64>,
}

impl From<Spent> for Times {
    fn from(spent: Spent) -> Times {
        Times {
            turns: spent.turns,
            seconds: spent.wall.as_secs_f64(),
            longest: spent.longest.as_secs_f64(),
            processor_seconds: spent.processor.map(|time| time.as_secs_f64()),
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played {
    /// Its number, from 1.
    pub game: usize,
    /// Its opening.
    pub opening: Opening,
    /// Who was Black.
    pub black: Name,
    /// Who won; none after a draw.
    pub winner: Option<Name>,
    /// Does the game not count?
    pub void: bool,
    /// Who was at fault.
    pub fault: Option<Name>,
    /// How it ended, in words.
    pub reason: String,
    /// All moves, those of the opening included.
    pub moves: Vec<String>,
    /// The time of the two engines.
    pub times: [Times; 2],
}

impl Played {
    /// The game with this number that has ended; A is Black in the games with odd numbers.
    pub fn new(game: usize, opening: Opening, ended: &Ended) -> Played {
        let black = if game % 2 == 1 { Name::A } else { Name::B };
        let name = |player| if player == Player::Black { black } else { black.other() };
        let mut times = ended.spent.map(Times::from);
        if black == Name::B {
            times.reverse();
        }
        Played {
            game,
            opening,
            black,
            winner: ended.winner.map(name),
            void: ended.is_void,
            fault: ended.guilty().map(name),
            reason: ended.to_string(),
            moves: ended.moves.iter().map(|(_, mv)| mv.clone()).collect(),
            times,
        }
    }
}

/// The score of A in games; games that do not count are left out.
pub fn score<'a>(games: impl IntoIterator<Item = &'a Played>) -> Score {
    let counted = games.into_iter().filter(|game| !game.void);
    counted.map(|game| game.winner.map(|winner| winner == Name::A)).collect()
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Played { game, reason, .. } = self;
        let moves = self.moves.len();
        match self.winner {
            _ if self.void => write!(f, "game {game}: void, {moves} moves: {reason}"),
            Some(winner) => {
                let colour = if winner == self.black { Player::Black } else { Player::White };
                write!(f, "game {game}: {winner} ({colour}) wins, {moves} moves: {reason}")
            }
            None => write!(f, "game {game}: draw, {moves} moves: {reason}"),
        }
    }
}
