//! What the threads of a search have in common: numbers, lists of moves, and who works where.

use super::numbers::Numbers;
use crate::table::{Shared, Table};
use andor_core::Key;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the threads of a search share. One that searches alone has it for itself.
pub struct Common<M, R = ()> {
    numbers: Shared<Numbers>,
    lists: Box<[Mutex<Lists<M, R>>]>,
    /// How many threads work below a position; empty while there is one thread.
    busy: Mutex<FxHashMap<Key, u32>>,
    threads: usize,
}

/// The moves of a position that need to be tried, in the standard form of its class.
pub(super) struct Tried<M, R> {
    /// In the order in which they should be, once the position was studied.
    pub(super) moves: Vec<M>,
    /// What refutes moves that knowledge left out because of threats.
    pub(super) threats: Vec<R>,
    /// Was the position studied, as those are below which the search goes on?
    pub(super) studied: bool,
    /// Did knowledge leave out others?
    pub(super) pruned: bool,
    /// The chance that the player to move wins, as far as the heuristic was asked.
    pub(super) chance: Option<f32>,
}

/// Lists of moves by position. When they take too much room all are thrown away: they can be made
/// again.
struct Lists<M, R> {
    by_key: FxHashMap<Key, Arc<Tried<M, R>>>,
    bytes: usize,
    limit: usize,
}

/// Parts of the lists, each behind a lock of its own.
const PARTS: usize = 64;

/// The share of the memory that goes to lists of moves.
const LIST_SHARE: usize = 4;

/// What a list takes besides its moves: the entry of the map, the counters, the vectors.
const LIST_OVERHEAD: usize = 120;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<M, R> Common<M, R> {
    /// For so many threads, which together keep no more than so many bytes here.
    pub fn new(threads: usize, bytes: usize) -> Arc<Common<M, R>> {
        let limit = bytes / LIST_SHARE / PARTS;
        let lists = |_| Mutex::new(Lists { by_key: FxHashMap::default(), bytes: 0, limit });
        Arc::new(Common {
            numbers: Shared::new(bytes - bytes / LIST_SHARE),
            lists: (0..PARTS).map(lists).collect(),
            busy: Mutex::default(),
            threads,
        })
    }

    /// How many bytes are held.
    pub fn bytes(&self) -> usize {
        self.numbers.bytes() + self.lists.iter().map(|part| lock(part).bytes).sum::<usize>()
    }

    pub(super) fn numbers(&self, key: Key) -> Option<Numbers> {
        self.numbers.get(key)
    }

    pub(super) fn keep_numbers(&self, key: Key, numbers: Numbers, work: u32) {
        self.numbers.put(key, numbers, work);
    }

    fn part(&self, key: Key) -> MutexGuard<'_, Lists<M, R>> {
        lock(&self.lists[key.low() as usize % PARTS])
    }

    pub(super) fn tried(&self, key: Key) -> Option<Arc<Tried<M, R>>> {
        self.part(key).by_key.get(&key).cloned()
    }

    pub(super) fn keep_tried(&self, key: Key, tried: Arc<Tried<M, R>>) {
        let mut part = self.part(key);
        let lists = tried.moves.len() * size_of::<M>() + tried.threats.len() * size_of::<R>();
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
