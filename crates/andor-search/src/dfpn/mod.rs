//! Depth-first proof-number search (Nagai 2002), with the improvements for Hex (Arneson, Hayward
//! and Henderson 2010: focused; Pawlewicz and Hayward 2013: parallel).
//!
//! The proof number of a position estimates how hard the position is to prove, the disproof number
//! how hard it is to disprove. Where the attacker moves, the proof number is the smallest proof
//! number of the children. The disproof number is the largest disproof number of the children plus
//! one for each other open move. Where the defender moves, the two numbers change places. The
//! search always works on a leaf that could settle the root soonest. The search keeps no tree: it
//! goes down depth-first and stays below a child until a number of the child reaches its threshold,
//! which means that the best leaf is elsewhere. A transposition table keeps the numbers of
//! positions.
//!
//! * **The largest number, not the sum** (weak proof numbers: Ueda, Hashimoto, Hashimoto and Iida
//!   2008). The children of a position share most of the positions below them, by transposition and
//!   by patterns. A sum would count the shared positions again and again.
//! * **1 + ε** (Pawlewicz and Lew 2006). A child may fall behind its best sibling by this factor
//!   before the search changes to the sibling, so that the search changes less often.
//! * **Focused widening.** Of the open moves only the first `base + ⌈share × open⌉` count, in the
//!   order of the heuristic. When one of these moves is refuted the next open move is added. The
//!   verdict stays exact: a position is lost only when no move is open.
//! * **Knowledge** is asked when a position is met for the first time. The knowledge fills the
//!   position in, settles the position or leaves out moves. The remaining moves are kept in a list,
//!   so that the knowledge is not asked again. If the knowledge has a
//!   [quicker look](andor_core::Thoroughness::Quick), the quick look comes first. The full look and
//!   the move order follow when the search goes on below the position: more than half of all
//!   positions in Hex are looked at once and never again.
//! * **Patterns** ([`crate::memory::Patterns`]), in monotone games. A solved position is remembered
//!   with the points that the verdict depends on. The pattern answers for every position in which
//!   the winner has at least the same stones there. The knowledge names the points on which its
//!   verdicts, its fill-in and its left-out moves depend. A solution is remembered twice: for the
//!   filled position and for the position before fill-in.
//! * **First numbers** of a new position are 1 and 1, or the works that the heuristic guesses for
//!   the move.
//! * **Numbers never overflow.** The numbers stop at a largest finite number, which is below the
//!   thresholds of the root. So a search that reaches this number still ends, depth-first.
//! * **Where the past matters** the numbers in the table may come from other lines. The numbers
//!   only guide the search, as guesses do. A solution comes from the memory alone, which replays
//!   the solution on the present line ([`crate::memory::Transpositions`]).
//! * **Threads** share the tables ([`Common`]). The numbers of a child on which another thread
//!   works are raised a little, so that threads go different ways, but late. A position that one
//!   thread has solved is found in the table by the other threads, and most of these solutions are
//!   useful to them.

mod common;
mod numbers;
mod run;

pub use common::Common;

use crate::memory::Memory;
use crate::observe::Progress;
use crate::plugs::{Plugs, search_by_plugs};
use andor_core::{Claim, Game, Heuristic, Oracle, Verdict};
use std::sync::Arc;

/// The options of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The search stays below a child until the child falls behind the next one by a factor of 1 +
    /// this.
    pub epsilon: f32,
    /// How many moves count in any case (focused widening).
    pub base: u32,
    /// The share of the open moves that count in addition.
    pub share: f32,
    /// Are moves looked at only when they begin to count? Then a visit is cheap although there are
    /// many moves, but a win behind a later move that is known already is found later.
    pub lazy: bool,
    /// Are the first numbers of a move the works that the heuristic guesses? If not, they are 1
    /// and 1.
    pub guessed: bool,
    /// Are the numbers of moves that all have to be refuted added up? If not, the largest one
    /// counts.
    pub sum: bool,
    /// Do fewer moves count where the player to move looks lost (Gao, Müller and Hayward 2017)?
    /// Then the share of the open moves is at most twice the chance of the position.
    pub narrow: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            epsilon: 0.25,
            base: 1,
            share: 0.2,
            lazy: false,
            guessed: false,
            sum: false,
            narrow: false,
        }
    }
}

/// The shared state of the threads of a search of a game.
pub type CommonOf<G> = Common<<G as Game>::Move, <G as Game>::Zone>;

/// Depth-first proof-number search with its plugs: knowledge, heuristic, memory, and the shared
/// state of the threads.
pub struct Dfpn<G: Game> {
    plugs: Plugs<G>,
    common: Arc<CommonOf<G>>,
    options: Options,
    progress: Progress,
}

impl<G: Game> Dfpn<G> {
    /// A search from its plugs, one of those that share `common`.
    pub fn new(
        knowledge: impl Oracle<G> + 'static,
        heuristic: impl Heuristic<G> + 'static,
        memory: impl Memory<G> + 'static,
        common: Arc<CommonOf<G>>,
        options: Options,
    ) -> Self {
        Dfpn {
            plugs: Plugs::new(knowledge, heuristic, memory),
            common,
            options,
            progress: Progress::default(),
        }
    }
}

search_by_plugs!(Dfpn, run::answer);
