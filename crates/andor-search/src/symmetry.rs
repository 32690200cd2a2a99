//! Symmetries of a line, as searches use them.

use crate::zones::{RefutedIn, Zones};
use andor_core::{Game, Symmetry};

/// The symmetries in a set of bits, the identity left out.
pub(crate) fn images(set: u64) -> impl Iterator<Item = Symmetry> {
    (1..64_u8)
        .take_while(move |bits| set >> bits != 0)
        .filter(move |bits| set >> bits & 1 == 1)
        .map(Symmetry)
}

/// A refutation and its images under the symmetries that leave the line as it is.
pub(crate) fn with_images<'a, G: Game>(
    zones: &'a dyn Zones<G>,
    game: &'a G,
    stabilizer: u64,
    refuted: RefutedIn<G>,
) -> impl Iterator<Item = RefutedIn<G>> + 'a {
    let image = move |symmetry| zones.map_refutation(game, symmetry, &refuted);
    std::iter::once(refuted).chain(images(stabilizer).map(image))
}
