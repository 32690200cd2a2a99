//! [`AnyGame`] as a game: rules, symmetries and text.

use super::lists::Lists;
use super::{AnyGame, AnyMove, AnyPosition, AnyUndo, AnyZone, Variant};
use crate::{each_game, only_games};
use andor_core::{
    Class, Game, Key, Notation, NotationError, Outcome, Player, Repetition, Symmetric, Symmetry,
    Trace,
};

/// Plays a move; gives the position before.
#[inline]
fn play<V: Variant>(game: &V, pos: &mut AnyPosition, mv: AnyMove) -> AnyUndo {
    let before = pos.clone();
    game.after_into(V::position(&before), mv.own(), V::position_mut(pos));
    AnyUndo::Before(before)
}

impl AnyGame {
    /// The image of a move.
    fn image_of(&self, symmetry: Symmetry, mv: AnyMove) -> AnyMove {
        each_game!(self, game => AnyMove::of(game.map_move(symmetry, mv.own())))
    }
}

impl Game for AnyGame {
    type Position = AnyPosition;
    type Move = AnyMove;
    type Undo = AnyUndo;
    type Zone = AnyZone;

    fn start(&self) -> AnyPosition {
        each_game!(self, game => game.any_position(game.start()))
    }

    #[inline]
    fn to_move(&self, pos: &AnyPosition) -> Player {
        each_game!(self, game => game.to_move(game.at(pos)))
    }

    fn outcome(&self, pos: &AnyPosition) -> Option<Outcome> {
        each_game!(self, game => game.outcome(game.at(pos)))
    }

    fn moves(&self, pos: &AnyPosition, out: &mut Vec<AnyMove>) {
        each_game!(self, game => game.list(game.at(pos), out));
    }

    fn play(&self, pos: &mut AnyPosition, mv: AnyMove) -> AnyUndo {
        match self {
            AnyGame::SmallGo(game) => play(game, pos, mv),
            AnyGame::MidGo(game) => play(game, pos, mv),
            AnyGame::LargeGo(game) => play(game, pos, mv),
            AnyGame::Capture(game) => play(game, pos, mv),
            AnyGame::Killall(game) => play(game, pos, mv),
            AnyGame::SmallHex(game) => AnyUndo::Hex(game.play(game.at_mut(pos), mv.own())),
            AnyGame::MidHex(game) => AnyUndo::Hex(game.play(game.at_mut(pos), mv.own())),
            AnyGame::LargeHex(game) => AnyUndo::Hex(game.play(game.at_mut(pos), mv.own())),
            AnyGame::Gomoku(game) => AnyUndo::Point(game.play(game.at_mut(pos), mv.own())),
            AnyGame::LargeGomoku(game) => AnyUndo::Point(game.play(game.at_mut(pos), mv.own())),
            AnyGame::Mnk(game) => AnyUndo::Point(game.play(game.at_mut(pos), mv.own())),
            AnyGame::Nim(game) => AnyUndo::Nim(game.play(game.at_mut(pos), mv.own())),
        }
    }

    fn after(&self, pos: &AnyPosition, mv: AnyMove) -> AnyPosition {
        each_game!(self, game => game.any_position(game.after(game.at(pos), mv.own())))
    }

    fn after_into(&self, pos: &AnyPosition, mv: AnyMove, after: &mut AnyPosition) {
        each_game!(self, game => game.after_into(game.at(pos), mv.own(), game.at_mut(after)));
    }

    fn undo(&self, pos: &mut AnyPosition, undo: AnyUndo) {
        match undo {
            AnyUndo::Before(before) => *pos = before,
            AnyUndo::Hex(undo) => {
                only_games!(self, [SmallHex, MidHex, LargeHex] game => {
                    game.undo(game.at_mut(pos), undo);
                });
            }
            AnyUndo::Point(undo) => {
                only_games!(self, [Gomoku, LargeGomoku, Mnk] game => {
                    game.undo(game.at_mut(pos), undo);
                });
            }
            AnyUndo::Nim(undo) => {
                only_games!(self, [Nim] game => game.undo(game.at_mut(pos), undo));
            }
        }
    }

    fn key(&self, pos: &AnyPosition) -> Key {
        each_game!(self, game => game.key(game.at(pos)))
    }

    fn class(&self, pos: &AnyPosition) -> Class {
        each_game!(self, game => game.class(game.at(pos)))
    }

    fn class_after(&self, pos: &AnyPosition, mv: AnyMove) -> Option<Class> {
        each_game!(self, game => game.class_after(game.at(pos), mv.own()))
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, mv: AnyMove) -> AnyMove {
        if symmetry == Symmetry::IDENTITY { mv } else { self.image_of(symmetry, mv) }
    }

    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        each_game!(self, game => game.inverse(symmetry))
    }

    fn stabilizer(&self, pos: &AnyPosition) -> u64 {
        each_game!(self, game => game.stabilizer(game.at(pos)))
    }

    fn repetition(&self) -> Repetition {
        each_game!(self, game => game.repetition())
    }

    fn trace(&self, pos: &AnyPosition) -> Trace {
        each_game!(self, game => game.trace(game.at(pos)))
    }

    fn tally(&self, pos: &AnyPosition, mv: AnyMove) -> i32 {
        each_game!(self, game => game.tally(game.at(pos), mv.own()))
    }

    fn census(&self, pos: &AnyPosition) -> Option<u32> {
        each_game!(self, game => game.census(game.at(pos)))
    }

    fn stuck(&self, pos: &AnyPosition) -> Outcome {
        each_game!(self, game => game.stuck(game.at(pos)))
    }
}

impl Symmetric for AnyGame {
    fn symmetries(&self) -> u8 {
        each_game!(self, game => game.symmetries())
    }

    fn map_position(&self, symmetry: Symmetry, pos: &AnyPosition) -> AnyPosition {
        each_game!(self, game => game.any_position(game.map_position(symmetry, game.at(pos))))
    }

    fn map_point(&self, symmetry: Symmetry, point: usize) -> usize {
        each_game!(self, game => game.map_point(symmetry, point))
    }

    fn compose(&self, first: Symmetry, second: Symmetry) -> Symmetry {
        each_game!(self, game => game.compose(first, second))
    }
}

impl Notation for AnyGame {
    fn move_text(&self, mv: AnyMove) -> String {
        each_game!(self, game => game.move_text(mv.own()))
    }

    fn parse_move(&self, pos: &AnyPosition, text: &str) -> Result<AnyMove, NotationError> {
        each_game!(self, game => game.parse_move(game.at(pos), text).map(AnyMove::of))
    }

    fn draw(&self, pos: &AnyPosition) -> String {
        each_game!(self, game => game.draw(game.at(pos)))
    }

    fn parse_position(&self, text: &str) -> Result<AnyPosition, NotationError> {
        each_game!(self, game => Ok(game.any_position(game.parse_position(text)?)))
    }
}
