//! A cache of the connections of one side in the positions that were looked at last.
//!
//! A search moves among positions that differ by a few stones. So the connections of the last
//! positions are kept. A position that comes again is found unchanged. A new position is computed
//! from the nearest kept position that has no stones which the new one lacks, unless too many
//! stones are missing. On large boards fewer positions are kept.

use super::captured::Circles;
use super::closure::{Closure, Pair, Until};
use super::options::Options;
use andor_core::{Halt, Player};
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
    /// The slot whose connections were computed last: its closure has the
    /// [`Work`](super::closure::Work).
    last: usize,
    /// With more bytes than this there are no more than two slots.
    most_bytes: usize,
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
        Recent {
            slots: Vec::new(),
            most: kept + 1,
            present: None,
            last: 0,
            most_bytes: usize::MAX,
            nothing,
            clock: 0,
        }
    }

    /// Keeps fewer positions if they would take more than this many bytes.
    pub(super) fn limit(&mut self, bytes: usize) {
        self.most_bytes = bytes;
    }

    /// How many bytes the positions take.
    pub(super) fn bytes(&self) -> usize {
        self.slots.iter().map(|slot| slot.closure.bytes()).sum()
    }

    /// From now on closures end early when the handle is due.
    pub(super) fn heed(&mut self, halt: &Halt) {
        let slots = self.slots.iter_mut().map(|slot| &mut slot.closure);
        slots.chain([&mut self.nothing]).for_each(|closure| closure.halt = halt.clone());
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
        self.compute_in(slot).build(hex, circles, stones, side, until);
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
                self.compute_in(slot);
                let two = self.slots.get_disjoint_mut([earlier, slot]);
                let [earlier, present] = two.expect("what was just used is not free");
                present.closure.update(&earlier.closure, hex, circles, stones, side, until);
            }
            _ => {
                let slot = self.free_slot();
                self.compute_in(slot).build(hex, circles, stones, side, until);
            }
        }
    }

    /// The slot of the nearest position without other stones than these, and the number of stones
    /// it lacks.
    fn nearest(&self, stones: &[Points<W>; 2]) -> Option<(u32, usize)> {
        let distance = |closure: &Closure<W>| {
            let black = stones[0] - closure.stones[0];
            let white = stones[1] - closure.stones[1];
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

    /// Uses a slot in which connections are to be computed.
    fn compute_in(&mut self, slot: usize) -> &mut Closure<W> {
        let work = std::mem::take(&mut self.slots[self.last].closure.work);
        self.slots[slot].closure.work = work;
        self.last = slot;
        self.use_slot(slot)
    }

    /// Is there room for one more slot? An update needs two.
    fn has_room(&self) -> bool {
        let count = self.slots.len();
        count < self.most.min(2)
            || count < self.most && self.bytes() / count * (count + 1) <= self.most_bytes
    }

    /// A new slot, or the slot that was used longest ago.
    fn free_slot(&mut self) -> usize {
        if self.has_room() {
            self.slots.push(Slot { closure: self.nothing.clone(), used: 0 });
            return self.slots.len() - 1;
        }
        let oldest = (0..self.slots.len()).min_by_key(|&slot| self.slots[slot].used);
        oldest.expect("there is a slot")
    }
}
