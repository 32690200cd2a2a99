//! Searches that solve any game.
//!
//! A search knows no particular game. A search moves through a [`Line`], spends a [`Budget`], tells
//! an [`Observer`], and is built from plugs: an oracle, which is never wrong; a heuristic, which
//! only orders; a memory of solved positions. The best-first searches hold their plugs behind
//! `dyn`. The empty plug is `()`.
//!
//! Searches that settle claims: [`expected_work`], [`dfpn`], [`pns`], [`mcts`], [`threats`],
//! [`widening`], [`conspiracy`], [`alpha_beta`], [`depth_first`]. Searches for a move, without a
//! verdict: [`selective`] (alpha-beta) and [`rave`] (Monte Carlo tree search).
//!
//! | module | what it has |
//! |---|---|
//! | [`line`](mod@line) | a position and the moves before it; repetition |
//! | [`budget`], [`observe`], [`forecast`] | limits, reports, the share of the work that is done |
//! | `plugs`, `explain` | the steps in which plugs work together; what a search knows afterwards |
//! | `best_first` | the tree that best-first searches have in common |
//! | [`memory`], [`zones`] | solved positions; relevancy zones |
//! | [`table`], [`compact`], [`lockless`], [`packed`] | transposition tables |
//! | [`shares`], [`threads`], [`save`] | the division of the memory, threads, saved searches |
//! | [`margins`] | which margin is claimed next |
//! | [`shortest`], [`quickest`] | the length of the shortest win; the move of the quickest win |

pub mod alpha_beta;
mod best_first;
pub mod budget;
pub mod compact;
pub mod conspiracy;
pub mod depth_first;
pub mod dfpn;
pub mod expected_work;
mod explain;
pub mod forecast;
mod ground;
pub mod learning;
pub mod line;
pub mod lockless;
pub mod margins;
pub mod mcts;
pub mod memory;
pub mod observe;
pub mod packed;
mod plugs;
pub mod pns;
mod prefetch;
pub mod quickest;
mod ranking;
pub mod rave;
pub mod save;
pub mod selective;
pub mod shares;
pub mod shortest;
mod symmetry;
pub mod table;
pub mod threads;
pub mod threats;
pub mod widening;
pub mod zones;

pub use budget::{Budget, Stop};
pub use explain::{KnownVerdict, SearchProof};
pub use line::Line;
pub use observe::{Observer, OnProgress, Progress, RootMove};

use andor_core::{Claim, Details, Game, Oracle, Verdict};
use memory::{Memory, Solved, SolvedIn};
use zones::Zones;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer<M> {
    /// The claim is settled.
    Solved {
        /// The verdict on the claim.
        verdict: Verdict,
        /// A move that wins, if the winner is to move and the search knows one.
        best: Option<M>,
    },
    /// The search ended early.
    Stopped(Stop),
}

impl<M: Copy> Answer<M> {
    /// The verdict, if the claim is settled.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Answer::Solved { verdict, .. } => Some(*verdict),
            Answer::Stopped(_) => None,
        }
    }

    /// The winning move, if there is one and the search knows it.
    pub fn best(&self) -> Option<M> {
        match self {
            Answer::Solved { best, .. } => *best,
            Answer::Stopped(_) => None,
        }
    }
}

/// Something that settles claims, and remembers how.
pub trait Search<G: Game>: Send {
    /// Settles the claim for the position of the line, and leaves the line as it was.
    fn solve(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Answer<G::Move>;

    /// The verdict on the line's position after a claim was settled: from the knowledge, or from
    /// the memory of solved positions.
    fn known(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<KnownVerdict<G::Move>>;

    /// The verdict on the line's position from the memory alone; nothing if the search does not
    /// separate memory and knowledge.
    fn remembered(&mut self, _: &mut Line<'_, G>, _: Claim) -> Option<KnownVerdict<G::Move>> {
        None
    }

    /// The proof of a verdict on the line's position after a claim was settled, if the search keeps
    /// proofs. Without a proof the winner's moves come from [`Search::known`].
    fn proof(&mut self, _: &mut Line<'_, G>, _: Claim, _: Verdict) -> Option<SearchProof<'_, G>> {
        None
    }

    /// How far the search is, or was when it ended.
    fn progress(&self) -> Progress;
}

/// A search behind a pointer; every method is forwarded.
macro_rules! behind {
    ($pointer:ty) => {
        impl<G: Game, S: Search<G> + ?Sized> Search<G> for $pointer {
            fn solve(
                &mut self,
                line: &mut Line<'_, G>,
                claim: Claim,
                budget: &mut Budget,
                observer: &mut dyn Observer<G>,
            ) -> Answer<G::Move> {
                (**self).solve(line, claim, budget, observer)
            }

            fn known(
                &mut self,
                line: &mut Line<'_, G>,
                claim: Claim,
            ) -> Option<KnownVerdict<G::Move>> {
                (**self).known(line, claim)
            }

            fn remembered(
                &mut self,
                line: &mut Line<'_, G>,
                claim: Claim,
            ) -> Option<KnownVerdict<G::Move>> {
                (**self).remembered(line, claim)
            }

            fn proof(
                &mut self,
                line: &mut Line<'_, G>,
                claim: Claim,
                verdict: Verdict,
            ) -> Option<SearchProof<'_, G>> {
                (**self).proof(line, claim, verdict)
            }

            fn progress(&self) -> Progress {
                (**self).progress()
            }
        }
    };
}

behind!(Box<S>);
behind!(&mut S);

/// The verdict of the rules, the knowledge or the memory on the line's position.
fn known_child<G: Game>(
    line: &mut Line<'_, G>,
    claim: Claim,
    knowledge: &dyn Oracle<G>,
    memory: &dyn Memory<G>,
    zones: &dyn Zones<G>,
) -> Option<SolvedIn<G>> {
    let game = line.game();
    if let Some(verdict) = line.verdict(claim) {
        let zone = zones.end(game, line.position());
        return Some(Solved { verdict, best: None, zone, work: 1 });
    }
    let wanted = Details { zone: memory.wants_zones(), ..Details::VERDICT };
    if let Some(settled) = knowledge.settle(game, line.position(), claim, wanted) {
        let zone = settled.zone.unwrap_or_else(|| zones.whole(game));
        return Some(Solved { verdict: settled.verdict, best: None, zone, work: 1 });
    }
    memory.look(line, claim, knowledge)
}
