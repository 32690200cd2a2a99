//! Zones as a plug: `()` does without, [`Relevancy`] uses those of the game.

use andor_core::{Game, Symmetry, Zoned};
use std::fmt::Debug;

/// How a search gets and propagates zones; see [`andor_core::Zoned`].
pub trait Zones<G: Game>: Copy + Send + Sync {
    /// What a verdict depends on.
    type Zone: Copy + Debug + PartialEq + Send + Sync;

    /// The zone of a finished position.
    fn end(game: &G, pos: &G::Position) -> Self::Zone;
    /// The zone that is always right.
    fn whole(game: &G) -> Self::Zone;
    /// The zone of a position won by `mv`.
    fn winner(game: &G, pos: &G::Position, mv: G::Move, zone: Self::Zone) -> Self::Zone;
    /// The zone of a lost position, from those of its refutations.
    fn join(game: &G, first: Self::Zone, second: Self::Zone) -> Self::Zone;
    /// May the loser's move upset a win with the zone?
    fn meets(game: &G, pos: &G::Position, mv: G::Move, zone: Self::Zone) -> bool;
    /// The zone after a symmetry.
    fn map(game: &G, symmetry: Symmetry, zone: Self::Zone) -> Self::Zone;
}

impl<G: Game> Zones<G> for () {
    type Zone = ();

    #[inline]
    fn end(_: &G, _: &G::Position) {}
    #[inline]
    fn whole(_: &G) {}
    #[inline]
    fn winner(_: &G, _: &G::Position, _: G::Move, (): ()) {}
    #[inline]
    fn join(_: &G, (): (), (): ()) {}
    #[inline]
    fn meets(_: &G, _: &G::Position, _: G::Move, (): ()) -> bool {
        true
    }
    #[inline]
    fn map(_: &G, _: Symmetry, (): ()) {}
}

/// The game's own relevancy zones.
#[derive(Clone, Copy, Debug)]
pub struct Relevancy;

impl<G: Zoned> Zones<G> for Relevancy {
    type Zone = G::Zone;

    #[inline]
    fn end(game: &G, pos: &G::Position) -> G::Zone {
        game.end_zone(pos)
    }
    #[inline]
    fn whole(game: &G) -> G::Zone {
        game.whole_zone()
    }
    #[inline]
    fn winner(game: &G, pos: &G::Position, mv: G::Move, zone: G::Zone) -> G::Zone {
        game.winner_zone(pos, mv, zone)
    }
    #[inline]
    fn join(game: &G, first: G::Zone, second: G::Zone) -> G::Zone {
        game.join(first, second)
    }
    #[inline]
    fn meets(game: &G, pos: &G::Position, mv: G::Move, zone: G::Zone) -> bool {
        game.meets(pos, mv, zone)
    }
    #[inline]
    fn map(game: &G, symmetry: Symmetry, zone: G::Zone) -> G::Zone {
        game.map_zone(symmetry, zone)
    }
}
