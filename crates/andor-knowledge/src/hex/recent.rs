//! The connections of one side in the positions that were looked at last.
//!
//! A search goes to and fro among positions that differ by a few stones. So the last ones are kept:
//! who comes back to one finds it as it was, and a new one is made from the nearest that has no
//! stones which it lacks, unless too many are missing.

use super::captured::Circles;
use super::closure::{Closure, Until};
use super::options::Options;
use andor_core::Player;
use andor_games::hex::Hex;
use andor_games::points::Points;

/// With more new stones than this an update is no cheaper than a build from nothing.
const MOST_NEW: u32 = 8;

/// The connections in recent positions, one of which is the present one.
#[derive(Clone, Debug)]
pub(super) struct Recent<const W: usize> {
    slots: Vec<Slot<W>>,
    present: usize,
    clock: u64,
}

/// The connections in one position, and when they were used last.
#[derive(Clone, Debug)]
struct Slot<const W: usize> {
    closure: Closure<W>,
    used: u64,
}

impl<const W: usize> Recent<W> {
    pub(super) fn new(options: Options) -> Recent<W> {
        let slot = Slot { closure: Closure::new(options), used: 0 };
        Recent { slots: vec![slot; usize::from(options.recent) + 1], present: 0, clock: 0 }
    }

    /// The connections in the present position.
    #[inline]
    pub(super) fn present(&self) -> &Closure<W> {
        &self.slots[self.present].closure
    }

    /// Nothing is known of the present position.
    pub(super) fn forget(&mut self) {
        self.take_oldest().forget();
    }

    /// Finds the connections of `side` among these stones from nothing, and makes theirs the present
    /// position.
    pub(super) fn build(
        &mut self,
        hex: &Hex<W>,
        circles: &Circles,
        stones: &[Points<W>; 2],
        side: Player,
        until: Until,
    ) {
        self.take_oldest().build(hex, circles, stones, side, until);
    }

    /// The same, with the help of what is known of recent positions.
    pub(super) fn update(
        &mut self,
        hex: &Hex<W>,
        circles: &Circles,
        stones: &[Points<W>; 2],
        side: Player,
        until: Until,
    ) {
        match self.nearest(stones) {
            Some((0, slot)) => self.use_slot(slot),
            Some((1..=MOST_NEW, slot)) if self.slots.len() > 1 => {
                self.use_slot(slot);
                self.take_oldest();
                let two = self.slots.get_disjoint_mut([slot, self.present]);
                let [earlier, present] = two.expect("what was just used is not the oldest");
                present.closure.update(&earlier.closure, hex, circles, stones, side, until);
            }
            _ => self.build(hex, circles, stones, side, until),
        }
    }

    /// The slot of the nearest position without other stones than these, and how many it lacks.
    fn nearest(&self, stones: &[Points<W>; 2]) -> Option<(u32, usize)> {
        let distance = |closure: &Closure<W>| {
            let [black, white] = [0, 1].map(|i| stones[i] - closure.stones[i]);
            let is_earlier = (0..2).all(|i| closure.stones[i].is_subset(&stones[i]));
            (closure.is_complete && is_earlier).then(|| black.len() + white.len())
        };
        let slots = self.slots.iter().enumerate();
        slots.filter_map(|(i, slot)| Some((distance(&slot.closure)?, i))).min()
    }

    fn use_slot(&mut self, slot: usize) {
        self.clock += 1;
        self.slots[slot].used = self.clock;
        self.present = slot;
    }

    /// Makes the slot that was used longest ago the present one.
    fn take_oldest(&mut self) -> &mut Closure<W> {
        let oldest = (0..self.slots.len()).min_by_key(|&slot| self.slots[slot].used);
        self.use_slot(oldest.expect("there is a slot"));
        &mut self.slots[self.present].closure
    }
}
