//! Knowledge about Hex.

mod captured;
mod closure;
pub mod connections;
pub mod derivation;
mod ends;
pub mod inferior;
mod options;
pub mod oracle;
mod queue;
pub mod resistance;
mod skyline;
pub mod split;

pub use ends::End;
pub use options::Options;
