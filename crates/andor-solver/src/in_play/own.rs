//! The hook of a game whose question is more than the claims about the present position, such as
//! the question of capture, which is a chain of claims and has a code for an answer.
//!
//! [`Playing`](super::Playing) asks the hook for the problem, the report and the game of a
//! certificate. All else in a game in play is as in every other game. Stores keep claims about
//! positions, and have no place for a game with this hook.

use crate::error::BadInput;
use crate::interfaces::Problem;
use crate::report::Report;
use crate::settings::{Settings, Watch};
use andor_checker::Certificate;

/// Solves the present position by its claims, as in every game without answers of its own.
pub(crate) type ByClaims<'a> = &'a dyn Fn(Option<Watch<'_>>) -> Result<Report, BadInput>;

/// The answers that a game gives in its own way.
pub(crate) trait OwnAnswers<G>: Send + Sync {
    /// The present position as a problem.
    fn problem(&self) -> Problem;

    /// Solves the problem; the game in play draws the board of the report. `by_claims` gives a
    /// report about the claims of the present position with the same settings.
    fn solve(
        &self,
        settings: &Settings,
        watch: Option<Watch<'_>>,
        by_claims: ByClaims<'_>,
    ) -> Result<Report, BadInput>;

    /// The game that a root of a certificate is about.
    fn certified(&self, certificate: &Certificate, root: usize) -> Result<G, BadInput>;
}
