//! The game in play: rules, position, past and a kept search, behind one object-safe interface.
//!
//! Protocols and other callers hold a `Box<dyn InPlay>` and nothing generic. [`Playing`] implements
//! the interface once, for every game with an adapter. `at_board` adds what opens the game anew:
//! another size, other rules, the start. `own` is the hook of a game that answers in its own way.
//! [`Typed`] leads back from the interface to the type of the game.

mod at_board;
pub(crate) mod own;
mod playing;
mod typed;

pub use playing::Playing;
pub use typed::Typed;
