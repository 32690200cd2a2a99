//! Leaves of a certificate: positions that knowledge settles.

use crate::certified::Certified;
use crate::draft::Draft;
use crate::goal::Goal;
use andor_checker::PointSet;
use andor_core::Symmetry;

/// The stones whose life settles a position, if life may be quoted.
pub(crate) fn settled<G: Certified>(
    draft: &Draft,
    game: &G,
    pos: &G::Position,
    goal: Goal,
) -> Option<PointSet> {
    let life = if draft.quotes() { game.life(pos, goal.claim) } else { None };
    life.filter(|(settled, _)| *settled == goal.verdict).map(|(_, stones)| stones)
}

/// A set of points after a symmetry.
pub(crate) fn turned<G: Certified>(game: &G, symmetry: Symmetry, set: PointSet) -> PointSet {
    set.iter().map(|point| game.turned(symmetry, point)).collect()
}
