//! The entries of the transposition table: numbers of open positions, and facts.

use crate::packed::{ENTRY_BITS, Packed};

/// Points that fit into an entry.
pub const MOST_POINTS: usize = 52;

/// What is known of a position, for one prover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Entry {
    /// The proof number and the disproof number.
    Open([f32; 2]),
    /// The prover wins.
    Proven {
        /// The reach of the win, if it rests on the prover's stones.
        reach: Option<u64>,
        /// The number of the move that wins, if the prover is to move and the number is small.
        mv: Option<u8>,
    },
    /// The prover does not win, if a repetition is lost for the prover.
    Refuted,
}

/// Bits of the kind, and of each number.
const KIND_BITS: u32 = 2;
const NUMBER_BITS: u32 = 29;
/// Bits of a number that are dropped; the sign is always 0.
const DROPPED: u32 = 31 - NUMBER_BITS;
/// The flag of a reach, and the bits of a move. The largest move stands for none.
const REACH_FLAG: u64 = 1 << MOST_POINTS;
const MOVE_BITS: u32 = 6;
const NO_MOVE: u64 = (1 << MOVE_BITS) - 1;

const OPEN: u64 = 0;
const PROVEN: u64 = 1;
const REFUTED: u64 = 2;

const _: () = assert!(2 * NUMBER_BITS + KIND_BITS <= ENTRY_BITS);
const _: () = assert!(MOST_POINTS as u32 + 1 + MOVE_BITS + KIND_BITS <= ENTRY_BITS);

impl Packed for Entry {
    #[inline]
    fn pack(self) -> u64 {
        let (kind, rest) = match self {
            Entry::Open([proof, disproof]) => {
                let bits = |number: f32| u64::from(number.to_bits() >> DROPPED);
                (OPEN, bits(disproof) << NUMBER_BITS | bits(proof))
            }
            Entry::Proven { reach, mv } => {
                let reach = reach.map_or(0, |reach| reach | REACH_FLAG);
                let mv = mv.map(u64::from).filter(|&mv| mv < NO_MOVE).unwrap_or(NO_MOVE);
                (PROVEN, reach << MOVE_BITS | mv)
            }
            Entry::Refuted => (REFUTED, 0),
        };
        rest << KIND_BITS | kind
    }

    #[inline]
    fn unpack(bits: u64) -> Entry {
        let rest = bits >> KIND_BITS;
        match bits & ((1 << KIND_BITS) - 1) {
            OPEN => {
                let number =
                    |bits: u64| f32::from_bits((bits as u32 & ((1 << NUMBER_BITS) - 1)) << DROPPED);
                Entry::Open([number(rest), number(rest >> NUMBER_BITS)])
            }
            PROVEN => {
                let (reach, mv) = (rest >> MOVE_BITS, rest & NO_MOVE);
                Entry::Proven {
                    reach: (reach & REACH_FLAG != 0).then_some(reach & (REACH_FLAG - 1)),
                    mv: (mv != NO_MOVE).then_some(mv as u8),
                }
            }
            _ => Entry::Refuted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_out_as_they_went_in() {
        let most = (1 << MOST_POINTS) - 1;
        let proven = |reach, mv| Entry::Proven { reach, mv };
        for entry in [
            proven(None, None),
            proven(Some(0), Some(0)),
            proven(Some(most), Some(51)),
            proven(None, Some(62)),
            Entry::Refuted,
            Entry::Open([1.0, 1e25]),
            Entry::Open([0.5, 3.0]),
        ] {
            let again = Entry::unpack(entry.pack());
            match (entry, again) {
                (Entry::Open(was), Entry::Open(is)) => {
                    let close = |i: usize| (was[i] / is[i] - 1.0).abs() < 1e-5;
                    assert!(close(0) && close(1), "{entry:?} became {again:?}");
                }
                _ => assert_eq!(again, entry),
            }
        }
        assert_eq!(Entry::unpack(proven(None, Some(63)).pack()), proven(None, None));
    }
}
