//! Alpha-beta search as in MIGOS II (van der Werf and Winands), for any game.
//!
//! The search is depth-first with iterative deepening and principal variation search (Marsland).
//! MIGOS goes one ply deeper in each iteration. This search takes steps of two plies, later of
//! four, then of six. On Go boards of 12 to 18 points steps of four halve the nodes, and steps of
//! six save a fifth of the rest. On larger boards the steps stay at four.
//!
//! An iteration does not measure by how much the leading player gains beyond a bound over the last
//! value (an aspiration window, [`Options::gain`]). That saves a third of the nodes on 3x6. With a
//! bound closer to the last value other boards take several times as many nodes.
//!
//! An evaluation judges the leaves at the horizon. Ends of the game and positions that the
//! knowledge settles count as won or lost. The search is over when the root's value is won or lost.
//! A value between these two is only a guess: a guess may cut the tree, but never makes a verdict.
//!
//! The enhancements, one file each where an enhancement has state:
//!
//! * A transposition table (`facts`) of facts and guesses, with enhanced transposition cut-offs
//!   (Schaeffer and Plaat) by facts and by guesses. The cut-offs by guesses save a fifth of the
//!   nodes. As in MIGOS II, a guess counts wherever its position comes up, at any depth of the tree
//!   and in any iteration.
//! * Move ordering (`order`) by the table's move, killers, history heuristic and sibling promotion
//!   (Dyer).
//! * Symmetric siblings are left out.
//! * Relevancy zones with must-play reduction, if the memory keeps zones or knows the zones of
//!   facts.
//!
//! Several threads may share the table ([`Lockless`](crate::lockless::Lockless)). The threads run
//! the same search, and each thread puts off positions that another thread is searching (`busy`).
//! On Go boards of 14 to 18 points two threads together search 0 to 25 % more nodes than one
//! thread. With iterations of different depths for different threads two threads searched twice as
//! many nodes, so that nothing was gained.
//!
//! Tried on Go and dropped:
//!
//! * late moves searched less deep: no fewer nodes, as in MIGOS II;
//! * passes that cost no depth: a quarter more nodes;
//! * killers after the best move of the history: twice as many;
//! * histories by player or by the move before: no difference;
//! * other weights of the evaluation: none better by more than a tenth;
//! * a coarser evaluation: no better;
//! * empty windows at the root (MTD(f)): half as many nodes again;
//! * one window for each depth: fewer nodes on 2x7, several times as many on 3x6 and 4x4;
//! * a forced move that costs no depth: no difference;
//! * children ordered by the table's guesses about them: no difference.
//!
//! A better move order would gain little: of eight nodes with a cut-off, seven cut off with their
//! first move.
//!
//! # Verdicts that owe something to the line
//!
//! Where a repetition ends the game (long cycles), a verdict found on one line need not hold on
//! another line (the graph-history interaction problem). MIGOS II accepts such errors; this search
//! must not. A verdict *owes* something to the line if the winner's strategy below the position
//! comes back to an earlier position of the line. The search returns the verdict with the ply of
//! the earliest such position. If that ply is the ply of the verdict's own position or a later one,
//! the verdict owes nothing. Such a verdict is a *fact*: it holds wherever the position comes up.
//! Only facts enter the table.
//!
//! Why facts hold: consider the game without end, in which a play that repeats for ever is won by
//! the player for whom its cycles are good. (Cycles that are each good for one player never add up
//! to something that is good for the opponent, because the worth of a cycle depends on a sum.) A
//! strategy that owes nothing wins the endless game: either the strategy reaches a good end, or the
//! strategy comes back to one of its own positions by a cycle that is good for the winner and
//! starts again from there. Strategies put together from facts do so too. Games of this kind are
//! mean payoff games. In a mean payoff game the winner has a strategy without memory, with one move
//! for each position (Ehrenfeucht and Mycielski 1979). With the strategy without memory every cycle
//! that can be closed is good for the winner. So the first cycle that is closed is good for the
//! winner, and the game that ends at the first repetition has the same winner.
//!
//! Positions before the root are like positions with a single move. A search that knows these
//! positions never makes a fact of a strategy that meets one of them, because coming back to them
//! ends the game at a ply before the root. So facts hold for the same past, and the table keeps
//! them under the key of that past.
//!
//! A win with a zone that rests on knowledge alone ([`Zones::is_fact`]) is a fact, whatever other
//! refutations of the same moves owe.
//!
//! Where a repetition is forbidden (superko) this argument does not apply, and nothing but guesses
//! enters the table. There the memory decides by replays which solutions can be used again.

mod busy;
mod facts;
mod lists;
mod options;
mod order;
mod run;

pub use busy::Busy;
pub use facts::Entry;
pub use options::Options;

use crate::budget::Budget;
use crate::compact::Compact;
use crate::explain::{self, HasKnowledge, KnownVerdict, SearchProof};
use crate::ground::Ground;
use crate::line::Line;
use crate::memory::Memory;
use crate::observe::{Observer, Progress};
use crate::shares;
use crate::table::Table;
use crate::zones::{NoZones, Zones};
use crate::{Answer, Search};
use andor_core::{Claim, Evaluate, Game, Key, Numbered, Oracle, Verdict};
use order::Order;
use run::Run;
use std::sync::Arc;

/// Alpha-beta search with its plugs: knowledge, evaluation, memory, and the table of facts and
/// guesses.
///
/// A node costs less than a microsecond. Therefore knowledge and evaluation are type parameters,
/// not `dyn`.
pub struct AlphaBeta<G: Game, K, H, T = Compact<Entry<<G as Game>::Move>>> {
    knowledge: K,
    evaluation: H,
    /// The memory of solved positions, or of the zones of facts; without a memory the table of
    /// facts is the only store.
    memory: Option<Box<dyn Memory<G>>>,
    zones: Box<dyn Zones<G>>,
    /// Does the memory keep solutions (`keeps`), and zones of facts (`keeps_zones`)?
    keeps: bool,
    keeps_zones: bool,
    table: T,
    options: Options,
    progress: Progress,
    order: Order<G::Move>,
    /// The ground of the last search's facts: the positions before its root.
    ground: Option<Ground>,
    /// The positions that the threads sharing the table are searching.
    busy: Option<Arc<Busy>>,
    /// A key that keeps the entries apart from the entries of other games.
    apart: Key,
}

impl<G: Game<Move: Numbered>, K, H> AlphaBeta<G, K, H> {
    /// A search with these plugs.
    pub fn new(knowledge: K, evaluation: H) -> Self {
        AlphaBeta::with_table(knowledge, evaluation, Compact::default())
    }
}

impl<G: Game, K, H, T> AlphaBeta<G, K, H, T> {
    /// A search with a table of its own, which several searches may share.
    pub fn with_table(knowledge: K, evaluation: H, table: T) -> Self {
        AlphaBeta {
            knowledge,
            evaluation,
            memory: None,
            zones: Box::new(NoZones),
            keeps: false,
            keeps_zones: false,
            table,
            options: Options::default(),
            progress: Progress::default(),
            order: Order::default(),
            ground: None,
            busy: None,
            apart: Key::ZERO,
        }
    }

    /// The same search with other options.
    pub fn with_options(self, options: Options) -> Self {
        AlphaBeta { options, ..self }
    }

    /// The same search with a memory: a memory of solutions, where facts cannot be kept, or of the
    /// zones of facts.
    pub fn with_memory(self, memory: impl Memory<G> + 'static) -> Self {
        AlphaBeta {
            zones: memory.zones(),
            keeps: memory.keeps(),
            keeps_zones: memory.keeps_zones(),
            memory: Some(Box::new(memory)),
            ..self
        }
    }

    /// The same search as one of several threads that share its table and mark the positions that
    /// they search.
    pub fn beside(self, busy: Arc<Busy>) -> Self {
        AlphaBeta { busy: Some(busy), ..self }
    }

    /// The same search with a key that keeps its entries apart from those of searches with other
    /// keys, so that games with different rules can share a table.
    pub fn apart(self, key: Key) -> Self {
        AlphaBeta { apart: key, ..self }
    }
}

impl<G: Game, K, H, T: Table<Entry<G::Move>>> AlphaBeta<G, K, H, T> {
    /// The fact about the line's position, if the last search met the position and the table has a
    /// fact: the verdict, and a winning move if the winner moves and the table knows one.
    pub fn fact(&self, line: &Line<'_, G>, claim: Claim) -> Option<(Verdict, Option<G::Move>)> {
        let place = facts::Place::new(line.game(), line.position(), self.ground?, claim);
        place.fact(line.game(), &self.table)
    }
}

impl<G, K, H, T> Search<G> for AlphaBeta<G, K, H, T>
where
    G: Game<Move: Numbered>,
    K: Oracle<G>,
    H: Evaluate<G>,
    T: Table<Entry<G::Move>> + Send,
{
    fn solve(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Answer<G::Move> {
        let answer = self.search(line, claim, budget, observer);
        explain::with_move(self, line, claim, budget, answer)
    }

    fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<KnownVerdict<G::Move>> {
        let known = explain::known(line, claim, self.memory.as_deref_mut(), &self.knowledge);
        let known = known.or_else(|| self.remembered(line, claim))?;
        Some(KnownVerdict { best: known.best.filter(|&mv| line.allows(mv)), ..known })
    }

    fn remembered(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
    ) -> Option<KnownVerdict<G::Move>> {
        let (verdict, best) = self.fact(line, claim)?;
        Some(KnownVerdict { verdict, best, work: 1 })
    }

    fn proof(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        verdict: Verdict,
    ) -> Option<SearchProof<'_, G>> {
        let proof = self.memory.as_ref()?.pattern_proof(line, claim, verdict)?;
        Some(SearchProof::Patterns(proof))
    }

    fn progress(&self) -> Progress {
        self.progress
    }
}

impl<G, K, H, T> HasKnowledge<G> for AlphaBeta<G, K, H, T>
where
    G: Game<Move: Numbered>,
    K: Oracle<G>,
    H: Evaluate<G>,
    T: Table<Entry<G::Move>> + Send,
{
    fn knowledge(&self) -> &dyn Oracle<G> {
        &self.knowledge
    }

    fn settle(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
    ) -> Answer<G::Move> {
        self.search(line, claim, budget, &mut ())
    }
}

impl<G, K, H, T> AlphaBeta<G, K, H, T>
where
    G: Game<Move: Numbered>,
    K: Oracle<G>,
    H: Evaluate<G>,
    T: Table<Entry<G::Move>> + Send,
{
    /// Settles the claim. The last position that a search solves is the root; the returned move is
    /// its move.
    fn search(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Answer<G::Move> {
        let halt = budget.halt();
        self.knowledge.heed(&halt);
        self.evaluation.heed(&halt);
        let bytes = budget.most_bytes();
        let share = if self.memory.is_some() { shares::of_memory(bytes) } else { 0 };
        if let Some(memory) = &mut self.memory {
            memory.begin(line);
            memory.limit(share);
        }
        self.table.limit(bytes - share);
        self.ground = Some(Ground::new(line).apart(self.apart));
        let mover = line.to_move();
        let mut run = Run::new(self, line, claim, budget, observer);
        let answer = match run.deepen() {
            Err(stop) => {
                run.report();
                Answer::Stopped(stop)
            }
            Ok(wins) => {
                let winner = if wins { mover } else { mover.other() };
                Answer::Solved {
                    verdict: Verdict::for_winner(claim, winner),
                    best: run.last_best(),
                }
            }
        };
        run.measure();
        answer
    }
}
