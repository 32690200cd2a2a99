//! Leaves of Go and Killall-Go and the theorems on which they rest, as plain data: section 4.3 of
//! `docs/certificate.md`.

use super::points::PointSet;

/// A theorem on which a leaf rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theorem {
    /// Kind 1: unconditional life.
    Life,
    /// Kind 2: unconditional life, and parts of the board in which the opponent has no room for two
    /// eyes.
    Territory,
    /// Kind 3, in Killall-Go: White has no room to live.
    Room,
}

impl Theorem {
    /// All theorems about Go, from the weakest to the strongest.
    pub const ALL: [Theorem; 2] = [Theorem::Life, Theorem::Territory];

    /// The word for it, in Go in the header.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Theorem::Life => "life",
            Theorem::Territory => "territory",
            Theorem::Room => "room",
        }
    }

    /// The version of the format since which there are such leaves.
    #[must_use]
    pub fn version(self) -> u16 {
        match self {
            Theorem::Life => 1,
            Theorem::Territory => 4,
            Theorem::Room => 6,
        }
    }
}

/// Knowledge that settles a position without play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leaf {
    /// The theorem.
    pub theorem: Theorem,
    /// Stones of the winner's that are unconditionally alive, or that stay.
    pub stones: PointSet,
}
