//! A book of patterns, looked up by scanning all of them, 64 at a time.
//!
//! A block holds for every point two words: in which of its 64 patterns the point lies in the zone,
//! and in which it must hold a stone of the winner's. The union of the zone words over the loser's
//! stones gives the patterns that are broken; a counter with three states over the need words of
//! the empty points tells how many stones are missing. A block is left as soon as nothing in it can
//! fit, so that a pattern costs well under a nanosecond.

use andor_core::PointSet;

/// Patterns in a block.
const LANES: usize = 64;

/// The patterns of one winner.
pub(super) struct Book<Z> {
    patterns: Vec<Pattern<Z>>,
    /// For each block and point: the zone word and the need word.
    words: Vec<[u64; 2]>,
}

#[derive(Clone, Copy)]
struct Pattern<Z> {
    zone: Z,
    need: Z,
    work: u32,
}

impl<Z> Default for Book<Z> {
    fn default() -> Self {
        Book { patterns: Vec::new(), words: Vec::new() }
    }
}

impl<Z: PointSet> Book<Z> {
    /// How many bytes the book takes.
    pub(super) fn bytes(&self) -> usize {
        self.patterns.capacity() * size_of::<Pattern<Z>>()
            + self.words.capacity() * size_of::<[u64; 2]>()
    }

    /// Adds a pattern of a board with so many points.
    pub(super) fn push(&mut self, area: usize, zone: Z, need: Z, work: u32) {
        let (block, lane) = (self.patterns.len() / LANES, self.patterns.len() % LANES);
        if lane == 0 {
            self.words.resize((block + 1) * area, [0; 2]);
        }
        let words = &mut self.words[block * area..];
        zone.each().for_each(|point| words[point][0] |= 1 << lane);
        need.each().for_each(|point| words[point][1] |= 1 << lane);
        self.patterns.push(Pattern { zone, need, work });
    }

    /// Calls `found` for every pattern that the loser's stones do not break and that misses at most
    /// two stones, all on empty points: with what is missing, the zone and the work.
    pub(super) fn fits(&self, area: usize, loser: Z, empty: Z, mut found: impl FnMut(Z, Z, u32)) {
        let loser: Vec<usize> = loser.each().collect();
        let vacant: Vec<usize> = empty.each().collect();
        for (block, words) in self.words.chunks_exact(area).enumerate() {
            let lanes = (self.patterns.len() - block * LANES).min(LANES);
            let mut broken = if lanes == LANES { 0 } else { !0 << lanes };
            for &point in &loser {
                broken |= words[point][0];
            }
            if broken == !0 {
                continue;
            }
            let (mut one, mut two) = (0, 0);
            for &point in &vacant {
                let need = words[point][1];
                broken |= two & need;
                two |= one & need;
                one |= need;
            }
            let mut open = !broken;
            while open != 0 {
                let lane = open.trailing_zeros() as usize;
                open &= open - 1;
                let Pattern { zone, need, work } = self.patterns[block * LANES + lane];
                found(need & empty, zone, work);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_games::points::{Point, Points};

    /// The scan agrees with looking at the patterns one by one.
    #[test]
    fn the_scan_finds_exactly_what_fits() {
        let mut rng = fastrand::Rng::with_seed(3);
        let area = 25;
        let random = |rng: &mut fastrand::Rng, percent: u32| -> Points<1> {
            (0..area as u16).map(Point).filter(|_| rng.u32(..100) < percent).collect()
        };
        let mut book = Book::default();
        let mut patterns = Vec::new();
        for work in 0..500 {
            let zone = random(&mut rng, 30);
            let need = zone & random(&mut rng, 40);
            book.push(area, zone, need, work);
            patterns.push((zone, need));
        }
        for _ in 0..300 {
            let winner = random(&mut rng, 30);
            let loser = random(&mut rng, 15) - winner;
            let empty = Points::first_points(area) - (winner | loser);
            let mut scanned = Vec::new();
            book.fits(area, loser, empty, |missing, zone, work| {
                scanned.push((missing, zone, work))
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
