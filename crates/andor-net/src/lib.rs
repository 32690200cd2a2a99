//! Networks that guess a policy and costs: bit planes in, logits out.
//!
//! The crate knows no game and no search. A [`Shape`] says how large a network is, [`Parameters`]
//! hold its numbers, a [`Trainer`] improves them, a [`Model`] goes to a file, and a [`Network`]
//! gives evaluations with the fastest instructions of the machine. [`Reference`] computes the same
//! in the plainest way. With the feature `cuda` the module `cuda` does the same on NVIDIA GPUs.
//!
//! | modules | what they do |
//! |---|---|
//! | [`shape`], `parameters` | sizes, and one flat store of numbers |
//! | `reference` | forward and backward in plain code, for tests |
//! | `board`, `trunk`, `int8`, `heads` | the parts of an evaluation, in `f32` and in bytes |
//! | `gemm`, `gemm8`, `kernel`, `x86` | one matrix product for all convolutions |
//! | `network`, `server` | evaluations, and how threads ask for them |
//! | `gradient`, `train`, `sample` | steps of training, targets and losses |
//! | [`cost`] | costs as distributions over bins, and back |
//! | [`model`] | model files |
//! | [`cuda`] | evaluations and training on NVIDIA GPUs |
//!
//! ```
//! use andor_net::{Kernel, Network, Output, Parameters, Sample, Server, Shape, Trainer, Training};
//!
//! let shape =
//!     Shape { width: 3, height: 3, planes: 1, extra_moves: 0, blocks: 1, filters: 16, bins: 8 };
//! let mut trainer = Trainer::new(Parameters::new(shape, 1), Training::default());
//! // A stone in a corner: the best move is the middle, and the second head's cost is infinite.
//! let sample = Sample {
//!     input: vec![0b000_000_001],
//!     legal: vec![0b111_111_110],
//!     policy: vec![(4, 1.0)],
//!     costs: [2.5, f32::INFINITY],
//!     policy_weight: 1.0,
//!     cost_weights: [1.0, 1.0],
//! };
//! for _ in 0..300 {
//!     trainer.step(std::slice::from_ref(&sample), 3e-3);
//! }
//! let network = Network::new(trainer.parameters(), Kernel::best());
//! let mut output = Output::default();
//! network.evaluator().evaluate(&sample.input, &mut output);
//! let best = (1..9).max_by(|&a, &b| output.policy[a].total_cmp(&output.policy[b]));
//! assert_eq!(best, Some(4));
//! let [first, second] = output.costs();
//! assert!((first.mean - 2.5).abs() < 0.2 && second.infinite > 0.9);
//! ```

mod board;
pub mod cost;
#[cfg(feature = "cuda")]
pub mod cuda;
mod gemm;
mod gemm8;
mod gradient;
mod heads;
mod int8;
mod kernel;
pub mod model;
mod network;
mod parameters;
mod real;
mod reference;
mod sample;
mod server;
pub mod shape;
#[cfg(test)]
mod testing;
mod train;
mod trunk;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use cost::Cost;
pub use int8::calibrate;
pub use kernel::Kernel;
pub use model::{Encoding, FileError, Model, ModelError, Subject, Target};
pub use network::Network;
pub use parameters::Parameters;
pub use real::Real;
pub use reference::Reference;
pub use sample::{Losses, Output, Sample};
pub use server::{Evaluator, Server};
pub use shape::Shape;
pub use train::{Rule, State, Step, Trainer, Training};

/// The program in the document, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/networks.md")]
struct Document;
