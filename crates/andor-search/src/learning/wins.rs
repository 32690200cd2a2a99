//! The store of wins that rest on the winner's stones ([`WonByStones`](andor_core::WonByStones)):
//! for each set of the winner's stones the reaches of the wins, and the loser's stones there.
//!
//! Everything is in the standard form of the class of the winner's stones. A bucket has the wins of
//! one class, the newest first; a win that is used moves half way up. A class has two places; if
//! other classes have both, the bucket with fewer wins is forgotten.

use andor_core::{Key, lock};
use std::sync::Mutex;

/// A win in a bucket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Win {
    /// The points on which the loser's stones matter.
    pub(super) reach: u64,
    /// The loser's stones there.
    pub(super) stones: u64,
}

/// Wins that a bucket has room for; with the key and the count they fill 256 bytes.
const ROOM: usize = 15;

/// The place of a move above the points of a reach.
const MOVE_SHIFT: u32 = 56;

/// The number that stands for no move.
const NO_MOVE: u64 = 0xFF;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket {
    /// A part of the key; 0 if the bucket is empty.
    key: u64,
    count: u64,
    wins: [Win; ROOM],
}

impl Bucket {
    const EMPTY: Bucket = Bucket { key: 0, count: 0, wins: [Win { reach: 0, stones: 0 }; ROOM] };
}

/// The part of a key that a bucket keeps.
#[inline]
fn mark(key: Key) -> u64 {
    ((key.0 >> 64) as u64).max(1)
}

/// A part of the store.
struct Shard {
    buckets: Vec<Bucket>,
    /// Buckets that are not empty.
    used: usize,
    limit: usize,
}

impl Shard {
    /// The places of a class.
    #[inline]
    fn places(&self, mark: u64) -> [usize; 2] {
        // The low bits choose the shard.
        let place = (mark / SHARDS as u64) as usize & (self.buckets.len() - 1);
        [place, place ^ 1]
    }

    /// The place that a class has or takes.
    fn place(&self, mark: u64) -> usize {
        let [one, other] = self.places(mark);
        let buckets = &self.buckets;
        let has = |place: usize| buckets[place].key == mark;
        match buckets[one].count <= buckets[other].count {
            _ if has(one) => one,
            _ if has(other) => other,
            true => one,
            false => other,
        }
    }

    /// A win whose reach has these stones of the loser's, with the number of its move.
    #[inline]
    fn find(&mut self, mark: u64, stones: u64) -> Option<(u64, Option<u8>)> {
        let places = self.places(mark);
        let place = places.into_iter().find(|&place| self.buckets[place].key == mark)?;
        let bucket = &mut self.buckets[place];
        let wins = &mut bucket.wins[..bucket.count as usize];
        let fits = |win: &Win| (stones ^ win.stones) & win.reach & POINTS == 0;
        let found = wins.iter().position(fits)?;
        let win = wins[found];
        wins.swap(found, found / 2);
        let mv = win.reach >> MOVE_SHIFT;
        Some((win.reach & POINTS, (mv != NO_MOVE).then_some(mv as u8)))
    }

    fn add(&mut self, mark: u64, reach: u64, stones: u64, mv: Option<u8>) {
        if self.used * 2 > self.buckets.len() {
            self.grow();
        }
        let place = self.place(mark);
        let bucket = &mut self.buckets[place];
        if bucket.key != mark {
            self.used += usize::from(bucket.key == 0);
            *bucket = Bucket { key: mark, ..Bucket::EMPTY };
        }
        let stones = stones & reach;
        let number = mv.map_or(NO_MOVE, u64::from);
        let mut wins = [Win::default(); ROOM];
        wins[0] = Win { reach: reach | number << MOVE_SHIFT, stones };
        let mut count = 1;
        for &win in &bucket.wins[..bucket.count as usize] {
            let own = win.reach & POINTS;
            let is_covered = reach & !own == 0 && (win.stones ^ stones) & reach == 0;
            if !is_covered && count < ROOM {
                wins[count] = win;
                count += 1;
            }
        }
        bucket.wins = wins;
        bucket.count = count as u64;
    }

    fn grow(&mut self) {
        let len = 2 * self.buckets.len();
        // The old and the new buckets are held at once.
        if (len + self.buckets.len()) * size_of::<Bucket>() > self.limit {
            return;
        }
        let old = std::mem::replace(&mut self.buckets, vec![Bucket::EMPTY; len]);
        self.used = 0;
        for bucket in old.into_iter().filter(|bucket| bucket.key != 0) {
            let place = self.place(bucket.key);
            self.used += usize::from(self.buckets[place].key == 0);
            self.buckets[place] = bucket;
        }
    }
}

/// The bits of the points.
const POINTS: u64 = (1 << MOVE_SHIFT) - 1;

/// Parts of the store, each behind a lock of its own.
const SHARDS: usize = 64;

/// The store; threads may share one.
pub struct Wins {
    shards: Box<[Mutex<Shard>]>,
}

impl Default for Wins {
    fn default() -> Self {
        let shard = || Shard { buckets: vec![Bucket::EMPTY; 2], used: 0, limit: usize::MAX };
        Wins { shards: (0..SHARDS).map(|_| Mutex::new(shard())).collect() }
    }
}

impl Wins {
    #[inline]
    fn shard(&self, mark: u64) -> &Mutex<Shard> {
        &self.shards[mark as usize % SHARDS]
    }

    /// A win of the class of stones with this key that holds where the loser has these stones: its
    /// reach, and the number of its move.
    #[inline]
    pub(super) fn find(&self, key: Key, stones: u64) -> Option<(u64, Option<u8>)> {
        let mark = mark(key);
        lock(self.shard(mark)).find(mark, stones)
    }

    /// Keeps a win.
    pub(super) fn add(&self, key: Key, reach: u64, stones: u64, mv: Option<u8>) {
        let mark = mark(key);
        lock(self.shard(mark)).add(mark, reach, stones, mv);
    }

    /// Bytes that are held.
    pub fn bytes(&self) -> usize {
        let bytes = |shard: &Mutex<Shard>| lock(shard).buckets.len() * size_of::<Bucket>();
        self.shards.iter().map(bytes).sum()
    }

    /// From now on, take no more than this.
    pub fn limit(&self, bytes: usize) {
        self.shards.iter().for_each(|shard| lock(shard).limit = bytes / SHARDS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::KeySource;

    #[test]
    fn a_win_answers_where_its_reach_looks_the_same() {
        let wins = Wins::default();
        let mut source = KeySource::new(1);
        let (key, other) = (source.next_key(), source.next_key());
        wins.add(key, 0b0111, 0b1010, Some(3));
        assert_eq!(wins.find(key, 0b0010), Some((0b0111, Some(3))));
        assert_eq!(wins.find(key, 0b1_0010), Some((0b0111, Some(3))));
        assert_eq!(wins.find(key, 0b0011), None);
        assert_eq!(wins.find(other, 0b0010), None);
        // A win with a smaller reach takes the place of those that it covers.
        wins.add(key, 0b0011, 0b0010, None);
        assert_eq!(wins.find(key, 0b0110), Some((0b0011, None)));
        wins.add(key, 0, 0, None);
        assert_eq!(wins.find(key, u64::MAX), Some((0, None)));
    }

    #[test]
    fn many_classes_are_kept_within_the_limit() {
        let wins = Wins::default();
        wins.limit(1 << 20);
        let mut source = KeySource::new(2);
        let keys: Vec<Key> = (0..20_000).map(|_| source.next_key()).collect();
        for (i, key) in keys.iter().enumerate() {
            wins.add(*key, i as u64, i as u64, None);
            assert!(wins.find(*key, i as u64).is_some());
        }
        assert!(wins.bytes() <= 1 << 20);
        let kept = keys.iter().zip(0..).filter(|(key, i)| wins.find(**key, *i) == Some((*i, None)));
        assert!(kept.count() > 500);
    }
}
