//! A transposition table of one thread with tightly packed entries, for searches that look up far
//! more than they keep.
//!
//! Such a search waits for memory most of the time. So small entries close together matter more
//! than keeping every entry (see [`packed`](crate::packed)). The table doubles when it is three
//! quarters full and the limit allows it. In a bucket that is full before, the entry that is worth
//! least is dropped; a new entry is always kept.

use crate::packed::{BUCKET, FEWEST_BUCKETS, Packed, PackedSlot, WORDS, bucket, place};
use crate::prefetch;
use crate::table::Table;
use andor_core::Key;
use std::cell::RefCell;
use std::marker::PhantomData;

/// The words of a bucket, which fills one cache line.
const LINE: usize = BUCKET * WORDS;

/// A table of one thread.
pub struct Compact<E> {
    inner: RefCell<Inner<E>>,
}

struct Inner<E> {
    /// The buckets, after as many words as it takes to start on a cache line.
    words: Vec<u64>,
    start: usize,
    buckets: usize,
    len: usize,
    limit: usize,
    /// The bytes of the table before it grew: both tables are held while the entries are copied.
    old: usize,
    entries: PhantomData<E>,
}

impl<E: Packed> Default for Compact<E> {
    fn default() -> Self {
        Compact { inner: RefCell::new(Inner::new(FEWEST_BUCKETS, usize::MAX)) }
    }
}

impl<E: Packed> Inner<E> {
    fn new(buckets: usize, limit: usize) -> Inner<E> {
        // Zeros are not written but come with fresh memory, and only what is used is ever taken.
        let mut words = vec![0; (buckets + 1) * LINE];
        prefetch::all_over(&mut words);
        let start = words.as_ptr().align_offset(LINE * size_of::<u64>()).min(LINE);
        Inner { words, start, buckets, len: 0, limit, old: 0, entries: PhantomData }
    }

    /// The words of a bucket.
    #[inline]
    fn line(&mut self, bucket: usize) -> &mut [u64] {
        let start = self.start + bucket * LINE;
        &mut self.words[start..start + LINE]
    }

    fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    /// Doubles the table, unless the old and the new table together exceed the limit.
    fn grow(&mut self) {
        if self.bytes().saturating_mul(3) > self.limit {
            return;
        }
        let mut old = std::mem::replace(self, Inner::new(self.buckets * 2, self.limit));
        self.old = old.bytes();
        for i in 0..old.buckets {
            for slot in slots(old.line(i)).filter(|slot| slot.worth() > 0) {
                self.put(slot.bucket(i, self.buckets), slot);
            }
        }
    }

    #[inline]
    fn put(&mut self, bucket: usize, new: PackedSlot) {
        let line = self.line(bucket);
        let at = place(slots(line), new) * WORDS;
        let was_vacant = line[at + 1] == 0;
        line[at..at + WORDS].copy_from_slice(&new.0);
        self.len += usize::from(was_vacant);
    }
}

/// The slots of a bucket.
#[inline]
fn slots(line: &[u64]) -> impl Iterator<Item = PackedSlot> {
    line.chunks_exact(WORDS).map(|words| PackedSlot([words[0], words[1]]))
}

impl<E: Packed> Table<E> for Compact<E> {
    #[inline]
    fn get(&self, key: Key) -> Option<E> {
        let inner = self.inner.borrow();
        let start = inner.start + bucket(key, inner.buckets) * LINE;
        let mut slots = slots(&inner.words[start..start + LINE]);
        slots.find(|slot| slot.has(key)).map(PackedSlot::entry)
    }

    #[inline]
    fn expect(&self, key: Key) {
        let inner = self.inner.borrow();
        prefetch::soon(&inner.words[inner.start + bucket(key, inner.buckets) * LINE]);
    }

    #[inline]
    fn put(&self, key: Key, entry: E, worth: u32) {
        let mut inner = self.inner.borrow_mut();
        let bucket = bucket(key, inner.buckets);
        inner.put(bucket, PackedSlot::new(key, entry, worth));
        if inner.len * 4 > inner.buckets * BUCKET * 3 {
            inner.grow();
        }
    }

    fn len(&self) -> usize {
        self.inner.borrow().len
    }

    fn bytes(&self) -> usize {
        let inner = self.inner.borrow();
        inner.bytes() + inner.old
    }

    fn limit(&self, bytes: usize) {
        self.inner.borrow_mut().limit = bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::KeySource;

    #[test]
    fn most_is_found_and_nothing_else() {
        let table = Compact::default();
        let mut source = KeySource::new(1);
        let keys: Vec<Key> = (0..100_000).map(|_| source.next_key()).collect();
        for (i, key) in keys.iter().enumerate() {
            table.put(*key, i as u64, 1);
            assert_eq!(table.get(*key), Some(i as u64), "what is new is there");
        }
        let found = |(i, key): &(usize, &Key)| match table.get(**key) {
            Some(entry) => entry == *i as u64,
            None => false,
        };
        let kept = keys.iter().enumerate().filter(found).count();
        assert_eq!(kept, table.len());
        assert!(kept > 75_000, "{kept} kept");
        assert_eq!(table.get(source.next_key()), None);
    }

    #[test]
    fn small_numbers_are_keys_too() {
        let table = Compact::default();
        for i in 0..4000_u64 {
            table.put(Key(i.into()), i, 1);
        }
        assert!((0..4000).all(|i| table.get(Key(i.into())).is_none_or(|found| found == i)));
        assert!(table.len() > 3000);
    }

    #[test]
    fn at_the_limit_the_cheapest_go() {
        let table = Compact::default();
        table.limit(300_000);
        let mut source = KeySource::new(2);
        let dear: Vec<Key> = (0..100).map(|_| source.next_key()).collect();
        dear.iter().for_each(|key| table.put(*key, 7_u64, 200));
        (0..100_000).for_each(|_| table.put(source.next_key(), 1, 1));
        assert!(table.bytes() <= 300_000, "{} bytes", table.bytes());
        assert!(dear.iter().all(|key| table.get(*key) == Some(7)));
    }
}
