//! What is thought about a position: the answer of a session that was asked to think.

use andor_core::Player;
use std::time::Duration;

/// What thinking is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A move to play: thinking ends when the position is solved.
    Move,
    /// The values of all moves: thinking ends when each is solved.
    Values,
}

/// What a position is worth, if it is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// This player wins.
    Won(Player),
    /// Nobody can force a win.
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

/// What is thought about a position.
#[derive(Clone, Debug)]
pub struct Thought {
    /// Who moves.
    pub to_move: Player,
    /// What the position is worth, if it is solved.
    pub worth: Option<Worth>,
    /// The chance that the player to move wins: a guess, unless the position is solved.
    pub chance: f32,
    /// The move to play; `None` if the game is over.
    pub best: Option<String>,
    /// How the game may go on.
    pub pv: Vec<String>,
    /// In how many plies the game ends, if both play for that: known for some solved positions.
    pub plies: Option<usize>,
    /// The moves, the best first.
    pub moves: Vec<MoveThought>,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time spent so far.
    pub time: Duration,
}

/// What is thought about a move.
#[derive(Clone, Debug)]
pub struct MoveThought {
    /// The move.
    pub mv: String,
    /// What the position after it is worth, if it is solved.
    pub worth: Option<Worth>,
    /// The chance that the player who makes it wins: a guess, unless it is solved.
    pub chance: f32,
    /// Games and nodes that went into it.
    pub visits: u64,
    /// How the game may go on, the move itself first.
    pub pv: Vec<String>,
}
