//! A hash table for strategies of hundreds of millions of positions: 16 bytes each, and some free
//! slots.
//!
//! The table has a slot for each position, found by the board; positions with the same board are
//! side by side. A slot has 64 bits of the board's key, the rest of the position, the winner's
//! move, and the place of the board in an order. Eight more bits of the key are in the slot, and
//! twelve more bits follow from the part of the table. So among 2²⁸ boards two are taken for each
//! other with a chance of 2⁻²⁹. The parts grow one by one, by a quarter, so that the table never
//! needs much more memory than its entries.

use super::boards::{Name, REST_BITS};
use andor_core::Key;

/// Parts of the table.
const PARTS: usize = 1 << 12;

/// Slots that a part has at first.
const FEWEST_SLOTS: usize = 8;

/// Bits of a move's number; all set if there is no move.
const MOVE_BITS: u32 = 10;
const NO_MOVE: u32 = (1 << MOVE_BITS) - 1;

/// The fields of a word: the move, the rest of the position, the flags "taken" and "counts", eight
/// bits of the key.
const REST_SHIFT: u32 = MOVE_BITS;
const TAKEN: u32 = 1 << (REST_SHIFT + REST_BITS);
const COUNTS: u32 = TAKEN << 1;
const TAG_SHIFT: u32 = 24;

/// An odd number with random-looking bits.
const MIXER: u64 = 0x9E37_79B9_7F4A_7C15;

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    word: u32,
    /// The place of the board in an order.
    order: u32,
}

impl Slot {
    fn new(name: Name) -> Slot {
        debug_assert!(u32::from(name.rest) < 1 << REST_BITS);
        let word = tag(name.board) | COUNTS | TAKEN | u32::from(name.rest) << REST_SHIFT | NO_MOVE;
        Slot { key: key(name.board), word, order: 0 }
    }

    fn is_taken(self) -> bool {
        self.word & TAKEN != 0
    }

    fn is_board(self, board: Key) -> bool {
        self.is_taken()
            && self.key == key(board)
            && self.word >> TAG_SHIFT << TAG_SHIFT == tag(board)
    }

    fn rest(self) -> u16 {
        (self.word >> REST_SHIFT & ((1 << REST_BITS) - 1)) as u16
    }

    fn mv(self) -> Option<u16> {
        let mv = self.word & NO_MOVE;
        (mv != NO_MOVE).then_some(mv as u16)
    }

    fn counts(self) -> bool {
        self.word & COUNTS != 0
    }
}

fn key(board: Key) -> u64 {
    (board.0 >> 64) as u64
}

fn tag(board: Key) -> u32 {
    (board.low() as u32) >> TAG_SHIFT << TAG_SHIFT
}

/// The place of a slot; valid until the next entry is made.
#[derive(Clone, Copy)]
struct Place {
    part: u16,
    slot: u32,
}

/// A position of the strategy.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The rest of the position.
    pub rest: u16,
    /// The winner's move in the standard picture of the board, if it is known.
    pub mv: Option<u16>,
    /// The place of its board in an order.
    pub order: u32,
}

/// The positions of a strategy.
pub struct Strategy {
    parts: Vec<Part>,
    len: usize,
    slots: usize,
    most_slots: usize,
}

struct Part {
    slots: Vec<Slot>,
    len: usize,
}

impl Part {
    /// The numbers of all slots, beginning at the key's first slot.
    fn ways(&self, key: u64) -> impl Iterator<Item = usize> + use<> {
        let len = self.slots.len();
        // The key of a class is the least of several, so that its first bits are mostly zeros.
        let mixed = key.wrapping_mul(MIXER) >> 32;
        let first = ((mixed * len as u64) >> 32) as usize;
        (first..len).chain(0..first)
    }

    /// The slots from the key's first slot to the first free slot.
    fn from(&self, key: u64) -> impl Iterator<Item = usize> {
        self.ways(key).take_while(|&i| self.slots[i].is_taken())
    }

    /// The first free slot for a key; there must be one.
    fn free(&self, key: u64) -> usize {
        self.ways(key).find(|&i| !self.slots[i].is_taken()).unwrap_or(0)
    }
}

impl Strategy {
    /// An empty strategy that takes no more than so many bytes.
    pub fn new(most_bytes: usize) -> Strategy {
        let part = || Part { slots: vec![Slot::default(); FEWEST_SLOTS], len: 0 };
        Strategy {
            parts: (0..PARTS).map(|_| part()).collect(),
            len: 0,
            slots: PARTS * FEWEST_SLOTS,
            most_slots: most_bytes / size_of::<Slot>(),
        }
    }

    /// The number of positions, including those that no longer count.
    pub fn positions(&self) -> usize {
        self.len
    }

    /// The bytes of the table.
    pub fn bytes(&self) -> usize {
        self.slots * size_of::<Slot>()
    }

    fn part(board: Key) -> u16 {
        (board.low() as usize & (PARTS - 1)) as u16
    }

    fn slot(&self, place: Place) -> &Slot {
        &self.parts[usize::from(place.part)].slots[place.slot as usize]
    }

    fn slot_mut(&mut self, place: Place) -> &mut Slot {
        &mut self.parts[usize::from(place.part)].slots[place.slot as usize]
    }

    /// All positions with a board that were entered, whether they count or not.
    fn entered(&self, board: Key) -> impl Iterator<Item = Place> {
        let part = Strategy::part(board);
        let slots = self.parts[usize::from(part)].from(key(board));
        let places = slots.map(move |slot| Place { part, slot: slot as u32 });
        places.filter(move |&place| self.slot(place).is_board(board))
    }

    /// All positions with a board that count.
    pub fn with_board(&self, board: Key) -> impl Iterator<Item = Entry> {
        self.entered(board).filter(|&place| self.slot(place).counts()).map(|place| {
            let slot = self.slot(place);
            Entry { rest: slot.rest(), mv: slot.mv(), order: slot.order }
        })
    }

    /// A position that counts.
    pub fn find(&self, name: Name) -> Option<Entry> {
        self.with_board(name.board).find(|entry| entry.rest == name.rest)
    }

    /// Was the position entered, whether it counts or not?
    pub(super) fn has(&self, name: Name) -> bool {
        self.entered(name.board).any(|place| self.slot(place).rest() == name.rest)
    }

    /// The place of a board in an order; 0 if it has none.
    pub fn order(&self, board: Key) -> u32 {
        self.entered(board).next().map_or(0, |place| self.slot(place).order)
    }

    /// Gives a board its place in an order.
    pub fn set_order(&mut self, board: Key, order: u32) {
        let part = &mut self.parts[usize::from(Strategy::part(board))];
        for i in part.ways(key(board)) {
            let slot = &mut part.slots[i];
            if !slot.is_taken() {
                break;
            }
            if slot.is_board(board) {
                slot.order = order;
            }
        }
    }

    /// From now on no position counts and no board has a place in the order. A position that is
    /// entered again counts, with its old move.
    pub fn start_again(&mut self) {
        for slot in self.parts.iter_mut().flat_map(|part| &mut part.slots) {
            slot.word &= !COUNTS;
            slot.order = 0;
        }
    }

    /// Enters a position that counts; says whether it is new. `None` if there is no more room.
    pub fn enter(&mut self, name: Name) -> Option<bool> {
        let known = self.entered(name.board).find(|&place| self.slot(place).rest() == name.rest);
        if let Some(place) = known {
            let slot = self.slot_mut(place);
            let is_new = !slot.counts();
            slot.word |= COUNTS;
            return Some(is_new);
        }
        let order = self.order(name.board);
        let i = usize::from(Strategy::part(name.board));
        if (self.parts[i].len + 1) * 4 > self.parts[i].slots.len() * 3 {
            self.grow(i)?;
        }
        let part = &mut self.parts[i];
        let at = part.free(key(name.board));
        part.slots[at] = Slot { order, ..Slot::new(name) };
        part.len += 1;
        self.len += 1;
        Some(true)
    }

    /// Gives a part more slots.
    fn grow(&mut self, i: usize) -> Option<()> {
        let slots = self.parts[i].slots.len();
        let more = slots + slots / 4 + FEWEST_SLOTS;
        if self.slots - slots + more > self.most_slots {
            return None;
        }
        let old = std::mem::replace(&mut self.parts[i].slots, vec![Slot::default(); more]);
        for slot in old.into_iter().filter(|slot| slot.is_taken()) {
            let at = self.parts[i].free(slot.key);
            self.parts[i].slots[at] = slot;
        }
        self.slots += more - slots;
        Some(())
    }

    /// Excludes a position that was entered: it no longer counts.
    pub(super) fn leave_out(&mut self, name: Name) {
        self.change(name, |slot| slot.word &= !COUNTS);
    }

    /// Sets the winner's move in a position that was entered.
    pub fn set_move(&mut self, name: Name, mv: Option<u16>) {
        let mv = mv.map_or(NO_MOVE, u32::from);
        self.change(name, |slot| slot.word = slot.word & !NO_MOVE | mv);
    }

    /// Changes something about a position that was entered.
    fn change(&mut self, name: Name, how: impl FnOnce(&mut Slot)) {
        let place = self.entered(name.board).find(|&place| self.slot(place).rest() == name.rest);
        if let Some(place) = place {
            how(self.slot_mut(place));
        }
    }
}
