//! Networks for use: evaluations by the fastest instructions of the machine.

use crate::gemm::Kernel;
use crate::heads::{Features, Heads};
use crate::int8::{ByteBoards, ByteTrunk};
use crate::parameters::Parameters;
use crate::sample::Output;
use crate::shape::Shape;
use crate::trunk::{Boards, Trunk};
use std::sync::Arc;

/// A network that is ready for evaluations; clones share its numbers.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    trunk: Arithmetic,
    heads: Arc<Heads<f32>>,
}

#[derive(Clone, Debug)]
enum Arithmetic {
    Floats(Arc<Trunk>),
    Bytes(Arc<ByteTrunk>),
}

impl Network {
    /// A network in `f32`.
    ///
    /// An evaluation panics if the machine does not have the kernel.
    #[must_use]
    pub fn new(parameters: &Parameters, kernel: Kernel) -> Network {
        let trunk = Arithmetic::Floats(Arc::new(Trunk::new(parameters, kernel)));
        Network::with(parameters, trunk)
    }

    /// A network whose convolutions compute with bytes, with scales from [`calibrate`](crate::calibrate).
    /// Where [`Network::bytes_are_fast`] is false, [`Network::new`] is faster.
    ///
    /// # Panics
    ///
    /// If there is not one scale for each convolution but the last.
    #[must_use]
    pub fn bytes(parameters: &Parameters, scales: &[f32]) -> Network {
        let trunk = Arithmetic::Bytes(Arc::new(ByteTrunk::new(parameters, scales)));
        Network::with(parameters, trunk)
    }

    /// Does this machine have vector instructions for networks in bytes (AVX-512 VNNI)?
    #[must_use]
    pub fn bytes_are_fast() -> bool {
        #[cfg(target_arch = "x86_64")]
        return crate::x86::has_vnni();
        #[cfg(not(target_arch = "x86_64"))]
        return false;
    }

    fn with(parameters: &Parameters, trunk: Arithmetic) -> Network {
        let shape = *parameters.shape();
        Network { shape, trunk, heads: Arc::new(Heads::new(&shape, parameters.values())) }
    }

    /// The sizes of the network.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// An evaluator with boards of its own, for one thread.
    #[must_use]
    pub fn evaluator(&self) -> CpuEvaluator {
        let trunk = match &self.trunk {
            Arithmetic::Floats(trunk) => Working::Floats(Arc::clone(trunk), trunk.boards()),
            Arithmetic::Bytes(trunk) => Working::Bytes(Arc::clone(trunk), trunk.boards()),
        };
        CpuEvaluator { trunk, heads: Arc::clone(&self.heads), features: Features::default() }
    }
}

/// Evaluates on one core.
#[derive(Clone, Debug)]
pub struct CpuEvaluator {
    trunk: Working,
    heads: Arc<Heads<f32>>,
    features: Features<f32>,
}

#[derive(Clone, Debug)]
enum Working {
    Floats(Arc<Trunk>, Boards),
    Bytes(Arc<ByteTrunk>, ByteBoards),
}

impl CpuEvaluator {
    /// Evaluates one input.
    ///
    /// # Panics
    ///
    /// If the input does not have the shape's number of words.
    pub fn evaluate(&mut self, input: &[u32], output: &mut Output) {
        let (board, last) = match &mut self.trunk {
            Working::Floats(trunk, boards) => {
                trunk.run(input, boards, |_, _| ());
                (&trunk.inner, &boards.current)
            }
            Working::Bytes(trunk, boards) => {
                trunk.run(input, boards);
                (&trunk.inner, &boards.last)
            }
        };
        self.heads.forward(|point| board.point(last, point), &mut self.features, output);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::int8::calibrate;
    use crate::reference::Reference;
    use crate::testing::{SHAPES, random_input, random_parameters};

    /// The largest difference of logits, and the size of the largest logit.
    fn compare(found: &Output, expected: &Output) -> (f32, f32) {
        let pairs = found.policy.iter().zip(&expected.policy);
        let pairs = pairs.chain(found.heads.iter().zip(&expected.heads));
        pairs.fold((0.0, 0.0), |(error, size), (found, expected)| {
            (f32::max(error, (found - expected).abs()), f32::max(size, expected.abs()))
        })
    }

    #[test]
    fn every_path_agrees_with_the_reference() {
        for (shape, seed) in SHAPES.into_iter().zip(1..) {
            let parameters = random_parameters(&shape, seed);
            let reference = Reference::new(shape, parameters.values().to_vec());
            let mut random = fastrand::Rng::with_seed(seed);
            let inputs: Vec<_> = (0..8).map(|_| random_input(&shape, &mut random)).collect();
            let expected: Vec<_> = inputs.iter().map(|input| reference.evaluate(input)).collect();
            let check = |name: &str, network: &Network, tolerance: f32| {
                let mut evaluator = network.evaluator();
                let mut output = Output::default();
                // The second round finds the boards as the first one left them.
                for (input, expected) in inputs.iter().zip(&expected).cycle().take(16) {
                    evaluator.evaluate(input, &mut output);
                    let (error, size) = compare(&output, expected);
                    assert!(error <= tolerance * size, "{name}, {shape:?}: {error} of {size}");
                    let mut fresh = Output::default();
                    network.evaluator().evaluate(input, &mut fresh);
                    assert_eq!(
                        output, fresh,
                        "{name}: an evaluation gives the same bits each time"
                    );
                }
            };
            for kernel in Kernel::ALL {
                match kernel.is_available() {
                    true => check(&kernel.to_string(), &Network::new(&parameters, kernel), 1e-5),
                    false => eprintln!("skipped: this machine has no {kernel}"),
                }
            }
            let scales = calibrate(&parameters, &inputs);
            check("bytes", &Network::bytes(&parameters, &scales), 0.03);
        }
    }
}
