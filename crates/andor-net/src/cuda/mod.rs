//! Networks on NVIDIA GPUs: evaluations in batches, and training.
//!
//! The driver is found at run time, so a build needs no CUDA; [`Gpu::open`] gives an error in words
//! where there is no driver or no GPU. `kernels.cu` holds the kernels, and `compile.py` makes the
//! machine code and the PTX that are part of the library. Convolutions compute in bf16 with sums in
//! `f32`; the parameters in training are `f32`. An output depends on its input alone, and a
//! training step gives the same bits each time.
//!
//! ```
//! use andor_net::cuda::{CudaError, Gpu, GpuNetwork};
//! use andor_net::{Kernel, Network, Output, Parameters, Server, Shape};
//!
//! let shape =
//!     Shape { width: 9, height: 9, planes: 3, extra_moves: 1, blocks: 2, filters: 64, bins: 50 };
//! let parameters = Parameters::new(shape, 1);
//! let tell = |error: &CudaError| eprintln!("{error}; the network goes on on the processor");
//! let on_gpu = Gpu::open().and_then(|gpu| GpuNetwork::new(&gpu, &parameters, tell));
//! let server: Box<dyn Server> = match on_gpu {
//!     Ok(network) => Box::new(network),
//!     Err(error) => {
//!         eprintln!("{error}; the network runs on the processor");
//!         Box::new(Network::new(&parameters, Kernel::best()))
//!     }
//! };
//! let mut output = Output::default();
//! server.evaluator().evaluate(&vec![0; shape.input_words()], &mut output);
//! assert_eq!(output.policy.len(), 9 * 9 + 1);
//! ```

mod batches;
mod device;
mod driver;
mod samples;
mod server;
mod train;

pub use batches::{Answers, Batches, CostAnswers};
pub use driver::{CudaError, Gpu, Image};
pub use server::GpuNetwork;
pub use train::GpuTrainer;
