//! Notation: text and files of moves, positions and games.

pub mod board;
pub mod coordinates;
pub mod hexworld;
pub mod picture;
pub mod record;
pub mod sgf;
