//! Players: searches that must give a move, not a proof.
//!
//! A [`Player`] thinks about a position for as long as it may and reports its knowledge of each
//! move; a solved move is reported as solved. A player keeps its results for its next move.
//! [`Thinker`] is the player of every game that has no other player.

mod candidate;
mod guess;
pub(crate) mod plan;
pub(crate) mod table;
pub(crate) mod think;
pub(crate) mod thought;

pub use table::{Player, Table};
pub use think::Thinker;
pub use thought::{Aim, MoveThought, Thought, Worth};
