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
    /// Bytes held by tables, trees and knowledge. A table that grew counts with its old copy, since both
    /// were held at once.
    pub memory: usize,
    /// The win rate of the player to move at the root, in a search that keeps win rates.
    pub chance: Option<f32>,
    /// The expected work at the root in nodes, in expected work search.
    pub expected_work: Option<f32>,
    /// The root's proof number and disproof number, in proof-number search.
    pub proof_numbers: Option<(u32, u32)>,
    /// The depth of the present iteration, in a search with iterative deepening.
    pub depth: Option<u16>,
    /// Bounds of Black's margin, if the search looks for the margin.
    pub margins: Option<(i16, i16)>,
    /// How many positions of the winner's strategy have been walked, if the strategy is walked.
    pub strategy: Option<u64>,
    /// How many entries the certificate has so far, if a certificate is written.
    pub entries: Option<u64>,
    /// How many root moves have a value and how many shall get one, if the values of all moves are asked
    /// for.
    pub valued_moves: Option<(usize, usize)>,
    /// The present part of the work and the largest number of parts, if there can be several: claims, or
    /// games in which a claim is settled.
    pub part: Option<(u16, u16)>,
    /// A lower and an upper bound of the share of the present part that is done, as a forecast; `None` as
    /// long as it is too early to tell. The bounds 0 and 1 say nothing.
    pub done: Option<(f32, f32)>,
}

impl Progress {
    /// The same progress as a part of a larger work: part `number` of at most `of` parts.
    pub fn within(self, number: u16, of: u16) -> Progress {
        let (own, most) = self.part.unwrap_or((1, 1));
        Progress { part: Some(((number - 1) * most + own, of * most)), ..self }
    }

    /// The totals alone, for work after the search: nothing about a search that is over.
    pub fn totals(self) -> Progress {
        self.with_rest_of(Progress::default())
    }

    /// The totals of this progress, and the rest of the other.
    pub fn with_rest_of(self, other: Progress) -> Progress {
        let Progress { nodes, expansions, playouts, solved, memory, .. } = self;
        Progress { nodes, expansions, playouts, solved, memory, ..other }
    }

    /// Is the forecast about a part of the work only?
    pub fn is_partial(&self) -> bool {
        self.part.is_some() || self.margins.is_some() || self.valued_moves.is_some()
    }
}

/// Receives the reports of a search; the empty plug `()` ignores them.
pub trait Observer<G: Game> {
    /// A position was solved; `best` is a winning move of the winner's, where it is theirs to move.
    fn solved(&mut self, _: &G::Position, _: Verdict, _best: Option<G::Move>) {}

    /// How far the search is; called from time to time, and when the search stops.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts of parts are counted through.
    #[test]
    fn parts_are_nested() {
        let second = Progress::default().within(2, 3);
        assert_eq!(second.part, Some((2, 3)));
        assert_eq!(
            [1, 2].map(|number| second.within(number, 2).part),
            [Some((2, 6)), Some((5, 6))]
        );
        assert_eq!(second.totals(), Progress::default());
    }
}
