//! Alpha-beta as in van der Werf and Winands' MIGOS II, for any game.
//!
//! Depth-first with iterative deepening and principal variations (Marsland). Where MIGOS goes one ply
//! deeper each time, this search takes steps of two plies, later of four and then of six: on Go boards of
//! 12 to 18 points steps of four halve the nodes, and those of six save a fifth of the rest; on larger boards
//! it stays at four. An iteration
//! does not measure how far the player who seems ahead is further ahead than before: a third of the nodes
//! on 3x6. With a limit closer to the last value other boards take several times as many. Leaves at the
//! horizon
//! are judged by an evaluation, ends of the game and what the knowledge settles count as won or
//! lost; the search is over when the root's value is one of these two. A value between them is only
//! a guess: it may cut the tree, but never a verdict.
//!
//! The enhancements, one file each where they have state: a table (`facts`) of facts and guesses
//! with enhanced transposition cut-offs by facts and by guesses (Schaeffer and Plaat; the guesses save a
//! fifth of the nodes); ordering (`order`) of moves by the
//! table's move, killers, history and sibling promotion (Dyer); symmetric siblings left out;
//! relevancy zones with must-play reduction, where the memory keeps zones or tells those of facts. As in MIGOS II, a guess
//! counts wherever its position comes up, however deep in the tree and in whichever iteration.
//!
//! Several threads may share the table ([`Lockless`](crate::lockless::Lockless)): they run the same
//! search and leave to each other what one of them is at (`busy`). On Go boards of 14 to 18 points two
//! threads then search 0 to 25 % more nodes together than one alone; with iterations of different
//! depths instead they searched twice as many, so that nothing was gained.
//!
//! Tried on Go and dropped: late moves searched less deep (no fewer nodes, as in MIGOS II), passes that
//! cost no depth (a quarter more), killers after the best of the history (twice as many), histories by
//! player or by the move before (no difference), other weights of the evaluation (none better by more
//! than a tenth), a coarser evaluation (no better), empty windows at the root (MTD(f): half as many again;
//! one window for each depth: fewer on 2x7, several times as many on 3x6 and 4x4), a forced move that
//! costs no depth (no difference), children ordered by what the table guesses about them (no difference).
//! The order is not what is left to gain: seven nodes of eight that cut do so with their first move.
//!
//! # What owes something to the line
//!
//! Where a repetition ends the game (long cycles), a verdict found on one line need not hold on
//! another. MIGOS II puts up with that; here it must not be. A verdict *owes* something to the line
//! if the winner's strategy below it comes back to an earlier position of the line; it is returned
//! with the ply of the earliest such position. If that ply is its own or a later one, nothing is
//! owed, and the verdict is a *fact* that holds wherever the position comes up; only facts enter the
//! table.
//!
//! Why facts hold: think of the game without end, in which a play that goes round for ever is won by
//! whom its cycles are good for (nobody's cycles add up to something that is good for the other,
//! because what a cycle is worth depends on a sum). A strategy that owes nothing wins that game: it
//! ends well, or it comes back to a position of its own by a cycle that is good for the winner and
//! starts again from there. Strategies put together from facts do so too. Such games (they are mean
//! payoff games) are won without looking at the past: there is a strategy that has one move for each
//! position (Ehrenfeucht and Mycielski 1979). With that strategy every cycle that can be closed is
//! good for the winner, so the first one that is closed is, and the game that ends at the first
//! repetition has the same winner.
//!
//! Positions before the root are like positions with a single move. A search that knows them never
//! makes a fact of a strategy that meets them, because coming back to them ends the game at a ply
//! before the root. So facts hold for the same past, and are kept under it.
//!
//! A win with a zone that rests on knowledge alone ([`Zones::is_fact`](crate::zones::Zones::is_fact)) is a
//! fact, whatever other refutations of the same moves owe.
//!
//! Where a repetition is forbidden (superko) no such reasoning helps, and nothing but guesses enters
//! the table; there the memory's replays decide what can be used again.

mod busy;
mod facts;
mod forecast;
mod order;
mod run;

pub use busy::Busy;
pub use facts::Entry;

use crate::budget::Budget;
use crate::compact::Compact;
use crate::line::Line;
use crate::memory::Memory;
use crate::observe::{Observer, Progress};
use crate::table::Table;
use crate::{Answer, Search};
use andor_core::{Claim, Evaluate, Game, Key, Numbered, Oracle, Verdict};
use order::Order;
use run::Run;
use std::sync::Arc;

/// The memory of solutions gets this share of the whole, the table the rest; all of it goes to the
/// table where the memory keeps nothing.
const MEMORY_SHARE: usize = 2;

/// The search, with its plugs: knowledge, evaluation, memory, and the table of facts and guesses.
pub struct AlphaBeta<G: Game, K, H, M, T = Compact<Entry<<G as Game>::Move>>> {
    knowledge: K,
    evaluation: H,
    memory: M,
    table: T,
    progress: Progress,
    order: Order<G::Move>,
    /// What the facts of the last search rest on.
    ground: Option<facts::Ground>,
    /// What the threads that share the table are searching.
    busy: Option<Arc<Busy>>,
    /// Keeps the entries apart from those of other games.
    apart: Key,
}

impl<G: Game<Move: Numbered>, K, H, M> AlphaBeta<G, K, H, M> {
    /// A search from its plugs.
    pub fn new(knowledge: K, evaluation: H, memory: M) -> Self {
        AlphaBeta::with_table(knowledge, evaluation, memory, Compact::default())
    }
}

impl<G: Game, K, H, M, T> AlphaBeta<G, K, H, M, T> {
    /// A search with a table of its own, which several searches may share.
    pub fn with_table(knowledge: K, evaluation: H, memory: M, table: T) -> Self {
        AlphaBeta {
            knowledge,
            evaluation,
            memory,
            table,
            progress: Progress::default(),
            order: Order::default(),
            ground: None,
            busy: None,
            apart: Key::ZERO,
        }
    }

    /// The same search as one of several threads that share its table and tell each other what they
    /// are searching.
    pub fn beside(self, busy: Arc<Busy>) -> Self {
        AlphaBeta { busy: Some(busy), ..self }
    }

    /// The same search with its entries kept apart from those of searches with other keys, so that games
    /// with different rules can share a table.
    pub fn apart(self, key: Key) -> Self {
        AlphaBeta { apart: key, ..self }
    }

    /// The memory of solved positions, and the knowledge: what explains an answer.
    pub fn memory_and_knowledge(&mut self) -> (&mut M, &K) {
        (&mut self.memory, &self.knowledge)
    }
}

impl<G: Game, K, H, M, T: Table<Entry<G::Move>>> AlphaBeta<G, K, H, M, T> {
    /// The fact about the line's position, which the last search met, if the table has one: the
    /// verdict, and a winning move if the winner moves and it is known.
    pub fn fact(&self, line: &Line<'_, G>, claim: Claim) -> Option<(Verdict, Option<G::Move>)> {
        let place = facts::Place::new(line.game(), line.position(), self.ground?, claim);
        place.fact(line.game(), &self.table)
    }
}

impl<G, K, H, M, T> Search<G> for AlphaBeta<G, K, H, M, T>
where
    G: Game<Move: Numbered>,
    K: Oracle<G>,
    H: Evaluate<G>,
    M: Memory<G>,
    T: Table<Entry<G::Move>>,
{
    fn solve(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut impl Observer<G>,
    ) -> Answer {
        let share = if M::KEEPS || M::KEEPS_ZONES { budget.most_bytes() / MEMORY_SHARE } else { 0 };
        self.memory.begin(line);
        self.memory.limit(share);
        self.table.limit(budget.most_bytes() - share);
        self.ground = Some(facts::Ground::new(line).apart(self.apart));
        let mover = line.to_move();
        let mut run = Run::new(self, line, claim, budget, observer);
        let answer = match run.deepen() {
            Err(stop) => Answer::Stopped(stop),
            Ok(wins) => {
                let winner = if wins { mover } else { mover.other() };
                Answer::Solved(Verdict::for_winner(claim, winner))
            }
        };
        run.measure();
        if let Answer::Solved(_) = answer {
            (self.progress.depth, self.progress.work_left) = (None, None);
        }
        answer
    }

    fn progress(&self) -> Progress {
        self.progress
    }
}
