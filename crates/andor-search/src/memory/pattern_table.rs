//! A table of patterns, searched by a scan over 128 patterns at a time.
//!
//! A block of 128 patterns holds two sets of bits for every point: the patterns with the point in
//! the zone, and the patterns that need a stone of the winner's on the point. The union of the zone
//! bits over the loser's stones gives the broken patterns. A counter with three states over the
//! need bits of the empty points gives the number of missing stones. The scan takes a few dozen
//! operations on wide registers for 128 patterns.
//!
//! Similar patterns share blocks, so that most blocks can be skipped: if a point lies in the zones
//! of all patterns of a block, a stone of the loser's on the point breaks the whole block. The
//! patterns are sorted by the points that separate best: points that lie in many zones and often
//! hold a stone of the loser's. With 50,000 patterns on 8x8 Hex a scan then looks at a seventh to a
//! quarter of the blocks and takes a sixth of the time. Patterns that came after the last sorting
//! are in blocks of their own.

use andor_core::PointSet;

/// Words of a set of patterns.
const WORDS: usize = 2;

/// Patterns in a block.
const LANES: usize = 64 * WORDS;

/// So many patterns, or an eighth of all, may be unsorted.
const MOST_LATER: usize = 8 * LANES;

/// A bit for each pattern of a block.
type Lanes = [u64; WORDS];

/// The patterns of one winner.
pub(super) struct PatternTable<Z> {
    /// In the order in which they came.
    patterns: Vec<Pattern<Z>>,
    /// For each block the zone bits of all points, then their need bits.
    bits: Vec<Lanes>,
    /// The number of the pattern in each lane of the blocks.
    lanes: Vec<u32>,
    /// For each block the intersection of the zones of its patterns.
    common: Vec<Z>,
    /// So many lanes are sorted; the later lanes hold patterns in the order of arrival.
    sorted_out: usize,
    /// How often the loser had a stone on each point.
    met: Vec<u64>,
}

/// A position lost for the player to move, as the winner sees it.
#[derive(Clone, Copy)]
pub(super) struct Pattern<Z> {
    /// The loser has no stone here.
    pub(super) zone: Z,
    /// The winner's stones in the zone.
    pub(super) need: Z,
    /// The work that went into it.
    pub(super) work: u32,
}

impl<Z> Default for PatternTable<Z> {
    fn default() -> Self {
        PatternTable {
            patterns: Vec::new(),
            bits: Vec::new(),
            lanes: Vec::new(),
            common: Vec::new(),
            sorted_out: 0,
            met: Vec::new(),
        }
    }
}

impl<Z: PointSet> PatternTable<Z> {
    /// How many bytes the table takes.
    pub(super) fn bytes(&self) -> usize {
        self.patterns.capacity() * size_of::<Pattern<Z>>()
            + self.bits.capacity() * size_of::<Lanes>()
            + self.lanes.capacity() * size_of::<u32>()
            + self.common.capacity() * size_of::<Z>()
    }

    /// How many patterns there are.
    pub(super) fn len(&self) -> usize {
        self.patterns.len()
    }

    /// All patterns.
    pub(super) fn each(&self) -> impl Iterator<Item = &Pattern<Z>> {
        self.patterns.iter()
    }

    /// The last patterns, no more than so many.
    pub(super) fn last(&self, count: usize) -> &[Pattern<Z>] {
        &self.patterns[self.patterns.len().saturating_sub(count)..]
    }

    /// Adds a pattern of a board with so many points.
    pub(super) fn push(&mut self, area: usize, zone: Z, need: Z, work: u32) {
        // Grow by an eighth, so that the memory stays close to what is used.
        if self.patterns.len() == self.patterns.capacity() {
            let more = (self.patterns.len() / 8).max(LANES);
            self.patterns.reserve_exact(more);
            self.lanes.reserve_exact(more);
        }
        self.patterns.push(Pattern { zone, need, work });
        self.enter(area, self.patterns.len() - 1);
        let later = self.patterns.len() - self.sorted_out;
        if later >= MOST_LATER.max(self.sorted_out / 8) {
            self.sort_out(area);
        }
    }

    /// Counts the loser's stones of a position, point by point.
    pub(super) fn meet(&mut self, area: usize, loser: Z) {
        self.met.resize(area, 0);
        for point in loser.each() {
            self.met[point] += 1;
        }
    }

    /// Gives a pattern the next lane.
    fn enter(&mut self, area: usize, number: usize) {
        let Pattern { zone, need, .. } = self.patterns[number];
        let (block, lane) = (self.lanes.len() / LANES, self.lanes.len() % LANES);
        self.lanes.push(number as u32);
        if lane == 0 {
            let (room, wanted) = (self.bits.capacity(), (block + 1) * 2 * area);
            if wanted > room {
                self.bits.reserve_exact((room / 8).max(wanted - self.bits.len()));
            }
            self.bits.resize(wanted, [0; WORDS]);
            self.common.push(zone);
        }
        self.common[block] = self.common[block] & zone;
        let (word, bit) = (lane / 64, 1 << (lane % 64));
        let (zones, needs) = self.bits[block * 2 * area..].split_at_mut(area);
        for point in zone.each() {
            zones[point][word] |= bit;
        }
        for point in need.each() {
            needs[point][word] |= bit;
        }
    }

    /// Sorts all patterns into blocks of similar patterns.
    fn sort_out(&mut self, area: usize) {
        let mut order: Vec<u32> = (0..self.patterns.len() as u32).collect();
        self.met.resize(area, 0);
        side_by_side(&self.patterns, &self.met, &mut order);
        self.bits.clear();
        self.lanes.clear();
        self.common.clear();
        order.into_iter().for_each(|number| self.enter(area, number as usize));
        self.sorted_out = self.lanes.len();
        // What was long ago counts less.
        self.met.iter_mut().for_each(|met| *met /= 2);
    }

    /// Keeps only so many patterns: those that took most work, the latest of equal ones.
    pub(super) fn thin_out(&mut self, area: usize, most: usize) {
        let mut patterns = std::mem::take(&mut self.patterns);
        if patterns.len() > most {
            let mut works: Vec<u32> = patterns.iter().map(|pattern| pattern.work).collect();
            let gone = patterns.len() - most;
            let (_, &mut least, _) = works.select_nth_unstable(gone);
            let more = patterns.iter().filter(|pattern| pattern.work > least).count();
            let mut surplus = patterns.iter().filter(|pattern| pattern.work == least).count();
            patterns.retain(|pattern| {
                if pattern.work == least {
                    surplus -= 1;
                    return surplus + more < most;
                }
                pattern.work > least
            });
        }
        self.patterns = patterns;
        self.sort_out(area);
    }

    /// Calls `found` for every pattern that the loser's stones do not break and that misses at most
    /// two stones, all on empty points. The arguments of `found` are the missing points and the
    /// pattern.
    pub(super) fn fits(
        &self,
        area: usize,
        loser: Z,
        empty: Z,
        mut found: impl FnMut(Z, &Pattern<Z>),
    ) {
        let (stones, vacant) = (points(loser), points(empty));
        let mut fitting: Vec<u32> = Vec::new();
        for (block, &common) in self.common.iter().enumerate() {
            if common & loser != Z::NOTHING {
                continue;
            }
            let bits = &self.bits[block * 2 * area..][..2 * area];
            let broken = broken(bits, area, &stones, &vacant);
            for (word, broken) in broken.into_iter().enumerate() {
                let mut open = !broken;
                while open != 0 {
                    let lane = block * LANES + word * 64 + open.trailing_zeros() as usize;
                    open &= open - 1;
                    if lane < self.lanes.len() {
                        fitting.push(self.lanes[lane]);
                    }
                }
            }
        }
        fitting.sort_unstable();
        for number in fitting {
            let pattern = &self.patterns[number as usize];
            found(pattern.need & empty, pattern);
        }
    }
}

/// The numbers of the points of a set.
fn points<Z: PointSet>(set: Z) -> Vec<usize> {
    let mut points = Vec::with_capacity(set.count() as usize);
    for point in set.each() {
        points.push(point);
    }
    points
}

/// Sorts patterns so that patterns that break together are side by side. One point is chosen: the
/// point that lies in most zones and was met most often. Patterns with the point in their zones
/// come first, the other patterns follow, and each of the two parts is sorted in the same way.
fn side_by_side<Z: PointSet>(patterns: &[Pattern<Z>], met: &[u64], part: &mut [u32]) {
    let len = part.len();
    if len <= LANES / 2 {
        return;
    }
    let zone = |number: u32| patterns[number as usize].zone;
    let mut counts = vec![0; met.len()];
    for &number in &*part {
        for point in zone(number).each() {
            counts[point] += 1;
        }
    }
    let telling = (0..counts.len()).filter(|&point| 0 < counts[point] && counts[point] < len);
    let says = |&point: &usize| counts[point] as u64 * (met[point] + 1);
    let Some(point) = telling.max_by_key(says) else { return };
    part.sort_by_key(|&number| !zone(number).holds(point));
    let (with, without) = part.split_at_mut(counts[point]);
    side_by_side(patterns, met, with);
    side_by_side(patterns, met, without);
}

/// The patterns of a block that do not fit.
#[inline]
fn broken(bits: &[Lanes], area: usize, stones: &[usize], vacant: &[usize]) -> Lanes {
    let (zones, needs) = bits.split_at(area);
    let mut broken = [0; WORDS];
    for &point in stones {
        let zone = &zones[point];
        for i in 0..WORDS {
            broken[i] |= zone[i];
        }
    }
    if broken == [!0; WORDS] {
        return broken;
    }
    let (mut one, mut two) = ([0; WORDS], [0; WORDS]);
    for &point in vacant {
        let need = &needs[point];
        for i in 0..WORDS {
            broken[i] |= two[i] & need[i];
            two[i] |= one[i] & need[i];
            one[i] |= need[i];
        }
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_games::points::{Point, Points};

    /// After thinning out, the patterns with most work are left, the latest of equal ones, and the
    /// scan finds them.
    #[test]
    fn what_took_most_work_stays() {
        let mut table = PatternTable::default();
        let one = |point: u16| Points::<1>::one(Point(point));
        for i in 0..600_u16 {
            table.push(25, one(i % 25) | one(24), one(24), u32::from(i % 3));
        }
        table.thin_out(25, 300);
        let kept: Vec<u32> = table.each().map(|pattern| pattern.work).collect();
        assert_eq!(kept.len(), 300);
        assert_eq!(kept.iter().filter(|&&work| work == 2).count(), 200);
        assert_eq!(kept.iter().filter(|&&work| work == 1).count(), 100);
        // Of 200 patterns with work 1 the early half is gone: this is the first that stays.
        let first = table.each().find(|pattern| pattern.work == 1).expect("a hundred");
        assert_eq!(first.zone, one(301 % 25) | one(24));
        let mut found = 0;
        table.fits(25, Points::EMPTY, Points::first_points(25), |_, _| found += 1);
        assert_eq!(found, 300);
    }

    /// The scan agrees with looking at the patterns one by one, in the order in which they came.
    #[test]
    fn the_scan_finds_exactly_what_fits() {
        let mut rng = fastrand::Rng::with_seed(3);
        let area = 25;
        let random = |rng: &mut fastrand::Rng, percent: u32| -> Points<1> {
            (0..area as u16).map(Point).filter(|_| rng.u32(..100) < percent).collect()
        };
        let mut table = PatternTable::default();
        let mut patterns = Vec::new();
        for work in 0..3_000 {
            table.meet(area, random(&mut rng, 15));
            let zone = random(&mut rng, 30);
            let need = zone & random(&mut rng, 40);
            table.push(area, zone, need, work);
            patterns.push((zone, need));
        }
        assert!(0 < table.sorted_out && table.sorted_out < 3_000, "{}", table.sorted_out);
        for _ in 0..300 {
            let winner = random(&mut rng, 30);
            let loser = random(&mut rng, 15) - winner;
            let empty = Points::first_points(area) - (winner | loser);
            let mut scanned = Vec::new();
            table.fits(area, loser, empty, |missing, pattern| {
                scanned.push((missing, pattern.zone, pattern.work));
            });
            let naive: Vec<_> = patterns
                .iter()
                .enumerate()
                .filter(|(_, (zone, need))| !zone.meets(&loser) && (*need - winner).len() <= 2)
                .map(|(work, (zone, need))| (*need - winner, *zone, work as u32))
                .collect();
            assert_eq!(scanned, naive);
        }
    }
}
