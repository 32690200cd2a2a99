//! One matrix product with tables of offsets, for all that a convolution needs.
//!
//! ```text
//! out[places[m] + n] = bias[n] + Σ_k left[rows[m] + columns[k]] · right[depths[k] + n]
//! ```
//!
//! A board has a border of zeros and holds the channels of a point side by side, so the offset of
//! the value that point m sees at tap and channel k is a sum of two numbers. That makes three
//! products of one:
//!
//! | product | m | k | left | right |
//! |---|---|---|---|---|
//! | forward | point | tap and channel in | input | weights |
//! | gradient of the input | point | tap and channel out | gradient of the output | weights, turned round |
//! | gradient of the weights | tap and channel in | point | input | gradient of the output |
//!
//! Each number is summed over k in order, with one rounding a step in the vector kernels. So AVX2
//! and AVX-512 give the same bits; plain code rounds twice.

/// Outputs come in multiples of this number.
pub(crate) const LANES: usize = 16;

/// A table of offsets that knows its largest offset.
#[derive(Clone, Debug)]
pub(crate) struct Offsets {
    list: Vec<u32>,
    most: usize,
}

impl Offsets {
    pub(crate) fn new(list: impl Iterator<Item = usize>) -> Offsets {
        let list: Vec<u32> = list.map(|offset| u32::try_from(offset).expect("32 bits")).collect();
        let most = list.iter().max().copied().unwrap_or(0) as usize;
        Offsets { list, most }
    }

    pub(crate) fn list(&self) -> &[u32] {
        &self.list
    }

    /// The largest offset.
    pub(crate) fn most(&self) -> usize {
        self.most
    }
}

/// A product, all but the numbers that it writes.
pub(crate) struct Product<'a> {
    pub(crate) left: &'a [f32],
    pub(crate) rows: &'a Offsets,
    pub(crate) columns: &'a Offsets,
    pub(crate) right: &'a [f32],
    pub(crate) depths: &'a Offsets,
    /// A number for each output; their count is a multiple of [`LANES`].
    pub(crate) bias: &'a [f32],
    pub(crate) places: &'a Offsets,
    /// Are the products added to the numbers that stand there?
    pub(crate) add: bool,
    /// Are negative sums replaced by zero?
    pub(crate) relu: bool,
}

impl Product<'_> {
    /// Panics if an offset points outside of its numbers.
    pub(crate) fn check(&self, out: &[f32]) {
        let width = self.bias.len();
        assert!(width.is_multiple_of(LANES), "{width} outputs");
        assert_eq!(self.rows.list.len(), self.places.list.len(), "rows");
        assert_eq!(self.columns.list.len(), self.depths.list.len(), "columns");
        assert!(self.rows.most + self.columns.most < self.left.len(), "offsets to the left");
        assert!(self.depths.most + width <= self.right.len(), "offsets to the right");
        assert!(self.places.most + width <= out.len(), "offsets of places");
    }

    /// The product in plain code.
    pub(crate) fn plain(&self, out: &mut [f32]) {
        self.check(out);
        let mut sums = vec![0.0; self.bias.len()];
        for (&row, &place) in self.rows.list.iter().zip(&self.places.list) {
            sums.fill(0.0);
            for (&column, &depth) in self.columns.list.iter().zip(&self.depths.list) {
                let factor = self.left[row as usize + column as usize];
                for (sum, value) in sums.iter_mut().zip(&self.right[depth as usize..]) {
                    *sum += factor * value;
                }
            }
            let out = &mut out[place as usize..][..sums.len()];
            for ((out, sum), bias) in out.iter_mut().zip(&sums).zip(self.bias) {
                let sum = sum + bias + if self.add { *out } else { 0.0 };
                *out = if self.relu { sum.max(0.0) } else { sum };
            }
        }
    }
}
