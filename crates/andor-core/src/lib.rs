//! The vocabulary of Andor: games, questions about games, and answers.
//!
//! This crate knows no particular game or search, reads no file, starts no thread and asks no
//! clock.
//!
//! * [`Game`] is the rules, as a value; a [`Game::Position`] is a snapshot without history.
//! * An [`Outcome`] says how a finished game ended, absolutely: a margin is always Black's.
//! * A [`Claim`] is a question ("White gets at least 3 points more than Black"); a [`Verdict`] is
//!   the answer to it.
//! * Capabilities are traits that only some games implement: [`Notation`], [`Symmetric`],
//!   [`Zoned`], [`Monotone`], [`Shaped`], [`Passing`], [`Graded`], [`Paced`], [`Planes`];
//!   [`Numbered`] moves.
//! * Plugs are the parts of a search: [`Oracle`] (sound), [`Heuristic`], [`Evaluate`],
//!   [`Selector`], [`Attack`] and [`Rollouts`] (unsound), [`Siblings`] (sound about wins alone).
//!   The empty plug is `()`. A [`Halt`] ends their long computations early.
//! * [`lock()`] locks a mutex and [`unlocked()`] opens it in the end, in all crates in the same
//!   way.
//! * [`laws`] holds the properties of every game, as functions that a test calls.

mod capability;
mod claim;
mod game;
mod graded;
mod halt;
mod key;
pub mod laws;
mod lock;
mod oracle;
mod paced;
mod planes;
mod player;
mod plug;
mod points;
mod rollout;

pub use capability::{
    Monotone, Notation, NotationError, Numbered, Passing, Shaped, Symmetric, WonByStones, Zoned,
};
pub use claim::{Claim, Margin, Outcome, Verdict};
pub use game::{Class, Game, Repetition, Symmetry, Trace};
pub use graded::Graded;
pub use halt::Halt;
pub use key::{Key, KeySource};
pub use lock::{lock, unlocked};
pub use oracle::{Details, Oracle, Ruling, RulingIn, Settled, SettledIn, Thoroughness};
pub use paced::Paced;
pub use planes::{Painter, PlaneShape, Planes};
pub use player::Player;
pub use plug::{
    Attack, AttackKind, Attempt, Comparison, Costs, Evaluate, Foresight, Guess, GuessQuery,
    Guessed, Heuristic, LEAST_CHANCE, MOST_EVALUATION, Selector, Siblings, TreePlace,
};
pub use points::{NoZone, PointSet};
pub use rollout::{Prior, Rollouts};
