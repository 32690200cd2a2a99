//! The vocabulary of Andor: what a game is, what can be asked of it, and what an answer means.
//!
//! Nothing here knows any particular game or search, reads a file, starts a thread or asks a clock.
//!
//! * [`Game`] is the rules, as a value; a [`Game::Position`] is a snapshot without history.
//! * An [`Outcome`] says how a finished game ended, absolutely: a margin is always Black's.
//! * A [`Claim`] is a question ("White gets at least 3 points more than Black"); a [`Verdict`] is
//!   the answer to it.
//! * Capabilities add what only some games can do: [`Notation`], [`Symmetric`], [`Zoned`],
//!   [`Monotone`], [`Shaped`]; [`Numbered`] moves.
//! * Plugs are what a search is built from: [`Oracle`] (sound, owes a reason), [`Heuristic`] and
//!   [`Evaluate`]
//!   (unsound, only order). The empty plug is `()`.
//! * [`laws`] holds what every game must obey, as functions that a test calls.

mod capability;
mod claim;
mod game;
mod key;
pub mod laws;
mod player;
mod plug;

pub use capability::{
    Monotone, Notation, NotationError, Numbered, PointSet, Shaped, Symmetric, Zoned,
};
pub use claim::{Claim, Margin, Outcome, Verdict};
pub use game::{Class, Game, Repetition, Symmetry, Trace};
pub use key::{Key, KeySource};
pub use player::Player;
pub use plug::{Either, Evaluate, Guess, Heuristic, LEAST_CHANCE, MOST_EVALUATION, Oracle};
