//! The rules of the games, and the notation of their moves and positions.
//!
//! Each game is a value of a type that implements [`andor_core::Game`]; its fields are the size of the
//! board and the variant of the rules. Every game obeys [`andor_core::laws`].

pub mod any;
pub mod dihedral;
pub mod go;
pub mod gomoku;
pub mod hex;
pub mod killall;
pub mod notation;
pub mod phutball;
pub mod points;
pub mod size;
pub mod toy;
