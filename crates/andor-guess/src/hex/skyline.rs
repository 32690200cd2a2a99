//! Symmetric positive definite linear systems in skyline storage.
//!
//! Row `i` of the lower triangle is kept from its first entry that is not 0 up to the diagonal. The
//! Cholesky factor has its entries within the same skyline, so that it can take the matrix's place.
//! Every inner loop is a product of two contiguous rows.

/// The lower triangle of a symmetric matrix, or its Cholesky factor.
#[derive(Clone, Debug, Default)]
pub(super) struct Skyline {
    /// The first column of each row.
    first: Vec<usize>,
    /// The index in `entries` of the first entry of each row.
    starts: Vec<usize>,
    entries: Vec<f64>,
}

impl Skyline {
    /// Makes this the zero matrix whose row `i` begins in column `first(i)`, at most `i`.
    pub(super) fn reset(&mut self, first: impl Iterator<Item = usize>) {
        self.first.clear();
        self.starts.clear();
        self.first.extend(first);
        let mut end = 0;
        for (row, &first) in self.first.iter().enumerate() {
            debug_assert!(first <= row);
            self.starts.push(end);
            end += row - first + 1;
        }
        self.entries.clear();
        self.entries.resize(end, 0.0);
    }

    /// The entry in a row and a column of the skyline.
    #[inline]
    pub(super) fn entry(&mut self, row: usize, column: usize) -> &mut f64 {
        debug_assert!(self.first[row] <= column && column <= row);
        &mut self.entries[self.starts[row] + column - self.first[row]]
    }

    /// Puts the Cholesky factor in the matrix's place.
    pub(super) fn factorise(&mut self) {
        for row in 0..self.first.len() {
            let first = self.first[row];
            let (above, rest) = self.entries.split_at_mut(self.starts[row]);
            let current = &mut rest[..=row - first];
            let mut square = 0.0;
            for column in first..row {
                let start = self.starts[column];
                let from = first.max(self.first[column]);
                let other = &above[start..start + column - self.first[column] + 1];
                let shared = column - from;
                let product = dot(
                    &current[from - first..][..shared],
                    &other[from - self.first[column]..][..shared],
                );
                let value = (current[column - first] - product) / other[other.len() - 1];
                current[column - first] = value;
                square += value * value;
            }
            current[row - first] = (current[row - first] - square).sqrt();
        }
    }

    /// With the factor in place: solves for the right side, which the solution replaces.
    pub(super) fn solve(&self, right: &mut [f64]) {
        for row in 0..self.first.len() {
            let (entries, first) = (self.row(row), self.first[row]);
            let product = dot(&entries[..row - first], &right[first..row]);
            right[row] = (right[row] - product) / entries[row - first];
        }
        for row in (0..self.first.len()).rev() {
            let (entries, first) = (self.row(row), self.first[row]);
            right[row] /= entries[row - first];
            let value = right[row];
            for (target, entry) in right[first..row].iter_mut().zip(entries) {
                *target -= entry * value;
            }
        }
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.entries[self.starts[row]..][..row - self.first[row] + 1]
    }
}

/// The product of two rows of the same length, in eight sums that the processor can form at once.
#[inline]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    let (a, b) = (&a[..a.len().min(b.len())], &b[..a.len().min(b.len())]);
    let whole = a.len() / LANES * LANES;
    let mut first = 0;
    while first < whole {
        let (x, y) = (&a[first..first + LANES], &b[first..first + LANES]);
        for i in 0..LANES {
            sums[i] += x[i] * y[i];
        }
        first += LANES;
    }
    let mut rest = 0.0;
    for i in whole..a.len() {
        rest += a[i] * b[i];
    }
    sums.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random symmetric systems with a dominant diagonal, some of them full and some sparse,
    /// against elimination with the whole matrix.
    #[test]
    fn agrees_with_a_dense_solver() {
        let mut rng = fastrand::Rng::with_seed(5);
        for size in [1, 2, 3, 7, 20, 45] {
            let first: Vec<usize> = (0..size).map(|row| rng.usize(0..=row)).collect();
            let mut skyline = Skyline::default();
            skyline.reset(first.iter().copied());
            let mut dense = vec![vec![0.0; size + 1]; size];
            let cells =
                first.iter().enumerate().flat_map(|(row, &f)| (f..=row).map(move |c| (row, c)));
            for (row, column) in cells {
                let value = rng.f64() - 0.5 + if row == column { size as f64 } else { 0.0 };
                *skyline.entry(row, column) = value;
                dense[row][column] = value;
                dense[column][row] = value;
            }
            dense.iter_mut().for_each(|row| row[size] = rng.f64());
            let mut right: Vec<f64> = dense.iter().map(|row| row[size]).collect();
            skyline.factorise();
            skyline.solve(&mut right);
            for (found, expected) in right.iter().zip(eliminate(dense)) {
                assert!((found - expected).abs() < 1e-9, "{found} but {expected}");
            }
        }
    }

    /// Gauss and Jordan's elimination of a matrix with the right side as its last column.
    fn eliminate(mut dense: Vec<Vec<f64>>) -> Vec<f64> {
        let size = dense.len();
        for pivot in 0..size {
            let scaled: Vec<f64> = dense[pivot].iter().map(|v| v / dense[pivot][pivot]).collect();
            for row in dense.iter_mut() {
                let factor = row[pivot];
                row.iter_mut().zip(&scaled).for_each(|(v, s)| *v -= factor * s);
            }
            dense[pivot] = scaled;
        }
        dense.iter().map(|row| row[size]).collect()
    }
}
