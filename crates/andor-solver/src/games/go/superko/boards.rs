//! Positions of Go as a board and a rest: the player to move, the passes, the forbidden ko point.

use crate::adapter::Adapter;
use andor_certify::Certified;
use andor_core::{Class, Key, Player, Symmetric, Symmetry};
use andor_games::go::{Go, Move as GoMove, Position as GoPosition};
use andor_games::points::Point;

/// Are two positions with the same stones the same board although different players move?
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Boards {
    /// Yes: positional superko.
    Positional,
    /// No: situational superko.
    Situational,
}

/// The name of a position: the class of its board, and the rest in the standard picture of that
/// class.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name {
    /// The class of the board.
    pub board: Key,
    /// The rest in the standard picture of the class.
    pub rest: u16,
}

/// Bits of a rest: the player to move, the number of passes, the forbidden point.
pub(super) const REST_BITS: u32 = 12;

/// A game whose positions consist of a board and a rest.
pub trait OnBoards: Adapter + Certified {
    /// The board alone.
    fn board(&self, boards: Boards, pos: &Self::Position) -> Self::Position;

    /// The rest of the position after the symmetry.
    fn rest(&self, pos: &Self::Position, symmetry: Symmetry) -> u16;

    /// The position with this board and this rest, the rest turned by the symmetry.
    fn with_rest(&self, board: &Self::Position, rest: u16, symmetry: Symmetry) -> Self::Position;

    /// The move with this number.
    fn numbered(&self, number: u16) -> Self::Move;

    /// Have both positions the same stones on the same points?
    fn same_stones(&self, one: &Self::Position, other: &Self::Position) -> bool;
}

impl<const W: usize> OnBoards for Go<W> {
    fn board(&self, boards: Boards, pos: &GoPosition<W>) -> GoPosition<W> {
        let player = match boards {
            Boards::Positional => Player::Black,
            Boards::Situational => pos.to_move(),
        };
        pos.with(player, 0, None)
    }

    fn rest(&self, pos: &GoPosition<W>, symmetry: Symmetry) -> u16 {
        let ko = pos.ko().map_or(0, |point| self.map_point(symmetry, point.index()) as u16 + 1);
        ko << 3 | u16::from(pos.passes()) << 1 | pos.to_move().index() as u16
    }

    fn with_rest(&self, board: &GoPosition<W>, rest: u16, symmetry: Symmetry) -> GoPosition<W> {
        let turned = |point: u16| Point(self.map_point(symmetry, point.into()) as u16);
        let ko = (rest >> 3).checked_sub(1).map(turned);
        board.with(Player::BOTH[usize::from(rest & 1)], (rest >> 1 & 3) as u8, ko)
    }

    fn numbered(&self, number: u16) -> GoMove {
        match usize::from(number) < self.size().area() {
            true => GoMove::At(Point(number)),
            false => GoMove::Pass,
        }
    }

    fn same_stones(&self, one: &GoPosition<W>, other: &GoPosition<W>) -> bool {
        one.both() == other.both()
    }
}

/// The name of a position, and the symmetry that turns the position into the standard picture of
/// its board.
pub(super) fn name<G: OnBoards>(game: &G, boards: Boards, pos: &G::Position) -> (Name, Symmetry) {
    let Class { key, symmetry } = game.class(&game.board(boards, pos));
    (Name { board: key, rest: game.rest(pos, symmetry) }, symmetry)
}
