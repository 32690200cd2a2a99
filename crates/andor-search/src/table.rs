//! Hash tables: entries by key, with a limit on memory.
//!
//! [`Growing`] doubles while the limit allows it. At the limit an entry competes with the few
//! entries of its bucket, and the entry with the least worth (the least work lost) is dropped.
//! [`Shared`] is the table for many threads: the keys are distributed over shards. Each shard has
//! its own lock and grows by itself, so that two threads seldom meet and no thread waits while a
//! large table is copied. An entry is as large as its type: it need not be packed into words, and a
//! read always gives a whole entry as written. A lock without contention costs about as much as one
//! cache miss.

use andor_core::{Key, lock};
use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard};

/// Entries by key. Writing and reading need no exclusive access, so that a table can be shared.
pub trait Table<E: Copy> {
    /// The entry with this key.
    fn get(&self, key: Key) -> Option<E>;
    /// Enters or replaces an entry; `worth` is the work that would be lost with the entry.
    fn put(&self, key: Key, entry: E, worth: u32);
    /// The entry will be asked for soon: the table may prefetch it.
    #[inline]
    fn expect(&self, _: Key) {}
    /// Calls `to` with every entry: its key, its worth, and the entry itself. Tables that cannot
    /// list their entries make no call.
    fn each(&self, _to: &mut dyn FnMut(Key, u32, E)) {}
    /// How many entries there are.
    fn len(&self) -> usize;
    /// Has the table no entry?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The most bytes that the table has taken. A table of one thread that grows takes its old
    /// slots and its new slots at once.
    fn bytes(&self) -> usize;
    /// Sets the largest number of bytes to which the table may grow.
    fn limit(&self, bytes: usize);
}

impl<E: Copy, T: Table<E>> Table<E> for Arc<T> {
    fn each(&self, to: &mut dyn FnMut(Key, u32, E)) {
        (**self).each(to);
    }

    #[inline]
    fn get(&self, key: Key) -> Option<E> {
        (**self).get(key)
    }

    fn put(&self, key: Key, entry: E, worth: u32) {
        (**self).put(key, entry, worth);
    }

    fn len(&self) -> usize {
        (**self).len()
    }

    fn bytes(&self) -> usize {
        (**self).bytes()
    }

    /// A shared table keeps the limit it was made with: no user may set the limit for all.
    fn limit(&self, _: usize) {}
}

/// The slots that a key may take, side by side.
const BUCKET: usize = 4;

#[derive(Clone, Copy)]
struct Slot<E> {
    key: Key,
    worth: u32,
    entry: E,
}

/// A table of one thread, which grows up to its limit.
pub struct Growing<E> {
    inner: RefCell<Inner<E>>,
}

struct Inner<E> {
    slots: Vec<Option<Slot<E>>>,
    len: usize,
    limit: usize,
    /// Do the old slots count while they are copied into the new ones?
    counts_old: bool,
    /// The bytes of the old slots that counted last.
    old: usize,
}

impl<E: Copy> Default for Growing<E> {
    fn default() -> Self {
        Growing { inner: RefCell::new(Inner::new(256, true)) }
    }
}

impl<E: Copy> Inner<E> {
    fn new(buckets: usize, counts_old: bool) -> Inner<E> {
        let slots = vec![None; buckets * BUCKET];
        Inner { slots, len: 0, limit: usize::MAX, counts_old, old: 0 }
    }

    /// The index where a key's bucket starts.
    #[inline]
    fn bucket(&self, key: Key) -> usize {
        let buckets = self.slots.len() / BUCKET;
        (key.low() as usize & (buckets - 1)) * BUCKET
    }

    fn each(&self, to: &mut dyn FnMut(Key, u32, E)) {
        self.slots.iter().flatten().for_each(|slot| to(slot.key, slot.worth, slot.entry));
    }

    fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Option<Slot<E>>>()
    }

    #[inline]
    fn get(&self, key: Key) -> Option<E> {
        let start = self.bucket(key);
        self.slots[start..start + BUCKET]
            .iter()
            .flatten()
            .find(|slot| slot.key == key)
            .map(|slot| slot.entry)
    }

    /// Doubles the table, unless that passes the limit.
    fn grow(&mut self) -> bool {
        let copies = if self.counts_old { 3 } else { 2 };
        if self.bytes().saturating_mul(copies) > self.limit {
            return false;
        }
        self.old = if self.counts_old { self.bytes() } else { 0 };
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![None; old.len() * 2];
        self.len = 0;
        for slot in old.into_iter().flatten() {
            self.put(slot);
        }
        true
    }

    fn put(&mut self, new: Slot<E>) {
        loop {
            let start = self.bucket(new.key);
            let bucket = &mut self.slots[start..start + BUCKET];
            let same = bucket.iter().position(|slot| slot.is_some_and(|slot| slot.key == new.key));
            if let Some(i) = same.or_else(|| bucket.iter().position(Option::is_none)) {
                self.len += usize::from(bucket[i].is_none());
                bucket[i] = Some(new);
                return;
            }
            if self.grow() {
                continue;
            }
            let start = self.bucket(new.key);
            let cheapest = self.slots[start..start + BUCKET]
                .iter_mut()
                .min_by_key(|slot| slot.map_or(0, |slot| slot.worth));
            if let Some(slot) = cheapest
                && slot.is_none_or(|old| old.worth <= new.worth)
            {
                *slot = Some(new);
            }
            return;
        }
    }
}

impl<E: Copy> Table<E> for Growing<E> {
    fn each(&self, to: &mut dyn FnMut(Key, u32, E)) {
        self.inner.borrow().each(to);
    }

    #[inline]
    fn get(&self, key: Key) -> Option<E> {
        self.inner.borrow().get(key)
    }

    fn put(&self, key: Key, entry: E, worth: u32) {
        self.inner.borrow_mut().put(Slot { key, worth, entry });
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

/// Parts of a shared table.
const SHARDS: usize = 256;

/// A shard of a shared table, on cache lines of its own.
#[repr(align(64))]
struct Shard<E>(Mutex<Inner<E>>);

impl<E> Shard<E> {
    #[inline]
    fn lock(&self) -> MutexGuard<'_, Inner<E>> {
        // Nothing that can panic leaves a part half written.
        lock(&self.0)
    }
}

/// A table of many threads, which grows up to its limit.
pub struct Shared<E> {
    shards: Box<[Shard<E>]>,
}

impl<E: Copy> Default for Shared<E> {
    fn default() -> Self {
        // A search of a small position needs few entries, and there are many shards to fill.
        let shard = |_| Shard(Mutex::new(Inner::new(1, false)));
        Shared { shards: (0..SHARDS).map(shard).collect() }
    }
}

impl<E: Copy> Shared<E> {
    /// A table that takes no more than this many bytes.
    pub fn new(bytes: usize) -> Shared<E> {
        let table = Shared::default();
        table.limit(bytes);
        table
    }

    /// The shard of a key. All bits count, because the lowest bits choose the bucket and keys may
    /// be small numbers.
    #[inline]
    fn shard(&self, key: Key) -> &Shard<E> {
        let mixed = (key.low() ^ (key.0 >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.shards[(mixed >> 32) as usize % SHARDS]
    }

    fn sum(&self, count: impl Fn(&Inner<E>) -> usize) -> usize {
        self.shards.iter().map(|shard| count(&shard.lock())).sum()
    }
}

impl<E: Copy> Table<E> for Shared<E> {
    fn each(&self, to: &mut dyn FnMut(Key, u32, E)) {
        self.shards.iter().for_each(|shard| shard.lock().each(to));
    }

    #[inline]
    fn get(&self, key: Key) -> Option<E> {
        self.shard(key).lock().get(key)
    }

    fn put(&self, key: Key, entry: E, worth: u32) {
        self.shard(key).lock().put(Slot { key, worth, entry });
    }

    fn len(&self) -> usize {
        self.sum(|inner| inner.len)
    }

    fn bytes(&self) -> usize {
        self.sum(Inner::bytes)
    }

    /// While a shard grows its old slots do not count; they are a small part of the whole.
    fn limit(&self, bytes: usize) {
        self.shards.iter().for_each(|shard| shard.lock().limit = bytes / SHARDS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::KeySource;

    /// Every table does both.
    #[test]
    fn tables_keep_what_they_can() {
        everything_is_found_while_there_is_room(&Growing::default());
        everything_is_found_while_there_is_room(&Shared::default());
        at_the_limit_the_cheapest_go(&Growing::default());
        at_the_limit_the_cheapest_go(&Shared::default());
    }

    #[test]
    fn one_of_several_sets_no_limit() {
        let table: Arc<Shared<usize>> = Arc::new(Shared::new(1 << 28));
        table.limit(0);
        everything_is_found_while_there_is_room(&table);
    }

    /// Four threads write and read: every entry found was written under that key, and with room for
    /// all entries nothing is lost.
    #[test]
    fn threads_share_a_table() {
        let mut source = KeySource::new(3);
        let keys: Vec<Key> = (0..20_000).map(|_| source.next_key()).collect();
        let table: Shared<[u64; 3]> = Shared::default();
        let entry = |i: usize, thread: u64| [i as u64, thread, i as u64 * 1000 + thread];
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (table, keys) = (&table, &keys);
                scope.spawn(move || {
                    let mut rng = fastrand::Rng::with_seed(thread);
                    for (i, key) in keys.iter().enumerate() {
                        table.put(*key, entry(i, thread), 1);
                        let other = rng.usize(..keys.len());
                        if let Some([i, thread, sum]) = table.get(keys[other]) {
                            assert_eq!((i, sum), (other as u64, i * 1000 + thread));
                        }
                    }
                });
            }
        });
        assert_eq!(table.len(), keys.len());
        assert!(keys.iter().all(|key| table.get(*key).is_some()));
    }

    fn everything_is_found_while_there_is_room(table: &impl Table<usize>) {
        let mut source = KeySource::new(1);
        let keys: Vec<Key> = (0..50_000).map(|_| source.next_key()).collect();
        for (i, key) in keys.iter().enumerate() {
            table.put(*key, i, 1);
        }
        assert_eq!(table.len(), keys.len());
        for (i, key) in keys.iter().enumerate() {
            assert_eq!(table.get(*key), Some(i));
        }
        assert_eq!(table.get(source.next_key()), None);
    }

    fn at_the_limit_the_cheapest_go(table: &impl Table<u32>) {
        table.limit(300_000);
        let mut source = KeySource::new(2);
        let mut dear = Vec::new();
        for i in 0..100_000_u32 {
            let key = source.next_key();
            if i % 1000 == 0 {
                dear.push((key, i));
            }
            table.put(key, i, if i % 1000 == 0 { 1_000_000 } else { 1 });
        }
        assert!(table.bytes() <= 300_000, "{} bytes", table.bytes());
        assert!(dear.iter().all(|(key, i)| table.get(*key) == Some(*i)));
    }
}
