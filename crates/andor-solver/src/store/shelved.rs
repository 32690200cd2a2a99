//! A search that looks into the store before it begins, and files its answer.

use super::shelf::Shelf;
use crate::adapter::Adapter;
use andor_core::{Claim, Verdict};
use andor_search::{Answer, Budget, KnownVerdict, Line, Observer, Progress, Search, SearchProof};
use std::sync::Arc;

/// A search with a shelf.
pub(crate) struct Shelved<G: Adapter> {
    pub(crate) search: Box<dyn Search<G>>,
    pub(crate) shelf: Arc<Shelf>,
    /// The position in which lines begin.
    pub(crate) root: G::Position,
}

impl<G: Adapter> Search<G> for Shelved<G> {
    fn solve(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Answer<G::Move> {
        if let Some((verdict, best)) = self.shelf.answer(&self.root, line, claim) {
            return Answer::Solved { verdict, best };
        }
        let before = self.search.progress().nodes;
        let answer = self.search.solve(line, claim, budget, observer);
        if let Answer::Solved { verdict, best } = answer {
            let nodes = self.search.progress().nodes.saturating_sub(before).max(1);
            let work = u32::try_from(nodes).unwrap_or(u32::MAX);
            self.shelf.file_answer(&self.root, line, claim, (verdict, best, work));
        }
        answer
    }

    fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<KnownVerdict<G::Move>> {
        self.search.known(line, claim)
    }

    fn remembered(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
    ) -> Option<KnownVerdict<G::Move>> {
        self.search.remembered(line, claim)
    }

    fn proof(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        verdict: Verdict,
    ) -> Option<SearchProof<'_, G>> {
        self.search.proof(line, claim, verdict)
    }

    fn progress(&self) -> Progress {
        let progress = self.search.progress();
        Progress { memory: progress.memory + self.shelf.bytes(), ..progress }
    }
}
