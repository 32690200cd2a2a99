//! Proof-number search (Allis 1994), best-first, with the tree in memory.
//!
//! The proof number of a node estimates how hard the claim is to prove there, the disproof number
//! how hard the claim is to disprove. Where the attacker moves, the proof number is the least proof
//! number of the children, and the disproof number is the sum of the disproof numbers of the
//! children. Where the defender moves, the two change places. A step goes down from the root to the
//! most-proving node: to the child with the least proof number where the attacker moves, to the
//! child with the least disproof number where the defender moves. The search expands that leaf and
//! computes the numbers of its ancestors again.
//!
//! **Differences from the paper.**
//!
//! * *First numbers* of a leaf are the works that the heuristic guesses: the work if won and the
//!   work if lost. Without a heuristic both are 1. Among equal children the child with the best
//!   chance comes first, and among equal chances a child that the seed chooses, so that threads
//!   with different seeds search different trees.
//! * *Solved nodes leave the tree*, so that no number is infinite or 0. The memory of solved
//!   positions keeps their solutions ([`crate::memory`]) and answers for transpositions.
//! * *The next step starts where the numbers stay the same*: if the numbers of an ancestor do not
//!   change, the most-proving node of the tree is still below that ancestor (Allis 1994, section
//!   2.4).
//! * *Numbers are floating-point numbers* with a largest value. Numbers only guide the search, so
//!   that a search whose numbers reach the largest value still ends.
//!
//! **Where the past matters** each node of the tree belongs to one line of play, so that its
//! verdict is right. A solution from the memory is replayed on the present line before the search
//! uses the solution.
//!
//! **Memory.** Half of the budget is for the tree. When the tree is full the expanded nodes whose
//! turn would come last become leaves again, with their present numbers, until half of the tree is
//! free. If nothing can be freed the search stops with [`Stop::Memory`](crate::Stop::Memory).

mod run;

use crate::memory::Memory;
use crate::observe::Progress;
use crate::plugs::{Plugs, search_by_plugs};
use andor_core::{Claim, Game, Heuristic, Oracle, Verdict};

/// Proof-number search with its plugs: knowledge, heuristic, memory.
pub struct ProofNumberSearch<G: Game> {
    plugs: Plugs<G>,
    rng: fastrand::Rng,
    progress: Progress,
}

impl<G: Game> ProofNumberSearch<G> {
    /// A search from its plugs; the seed chooses among children that look alike.
    pub fn new(
        knowledge: impl Oracle<G> + 'static,
        heuristic: impl Heuristic<G> + 'static,
        memory: impl Memory<G> + 'static,
        seed: u64,
    ) -> Self {
        let plugs = Plugs::new(knowledge, heuristic, memory);
        let rng = fastrand::Rng::with_seed(seed);
        ProofNumberSearch { plugs, rng, progress: Progress::default() }
    }
}

search_by_plugs!(ProofNumberSearch, run::answer);
