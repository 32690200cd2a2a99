//! The entry of a position in the transposition table: the value of the last visit and its best
//! move.

use crate::packed::{ENTRY_BITS, Packed};
use andor_core::Numbered;

/// The kind of bound that a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl Bound {
    /// All kinds, in order.
    const ALL: [Bound; 3] = [Bound::Exact, Bound::AtLeast, Bound::AtMost];
}

/// The result of the last visit of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<M> {
    pub(super) mv: Option<M>,
    /// For the player to move; a win or loss counts its plies from the position.
    pub(super) value: i16,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

const VALUE_BITS: u32 = 16;
const DEPTH_BITS: u32 = 8;
const BOUND_BITS: u32 = 2;
const MOVE_BITS: u32 = ENTRY_BITS - VALUE_BITS - DEPTH_BITS - BOUND_BITS;

impl<M: Numbered> Packed for Entry<M> {
    #[inline]
    fn pack(self) -> u64 {
        let Entry { mv, value, depth, bound } = self;
        let number = mv.map_or(0, |mv| mv.number() + 1);
        let number = if number >> MOVE_BITS == 0 { number as u64 } else { 0 };
        let fields = number << DEPTH_BITS | u64::from(depth);
        let fields = fields << BOUND_BITS | bound as u64;
        fields << VALUE_BITS | u64::from(value as u16)
    }

    #[inline]
    fn unpack(bits: u64) -> Entry<M> {
        let value = bits as u16 as i16;
        let bits = bits >> VALUE_BITS;
        let bound = Bound::ALL[(bits & ((1 << BOUND_BITS) - 1)) as usize % Bound::ALL.len()];
        let bits = bits >> BOUND_BITS;
        let number = u128::from(bits >> DEPTH_BITS);
        Entry { mv: number.checked_sub(1).map(M::with_number), value, depth: bits as u8, bound }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_out_as_they_went_in() {
        for bound in Bound::ALL {
            for (mv, value, depth) in
                [(None, 0, 0), (Some(0), -30_000, 255), (Some(399), 30_000, 7)]
            {
                let entry: Entry<usize> = Entry { mv, value, depth, bound };
                assert_eq!(Entry::unpack(entry.pack()), entry);
            }
        }
    }
}
