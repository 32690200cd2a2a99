//! Networks that guess a policy and costs: bit planes in, logits out.
//!
//! The crate knows no game and no search. A [`Shape`] says how large a network is, [`Parameters`] hold its
//! numbers, and [`Reference`] computes the network in the plainest way.

pub mod cost;
mod heads;
mod parameters;
mod real;
mod reference;
mod sample;
pub mod shape;
#[cfg(test)]
mod testing;

pub use cost::Cost;
pub use parameters::Parameters;
pub use real::Real;
pub use reference::Reference;
pub use sample::{Losses, Output, Sample};
pub use shape::Shape;
