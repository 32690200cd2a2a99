//! A game of a match that was played, as it is shown and kept.

use super::game::{EndedGame, TimeSpent};
use super::openings::Opening;
use andor_core::Player;
use andor_solver::score::Score;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EngineName {
    /// The first engine.
    A,
    /// The second engine.
    B,
}

impl EngineName {
    /// Both engines.
    pub const BOTH: [EngineName; 2] = [EngineName::A, EngineName::B];

    fn other(self) -> EngineName {
        match self {
            EngineName::A => EngineName::B,
            EngineName::B => EngineName::A,
        }
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// The time that an engine took in a game, in seconds.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct EngineTimes {
    /// How many moves it made.
    pub turns: u32,
    /// On the wall.
    pub seconds: f64,
    /// The longest turn, by the clock that counts.
    pub longest: f64,
    /// On the processors, where it is known.
    pub processor_seconds: Option<f64>,
}

impl From<TimeSpent> for EngineTimes {
    fn from(spent: TimeSpent) -> EngineTimes {
        EngineTimes {
            turns: spent.turns,
            seconds: spent.wall.as_secs_f64(),
            longest: spent.longest.as_secs_f64(),
            processor_seconds: spent.processor.map(|time| time.as_secs_f64()),
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Its number, from 1.
    pub game: usize,
    /// Its opening.
    pub opening: Opening,
    /// Who was Black.
    pub black: EngineName,
    /// Who won; none after a draw.
    pub winner: Option<EngineName>,
    /// Does the game not count?
    pub void: bool,
    /// Who was at fault.
    pub fault: Option<EngineName>,
    /// How it ended, in words.
    pub reason: String,
    /// All moves, those of the opening included.
    pub moves: Vec<String>,
    /// The time of the two engines.
    pub times: [EngineTimes; 2],
}

impl PlayedGame {
    /// The game with this number that has ended; A is Black in the games with odd numbers.
    pub fn new(game: usize, opening: Opening, ended: &EndedGame) -> PlayedGame {
        let black = if game % 2 == 1 { EngineName::A } else { EngineName::B };
        let name = |player| if player == Player::Black { black } else { black.other() };
        let mut times = ended.spent.map(EngineTimes::from);
        if black == EngineName::B {
            times.reverse();
        }
        PlayedGame {
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
pub fn score<'a>(games: impl IntoIterator<Item = &'a PlayedGame>) -> Score {
    let counted = games.into_iter().filter(|game| !game.void);
    counted.map(|game| game.winner.map(|winner| winner == EngineName::A)).collect()
}

impl fmt::Display for PlayedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlayedGame { game, reason, .. } = self;
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
