//! Expected Work Search (Randall, Müller, Wei and Hayward, IJCAI 2024).
//!
//! Expected Work Search is a best-first search in a tree that is kept in memory. Every node has the
//! chance that the player to move wins, and two expected works. The works are the expected numbers
//! of nodes to prove the win, if the position is won, and to prove the loss, if it is lost. With
//! children C₁, C₂, … in the order of the search:
//!
//! ```text
//! work if lost = Σ work_if_won(Cᵢ)                                                   (1)
//! work if won  = Σ work_if_lost(Cᵢ) · chance(C₁) · … · chance(Cᵢ₋₁)                  (2)
//! order by work_if_lost(C) / (1 − chance(C)), least first, which makes (2) least      (3)
//! ```
//!
//! Each step follows the first child down to a leaf, expands the leaf, and updates the nodes on the
//! way back. Solved children are taken out. If the verdict is conjectured
//! ([`Options::conjecture`]), only one of the two works is computed.
//!
//! **Differences from the paper.** The published formulas alone search breadth-first: a new leaf
//! always looks cheaper than an expanded node. The empty 5×5 Hex board then takes 43 million nodes,
//! of which 1,200 are part of the proof. These changes make the difference:
//!
//! * *First works grow exponentially* with the length of the game and the loser's chance (see
//!   `andor_guess::FirstWork`), so that a leaf and an expanded node are comparable. So the order
//!   needs no term for visits.
//! * *A node's chance is the chance of its best child*, with a small share of the node's first
//!   guess. It is not the average of all playouts below the node.
//! * *One batch of playouts serves all moves* of a position: in Hex every filling serves every
//!   point. A new child is judged by the guesses about its replies ([`LookAhead::Replies`]).
//! * *Solutions are remembered as patterns* where the game allows it ([`crate::memory::Patterns`]),
//!   with threats and double threats as must-play regions. In other games solutions are remembered
//!   as transpositions.
//! * *Zones of lost positions are small covers*, not unions of all refutations. When the position
//!   is solved its zone is computed again with the refutations learnt meanwhile.
//! * *A threshold keeps the search below a child* until the child falls behind the next sibling in
//!   the order by a factor 1 + ε (Pawlewicz and Lew 2006), which saves walking and sorting.
//!
//! **With strong knowledge** (connections of Hex) a node is dear, one refutation answers many
//! moves, and the search differs in four more ways; without them it left the empty 8×8 board open
//! after 400,000 nodes:
//!
//! * *Works are shared* ([`Options::shared`]), as in weak proof numbers: the largest work of the
//!   children stands for their sum, the work of the first child for the weighted sum (2).
//! * *A fifth of the children counts* ([`Options::share`]), in the order of their chances.
//! * *Every node above is watched* ([`Options::watchful`]). Where a player has one move left the
//!   threshold below that move is infinite, and a search that watches the last threshold alone
//!   stays there for good.
//! * *Two looks* at a leaf: a quick one first, and children with the second one.
//!
//! The parts were chosen with a prototype of this recipe for Hex alone. The table below shows the
//! prototype, not this code: nodes on empty boards, median of 25 seeds. The 6×6 column is 5 seeds,
//! with a limit on the nodes; two settings had been picked on these seeds. On fresh seeds the full
//! recipe took half as many nodes again. On 6×6 only the patterns, the mover's double threats and
//! the number of playouts are established; the other rows differ by less than seeds do.
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
//! **Tried and dropped**: estimates shared by all positions of one class, in Go under superko. On
//! the empty 4x4 board sharing saves a quarter of the playouts and a tenth of the nodes on most
//! seeds. But on some seeds the search runs into long fights for repetitions and takes ten times as
//! many nodes.
//!
//! **Tried and dropped**, in the prototype: a graph instead of a tree (99 of 100 expanded positions
//! are distinct once patterns are there), patterns with colours swapped, scanning new patterns at
//! inner nodes on every visit, several greedy covers, works that grow more slowly with the length,
//! ε = 0.3 on 6×6 (more nodes), 512 fillings (no faster).
//!
//! **Refinements of the paper** that are used here too: enhanced transposition cut-offs (children
//! are looked up when their parent is expanded), symmetric siblings left out, relevancy zones with
//! must-play reduction. [`crate::line`] and [`crate::memory::Transpositions`] handle moves that the
//! past forbids: a node of the tree belongs to one line of play, and a remembered solution is
//! replayed on the line before the search uses it.
//!
//! **Threads** are members of a [`Team`] that searches one tree; the file `team.rs` describes how.
//!
//! **Memory.** When the arena is full the search goes back to the root and prunes. The expanded
//! nodes that would be searched last lose their subtrees, until half of the room is free. The
//! memory of solutions keeps what is solved.

mod options;
mod team;
mod worker;

pub use options::{Backup, LookAhead, Options, Order};
pub use team::{Team, TeamOf};

use crate::memory::Memory;
use crate::observe::Progress;
use crate::plugs::{Plugs, search_by_plugs};
use andor_core::{Claim, Game, Heuristic, Oracle, Verdict};
use std::sync::Arc;

/// Expected Work Search with its plugs: knowledge, heuristic, memory.
pub struct ExpectedWork<G: Game> {
    plugs: Plugs<G>,
    options: Options,
    progress: Progress,
    /// The team of which the search is a member, if it does not search alone.
    team: Option<Arc<TeamOf<G>>>,
}

impl<G: Game> ExpectedWork<G> {
    /// A search from its plugs.
    pub fn new(
        knowledge: impl Oracle<G> + 'static,
        heuristic: impl Heuristic<G> + 'static,
        memory: impl Memory<G> + 'static,
        options: Options,
    ) -> Self {
        ExpectedWork {
            plugs: Plugs::new(knowledge, heuristic, memory),
            options,
            progress: Progress::default(),
            team: None,
        }
    }

    /// The same search as a member of a team. All members must have the same options, equivalent
    /// knowledge, and one shared memory.
    pub fn beside(self, team: Arc<TeamOf<G>>) -> Self {
        ExpectedWork { team: Some(team), ..self }
    }
}

search_by_plugs!(ExpectedWork, ExpectedWork::search);
