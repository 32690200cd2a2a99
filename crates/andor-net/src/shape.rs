//! The shape of a network: sizes, and where each tensor stands in the flat store of parameters.
//!
//! ```text
//! bit planes ─ 3×3 convolution ─ blocks of two 3×3 convolutions ─┬─ 1×1 convolution ──── a logit for each point
//!                                                                └─ channel sums / side ─┬─ a logit for each extra move
//!                                                                                        └─ 64 ── 2 heads of logits
//! ```
//!
//! No layer depends on the size of the board, and there is no batch normalisation.

use std::fmt;
use std::ops::{Range, RangeInclusive};

/// The number of hidden units between the channel sums and the cost heads.
pub const HIDDEN: usize = 64;

/// The number of cost heads.
pub const HEADS: usize = 2;

/// The sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Columns of the board.
    pub width: usize,
    /// Rows of the board.
    pub height: usize,
    /// Input planes, with one bit for each point.
    pub planes: usize,
    /// Moves that are no point, such as a pass.
    pub extra_moves: usize,
    /// Residual blocks of two convolutions.
    pub blocks: usize,
    /// Channels of each convolution.
    pub filters: usize,
    /// Logits of each of the two cost heads.
    pub bins: usize,
}

/// A size that no network may have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a network with {found} {what}; expected {} to {}", expected.start(), expected.end())]
pub struct ShapeError {
    what: &'static str,
    found: usize,
    expected: RangeInclusive<usize>,
}

/// A part of a network that has parameters of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The weights of a convolution, counted from the input: tap, channel in, channel out.
    Convolution(usize),
    /// The biases of a convolution.
    ConvolutionBias(usize),
    /// The weights from the channels of a point to the logit of the point.
    Policy,
    /// The weights from the channel sums to the logits of extra moves.
    Extra,
    /// The biases of the logits of extra moves.
    ExtraBias,
    /// The weights from the channel sums to the hidden units.
    Hidden,
    /// The biases of the hidden units.
    HiddenBias,
    /// The weights from the hidden units to the logits of both heads.
    Value,
    /// The biases of the logits of both heads.
    ValueBias,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Convolution(layer) => write!(f, "convolution {layer}"),
            Part::ConvolutionBias(layer) => write!(f, "biases of convolution {layer}"),
            Part::Policy => f.write_str("policy"),
            Part::Extra => f.write_str("extra moves"),
            Part::ExtraBias => f.write_str("biases of extra moves"),
            Part::Hidden => f.write_str("hidden units"),
            Part::HiddenBias => f.write_str("biases of hidden units"),
            Part::Value => f.write_str("heads"),
            Part::ValueBias => f.write_str("biases of heads"),
        }
    }
}

/// A matrix in the flat store of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// The part of the network.
    pub part: Part,
    /// The place of the first number in the store.
    pub start: usize,
    /// The numbers that go into one output.
    pub rows: usize,
    /// The outputs; the numbers of a row stand side by side.
    pub outputs: usize,
}

impl Tensor {
    /// The places in the store.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.rows * self.outputs
    }

    /// Are these numbers biases, which have one row and no decay?
    #[must_use]
    pub fn is_bias(&self) -> bool {
        use Part::{ConvolutionBias, ExtraBias, HiddenBias, ValueBias};
        matches!(self.part, ConvolutionBias(_) | ExtraBias | HiddenBias | ValueBias)
    }
}

impl Shape {
    /// Checks that each size is within its limits.
    pub fn check(&self) -> Result<(), ShapeError> {
        let sizes = [
            ("columns", self.width, 2..=19),
            ("rows", self.height, 2..=19),
            ("planes", self.planes, 1..=64),
            ("extra moves", self.extra_moves, 0..=8),
            ("blocks", self.blocks, 0..=40),
            ("filters", self.filters, 1..=256),
            ("bins", self.bins, 2..=2048),
        ];
        match sizes.into_iter().find(|(_, found, expected)| !expected.contains(found)) {
            None => Ok(()),
            Some((what, found, expected)) => Err(ShapeError { what, found, expected }),
        }
    }

    /// The points of the board.
    #[must_use]
    pub fn points(&self) -> usize {
        self.width * self.height
    }

    /// The logits of the policy: points in the order of their bits, then extra moves.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.points() + self.extra_moves
    }

    /// The words of 32 bits in which a plane is packed; bits after the last point are not read.
    #[must_use]
    pub fn plane_words(&self) -> usize {
        self.points().div_ceil(32)
    }

    /// The words of an input: plane after plane.
    #[must_use]
    pub fn input_words(&self) -> usize {
        self.planes * self.plane_words()
    }

    /// The number of convolutions.
    #[must_use]
    pub fn layers(&self) -> usize {
        1 + 2 * self.blocks
    }

    /// The channels that go into a convolution.
    #[must_use]
    pub fn channels_in(&self, layer: usize) -> usize {
        if layer == 0 { self.planes } else { self.filters }
    }

    /// The channel sums are divided by this number, the side of a square board with as many points.
    #[must_use]
    pub(crate) fn side(&self) -> f64 {
        (self.points() as f64).sqrt()
    }

    /// All tensors in the order of the store.
    pub fn tensors(&self) -> impl Iterator<Item = Tensor> + use<> {
        let shape = *self;
        let filters = self.filters;
        let logits = HEADS * self.bins;
        let trunk = (0..self.layers()).flat_map(move |layer| {
            [
                (Part::Convolution(layer), 9 * shape.channels_in(layer), filters),
                (Part::ConvolutionBias(layer), 1, filters),
            ]
        });
        let heads = [
            (Part::Policy, filters, 1),
            (Part::Extra, filters, self.extra_moves),
            (Part::ExtraBias, 1, self.extra_moves),
            (Part::Hidden, filters, HIDDEN),
            (Part::HiddenBias, 1, HIDDEN),
            (Part::Value, HIDDEN, logits),
            (Part::ValueBias, 1, logits),
        ];
        trunk.chain(heads).scan(0, |next, (part, rows, outputs)| {
            let start = *next;
            *next += rows * outputs;
            Some(Tensor { part, start, rows, outputs })
        })
    }

    /// The tensor of a part.
    ///
    /// # Panics
    ///
    /// If the network has no such part.
    #[must_use]
    pub fn tensor(&self, part: Part) -> Tensor {
        let found = self.tensors().find(|tensor| tensor.part == part);
        found.unwrap_or_else(|| panic!("no {part} in {self:?}"))
    }

    /// The number of parameters.
    #[must_use]
    pub fn parameters(&self) -> usize {
        self.tensor(Part::ValueBias).range().end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape = Shape {
        width: 15,
        height: 15,
        planes: 8,
        extra_moves: 1,
        blocks: 5,
        filters: 64,
        bins: 200,
    };

    #[test]
    fn tensors_fill_the_store() {
        let mut next = 0;
        for tensor in SHAPE.tensors() {
            assert_eq!(tensor.start, next, "{}", tensor.part);
            assert_eq!(SHAPE.tensor(tensor.part), tensor);
            next = tensor.range().end;
        }
        let convolutions = 9 * 8 * 64 + 10 * 9 * 64 * 64 + 11 * 64;
        let heads = 64 + 64 + 1 + 64 * 64 + 64 + 64 * 400 + 400;
        assert_eq!((next, SHAPE.parameters()), (convolutions + heads, convolutions + heads));
    }

    #[test]
    fn sizes_follow_from_the_shape() {
        assert_eq!((SHAPE.points(), SHAPE.moves()), (225, 226));
        assert_eq!((SHAPE.plane_words(), SHAPE.input_words()), (8, 64));
        assert_eq!(Shape { width: 4, height: 8, ..SHAPE }.plane_words(), 1);
    }

    #[test]
    fn sizes_out_of_range_are_named() {
        assert_eq!(SHAPE.check(), Ok(()));
        let check = |shape: Shape, text: &str| {
            assert_eq!(shape.check().expect_err(text).to_string(), text);
        };
        check(Shape { width: 1, ..SHAPE }, "a network with 1 columns; expected 2 to 19");
        check(Shape { height: 20, ..SHAPE }, "a network with 20 rows; expected 2 to 19");
        check(Shape { planes: 0, ..SHAPE }, "a network with 0 planes; expected 1 to 64");
        check(Shape { extra_moves: 9, ..SHAPE }, "a network with 9 extra moves; expected 0 to 8");
        check(Shape { blocks: 41, ..SHAPE }, "a network with 41 blocks; expected 0 to 40");
        check(Shape { filters: 0, ..SHAPE }, "a network with 0 filters; expected 1 to 256");
        check(Shape { bins: 1, ..SHAPE }, "a network with 1 bins; expected 2 to 2048");
    }
}
