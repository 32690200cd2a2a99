//! The trait that every game implements.

use crate::{Key, Outcome, Player, PointSet};
use std::fmt::Debug;
use std::hash::Hash;

/// Rules, as a value: the size of the board, the ko rule, the komi are its fields.
///
/// A position is a snapshot of the stones on the board and the player to move; the past belongs to
/// the line of moves, not to the position. Rules cannot fail: a call that breaks a method's
/// condition is a bug in the caller.
pub trait Game: Sync {
    /// The stones on the board and the player to move; no history.
    type Position: Clone + Eq + Debug + Send + Sync;
    /// A move; ordered, so that lists of moves can be made reproducible.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync;
    /// The data that [`Game::undo`] needs to take a move back: the old position, or a delta.
    type Undo;
    /// The points on which a verdict can depend: a set of points in games with
    /// [zones](crate::Zoned), [`NoZone`](crate::NoZone) elsewhere.
    type Zone: PointSet;

    /// The position in which the game starts.
    fn start(&self) -> Self::Position;

    /// The player to move in `pos`.
    fn to_move(&self, pos: &Self::Position) -> Player;

    /// How the game ended, if it is over in `pos`.
    fn outcome(&self, pos: &Self::Position) -> Option<Outcome>;

    /// Appends all moves that the position allows, in a fixed order; none if the game is over.
    /// Moves that only the past forbids (superko) are in the list: see [`Game::repetition`].
    fn moves(&self, pos: &Self::Position, out: &mut Vec<Self::Move>);

    /// Plays `mv`, which must be one of [`Game::moves`].
    fn play(&self, pos: &mut Self::Position, mv: Self::Move) -> Self::Undo;

    /// The position after `mv`, which must be one of [`Game::moves`].
    #[inline]
    fn after(&self, pos: &Self::Position, mv: Self::Move) -> Self::Position {
        let mut after = pos.clone();
        self.play(&mut after, mv);
        after
    }

    /// Makes `after` the position after `mv`, which must be one of [`Game::moves`] of `pos`: for
    /// searches that look at one child after the other and want no copies.
    #[inline]
    fn after_into(&self, pos: &Self::Position, mv: Self::Move, after: &mut Self::Position) {
        after.clone_from(pos);
        self.play(after, mv);
    }

    /// Takes back the move that gave `undo`.
    fn undo(&self, pos: &mut Self::Position, undo: Self::Undo);

    /// The identity of a position: equal exactly when the positions are equal.
    fn key(&self, pos: &Self::Position) -> Key;

    /// The identity of a position up to symmetry: positions of one class have the same value for
    /// every claim, as far as the past does not matter.
    fn class(&self, pos: &Self::Position) -> Class {
        Class { key: self.key(pos), symmetry: Symmetry::IDENTITY }
    }

    /// The class of the position after a legal move, if the game goes on after the move and the
    /// class can be told without playing the move. A search that looks at many moves asks this
    /// first.
    fn class_after(&self, _pos: &Self::Position, _mv: Self::Move) -> Option<Class> {
        None
    }

    /// `mv` as it appears after `symmetry`.
    fn map_move(&self, _symmetry: Symmetry, mv: Self::Move) -> Self::Move {
        mv
    }

    /// The symmetry that takes back `symmetry`.
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        symmetry
    }

    /// The symmetries that leave `pos` as it is, as a set of bits; bit 0, the identity, is in it.
    fn stabilizer(&self, _pos: &Self::Position) -> u64 {
        1
    }

    /// The rule for a return to an earlier position of the line.
    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    /// The trace of `pos` that a line remembers for the rule of repetition.
    fn trace(&self, _pos: &Self::Position) -> Trace {
        Trace::Nothing
    }

    /// The amount that `mv` adds to the tally of its line. Under [`Repetition::Judged`] the sum
    /// over a cycle decides how the game ends.
    fn tally(&self, _pos: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// A number that is equal for positions with equal traces and for all images of a position; the
    /// more it differs for different traces the better. With the census a memory sees quickly that
    /// no position it relies on can be in the past. `None` if the game has no census.
    fn census(&self, _pos: &Self::Position) -> Option<u32> {
        None
    }

    /// The outcome when the past forbids every move of `pos`: unless the rules say otherwise, a
    /// player who cannot move has lost.
    fn stuck(&self, pos: &Self::Position) -> Outcome {
        Outcome::win(self.to_move(pos).other())
    }
}

/// One of a game's symmetries, numbered by the game; 0 is the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(pub u8);

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry(0);
}

/// The class of a position and the symmetry that takes the position to the class's standard form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// Equal for all positions of the class.
    pub key: Key,
    /// Takes the position to the standard form of its class.
    pub symmetry: Symmetry,
}

/// The rule for a return to an earlier position of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// No line of this game ever repeats anything.
    Impossible,
    /// A move that repeats is illegal (superko).
    Forbidden,
    /// A move that repeats ends the game with this outcome (long cycles).
    Ends(Outcome),
    /// A move that repeats ends the game, and the outcome depends on the sum of the cycle's moves
    /// in the [tally](Game::tally).
    Judged {
        /// If the moves of the cycle add nothing.
        even: Outcome,
        /// If the sum is above zero.
        above: Outcome,
        /// If the sum is below zero.
        below: Outcome,
    },
}

impl Repetition {
    /// The outcome of a cycle whose moves add up to `sum`; `None` if cycles do not end the game.
    #[inline]
    pub fn ends(self, sum: i32) -> Option<Outcome> {
        match self {
            Repetition::Impossible | Repetition::Forbidden => None,
            Repetition::Ends(outcome) => Some(outcome),
            Repetition::Judged { even, above, below } => Some(match sum {
                0 => even,
                1.. => above,
                _ => below,
            }),
        }
    }
}

/// The part of a position that a line remembers for the rule of repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trace {
    /// Nothing.
    Nothing,
    /// Remembered, but a move that leads here is never a repetition itself (a pass under
    /// situational superko).
    Free(Key),
    /// Remembered, and a move that leads here repeats if the key is remembered already.
    Unique(Key),
}
