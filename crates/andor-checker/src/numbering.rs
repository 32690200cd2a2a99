//! Numbers for names: names of one length in bytes get the numbers 0, 1, 2 and so on.
//!
//! The names lie one behind the other, and a hash table with linear probing has their numbers: a
//! name takes its own bytes and about ten more.

use std::hash::{DefaultHasher, Hash, Hasher};

/// An empty slot of the table.
const NONE: u32 = u32::MAX;

/// Names with their numbers.
pub(crate) struct Numbering {
    length: usize,
    count: usize,
    names: Vec<u8>,
    /// The numbers of the names by their hashes: a power of two, at most half full.
    slots: Vec<u32>,
}

impl Numbering {
    /// No names so far; all of them will have so many bytes.
    pub fn new(length: usize) -> Numbering {
        Numbering { length, count: 0, names: Vec::new(), slots: vec![NONE; 16] }
    }

    /// How many numbers are given.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Bytes that are taken; the table has an old copy beside it when it grows with the next name.
    pub fn bytes(&self) -> usize {
        let copies = if 2 * (self.count + 1) > self.slots.len() { 3 } else { 1 };
        self.names.capacity() + copies * self.slots.len() * size_of::<u32>()
    }

    /// The number of a name, given now if the name is new.
    pub fn number(&mut self, name: &[u8]) -> u32 {
        let mut slot = self.first_slot(name);
        while self.slots[slot] != NONE {
            if self.name(self.slots[slot]) == name {
                return self.slots[slot];
            }
            slot = (slot + 1) % self.slots.len();
        }
        if 2 * (self.count + 1) > self.slots.len() {
            self.grow();
            slot = self.free_slot(name);
        }
        let number = self.next(name);
        self.slots[slot] = number;
        number
    }

    /// The next number, for nothing that has a name.
    pub fn unnamed(&mut self) -> u32 {
        // A name that is in no slot.
        let name = vec![0; self.length];
        self.next(&name)
    }

    fn next(&mut self, name: &[u8]) -> u32 {
        self.names.extend_from_slice(name);
        self.count += 1;
        (self.count - 1) as u32
    }

    fn name(&self, number: u32) -> &[u8] {
        &self.names[number as usize * self.length..][..self.length]
    }

    fn first_slot(&self, name: &[u8]) -> usize {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        hasher.finish() as usize % self.slots.len()
    }

    fn free_slot(&self, name: &[u8]) -> usize {
        let mut slot = self.first_slot(name);
        while self.slots[slot] != NONE {
            slot = (slot + 1) % self.slots.len();
        }
        slot
    }

    fn grow(&mut self) {
        let larger = vec![NONE; 2 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, larger);
        for number in old.into_iter().filter(|&number| number != NONE) {
            let slot = self.free_slot(self.name(number));
            self.slots[slot] = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_keeps_its_number() {
        let mut numbering = Numbering::new(4);
        let name = |i: u32| i.wrapping_mul(0x9E37_79B9).to_le_bytes();
        for round in 0..2 {
            for i in 0..10_000 {
                let expected = if i < 5000 { i } else { i + 1 };
                assert_eq!(numbering.number(&name(i)), expected, "round {round}");
                if (round, i) == (0, 4999) {
                    assert_eq!(numbering.unnamed(), 5000);
                }
            }
        }
        assert_eq!(numbering.len(), 10_001);
        assert!(numbering.bytes() < 10_001 * 32, "{}", numbering.bytes());
    }
}
