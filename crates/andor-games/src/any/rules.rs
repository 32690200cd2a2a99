//! [`AnyGame`] as a game: rules, symmetries and text.

use super::lists::Lists;
use super::{AnyGame, AnyMove, AnyPosition, AnyUndo, AnyZone, Variant};
use crate::each_game;
use andor_core::{
    Class, Game, Key, Notation, NotationError, Outcome, Player, Repetition, Symmetric, Symmetry,
    Trace,
};

/// What takes the move back, for any game.
fn undo<V: Variant>(_: &V, undo: V::Undo) -> AnyUndo {
    V::wrap_undo(undo)
}

/// What takes the move back, for the real game.
#[inline]
fn own_undo<V: Variant>(_: &V, undo: AnyUndo) -> V::Undo {
    V::own_undo(undo)
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

    #[inline]
    fn outcome(&self, pos: &AnyPosition) -> Option<Outcome> {
        each_game!(self, game => game.outcome(game.at(pos)))
    }

    fn moves(&self, pos: &AnyPosition, out: &mut Vec<AnyMove>) {
        each_game!(self, game => game.list(game.at(pos), out));
    }

    fn play(&self, pos: &mut AnyPosition, mv: AnyMove) -> AnyUndo {
        each_game!(self, game => undo(game, game.play(game.at_mut(pos), mv.own())))
    }

    fn after(&self, pos: &AnyPosition, mv: AnyMove) -> AnyPosition {
        each_game!(self, game => game.any_position(game.after(game.at(pos), mv.own())))
    }

    fn after_into(&self, pos: &AnyPosition, mv: AnyMove, after: &mut AnyPosition) {
        each_game!(self, game => game.after_into(game.at(pos), mv.own(), game.at_mut(after)));
    }

    fn undo(&self, pos: &mut AnyPosition, undo: AnyUndo) {
        each_game!(self, game => game.undo(game.at_mut(pos), own_undo(game, undo)));
    }

    #[inline]
    fn key(&self, pos: &AnyPosition) -> Key {
        each_game!(self, game => game.key(game.at(pos)))
    }

    fn class(&self, pos: &AnyPosition) -> Class {
        each_game!(self, game => game.class(game.at(pos)))
    }

    #[inline]
    fn class_after(&self, pos: &AnyPosition, mv: AnyMove) -> Option<Class> {
        each_game!(self, game => game.class_after(game.at(pos), mv.own()))
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, mv: AnyMove) -> AnyMove {
        match symmetry {
            Symmetry::IDENTITY => mv,
            _ => each_game!(self, game => AnyMove::of(game.map_move(symmetry, mv.own()))),
        }
    }

    #[inline]
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        each_game!(self, game => game.inverse(symmetry))
    }

    fn stabilizer(&self, pos: &AnyPosition) -> u64 {
        each_game!(self, game => game.stabilizer(game.at(pos)))
    }

    #[inline]
    fn repetition(&self) -> Repetition {
        each_game!(self, game => game.repetition())
    }

    #[inline]
    fn trace(&self, pos: &AnyPosition) -> Trace {
        each_game!(self, game => game.trace(game.at(pos)))
    }

    #[inline]
    fn tally(&self, pos: &AnyPosition, mv: AnyMove) -> i32 {
        each_game!(self, game => game.tally(game.at(pos), mv.own()))
    }

    #[inline]
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
