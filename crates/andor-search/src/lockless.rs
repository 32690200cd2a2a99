//! A transposition table for many threads without locks.
//!
//! The slots are the slots of [`packed`](crate::packed): a thread that reads a slot while another
//! thread writes it notices words that do not belong together. No thread waits for another thread,
//! so reads from many places overlap as in [`Compact`](crate::compact::Compact). The table does not
//! grow: all its memory is taken at once.

use crate::packed::{BUCKET, FEWEST_BUCKETS, Packed, PackedSlot, WORDS, bucket, place};
use crate::prefetch;
use crate::save::{self, Lasting};
use crate::table::Table;
use andor_core::Key;
use std::io::{self, Read, Write};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The words, which threads share.
pub struct Words(Box<[AtomicU64]>);

impl Words {
    /// Memory for so many bytes, but for a few thousand entries at least.
    pub fn new(bytes: usize) -> Words {
        let buckets = bytes / (BUCKET * WORDS * size_of::<u64>());
        let buckets = (1 << buckets.max(1).ilog2()).max(FEWEST_BUCKETS);
        let mut words = vec![0; buckets * BUCKET * WORDS];
        prefetch::all_over(&mut words);
        Words(words.into_iter().map(AtomicU64::new).collect())
    }

    fn buckets(&self) -> usize {
        self.0.len() / (BUCKET * WORDS)
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[AtomicU64] {
        self.bucket_number(bucket(key, self.buckets()))
    }

    #[inline]
    fn bucket_number(&self, number: usize) -> &[AtomicU64] {
        let start = number * BUCKET * WORDS;
        &self.0[start..start + BUCKET * WORDS]
    }
}

/// Puts a slot into a bucket.
#[inline]
fn put(bucket: &[AtomicU64], new: PackedSlot) {
    let at = place(bucket.chunks_exact(WORDS).map(read), new) * WORDS;
    for (word, value) in bucket[at..].iter().zip(new.0) {
        word.store(value, Ordering::Relaxed);
    }
}

/// Slots with the part of their bucket's number that every size of the table has. A table that was
/// written by other threads meanwhile may give words that do not belong together; nobody will find
/// these.
impl Lasting for Words {
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        save::begin(out, b"WORD")?;
        let slots = (0..self.buckets()).flat_map(|number| {
            let bucket = self.bucket_number(number);
            bucket.chunks_exact(WORDS).map(move |words| (number, read(words)))
        });
        for (number, slot) in slots.filter(|(_, slot)| slot.worth() > 0) {
            let low = (number & (FEWEST_BUCKETS - 1)) as u16 + 1;
            out.write_all(&low.to_le_bytes())?;
            slot.0.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
        }
        out.write_all(&[0; 2])
    }

    fn load(&self, input: &mut dyn Read) -> io::Result<()> {
        save::expect(input, b"WORD")?;
        loop {
            let mut low = [0; 2];
            input.read_exact(&mut low)?;
            let Some(low) = usize::from(u16::from_le_bytes(low)).checked_sub(1) else {
                return Ok(());
            };
            let mut words = [[0; 8]; WORDS];
            words.iter_mut().try_for_each(|word| input.read_exact(word))?;
            let slot = PackedSlot(words.map(u64::from_le_bytes));
            put(self.bucket_number(slot.bucket(low, self.buckets())), slot);
        }
    }
}

/// The content of a slot at some moment.
#[inline]
fn read(words: &[AtomicU64]) -> PackedSlot {
    PackedSlot(std::array::from_fn(|i| words[i].load(Ordering::Relaxed)))
}

/// A thread's view of shared words as entries.
pub struct Lockless<E> {
    words: Arc<Words>,
    entries: PhantomData<E>,
}

impl<E> Lockless<E> {
    /// The entries in these words. All users of the words must store entries of the same type.
    pub fn new(words: Arc<Words>) -> Lockless<E> {
        Lockless { words, entries: PhantomData }
    }
}

impl<E: Packed> Table<E> for Lockless<E> {
    #[inline]
    fn get(&self, key: Key) -> Option<E> {
        let mut slots = self.words.bucket(key).chunks_exact(WORDS).map(read);
        slots.find(|slot| slot.has(key)).map(PackedSlot::entry)
    }

    #[inline]
    fn expect(&self, key: Key) {
        prefetch::soon(&self.words.bucket(key)[0]);
    }

    #[inline]
    fn put(&self, key: Key, entry: E, worth: u32) {
        put(self.words.bucket(key), PackedSlot::new(key, entry, worth));
    }

    fn len(&self) -> usize {
        self.words.0.chunks_exact(WORDS).filter(|words| read(words).worth() > 0).count()
    }

    fn bytes(&self) -> usize {
        self.words.0.len() * size_of::<u64>()
    }

    /// The size is fixed when the words are made.
    fn limit(&self, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::KeySource;

    #[test]
    fn most_is_found_and_the_cheapest_go() {
        let table = Lockless::new(Arc::new(Words::new(1 << 20)));
        assert!(table.is_empty() && table.bytes() <= 1 << 20);
        let mut source = KeySource::new(2);
        let dear: Vec<Key> = (0..100).map(|_| source.next_key()).collect();
        dear.iter().for_each(|key| table.put(*key, 7_u64, 200));
        for i in 0..100_000 {
            let key = source.next_key();
            table.put(key, i, 1);
            assert_eq!(table.get(key), Some(i), "what is new is there");
        }
        assert!(dear.iter().all(|key| table.get(*key) == Some(7)));
        assert_eq!(table.get(source.next_key()), None);
        let used = table.len() * WORDS * size_of::<u64>();
        assert!(table.bytes() * 9 / 10 < used && used <= table.bytes(), "{used} bytes used");
    }

    /// What is saved is found again in a table of the same size, of a larger and of a smaller one.
    #[test]
    fn a_saved_table_is_found_in_any_size() {
        let words = Arc::new(Words::new(1 << 20));
        let table = Lockless::<u64>::new(words.clone());
        let mut source = KeySource::new(5);
        let keys: Vec<Key> = (0..2_000).map(|_| source.next_key()).collect();
        keys.iter().enumerate().for_each(|(i, key)| table.put(*key, i as u64, 9));
        let mut bytes = Vec::new();
        words.save(&mut bytes).expect("a vector takes all");
        for size in [1 << 18, 1 << 20, 1 << 23] {
            let again = Arc::new(Words::new(size));
            again.load(&mut &bytes[..]).expect("it was just written");
            let again = Lockless::<u64>::new(again);
            let found =
                keys.iter().enumerate().filter(|(i, key)| again.get(**key) == Some(*i as u64));
            assert_eq!(found.count(), keys.len(), "{size}");
        }
        assert!(Words::new(0).load(&mut &bytes[..bytes.len() - 1]).is_err(), "cut");
        assert!(Words::new(0).load(&mut &b"TRAN"[..]).is_err());
    }

    /// Threads write many entries into few slots: every entry found was written under its key.
    #[test]
    fn what_is_read_was_written() {
        let mut source = KeySource::new(3);
        // All in one bucket.
        let keys: Vec<Key> = (0..40).map(|_| Key(source.next_key().0 << 10)).collect();
        let words = Arc::new(Words::new(0));
        let entry = |i: usize, round: u64| (i as u64) << 40 | round;
        let found = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (table, keys, found) = (Lockless::<u64>::new(words.clone()), &keys, &found);
                scope.spawn(move || {
                    let mut rng = fastrand::Rng::with_seed(thread);
                    for round in 0..100_000 {
                        let i = rng.usize(..keys.len());
                        table.put(keys[i], entry(i, round), rng.u32(..3));
                        let i = rng.usize(..keys.len());
                        if let Some(entry) = table.get(keys[i]) {
                            assert_eq!(entry >> 40, i as u64);
                            found.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        assert!(found.into_inner() > 10_000);
    }
}
