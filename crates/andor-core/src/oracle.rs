//! Oracles: sound knowledge as a plug of a search.
//!
//! The answer of an oracle may decide a verdict, so an oracle is never wrong and gives, if asked,
//! the points on which its verdict depends. The trait is object-safe: a search holds a
//! `Box<dyn Oracle<G>>`. The oracle without knowledge is `()`.

use crate::{Claim, Game, Halt, Player, Verdict};

/// The answers wanted from an oracle besides the verdict. A zone or a move can cost more than the
/// verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The points on which the verdict depends.
    pub zone: bool,
    /// A winning move, where the winner is to move.
    pub best: bool,
}

impl Details {
    /// The verdict alone.
    pub const VERDICT: Details = Details { zone: false, best: false };
    /// The verdict and a winning move.
    pub const MOVE: Details = Details { zone: false, best: true };
    /// The verdict and its zone.
    pub const ZONE: Details = Details { zone: true, best: false };
}

/// A position that an oracle settles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled<M, Z> {
    /// The verdict on the claim.
    pub verdict: Verdict,
    /// A winning move, if one was [wanted](Details::best), the winner is to move and the oracle
    /// tells one. Where the oracle [fills the position in](Oracle::fill), the move wins in the
    /// filled position.
    pub best: Option<M>,
    /// The points on which the verdict depends, if they were [wanted](Details::zone) and the oracle
    /// tells them: the oracle settles the claim in the same way in every position that agrees on
    /// these points, as [`Zoned`](crate::Zoned) games mean it.
    pub zone: Option<Z>,
}

/// A settled position of a game.
pub type SettledIn<G> = Settled<<G as Game>::Move, <G as Game>::Zone>;

/// The answer of an oracle about a position and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling<M, Z> {
    /// The claim is settled.
    Settled(Settled<M, Z>),
    /// The claim is open; moves that need not be tried were taken out of the list.
    Open {
        /// Zones of threats because of which moves were taken out, if zones were wanted: with each
        /// zone the opponent wins against every move that does not [meet](crate::Zoned::meets) the
        /// zone.
        threats: Vec<Z>,
    },
}

/// A ruling on a position of a game.
pub type RulingIn<G> = Ruling<<G as Game>::Move, <G as Game>::Zone>;

impl<M, Z> Ruling<M, Z> {
    /// The claim is open, and no move was taken out because of a threat.
    pub const OPEN: Ruling<M, Z> = Ruling::Open { threats: Vec::new() };

    /// The ruling of an oracle that settles positions and leaves out no moves.
    pub fn of(settled: Option<Settled<M, Z>>) -> Ruling<M, Z> {
        settled.map_or(Ruling::OPEN, Ruling::Settled)
    }
}

/// How closely an oracle looks at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thoroughness {
    /// Without expensive knowledge: for a search that looks at many positions and goes on below
    /// few.
    Quick,
    /// With all that the oracle knows.
    Full,
}

/// Sound knowledge: settles positions without search, and makes the rest smaller.
///
/// A search lets the oracle fill the position in, then asks the oracle to consider the filled
/// position. An oracle without knowledge about moves or fill-in implements [`Oracle::settle`]
/// alone.
pub trait Oracle<G: Game>: Send {
    /// From now on long computations end early when the handle is due. An oracle whose answers take
    /// less than a millisecond ignores the handle.
    fn heed(&mut self, _: &Halt) {}

    /// How many bytes the knowledge takes, unless they are few.
    fn bytes(&self) -> usize {
        0
    }

    /// The verdict, if the oracle sees it. Where the past matters the verdict must hold on every
    /// line on which the oracle, asked about the same claim, settled no earlier position: a search
    /// asks at every node, the root included, and does not search below a settled node.
    fn settle(
        &self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        wanted: Details,
    ) -> Option<SettledIn<G>>;

    /// As [`Oracle::settle`], for the position after a move, if the oracle was asked about the
    /// position `before` the move and did not settle it: the parts that the move did not change
    /// need not be looked at again.
    #[inline]
    fn settle_after(
        &self,
        game: &G,
        _before: &G::Position,
        pos: &G::Position,
        claim: Claim,
        wanted: Details,
    ) -> Option<SettledIn<G>> {
        self.settle(game, pos, claim, wanted)
    }

    /// Settles a position that is not over, or takes moves out of `moves`, its legal moves. If the
    /// player to move can win, then by a move that is left; if no move is left, that player has
    /// lost.
    fn consider(
        &self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        _look: Thoroughness,
        wanted: Details,
        _moves: &mut Vec<G::Move>,
    ) -> RulingIn<G> {
        Ruling::of(self.settle(game, pos, claim, wanted))
    }

    /// Is a [quick look](Thoroughness::Quick) cheaper than a thorough one?
    fn has_quick_look(&self) -> bool {
        false
    }

    /// Another position with the same player to move and the same verdict, better known or closer
    /// to the end, in which the search goes on; `None` if the position stays the same. A move that
    /// wins in the filled position need not win in the original position. Only for games that never
    /// repeat.
    fn fill(&self, _: &G, _: &G::Position, _: Claim) -> Option<G::Position> {
        None
    }

    /// The points on which a win of `winner` in `pos` depends, if in the position that
    /// [`Oracle::fill`] makes of `pos` the win depends on `zone`. `None` if the oracle does not
    /// tell. For [monotone](crate::Monotone) games.
    fn before_fill(
        &self,
        _: &G,
        _: &G::Position,
        _winner: Player,
        _zone: G::Zone,
    ) -> Option<G::Zone> {
        None
    }

    /// The points because of which the moves on the points `open` do not win if no other move does,
    /// unless the player to move has won already. `None` if the oracle does not tell. For
    /// [monotone](crate::Monotone) games.
    fn zone_without(&self, _: &G, _: &G::Position, _open: G::Zone) -> Option<G::Zone> {
        None
    }
}

/// The oracle that knows nothing.
impl<G: Game> Oracle<G> for () {
    #[inline]
    fn settle(&self, _: &G, _: &G::Position, _: Claim, _: Details) -> Option<SettledIn<G>> {
        None
    }
}

/// An oracle behind a pointer; every method is forwarded.
impl<G: Game, K: Oracle<G> + ?Sized> Oracle<G> for Box<K> {
    fn heed(&mut self, halt: &Halt) {
        (**self).heed(halt);
    }

    fn bytes(&self) -> usize {
        (**self).bytes()
    }

    #[inline]
    fn settle(
        &self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        wanted: Details,
    ) -> Option<SettledIn<G>> {
        (**self).settle(game, pos, claim, wanted)
    }

    #[inline]
    fn settle_after(
        &self,
        game: &G,
        before: &G::Position,
        pos: &G::Position,
        claim: Claim,
        wanted: Details,
    ) -> Option<SettledIn<G>> {
        (**self).settle_after(game, before, pos, claim, wanted)
    }

    fn consider(
        &self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        look: Thoroughness,
        wanted: Details,
        moves: &mut Vec<G::Move>,
    ) -> RulingIn<G> {
        (**self).consider(game, pos, claim, look, wanted, moves)
    }

    fn has_quick_look(&self) -> bool {
        (**self).has_quick_look()
    }

    fn fill(&self, game: &G, pos: &G::Position, claim: Claim) -> Option<G::Position> {
        (**self).fill(game, pos, claim)
    }

    fn before_fill(
        &self,
        game: &G,
        pos: &G::Position,
        winner: Player,
        zone: G::Zone,
    ) -> Option<G::Zone> {
        (**self).before_fill(game, pos, winner, zone)
    }

    fn zone_without(&self, game: &G, pos: &G::Position, open: G::Zone) -> Option<G::Zone> {
        (**self).zone_without(game, pos, open)
    }
}
