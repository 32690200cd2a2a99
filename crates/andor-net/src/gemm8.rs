//! The product of a convolution in bytes, with tables of offsets as the product of `f32` has them.

use crate::gemm::{LANES, Offsets};

/// Channels that one instruction adds up.
pub(crate) const GROUP: usize = 4;

/// A convolution in bytes, all but the numbers that it reads and writes.
#[derive(Clone, Debug)]
pub(crate) struct ByteLayer {
    /// Tap and group of channels in, channel out, channel of the group.
    pub(crate) weights: Vec<i8>,
    /// What a sum of bytes is worth, for each channel out.
    pub(crate) scales: Vec<f32>,
    /// For each channel out.
    pub(crate) bias: Vec<f32>,
    /// What a byte is worth that goes around the block.
    pub(crate) around: f32,
}

/// The numbers that a convolution in bytes reads.
pub(crate) struct ByteProduct<'a> {
    pub(crate) layer: &'a ByteLayer,
    pub(crate) left: &'a [u8],
    pub(crate) rows: &'a Offsets,
    pub(crate) columns: &'a Offsets,
    /// The board whose bytes are added, at the places of the output.
    pub(crate) around: Option<&'a [u8]>,
    pub(crate) places: &'a Offsets,
}

/// The numbers that a convolution in bytes writes.
pub(crate) enum ByteOut<'a> {
    Bytes(&'a mut [u8]),
    Floats(&'a mut [f32]),
}

impl ByteOut<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            ByteOut::Bytes(out) => out.len(),
            ByteOut::Floats(out) => out.len(),
        }
    }
}

impl ByteProduct<'_> {
    /// Panics if an offset points outside of its numbers.
    pub(crate) fn check(&self, out: &ByteOut<'_>) {
        let ByteLayer { weights, scales, bias, .. } = self.layer;
        let width = bias.len();
        assert!(width.is_multiple_of(LANES) && scales.len() == width, "{width} outputs");
        assert_eq!(self.rows.list().len(), self.places.list().len(), "rows");
        assert_eq!(self.columns.list().len() * width * GROUP, weights.len(), "weights");
        let last = self.rows.most() + self.columns.most() + GROUP;
        assert!(last <= self.left.len(), "offsets to the left");
        assert!(self.places.most() + width <= out.len(), "offsets of places");
        assert!(self.around.is_none_or(|around| around.len() == out.len()), "a board around");
    }

    /// The product in plain code, with the same bits as the vector kernel.
    pub(crate) fn plain(&self, out: &mut ByteOut<'_>) {
        self.check(out);
        let ByteLayer { weights, scales, bias, around } = self.layer;
        let width = bias.len();
        let mut sums = vec![0i32; width];
        for (&row, &place) in self.rows.list().iter().zip(self.places.list()) {
            sums.fill(0);
            for (&column, weights) in
                self.columns.list().iter().zip(weights.chunks_exact(width * GROUP))
            {
                let left = &self.left[row as usize + column as usize..][..GROUP];
                for (sum, weights) in sums.iter_mut().zip(weights.chunks_exact(GROUP)) {
                    let products = left.iter().zip(weights);
                    *sum += products.map(|(&l, &w)| i32::from(l) * i32::from(w)).sum::<i32>();
                }
            }
            for (output, &sum) in sums.iter().enumerate() {
                let at = place as usize + output;
                let mut value = (sum as f32).mul_add(scales[output], bias[output]);
                if let Some(board) = self.around {
                    value = f32::from(board[at]).mul_add(*around, value);
                }
                match out {
                    ByteOut::Floats(out) => out[at] = value.max(0.0),
                    ByteOut::Bytes(out) => {
                        out[at] = value.clamp(0.0, 255.0).round_ties_even() as u8
                    }
                }
            }
        }
    }
}
