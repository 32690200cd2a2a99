//! Networks for use: evaluations by the fastest instructions of the machine.

use crate::heads::{Features, Heads};
use crate::int8::{ByteBoards, ByteTrunk};
use crate::kernel::Kernel;
use crate::model::Model;
use crate::parameters::Parameters;
use crate::sample::Output;
use crate::server::{Evaluator, Server};
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
    /// The network of a model, in the fastest way that this machine and the model have.
    #[must_use]
    pub fn of_model(model: &Model) -> Network {
        match &model.scales {
            Some(scales) if Network::bytes_are_fast() => Network::bytes(&model.parameters, scales),
            _ => Network::new(&model.parameters, Kernel::best()),
        }
    }

    /// A network in `f32`.
    ///
    /// An evaluation panics if the machine does not have the kernel.
    #[must_use]
    pub fn new(parameters: &Parameters, kernel: Kernel) -> Network {
        let trunk = Arithmetic::Floats(Arc::new(Trunk::new(parameters, kernel)));
        Network::with(parameters, trunk)
    }

    /// A network whose convolutions compute with bytes, with scales from
    /// [`calibrate`](crate::calibrate). Where [`Network::bytes_are_fast`] is false,
    /// [`Network::new`] is faster.
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
}

impl Server for Network {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn evaluator(&self) -> Box<dyn Evaluator> {
        let trunk = match &self.trunk {
            Arithmetic::Floats(trunk) => Working::Floats(Arc::clone(trunk), trunk.boards()),
            Arithmetic::Bytes(trunk) => Working::Bytes(Arc::clone(trunk), trunk.boards()),
        };
        let (heads, words) = (Arc::clone(&self.heads), self.shape.input_words());
        Box::new(CpuEvaluator { trunk, heads, features: Features::default(), words })
    }
}

/// Evaluates on one core, with boards of its own.
struct CpuEvaluator {
    trunk: Working,
    heads: Arc<Heads<f32>>,
    features: Features<f32>,
    /// The words of an input.
    words: usize,
}

enum Working {
    Floats(Arc<Trunk>, Boards),
    Bytes(Arc<ByteTrunk>, ByteBoards),
}

impl Evaluator for CpuEvaluator {
    fn evaluate(&mut self, input: &[u32], output: &mut Output) {
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

    fn evaluate_all(&mut self, inputs: &[u32], outputs: &mut Vec<Output>) {
        assert!(inputs.len().is_multiple_of(self.words), "words of inputs");
        outputs.resize_with(inputs.len() / self.words, Output::default);
        for (input, output) in inputs.chunks_exact(self.words).zip(outputs) {
            self.evaluate(input, output);
        }
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

    fn outputs(network: &Network, inputs: &[u32]) -> Vec<Output> {
        let mut outputs = Vec::new();
        network.evaluator().evaluate_all(inputs, &mut outputs);
        outputs
    }

    #[test]
    fn answers_depend_on_the_input_alone() {
        let shape = SHAPES[0];
        let parameters = random_parameters(&shape, 3);
        let mut random = fastrand::Rng::with_seed(4);
        let inputs: Vec<_> = (0..40).map(|_| random_input(&shape, &mut random)).collect();
        let scales = calibrate(&parameters, &inputs);
        for network in
            [Network::new(&parameters, Kernel::best()), Network::bytes(&parameters, &scales)]
        {
            let expected = outputs(&network, &inputs.concat());
            assert_ne!(expected[0], expected[1]);
            std::thread::scope(|scope| {
                for thread in 0..4 {
                    let (network, inputs, expected) = (&network, &inputs, &expected);
                    scope.spawn(move || {
                        let mut order: Vec<usize> = (0..inputs.len()).collect();
                        fastrand::Rng::with_seed(thread).shuffle(&mut order);
                        let (mut evaluator, mut output) = (network.evaluator(), Output::default());
                        for index in order {
                            evaluator.evaluate(&inputs[index], &mut output);
                            assert_eq!(output, expected[index]);
                        }
                    });
                }
            });
        }
    }

    #[test]
    fn a_model_is_served_in_the_fastest_way() {
        let shape = SHAPES[2];
        let parameters = random_parameters(&shape, 6);
        let input = random_input(&shape, &mut fastrand::Rng::with_seed(6));
        let scales = calibrate(&parameters, std::slice::from_ref(&input));
        let floats = Network::new(&parameters, Kernel::best());
        let bytes = Network::bytes(&parameters, &scales);
        assert_ne!(outputs(&floats, &input), outputs(&bytes, &input));
        let served = |scales: Option<Vec<f32>>| {
            let model = Model {
                game: String::new(),
                rules: String::new(),
                planes_version: 0,
                target: crate::Target::Costs,
                record: String::new(),
                parameters: parameters.clone(),
                scales,
            };
            outputs(&Network::of_model(&model), &input)
        };
        assert_eq!(served(None), outputs(&floats, &input));
        let fastest = if Network::bytes_are_fast() { bytes } else { floats };
        assert_eq!(served(Some(scales)), outputs(&fastest, &input));
    }
}
