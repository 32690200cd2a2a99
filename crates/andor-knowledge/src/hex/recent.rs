//! A cache of the connections of one side in the positions that were looked at last.
//!
//! A search moves among positions that differ by a few stones. So the connections of the last positions
//! are kept. A position that comes again is found unchanged. A new position is computed from the nearest
//! kept position that has no stones which the new one lacks, unless too many stones are missing. On large
//! boards fewer positions are kept.

use super::captured::Circles;
use super::closure::{Closure, Pair, Until};
use super::options::Options;
use andor_core::Player;
use andor_games::hex::Hex;
use andor_games::points::Points;

/// With more new stones than this an update is no cheaper than a build from nothing.
const MOST_NEW: u32 = 8;

/// The kept positions take about so many bytes at most.
const MOST_BYTES: usize = 16 << 20;

/// The connections in recent positions, one of which may be the present one.
#[derive(Clone, Debug)]
pub(super) struct Recent<const W: usize> {
    slots: Vec<Slot<W>>,
    /// How many slots there may be.
    most: usize,
    /// The present position's slot, if its connections were looked for.
    present: Option<usize>,
    /// The empty closure, for a position whose connections were not looked for.
    nothing: Closure<W>,
    clock: u64,
}

/// The connections in one position, and when they were used last.
#[derive(Clone, Debug)]
struct Slot<const W: usize> {
    closure: Closure<W>,
    used: u64,
}

impl<const W: usize> Recent<W> {
    /// A cache for positions of this game.
    pub(super) fn new(hex: &Hex<W>, options: Options) -> Recent<W> {
        let ends = hex.size().area() + 2;
        let bytes = ends * (ends - 1) / 2 * (size_of::<Pair<W>>() + size_of::<Points<W>>());
        let kept = usize::from(options.recent).min((MOST_BYTES / bytes).max(1));
        let nothing = Closure::new(options);
        Recent { slots: Vec::new(), most: kept + 1, present: None, nothing, clock: 0 }
    }

    /// The connections in the present position.
    #[inline]
    pub(super) fn present(&self) -> &Closure<W> {
        self.present.map_or(&self.nothing, |slot| &self.slots[slot].closure)
    }

    /// Goes on to a position without known connections.
    pub(super) fn leave(&mut self) {
        self.present = None;
    }

    /// Finds the connections of `side` among these stones from nothing, and makes this the present
    /// position, in the slot that was used last.
    pub(super) fn build(
        &mut self,
        hex: &Hex<W>,
        circles: &Circles,
        stones: &[Points<W>; 2],
        side: Player,
        until: Until,
    ) {
        let last = (0..self.slots.len()).max_by_key(|&slot| self.slots[slot].used);
        let slot = last.unwrap_or_else(|| self.free_slot());
        self.use_slot(slot).build(hex, circles, stones, side, until);
    }

    /// The same, from the connections of recent positions.
    pub(super) fn update(
        &mut self,
        hex: &Hex<W>,
        circles: &Circles,
        stones: &[Points<W>; 2],
        side: Player,
        until: Until,
    ) {
        match self.nearest(stones) {
            Some((0, slot)) => {
                self.use_slot(slot);
            }
            Some((1..=MOST_NEW, earlier)) if self.most > 1 => {
                self.use_slot(earlier);
                let slot = self.free_slot();
                self.use_slot(slot);
                let two = self.slots.get_disjoint_mut([earlier, slot]);
                let [earlier, present] = two.expect("what was just used is not free");
                present.closure.update(&earlier.closure, hex, circles, stones, side, until);
            }
            _ => {
                let slot = self.free_slot();
                self.use_slot(slot).build(hex, circles, stones, side, until);
            }
        }
    }

    /// The slot of the nearest position without other stones than these, and the number of stones it
    /// lacks.
    fn nearest(&self, stones: &[Points<W>; 2]) -> Option<(u32, usize)> {
        let distance = |closure: &Closure<W>| {
            let [black, white] = [0, 1].map(|i| stones[i] - closure.stones[i]);
            let is_earlier = (0..2).all(|i| closure.stones[i].is_subset(&stones[i]));
            (closure.is_complete && is_earlier).then(|| black.len() + white.len())
        };
        let slots = self.slots.iter().enumerate();
        slots.filter_map(|(i, slot)| Some((distance(&slot.closure)?, i))).min()
    }

    fn use_slot(&mut self, slot: usize) -> &mut Closure<W> {
        self.clock += 1;
        self.slots[slot].used = self.clock;
        self.present = Some(slot);
        &mut self.slots[slot].closure
    }

    /// A new slot, or the slot that was used longest ago.
    fn free_slot(&mut self) -> usize {
        if self.slots.len() < self.most {
            self.slots.push(Slot { closure: self.nothing.clone(), used: 0 });
            return self.slots.len() - 1;
        }
        let oldest = (0..self.slots.len()).min_by_key(|&slot| self.slots[slot].used);
        oldest.expect("there is a slot")
    }
}
