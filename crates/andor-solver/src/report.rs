//! What the solver found, in a form that can be printed or written as JSON.

use serde::Serialize;

/// What the solver found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The name of the game.
    pub game: String,
    /// The size of the board.
    pub size: String,
    /// The rule set, where the game has several.
    pub rules: Option<String>,
    /// The komi, where the game has one.
    pub komi: Option<String>,
    /// Who moves in the position.
    pub to_move: String,
    /// Whose win is claimed.
    pub claim: String,
    /// The answer to the claim: proven, disproven, or stopped.
    pub answer: String,
    /// Who wins; null for a draw or if it is not known.
    pub winner: Option<String>,
    /// Neither player can force a win.
    pub draw: bool,
    /// Black's margin, if it was asked for and is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i16>,
    /// What Black gets at least, if the margin was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<i16>,
    /// What White holds Black to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper_bound: Option<i16>,
    /// A best move, if the position is solved.
    pub best_move: Option<String>,
    /// A line of best play.
    pub pv: Vec<String>,
    /// The value of every move, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveReport>>,
    /// The solution to some depth, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<Vec<TreeReport>>,
    /// Nodes created or visited.
    pub nodes: u64,
    /// Nodes expanded.
    pub expansions: u64,
    /// Random games played.
    pub playouts: u64,
    /// Positions solved on the way.
    pub solved: u64,
    /// The chance that the player to move wins, if the search stopped and guesses it.
    pub chance: Option<f32>,
    /// How many plies ahead the search looked, if it stopped and looks ever further.
    pub depth: Option<u16>,
    /// The expected work that was left, in nodes, if the search stopped and guesses it.
    pub work_left: Option<f32>,
    /// Wall-clock time.
    pub seconds: f64,
    /// Bytes held by trees and tables.
    pub memory_bytes: usize,
    /// Where the random numbers started.
    pub seed: u64,
    /// The search.
    pub search: String,
    /// The knowledge.
    pub knowledge: String,
    /// How many threads.
    pub threads: usize,
    /// Why the search ended early: before an answer, or before every move had its value.
    pub stop_reason: Option<String>,
    /// How many entries the certificate has, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_entries: Option<usize>,
    /// How many bytes it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_bytes: Option<usize>,
    /// Why there is none, although it was asked for and the claim is settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_proof: Option<String>,
    /// The certificate itself.
    #[serde(skip)]
    pub certificate: Option<Vec<u8>>,
    /// The position, drawn.
    #[serde(skip)]
    pub picture: String,
}

/// The value of a move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who wins after it; null for a draw or if it is not known.
    pub winner: Option<String>,
    /// Is the value known?
    pub solved: bool,
    /// Black's margin after it, if it was asked for and is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i16>,
}

/// A move of the solution, and what follows it.
#[derive(Clone, Debug, Serialize)]
pub struct TreeReport {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who makes it.
    pub player: String,
    /// What follows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<TreeReport>,
}
