//! The search that is asked for moves while a proof is written, with its budget and the listener
//! for progress.

use crate::goal::{NoCertificate, Solution};
use andor_core::{Claim, Game, Repetition, Verdict};
use andor_search::{Answer, Budget, Line, OnProgress, Progress, Search, Stop};
use std::time::{Duration, Instant};

/// The clock and the switches are read once in so many steps of the writing.
const STEPS_PER_LOOK: u32 = 64;

/// The time between two progress reports.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// A listener for progress.
pub type ProgressListener<'a> = &'a mut dyn FnMut(&Progress);

/// A search that is asked for moves, its budget, and the listener for progress.
pub struct Searcher<'a, G: Game> {
    /// The search.
    pub search: &'a mut dyn Search<G>,
    /// The remaining budget of the search.
    pub budget: &'a mut Budget,
    /// The listener.
    pub hear: ProgressListener<'a>,
    /// The steps so far.
    pub(crate) steps: u32,
    /// When the listener heard of the progress last.
    pub(crate) told: Instant,
}

impl<'a, G: Game> Searcher<'a, G> {
    /// A search to ask.
    pub fn new(
        search: &'a mut dyn Search<G>,
        budget: &'a mut Budget,
        hear: ProgressListener<'a>,
    ) -> Searcher<'a, G> {
        Searcher { search, budget, hear, steps: 0, told: Instant::now() }
    }

    /// The same searcher with another search.
    pub fn with_search<'b>(&'b mut self, search: &'b mut dyn Search<G>) -> Searcher<'b, G> {
        Searcher {
            search,
            budget: self.budget,
            hear: self.hear,
            steps: self.steps,
            told: self.told,
        }
    }

    /// The same searcher with another budget.
    pub fn with_budget<'b>(&'b mut self, budget: &'b mut Budget) -> Searcher<'b, G> {
        Searcher {
            search: self.search,
            budget,
            hear: self.hear,
            steps: self.steps,
            told: self.told,
        }
    }

    /// Counts one step of the writing. From time to time the budget is checked and the progress is
    /// reported.
    pub fn step(&mut self, so_far: impl FnOnce(Progress) -> Progress) -> Result<(), NoCertificate> {
        self.steps = self.steps.wrapping_add(1);
        if !self.steps.is_multiple_of(STEPS_PER_LOOK) && !self.budget.has_ended() {
            return Ok(());
        }
        if let Some(stop) = self.budget.look() {
            return Err(NoCertificate::Stopped(stop));
        }
        if self.told.elapsed() >= TELL_EVERY {
            self.told = Instant::now();
            (self.hear)(&so_far(self.search.progress()));
        }
        Ok(())
    }

    /// Settles a claim about the line's position, with a winning move if the search tells one.
    pub fn settle(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Answer<G::Move> {
        self.search.solve(line, claim, self.budget, &mut OnProgress(self.hear))
    }

    /// The winner's move: remembered, or found by searching again.
    pub fn winning_move(
        &mut self,
        line: &mut Line<'_, G>,
        solution: &Solution<G::Move>,
    ) -> Result<G::Move, NoCertificate> {
        let &Solution { claim, verdict, best } = solution;
        let known = self.search.known(line, claim).filter(|known| known.verdict == verdict);
        if let Some(mv) = known.and_then(|known| known.best).or(best)
            && self.wins(line, mv, claim, verdict)?
        {
            return Ok(mv);
        }
        match self.settle(line, claim) {
            Answer::Solved { verdict: found, best } if found == verdict => match best {
                Some(mv) if self.wins(line, mv, claim, verdict)? => Ok(mv),
                _ => self.move_found_by_trying(line, claim, verdict),
            },
            Answer::Stopped(stop) => Err(NoCertificate::Stopped(stop)),
            Answer::Solved { .. } => Err(NoCertificate::Lost),
        }
    }

    /// Does a move that the search names win on this line? Where the past matters the verdict of a
    /// memory is right, but its move may be one that wins on other lines.
    fn wins(
        &mut self,
        line: &mut Line<'_, G>,
        mv: G::Move,
        claim: Claim,
        verdict: Verdict,
    ) -> Result<bool, NoCertificate> {
        if line.game().repetition() == Repetition::Impossible {
            return Ok(true);
        }
        let stopped = NoCertificate::Stopped;
        Ok(line.allows(mv) && self.verdict_after(line, mv, claim).map_err(stopped)? == verdict)
    }

    /// The winner's move where the search knows the verdict and has lost the move: first a move
    /// after which the verdict is known, then a move after which a search finds the verdict.
    pub fn move_found_by_trying(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        verdict: Verdict,
    ) -> Result<G::Move, NoCertificate> {
        let mut moves = Vec::new();
        line.moves(&mut moves);
        for &mv in &moves {
            if self.known_after(line, mv, claim) == Some(verdict) {
                return Ok(mv);
            }
        }
        for &mv in &moves {
            if self.verdict_after(line, mv, claim).map_err(NoCertificate::Stopped)? == verdict {
                return Ok(mv);
            }
        }
        Err(NoCertificate::Lost)
    }

    /// The verdict that the search knows about the position after a move.
    fn known_after(
        &mut self,
        line: &mut Line<'_, G>,
        mv: G::Move,
        claim: Claim,
    ) -> Option<Verdict> {
        line.play(mv);
        let known = line.verdict(claim).or_else(|| Some(self.search.known(line, claim)?.verdict));
        line.undo();
        known
    }

    /// The verdict about the position after a move, known or searched for.
    pub fn verdict_after(
        &mut self,
        line: &mut Line<'_, G>,
        mv: G::Move,
        claim: Claim,
    ) -> Result<Verdict, Stop> {
        if let Some(verdict) = self.known_after(line, mv, claim) {
            return Ok(verdict);
        }
        line.play(mv);
        let answer = self.settle(line, claim);
        line.undo();
        match answer {
            Answer::Solved { verdict, .. } => Ok(verdict),
            Answer::Stopped(stop) => Err(stop),
        }
    }
}
