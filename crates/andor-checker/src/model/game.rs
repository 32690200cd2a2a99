//! The games of certificates.

use super::capture::Block;
use super::go::GoRules;
use super::gomoku::Five;

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// Hex.
    Hex,
    /// Go under some rules.
    Go(GoRules),
    /// m,n,k with `row` in a row to win.
    Mnk {
        /// How many in a row win.
        row: usize,
    },
    /// Gomoku.
    Gomoku(Five),
    /// Phutball: Black's stones are men, White's stone is the ball.
    Phutball,
    /// The capture of a block of Go.
    Capture(Block),
    /// Killall-Go under basic ko.
    Killall,
}

impl Game {
    /// The version of the format since which there are such games.
    #[must_use]
    pub fn version(self) -> u16 {
        match self {
            Game::Capture(_) | Game::Phutball | Game::Killall => 6,
            Game::Gomoku(_) => 5,
            Game::Go(rules) if rules.has_credits() => 3,
            Game::Hex | Game::Go(_) | Game::Mnk { .. } => 1,
        }
    }

    /// The name in the header.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Game::Hex => "hex",
            Game::Go(_) => "go",
            Game::Mnk { .. } => "mnk",
            Game::Gomoku(_) => "gomoku",
            Game::Phutball => "phutball",
            Game::Capture(_) => "capture",
            Game::Killall => "killall",
        }
    }
}
