//! Expected Work Search (Randall, Müller, Wei and Hayward, IJCAI 2024).
//!
//! A best-first search in a tree that is kept in memory. Every node knows the chance that the player
//! to move wins, and two expected works: how many nodes it will take to show the win, if it is one,
//! and the loss, if it is one. With children C₁, C₂, … in the order in which they will be searched:
//!
//! ```text
//! work if lost = Σ work_if_won(Cᵢ)                                                   (1)
//! work if won  = Σ work_if_lost(Cᵢ) · chance(C₁) · … · chance(Cᵢ₋₁)                  (2)
//! order by work_if_lost(C) / (1 − chance(C)), least first, which makes (2) least      (3)
//! ```
//!
//! Each step follows the first child down to a leaf, expands it, and updates the way back. Solved
//! children are taken out. With the conjectured winner given, only one of the works is computed.
//!
//! **What differs from the paper.** The published formulas alone search breadth-first: a new leaf
//! always looks cheaper than one already expanded, and the empty 5×5 Hex board takes 43 million
//! nodes, of which 1,200 are part of the proof. What makes the difference:
//!
//! * *First works grow exponentially* with the length of the game and the loser's chance (see
//!   `andor_guess::FirstWork`), so that a leaf and an expanded node are comparable. With that, no term for
//!   visits is needed in the order.
//! * *A node's chance is that of its best child*, with a small share of its first guess, not the
//!   average of all playouts below it.
//! * *One batch of playouts tells about all moves* of a position, in Hex every filling about every
//!   point; and a new child is judged by the guesses about its replies ([`LookAhead::Replies`]).
//! * *Solutions are remembered as patterns* where the game allows it ([`crate::memory::Patterns`]),
//!   with threats and double threats as must-play regions; elsewhere as transpositions.
//! * *Zones of lost positions are small covers*, not unions of all refutations, and are computed
//!   again with what was learnt meanwhile when the position is solved.
//! * *A threshold keeps the search below a child* until its order falls behind the next sibling's by
//!   a factor 1 + ε (Pawlewicz and Lew 2006), which saves walking and sorting.
//!
//! The parts were chosen with a prototype of this recipe for Hex alone, and the table is the
//! prototype's, not this code's: nodes on empty boards, median of 25 seeds. The 6×6 column is 5 seeds,
//! capped, on which two of its settings had been picked; on fresh seeds the full recipe took half as
//! many nodes again. There only the patterns, the mover's double threats and the number of playouts
//! are established; the other rows differ by less than seeds do.
//!
//! | without | 4×4 | 5×5 | 6×6 |
//! |---|---|---|---|
//! | (all of it) | 217 | 2,000 | 94,000 |
//! | patterns: a plain table of positions | 1,800 | 21,000 | not in 1.2 million |
//! | double threats of the mover | 260 | 2,100 | 260,000 |
//! | double threats of the opponent | 680 | 3,600 | 180,000 |
//! | replies: children judged by the mover's playouts | 500 | 3,200 | 220,000 |
//! | exponential first works from replies | 390 | 2,500 | 210,000 |
//! | covers computed again | 220 | 2,250 | 125,000 |
//! | three of four playouts (64 for 256) | 255 | 4,300 | not in 60,000 expansions |
//!
//! **Tried and dropped**: estimates shared by all positions of one class, in Go under superko. On the
//! empty 4x4 board that saves a quarter of the playouts and a tenth of the nodes on most seeds, but
//! now and then a search runs into long fights for repetitions and takes ten times as many.
//!
//! **Tried and dropped**, in the prototype: a graph instead of a tree (99 of 100 expanded positions are distinct once
//! patterns are there), patterns with colours swapped, scanning new patterns at inner nodes on every
//! visit, several greedy covers, works that grow more slowly with the length, ε = 0.3 on 6×6 (more
//! nodes), 512 fillings (no faster).
//!
//! **Refinements of the paper** that are here too: enhanced transposition cut-offs (children are
//! looked up when their parent is expanded), symmetric siblings left out, relevancy zones with
//! must-play reduction. What the past forbids is handled by [`crate::line`] and
//! [`crate::memory::Transpositions`]: a node of the tree belongs to one line of play, and a
//! remembered solution is replayed on the line before it is believed.
//!
//! **Threads** are members of a [`Team`] that searches one tree; its file says how.
//!
//! **Memory.** When the arena is full the search goes back to the root and prunes: the expanded nodes
//! whose turn would come last lose what is below them, until half of the room is free. What is
//! solved stays in the memory of solutions.

mod options;
mod team;
mod tree;
mod worker;

pub use options::{Backup, LookAhead, Options, Order};
pub use team::{Member, Team};

use crate::Answer;
use crate::line::Line;
use crate::observe::Progress;
use andor_core::{Claim, Game, Oracle};

/// The search, with its plugs: knowledge, heuristic, memory.
pub struct ExpectedWork<K, H, M> {
    knowledge: K,
    heuristic: H,
    memory: M,
    options: Options,
    progress: Progress,
}

impl<K, H, M> ExpectedWork<K, H, M> {
    /// A search from its plugs.
    pub fn new(knowledge: K, heuristic: H, memory: M, options: Options) -> Self {
        ExpectedWork { knowledge, heuristic, memory, options, progress: Progress::default() }
    }

    /// The memory of solved positions, and the knowledge: what explains an answer.
    pub fn memory_and_knowledge(&mut self) -> (&mut M, &K) {
        (&mut self.memory, &self.knowledge)
    }

    /// The answer where no search is needed, or else any legal move.
    fn at_once<G: Game>(&self, line: &mut Line<'_, G>, claim: Claim) -> Result<Answer, G::Move>
    where
        K: Oracle<G>,
    {
        if let Some(verdict) = line.verdict(claim) {
            return Ok(Answer::Solved(verdict));
        }
        if let Some((verdict, _)) = self.knowledge.settle(line.game(), line.position(), claim) {
            return Ok(Answer::Solved(verdict));
        }
        let mut moves = Vec::new();
        line.moves(&mut moves);
        match moves.first() {
            None => Ok(Answer::Solved(claim.judge(line.game().stuck(line.position())))),
            Some(&mv) => Err(mv),
        }
    }
}
