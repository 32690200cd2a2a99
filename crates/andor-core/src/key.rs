//! Keys: 128-bit identities of positions.
//!
//! Keys are built by Zobrist's method from a fixed source, so that they are the same on every
//! machine and in every run. At 128 bits a collision among 10¹² positions has a chance of about
//! 10⁻¹⁵; certificates do not depend on keys at all.

use std::ops::{BitXor, BitXorAssign};

/// The identity of a position, or of what a rule compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Key(pub u128);

impl Key {
    /// The neutral key.
    pub const ZERO: Key = Key(0);

    /// The low half, for indexing tables.
    #[inline]
    pub fn low(self) -> u64 {
        self.0 as u64
    }
}

impl BitXor for Key {
    type Output = Key;
    #[inline]
    fn bitxor(self, other: Key) -> Key {
        Key(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}

/// A reproducible stream of keys (SplitMix64, twice per key).
#[derive(Clone, Debug)]
pub struct KeySource(u64);

impl KeySource {
    /// The stream that belongs to `seed`; each game uses a seed of its own.
    pub const fn new(seed: u64) -> KeySource {
        KeySource(seed)
    }

    /// The next key.
    pub const fn next_key(&mut self) -> Key {
        let high = self.next_word() as u128;
        let low = self.next_word() as u128;
        Key(high << 64 | low)
    }

    const fn next_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
