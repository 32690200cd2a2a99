//! The observer of a search: progress reports and solved positions.

use andor_core::{Game, Verdict};

/// How far a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Nodes created; nodes visited, for a search that creates none.
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
    /// Bounds of Black's margin, if the search looks for the margin.
    pub margins: Option<(i16, i16)>,
    /// The depth of the present iteration, for a search with iterative deepening.
    pub depth: Option<u16>,
    /// The work that is still expected at the root, in nodes, if the search guesses it.
    pub work_left: Option<f32>,
    /// How many positions of the winner's strategy have been walked, if the strategy is walked.
    pub strategy: Option<u64>,
    /// How many entries the certificate has so far, if a certificate is written.
    pub entries: Option<u64>,
    /// How many root moves have a value and how many shall get one, if the values of all moves are asked
    /// for.
    pub valued_moves: Option<(usize, usize)>,
}

impl Progress {
    /// The share of the whole work that is done, as far as it can be estimated.
    pub fn share_done(&self) -> Option<f32> {
        if let Some((valued, all)) = self.valued_moves {
            return Some(valued as f32 / all.max(1) as f32);
        }
        self.work_left.map(|left| self.nodes as f32 / (self.nodes as f32 + left.max(1.0)))
    }
}

/// Bounds of the work left, as multiples of the work done: at least the first, for a search that has
/// already taken the predicted work, and at most the second.
const LEFT: [f64; 2] = [0.1, 99.0];

/// The work left of a predicted whole, when so much is done.
pub(crate) fn work_left(whole: f64, done: u64) -> f32 {
    let done = done as f64;
    (whole - done).clamp(done * LEFT[0], done * LEFT[1]) as f32
}

/// Receives the reports of a search; the empty plug `()` ignores them.
pub trait Observer<G: Game> {
    /// A position was solved; `best` is a winning move of the winner's, where it is theirs to move.
    fn solved(&mut self, _: &G::Position, _: Verdict, _best: Option<G::Move>) {}

    /// The search goes on; called from time to time.
    fn progress(&mut self, _: &Progress) {}

    /// This move of the root looks best so far: a guess, for searches that stop before an answer.
    fn guess(&mut self, _: G::Move) {}
}

impl<G: Game> Observer<G> for () {}

/// An observer that passes only the progress to a function.
pub struct OnProgress<'a>(pub &'a mut dyn FnMut(&Progress));

impl<G: Game> Observer<G> for OnProgress<'_> {
    fn progress(&mut self, progress: &Progress) {
        (self.0)(progress);
    }
}
