//! Thoughts: the answer of a player that was asked to think about a position.

use andor_core::Player;
use std::time::Duration;

/// The aim of thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A move to play: thinking ends when the position is solved.
    Move,
    /// The winner: thinking ends when the position is solved, and players do not guess.
    Winner,
    /// The values of all moves: thinking ends when each is solved.
    Values,
}

/// The value of a position, if it is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// This player wins.
    Won(Player),
    /// Neither player can force a win.
    Draw,
}

impl Worth {
    /// 1 for a win of `player`, 0 for a loss, one half for a draw.
    pub fn chance(self, player: Player) -> f32 {
        match self {
            Worth::Won(winner) => f32::from(u8::from(winner == player)),
            Worth::Draw => 0.5,
        }
    }
}

/// The thoughts about a position.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The player to move.
    pub to_move: Player,
    /// The value of the position, if it is solved.
    pub worth: Option<Worth>,
    /// The chance that the player to move wins: a guess, unless the position is solved.
    pub chance: f32,
    /// The move to play; `None` if the game is over.
    pub best: Option<String>,
    /// How the game may go on.
    pub pv: Vec<String>,
    /// The number of plies to the end, if both play for it: known for some solved positions.
    pub plies: Option<usize>,
    /// The moves, the best first.
    pub moves: Vec<MoveThought>,
    /// How many plies the player has looked ahead, if the player looks to a horizon.
    pub depth: Option<u16>,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time spent so far.
    pub time: Duration,
}

/// The thoughts about a move.
#[derive(Clone, Debug)]
pub struct MoveThought {
    /// The move.
    pub mv: String,
    /// The value of the position after the move, if it is solved.
    pub worth: Option<Worth>,
    /// The chance that the player of the move wins: a guess, unless the move is solved.
    pub chance: f32,
    /// Random games and nodes spent on the move.
    pub visits: u64,
    /// How the game may go on, the move itself first.
    pub pv: Vec<String>,
}
