//! The convolutions of a network, by matrix products of `f32`.
//!
//! Channels are filled up with zeros to a multiple of [`LANES`]. The weights lie in panels of up to
//! 64 outputs: a tile of the product reads one panel from its begin to its end, so that the weights
//! of a wide network do not fall out of the cache.

use crate::board::Board;
use crate::gemm::{LANES, Offsets, Product};
use crate::kernel::Kernel;
use crate::parameters::Parameters;
use crate::shape::{Part, Shape};

/// The most outputs of a panel.
const PANEL: usize = 64;

/// The weights and biases of a convolution, or of its gradient.
#[derive(Clone, Debug)]
pub(crate) struct Convolution {
    panels: Vec<Panel>,
}

#[derive(Clone, Debug)]
struct Panel {
    /// The first output.
    first: usize,
    /// Tap and channel in, channel out.
    weights: Vec<f32>,
    /// The place of each row of weights.
    rows: Offsets,
    /// For each channel out.
    bias: Vec<f32>,
}

impl Convolution {
    /// A convolution with so many rows of weights, given by row and output, and with a bias for
    /// each output.
    pub(crate) fn new(
        rows: usize,
        bias: &[f32],
        weight: impl Fn(usize, usize) -> f32,
    ) -> Convolution {
        let lanes = bias.len().next_multiple_of(LANES);
        let panel = |first: usize| {
            let width = PANEL.min(lanes - first);
            let mut panel = Panel {
                first,
                weights: vec![0.0; rows * width],
                rows: Offsets::new((0..rows).map(|row| row * width)),
                bias: vec![0.0; width],
            };
            for (index, &bias) in bias[first..].iter().enumerate().take(width) {
                panel.bias[index] = bias;
                for row in 0..rows {
                    panel.weights[row * width + index] = weight(row, first + index);
                }
            }
            panel
        };
        Convolution { panels: (0..lanes).step_by(PANEL).map(panel).collect() }
    }

    /// Computes the convolution of an input, which lies on a board, at some places of the output.
    pub(crate) fn compute(
        &self,
        kernel: Kernel,
        (input, board): (&[f32], &Board),
        (output, places): (&mut [f32], &Offsets),
        then: Then,
    ) {
        for panel in &self.panels {
            let product = Product {
                left: input,
                rows: &board.windows,
                columns: &board.taps,
                right: &panel.weights,
                depths: &panel.rows,
                bias: &panel.bias,
                places,
                add: then.add,
                relu: then.relu,
            };
            kernel.multiply(&product, &mut output[panel.first..]);
        }
    }
}

/// What happens with the sums of a convolution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Then {
    /// Are they added to the numbers that stand there?
    pub(crate) add: bool,
    /// Are negative sums replaced by zero?
    pub(crate) relu: bool,
}

/// The boards of one evaluation.
#[derive(Clone, Debug)]
pub(crate) struct Boards {
    input: Vec<f32>,
    /// The output of the last block.
    pub(crate) current: Vec<f32>,
    between: Vec<f32>,
}

/// All convolutions of a network.
#[derive(Clone, Debug)]
pub(crate) struct Trunk {
    pub(crate) shape: Shape,
    pub(crate) kernel: Kernel,
    /// The board that the first convolution reads.
    pub(crate) input: Board,
    /// The board that all convolutions write.
    pub(crate) inner: Board,
    layers: Vec<Convolution>,
}

impl Trunk {
    pub(crate) fn new(parameters: &Parameters, kernel: Kernel) -> Trunk {
        let shape = *parameters.shape();
        let filters = shape.filters;
        let layer = |layer| {
            let weights = parameters.part(Part::Convolution(layer));
            let bias = parameters.part(Part::ConvolutionBias(layer));
            let weight = |row, output| weights[row * filters + output];
            Convolution::new(9 * shape.channels_in(layer), bias, weight)
        };
        Trunk {
            shape,
            kernel,
            input: Board::new(&shape, shape.planes, 1, shape.planes),
            inner: Board::new(&shape, filters, 1, filters.next_multiple_of(LANES)),
            layers: (0..shape.layers()).map(layer).collect(),
        }
    }

    /// The board that a convolution reads.
    pub(crate) fn before(&self, layer: usize) -> &Board {
        if layer == 0 { &self.input } else { &self.inner }
    }

    /// Computes one convolution with its bias and ReLU. With `add` the output holds the input of
    /// the block, to which the convolution is added.
    pub(crate) fn forward(&self, layer: usize, input: &[f32], output: &mut [f32], add: bool) {
        let from = (input, self.before(layer));
        let to = (output, &self.inner.points);
        self.layers[layer].compute(self.kernel, from, to, Then { add, relu: true });
    }

    pub(crate) fn boards(&self) -> Boards {
        let (input, inner) = (self.input.zeros(), self.inner.zeros());
        Boards { input, current: inner.clone(), between: inner }
    }

    /// Computes the last activations of an input, and shows the output of each convolution.
    pub(crate) fn run(
        &self,
        input: &[u32],
        boards: &mut Boards,
        mut show: impl FnMut(usize, &[f32]),
    ) {
        let Boards { input: bits, current, between } = boards;
        self.input.unpack(input, 1.0, bits);
        self.forward(0, bits, current, false);
        show(0, current);
        for layer in (1..self.shape.layers()).step_by(2) {
            self.forward(layer, current, between, false);
            show(layer, between);
            self.forward(layer + 1, between, current, true);
            show(layer + 1, current);
        }
    }
}
