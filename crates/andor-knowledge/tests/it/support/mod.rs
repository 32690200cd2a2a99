//! What several tests use.

pub mod go;
pub mod hex_play;
pub mod hex_values;
