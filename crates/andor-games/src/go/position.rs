//! Positions and moves of Go.

use super::board::Stones;
use super::images::IMAGES;
use crate::points::{Point, Points};
use andor_core::{Key, Numbered, Player};

/// The stones, the player to move, and the facts about the last moves that passes and basic ko
/// need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position<const W: usize> {
    pub(super) stones: Stones<W>,
    /// The keys of the stones, one for each image of the board under its symmetries.
    pub(super) keys: [Key; IMAGES],
    pub(super) to_move: Player,
    pub(super) passes: u8,
    /// How many passes beyond two are needed to end the game.
    pub(super) waits: u8,
    pub(super) ko: Option<Point>,
}

impl<const W: usize> Position<W> {
    /// The stones of a player.
    #[inline]
    pub fn stones(&self, player: Player) -> Points<W> {
        self.stones[player.index()]
    }

    /// The stones of both players, Black's first.
    #[inline]
    pub fn both(&self) -> &Stones<W> {
        &self.stones
    }

    /// The same stones with this player to move, after so many passes, with this point forbidden.
    /// Two passes end the game.
    #[must_use]
    pub fn with(&self, to_move: Player, passes: u8, ko: Option<Point>) -> Position<W> {
        Position { to_move, passes, ko, waits: 0, ..self.clone() }
    }

    /// The player to move.
    #[inline]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// How many passes came last.
    #[inline]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// How many passes in a row end the game here: two, or more after the capture of a ko stone
    /// under rules that say so.
    #[inline]
    pub fn last_pass(&self) -> u8 {
        2 + self.waits
    }

    /// Is the game over?
    #[inline]
    pub fn is_over(&self) -> bool {
        self.passes == self.last_pass()
    }

    /// The point where the basic ko rule forbids to retake now; always `None` under superko.
    #[inline]
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A board play on an empty point.
    At(Point),
    /// A pass.
    Pass,
}

/// The number of a pass; points have smaller ones.
const PASS: u128 = u16::MAX as u128 + 1;

impl Numbered for Move {
    #[inline]
    fn number(self) -> u128 {
        match self {
            Move::At(point) => point.0.into(),
            Move::Pass => PASS,
        }
    }

    #[inline]
    fn with_number(number: u128) -> Move {
        u16::try_from(number).map_or(Move::Pass, |point| Move::At(Point(point)))
    }
}
