//! Kernels of x86-64 processors. Without the feature `cuda` this is the only file of the crate with
//! unsafe code: vector instructions need the processor's leave, and their loads and stores go
//! through pointers.
//!
//! A tile is six rows times up to four vectors of outputs, which are summed in registers over the
//! whole depth. Six rows fill the 16 registers of AVX2 (12 sums, 2 weights) and 28 of the 32 of
//! AVX-512, and six pointers fit in the general registers. The safe functions check all offsets
//! before the first tile.

#![allow(unsafe_code)]

use crate::gemm::Product;
use crate::gemm8::{ByteOut, ByteProduct};
use std::arch::x86_64::*;

/// The rows of a tile.
const ROWS: usize = 6;

pub(crate) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

pub(crate) fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
}

pub(crate) fn has_vnni() -> bool {
    has_avx512() && is_x86_feature_detected!("avx512vnni")
}

/// Makes the tile function of one kind of vector; the instructions differ in their names alone.
macro_rules! tile {
    ($name:ident, $features:literal, $lanes:literal, $zero:ident, $load:ident, $store:ident,
     $spread:ident, $multiply_add:ident, $add:ident, $max:ident) => {
        /// Computes the tile that begins at a row and an output.
        ///
        /// # Safety
        ///
        /// The product is checked against `out`, `first` is one of its rows, and it has `VECTORS`
        /// vectors of outputs from `output` on.
        #[target_feature(enable = $features)]
        unsafe fn $name<const VECTORS: usize>(
            product: &Product<'_>,
            out: &mut [f32],
            first: usize,
            output: usize,
        ) {
            let rows = &product.rows.list()[first..];
            // SAFETY: the largest row with the largest column is an offset to the left, and the
            // largest depth with all outputs ends to the right.
            unsafe {
                // A tile at the end repeats its last row and does not store it again.
                let left: [*const f32; ROWS] = std::array::from_fn(|row| {
                    product.left.as_ptr().add(rows[row.min(rows.len() - 1)] as usize)
                });
                let right = product.right.as_ptr().add(output);
                let mut sums = [[$zero(); VECTORS]; ROWS];
                for (&column, &depth) in product.columns.list().iter().zip(product.depths.list()) {
                    let right = right.add(depth as usize);
                    let weights: [_; VECTORS] =
                        std::array::from_fn(|vector| $load(right.add($lanes * vector)));
                    for row in 0..ROWS {
                        let factor = $spread(*left[row].add(column as usize));
                        for vector in 0..VECTORS {
                            sums[row][vector] =
                                $multiply_add(factor, weights[vector], sums[row][vector]);
                        }
                    }
                }
                for (sums, &place) in sums.iter().zip(&product.places.list()[first..]) {
                    for vector in 0..VECTORS {
                        let output = output + $lanes * vector;
                        // SAFETY: the outputs end within the biases, and the largest place with all
                        // outputs ends within `out`.
                        let out = out.as_mut_ptr().add(place as usize + output);
                        let mut sum = $add(sums[vector], $load(product.bias.as_ptr().add(output)));
                        if product.add {
                            sum = $add(sum, $load(out));
                        }
                        if product.relu {
                            sum = $max(sum, $zero());
                        }
                        $store(out, sum);
                    }
                }
            }
        }
    };
}

tile!(
    tile_avx2,
    "avx2,fma",
    8,
    _mm256_setzero_ps,
    _mm256_loadu_ps,
    _mm256_storeu_ps,
    _mm256_set1_ps,
    _mm256_fmadd_ps,
    _mm256_add_ps,
    _mm256_max_ps
);
tile!(
    tile_avx512,
    "avx512f",
    16,
    _mm512_setzero_ps,
    _mm512_loadu_ps,
    _mm512_storeu_ps,
    _mm512_set1_ps,
    _mm512_fmadd_ps,
    _mm512_add_ps,
    _mm512_max_ps
);

/// Visits the tiles of a product: their first row, their first output and their number of outputs,
/// which is 16, 32 or 64 and at most `widest`.
fn each_tile(
    rows: usize,
    outputs: usize,
    widest: usize,
    mut visit: impl FnMut(usize, usize, usize),
) {
    let mut output = 0;
    while output < outputs {
        let left = outputs - output;
        let width = [64, 32].into_iter().find(|&width| width <= left.min(widest)).unwrap_or(16);
        for row in (0..rows).step_by(ROWS) {
            visit(row, output, width);
        }
        output += width;
    }
}

/// Computes a product with AVX2.
pub(crate) fn multiply_avx2(product: &Product<'_>, out: &mut [f32]) {
    assert!(has_avx2(), "a processor without AVX2");
    product.check(out);
    each_tile(product.rows.list().len(), product.bias.len(), 16, |row, output, _| {
        // SAFETY: the processor has the features, the product is checked, and its outputs are a
        // multiple of 16.
        unsafe { tile_avx2::<2>(product, out, row, output) }
    });
}

/// Computes a product with AVX-512.
pub(crate) fn multiply_avx512(product: &Product<'_>, out: &mut [f32]) {
    assert!(has_avx512(), "a processor without AVX-512");
    product.check(out);
    each_tile(product.rows.list().len(), product.bias.len(), 64, |row, output, width| {
        // SAFETY: the processor has the feature, the product is checked, and a tile has `width`
        // outputs.
        unsafe {
            match width {
                64 => tile_avx512::<4>(product, out, row, output),
                32 => tile_avx512::<2>(product, out, row, output),
                _ => tile_avx512::<1>(product, out, row, output),
            }
        }
    });
}

/// Computes the tile of a convolution in bytes that begins at a row and an output.
///
/// # Safety
///
/// The product is checked against `out`, `first` is one of its rows, and it has `VECTORS` vectors
/// of 16 outputs from `output` on.
#[target_feature(enable = "avx512f,avx512vnni")]
unsafe fn tile_bytes<const VECTORS: usize>(
    product: &ByteProduct<'_>,
    out: &mut ByteOut<'_>,
    first: usize,
    output: usize,
) {
    let rows = &product.rows.list()[first..];
    let layer = product.layer;
    let mut sums = [[_mm512_setzero_si512(); VECTORS]; ROWS];
    // SAFETY: the four bytes at the largest row and column are bytes to the left, and there are
    // four bytes of weights for each column and output.
    unsafe {
        let left: [*const u8; ROWS] = std::array::from_fn(|row| {
            product.left.as_ptr().add(rows[row.min(rows.len() - 1)] as usize)
        });
        let mut right = layer.weights.as_ptr().add(4 * output);
        for &column in product.columns.list() {
            let weights: [_; VECTORS] =
                std::array::from_fn(|vector| _mm512_loadu_si512(right.add(64 * vector).cast()));
            right = right.add(4 * layer.bias.len());
            for row in 0..ROWS {
                let four = left[row].add(column as usize).cast::<i32>().read_unaligned();
                let factors = _mm512_set1_epi32(four);
                for vector in 0..VECTORS {
                    sums[row][vector] =
                        _mm512_dpbusd_epi32(sums[row][vector], factors, weights[vector]);
                }
            }
        }
    }
    let around = _mm512_set1_ps(layer.around);
    let (zero, most) = (_mm512_setzero_ps(), _mm512_set1_ps(255.0));
    for (sums, &place) in sums.iter().zip(&product.places.list()[first..]) {
        for (vector, &sum) in sums.iter().enumerate() {
            let output = output + 16 * vector;
            let at = place as usize + output;
            // SAFETY: the outputs end within scales and biases, and the largest place with all
            // outputs ends within `out` and within the board around, which is as long.
            unsafe {
                let scale = _mm512_loadu_ps(layer.scales.as_ptr().add(output));
                let bias = _mm512_loadu_ps(layer.bias.as_ptr().add(output));
                let mut value = _mm512_fmadd_ps(_mm512_cvtepi32_ps(sum), scale, bias);
                if let Some(board) = product.around {
                    let bytes = _mm_loadu_si128(board.as_ptr().add(at).cast());
                    let bytes = _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(bytes));
                    value = _mm512_fmadd_ps(bytes, around, value);
                }
                value = _mm512_max_ps(value, zero);
                match out {
                    ByteOut::Floats(out) => _mm512_storeu_ps(out.as_mut_ptr().add(at), value),
                    ByteOut::Bytes(out) => {
                        let bytes = _mm512_cvtps_epi32(_mm512_min_ps(value, most));
                        let bytes = _mm512_cvtepi32_epi8(bytes);
                        _mm_storeu_si128(out.as_mut_ptr().add(at).cast(), bytes);
                    }
                }
            }
        }
    }
}

/// Computes a convolution in bytes with AVX-512 VNNI.
pub(crate) fn multiply_bytes(product: &ByteProduct<'_>, out: &mut ByteOut<'_>) {
    assert!(has_vnni(), "a processor without AVX-512 VNNI");
    product.check(out);
    each_tile(product.rows.list().len(), product.layer.bias.len(), 64, |row, output, width| {
        // SAFETY: the processor has the features, the product is checked, and a tile has `width`
        // outputs.
        unsafe {
            match width {
                64 => tile_bytes::<4>(product, out, row, output),
                32 => tile_bytes::<2>(product, out, row, output),
                _ => tile_bytes::<1>(product, out, row, output),
            }
        }
    });
}
