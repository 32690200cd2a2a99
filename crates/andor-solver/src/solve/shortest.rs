//! The length of the win of a solved position.

use super::job::{Found, Job};
use super::question::Value;
use crate::adapter::Adapter;
use crate::report::Plies;
use crate::settings::Hear;
use andor_search::{OnProgress, Progress, Stop};

/// The length of a win, the winner's first move if it keeps to the length, and why the search ended early.
pub(super) struct Win {
    pub(super) plies: Plies,
    pub(super) best: Option<String>,
    pub(super) stop: Option<Stop>,
}

impl<G: Adapter> Job<'_, G> {
    /// In how many plies the winner wins, as far as the limits allow; nothing without a winner.
    pub(super) fn shortest(&self, found: &Found, watch: Hear<'_>) -> Option<Win> {
        let winner = found.value.ok().and_then(Value::winner)?;
        let claim = self.inquiry.question.claims[winner.index()];
        let mut line = self.line();
        let mut search = self.at.game.shortest();
        let mut budget = self.budget.clone();
        let before = found.progress;
        let mut hear = |progress: &Progress| {
            let nodes = before.nodes + progress.nodes;
            watch(&Progress { nodes, depth: progress.depth, ..before.totals() });
        };
        let (length, stop) =
            search.length(&mut line, claim, &mut budget, &mut OnProgress(&mut hear));
        let best = search.best().map(|mv| self.at.game.move_text(mv));
        Some(Win { plies: Plies { least: length.least, most: length.most }, best, stop })
    }
}
