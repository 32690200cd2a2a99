//! The game in play: rules, position, past and a kept search, behind one object-safe interface.
//!
//! Protocols and other callers hold a `Box<dyn InPlay>` and nothing generic. [`Playing`] implements
//! the interface once, for every game with an adapter. [`Session`] adds the operations at a board
//! besides moves: another size, other rules, another position. [`Typed`] leads back from the
//! interface to the type of the game.

mod playing;
mod session;
mod typed;

pub use playing::Playing;
pub use session::Session;
pub use typed::Typed;
