//! Ranks of marks in Go: no mark may get two, and roots must not have a smaller one behind them.
//!
//! All marks of a large certificate need not be in memory at once: they are shared out among
//! several rounds by their bytes, and each round looks at every entry again.

use crate::model::{Mark, Player, Problem, Root};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};

/// About how many bytes a mark takes in memory.
const MARK: u64 = 160;

/// The ranks of one round.
pub(crate) struct Ranks {
    known: HashMap<Vec<u8>, u64>,
    round: u64,
    rounds: u64,
}

/// How many rounds it takes to look at so many marks in so much memory.
pub(crate) fn rounds(marks: u64, memory: usize) -> u64 {
    marks.div_ceil(memory as u64 / MARK + 1).max(1)
}

impl Ranks {
    pub fn new(round: u64, rounds: u64) -> Ranks {
        Ranks { known: HashMap::new(), round, rounds }
    }

    /// The bytes of a mark for a claim, the same for all images of the mark; none if they belong to
    /// another round.
    pub fn key(
        &self,
        problem: &Problem,
        maps: &[Vec<usize>],
        root: &Root,
        mark: &Mark,
    ) -> Option<Vec<u8>> {
        let claim = problem.roots.iter().position(|other| other.says_as(root))?;
        let images = maps.iter().map(|map| image(map, mark));
        let mut key = images.min()?;
        key.push(u8::from(mark.to_move == Player::White));
        key.extend(claim.to_le_bytes());
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        (hasher.finish() % self.rounds == self.round).then_some(key)
    }

    /// Gives a rank; false if the mark has another one.
    pub fn give(&mut self, key: Vec<u8>, rank: u64) -> bool {
        match self.known.entry(key) {
            Entry::Occupied(known) => *known.get() == rank,
            Entry::Vacant(place) => *place.insert(rank) == rank,
        }
    }

    /// The rank of a mark, if it has one.
    pub fn get(&self, key: &[u8]) -> Option<u64> {
        self.known.get(key).copied()
    }
}

/// The stones and the ko point after a map, a byte for each point.
fn image(map: &[usize], mark: &Mark) -> Vec<u8> {
    let mut bytes = vec![0; map.len() - 1];
    mark.black.iter().for_each(|point| bytes[map[point]] = 1);
    mark.white.iter().for_each(|point| bytes[map[point]] = 2);
    if let Some(ko) = mark.ko {
        bytes[map[usize::from(ko)]] |= 4;
    }
    bytes
}
