//! Leaves of a certificate: positions that knowledge settles.

use crate::certified::Certified;
use crate::draft::Draft;
use crate::goal::Goal;
use andor_checker::{Leaf, PointSet};
use andor_core::Symmetry;

/// The leaf that settles a position, if one may be quoted.
pub(crate) fn settled<G: Certified>(
    draft: &Draft,
    game: &G,
    pos: &G::Position,
    goal: Goal,
) -> Option<Leaf> {
    draft.theorems().find_map(|theorem| {
        let (verdict, stones) = game.leaf(theorem, pos, goal.claim)?;
        (verdict == goal.verdict).then_some(Leaf { theorem, stones })
    })
}

/// A set of points after a symmetry.
pub(crate) fn turned<G: Certified>(game: &G, symmetry: Symmetry, set: PointSet) -> PointSet {
    set.iter().map(|point| game.map_point(symmetry, point)).collect()
}

/// A leaf after a symmetry.
pub(crate) fn turned_leaf<G: Certified>(game: &G, symmetry: Symmetry, leaf: Leaf) -> Leaf {
    Leaf { stones: turned(game, symmetry, leaf.stones), ..leaf }
}
