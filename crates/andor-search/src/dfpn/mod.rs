//! Depth-first proof-number search (Nagai 2002), with the improvements that made it the method for
//! Hex (Arneson, Hayward and Henderson 2010: focused; Pawlewicz and Hayward 2013: parallel).
//!
//! The proof number of a position tells how hard it seems to prove, its disproof number the same for
//! disproving. Where the attacker moves, the proof number is the least of the children's, and the disproof
//! number the largest with one more for each other open move; where the defender moves, the other way
//! round. The search always works on a leaf that could settle the root soonest. It needs no tree: it
//! goes down depth-first and stays below a child until a number passes a threshold, which says that
//! the best leaf is elsewhere; what is known about positions is in a table.
//!
//! * **The largest, not the sum** (weak proof numbers: Ueda, Hashimoto, Hashimoto and Iida 2008): the children
//!   of a position have most of what is below them in common, by transposition and by patterns, and a sum counts
//!   it again and again.
//! * **1 + ε** (Pawlewicz and Lew 2006): a child may fall behind its best sibling by this factor
//!   before the search changes over, so that it does not go to and fro all the time.
//! * **Focused widening**: of the moves that are still open only the first `base + ⌈share × open⌉`
//!   count, in the order that the heuristic gives. When one of them is refuted the next comes in.
//!   Nothing is lost: a position is lost only when no move is open.
//! * **Knowledge** is asked when a position is seen for the first time: it fills the position in,
//!   settles it or leaves out moves; what is left is kept, so that it is not asked again. If it has a
//!   quicker way of looking ([`Oracle::QUICK`]), this comes first, and the position is studied and its
//!   moves are put in order only when the search goes on below it: more than half of all positions in
//!   Hex are looked at once, and never again.
//! * **Patterns** ([`crate::memory::Patterns`]), in monotone games: what is solved is remembered with what it
//!   depends on, and answers for every position that has as much of the winner's there. The knowledge
//!   tells on what its verdicts, its fill-in and the moves that it leaves out depend; a solution is
//!   remembered as it was found, filled in, and once more as it was before that.
//! * **Numbers never overflow**: they stop at a largest finite one, below the thresholds of the root,
//!   so that a search that got there still ends, depth-first.
//! * **Where the past matters** the numbers of the table may stem from other lines. They only guide,
//!   as guesses do. A solution is taken from the memory alone, which replays it on the present line
//!   ([`crate::memory::Transpositions`]).
//! * **Threads** share the tables ([`Common`]). A child on which another thread works looks a little
//!   harder, so that threads go different ways, but late: what one has solved, the others find in the
//!   table when they come back to it, and most of it is of use to them.

mod common;
mod numbers;
mod run;

pub use common::Common;

use crate::budget::Budget;
use crate::line::Line;
use crate::memory::{Memory, RefutationOf};
use crate::observe::{Observer, Progress};
use crate::{Answer, Search};
use andor_core::{Claim, Game, Heuristic, Oracle};
use std::sync::Arc;

/// The options of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// A child keeps the turn until it falls behind the next one by a factor of 1 + this.
    pub epsilon: f32,
    /// How many moves are looked at in any case.
    pub base: u32,
    /// The share of the open moves that are looked at besides.
    pub share: f32,
}

impl Default for Options {
    fn default() -> Self {
        Options { epsilon: 0.25, base: 1, share: 0.2 }
    }
}

/// The search, with its plugs: knowledge, heuristic, memory, and what the threads have in common.
pub struct Dfpn<G: Game, K, H, M: Memory<G>> {
    knowledge: K,
    heuristic: H,
    memory: M,
    common: Arc<Common<G::Move, RefutationOf<G, M>>>,
    options: Options,
    progress: Progress,
}

impl<G: Game, K, H, M: Memory<G>> Dfpn<G, K, H, M> {
    /// A search from its plugs, one of those that have `common` in common.
    pub fn new(
        knowledge: K,
        heuristic: H,
        memory: M,
        common: Arc<Common<G::Move, RefutationOf<G, M>>>,
        options: Options,
    ) -> Self {
        Dfpn { knowledge, heuristic, memory, common, options, progress: Progress::default() }
    }

    /// The memory of solved positions, and the knowledge: what explains an answer.
    pub fn memory_and_knowledge(&mut self) -> (&mut M, &K) {
        (&mut self.memory, &self.knowledge)
    }
}

impl<G, K, H, M> Search<G> for Dfpn<G, K, H, M>
where
    G: Game,
    K: Oracle<G>,
    H: Heuristic<G>,
    M: Memory<G>,
{
    fn solve(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut impl Observer<G>,
    ) -> Answer {
        run::Run::new(self, line, claim, budget, observer).answer()
    }

    fn progress(&self) -> Progress {
        self.progress
    }
}
