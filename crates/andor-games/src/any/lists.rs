//! Lists of moves, made without a list of the real game's moves in between: most nodes of most
//! searches make one.

use super::AnyMove;
use crate::go::capture::Capture;
use crate::go::{self, Go};
use crate::gomoku::Gomoku;
use crate::hex::Hex;
use crate::killall::Killall;
use crate::points::Points;
use crate::toy::mnk::Mnk;
use crate::toy::nim::Nim;
use andor_core::{Game, Numbered};

/// Appends the moves that [`Game::moves`] appends, in the same order.
pub(super) trait Lists: Game {
    /// See [`Game::moves`].
    fn list(&self, pos: &Self::Position, out: &mut Vec<AnyMove>);
}

/// The moves on these points.
#[inline]
fn on<const W: usize>(points: Points<W>) -> impl Iterator<Item = AnyMove> {
    points.iter().map(|point| AnyMove(point.0))
}

impl<const W: usize> Lists for Hex<W> {
    fn list(&self, pos: &Self::Position, out: &mut Vec<AnyMove>) {
        if self.outcome(pos).is_none() {
            out.extend(on(self.empty(pos)));
        }
    }
}

impl<const W: usize> Lists for Go<W> {
    fn list(&self, pos: &go::Position<W>, out: &mut Vec<AnyMove>) {
        if !pos.is_over() {
            out.extend(on(self.plays(pos)));
            out.push(AnyMove::PASS);
        }
    }
}

impl<const W: usize> Lists for Capture<W> {
    fn list(&self, pos: &Self::Position, out: &mut Vec<AnyMove>) {
        if self.outcome(pos).is_none() {
            self.go().list(pos.board(), out);
        }
    }
}

impl Lists for Killall {
    fn list(&self, pos: &Self::Position, out: &mut Vec<AnyMove>) {
        if self.outcome(pos).is_none() {
            out.extend(on(self.plays(pos.board())));
            out.push(AnyMove::PASS);
        }
    }
}

impl<const W: usize, const V: usize> Lists for Gomoku<W, V> {
    fn list(&self, pos: &Self::Position, out: &mut Vec<AnyMove>) {
        if pos.winner().is_none() {
            out.extend(self.plays(pos).map(AnyMove::of));
        }
    }
}

impl Lists for Mnk {
    fn list(&self, pos: &Self::Position, out: &mut Vec<AnyMove>) {
        if self.outcome(pos).is_none() {
            out.extend(on(self.empty(pos)));
        }
    }
}

impl Lists for Nim {
    fn list(&self, pos: &Self::Position, out: &mut Vec<AnyMove>) {
        out.extend(Nim::takes(pos).map(AnyMove::of));
    }
}

/// Appends a list of the real game's moves.
#[inline]
pub(super) fn append<M: Numbered>(out: &mut Vec<AnyMove>, list: impl FnOnce(&mut Vec<M>)) {
    let mut own = Vec::new();
    list(&mut own);
    out.extend(own.into_iter().map(AnyMove::of));
}
