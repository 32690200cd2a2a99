//! The rules of the games, in the most naive form: section 5 of `docs/certificate.md`.
//!
//! A board is a plain list of points and a [`Line`] keeps all its positions and their marks, so
//! that a rule about the past is a question about the marks. Nothing else is updated incrementally;
//! everything is computed from the board when it is asked for.

mod board;
pub mod go;
pub mod gomoku;
pub mod hex;
pub mod killall;
mod line;
pub mod mnk;
pub mod phutball;
pub(crate) mod picture;

pub(crate) use board::flood;
pub use board::{Board, Outcome, State};
pub use line::{Line, after};
