//! A table for many threads without locks: words that tell whether they belong together.
//!
//! A slot is three words. Two hold the entry, its worth and a part of the key; the first is the rest of
//! the key, changed by the other two (Hyatt and Mann 2002). Whoever reads while another thread writes
//! may find words of two entries, and these do not make up the key. Nobody waits for anybody, so that
//! reads from many places overlap as they do in [`Compact`](crate::compact::Compact).
//!
//! A slot holds 88 bits of the key. The table does not grow: its room is taken at once.

use crate::table::Table;
use andor_core::Key;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Slots that a key may take, side by side.
const BUCKET: usize = 4;

/// Words of a slot.
const WORDS: usize = 3;

/// Where the worth and the part of the key are in the last word.
const WORTH_SHIFT: u32 = 32;
const HIGH_SHIFT: u32 = 40;

/// An entry that fits into 96 bits.
pub trait Packed: Copy {
    /// The bits.
    fn pack(self) -> (u64, u32);
    /// The entry with these bits, which [`Packed::pack`] gave.
    fn unpack(bits: (u64, u32)) -> Self;
}

/// The words, which threads share.
pub struct Words(Box<[AtomicU64]>);

impl Words {
    /// Room for at least one entry, and for no more bytes than this beyond it.
    pub fn new(bytes: usize) -> Words {
        let buckets = (bytes / (BUCKET * WORDS * size_of::<u64>())).max(1);
        let buckets = 1 << buckets.ilog2();
        Words((0..buckets * BUCKET * WORDS).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[AtomicU64] {
        let buckets = self.0.len() / (BUCKET * WORDS);
        let start = (key.low() as usize & (buckets - 1)) * BUCKET * WORDS;
        &self.0[start..start + BUCKET * WORDS]
    }
}

/// What a slot held at some moment.
#[derive(Clone, Copy)]
struct Slot([u64; WORDS]);

impl Slot {
    #[inline]
    fn read(words: &[AtomicU64]) -> Slot {
        Slot(std::array::from_fn(|i| words[i].load(Ordering::Relaxed)))
    }

    #[inline]
    fn new(key: Key, (long, short): (u64, u32), worth: u8) -> Slot {
        let last = u64::from(short) | u64::from(worth) << WORTH_SHIFT | high(key) << HIGH_SHIFT;
        Slot([key.low() ^ long ^ last, long, last])
    }

    /// What the entry is worth; nothing if there is none.
    #[inline]
    fn worth(self) -> u8 {
        (self.0[2] >> WORTH_SHIFT) as u8
    }

    #[inline]
    fn has(self, key: Key) -> bool {
        let Slot([first, long, last]) = self;
        first ^ long ^ last == key.low() && last >> HIGH_SHIFT == high(key) && self.worth() > 0
    }
}

/// The part of a key beyond the low half.
#[inline]
fn high(key: Key) -> u64 {
    (key.0 >> 64) as u64 & 0xFF_FFFF
}

/// A thread's view of shared words as entries.
pub struct Lockless<E> {
    words: Arc<Words>,
    entries: PhantomData<E>,
}

impl<E> Lockless<E> {
    /// The entries in these words. Nobody may use the words for entries of another kind.
    pub fn new(words: Arc<Words>) -> Lockless<E> {
        Lockless { words, entries: PhantomData }
    }
}

impl<E: Packed> Table<E> for Lockless<E> {
    #[inline]
    fn get(&self, key: Key) -> Option<E> {
        let slots = self.words.bucket(key).chunks_exact(WORDS);
        let Slot([_, long, last]) = slots.map(Slot::read).find(|slot| slot.has(key))?;
        Some(E::unpack((long, last as u32)))
    }

    #[inline]
    fn put(&self, key: Key, entry: E, worth: u32) {
        let bucket = self.words.bucket(key);
        let mut place = (0, u8::MAX);
        for (i, words) in bucket.chunks_exact(WORDS).enumerate() {
            let slot = Slot::read(words);
            if slot.has(key) {
                place = (i, 0);
                break;
            }
            if slot.worth() < place.1 {
                place = (i, slot.worth());
            }
        }
        let Slot(new) = Slot::new(key, entry.pack(), worth.clamp(1, u8::MAX.into()) as u8);
        for (word, value) in bucket[place.0 * WORDS..].iter().zip(new) {
            word.store(value, Ordering::Relaxed);
        }
    }

    fn len(&self) -> usize {
        self.words.0.chunks_exact(WORDS).filter(|words| Slot::read(words).worth() > 0).count()
    }

    fn bytes(&self) -> usize {
        self.words.0.len() * size_of::<u64>()
    }

    /// The room was taken when the words were made.
    fn limit(&self, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::KeySource;

    impl Packed for (u64, u32) {
        fn pack(self) -> (u64, u32) {
            self
        }

        fn unpack(bits: (u64, u32)) -> (u64, u32) {
            bits
        }
    }

    #[test]
    fn most_is_found_and_the_cheapest_go() {
        let table = Lockless::new(Arc::new(Words::new(1 << 20)));
        assert!(table.is_empty() && table.bytes() <= 1 << 20);
        let mut source = KeySource::new(2);
        let dear: Vec<Key> = (0..100).map(|_| source.next_key()).collect();
        dear.iter().for_each(|key| table.put(*key, (7, 9), 200));
        for i in 0..100_000 {
            let key = source.next_key();
            table.put(key, (i, i as u32), 1);
            assert_eq!(table.get(key), Some((i, i as u32)), "what is new is there");
        }
        assert!(dear.iter().all(|key| table.get(*key) == Some((7, 9))));
        assert_eq!(table.get(source.next_key()), None);
        let used = table.len() * WORDS * size_of::<u64>();
        assert!(table.bytes() * 99 / 100 < used && used <= table.bytes(), "{used} bytes used");
    }

    /// Threads write many entries into few slots: whatever is found was written under that key.
    #[test]
    fn what_is_read_was_written() {
        let mut source = KeySource::new(3);
        let keys: Vec<Key> = (0..40).map(|_| source.next_key()).collect();
        let words = Arc::new(Words::new(2000));
        let entry = |i: usize, round: u64| ((i as u64 * 1_000_003) ^ (round << 20), round as u32);
        let found = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (table, keys, found) = (Lockless::new(words.clone()), &keys, &found);
                scope.spawn(move || {
                    let mut rng = fastrand::Rng::with_seed(thread);
                    for round in 0..100_000 {
                        let i = rng.usize(..keys.len());
                        table.put(keys[i], entry(i, round), rng.u32(..3));
                        let i = rng.usize(..keys.len());
                        if let Some((long, short)) = table.get(keys[i]) {
                            assert_eq!((long, short), entry(i, short.into()));
                            found.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        assert!(found.into_inner() > 10_000);
    }
}
