//! The plugs of a search, and the steps in which they work together: knowledge, heuristic, memory,
//! and the zones that fit the memory.
//!
//! All proof-number searches and best-first searches take these steps, so that they differ in the
//! positions that they choose and in nothing else:
//!
//! * **Fill-in** ([`Plugs::fill_in`]). The knowledge may make another position of the same value of
//!   a position, in games that never repeat. The search goes on there. A solution of the filled
//!   position becomes a solution of the position before by [`Plugs::before_fill`], which says what
//!   the fill-in depends on.
//! * **What is known** ([`Plugs::known`]): the game is over, or the memory has a solution, threats
//!   or follow-ups.
//! * **Knowledge** ([`Plugs::consider`]) settles a position or leaves out moves, and tells the
//!   threats because of which it does.
//! * **A lost position** ([`Plugs::lost`]): the zone follows from the refutations, the threats that
//!   the memory knows by now, and the lemmas against moves that were left out.

use crate::Answer;
use crate::budget::Budget;
use crate::explain::{self, KnownVerdict, SearchProof};
use crate::line::Line;
use crate::memory::{Memory, RecalledIn, Solved, SolvedIn};
use crate::shares;
use crate::zones::{Refuted, RefutedIn, Zones};
use andor_core::{
    Claim, Details, Game, Halt, Heuristic, Oracle, Repetition, Ruling, Thoroughness, Verdict,
};

/// Implements [`Search`](crate::Search) for a search with the fields `plugs` and `progress`, from a
/// function that settles a claim. The function may name no move, or a move of the filled position.
macro_rules! search_by_plugs {
    ($search:ident, $answer:path) => {
        impl<G: Game> $crate::explain::HasKnowledge<G> for $search<G> {
            fn knowledge(&self) -> &dyn Oracle<G> {
                &*self.plugs.knowledge
            }

            fn settle(
                &mut self,
                line: &mut $crate::Line<'_, G>,
                claim: Claim,
                budget: &mut $crate::Budget,
            ) -> $crate::Answer<G::Move> {
                $answer(self, line, claim, budget, &mut ())
            }
        }

        impl<G: Game> $crate::Search<G> for $search<G> {
            fn solve(
                &mut self,
                line: &mut $crate::Line<'_, G>,
                claim: Claim,
                budget: &mut $crate::Budget,
                observer: &mut dyn $crate::Observer<G>,
            ) -> $crate::Answer<G::Move> {
                let answer = $answer(self, line, claim, budget, observer);
                $crate::explain::with_move(self, line, claim, budget, answer)
            }

            fn known(
                &mut self,
                line: &mut $crate::Line<'_, G>,
                claim: Claim,
            ) -> Option<$crate::KnownVerdict<G::Move>> {
                self.plugs.known_afterwards(line, claim)
            }

            fn remembered(
                &mut self,
                line: &mut $crate::Line<'_, G>,
                claim: Claim,
            ) -> Option<$crate::KnownVerdict<G::Move>> {
                self.plugs.remembered(line, claim)
            }

            fn proof(
                &mut self,
                line: &mut $crate::Line<'_, G>,
                claim: Claim,
                verdict: Verdict,
            ) -> Option<$crate::SearchProof<'_, G>> {
                self.plugs.proof(line, claim, verdict)
            }

            fn progress(&self) -> $crate::Progress {
                self.progress
            }
        }
    };
}
pub(crate) use search_by_plugs;

/// The plugs of a search.
pub(crate) struct Plugs<G: Game> {
    pub(crate) knowledge: Box<dyn Oracle<G>>,
    pub(crate) heuristic: Box<dyn Heuristic<G>>,
    pub(crate) memory: Box<dyn Memory<G>>,
    pub(crate) zones: Box<dyn Zones<G>>,
    pub(crate) halt: Halt,
}

/// What the knowledge says about a position that it does not settle.
pub(crate) struct Considered<Z> {
    /// The zones of threats because of which it left out moves.
    pub(crate) threats: Vec<Z>,
    /// Did it leave out moves?
    pub(crate) pruned: bool,
}

impl<G: Game> Plugs<G> {
    pub(crate) fn new(
        knowledge: impl Oracle<G> + 'static,
        heuristic: impl Heuristic<G> + 'static,
        memory: impl Memory<G> + 'static,
    ) -> Plugs<G> {
        Plugs {
            knowledge: Box::new(knowledge),
            heuristic: Box::new(heuristic),
            zones: memory.zones(),
            memory: Box::new(memory),
            halt: Halt::default(),
        }
    }

    /// A search begins at the end of this line. Gives the bytes that are left for it.
    pub(crate) fn begin(&mut self, line: &Line<'_, G>, budget: &Budget) -> usize {
        let (bytes, halt) = (budget.most_bytes(), budget.halt());
        self.knowledge.heed(&halt);
        self.heuristic.heed(&halt);
        self.halt = halt;
        self.memory.begin(line);
        self.memory.limit(shares::of_memory(bytes));
        bytes - shares::of_memory(bytes)
    }

    /// The bytes of memory and knowledge.
    pub(crate) fn bytes(&self) -> usize {
        self.memory.bytes() + self.knowledge.bytes()
    }

    /// The answer where no search is needed; otherwise any legal move, as the error.
    pub(crate) fn at_once(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
    ) -> Result<Answer<G::Move>, G::Move> {
        let solved = |verdict| Ok(Answer::Solved { verdict, best: None });
        if let Some(verdict) = line.verdict(claim) {
            return solved(verdict);
        }
        let (game, wanted) = (line.game(), Details::VERDICT);
        if let Some(settled) = self.knowledge.settle(game, line.position(), claim, wanted) {
            return solved(settled.verdict);
        }
        if let Some(before) = self.look_before_fill(line, claim) {
            return solved(before.verdict);
        }
        let mut moves = Vec::new();
        line.moves(&mut moves);
        match moves.first() {
            None => solved(claim.judge(game.stuck(line.position()))),
            Some(&mv) => Err(mv),
        }
    }

    /// A solution of the line's position as it stands, where the knowledge would fill it in:
    /// fill-in can take away the room that the reason for a win needs.
    pub(crate) fn look_before_fill(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
    ) -> Option<SolvedIn<G>> {
        let is_filled = self.fill_in(line, claim) && line.take_back();
        match is_filled && !self.halt.is_due() {
            true => {
                let mut moves = Vec::new();
                line.moves(&mut moves);
                self.consider(line, claim, Thoroughness::Full, &mut moves).err()
            }
            false => None,
        }
    }

    /// Plays a move and lets the knowledge fill in the position after it. Both end with
    /// [`Line::undo`].
    pub(crate) fn play(&self, line: &mut Line<'_, G>, claim: Claim, mv: G::Move) {
        line.play(mv);
        self.fill_in(line, claim);
    }

    /// Lets the knowledge fill in the line's position; says whether fill-in changes it.
    pub(crate) fn fill_in(&self, line: &mut Line<'_, G>, claim: Claim) -> bool {
        let (game, pos) = (line.game(), line.position());
        if game.repetition() != Repetition::Impossible || game.outcome(pos).is_some() {
            return false;
        }
        let filled = self.knowledge.fill(game, pos, claim);
        filled.map(|filled| line.fill(filled)).is_some()
    }

    /// A solution of the filled position, turned into a solution of the line's position before
    /// fill-in.
    pub(crate) fn before_fill(
        &self,
        line: &Line<'_, G>,
        claim: Claim,
        solved: SolvedIn<G>,
    ) -> SolvedIn<G> {
        let (winner, knowledge) = (solved.verdict.winner(claim), &*self.knowledge);
        let (game, pos) = (line.game(), line.position());
        Solved { zone: self.zones.before_fill(game, pos, knowledge, winner, solved.zone), ..solved }
    }

    /// The end of the game, or a remembered solution; if there is none, `recalled` has the threats
    /// and follow-ups that the memory knows.
    pub(crate) fn known(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        recalled: &mut RecalledIn<G>,
    ) -> Option<SolvedIn<G>> {
        if let Some(verdict) = line.verdict(claim) {
            let zone = self.zones.end(line.game(), line.position());
            return Some(Solved { verdict, best: None, zone, work: 1 });
        }
        self.memory.recall(line, claim, &*self.knowledge, recalled)
    }

    /// Asks the knowledge about the line's position: its solution, or it takes moves out of
    /// `moves`.
    pub(crate) fn consider(
        &self,
        line: &Line<'_, G>,
        claim: Claim,
        look: Thoroughness,
        moves: &mut Vec<G::Move>,
    ) -> Result<Considered<G::Zone>, SolvedIn<G>> {
        let (game, pos, all) = (line.game(), line.position(), moves.len());
        let wanted = Details { zone: self.memory.wants_zones(), ..Details::VERDICT };
        match self.knowledge.consider(game, pos, claim, look, wanted, moves) {
            Ruling::Open { threats } => Ok(Considered { threats, pruned: moves.len() < all }),
            Ruling::Settled(settled) => {
                let zone = settled.zone.unwrap_or_else(|| self.zones.whole(game));
                Err(Solved { verdict: settled.verdict, best: None, zone, work: 1 })
            }
        }
    }

    /// The solution of a position without open moves, by these refutations; `pruned` says whether
    /// the knowledge left out moves.
    pub(crate) fn lost(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        mut refutations: Vec<RefutedIn<G>>,
        pruned: bool,
        work: u32,
    ) -> SolvedIn<G> {
        let (mut moves, mut threats) = (Vec::new(), Vec::new());
        line.moves(&mut moves);
        self.memory.threats(line, claim, &mut threats);
        refutations.extend(threats.into_iter().map(Refuted::by_threat));
        let (game, pos, knowledge) = (line.game(), line.position(), &*self.knowledge);
        let zone = match pruned {
            true => self.zones.left_without(game, pos, knowledge, &moves, &refutations),
            false => self.zones.lost(game, pos, &moves, &refutations),
        };
        let verdict = Verdict::for_winner(claim, line.to_move().other());
        Solved { verdict, best: None, zone, work }
    }

    /// The solution of a position won by a move to a position with this solution.
    pub(crate) fn won(
        &self,
        line: &Line<'_, G>,
        mv: G::Move,
        solved: &SolvedIn<G>,
        work: u32,
    ) -> SolvedIn<G> {
        let zone = self.zones.winner(line.game(), line.position(), mv, solved.zone);
        Solved { verdict: solved.verdict, best: Some(mv), zone, work }
    }

    /// The verdict on the line's position after a claim was settled, from the memory or the
    /// knowledge.
    pub(crate) fn known_afterwards(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
    ) -> Option<KnownVerdict<G::Move>> {
        let known = explain::known(line, claim, Some(&mut *self.memory), &*self.knowledge);
        known.or_else(|| {
            let Solved { verdict, best, work, .. } = self.memory.fitting(line, claim)?;
            Some(KnownVerdict { verdict, best, work })
        })
    }

    /// Remembers a solution of the line's position as it stands.
    pub(crate) fn remember_as_is(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        solved: &SolvedIn<G>,
    ) {
        self.memory.remember(line, claim, &*self.knowledge, solved);
    }

    /// The verdict of the memory alone on the line's position.
    pub(crate) fn remembered(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
    ) -> Option<KnownVerdict<G::Move>> {
        explain::remembered(line, claim, Some(&mut *self.memory), &*self.knowledge)
    }

    /// The proof that the memory keeps of a verdict on the line's position.
    pub(crate) fn proof(
        &self,
        line: &Line<'_, G>,
        claim: Claim,
        verdict: Verdict,
    ) -> Option<SearchProof<'_, G>> {
        self.memory.pattern_proof(line, claim, verdict).map(SearchProof::Patterns)
    }
}
