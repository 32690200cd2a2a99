//! Networks that guess a policy and costs: bit planes in, logits out.
//!
//! The crate knows no game and no search. A [`Shape`] says how large a network is, [`Parameters`] hold its
//! numbers, and [`Reference`] computes the network in the plainest way.

pub mod cost;
mod file;
mod gemm;
mod gradient;
mod heads;
mod int8;
pub mod model;
mod network;
mod parameters;
mod real;
mod reference;
mod sample;
pub mod shape;
#[cfg(test)]
mod testing;
mod train;
mod trunk;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use cost::Cost;
pub use file::{FileError, FileProblem};
pub use gemm::Kernel;
pub use int8::calibrate;
pub use model::{Encoding, Model, ModelError, Subject, Target};
pub use network::{CpuEvaluator, Network};
pub use parameters::Parameters;
pub use real::Real;
pub use reference::Reference;
pub use sample::{Losses, Output, Sample};
pub use shape::Shape;
pub use train::{Rule, State, Step, Trainer, Training};
