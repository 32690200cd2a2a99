//! Symmetries of a line, as searches use them.

use crate::zones::Zones;
use andor_core::{Game, Symmetry};

/// The symmetries in a set of bits, the identity left out.
pub(crate) fn images(set: u64) -> impl Iterator<Item = Symmetry> {
    (1..64_u8)
        .take_while(move |bits| set >> bits != 0)
        .filter(move |bits| set >> bits & 1 == 1)
        .map(Symmetry)
}

/// A refutation and its images under the symmetries that leave the line as it is.
pub(crate) fn with_images<G: Game, Z: Zones<G>>(
    game: &G,
    stabilizer: u64,
    refutation: Z::Refutation,
) -> impl Iterator<Item = Z::Refutation> {
    let image = move |symmetry| Z::map_refutation(game, symmetry, refutation);
    std::iter::once(refutation).chain(images(stabilizer).map(image))
}
