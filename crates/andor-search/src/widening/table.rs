//! The transposition table: wins, which serve every step, and failures, which carry their step and
//! depth.

use andor_core::{Game, Key, Player};
use rustc_hash::FxHashMap;

use super::steps::MOST_STEPS;

/// A depth that no search reaches: the failure holds at every depth.
pub(super) const FOR_GOOD: u8 = u8::MAX;

/// A win of a player's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Win<M, Z> {
    pub(super) winner: Player,
    /// The move that wins, if the winner is to move.
    pub(super) mv: Option<M>,
    /// The points on which the win depends.
    pub(super) zone: Z,
    /// The place in the order of wins: a proof uses earlier wins only.
    pub(super) serial: u32,
    /// Where the loser is to move: the replies that have answers of their own.
    pub(super) answered: Box<[M]>,
}

/// What is known about a position that is not won.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failure<M> {
    /// For each step: one more than the number of moves within which the attacker does not win.
    pub(super) depths: [u8; MOST_STEPS],
    /// For each player, the rank of the small games that found no win.
    pub(super) small: [u8; 2],
    /// Is there no forced attack of this player?
    pub(super) no_chase: [bool; 2],
    /// The move that did best: a refutation where the defender is to move.
    pub(super) best: Option<M>,
}

impl<M> Default for Failure<M> {
    fn default() -> Self {
        Failure { depths: [0; MOST_STEPS], small: [0; 2], no_chase: [false; 2], best: None }
    }
}

/// The table.
#[derive(Debug)]
pub(super) struct SolvedTable<G: Game> {
    wins: FxHashMap<Key, Win<G::Move, G::Zone>>,
    failures: FxHashMap<Key, Failure<G::Move>>,
    serial: u32,
    /// Bytes of the lists of replies.
    listed: usize,
}

impl<G: Game> Default for SolvedTable<G> {
    fn default() -> Self {
        SolvedTable {
            wins: FxHashMap::default(),
            failures: FxHashMap::default(),
            serial: 0,
            listed: 0,
        }
    }
}

/// The bytes of a map: its slots, of which one in eight stays empty, and half as many that were
/// held while it grew.
fn map_bytes<V>(map: &FxHashMap<Key, V>) -> usize {
    map.capacity() * 8 / 7 * (size_of::<(Key, V)>() + 1) * 3 / 2
}

impl<G: Game> SolvedTable<G> {
    pub(super) fn win(&self, key: Key) -> Option<&Win<G::Move, G::Zone>> {
        self.wins.get(&key)
    }

    pub(super) fn failure(&self, key: Key) -> Option<&Failure<G::Move>> {
        self.failures.get(&key)
    }

    /// Keeps a win, and gives the zone of the win that is kept. The first win of a position stays,
    /// so that proofs refer to earlier wins only.
    pub(super) fn keep_win(
        &mut self,
        key: Key,
        winner: Player,
        mv: Option<G::Move>,
        zone: G::Zone,
        answered: &[G::Move],
    ) -> G::Zone {
        self.serial += 1;
        self.listed += size_of_val(answered);
        let (serial, answered) = (self.serial, answered.into());
        self.wins.entry(key).or_insert(Win { winner, mv, zone, serial, answered }).zone
    }

    /// The failures of a position, to be changed.
    pub(super) fn failure_mut(&mut self, key: Key) -> &mut Failure<G::Move> {
        self.failures.entry(key).or_default()
    }

    pub(super) fn bytes(&self) -> usize {
        map_bytes(&self.wins) + map_bytes(&self.failures) + self.listed
    }

    /// How many wins are kept.
    pub(super) fn won(&self) -> usize {
        self.wins.len()
    }

    /// Forgets entries until the table has room below this many bytes: the failures first, then the
    /// wins.
    pub(super) fn shrink(&mut self, most: usize) {
        if self.bytes() > most {
            self.failures = FxHashMap::default();
        }
        if self.bytes() > most / 2 {
            self.wins = FxHashMap::default();
            self.listed = 0;
        }
    }

    pub(super) fn clear(&mut self) {
        *self = SolvedTable::default();
    }
}
