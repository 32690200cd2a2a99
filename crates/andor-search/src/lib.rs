//! Searches that solve any game.
//!
//! A search knows no particular game. It moves through a [`Line`], spends a [`Budget`], tells an
//! [`Observer`], and is built from plugs: knowledge that owes a reason, heuristics that only order,
//! zones, tables. The empty plug is `()`.

pub mod alpha_beta;
pub mod budget;
pub mod compact;
pub mod depth_first;
pub mod dfpn;
pub mod expected_work;
mod hints;
pub mod line;
pub mod lockless;
pub mod memory;
pub mod observe;
pub mod packed;
mod ranking;
mod symmetry;
pub mod table;
pub mod zones;

pub use budget::{Budget, Stop};
pub use line::Line;
pub use observe::{Observer, Progress};

use andor_core::{Claim, Game, Oracle, Verdict};
use memory::{Memory, Solved, ZoneOf};
use zones::Zones;

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The claim is settled.
    Solved(Verdict),
    /// The search ended early.
    Stopped(Stop),
}

/// Something that settles claims.
pub trait Search<G: Game> {
    /// Settles the claim for the position of the line, and leaves the line as it was.
    fn solve(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut impl Observer<G>,
    ) -> Answer;

    /// How far the search is, or was when it ended.
    fn progress(&self) -> Progress;
}

/// What the rules, the knowledge and the memory say about the line's position.
fn known<G: Game, M: Memory<G>>(
    line: &mut Line<'_, G>,
    claim: Claim,
    knowledge: &impl Oracle<G>,
    memory: &M,
) -> Option<Solved<G::Move, ZoneOf<G, M>>> {
    let game = line.game();
    if let Some(verdict) = line.verdict(claim) {
        let zone = M::Zones::end(game, line.position());
        return Some(Solved { verdict, best: None, zone, work: 1 });
    }
    if let Some((verdict, reason)) = knowledge.settle(game, line.position(), claim) {
        let zone = memory.settled(game, line.position(), knowledge, &reason);
        return Some(Solved { verdict, best: None, zone, work: 1 });
    }
    memory.look(line, claim, knowledge)
}
