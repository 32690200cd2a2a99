//! The trait every game implements.

use crate::{Key, Outcome, Player};
use std::fmt::Debug;
use std::hash::Hash;

/// Rules, as a value: the size of the board, the ko rule, the komi are its fields.
///
/// A position is a snapshot of what stands on the board and who moves; what happened before belongs
/// to the line of moves, not to the position. Rules cannot fail: a call that breaks a method's
/// condition is a bug in the caller.
pub trait Game: Sync {
    /// What stands on the board and who moves; no history.
    type Position: Clone + Eq + Debug + Send + Sync;
    /// A move; ordered, so that lists of moves can be made reproducible.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync;
    /// What [`Game::undo`] needs to take a move back: the old position, or a delta.
    type Undo;

    /// The position in which the game starts.
    fn start(&self) -> Self::Position;

    /// Who moves in `pos`.
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

    /// Makes `after` the position after `mv`, which must be one of [`Game::moves`] of `pos`: for searches
    /// that look at one child after the other and want no copies.
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

    /// What the rules say about coming back to where the line has been.
    fn repetition(&self) -> Repetition {
        Repetition::Impossible
    }

    /// What a line has to remember of `pos` for the rule of repetition.
    fn trace(&self, _pos: &Self::Position) -> Trace {
        Trace::Nothing
    }

    /// What `mv` adds to the tally of its line. Under [`Repetition::Judged`] the sum over a cycle
    /// tells how the game ends: see there.
    fn tally(&self, _pos: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// A number that positions with equal traces have in common, and all images of a position too;
    /// the more different it is for different traces the better. With it a memory sees at a glance
    /// that nothing it relies on can have been there before. `None` if the game does not tell.
    fn census(&self, _pos: &Self::Position) -> Option<u32> {
        None
    }

    /// How the game ends when the past forbids every move of `pos`: unless the rules say otherwise,
    /// who cannot move has lost.
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

/// What the rules say about coming back to where the line has been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// No line of this game ever repeats anything.
    Impossible,
    /// A move that repeats is illegal (superko).
    Forbidden,
    /// A move that repeats ends the game so (long cycles).
    Ends(Outcome),
    /// A move that repeats ends the game, and how depends on what the moves of the cycle add to the
    /// [tally](Game::tally): the outcome if they add nothing, if the sum is above and if it is
    /// below zero.
    Judged {
        /// If the moves of the cycle add nothing.
        even: Outcome,
        /// If the sum is above zero.
        above: Outcome,
        /// If it is below zero.
        below: Outcome,
    },
}

impl Repetition {
    /// How a cycle ends the game whose moves add up to `sum`; `None` if cycles do not end it.
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

/// What a line remembers of a position for the rule of repetition.
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
