//! The instructions of the machine that compute products of `f32`, and the choice of the fastest.

use crate::gemm::Product;
use std::fmt;

/// The instructions that compute products of `f32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain code, on every machine.
    Plain,
    /// Vectors of 8 numbers, with fused multiply and add.
    Avx2,
    /// Vectors of 16 numbers.
    Avx512,
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kernel::Plain => "plain",
            Kernel::Avx2 => "AVX2",
            Kernel::Avx512 => "AVX-512",
        })
    }
}

impl Kernel {
    /// All kernels, the fastest last.
    pub const ALL: [Kernel; 3] = [Kernel::Plain, Kernel::Avx2, Kernel::Avx512];

    /// Does this machine have the instructions?
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Kernel::Plain => true,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => crate::x86::has_avx2(),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => crate::x86::has_avx512(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The fastest kernel of this machine.
    #[must_use]
    pub fn best() -> Kernel {
        let available = Kernel::ALL.into_iter().rev().find(|kernel| kernel.is_available());
        available.unwrap_or(Kernel::Plain)
    }

    /// Computes a product.
    ///
    /// # Panics
    ///
    /// If the machine does not have the kernel, or if an offset points outside of its numbers.
    pub(crate) fn multiply(self, product: &Product<'_>, out: &mut [f32]) {
        match self {
            Kernel::Plain => product.plain(out),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => crate::x86::multiply_avx2(product, out),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => crate::x86::multiply_avx512(product, out),
            #[cfg(not(target_arch = "x86_64"))]
            _ => panic!("{self} is not available"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gemm::Offsets;

    /// A product by its definition, in `f64`.
    fn expected(product: &Product<'_>, out: &[f32]) -> Vec<f64> {
        let mut all: Vec<f64> = out.iter().map(|&value| value.into()).collect();
        for (&row, &place) in product.rows.list().iter().zip(product.places.list()) {
            for (n, &bias) in product.bias.iter().enumerate() {
                let mut sum = f64::from(bias);
                for (&column, &depth) in product.columns.list().iter().zip(product.depths.list()) {
                    sum += f64::from(product.left[(row + column) as usize])
                        * f64::from(product.right[depth as usize + n]);
                }
                let at = place as usize + n;
                let sum = sum + if product.add { all[at] } else { 0.0 };
                all[at] = if product.relu { sum.max(0.0) } else { sum };
            }
        }
        all
    }

    #[test]
    fn kernels_agree_with_the_definition() {
        let mut random = fastrand::Rng::with_seed(1);
        for (rows, depth, width) in [(1, 1, 16), (5, 7, 32), (6, 3, 48), (13, 20, 64), (8, 9, 160)]
        {
            let mut numbers =
                |count| -> Vec<f32> { (0..count).map(|_| 2.0 * random.f32() - 1.0).collect() };
            let (left, right, bias) = (numbers(400), numbers(depth * width + 9), numbers(width));
            let before = numbers(rows * width + 3);
            for flags in 0..4 {
                let mut table = |count: usize, most: usize| {
                    Offsets::new(
                        (0..count).map(|_| random.usize(..most)).collect::<Vec<_>>().into_iter(),
                    )
                };
                let product = Product {
                    left: &left,
                    rows: &table(rows, 200),
                    columns: &table(depth, 200),
                    right: &right,
                    depths: &table(depth, right.len() - width),
                    bias: &bias,
                    places: &Offsets::new((0..rows).rev().map(|row| row * width + 3)),
                    add: flags & 1 == 1,
                    relu: flags & 2 == 2,
                };
                let expected = expected(&product, &before);
                let mut outs: Vec<Vec<f32>> = Vec::new();
                for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
                    let mut out = before.clone();
                    kernel.multiply(&product, &mut out);
                    for (&found, &expected) in out.iter().zip(&expected) {
                        let error = (f64::from(found) - expected).abs();
                        assert!(error < 1e-5, "{kernel}: {found}, not {expected}");
                    }
                    outs.push(out);
                }
                if let [_, avx2, avx512] = &outs[..] {
                    assert_eq!(avx2, avx512, "the vector kernels give the same bits");
                }
            }
        }
    }

    #[test]
    fn offsets_outside_are_refused() {
        let table = |offset| Offsets::new([offset].into_iter());
        let run = |kernel: Kernel, row, depth, place| {
            let product = Product {
                left: &[1.0; 10],
                rows: &table(row),
                columns: &table(4),
                right: &[1.0; 20],
                depths: &table(depth),
                bias: &[0.0; 16],
                places: &table(place),
                add: false,
                relu: false,
            };
            std::panic::catch_unwind(|| kernel.multiply(&product, &mut [0.0; 20])).is_ok()
        };
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
            assert!(run(kernel, 5, 4, 4), "{kernel}");
            assert!(
                !run(kernel, 6, 4, 4) && !run(kernel, 5, 5, 4) && !run(kernel, 5, 4, 5),
                "{kernel}"
            );
        }
    }
}
