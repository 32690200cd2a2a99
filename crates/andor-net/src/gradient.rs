//! Gradients of a network by matrix products: backpropagation for one sample after the other.
//!
//! [`Learner`] holds what all samples of a training step share, [`Tape`] what one sample leaves
//! behind, and [`Gradient`] the sum over samples.

use crate::gemm::{LANES, Offsets, Product};
use crate::heads::{Features, Heads};
use crate::kernel::Kernel;
use crate::parameters::Parameters;
use crate::sample::{Losses, Output, Sample};
use crate::shape::{Part, Shape};
use crate::trunk::{Convolution, Then, Trunk};

/// The parameters of a training step.
pub(crate) struct Learner {
    trunk: Trunk,
    heads: Heads<f32>,
    /// Each convolution but the first, turned round: opposite tap and channel out, channel in.
    turned: Vec<Convolution>,
    /// The rows of the gradient of each convolution's weights.
    weight_rows: Vec<Offsets>,
    /// As many zeros as a point has channels.
    no_bias: Vec<f32>,
}

/// The activations and gradients of one sample.
pub(crate) struct Tape {
    input: Vec<f32>,
    layers: Vec<Vec<f32>>,
    features: Features<f32>,
    output: Output,
    slopes: Output,
    /// The gradient of a block's output.
    outer: Vec<f32>,
    /// The gradient between the two convolutions of a block.
    inner: Vec<f32>,
}

/// A sum of gradients and losses over samples.
#[derive(Clone, Debug)]
pub(crate) struct Gradient {
    /// The gradient of all parameters, in the order of the store.
    pub(crate) values: Vec<f32>,
    pub(crate) losses: Losses,
    /// The gradients of each convolution's weights, with filled-up channels.
    convolutions: Vec<Vec<f32>>,
}

impl Gradient {
    pub(crate) fn zero(shape: &Shape) -> Gradient {
        let lanes = shape.filters.next_multiple_of(LANES);
        let convolution = |layer| vec![0.0; 9 * shape.channels_in(layer) * lanes];
        Gradient {
            values: vec![0.0; shape.parameters()],
            losses: Losses::default(),
            convolutions: (0..shape.layers()).map(convolution).collect(),
        }
    }
}

impl Learner {
    pub(crate) fn new(parameters: &Parameters, kernel: Kernel) -> Learner {
        let shape = parameters.shape();
        let trunk = Trunk::new(parameters, kernel);
        let (filters, lanes) = (shape.filters, trunk.inner.stride);
        let turn = |layer| {
            let weights = parameters.part(Part::Convolution(layer));
            Convolution::new(9 * filters, &vec![0.0; filters], |row, output| {
                let (tap, channel) = (8 - row / filters, row % filters);
                weights[(tap * filters + output) * filters + channel]
            })
        };
        let rows = |layer| Offsets::new((0..9 * shape.channels_in(layer)).map(|row| row * lanes));
        Learner {
            heads: Heads::new(shape, parameters.values()),
            turned: (1..shape.layers()).map(turn).collect(),
            weight_rows: (0..shape.layers()).map(rows).collect(),
            no_bias: vec![0.0; lanes],
            trunk,
        }
    }

    pub(crate) fn tape(&self) -> Tape {
        let shape = &self.trunk.shape;
        let board = self.trunk.inner.zeros();
        Tape {
            input: self.trunk.input.zeros(),
            layers: vec![board.clone(); shape.layers()],
            features: Features::default(),
            output: Output::zero(shape),
            slopes: Output::zero(shape),
            outer: board.clone(),
            inner: board,
        }
    }

    /// Replaces a gradient by the sum over some samples.
    pub(crate) fn learn(&self, samples: &[Sample], tape: &mut Tape, gradient: &mut Gradient) {
        gradient.values.fill(0.0);
        gradient.losses = Losses::default();
        gradient.convolutions.iter_mut().for_each(|weights| weights.fill(0.0));
        for sample in samples {
            self.forward(sample, tape);
            let losses = sample.losses(&tape.output, &mut tape.slopes);
            gradient.losses.add(sample, &losses);
            self.backward(tape, gradient);
        }
        let (shape, lanes) = (&self.trunk.shape, self.trunk.inner.stride);
        for (layer, wide) in gradient.convolutions.iter().enumerate() {
            let narrow = &mut gradient.values[shape.tensor(Part::Convolution(layer)).range()];
            for (narrow, wide) in narrow.chunks_exact_mut(shape.filters).zip(wide.chunks(lanes)) {
                narrow.copy_from_slice(&wide[..shape.filters]);
            }
        }
    }

    fn forward(&self, sample: &Sample, tape: &mut Tape) {
        let trunk = &self.trunk;
        trunk.input.unpack(&sample.input, 1.0, &mut tape.input);
        trunk.forward(0, &tape.input, &mut tape.layers[0], false);
        for layer in 1..tape.layers.len() {
            let (before, after) = tape.layers.split_at_mut(layer);
            let is_second = layer % 2 == 0;
            if is_second {
                after[0].copy_from_slice(&before[layer - 2]);
            }
            trunk.forward(layer, &before[layer - 1], &mut after[0], is_second);
        }
        let last = &tape.layers[tape.layers.len() - 1];
        let point = |point| trunk.inner.point(last, point);
        self.heads.forward(point, &mut tape.features, &mut tape.output);
    }

    fn backward(&self, tape: &mut Tape, gradient: &mut Gradient) {
        let board = &self.trunk.inner;
        let Tape { input, layers, features, slopes, outer, inner, .. } = tape;
        let last = &layers[layers.len() - 1];
        let point = |point| board.point(last, point);
        let sums = self.heads.backward(point, features, slopes, &mut gradient.values);
        for (&place, &slope) in board.points.list().iter().zip(&slopes.policy) {
            let channels = &mut outer[place as usize..][..board.stride];
            self.heads.point_gradient(slope, &sums, channels);
        }
        for layer in (1..layers.len()).rev().step_by(2) {
            // The second convolution of a block is `layer`, the first one is `layer - 1`.
            mask(outer, &layers[layer]);
            self.of_weights(layer, &layers[layer - 1], outer, gradient);
            self.of_input(layer, outer, inner, false);
            mask(inner, &layers[layer - 1]);
            self.of_weights(layer - 1, &layers[layer - 2], inner, gradient);
            self.of_input(layer - 1, inner, outer, true);
        }
        mask(outer, &layers[0]);
        self.of_weights(0, input, outer, gradient);
    }

    /// Adds the gradient of a convolution's weights and biases.
    fn of_weights(&self, layer: usize, input: &[f32], slopes: &[f32], gradient: &mut Gradient) {
        let (board, inner) = (self.trunk.before(layer), &self.trunk.inner);
        let product = Product {
            left: input,
            rows: &board.taps,
            columns: &board.windows,
            right: slopes,
            depths: &inner.points,
            bias: &self.no_bias,
            places: &self.weight_rows[layer],
            add: true,
            relu: false,
        };
        self.trunk.kernel.multiply(&product, &mut gradient.convolutions[layer]);
        let range = self.trunk.shape.tensor(Part::ConvolutionBias(layer)).range();
        let of_bias = &mut gradient.values[range];
        for point in 0..self.trunk.shape.points() {
            for (sum, slope) in of_bias.iter_mut().zip(inner.point(slopes, point)) {
                *sum += slope;
            }
        }
    }

    /// Computes the gradient of the input of a convolution that is not the first; with `add` it is
    /// added.
    fn of_input(&self, layer: usize, slopes: &[f32], out: &mut [f32], add: bool) {
        let board = &self.trunk.inner;
        let then = Then { add, relu: false };
        let (from, to) = ((slopes, board), (out, &board.points));
        self.turned[layer - 1].compute(self.trunk.kernel, from, to, then);
    }
}

/// No gradient passes where the activation is zero.
fn mask(slopes: &mut [f32], activations: &[f32]) {
    for (slope, &activation) in slopes.iter_mut().zip(activations) {
        *slope = if activation > 0.0 { *slope } else { 0.0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::Reference;
    use crate::testing::{SHAPES, random_parameters, random_samples};

    #[test]
    fn every_kernel_agrees_with_the_reference() {
        for (shape, seed) in SHAPES.into_iter().zip(1..) {
            let parameters = random_parameters(&shape, seed);
            let samples = random_samples(&shape, 4, seed);
            let values = parameters.values().iter().map(|&value| value.into()).collect();
            let reference = Reference::<f64>::new(shape, values);
            let mut expected = vec![0.0; shape.parameters()];
            let mut losses = Losses::default();
            for sample in &samples {
                losses.add(sample, &reference.learn(sample, &mut expected));
            }
            for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
                let learner = Learner::new(&parameters, kernel);
                let mut found = Gradient::zero(&shape);
                // The second time everything begins anew.
                for _ in 0..2 {
                    learner.learn(&samples, &mut learner.tape(), &mut found);
                }
                assert!((found.losses.policy - losses.policy).abs() < 1e-3, "{kernel}: {losses:?}");
                assert!((found.losses.costs[1] - losses.costs[1]).abs() < 1e-3, "{kernel}");
                for tensor in shape.tensors() {
                    let norm = |values: &[f64]| values.iter().map(|v| v * v).sum::<f64>().sqrt();
                    let expected = &expected[tensor.range()];
                    let found = found.values[tensor.range()].iter();
                    let errors: Vec<f64> = found
                        .zip(expected)
                        .map(|(&found, expected)| f64::from(found) - expected)
                        .collect();
                    let (error, size) = (norm(&errors), norm(expected));
                    assert!(error <= 1e-4 * size, "{kernel}, {}: {error} of {size}", tensor.part);
                }
            }
        }
    }
}
