//! All games but Phutball as one type, so that searches, players, certificates and stores are
//! compiled once and not once for each game.
//!
//! [`AnyGame`] holds one of the games, [`AnyPosition`] a position of this game, [`AnyUndo`] what
//! takes a move back, and [`AnyMove`] a move as a number. Boards of Hex and Go keep their sets of
//! points in 1, 2 or 6 words. Every method matches the game and calls the rules; nothing is decided
//! here. A game together with a position of another game is a bug of the caller and a panic.
//!
//! A game has some [capabilities](andor_core) and lacks others. `AnyGame` implements all of them,
//! because the type does not tell which game is inside. A caller uses a capability only where the
//! game has it:
//!
//! | trait | games |
//! |---|---|
//! | `Game`, `Notation`, `Symmetric` | all; Nim has the identity alone |
//! | `Planes` | Hex, Go, Killall-Go, Gomoku, m,n,k |
//! | `Paced` | Hex, Gomoku, m,n,k |
//! | `Zoned` | Hex, Go, capture, Killall-Go |
//! | `Passing` | Hex, capture, Gomoku |
//! | `Shaped` | Go, capture, Killall-Go |
//! | `Graded` | Hex, capture |
//! | `Monotone` | Hex |
//!
//! Zones are sets of points ([`AnyZone`]), of 6 words for every board. Gomoku has zones of another
//! kind ([`Cover`](crate::gomoku::Cover)): a search that uses them runs on the real game.
//! [`Variant`] leads from `AnyGame` to the real game and back.

mod capabilities;
mod lists;
mod rules;
mod variant;

pub use variant::Variant;

use crate::go::capture::{self, Capture};
use crate::go::{self, Go};
use crate::gomoku::{GomokuPosition, LargeGomoku, SmallGomoku};
use crate::hex::{Hex, HexPosition, HexUndo};
use crate::killall::{self, Killall};
use crate::points::{Point, Points};
use crate::toy::mnk::{Mnk, MnkPosition};
use crate::toy::nim::{Nim, NimMove, NimPosition};
use andor_core::Numbered;

/// A game. Its zones are [`AnyZone`]s, whatever sets of points the board has.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// Hex on boards of at most 64 points.
    SmallHex(Hex<1>),
    /// Hex on boards of at most 128 points.
    MidHex(Hex<2>),
    /// Hex on larger boards.
    LargeHex(Hex<6>),
    /// Go on boards of at most 64 points.
    SmallGo(Go<1>),
    /// Go on boards of at most 128 points.
    MidGo(Go<2>),
    /// Go on larger boards.
    LargeGo(Go<6>),
    /// The capture of a block.
    Capture(Capture<6>),
    /// Killall-Go.
    Killall(Killall),
    /// Gomoku on boards of at most 15x15.
    Gomoku(SmallGomoku),
    /// Gomoku on larger boards.
    LargeGomoku(LargeGomoku),
    /// An m,n,k game.
    Mnk(Mnk),
    /// Nim.
    Nim(Nim),
}

/// A zone of any game: a set of points of any board.
pub type AnyZone = Points<6>;

/// A position of the game in an [`AnyGame`]. Large positions lie in a box.
#[derive(Debug, PartialEq, Eq)]
pub enum AnyPosition {
    /// Hex on boards of at most 64 points.
    SmallHex(HexPosition<1>),
    /// Hex on boards of at most 128 points.
    MidHex(HexPosition<2>),
    /// Hex on larger boards.
    LargeHex(Box<HexPosition<6>>),
    /// Go on boards of at most 64 points.
    SmallGo(go::Position<1>),
    /// Go on boards of at most 128 points.
    MidGo(go::Position<2>),
    /// Go on larger boards.
    LargeGo(Box<go::Position<6>>),
    /// The capture of a block.
    Capture(Box<capture::Position<6>>),
    /// Killall-Go.
    Killall(killall::Position),
    /// Gomoku on boards of at most 15x15.
    Gomoku(Box<GomokuPosition<4, 19>>),
    /// Gomoku on larger boards.
    LargeGomoku(Box<GomokuPosition<7, 26>>),
    /// An m,n,k game.
    Mnk(MnkPosition),
    /// Nim.
    Nim(NimPosition),
}

/// Calls a macro with the names of all games.
macro_rules! all_games {
    ($call:ident) => {
        $call!(
            SmallHex,
            MidHex,
            LargeHex,
            SmallGo,
            MidGo,
            LargeGo,
            Capture,
            Killall,
            Gomoku,
            LargeGomoku,
            Mnk,
            Nim
        );
    };
}

/// Implements [`Clone`] for [`AnyPosition`].
macro_rules! cloned {
    ($($name:ident),+) => {
        impl Clone for AnyPosition {
            #[inline]
            fn clone(&self) -> Self {
                match self {
                    $(AnyPosition::$name(pos) => AnyPosition::$name(pos.clone()),)+
                }
            }

            /// Positions that hold memory of their own keep it.
            #[inline]
            fn clone_from(&mut self, from: &Self) {
                match (self, from) {
                    $((AnyPosition::$name(to), AnyPosition::$name(from)) => to.clone_from(from),)+
                    (to, from) => *to = from.clone(),
                }
            }
        }
    };
}

all_games!(cloned);

/// The data to take a move back.
#[expect(clippy::large_enum_variant, reason = "a box for each move would cost more")]
pub enum AnyUndo {
    /// The position before the move.
    Before(AnyPosition),
    /// A move of Hex.
    Hex(HexUndo),
    /// The point of a move of Gomoku or of an m,n,k game.
    Point(Point),
    /// A move of Nim.
    Nim(NimMove),
}

/// A move of any game: the [number](Numbered::number) of the real game's move. Moves are ordered as
/// in the real game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnyMove(u16);

impl AnyMove {
    /// The pass of Go and similar games; its number is the only one that does not fit.
    pub const PASS: AnyMove = AnyMove(u16::MAX);

    /// A move of a real game.
    #[inline]
    pub fn of<M: Numbered>(mv: M) -> AnyMove {
        AnyMove(mv.number().min(AnyMove::PASS.0.into()) as u16)
    }

    /// The move as one of the real game.
    #[inline]
    pub fn own<M: Numbered>(self) -> M {
        M::with_number(self.number())
    }
}

impl Numbered for AnyMove {
    #[inline]
    fn number(self) -> u128 {
        match self {
            AnyMove::PASS => go::Move::Pass.number(),
            AnyMove(number) => number.into(),
        }
    }

    #[inline]
    fn with_number(number: u128) -> AnyMove {
        AnyMove(number.min(AnyMove::PASS.0.into()) as u16)
    }
}

/// Matches an [`AnyGame`](crate::any::AnyGame): the expression is compiled for each real game.
///
/// ```
/// use andor_core::Game;
/// use andor_games::any::Variant;
/// use andor_games::{each_game, hex::Hex};
///
/// let any = Hex::<1>::new("3x3".parse().expect("a size")).wrap();
/// let start = any.start();
/// let mover = each_game!(&any, game => game.to_move(game.at(&start)));
/// assert_eq!(mover, any.to_move(&start));
/// ```
#[macro_export]
macro_rules! each_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::any::AnyGame::SmallHex($game) => $body,
            $crate::any::AnyGame::MidHex($game) => $body,
            $crate::any::AnyGame::LargeHex($game) => $body,
            $crate::any::AnyGame::SmallGo($game) => $body,
            $crate::any::AnyGame::MidGo($game) => $body,
            $crate::any::AnyGame::LargeGo($game) => $body,
            $crate::any::AnyGame::Capture($game) => $body,
            $crate::any::AnyGame::Killall($game) => $body,
            $crate::any::AnyGame::Gomoku($game) => $body,
            $crate::any::AnyGame::LargeGomoku($game) => $body,
            $crate::any::AnyGame::Mnk($game) => $body,
            $crate::any::AnyGame::Nim($game) => $body,
        }
    };
}

/// Matches an [`AnyGame`](crate::any::AnyGame) that must be one of the games in brackets.
#[macro_export]
macro_rules! only_games {
    ($any:expr, [$($name:ident),+] $game:ident => $body:expr) => {
        match $any {
            $($crate::any::AnyGame::$name($game) => $body,)+
            _ => unreachable!("only a game that has the capability is asked for it"),
        }
    };
}
