//! The convolutions of a network, by matrix products of `f32`.
//!
//! A board lies in memory with a border of zeros around it, so that no tap leaves it, and with the channels
//! of a point side by side. Channels are filled up with zeros to a multiple of [`LANES`].

use crate::gemm::{Kernel, LANES, Offsets, Product};
use crate::parameters::Parameters;
use crate::shape::{Part, Shape};

/// The offsets of a board with a border, whose points have a number of channels.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    shape: Shape,
    /// The numbers from one point to the next.
    pub(crate) stride: usize,
    /// The corner of the window of each point.
    pub(crate) windows: Offsets,
    /// Each tap and channel, in a window.
    pub(crate) taps: Offsets,
    /// The channels of each point.
    pub(crate) points: Offsets,
}

impl Board {
    /// Offsets of a board; the taps name every `step`th of the channels.
    pub(crate) fn new(shape: &Shape, channels: usize, step: usize, stride: usize) -> Board {
        let row = shape.width + 2;
        let corners = || (0..shape.points()).map(|p| p / shape.width * row + p % shape.width);
        let taps = (0..9).flat_map(|tap| {
            let start = (tap / 3 * row + tap % 3) * stride;
            (0..channels).step_by(step).map(move |channel| start + channel)
        });
        Board {
            shape: *shape,
            stride,
            windows: Offsets::new(corners().map(|corner| corner * stride)),
            taps: Offsets::new(taps),
            points: Offsets::new(corners().map(|corner| (corner + row + 1) * stride)),
        }
    }

    /// An empty board.
    pub(crate) fn zeros<T: Copy + Default>(&self) -> Vec<T> {
        vec![T::default(); (self.shape.width + 2) * (self.shape.height + 2) * self.stride]
    }

    /// The channels of a point.
    pub(crate) fn point<'a, T>(&self, board: &'a [T], point: usize) -> &'a [T] {
        &board[self.points.list()[point] as usize..][..self.stride]
    }

    /// Writes the bits of an input to a board.
    pub(crate) fn unpack<T: Copy + Default>(&self, input: &[u32], one: T, board: &mut [T]) {
        assert_eq!(input.len(), self.shape.input_words(), "words of an input");
        board.fill(T::default());
        let (points, words) = (self.shape.points(), self.shape.plane_words());
        for (index, &word) in input.iter().enumerate() {
            let (plane, first) = (index / words, index % words * 32);
            let mut bits =
                if points - first < 32 { word & ((1 << (points - first)) - 1) } else { word };
            while bits != 0 {
                let point = first + bits.trailing_zeros() as usize;
                board[self.points.list()[point] as usize + plane] = one;
                bits &= bits - 1;
            }
        }
    }
}

/// A convolution.
#[derive(Clone, Debug)]
struct Layer {
    /// Tap and channel in, channel out.
    weights: Vec<f32>,
    /// For each channel out.
    bias: Vec<f32>,
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
    layers: Vec<Layer>,
    /// The rows of weights of the first convolution.
    first_weight_rows: Offsets,
    /// The rows of weights of every other convolution.
    weight_rows: Offsets,
}

impl Trunk {
    pub(crate) fn new(parameters: &Parameters, kernel: Kernel) -> Trunk {
        let shape = *parameters.shape();
        let lanes = shape.filters.next_multiple_of(LANES);
        let widen = |values: &[f32]| -> Vec<f32> {
            let row = |row: &[f32]| {
                let mut row = row.to_vec();
                row.resize(lanes, 0.0);
                row
            };
            values.chunks_exact(shape.filters).flat_map(row).collect()
        };
        let layer = |layer| Layer {
            weights: widen(parameters.part(Part::Convolution(layer))),
            bias: widen(parameters.part(Part::ConvolutionBias(layer))),
        };
        let rows = |channels| Offsets::new((0..9 * channels).map(|row| row * lanes));
        Trunk {
            shape,
            kernel,
            input: Board::new(&shape, shape.planes, 1, shape.planes),
            inner: Board::new(&shape, shape.filters, 1, lanes),
            layers: (0..shape.layers()).map(layer).collect(),
            first_weight_rows: rows(shape.planes),
            weight_rows: rows(shape.filters),
        }
    }

    /// The board that a convolution reads, and the rows of its weights.
    pub(crate) fn before(&self, layer: usize) -> (&Board, &Offsets) {
        match layer {
            0 => (&self.input, &self.first_weight_rows),
            _ => (&self.inner, &self.weight_rows),
        }
    }

    /// Computes one convolution with its bias and ReLU. With `add` the output holds the input of the block,
    /// to which the convolution is added.
    pub(crate) fn forward(&self, layer: usize, input: &[f32], output: &mut [f32], add: bool) {
        let (board, weight_rows) = self.before(layer);
        let product = Product {
            left: input,
            rows: &board.windows,
            columns: &board.taps,
            right: &self.layers[layer].weights,
            depths: weight_rows,
            bias: &self.layers[layer].bias,
            places: &self.inner.points,
            add,
            relu: true,
        };
        self.kernel.multiply(&product, output);
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
