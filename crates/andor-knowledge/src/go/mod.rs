//! Knowledge about Go.

pub mod bounds;
pub mod life;
pub mod territory;
