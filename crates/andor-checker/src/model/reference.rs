//! References from one entry to another.

/// The number of an entry, and the symmetry that turns the present position into the entry's
/// position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    /// The number of the entry.
    pub entry: u64,
    /// The symmetry, as a byte of the format.
    pub symmetry: u8,
}
