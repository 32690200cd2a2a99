//! The state that the threads of a depth-first proof-number search share: the table of proof
//! numbers, the lists of moves, and the positions below which threads work.

use super::numbers::Numbers;
use crate::save::{self, Lasting};
use crate::shares;
use crate::table::{Shared, Table};
use andor_core::{Key, lock};
use rustc_hash::FxHashMap;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard};

/// The shared state of the threads of a search. A search with one thread has the state for itself.
pub struct Common<M, Z> {
    numbers: Shared<Numbers>,
    lists: Box<[Mutex<Lists<M, Z>>]>,
    /// How many threads work below a position; empty while there is one thread.
    busy: Mutex<FxHashMap<Key, u32>>,
    threads: usize,
}

/// The moves of a position that must be tried, in the standard form of the position's class.
pub(super) struct Tried<M, Z> {
    /// The moves; in the order of the heuristic once the position was studied.
    pub(super) moves: Vec<M>,
    /// For each move the first numbers towards a win and towards a loss of the player to move, if
    /// the heuristic was asked for them.
    pub(super) first: Vec<[u32; 2]>,
    /// The share of the open moves that count.
    pub(super) share: f32,
    /// The zones of threats because of which knowledge left out moves.
    pub(super) threats: Vec<Z>,
    /// Was the position studied? The search studies a position before it searches below the
    /// position.
    pub(super) studied: bool,
    /// Did the knowledge leave out other moves?
    pub(super) pruned: bool,
}

/// Lists of moves by position. When the lists take too much memory all of them are thrown away; the
/// search can make them again.
struct Lists<M, Z> {
    by_key: FxHashMap<Key, Arc<Tried<M, Z>>>,
    bytes: usize,
    limit: usize,
}

/// Parts of the lists, each behind a lock of its own.
const PARTS: usize = 64;

/// The bytes that a list takes besides its moves: the entry of the map, which is half empty after
/// it grew, the counters, the vectors and the overhead of the allocations.
const LIST_OVERHEAD: usize = 192;

/// The table of proof and disproof numbers. Lists of moves are not saved; the search makes them
/// again.
impl<M: Send + Sync, Z: Send + Sync> Lasting for Common<M, Z> {
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        save::begin(out, b"DFPN")?;
        save::entries(out, &self.numbers, |out, key, worth, numbers| {
            save::key(out, key)?;
            let [first, second] = numbers.saved();
            [u64::from(worth), first, second].into_iter().try_for_each(|n| save::number(out, n))
        })
    }

    fn load(&self, input: &mut dyn Read) -> io::Result<()> {
        save::expect(input, b"DFPN")?;
        save::read_entries(input, |input| {
            let (key, worth) = (save::read_key(input)?, save::read_small(input)?);
            let saved = [save::read_number(input)?, save::read_number(input)?];
            self.numbers.put(key, Numbers::loaded(saved), worth);
            Ok(())
        })
    }
}

impl<M, Z> Common<M, Z> {
    /// The shared state of so many threads, with a limit in bytes for tables and lists together.
    pub fn new(threads: usize, bytes: usize) -> Arc<Common<M, Z>> {
        let limit = shares::of_lists(bytes) / PARTS;
        let lists = |_| Mutex::new(Lists { by_key: FxHashMap::default(), bytes: 0, limit });
        Arc::new(Common {
            numbers: Shared::new(bytes - shares::of_lists(bytes)),
            lists: (0..PARTS).map(lists).collect(),
            busy: Mutex::default(),
            threads,
        })
    }

    /// The number of bytes in use.
    pub fn bytes(&self) -> usize {
        self.numbers.bytes() + self.lists.iter().map(|part| lock(part).bytes).sum::<usize>()
    }

    pub(super) fn numbers(&self, key: Key) -> Option<Numbers> {
        self.numbers.get(key)
    }

    pub(super) fn keep_numbers(&self, key: Key, numbers: Numbers, work: u32) {
        self.numbers.put(key, numbers, work);
    }

    fn part(&self, key: Key) -> MutexGuard<'_, Lists<M, Z>> {
        lock(&self.lists[key.low() as usize % PARTS])
    }

    pub(super) fn tried(&self, key: Key) -> Option<Arc<Tried<M, Z>>> {
        self.part(key).by_key.get(&key).cloned()
    }

    pub(super) fn keep_tried(&self, key: Key, tried: Arc<Tried<M, Z>>) {
        let mut part = self.part(key);
        let lists = tried.moves.len() * size_of::<M>()
            + size_of_val(&*tried.first)
            + tried.threats.len() * size_of::<Z>();
        let bytes = LIST_OVERHEAD + lists;
        if part.bytes + bytes > part.limit {
            part.by_key = FxHashMap::default();
            part.bytes = 0;
        }
        if part.by_key.insert(key, tried).is_none() {
            part.bytes += bytes;
        }
    }

    /// Is there more than one thread?
    pub(super) fn is_shared(&self) -> bool {
        self.threads > 1
    }

    /// How many threads work below each of these positions.
    pub(super) fn busy(&self, keys: impl Iterator<Item = Key>) -> Vec<u32> {
        let busy = lock(&self.busy);
        keys.map(|key| busy.get(&key).copied().unwrap_or(0)).collect()
    }

    pub(super) fn enter(&self, key: Key) {
        if self.is_shared() {
            *lock(&self.busy).entry(key).or_insert(0) += 1;
        }
    }

    pub(super) fn leave(&self, key: Key) {
        if self.is_shared() {
            let mut busy = lock(&self.busy);
            if let Some(threads) = busy.get_mut(&key) {
                *threads -= 1;
                if *threads == 0 {
                    busy.remove(&key);
                }
            }
        }
    }
}
