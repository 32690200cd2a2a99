//! Knowledge about Go.

pub mod life;
pub mod territory;
