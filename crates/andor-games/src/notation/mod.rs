//! How moves, positions and games are written.

pub mod board;
pub mod coordinates;
pub mod hexworld;
pub mod picture;
pub mod record;
pub mod sgf;
