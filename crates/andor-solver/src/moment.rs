//! A moment of a search as a JSON object: a line of `andor solve --events`, and an event of the
//! explorer.

use crate::outlook::{MoveOutlook, Outlook};
use andor_search::Progress;
use andor_search::forecast::{Kind, Left, Share};
use serde::{Serialize, Serializer};

/// What is known at a moment of a search.
#[derive(Debug, Serialize)]
pub struct Moment<'a> {
    /// Wall-clock time since the start.
    pub seconds: f64,
    /// Nodes created or visited.
    pub nodes: u64,
    /// Nodes expanded.
    pub expansions: u64,
    /// Random games played.
    pub playouts: u64,
    /// Positions solved.
    pub solved: u64,
    /// Bytes held by trees, tables and knowledge.
    pub memory_bytes: usize,
    /// The win rate of the player to move, in a search that keeps win rates.
    pub chance: Option<f32>,
    /// The expected work at the root in nodes.
    pub expected_work: Option<f32>,
    /// The proof number of the root.
    pub proof_number: Option<u32>,
    /// The disproof number of the root.
    pub disproof_number: Option<u32>,
    /// The depth of the present iteration.
    pub depth: Option<u16>,
    /// The margin that Black gets at least.
    pub lower_bound: Option<i16>,
    /// The margin to which White holds Black.
    pub upper_bound: Option<i16>,
    /// How many moves have a value, and how many shall get one.
    pub valued_moves: Option<(usize, usize)>,
    /// The present part of the work and the largest number of parts.
    pub part: Option<(u16, u16)>,
    /// How many entries the certificate has so far, while it is written.
    pub certificate_entries: Option<u64>,
    /// The share of the proof that is done, in a search that has a tree of its proof.
    pub proof_share: Option<f32>,
    /// The share of the work of this part that is done, as a forecast.
    #[serde(serialize_with = "share_or_null")]
    pub share_done: Option<Share>,
    /// The nodes that are left, as a forecast; null where only a part of the work is foreseen.
    #[serde(serialize_with = "left_or_null")]
    pub nodes_left: Option<Left>,
    /// The same in seconds.
    #[serde(serialize_with = "left_or_null")]
    pub seconds_left: Option<Left>,
    /// The line of play at which the search looks.
    pub line: &'a [String],
    /// What is known about the moves of the position.
    pub moves: &'a [MoveOutlook],
}

impl Moment<'_> {
    /// The moment so many seconds after the start.
    pub fn new(outlook: &Outlook, seconds: f64) -> Moment<'_> {
        let Outlook { progress, line, moves } = outlook;
        let proof_numbers = progress.proof_numbers.unzip();
        let margins = progress.margins.unzip();
        Moment {
            seconds,
            nodes: progress.nodes,
            expansions: progress.expansions,
            playouts: progress.playouts,
            solved: progress.solved,
            memory_bytes: progress.memory,
            chance: progress.chance,
            expected_work: progress.expected_work,
            proof_number: proof_numbers.0,
            disproof_number: proof_numbers.1,
            depth: progress.depth,
            lower_bound: margins.0,
            upper_bound: margins.1,
            valued_moves: progress.valued_moves,
            part: progress.part,
            certificate_entries: progress.entries,
            proof_share: progress.measured.filter(|(kind, _)| is_of_proof(*kind)).map(|of| of.1),
            share_done: progress.done,
            nodes_left: left(progress, progress.nodes as f64),
            seconds_left: left(progress, seconds),
            line,
            moves,
        }
    }
}

/// Do searches of this kind measure a share of the proof?
fn is_of_proof(kind: Kind) -> bool {
    match kind {
        Kind::ExpectedWork | Kind::Dfpn | Kind::Pns | Kind::DepthFirst => true,
        Kind::Restarts | Kind::Moves => false,
    }
}

/// What is left of a search that has spent so much; nothing if the forecast is about a part of the
/// work.
fn left(progress: &Progress, spent: f64) -> Option<Left> {
    Some(progress.done.filter(|_| !progress.is_partial())?.left(spent))
}

/// The figures of a range, as an object.
#[derive(Serialize)]
struct Range<T> {
    least: T,
    likely: T,
    most: T,
}

/// Writes a share as an object, or null.
pub(crate) fn share_or_null<S: Serializer>(
    share: &Option<Share>,
    out: S,
) -> Result<S::Ok, S::Error> {
    share.map(|Share { least, likely, most }| Range { least, likely, most }).serialize(out)
}

/// Writes what is left as an object, or null.
fn left_or_null<S: Serializer>(left: &Option<Left>, out: S) -> Result<S::Ok, S::Error> {
    left.map(|Left { least, likely, most }| Range { least, likely, most }).serialize(out)
}
