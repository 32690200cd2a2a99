//! The report of the solver, for printing or for JSON.

use crate::moment::share_or_null;
use crate::search_name::SearchName;
use andor_certify::Spool;
use andor_core::Player;
use andor_search::Stop;
use andor_search::forecast::Share;
use serde::{Serialize, Serializer};
use std::fmt::Display;
use std::sync::Arc;

/// The answer to the claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReportAnswer {
    /// The claimed player wins.
    Proven,
    /// The claimed player does not win.
    Disproven,
    /// The target of a capture is not captured before it reaches the liberties of an escape, which
    /// does not decide whether it can be captured later.
    Escapes,
    /// The search stopped without an answer.
    #[default]
    Stopped,
}

impl Display for ReportAnswer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            ReportAnswer::Proven => "proven",
            ReportAnswer::Disproven => "disproven",
            ReportAnswer::Escapes => "escapes",
            ReportAnswer::Stopped => "stopped",
        })
    }
}

/// Writes a value as its text.
fn text<S: Serializer>(value: &impl Display, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(value)
}

/// Writes a value as its text, or null.
fn text_or_null<S: Serializer>(value: &Option<impl Display>, out: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => out.collect_str(value),
        None => out.serialize_none(),
    }
}

/// Writes names, separated by commas, or `none`.
fn names<S: Serializer>(names: &[&'static str], out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(&named(names))
}

/// Names, separated by commas, or `none`.
pub fn named(names: &[&str]) -> String {
    if names.is_empty() { "none".to_string() } else { names.join(",") }
}

/// The result of the solver. The default is that of a search that has not begun.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// The version of Andor.
    pub version: &'static str,
    /// The file that the position was read from, if a command read the position from a file.
    pub file: Option<String>,
    /// The position with its past, as the text of a [`Problem`](crate::Problem).
    pub position: String,
    /// The moves that were played before the search.
    pub played: Vec<String>,
    /// Sentences about the problem that the user should know.
    pub notes: Vec<String>,
    /// The name of the game.
    pub game: &'static str,
    /// The size of the board.
    pub size: String,
    /// The rule set, where the game has several.
    pub rules: Option<String>,
    /// The komi, where the game has one.
    pub komi: Option<String>,
    /// The player to move in the position.
    #[serde(serialize_with = "text")]
    pub to_move: Player,
    /// The player whose win is claimed.
    #[serde(serialize_with = "text")]
    pub claim: Player,
    /// The answer to the claim.
    #[serde(serialize_with = "text")]
    pub answer: ReportAnswer,
    /// The winner; null for a draw or if it is not known.
    #[serde(serialize_with = "text_or_null")]
    pub winner: Option<Player>,
    /// Neither player can force a win.
    pub draw: bool,
    /// Black's margin, if it was asked for and is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i16>,
    /// The margin that Black gets at least, if the margin was asked for and Black can get a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<i16>,
    /// The margin to which White holds Black, if White can get a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper_bound: Option<i16>,
    /// A best move, if the position is solved; the move that looked best, if the search stopped.
    pub best_move: Option<String>,
    /// In how many plies the winner wins, if that was asked for and there is a winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<Plies>,
    /// Is the best move only the guess of a search that stopped?
    pub best_move_is_guess: bool,
    /// A line of best play, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pv: Option<Vec<String>>,
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
    /// The win rate of the player to move, if the search stopped and keeps win rates.
    pub chance: Option<f32>,
    /// The expected work at the root in nodes, if expected work search stopped.
    pub expected_work: Option<f32>,
    /// The proof number of the root, if a proof-number search stopped.
    pub proof_number: Option<u32>,
    /// The disproof number of the root, if a proof-number search stopped.
    pub disproof_number: Option<u32>,
    /// The depth that the search reached, if it stopped and uses iterative deepening.
    pub depth: Option<u16>,
    /// The part of the work in which the search stopped and the largest number of parts, if there
    /// can be several parts.
    pub part: Option<(u16, u16)>,
    /// The share of that part that was done, as a forecast, if the search stopped and has one.
    #[serde(serialize_with = "share_or_null")]
    pub share_done: Option<Share>,
    /// Wall-clock time of the search and of the certificate; the line of play is not counted.
    pub seconds: f64,
    /// Wall-clock time of the best move, the line of play and the tree.
    pub explain_seconds: f64,
    /// Bytes held by trees and tables.
    pub memory_bytes: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The search.
    #[serde(serialize_with = "text")]
    pub search: SearchName,
    /// The knowledge.
    #[serde(serialize_with = "names")]
    pub knowledge: Vec<&'static str>,
    /// How many threads.
    pub threads: usize,
    /// Why the search ended early: before an answer, or before every move had its value.
    #[serde(serialize_with = "text_or_null")]
    pub stop_reason: Option<Stop>,
    /// Wall-clock time of the earlier runs from whose checkpoint the search went on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_before: Option<f64>,
    /// Nodes of these runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes_before: Option<u64>,
    /// Why the checkpoint is not up to date, although there should be one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_checkpoint: Option<String>,
    /// How many positions got their answer from the store, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_store: Option<u64>,
    /// How many facts the store got.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_store: Option<u64>,
    /// Why the store did not get all facts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_store: Option<String>,
    /// Positions about which the store and the search contradict each other: one of the two is
    /// wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contradictions: Vec<String>,
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
    pub certificate: Option<Arc<Spool>>,
    /// The position, drawn.
    #[serde(skip)]
    pub picture: String,
    /// The answer about a block, in problems of capture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capture: Option<CaptureReport>,
}

/// In how many plies a game is won, if the winner plays for few and the loser for many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Plies {
    /// Not in fewer.
    pub least: u32,
    /// In so many, if a bound is known; equal to `least` if the number is exact.
    pub most: Option<u32>,
}

/// The answer to the question whether a block can be captured.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CaptureReport {
    /// A point of the block.
    pub target: String,
    /// The liberties with which the block is safe.
    pub escape: u8,
    /// The code of the answer for the player who moves first; null if it is not settled.
    pub code: Option<u8>,
    /// Is it open whether a stronger code holds?
    pub at_least: bool,
    /// The answer in words.
    pub words: String,
    /// The points on which the answer depends.
    pub zone: Vec<String>,
    /// The step of the search that gave the answer.
    pub step: Option<String>,
}

/// The value of a move.
#[derive(Clone, Debug, Default, Serialize)]
pub struct MoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The answer to the claim after the move.
    #[serde(serialize_with = "text")]
    pub answer: ReportAnswer,
    /// The winner after the move; null for a draw or if it is not known.
    #[serde(serialize_with = "text_or_null")]
    pub winner: Option<Player>,
    /// Neither player can force a win after the move.
    pub draw: bool,
    /// Is the value known: a winner or a draw?
    pub solved: bool,
    /// Black's margin after it, if it was asked for and is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i16>,
    /// In how many plies the winner wins after the move, if that was asked for and there is a
    /// winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<Plies>,
    /// The code of the move, in problems of capture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<u8>,
}

/// A move of the solution, and what follows it.
#[derive(Clone, Debug, Serialize)]
pub struct TreeReport {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The player who makes the move.
    #[serde(serialize_with = "text")]
    pub player: Player,
    /// The replies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<TreeReport>,
}
