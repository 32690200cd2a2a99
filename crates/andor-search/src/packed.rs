//! Entries of one word in slots of two words, for transposition tables that are read far more often
//! than written.
//!
//! The second word of a slot holds the entry and its worth. The first word is a part of the key,
//! combined with the second word by exclusive or (Hyatt and Mann 2002). A thread that reads a slot
//! while another thread writes it may find words of two entries; such words do not give the key, so
//! the entry is not used. Four slots are one cache line, so that a look-up waits for memory once.
//!
//! A slot determines 64 bits of its key, and its bucket ten more; so a table can grow. In a search
//! that looks up 10¹⁰ positions in a table of 10⁸ entries the chance that one key is taken for
//! another is 10⁻⁴.

use andor_core::Key;

/// The slots that a key may take: one cache line.
pub(crate) const BUCKET: usize = 4;

/// Words of a slot.
pub(crate) const WORDS: usize = 2;

/// The smallest number of buckets. The slot does not hold the bits of the key that choose one of
/// these.
pub(crate) const FEWEST_BUCKETS: usize = 1 << 10;

/// The bits of an entry; the remaining bits of the word hold its worth.
pub const ENTRY_BITS: u32 = 61;

/// The largest worth of an entry.
const MOST_WORTH: u32 = 7;

/// An entry that fits into [`ENTRY_BITS`].
pub trait Packed: Copy {
    /// The bits of the entry.
    fn pack(self) -> u64;
    /// The entry with these bits, which [`Packed::pack`] gave.
    fn unpack(bits: u64) -> Self;
}

/// The content of a slot; two zeros if the slot is empty.
#[derive(Clone, Copy)]
pub(crate) struct PackedSlot(pub(crate) [u64; WORDS]);

impl PackedSlot {
    /// An entry that took so much work; only the order of magnitude of the work is kept.
    #[inline]
    pub(crate) fn new(key: Key, entry: impl Packed, work: u32) -> PackedSlot {
        let worth = (u32::BITS - work.leading_zeros()).clamp(1, MOST_WORTH);
        let bits = entry.pack();
        debug_assert!(bits >> ENTRY_BITS == 0);
        let last = bits | u64::from(worth) << ENTRY_BITS;
        PackedSlot([lock(key) ^ last, last])
    }

    /// The worth of the entry; 0 if the slot is empty.
    #[inline]
    pub(crate) fn worth(self) -> u64 {
        self.0[1] >> ENTRY_BITS
    }

    #[inline]
    pub(crate) fn has(self, key: Key) -> bool {
        let PackedSlot([first, last]) = self;
        first ^ last == lock(key) && self.worth() > 0
    }

    /// Do both slots hold entries of the same key?
    #[inline]
    fn is_of(self, other: PackedSlot) -> bool {
        let (mine, others) = (self.0[0] ^ self.0[1], other.0[0] ^ other.0[1]);
        mine == others && self.worth() > 0
    }

    /// The bucket of the slot in a table of `buckets` buckets, from its bucket in a smaller table.
    #[inline]
    pub(crate) fn bucket(self, of_fewer: usize, buckets: usize) -> usize {
        let PackedSlot([first, last]) = self;
        of_fewer & (FEWEST_BUCKETS - 1) | grown(first ^ last, buckets)
    }

    #[inline]
    pub(crate) fn entry<E: Packed>(self) -> E {
        E::unpack(self.0[1] & ((1 << ENTRY_BITS) - 1))
    }
}

/// The slot of a bucket that a new entry takes: the slot with the same key, or the slot with the
/// least worth.
#[inline]
pub(crate) fn place(bucket: impl Iterator<Item = PackedSlot>, new: PackedSlot) -> usize {
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

/// The part of a key that a slot keeps. Both halves count, because keys may be small numbers.
#[inline]
fn lock(key: Key) -> u64 {
    (key.0 >> 64) as u64 ^ key.low().rotate_left(32)
}

/// The bucket of a key. The number of buckets is a power of two, at least [`FEWEST_BUCKETS`].
#[inline]
pub(crate) fn bucket(key: Key, buckets: usize) -> usize {
    let low = key.low() as usize & (FEWEST_BUCKETS - 1);
    low | grown(lock(key), buckets)
}

/// The part of a bucket's number that follows from the key part in the slot.
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
