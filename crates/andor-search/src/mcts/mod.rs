//! Monte Carlo tree search with a solver (Kocsis and Szepesvári 2006: UCT; Winands, Björnsson and
//! Saito 2008: proven values; Rosin 2011 and Silver et al. 2017: PUCT).
//!
//! Every node has the mean of the attacker's chances that were guessed at the leaves below the
//! node. A step goes down from the root to a leaf, asks the heuristic for the chance at the leaf,
//! and adds the chance to the means of the ancestors. The player to move chooses the child with the
//! largest bound, where `q` is the mean for that player, `n` the visits of the child, `N` the
//! visits of the node and `P` the prior of the move:
//!
//! ```text
//! UCT:   q + c · √(ln N / n)           a child without visits comes first
//! PUCT:  q + c · P · √N / (1 + n)      q of a child without visits is the mean of the node
//! ```
//!
//! * **UCT** is for heuristics that guess the chance of a position, such as random games. A leaf is
//!   asked about at the first visit and gets its children at the second visit, so that a random
//!   game costs no list of children.
//! * **PUCT** is for heuristics that also guess the chances of moves. A leaf gets its children at
//!   the first visit, and the guesses about the moves, divided by their sum, become the priors.
//! * **Costs.** Some heuristics, such as proof cost networks, guess what proofs cost instead
//!   ([`Costs`](andor_core::Costs); Wu et al. 2022). Then the value of a leaf is the defender's
//!   cost less the attacker's cost. On the way up, the cost of the opponent's proof grows by the
//!   logarithm of the number of moves at each node, because all of them have to be refuted. Means
//!   are spread over the range of all values of the tree before they become `q`.
//! * **Proven values.** A child that the player to move wins solves the node. A child that the
//!   player to move loses is taken out, so that it is never chosen again; a node without children
//!   is lost. Knowledge and memory are asked when a leaf gets its children. No guess decides a
//!   verdict.
//! * **Batches.** The search collects several leaves before it asks the heuristic
//!   ([`Heuristic::guess_all`]), so that a network can work on all of them at once. A leaf that
//!   waits for its guess counts as a lost visit for every player who chose it (virtual loss), so
//!   that the leaves of a batch differ.
//! * **Where the past matters** each node belongs to one line of play, as in every best-first
//!   search, and solutions from the memory are replayed.
//! * **Memory.** When the tree is full the expanded nodes with the fewest visits become leaves
//!   again, until half of the tree is free. Their means and visits stay.

mod run;
mod values;

use crate::memory::Memory;
use crate::observe::Progress;
use crate::plugs::{Plugs, search_by_plugs};
use andor_core::{Claim, Game, Heuristic, Oracle, Verdict};

/// How a child is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// By mean and visits.
    Uct,
    /// By mean, visits and prior.
    Puct,
}

/// The options of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// How a child is chosen.
    pub selection: Selection,
    /// The factor of the exploration term, `c`.
    pub exploration: f32,
    /// How many leaves the heuristic is asked about at once, at least 1.
    pub batch: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options { selection: Selection::Uct, exploration: std::f32::consts::SQRT_2, batch: 1 }
    }
}

/// Monte Carlo tree search with its plugs: knowledge, heuristic, memory.
pub struct MonteCarlo<G: Game> {
    plugs: Plugs<G>,
    options: Options,
    rng: fastrand::Rng,
    progress: Progress,
}

impl<G: Game> MonteCarlo<G> {
    /// A search from its plugs; the seed chooses among children that look alike.
    pub fn new(
        knowledge: impl Oracle<G> + 'static,
        heuristic: impl Heuristic<G> + 'static,
        memory: impl Memory<G> + 'static,
        options: Options,
        seed: u64,
    ) -> Self {
        let plugs = Plugs::new(knowledge, heuristic, memory);
        let rng = fastrand::Rng::with_seed(seed);
        MonteCarlo { plugs, options, rng, progress: Progress::default() }
    }
}

search_by_plugs!(MonteCarlo, run::answer);
