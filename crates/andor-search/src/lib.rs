//! Searches that solve any game.
//!
//! A search knows no particular game. It moves through a [`Line`], spends a [`Budget`], tells an
//! [`Observer`], and is built from plugs: knowledge that owes a reason, heuristics that only order,
//! zones, tables. The empty plug is `()`.

pub mod budget;
pub mod depth_first;
pub mod expected_work;
pub mod line;
pub mod memory;
pub mod observe;
pub mod playout;
pub mod table;
pub mod zones;

pub use budget::{Budget, Stop};
pub use line::Line;
pub use observe::{Observer, Progress};

use andor_core::{Claim, Game, Verdict};

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The claim is settled.
    Solved(Verdict),
    /// The search ended early.
    Stopped(Stop),
}

/// Something that settles claims.
pub trait Search<G: Game> {
    /// Settles the claim for the position of the line, and leaves the line as it was.
    fn solve(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut impl Observer<G>,
    ) -> Answer;

    /// How far the search is, or was when it ended.
    fn progress(&self) -> Progress;
}
