//! The knowledge of a search after it settled a claim: verdicts and moves, from its memory and its
//! oracle, and whole proofs.

use crate::budget::Budget;
use crate::line::Line;
use crate::memory::{Memory, PatternProof, Recalled, Solved};
use crate::threats::proof::ThreatProof;
use crate::{Answer, Search};
use andor_core::{Claim, Details, Game, Oracle, Repetition, Verdict};

/// The knowledge of a search about a position it solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownVerdict<M> {
    /// The verdict on the claim.
    pub verdict: Verdict,
    /// A move that wins, if the winner moves.
    pub best: Option<M>,
    /// The work that went into the verdict: more for a position that resists longer.
    pub work: u32,
}

/// A proof that a search keeps as a whole.
pub enum SearchProof<'s, G: Game> {
    /// Patterns, from a memory of patterns.
    Patterns(PatternProof),
    /// Threats and their answers.
    Threats(ThreatProof<G::Move>),
    /// A win of the position under other rules: every win there is a win in this game.
    OtherRules {
        /// The game with the other rules.
        game: G,
        /// The search that knows the win in that game.
        search: Box<dyn Search<G> + 's>,
    },
}

/// The verdict of the memory or the knowledge on the line's position.
pub(crate) fn known<G: Game>(
    line: &mut Line<'_, G>,
    claim: Claim,
    memory: Option<&mut (dyn Memory<G> + 'static)>,
    knowledge: &dyn Oracle<G>,
) -> Option<KnownVerdict<G::Move>> {
    let mut memory = memory;
    known_filled(line, claim, &mut memory, knowledge)
}

fn known_filled<G: Game>(
    line: &mut Line<'_, G>,
    claim: Claim,
    memory: &mut Option<&mut (dyn Memory<G> + 'static)>,
    knowledge: &dyn Oracle<G>,
) -> Option<KnownVerdict<G::Move>> {
    let Some(filled) = filled(line, claim, knowledge) else {
        let settled = knowledge.settle(line.game(), line.position(), claim, Details::MOVE);
        if let Some(settled) = settled {
            return Some(KnownVerdict { verdict: settled.verdict, best: settled.best, work: 0 });
        }
        return remembered(line, claim, memory.as_deref_mut(), knowledge);
    };
    let old = line.replace(filled);
    let known = match line.verdict(claim) {
        Some(verdict) => Some(KnownVerdict { verdict, best: None, work: 0 }),
        None => known_filled(line, claim, memory, knowledge),
    };
    line.replace(old);
    // A move that wins in the filled position is believed only if what follows is known to be won.
    known.map(|known| {
        let mut wins = |mv: G::Move| {
            line.play(mv);
            let after = line.verdict(claim).or_else(|| {
                known_filled(line, claim, memory, knowledge).map(|known| known.verdict)
            });
            line.undo();
            after == Some(known.verdict)
        };
        KnownVerdict { best: known.best.filter(|&mv| wins(mv)), ..known }
    })
}

/// The verdict of the memory on the line's position.
pub(crate) fn remembered<G: Game>(
    line: &mut Line<'_, G>,
    claim: Claim,
    memory: Option<&mut (dyn Memory<G> + 'static)>,
    knowledge: &dyn Oracle<G>,
) -> Option<KnownVerdict<G::Move>> {
    let found = memory?.recall(line, claim, knowledge, &mut Recalled::default());
    found.map(|Solved { verdict, best, work, .. }| KnownVerdict { verdict, best, work })
}

/// The position that the knowledge makes of the line's position, if fill-in changes it.
fn filled<G: Game>(
    line: &Line<'_, G>,
    claim: Claim,
    knowledge: &dyn Oracle<G>,
) -> Option<G::Position> {
    let (game, pos) = (line.game(), line.position());
    let timeless = game.repetition() == Repetition::Impossible && game.outcome(pos).is_none();
    if timeless { knowledge.fill(game, pos, claim) } else { None }
}

/// Completes the answer of a search whose knowledge may have filled in or settled the root. If the
/// winner is to move and the search named no move, or a move of the filled position, a winning move
/// is found by trying, in games that never repeat.
pub(crate) fn with_move<G: Game>(
    search: &mut (impl Search<G> + HasKnowledge<G>),
    line: &mut Line<'_, G>,
    claim: Claim,
    budget: &mut Budget,
    answer: Answer<G::Move>,
) -> Answer<G::Move> {
    let Answer::Solved { verdict, best } = answer else { return answer };
    let best = best.filter(|&mv| line.allows(mv));
    let timeless = line.game().repetition() == Repetition::Impossible;
    let moves = line.outcome().is_none() && line.to_move() == verdict.winner(claim);
    if !timeless || !moves {
        return Answer::Solved { verdict, best };
    }
    let knowledge = search.knowledge();
    let told = || {
        let settled = knowledge.settle(line.game(), line.position(), claim, Details::MOVE);
        settled.and_then(|settled| settled.best)
    };
    let first = best.or_else(told);
    if first.is_some() && filled(line, claim, knowledge).is_none() {
        return Answer::Solved { verdict, best: first };
    }
    let mut moves: Vec<G::Move> = first.into_iter().collect();
    line.moves(&mut moves);
    let best = moves.into_iter().find(|&mv| {
        if budget.look().is_some() {
            return false;
        }
        line.play(mv);
        let answer = search.settle(line, claim, budget);
        line.undo();
        answer.verdict() == Some(verdict)
    });
    Answer::Solved { verdict, best }
}

/// A search that gives access to its knowledge.
pub(crate) trait HasKnowledge<G: Game> {
    fn knowledge(&self) -> &dyn Oracle<G>;

    /// Settles the claim without looking for a move, and without an observer.
    fn settle(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
    ) -> Answer<G::Move>;
}
