//! The parameters of a network: one flat store of numbers, and how the numbers begin.
//!
//! Without batch normalisation a deep network learns only if each block begins as the identity. So
//! the first convolution of a block has weights of the size that He et al. (2015) give, the second
//! convolution begins with zeros, and the heads begin small. Weights are drawn evenly from an
//! interval, which needs no function that differs between machines.

use crate::shape::{Part, Shape};

/// A network: its shape, and all its parameters in one flat store.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    shape: Shape,
    values: Vec<f32>,
}

impl Parameters {
    /// A network before any training; the seed decides the weights.
    ///
    /// # Panics
    ///
    /// If a size of the shape is out of its range.
    #[must_use]
    pub fn new(shape: Shape, seed: u64) -> Parameters {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut parameters = Parameters::from_values(shape, vec![0.0; shape.parameters()]);
        for tensor in shape.tensors() {
            let rows = tensor.rows as f32;
            let deviation = match tensor.part {
                Part::Convolution(layer) if layer == 0 || layer % 2 == 1 => (2.0 / rows).sqrt(),
                Part::Policy | Part::Extra | Part::Value => 0.02,
                Part::Hidden => 0.5 * (2.0 / rows).sqrt(),
                _ => continue,
            };
            // Even numbers between −b and b have the deviation b / √3.
            let bound = deviation * 3f32.sqrt();
            for value in &mut parameters.values[tensor.range()] {
                *value = bound * (2.0 * random.f32() - 1.0);
            }
        }
        parameters
    }

    /// A network with given parameters.
    ///
    /// # Panics
    ///
    /// If a size of the shape is out of its range, or if the number of parameters is not the
    /// shape's.
    #[must_use]
    pub fn from_values(shape: Shape, values: Vec<f32>) -> Parameters {
        if let Err(error) = shape.check() {
            panic!("{error}");
        }
        assert_eq!(values.len(), shape.parameters(), "parameters of {shape:?}");
        Parameters { shape, values }
    }

    /// The sizes of the network.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// All parameters, in the order of [`Shape::tensors`].
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// All parameters, to be changed.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    /// The parameters of one part.
    #[must_use]
    pub fn part(&self, part: Part) -> &[f32] {
        &self.values[self.shape.tensor(part).range()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape =
        Shape { width: 9, height: 9, planes: 5, extra_moves: 1, blocks: 2, filters: 32, bins: 20 };

    #[test]
    fn the_seed_decides_the_weights() {
        let network = Parameters::new(SHAPE, 1);
        assert_eq!(network, Parameters::new(SHAPE, 1));
        assert_ne!(network, Parameters::new(SHAPE, 2));
    }

    #[test]
    fn weights_begin_with_their_deviation() {
        let network = Parameters::new(SHAPE, 3);
        let check = |part, expected: f32| {
            let values = network.part(part);
            let squares: f32 = values.iter().map(|value| value * value).sum();
            let found = (squares / values.len() as f32).sqrt();
            assert!((found - expected).abs() <= 0.1 * expected, "{part}: {found}, not {expected}");
        };
        check(Part::Convolution(0), (2.0f32 / 45.0).sqrt());
        check(Part::Convolution(1), (2.0f32 / 288.0).sqrt());
        check(Part::Convolution(2), 0.0);
        check(Part::Convolution(3), (2.0f32 / 288.0).sqrt());
        check(Part::Convolution(4), 0.0);
        check(Part::Hidden, 0.125);
        check(Part::Value, 0.02);
        check(Part::ConvolutionBias(1), 0.0);
        check(Part::ValueBias, 0.0);
    }
}
