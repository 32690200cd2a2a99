//! The plain network: forward and backward, clear and slow, for either kind of number.
//!
//! Every faster path is tested against this one, and this one is tested against finite differences.

use crate::heads::{Features, Heads};
use crate::real::{Real, relu};
use crate::sample::{Losses, Output, Sample};
use crate::shape::{Part, Shape};

/// A network in plain code.
#[derive(Clone, Debug)]
pub struct Reference<R> {
    shape: Shape,
    parameters: Vec<R>,
    heads: Heads<R>,
}

/// All activations of one evaluation.
struct Trace<R> {
    /// The input of the first convolution: a number for each point and plane.
    input: Vec<R>,
    /// The output of each convolution: a number for each point and channel.
    layers: Vec<Vec<R>>,
    features: Features<R>,
    output: Output<R>,
}

impl<R: Real> Reference<R> {
    /// The network with these parameters, in the order of [`Shape::tensors`].
    #[must_use]
    pub fn new(shape: Shape, parameters: Vec<R>) -> Reference<R> {
        let heads = Heads::new(&shape, &parameters);
        Reference { shape, parameters, heads }
    }

    /// The output for an input.
    #[must_use]
    pub fn evaluate(&self, input: &[u32]) -> Output<R> {
        self.forward(input).output
    }

    /// The losses of a sample; adds the gradient of the weighted sum of the losses to `gradient`.
    pub fn learn(&self, sample: &Sample, gradient: &mut [R]) -> Losses {
        let trace = self.forward(&sample.input);
        let mut slopes = Output::zero(&self.shape);
        let losses = sample.losses(&trace.output, &mut slopes);
        self.backward(&trace, &slopes, gradient);
        losses
    }

    fn forward(&self, input: &[u32]) -> Trace<R> {
        let Shape { planes, filters, .. } = self.shape;
        let mut values = vec![R::default(); self.shape.points() * planes];
        for (index, value) in values.iter_mut().enumerate() {
            let (point, plane) = (index / planes, index % planes);
            let word = input[plane * self.shape.plane_words() + point / 32];
            *value = R::from((word >> (point % 32) & 1) as f32);
        }
        let mut layers: Vec<Vec<R>> = Vec::new();
        for layer in 0..self.shape.layers() {
            let before = layers.last().unwrap_or(&values);
            let mut output = self.convolution(layer, before);
            if layer > 0 && layer % 2 == 0 {
                for (value, &skipped) in output.iter_mut().zip(&layers[layer - 2]) {
                    *value += skipped;
                }
            }
            output.iter_mut().for_each(|value| *value = relu(*value));
            layers.push(output);
        }
        let last = &layers[layers.len() - 1];
        let (mut features, mut output) = (Features::default(), Output::zero(&self.shape));
        self.heads.forward(|point| &last[point * filters..][..filters], &mut features, &mut output);
        Trace { input: values, layers, features, output }
    }

    /// Calls a function for each tap of each point: the point, the tap, the point under the tap.
    fn for_taps(&self, mut visit: impl FnMut(usize, usize, usize)) {
        let Shape { width, height, .. } = self.shape;
        for point in 0..width * height {
            for tap in 0..9 {
                let (row, column) = (point / width + tap / 3, point % width + tap % 3);
                // The window begins one row and one column before the point.
                if (1..=height).contains(&row) && (1..=width).contains(&column) {
                    visit(point, tap, (row - 1) * width + column - 1);
                }
            }
        }
    }

    fn convolution(&self, layer: usize, input: &[R]) -> Vec<R> {
        let (channels, filters) = (self.shape.channels_in(layer), self.shape.filters);
        let weights = &self.parameters[self.shape.tensor(Part::Convolution(layer)).range()];
        let bias = &self.parameters[self.shape.tensor(Part::ConvolutionBias(layer)).range()];
        let mut output = bias.repeat(self.shape.points());
        self.for_taps(|point, tap, under| {
            for channel in 0..channels {
                let value = input[under * channels + channel];
                for filter in 0..filters {
                    output[point * filters + filter] +=
                        value * weights[(tap * channels + channel) * filters + filter];
                }
            }
        });
        output
    }

    fn backward(&self, trace: &Trace<R>, slopes: &Output<R>, gradient: &mut [R]) {
        let filters = self.shape.filters;
        let last = &trace.layers[trace.layers.len() - 1];
        let point = |point: usize| &last[point * filters..][..filters];
        let sums = self.heads.backward(point, &trace.features, slopes, gradient);
        let mut current = last.clone();
        for (channels, &slope) in current.chunks_exact_mut(filters).zip(&slopes.policy) {
            self.heads.point_gradient(slope, &sums, channels);
        }
        // The gradient of the output of a block, for the path around its two convolutions.
        let mut around = Vec::new();
        for layer in (0..self.shape.layers()).rev() {
            for (slope, &value) in current.iter_mut().zip(&trace.layers[layer]) {
                if value <= R::default() {
                    *slope = R::default();
                }
            }
            if layer > 0 && layer % 2 == 0 {
                around.clone_from(&current);
            }
            let input = if layer == 0 { &trace.input } else { &trace.layers[layer - 1] };
            current = self.convolution_back(layer, input, &current, gradient);
            if layer % 2 == 1 {
                for (slope, &skipped) in current.iter_mut().zip(&around) {
                    *slope += skipped;
                }
            }
        }
    }

    /// Adds the gradient of a convolution's parameters, and gives the gradient of its input.
    fn convolution_back(
        &self,
        layer: usize,
        input: &[R],
        slopes: &[R],
        gradient: &mut [R],
    ) -> Vec<R> {
        let (channels, filters) = (self.shape.channels_in(layer), self.shape.filters);
        let range = self.shape.tensor(Part::Convolution(layer)).range();
        let weights = &self.parameters[range.clone()];
        let of_weights = &mut gradient[range];
        let mut of_input = vec![R::default(); input.len()];
        self.for_taps(|point, tap, under| {
            for channel in 0..channels {
                for filter in 0..filters {
                    let weight = (tap * channels + channel) * filters + filter;
                    let slope = slopes[point * filters + filter];
                    of_weights[weight] += slope * input[under * channels + channel];
                    of_input[under * channels + channel] += slope * weights[weight];
                }
            }
        });
        let of_bias = &mut gradient[self.shape.tensor(Part::ConvolutionBias(layer)).range()];
        for slopes in slopes.chunks_exact(filters) {
            for (sum, &slope) in of_bias.iter_mut().zip(slopes) {
                *sum += slope;
            }
        }
        of_input
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{random_parameters, random_samples};

    const SHAPE: Shape =
        Shape { width: 5, height: 5, planes: 3, extra_moves: 1, blocks: 2, filters: 8, bins: 6 };

    /// A network by hand: one filter that counts the stones around a point.
    #[test]
    fn a_convolution_sees_the_points_around_a_point() {
        let shape = Shape { width: 3, height: 2, planes: 1, blocks: 0, filters: 1, ..SHAPE };
        let mut parameters = vec![0.0f64; shape.parameters()];
        for (tap, weight) in [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0].iter().enumerate()
        {
            parameters[tap] = *weight;
        }
        parameters[shape.tensor(Part::Policy).start] = 1.0;
        parameters[shape.tensor(Part::Extra).start] = 1.0;
        // # . .
        // . # .
        let network = Reference::new(shape, parameters);
        let policy = network.evaluate(&[0b010_001]).policy;
        assert_eq!(policy[..6], [16.0 + 256.0, 8.0 + 128.0, 64.0, 2.0 + 32.0, 1.0 + 16.0, 8.0]);
        // The extra move sees the sum over all points, divided by the root of their number.
        let sum: f64 = policy[..6].iter().sum();
        assert!((policy[6] - sum / 6f64.sqrt()).abs() < 1e-9 && policy.len() == 7, "{policy:?}");
    }

    /// Bits after the last point do not count.
    #[test]
    fn bits_after_the_last_point_are_not_read() {
        let parameters = random_parameters(&SHAPE, 5);
        let network = Reference::new(SHAPE, parameters.values().to_vec());
        let clean = [0b1_0110, 0x155, 0x1ff_ffff];
        let dirty = clean.map(|word| word | 0xfe00_0000);
        assert_eq!(network.evaluate(&clean), network.evaluate(&dirty));
    }

    #[test]
    fn gradients_agree_with_finite_differences() {
        let parameters = random_parameters(&SHAPE, 7);
        let values: Vec<f64> = parameters.values().iter().map(|&value| value.into()).collect();
        let samples = random_samples(&SHAPE, 3, 11);
        let loss = |values: &[f64], gradient: &mut [f64]| -> f64 {
            let network = Reference::new(SHAPE, values.to_vec());
            let of_sample = |sample: &Sample| {
                let losses = network.learn(sample, gradient);
                let weigh = |head: usize| f64::from(sample.cost_weights[head]) * losses.costs[head];
                f64::from(sample.policy_weight) * losses.policy + weigh(0) + weigh(1)
            };
            samples.iter().map(of_sample).sum()
        };
        let mut gradient = vec![0.0; values.len()];
        let _ = loss(&values, &mut gradient);
        let mut random = fastrand::Rng::with_seed(13);
        let mut scratch = vec![0.0; values.len()];
        for tensor in SHAPE.tensors() {
            let range = tensor.range();
            let most =
                gradient[range.clone()].iter().fold(0f64, |most, slope| most.max(slope.abs()));
            assert!(most > 1e-4, "{}: the gradient is {most}", tensor.part);
            for _ in 0..12.min(range.len()) {
                let index = random.usize(range.clone());
                let mut at = |distance: f64| {
                    let mut moved = values.clone();
                    moved[index] += distance;
                    loss(&moved, &mut scratch)
                };
                let step = 1e-6;
                let slope = (at(step) - at(-step)) / (2.0 * step);
                let error = (slope - gradient[index]).abs();
                assert!(
                    error < 1e-5 * most.max(1.0),
                    "{}: {slope}, not {}",
                    tensor.part,
                    gradient[index]
                );
            }
        }
    }
}
