//! Knowledge about Hex: virtual connections, inferior cells, splits, and the oracle that joins
//! them.

mod captured;
mod closure;
pub mod connections;
pub mod derivation;
mod ends;
pub mod graph;
pub mod inferior;
mod options;
pub mod oracle;
mod queue;
mod recent;
pub mod split;
mod update;

pub use ends::End;
pub use options::Options;

/// The bytes that a vector has reserved.
fn heap<T>(vector: &Vec<T>) -> usize {
    vector.capacity() * size_of::<T>()
}
