//! The observer of a search: progress reports, the outlook of the root, and solved positions.

use crate::forecast::{self, Kind, Share};
use andor_core::{Game, Verdict};
use std::time::{Duration, Instant};

/// The longest and the shortest time between two reports.
const EVERY: [Duration; 2] = [Duration::from_millis(100), Duration::from_millis(2)];

/// A report comes after a further part of the time so far, one in so many.
const REPORTS: u32 = 16;

/// When a search reports: often at first, so that short searches are seen too, then ten times a
/// second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rhythm {
    started: Instant,
    next: Instant,
}

impl Rhythm {
    pub(crate) fn new() -> Rhythm {
        let started = Instant::now();
        Rhythm { started, next: started + EVERY[1] }
    }

    /// Is it time for a report?
    pub(crate) fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let is_due = now >= self.next;
        if is_due {
            self.next = now + ((now - self.started) / REPORTS).clamp(EVERY[1], EVERY[0]);
        }
        is_due
    }
}

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
    /// Bytes held by tables, trees and knowledge. A table that grew counts with its old copy, since
    /// both were held at once.
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
    /// How many root moves have a value and how many shall get one, if the values of all moves are
    /// asked for.
    pub valued_moves: Option<(usize, usize)>,
    /// The present part of the work and the largest number of parts, if there can be several:
    /// claims, or games in which a claim is settled.
    pub part: Option<(u16, u16)>,
    /// The share of the present part that is done, as the search measures this share: the base of
    /// the forecast.
    pub measured: Option<(Kind, f32)>,
    /// The share of the work of the present part that is done, as a forecast; `None` as long as it
    /// is too early to tell, and in searches without a forecast.
    pub done: Option<Share>,
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

    /// Notes the share that a search of a kind measured, and the forecast that follows from it.
    pub(crate) fn foresee(&mut self, kind: Kind, share: Option<f32>) {
        self.measured = share.map(|share| (kind, share));
        self.done = share.and_then(|share| forecast::share(kind, share));
    }

    /// Is the forecast about a part of the work only?
    pub fn is_partial(&self) -> bool {
        self.part.is_some() || self.margins.is_some()
    }
}

/// What a search guesses about an open move of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// The chance that the player of the move wins, in a search that keeps win rates.
    pub chance: Option<f32>,
    /// A guess of the work that is left for the move, in nodes or in leaves of a proof.
    pub work: Option<f32>,
}

/// Receives the reports of a search; the empty plug `()` ignores them.
pub trait Observer<G: Game> {
    /// A position was solved; `best` is a winning move of the winner's, where it is theirs to move.
    fn solved(&mut self, _: &G::Position, _: Verdict, _best: Option<G::Move>) {}

    /// How far the search is; called from time to time, and when the search stops.
    fn progress(&mut self, _: &Progress) {}

    /// This move of the root looks best so far: a guess, for searches that stop before an answer.
    fn guess(&mut self, _: G::Move) {}

    /// The line of play at which the search looks, from the root, and the guesses about the open
    /// moves of the root; told just before a progress report. A list is empty if the search does
    /// not know.
    fn outlook(&mut self, _line: &[G::Move], _moves: &[RootMove<G::Move>]) {}
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

    /// Reports come often at first and ten times a second later.
    #[test]
    fn the_rhythm_slows_down() {
        let mut rhythm = Rhythm::new();
        assert!(!rhythm.is_due());
        let long = Duration::from_secs(60);
        (rhythm.started, rhythm.next) = (Instant::now() - long, Instant::now());
        assert!(rhythm.is_due() && !rhythm.is_due());
        assert!(rhythm.next > Instant::now() + EVERY[0] / 2);
    }

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
