//! Ranks (or credits) of marks in Go: no mark may get two ranks, and the marks on the line of a
//! root must fit its entry.
//!
//! Not all marks of a large certificate need be in memory at once: the marks are divided among
//! several rounds, and each round looks at every entry again.

use crate::lock::lock;
use crate::model::{Mark, Problem};
use crate::symmetry;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;

/// The approximate bytes of a mark in memory.
const MARK: u64 = 192;

/// A mark, the same for all its images, and the number of its claim; or the very mark, and a number
/// for the root to which it is bound.
pub(crate) type Key = (usize, Mark);

/// The ranks of one round.
pub(crate) struct Ranks {
    known: Mutex<HashMap<Key, i64>>,
    round: u64,
    rounds: u64,
}

/// The number of rounds for so many marks in so much memory.
pub(crate) fn rounds(marks: u64, memory: usize) -> u64 {
    marks.div_ceil(memory as u64 / MARK + 1).max(1)
}

impl Ranks {
    pub fn new(round: u64, rounds: u64) -> Ranks {
        Ranks { known: Mutex::new(HashMap::new()), round, rounds }
    }

    /// The key of a mark for a claim, unless it belongs to another round.
    pub fn key(&self, maps: &[Vec<usize>], claim: usize, mark: &Mark) -> Option<Key> {
        self.of_round((claim, symmetry::mark_class(maps, mark)))
    }

    /// The key of a mark for the bound entries of a root, unless it belongs to another round.
    pub fn bound_key(&self, problem: &Problem, root: u64, mark: &Mark) -> Option<Key> {
        self.of_round((problem.roots.len() + root as usize, *mark))
    }

    fn of_round(&self, key: Key) -> Option<Key> {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        (hasher.finish() % self.rounds == self.round).then_some(key)
    }

    /// Gives ranks; false if a mark has another rank already.
    pub fn give(&self, ranks: impl Iterator<Item = (Key, i64)>) -> bool {
        let mut known = lock(&self.known);
        let mut give = |(key, rank)| match known.entry(key) {
            Entry::Occupied(old) => *old.get() == rank,
            Entry::Vacant(place) => *place.insert(rank) == rank,
        };
        ranks.into_iter().all(&mut give)
    }

    /// The rank of a mark, if it has one.
    pub fn get(&self, key: &Key) -> Option<i64> {
        lock(&self.known).get(key).copied()
    }
}
