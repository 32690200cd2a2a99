//! A table that packs its entries tightly, for searches that look up far more than they keep.
//!
//! Most of the time of such a search goes into waiting for memory, so that small entries close
//! together count for more than keeping everything. A slot holds 72 bits of the key beside its
//! entry: among 10⁹ entries a key is taken for another one with a chance of 10⁻⁴. The table doubles
//! when it is three quarters full and the limit allows it; in a bucket that is full before, the
//! entry that is worth least goes, and what is new is kept in any case.

use crate::table::Table;
use andor_core::Key;
use std::cell::RefCell;

/// Slots that a key may take, side by side.
const BUCKET: usize = 4;

/// What a vacant slot is worth; an entry is worth more.
const VACANT: u8 = 0;

#[derive(Clone, Copy)]
struct Slot<E> {
    low: u64,
    high: u8,
    worth: u8,
    entry: E,
}

/// A table of one thread.
pub struct Compact<E> {
    inner: RefCell<Inner<E>>,
}

struct Inner<E> {
    slots: Vec<Slot<E>>,
    len: usize,
    limit: usize,
}

impl<E: Copy + Default> Default for Compact<E> {
    fn default() -> Self {
        let slots = vec![Slot::vacant(); 256 * BUCKET];
        Compact { inner: RefCell::new(Inner { slots, len: 0, limit: usize::MAX }) }
    }
}

impl<E: Copy + Default> Slot<E> {
    fn vacant() -> Slot<E> {
        Slot { low: 0, high: 0, worth: VACANT, entry: E::default() }
    }
}

impl<E> Slot<E> {
    #[inline]
    fn has(&self, low: u64, high: u8) -> bool {
        self.low == low && self.high == high && self.worth != VACANT
    }
}

impl<E: Copy + Default> Inner<E> {
    #[inline]
    fn bucket(&self, low: u64) -> usize {
        (low as usize & (self.slots.len() / BUCKET - 1)) * BUCKET
    }

    fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Slot<E>>()
    }

    /// Doubles the table, unless the old and the new one together pass the limit.
    fn grow(&mut self) {
        if self.bytes().saturating_mul(3) > self.limit {
            return;
        }
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![Slot::vacant(); old.len() * 2];
        self.len = 0;
        old.into_iter().filter(|slot| slot.worth != VACANT).for_each(|slot| self.put(slot));
    }

    fn put(&mut self, new: Slot<E>) {
        let start = self.bucket(new.low);
        let bucket = &mut self.slots[start..start + BUCKET];
        let same = bucket.iter().position(|slot| slot.has(new.low, new.high));
        let place = same.unwrap_or_else(|| {
            (1..BUCKET)
                .fold(0, |least, i| if bucket[i].worth < bucket[least].worth { i } else { least })
        });
        self.len += usize::from(bucket[place].worth == VACANT);
        bucket[place] = new;
    }
}

/// The part of a key beyond the low half.
#[inline]
fn high(key: Key) -> u8 {
    (key.0 >> 64) as u8
}

impl<E: Copy + Default> Table<E> for Compact<E> {
    #[inline]
    fn get(&self, key: Key) -> Option<E> {
        let inner = self.inner.borrow();
        let start = inner.bucket(key.low());
        let bucket = &inner.slots[start..start + BUCKET];
        bucket.iter().find(|slot| slot.has(key.low(), high(key))).map(|slot| slot.entry)
    }

    #[inline]
    fn put(&self, key: Key, entry: E, worth: u32) {
        let mut inner = self.inner.borrow_mut();
        let worth = worth.clamp(u32::from(VACANT) + 1, u8::MAX.into()) as u8;
        inner.put(Slot { low: key.low(), high: high(key), worth, entry });
        if inner.len * 4 > inner.slots.len() * 3 {
            inner.grow();
        }
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
    fn most_is_found_and_nothing_else() {
        let table = Compact::default();
        let mut source = KeySource::new(1);
        let keys: Vec<Key> = (0..100_000).map(|_| source.next_key()).collect();
        for (i, key) in keys.iter().enumerate() {
            table.put(*key, i, 1);
            assert_eq!(table.get(*key), Some(i), "what is new is there");
        }
        let found = |(i, key): &(usize, &Key)| match table.get(**key) {
            Some(entry) => entry == *i,
            None => false,
        };
        let kept = keys.iter().enumerate().filter(found).count();
        assert_eq!(kept, table.len());
        assert!(kept > 75_000, "{kept} kept");
        assert_eq!(table.get(source.next_key()), None);
    }

    #[test]
    fn at_the_limit_the_cheapest_go() {
        let table = Compact::default();
        table.limit(300_000);
        let mut source = KeySource::new(2);
        let dear: Vec<Key> = (0..100).map(|_| source.next_key()).collect();
        dear.iter().for_each(|key| table.put(*key, 7_u32, 200));
        (0..100_000).for_each(|_| table.put(source.next_key(), 1, 1));
        assert!(table.bytes() <= 300_000, "{} bytes", table.bytes());
        assert!(dear.iter().all(|key| table.get(*key) == Some(7)));
    }
}
