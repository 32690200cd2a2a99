//! How moves, positions and games are written.

pub mod coordinates;
pub mod picture;
