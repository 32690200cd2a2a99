//! Turns: a man on a point, or the jumps of the ball.
//!
//! A turn holds the point where it begins and a list of jumps, each a direction and a number of
//! men. So a turn can be written, mirrored and packed into a number without its position.

use super::Next;
use crate::points::Point;
use crate::size::Size;
use andor_core::{Numbered, Player};
use std::fmt;

/// The most jumps of a turn.
pub const MOST_JUMPS: usize = 14;

/// How many directions there are, clockwise from the top.
pub(super) const DIRECTIONS: usize = 8;

/// The columns to the right and the rows down of one step in each direction.
pub(super) const STEPS: [(i8, i8); DIRECTIONS] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// The direction in which a step leads in the mirror.
#[inline]
pub(super) fn mirrored(direction: usize) -> usize {
    (DIRECTIONS - direction) % DIRECTIONS
}

/// The places beside a point.
pub(super) fn steps(size: Size, point: Point) -> [Next; DIRECTIONS] {
    STEPS.map(|(right, down)| match (size.step(point, right, down), down) {
        (Some(next), _) => Next::To(next),
        (None, -1) if size.row(point) == 0 => Next::Over(Player::White),
        (None, 1) if size.row(point) + 1 == size.rows() => Next::Over(Player::Black),
        _ => Next::Aside,
    })
}

/// A turn of a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    from: u16,
    /// The jumps, direction and number of men in one byte; 0 after the last one.
    jumps: [u8; MOST_JUMPS],
}

/// The bits of a jump's byte that count its men.
const MEN_BITS: u32 = 5;

impl Turn {
    /// A man on a point.
    #[inline]
    pub fn man(point: Point) -> Turn {
        Turn { from: point.0, jumps: [0; MOST_JUMPS] }
    }

    /// Does the turn put a man on a point?
    #[inline]
    pub fn is_man(self) -> bool {
        self.jumps[0] == 0
    }

    /// The point of the man, or the point where the ball begins to jump.
    #[inline]
    pub fn from(self) -> Point {
        Point(self.from)
    }

    /// The number of jumps.
    #[inline]
    pub(super) fn len(self) -> usize {
        self.jumps.iter().position(|&jump| jump == 0).unwrap_or(MOST_JUMPS)
    }

    /// The directions and the numbers of men of the jumps.
    #[inline]
    pub(super) fn jumps(self) -> impl Iterator<Item = (usize, u8)> {
        let jumps = self.jumps.into_iter().take_while(|&jump| jump != 0);
        jumps.map(|jump| ((jump >> MEN_BITS) as usize, jump & ((1 << MEN_BITS) - 1)))
    }

    /// The directions of the jumps, clockwise from the top.
    pub fn directions(self) -> impl Iterator<Item = u8> {
        self.jumps().map(|(direction, _)| direction as u8)
    }

    /// The turn with one more jump; it must have fewer than [`MOST_JUMPS`].
    #[inline]
    pub(super) fn then(mut self, direction: usize, men: u8) -> Turn {
        self.jumps[self.len()] = (direction as u8) << MEN_BITS | men;
        self
    }

    /// The turn in the mirror, which begins at `from`.
    pub(super) fn mirrored(self, from: Point) -> Turn {
        let turn = |jump: u8| match jump {
            0 => 0,
            _ => {
                let direction = mirrored((jump >> MEN_BITS) as usize) as u8;
                direction << MEN_BITS | jump & ((1 << MEN_BITS) - 1)
            }
        };
        Turn { from: from.0, jumps: self.jumps.map(turn) }
    }
}

impl Numbered for Turn {
    /// The number of the point for a man; larger numbers for jumps.
    fn number(self) -> u128 {
        let mut bytes = [0; 16];
        bytes[..2].copy_from_slice(&self.from.to_le_bytes());
        bytes[2..].copy_from_slice(&self.jumps);
        u128::from_le_bytes(bytes)
    }

    fn with_number(number: u128) -> Turn {
        let bytes = number.to_le_bytes();
        let mut jumps = [0; MOST_JUMPS];
        jumps.copy_from_slice(&bytes[2..]);
        Turn { from: u16::from_le_bytes([bytes[0], bytes[1]]), jumps }
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.from())?;
        self.jumps().try_for_each(|(direction, men)| write!(f, "/{direction}:{men}"))
    }
}
