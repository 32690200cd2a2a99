//! A candidate: a move that a player thinks about.

use super::thought::Worth;

/// A move that a player thinks about.
#[derive(Clone, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) worth: Option<Worth>,
    pub(super) chance: f32,
    pub(super) visits: u64,
    /// Does a random player ever consider the move, and does the game call it promising?
    pub(super) is_sensible: bool,
    pub(super) pv: Vec<M>,
}
