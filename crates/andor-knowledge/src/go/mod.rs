//! Knowledge about Go.

pub mod life;
