//! The heads of a network: from the channels of the last convolution to the logits, and back.
//!
//! The heads are a thousandth of the work of the convolutions, so one plain implementation serves
//! the reference, the vector kernels and the training. The activations of a point are given by a
//! function, because each of the three has a layout of its own.

use crate::real::{Real, relu};
use crate::sample::Output;
use crate::shape::{HIDDEN, Part, Shape};

/// The parameters of the heads.
#[derive(Clone, Debug)]
pub(crate) struct Heads<R> {
    shape: Shape,
    policy: Vec<R>,
    extra: Vec<R>,
    extra_bias: Vec<R>,
    hidden: Vec<R>,
    hidden_bias: Vec<R>,
    value: Vec<R>,
    value_bias: Vec<R>,
}

/// What stands between the channels and the logits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Features<R> {
    /// The channel sums, divided by the side of the board.
    sums: Vec<R>,
    /// The hidden units.
    hidden: Vec<R>,
}

impl<R: Real> Heads<R> {
    pub(crate) fn new(shape: &Shape, parameters: &[R]) -> Heads<R> {
        let part = |part| parameters[shape.tensor(part).range()].to_vec();
        Heads {
            shape: *shape,
            policy: part(Part::Policy),
            extra: part(Part::Extra),
            extra_bias: part(Part::ExtraBias),
            hidden: part(Part::Hidden),
            hidden_bias: part(Part::HiddenBias),
            value: part(Part::Value),
            value_bias: part(Part::ValueBias),
        }
    }

    /// The logits from the activations of the points.
    pub(crate) fn forward<'a>(
        &self,
        point: impl Fn(usize) -> &'a [R],
        features: &mut Features<R>,
        output: &mut Output<R>,
    ) where
        R: 'a,
    {
        let points = self.shape.points();
        output.resize(&self.shape);
        features.sums.clear();
        features.sums.resize(self.shape.filters, R::default());
        for (index, logit) in output.policy[..points].iter_mut().enumerate() {
            let channels = point(index);
            *logit = dot(channels, &self.policy);
            add_multiple(&mut features.sums, R::from(1.0), channels);
        }
        let scale = R::from_f64(1.0 / self.shape.side());
        features.sums.iter_mut().for_each(|sum| *sum = *sum * scale);
        let extra = &mut output.policy[points..];
        linear(&features.sums, &self.extra, &self.extra_bias, extra);
        features.hidden.resize(HIDDEN, R::default());
        linear(&features.sums, &self.hidden, &self.hidden_bias, &mut features.hidden);
        features.hidden.iter_mut().for_each(|unit| *unit = relu(*unit));
        linear(&features.hidden, &self.value, &self.value_bias, &mut output.heads);
    }

    /// Adds the gradient of the heads' parameters to `gradient`, the store of all parameters, and
    /// gives the gradient of the sum of each channel.
    pub(crate) fn backward<'a>(
        &self,
        point: impl Fn(usize) -> &'a [R],
        features: &Features<R>,
        slopes: &Output<R>,
        gradient: &mut [R],
    ) -> Vec<R>
    where
        R: 'a,
    {
        let points = self.shape.points();
        let at = |part| self.shape.tensor(part).range();
        let (of_points, of_extra) = slopes.policy.split_at(points);
        for (index, &slope) in of_points.iter().enumerate() {
            add_multiple(&mut gradient[at(Part::Policy)], slope, point(index));
        }
        let mut sums = vec![R::default(); self.shape.filters];
        let mut hidden = vec![R::default(); HIDDEN];
        linear_back(
            &features.hidden,
            &self.value,
            &slopes.heads,
            &mut gradient[at(Part::Value)],
            &mut hidden,
        );
        add_multiple(&mut gradient[at(Part::ValueBias)], R::from(1.0), &slopes.heads);
        for (slope, &unit) in hidden.iter_mut().zip(&features.hidden) {
            if unit <= R::default() {
                *slope = R::default();
            }
        }
        linear_back(
            &features.sums,
            &self.hidden,
            &hidden,
            &mut gradient[at(Part::Hidden)],
            &mut sums,
        );
        add_multiple(&mut gradient[at(Part::HiddenBias)], R::from(1.0), &hidden);
        linear_back(
            &features.sums,
            &self.extra,
            of_extra,
            &mut gradient[at(Part::Extra)],
            &mut sums,
        );
        add_multiple(&mut gradient[at(Part::ExtraBias)], R::from(1.0), of_extra);
        let scale = R::from_f64(1.0 / self.shape.side());
        sums.iter_mut().for_each(|slope| *slope = *slope * scale);
        sums
    }

    /// The gradient of the channels of a point, from the gradient of its logit and of the channel
    /// sums.
    pub(crate) fn point_gradient(&self, slope: R, sums: &[R], channels: &mut [R]) {
        for ((channel, &sum), &weight) in channels.iter_mut().zip(sums).zip(&self.policy) {
            *channel = sum + slope * weight;
        }
    }
}

/// The sum of products, in sixteen partial sums that a compiler can keep in vectors.
fn dot<R: Real>(left: &[R], right: &[R]) -> R {
    const LANES: usize = 16;
    let mut sums = [R::default(); LANES];
    let whole = right.len() / LANES * LANES;
    for (left, right) in left[..whole].chunks_exact(LANES).zip(right.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += left[lane] * right[lane];
        }
    }
    for (lane, (&left, &right)) in left[whole..].iter().zip(&right[whole..]).enumerate() {
        sums[lane] += left * right;
    }
    sums.into_iter().fold(R::default(), |sum, part| sum + part)
}

fn add_multiple<R: Real>(to: &mut [R], factor: R, values: &[R]) {
    for (to, &value) in to.iter_mut().zip(values) {
        *to += factor * value;
    }
}

/// `output = bias + input · weights`.
fn linear<R: Real>(input: &[R], weights: &[R], bias: &[R], output: &mut [R]) {
    output.copy_from_slice(bias);
    for (row, &value) in input.iter().enumerate() {
        let outputs = bias.len();
        add_multiple(output, value, &weights[row * outputs..][..outputs]);
    }
}

/// Adds the gradients of the weights and of the input of [`linear`].
fn linear_back<R: Real>(
    input: &[R],
    weights: &[R],
    slopes: &[R],
    of_weights: &mut [R],
    of_input: &mut [R],
) {
    let outputs = slopes.len();
    for (row, (&value, slope)) in input.iter().zip(of_input).enumerate() {
        let range = row * outputs..(row + 1) * outputs;
        add_multiple(&mut of_weights[range.clone()], value, slopes);
        *slope += dot(&weights[range], slopes);
    }
}
