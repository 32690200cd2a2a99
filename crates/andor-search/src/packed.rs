//! Entries of one word, in slots of two: what tables are made of whose entries are looked up far more
//! often than written.
//!
//! The second word holds the entry and what it is worth. The first is a part of the key, changed by the
//! second (Hyatt and Mann 2002): whoever reads a slot while another thread writes it may find words of
//! two entries, and these do not make up the key. Four slots are one line of the cache, so that a look-up
//! waits for memory once.
//!
//! A slot tells 64 bits of its key, and its bucket ten more; so a table can grow. In a search that looks
//! up 10¹⁰ positions in a table of 10⁸ entries a key is taken for another one with a chance of 10⁻⁴.

use andor_core::Key;

/// Slots that a key may take, side by side: a line of the cache.
pub(crate) const BUCKET: usize = 4;

/// Words of a slot.
pub(crate) const WORDS: usize = 2;

/// The fewest buckets of a table: which of these a key has, the slot does not tell.
pub(crate) const FEWEST_BUCKETS: usize = 1 << 10;

/// Bits that an entry may take; the others say what it is worth.
pub const ENTRY_BITS: u32 = 61;

/// The largest number that says what an entry is worth.
const MOST_WORTH: u32 = 7;

/// An entry that fits into [`ENTRY_BITS`].
pub trait Packed: Copy {
    /// The bits.
    fn pack(self) -> u64;
    /// The entry with these bits, which [`Packed::pack`] gave.
    fn unpack(bits: u64) -> Self;
}

/// What a slot holds; two zeros if nothing.
#[derive(Clone, Copy)]
pub(crate) struct Slot(pub(crate) [u64; WORDS]);

impl Slot {
    /// An entry that is worth so much work: only its order of magnitude is kept.
    #[inline]
    pub(crate) fn new(key: Key, entry: impl Packed, work: u32) -> Slot {
        let worth = (u32::BITS - work.leading_zeros()).clamp(1, MOST_WORTH);
        let bits = entry.pack();
        debug_assert!(bits >> ENTRY_BITS == 0);
        let last = bits | u64::from(worth) << ENTRY_BITS;
        Slot([lock(key) ^ last, last])
    }

    /// What the entry is worth; nothing if there is none.
    #[inline]
    pub(crate) fn worth(self) -> u64 {
        self.0[1] >> ENTRY_BITS
    }

    #[inline]
    pub(crate) fn has(self, key: Key) -> bool {
        let Slot([first, last]) = self;
        first ^ last == lock(key) && self.worth() > 0
    }

    /// Do both hold entries of the same key?
    #[inline]
    fn is_of(self, other: Slot) -> bool {
        let [mine, others] = [self, other].map(|Slot([first, last])| first ^ last);
        mine == others && self.worth() > 0
    }

    /// Which of so many buckets the slot belongs into, if it is in this one of fewer.
    #[inline]
    pub(crate) fn bucket(self, of_fewer: usize, buckets: usize) -> usize {
        let Slot([first, last]) = self;
        of_fewer & (FEWEST_BUCKETS - 1) | grown(first ^ last, buckets)
    }

    #[inline]
    pub(crate) fn entry<E: Packed>(self) -> E {
        E::unpack(self.0[1] & ((1 << ENTRY_BITS) - 1))
    }
}

/// Which of the slots of a bucket a new entry takes: its own, or the one that is worth least.
#[inline]
pub(crate) fn place(bucket: impl Iterator<Item = Slot>, new: Slot) -> usize {
    let mut place = (0, u64::MAX);
    for (i, slot) in bucket.enumerate() {
        if slot.is_of(new) {
            return i;
        }
        if slot.worth() < place.1 {
            place = (i, slot.worth());
        }
    }
    place.0
}

/// The part of a key that a slot keeps. Both halves have a say, because keys may be small numbers.
#[inline]
fn lock(key: Key) -> u64 {
    (key.0 >> 64) as u64 ^ key.low().rotate_left(32)
}

/// Which of so many buckets a key has: a power of two, and no fewer than [`FEWEST_BUCKETS`].
#[inline]
pub(crate) fn bucket(key: Key, buckets: usize) -> usize {
    let low = key.low() as usize & (FEWEST_BUCKETS - 1);
    low | grown(lock(key), buckets)
}

/// The part of a bucket's number that the keys in it tell.
#[inline]
fn grown(lock: u64, buckets: usize) -> usize {
    (lock as usize).wrapping_mul(FEWEST_BUCKETS) & (buckets - 1)
}

/// A number, for tests of tables.
#[cfg(test)]
impl Packed for u64 {
    fn pack(self) -> u64 {
        self
    }

    fn unpack(bits: u64) -> u64 {
        bits
    }
}
