//! Where a proof comes from while it is written down: the search that found it.

use crate::certificate::NoCertificate;
use crate::engine::{Engine, Hear};
use crate::explain::Solution;
use andor_core::{Claim, Game, Verdict};
use andor_search::{Answer, Budget, Line, Progress};
use std::time::{Duration, Instant};

/// How often the clock and the switches are asked, in steps of the writing.
const STEPS_PER_LOOK: u32 = 64;

/// How often progress is told.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// A search that is asked, what it may still spend, and who hears how far the writing is.
pub(crate) struct Source<'a, G: Game> {
    pub(crate) engine: &'a mut dyn Engine<G>,
    pub(crate) budget: &'a mut Budget,
    pub(crate) hear: Hear<'a>,
    steps: u32,
    told: Instant,
}

impl<'a, G: Game> Source<'a, G> {
    pub(crate) fn new(
        engine: &'a mut dyn Engine<G>,
        budget: &'a mut Budget,
        hear: Hear<'a>,
    ) -> Source<'a, G> {
        Source { engine, budget, hear, steps: 0, told: Instant::now() }
    }

    /// The same, but another search is asked.
    pub(crate) fn with_engine<'b>(&'b mut self, engine: &'b mut dyn Engine<G>) -> Source<'b, G> {
        Source { engine, budget: self.budget, hear: self.hear, steps: self.steps, told: self.told }
    }

    /// The same, but with another budget.
    pub(crate) fn with_budget<'b>(&'b mut self, budget: &'b mut Budget) -> Source<'b, G> {
        Source { engine: self.engine, budget, hear: self.hear, steps: self.steps, told: self.told }
    }

    /// One step of the writing is to be done. Now and then it is asked whether it may be, and what there is so
    /// far is told.
    pub(crate) fn step(
        &mut self,
        so_far: impl FnOnce(Progress) -> Progress,
    ) -> Result<(), NoCertificate> {
        self.steps = self.steps.wrapping_add(1);
        if !self.steps.is_multiple_of(STEPS_PER_LOOK) {
            return Ok(());
        }
        if let Some(stop) = self.budget.look() {
            return Err(NoCertificate::Stopped(stop));
        }
        if self.told.elapsed() >= TELL_EVERY {
            self.told = Instant::now();
            (self.hear)(&so_far(self.engine.progress()));
        }
        Ok(())
    }

    /// Settles a claim about the line's position, with a winning move if the search tells one.
    pub(crate) fn settle(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
    ) -> (Answer, Option<G::Move>) {
        self.engine.settle(line, claim, self.budget, self.hear)
    }

    /// The winner's move: remembered, or found by searching again.
    pub(crate) fn winning_move(
        &mut self,
        line: &mut Line<'_, G>,
        solution: &Solution<G::Move>,
    ) -> Result<G::Move, NoCertificate> {
        let &Solution { claim, verdict, best } = solution;
        let known = self.engine.known(line, claim).filter(|known| known.verdict == verdict);
        if let Some(mv) = known.and_then(|known| known.best).or(best) {
            return Ok(mv);
        }
        match self.settle(line, claim) {
            (Answer::Solved(found), Some(mv)) if found == verdict => Ok(mv),
            (Answer::Solved(found), None) if found == verdict => {
                self.move_found_by_trying(line, claim, verdict)
            }
            (Answer::Stopped(stop), _) => Err(NoCertificate::Stopped(stop)),
            _ => Err(NoCertificate::Lost),
        }
    }

    /// The winner's move where the search knows the verdict and has lost the move: first one after which
    /// the verdict is known, then one after which it is found.
    pub(crate) fn move_found_by_trying(
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
            match self.answer_after(line, mv, claim) {
                Answer::Solved(found) if found == verdict => return Ok(mv),
                Answer::Stopped(stop) => return Err(NoCertificate::Stopped(stop)),
                Answer::Solved(_) => {}
            }
        }
        Err(NoCertificate::Lost)
    }

    /// What the search knows about the position after a move.
    fn known_after(
        &mut self,
        line: &mut Line<'_, G>,
        mv: G::Move,
        claim: Claim,
    ) -> Option<Verdict> {
        line.play(mv);
        let known = line.verdict(claim).or_else(|| Some(self.engine.known(line, claim)?.verdict));
        line.undo();
        known
    }

    /// What the search knows about the position after a move, or else finds.
    pub(crate) fn answer_after(
        &mut self,
        line: &mut Line<'_, G>,
        mv: G::Move,
        claim: Claim,
    ) -> Answer {
        if let Some(verdict) = self.known_after(line, mv, claim) {
            return Answer::Solved(verdict);
        }
        line.play(mv);
        let (answer, _) = self.settle(line, claim);
        line.undo();
        answer
    }
}
