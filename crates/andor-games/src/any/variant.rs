//! The way from [`AnyGame`] to the real game and back.

use super::{AnyGame, AnyMove, AnyPosition, AnyZone};
use crate::go::Go;
use crate::go::capture::Capture;
use crate::gomoku::{LargeGomoku, SmallGomoku};
use crate::hex::Hex;
use crate::killall::Killall;
use crate::points::Points;
use crate::toy::mnk::Mnk;
use crate::toy::nim::Nim;
use andor_core::{Game, Numbered};

/// A game that an [`AnyGame`] may hold. What belongs to another game than expected is a bug of the
/// caller and a panic.
pub trait Variant: Game<Move: Numbered> + Clone + Send + 'static {
    /// Are the game's zones sets of points?
    const HAS_ZONES: bool;

    /// The game inside.
    fn of(game: &AnyGame) -> &Self;

    /// This game as any game.
    fn wrap(self) -> AnyGame;

    /// The position inside.
    fn position(pos: &AnyPosition) -> &Self::Position;

    /// The position inside, to be changed.
    fn position_mut(pos: &mut AnyPosition) -> &mut Self::Position;

    /// The position inside, by value.
    fn own_position(pos: AnyPosition) -> Self::Position;

    /// A position of this game as one of any game.
    fn wrap_position(pos: Self::Position) -> AnyPosition;

    /// A move as one of this game.
    #[inline]
    fn mv(mv: AnyMove) -> Self::Move {
        mv.own()
    }

    /// A move of this game as one of any game.
    #[inline]
    fn wrap_move(mv: Self::Move) -> AnyMove {
        AnyMove::of(mv)
    }

    /// A zone as one of this game, which must [have zones](Variant::HAS_ZONES).
    fn zone(zone: AnyZone) -> Self::Zone;

    /// A zone of this game, which must [have zones](Variant::HAS_ZONES), as one of any game.
    fn wrap_zone(zone: Self::Zone) -> AnyZone;

    /// [`Variant::position`] of this game, for expressions that are compiled for several games.
    #[inline]
    fn at<'p>(&self, pos: &'p AnyPosition) -> &'p Self::Position {
        Self::position(pos)
    }

    /// [`Variant::position_mut`] of this game, for expressions that are compiled for several games.
    #[inline]
    fn at_mut<'p>(&self, pos: &'p mut AnyPosition) -> &'p mut Self::Position {
        Self::position_mut(pos)
    }

    /// [`Variant::wrap_position`] of this game, for expressions that are compiled for several
    /// games.
    #[inline]
    fn any_position(&self, pos: Self::Position) -> AnyPosition {
        Self::wrap_position(pos)
    }

    /// [`Variant::wrap_zone`] of this game, for expressions that are compiled for several games.
    #[inline]
    fn any_zone(&self, zone: Self::Zone) -> AnyZone {
        Self::wrap_zone(zone)
    }
}

/// The panic about something that belongs to another game.
#[cold]
#[inline(never)]
fn of_another_game() -> ! {
    unreachable!("the game, the position and the move belong together")
}

/// Implements [`Variant`] for a game. The third argument says whether the game's zones are sets of
/// points, and how they are turned into zones of any game and back; `boxed` that its positions lie
/// in a box.
macro_rules! variant {
    ($name:ident, $game:ty, $zones:tt) => {
        variant!($name, $game, $zones, |pos| pos, |pos| *pos, |pos| pos);
    };
    ($name:ident, $game:ty, $zones:tt, boxed) => {
        variant!($name, $game, $zones, |pos| *pos, |pos| **pos, Box::new);
    };
    (
        $name:ident, $game:ty, [$has_zones:literal, $own_zone:expr, $wrap_zone:expr],
        |$held:ident| $unboxed:expr, |$seen:ident| $place:expr, $boxed:expr
    ) => {
        impl Variant for $game {
            const HAS_ZONES: bool = $has_zones;

            #[inline]
            fn of(game: &AnyGame) -> &Self {
                match game {
                    AnyGame::$name(game) => game,
                    _ => of_another_game(),
                }
            }

            #[inline]
            fn wrap(self) -> AnyGame {
                AnyGame::$name(self)
            }

            #[inline]
            fn position(pos: &AnyPosition) -> &Self::Position {
                match pos {
                    AnyPosition::$name($seen) => &$place,
                    _ => of_another_game(),
                }
            }

            #[inline]
            fn position_mut(pos: &mut AnyPosition) -> &mut Self::Position {
                match pos {
                    AnyPosition::$name($seen) => &mut $place,
                    _ => of_another_game(),
                }
            }

            #[inline]
            fn own_position(pos: AnyPosition) -> Self::Position {
                match pos {
                    AnyPosition::$name($held) => $unboxed,
                    _ => of_another_game(),
                }
            }

            #[inline]
            fn wrap_position(pos: Self::Position) -> AnyPosition {
                AnyPosition::$name(($boxed)(pos))
            }

            #[inline]
            fn zone(zone: AnyZone) -> Self::Zone {
                ($own_zone)(zone)
            }

            #[inline]
            fn wrap_zone(zone: Self::Zone) -> AnyZone {
                ($wrap_zone)(zone)
            }
        }
    };
}

/// There is no zone of this game.
fn none<Z>(_: AnyZone) -> Z {
    unreachable!("the zones of this game are no sets of points")
}

/// There is no set of points for a zone of this game.
fn any_none<Z>(_: Z) -> AnyZone {
    unreachable!("the zones of this game are no sets of points")
}

/// The same points in another number of words, which must hold them.
#[inline]
fn in_words<const FROM: usize, const TO: usize>(points: Points<FROM>) -> Points<TO> {
    let mut words = [0; TO];
    let (kept, left) = points.0.split_at(FROM.min(TO));
    words[..kept.len()].copy_from_slice(kept);
    let left = left.iter().fold(0, |all, word| all | word);
    assert_eq!(left, 0, "the points do not fit into {TO} words");
    Points(words)
}

variant!(SmallHex, Hex<1>, [true, in_words, in_words]);
variant!(MidHex, Hex<2>, [true, in_words, in_words]);
variant!(LargeHex, Hex<6>, [true, in_words, in_words], boxed);
variant!(SmallGo, Go<1>, [true, in_words, in_words]);
variant!(MidGo, Go<2>, [true, in_words, in_words]);
variant!(LargeGo, Go<6>, [true, in_words, in_words], boxed);
variant!(Capture, Capture<6>, [true, in_words, in_words], boxed);
variant!(Killall, Killall, [true, in_words, in_words]);
variant!(Gomoku, SmallGomoku, [false, none, any_none], boxed);
variant!(LargeGomoku, LargeGomoku, [false, none, any_none], boxed);
variant!(Mnk, Mnk, [false, none, any_none]);
variant!(Nim, Nim, [false, none, any_none]);
