//! A board in memory, for convolutions.
//!
//! A board lies in memory with a border of zeros around it, so that no tap leaves it, and with the
//! channels of a point side by side.

use crate::gemm::Offsets;
use crate::shape::Shape;

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
