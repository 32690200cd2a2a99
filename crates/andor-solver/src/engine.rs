//! Searches behind one object-safe interface, so that they can be chosen by name.

use andor_core::{
    Claim, Evaluate, Game, Heuristic, Key, Numbered, Oracle, Player, Repetition, Verdict,
};
use andor_search::alpha_beta::{AlphaBeta, Entry};
use andor_search::depth_first::DepthFirst;
use andor_search::dfpn::Dfpn;
use andor_search::expected_work::{ExpectedWork, Member};
use andor_search::memory::{Memory, PatternProof, Recalled, Solved};
use andor_search::table::Table;
use andor_search::{Answer, Budget, Line, Observer, Progress, Search};
use rustc_hash::FxHashMap;

/// What a search says now and then.
pub(crate) type Hear<'a> = &'a mut dyn FnMut(&Progress);

/// What a search knows about a position it solved.
#[derive(Clone, Copy)]
pub(crate) struct Known<M> {
    pub(crate) verdict: Verdict,
    /// A move that wins, if the winner moves.
    pub(crate) best: Option<M>,
    /// How much work went into it: more for what resists longer.
    pub(crate) work: u32,
}

/// A search with all its plugs.
pub(crate) trait Engine<G: Game> {
    /// Settles the claim. With the answer comes a move that wins, if the winner moves and the search
    /// tells: a memory may be too careful to say so afterwards, where the past matters.
    fn settle(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        hear: Hear<'_>,
    ) -> (Answer, Option<G::Move>);

    /// What is known about the line's position after a claim was settled.
    fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<Known<G::Move>>;

    /// What the search remembers about the line's position, without asking the knowledge; nothing if that is
    /// not told apart.
    fn remembered(&mut self, _line: &mut Line<'_, G>, _claim: Claim) -> Option<Known<G::Move>> {
        None
    }

    /// A proof by patterns of a verdict on the line's position, if the search keeps patterns.
    fn pattern_proof(
        &mut self,
        _line: &Line<'_, G>,
        _claim: Claim,
        _verdict: Verdict,
    ) -> Option<PatternProof> {
        None
    }

    /// A game without superko in which the search has shown that the winner wins the line's position, and
    /// the search that knows how, if that is how it was shown.
    fn lenient(
        &mut self,
        _line: &mut Line<'_, G>,
        _claim: Claim,
        _winner: Player,
    ) -> Option<(&G, &mut dyn Engine<G>)> {
        None
    }

    /// How far the search is.
    fn progress(&self) -> Progress;
}

struct Listener<'a, M> {
    hear: Hear<'a>,
    /// The best move in the position that was solved last, which in the end is the root.
    best: Option<M>,
}

impl<G: Game> Observer<G> for Listener<'_, G::Move> {
    fn solved(&mut self, _: &G::Position, _: Verdict, best: Option<G::Move>) {
        self.best = best;
    }

    fn progress(&mut self, progress: &Progress) {
        (self.hear)(progress);
    }
}

/// Lets a search settle the claim.
fn listen<G: Game>(
    search: &mut impl Search<G>,
    line: &mut Line<'_, G>,
    claim: Claim,
    budget: &mut Budget,
    hear: Hear<'_>,
) -> (Answer, Option<G::Move>) {
    let mut listener = Listener { hear, best: None };
    let answer = search.solve(line, claim, budget, &mut listener);
    (answer, listener.best.filter(|&mv| line.allows(mv)))
}

/// What the memory and the knowledge say about the line's position.
fn recalled<G: Game, M: Memory<G>>(
    line: &mut Line<'_, G>,
    claim: Claim,
    memory: &mut M,
    knowledge: &impl Oracle<G>,
) -> Option<Known<G::Move>> {
    let Some(filled) = filled(line, claim, knowledge) else {
        if let Some((verdict, _)) = knowledge.settle(line.game(), line.position(), claim) {
            let best = knowledge.winning_move(line.game(), line.position(), claim);
            return Some(Known { verdict, best, work: 0 });
        }
        return remembered(line, claim, memory, knowledge);
    };
    let old = line.replace(filled);
    let known = match line.verdict(claim) {
        Some(verdict) => Some(Known { verdict, best: None, work: 0 }),
        None => recalled(line, claim, memory, knowledge),
    };
    line.replace(old);
    // A move that wins in the filled position is believed only if what follows is known to be won.
    known.map(|known| {
        let wins = |&mv: &G::Move| {
            line.play(mv);
            let after = line
                .verdict(claim)
                .or_else(|| recalled(line, claim, memory, knowledge).map(|known| known.verdict));
            line.undo();
            after == Some(known.verdict)
        };
        Known { best: known.best.filter(wins), ..known }
    })
}

/// What the memory says about the line's position.
fn remembered<G: Game, M: Memory<G>>(
    line: &mut Line<'_, G>,
    claim: Claim,
    memory: &mut M,
    knowledge: &impl Oracle<G>,
) -> Option<Known<G::Move>> {
    let found = memory.recall(line, claim, knowledge, &mut Recalled::default());
    found.map(|Solved { verdict, best, work, .. }| Known { verdict, best, work })
}

/// The position that the knowledge makes of the line's, if that is another one.
fn filled<G: Game>(
    line: &Line<'_, G>,
    claim: Claim,
    knowledge: &impl Oracle<G>,
) -> Option<G::Position> {
    let (game, pos) = (line.game(), line.position());
    let timeless = game.repetition() == Repetition::Impossible && game.outcome(pos).is_none();
    if timeless { knowledge.fill(game, pos, claim) } else { None }
}

/// A move that wins, found by trying: `first`, then all the others.
fn winning_move<G: Game>(
    search: &mut impl Search<G>,
    line: &mut Line<'_, G>,
    claim: Claim,
    verdict: Verdict,
    first: Option<G::Move>,
    budget: &mut Budget,
) -> Option<G::Move> {
    let mut moves: Vec<G::Move> = first.into_iter().collect();
    line.moves(&mut moves);
    moves.into_iter().find(|&mv| {
        line.play(mv);
        let (answer, _) = listen(search, line, claim, budget, &mut |_| {});
        line.undo();
        answer == Answer::Solved(verdict)
    })
}

impl<G, K, H, M, T> Engine<G> for AlphaBeta<G, K, H, M, T>
where
    G: Game<Move: Numbered>,
    K: Oracle<G>,
    H: Evaluate<G>,
    M: Memory<G>,
    T: Table<Entry<G::Move>>,
{
    fn settle(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        hear: Hear<'_>,
    ) -> (Answer, Option<G::Move>) {
        listen(self, line, claim, budget, hear)
    }

    fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<Known<G::Move>> {
        let (memory, knowledge) = self.memory_and_knowledge();
        let recalled = recalled(line, claim, memory, knowledge);
        let known = recalled.or_else(|| self.remembered(line, claim))?;
        Some(Known { best: known.best.filter(|&mv| line.allows(mv)), ..known })
    }

    fn remembered(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<Known<G::Move>> {
        let (verdict, best) = self.fact(line, claim)?;
        Some(Known { verdict, best, work: 1 })
    }

    fn pattern_proof(
        &mut self,
        line: &Line<'_, G>,
        claim: Claim,
        verdict: Verdict,
    ) -> Option<PatternProof> {
        self.memory_and_knowledge().0.pattern_proof(line, claim, verdict)
    }

    fn progress(&self) -> Progress {
        Search::<G>::progress(self)
    }
}

/// Searches with a memory and knowledge.
macro_rules! engines {
    ($($search:ty),*) => {$(
        impl<G, K, H, M> Engine<G> for $search
        where
            G: Game,
            K: Oracle<G>,
            H: Heuristic<G>,
            M: Memory<G>,
        {
            fn settle(
                &mut self,
                line: &mut Line<'_, G>,
                claim: Claim,
                budget: &mut Budget,
                hear: Hear<'_>,
            ) -> (Answer, Option<G::Move>) {
                let (answer, found) = listen(self, line, claim, budget, hear);
                let Answer::Solved(verdict) = answer else { return (answer, None) };
                let timeless = line.game().repetition() == Repetition::Impossible;
                let moves = line.outcome().is_none() && line.to_move() == verdict.winner(claim);
                if !timeless || !moves {
                    return (answer, found);
                }
                // Where knowledge filled the position in, or settled it, the move is looked for.
                let (_, knowledge) = self.memory_and_knowledge();
                let told = knowledge.winning_move(line.game(), line.position(), claim);
                let is_filled = filled(line, claim, knowledge).is_some();
                match found.or(told) {
                    Some(mv) if !is_filled => (answer, Some(mv)),
                    first => {
                        (answer, winning_move(self, line, claim, verdict, first, budget))
                    }
                }
            }

            fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<Known<G::Move>> {
                let (memory, knowledge) = self.memory_and_knowledge();
                recalled(line, claim, memory, knowledge)
            }

            fn remembered(
                &mut self,
                line: &mut Line<'_, G>,
                claim: Claim,
            ) -> Option<Known<G::Move>> {
                let (memory, knowledge) = self.memory_and_knowledge();
                remembered(line, claim, memory, knowledge)
            }

            fn pattern_proof(
                &mut self,
                line: &Line<'_, G>,
                claim: Claim,
                verdict: Verdict,
            ) -> Option<PatternProof> {
                self.memory_and_knowledge().0.pattern_proof(line, claim, verdict)
            }

            fn progress(&self) -> Progress {
                Search::<G>::progress(self)
            }
        }
    )*};
}

engines!(ExpectedWork<K, H, M>, Member<G, K, H, M>, Dfpn<G, K, H, M>);

/// How many solved positions the reference search keeps for explaining its answer.
const MOST_RECORDED: usize = 1_000_000;

/// The reference search, which has no memory: the last solved positions are written down beside it.
pub(crate) struct Recorded<G: Game> {
    search: DepthFirst,
    solved: FxHashMap<Key, (Verdict, Option<G::Move>)>,
}

impl<G: Game> Default for Recorded<G> {
    fn default() -> Self {
        Recorded { search: DepthFirst::default(), solved: FxHashMap::default() }
    }
}

struct Recorder<'a, G: Game> {
    game: &'a G,
    hear: Hear<'a>,
    solved: &'a mut FxHashMap<Key, (Verdict, Option<G::Move>)>,
}

impl<G: Game> Observer<G> for Recorder<'_, G> {
    fn solved(&mut self, pos: &G::Position, verdict: Verdict, best: Option<G::Move>) {
        if self.solved.len() >= MOST_RECORDED {
            self.solved.clear();
        }
        self.solved.insert(self.game.key(pos), (verdict, best));
    }

    fn progress(&mut self, progress: &Progress) {
        (self.hear)(progress);
    }
}

impl<G: Game> Engine<G> for Recorded<G> {
    fn settle(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        hear: Hear<'_>,
    ) -> (Answer, Option<G::Move>) {
        self.solved.clear();
        let mut recorder = Recorder { game: line.game(), hear, solved: &mut self.solved };
        let answer = self.search.solve(line, claim, budget, &mut recorder);
        (answer, self.known(line, claim).and_then(|known| known.best))
    }

    fn known(&mut self, line: &mut Line<'_, G>, _: Claim) -> Option<Known<G::Move>> {
        let (verdict, best) = *self.solved.get(&line.game().key(line.position()))?;
        let best = best.filter(|&mv| line.allows(mv));
        Some(Known { verdict, best, work: 0 })
    }

    fn progress(&self) -> Progress {
        Search::<G>::progress(&self.search)
    }
}
