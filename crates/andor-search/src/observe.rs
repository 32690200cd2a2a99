//! What a search tells while it works.

use andor_core::{Game, Verdict};

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Nodes created, or visited by a search that creates none.
    pub nodes: u64,
    /// Nodes expanded.
    pub expansions: u64,
    /// Random games played.
    pub playouts: u64,
    /// Positions solved.
    pub solved: u64,
    /// Bytes held by tables and trees.
    pub memory: usize,
    /// The chance that the player to move at the root wins, if the search guesses it.
    pub chance: Option<f32>,
    /// Between which two Black's margin lies, if it is looked for.
    pub margins: Option<(i16, i16)>,
    /// How many plies ahead a search looks that looks ever further.
    pub depth: Option<u16>,
    /// The work that is still expected at the root, in nodes, if the search guesses it.
    pub work_left: Option<f32>,
    /// How many positions of the winner's strategy have been gone through, if it is.
    pub strategy: Option<u64>,
    /// How many entries a certificate has so far, if one is written.
    pub entries: Option<u64>,
    /// How many moves at the root have a value and how many are to get one, if all are asked for.
    pub valued_moves: Option<(usize, usize)>,
}

impl Progress {
    /// The share of the whole work that is done, as far as it can be told.
    pub fn share_done(&self) -> Option<f32> {
        if let Some((valued, all)) = self.valued_moves {
            return Some(valued as f32 / all.max(1) as f32);
        }
        self.work_left.map(|left| self.nodes as f32 / (self.nodes as f32 + left.max(1.0)))
    }
}

/// A search that has taken what was foreseen is taken to be so far from its end, as a share of what it took;
/// and no search further than that many times of it.
const LEFT: [f64; 2] = [0.1, 99.0];

/// The work that is left of a whole that is foreseen, when so much is done.
pub(crate) fn work_left(whole: f64, done: u64) -> f32 {
    let done = done as f64;
    (whole - done).clamp(done * LEFT[0], done * LEFT[1]) as f32
}

/// Hears what a search does; the empty plug `()` hears nothing.
pub trait Observer<G: Game> {
    /// A position was solved; `best` is a winning move of the winner's, where it is theirs to move.
    fn solved(&mut self, _: &G::Position, _: Verdict, _best: Option<G::Move>) {}

    /// The search goes on; called now and then.
    fn progress(&mut self, _: &Progress) {}
}

impl<G: Game> Observer<G> for () {}
