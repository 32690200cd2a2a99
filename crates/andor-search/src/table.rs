//! Tables: entries by key, under a cap of memory.
//!
//! [`Growing`] doubles while the cap allows it. At the cap an entry competes with the few that share
//! its bucket, and the one that is worth least (whose loss costs the least work) goes.

use andor_core::Key;
use std::cell::RefCell;

/// Entries by key. Putting and reading need no exclusive access, so that a table can be shared.
pub trait Table<E: Copy> {
    /// The entry with this key.
    fn get(&self, key: Key) -> Option<E>;
    /// Enters or replaces; `worth` is the work that would be lost with the entry.
    fn put(&self, key: Key, entry: E, worth: u32);
    /// How many entries there are.
    fn len(&self) -> usize;
    /// Has the table no entry?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// How many bytes the table takes.
    fn bytes(&self) -> usize;
    /// From now on, grow no further than this.
    fn limit(&self, bytes: usize);
}

/// Slots that a key may take, side by side.
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
}

impl<E: Copy> Default for Growing<E> {
    fn default() -> Self {
        let slots = vec![None; 256 * BUCKET];
        Growing { inner: RefCell::new(Inner { slots, len: 0, limit: usize::MAX }) }
    }
}

impl<E: Copy> Inner<E> {
    fn bucket(&self, key: Key) -> usize {
        let buckets = self.slots.len() / BUCKET;
        (key.low() as usize & (buckets - 1)) * BUCKET
    }

    fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Option<Slot<E>>>()
    }

    /// Doubles the table, unless the old and the new one together pass the limit.
    fn grow(&mut self) -> bool {
        if self.bytes().saturating_mul(3) > self.limit {
            return false;
        }
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
    #[inline]
    fn get(&self, key: Key) -> Option<E> {
        let inner = self.inner.borrow();
        let start = inner.bucket(key);
        inner.slots[start..start + BUCKET]
            .iter()
            .flatten()
            .find(|slot| slot.key == key)
            .map(|slot| slot.entry)
    }

    fn put(&self, key: Key, entry: E, worth: u32) {
        self.inner.borrow_mut().put(Slot { key, worth, entry });
    }

    fn len(&self) -> usize {
        self.inner.borrow().len
    }

    fn bytes(&self) -> usize {
        self.inner.borrow().bytes()
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
    fn everything_is_found_while_there_is_room() {
        let table = Growing::default();
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

    #[test]
    fn at_the_limit_the_cheapest_go() {
        let table = Growing::default();
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
