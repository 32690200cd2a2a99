//! Plugs: what a search is built from. The empty plug is `()`.
//!
//! Sound and unsound knowledge are different traits. What an oracle says may decide a verdict and
//! goes into the certificate, so it owes a reason; what a heuristic says only orders the search,
//! and no answer depends on its being right.

use crate::{Claim, Game, Player, PointSet, Verdict};
use std::convert::Infallible;

/// Sound knowledge: decides positions without search, and makes the rest smaller.
///
/// A search first lets the oracle fill the position in, then asks it to consider the position that
/// it got. An oracle that has nothing to say about moves or stones implements [`Oracle::settle`]
/// alone.
pub trait Oracle<G: Game> {
    /// Why a verdict is right; the certificate quotes it.
    type Reason;

    /// The verdict, if the oracle sees it. Where the past matters it must hold on every line on
    /// which the oracle, asked about the same claim, settled no earlier position: a search asks at
    /// every node, the root included, and never goes on beyond a settled one.
    fn settle(&self, game: &G, pos: &G::Position, claim: Claim) -> Option<(Verdict, Self::Reason)>;

    /// As [`Oracle::settle`], for the position after a move, if the oracle was asked about the position
    /// `before` it and did not settle that: what the move did not change need not be looked at again.
    #[inline]
    fn settle_after(
        &self,
        game: &G,
        _before: &G::Position,
        pos: &G::Position,
        claim: Claim,
    ) -> Option<(Verdict, Self::Reason)> {
        self.settle(game, pos, claim)
    }

    /// Settles, or takes moves out of `moves`, the legal moves of a position that is not over. If the
    /// player to move can win, by what is left they can; if nothing is left they have lost. What is
    /// expensive to find out is found out here, once for both.
    fn consider(
        &self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        _moves: &mut Vec<G::Move>,
    ) -> Option<(Verdict, Self::Reason)> {
        self.settle(game, pos, claim)
    }

    /// Has the oracle a quicker way to consider a position?
    const QUICK: bool = false;

    /// Considers a position without what is expensive. A search that has to look at many positions
    /// and goes on below few of them asks this first, and [`Oracle::consider`] where it goes on.
    fn consider_quickly(
        &self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        moves: &mut Vec<G::Move>,
    ) -> Option<(Verdict, Self::Reason)> {
        self.consider(game, pos, claim, moves)
    }

    /// Another position with the same player to move and the same verdict, better known or closer to
    /// the end, in which to go on; `None` if the position stays as it is. A move that wins in one of
    /// them need not win in the other. Only for games that never repeat; what verdicts depend on is told
    /// by [`Oracle::before_fill`].
    fn fill(&self, _: &G, _: &G::Position, _: Claim) -> Option<G::Position> {
        None
    }

    /// A move that wins a position which the oracle settles for the player to move, if it can tell.
    /// Where the oracle fills the position in, the move wins in what it makes of it.
    fn winning_move(&self, _: &G, _: &G::Position, _: Claim) -> Option<G::Move> {
        None
    }

    /// The points on which a verdict for this reason depends: the oracle settles the claim in the same
    /// way in every position that agrees with `pos` on them, as [`Zoned`](crate::Zoned) games mean it. `None` if it does
    /// not tell.
    fn depends_on<Z: PointSet>(&self, _: &G, _: &G::Position, _: &Self::Reason) -> Option<Z> {
        None
    }

    /// The points on which a win of `winner` depends, if in the position that [`Oracle::fill`] makes of
    /// `pos` it depends on `zone`. `None` if the oracle does not tell. For [`Monotone`](crate::Monotone)
    /// games, like the next two.
    fn before_fill<Z: PointSet>(
        &self,
        _: &G,
        _: &G::Position,
        _winner: Player,
        _zone: Z,
    ) -> Option<Z> {
        None
    }

    /// Appends zones of threats: with each of them the opponent wins against every move outside it. They
    /// are those because of which the oracle, asked to consider the position just before, left out moves.
    fn threats<Z: PointSet>(&self, _: &G, _: &G::Position, _: &mut Vec<Z>) {}

    /// The points on which it depends that the moves on the points `open` do not win if no other does,
    /// unless the player to move has won already. `None` if the oracle does not tell.
    fn inferior<Z: PointSet>(&self, _: &G, _: &G::Position, _open: Z) -> Option<Z> {
        None
    }
}

impl<G: Game> Oracle<G> for () {
    type Reason = Infallible;

    #[inline]
    fn settle(&self, _: &G, _: &G::Position, _: Claim) -> Option<(Verdict, Infallible)> {
        None
    }
}

/// Knowledge that may be left out.
impl<G: Game, K: Oracle<G>> Oracle<G> for Option<K> {
    type Reason = K::Reason;

    const QUICK: bool = K::QUICK;

    #[inline]
    fn settle(&self, game: &G, pos: &G::Position, claim: Claim) -> Option<(Verdict, K::Reason)> {
        self.as_ref()?.settle(game, pos, claim)
    }

    #[inline]
    fn settle_after(
        &self,
        game: &G,
        before: &G::Position,
        pos: &G::Position,
        claim: Claim,
    ) -> Option<(Verdict, K::Reason)> {
        self.as_ref()?.settle_after(game, before, pos, claim)
    }

    #[inline]
    fn consider(
        &self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        moves: &mut Vec<G::Move>,
    ) -> Option<(Verdict, K::Reason)> {
        self.as_ref()?.consider(game, pos, claim, moves)
    }

    #[inline]
    fn consider_quickly(
        &self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        moves: &mut Vec<G::Move>,
    ) -> Option<(Verdict, K::Reason)> {
        self.as_ref()?.consider_quickly(game, pos, claim, moves)
    }

    #[inline]
    fn fill(&self, game: &G, pos: &G::Position, claim: Claim) -> Option<G::Position> {
        self.as_ref()?.fill(game, pos, claim)
    }

    fn winning_move(&self, game: &G, pos: &G::Position, claim: Claim) -> Option<G::Move> {
        self.as_ref()?.winning_move(game, pos, claim)
    }

    fn depends_on<Z: PointSet>(
        &self,
        game: &G,
        pos: &G::Position,
        reason: &K::Reason,
    ) -> Option<Z> {
        self.as_ref()?.depends_on(game, pos, reason)
    }

    fn before_fill<Z: PointSet>(
        &self,
        game: &G,
        pos: &G::Position,
        winner: Player,
        zone: Z,
    ) -> Option<Z> {
        self.as_ref()?.before_fill(game, pos, winner, zone)
    }

    fn threats<Z: PointSet>(&self, game: &G, pos: &G::Position, out: &mut Vec<Z>) {
        if let Some(oracle) = self {
            oracle.threats(game, pos, out);
        }
    }

    fn inferior<Z: PointSet>(&self, game: &G, pos: &G::Position, open: Z) -> Option<Z> {
        self.as_ref()?.inferior(game, pos, open)
    }
}

/// Why one of two pieces of knowledge is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Either<A, B> {
    /// The first one spoke.
    First(A),
    /// The second one did.
    Second(B),
}

/// Two pieces of knowledge: the first that speaks counts.
impl<G: Game, A: Oracle<G>, B: Oracle<G>> Oracle<G> for (A, B) {
    type Reason = Either<A::Reason, B::Reason>;

    #[inline]
    fn settle(&self, game: &G, pos: &G::Position, claim: Claim) -> Option<(Verdict, Self::Reason)> {
        if let Some((verdict, reason)) = self.0.settle(game, pos, claim) {
            return Some((verdict, Either::First(reason)));
        }
        let (verdict, reason) = self.1.settle(game, pos, claim)?;
        Some((verdict, Either::Second(reason)))
    }

    #[inline]
    fn settle_after(
        &self,
        game: &G,
        before: &G::Position,
        pos: &G::Position,
        claim: Claim,
    ) -> Option<(Verdict, Self::Reason)> {
        if let Some((verdict, reason)) = self.0.settle_after(game, before, pos, claim) {
            return Some((verdict, Either::First(reason)));
        }
        let (verdict, reason) = self.1.settle_after(game, before, pos, claim)?;
        Some((verdict, Either::Second(reason)))
    }

    fn depends_on<Z: PointSet>(
        &self,
        game: &G,
        pos: &G::Position,
        reason: &Self::Reason,
    ) -> Option<Z> {
        match reason {
            Either::First(reason) => self.0.depends_on(game, pos, reason),
            Either::Second(reason) => self.1.depends_on(game, pos, reason),
        }
    }
}

/// A guess about a move, seen from the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    /// The chance that the move wins, strictly between 0 and 1.
    pub chance: f32,
    /// Expected work, in nodes, to show that it wins, if it does.
    pub work_if_won: f32,
    /// Expected work, in nodes, to show that it loses, if it does.
    pub work_if_lost: f32,
}

/// Chances are kept this far from 0 and 1, because no guess is certain.
pub const LEAST_CHANCE: f32 = 0.002;

/// Evaluations lie between minus and plus this.
pub const MOST_EVALUATION: i16 = 10_000;

/// Unsound knowledge: a guess about a position, for searches that look to a horizon.
pub trait Evaluate<G: Game> {
    /// How good `pos`, which is not over, is for the player to move: from minus to plus
    /// [`MOST_EVALUATION`].
    fn evaluate(&mut self, game: &G, pos: &G::Position, claim: Claim) -> i16;

    /// Random games played so far.
    fn playouts(&self) -> u64 {
        0
    }
}

impl<G: Game> Evaluate<G> for () {
    fn evaluate(&mut self, _: &G, _: &G::Position, _: Claim) -> i16 {
        0
    }
}

/// Unsound knowledge: guesses about the moves of a position.
pub trait Heuristic<G: Game> {
    /// Appends one guess for each of `moves`, all legal in `pos`, which is not over. Returns the
    /// chance that the player to move wins.
    fn guess(
        &mut self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        moves: &[G::Move],
        out: &mut Vec<Guess>,
    ) -> f32;

    /// Random games played so far.
    fn playouts(&self) -> u64 {
        0
    }
}

impl<G: Game> Heuristic<G> for () {
    fn guess(
        &mut self,
        _: &G,
        _: &G::Position,
        _: Claim,
        moves: &[G::Move],
        out: &mut Vec<Guess>,
    ) -> f32 {
        let even = Guess { chance: 0.5, work_if_won: 1.0, work_if_lost: 1.0 };
        out.extend(moves.iter().map(|_| even));
        0.5
    }
}
