//! The convolutions of a network in bytes: four products an instruction instead of one.
//!
//! A weight is a signed byte times a scale of its output channel. An activation is an unsigned byte
//! times a scale of its layer; larger activations are cut off at 255. Sums are exact 32-bit
//! integers. The last convolution writes `f32`, because cut-off activations there cost the heads
//! most.
//!
//! The scales of the activations come from positions: 255 times a layer's scale is the largest
//! activation that was seen. Smaller scales, which cut off one activation of ten thousand, were
//! tried: on 264 positions of a trained network (5 blocks of 64 filters, Gomoku) the best move was
//! that of `f32` in 94.7 % instead of 97.7 %, and the divergence of the policy was 0.023 instead of
//! 0.0025.

use crate::board::Board;
use crate::gemm::LANES;
use crate::gemm8::{ByteLayer, ByteOut, ByteProduct, GROUP};
use crate::kernel::Kernel;
use crate::parameters::Parameters;
use crate::shape::{Part, Shape};
use crate::trunk::Trunk;

/// The scale of signed bytes for some weights: the largest weight is 127 times the scale, or a
/// little less.
///
/// The scale has 16 significant bits, so that its products with bytes are exact and bytes that were
/// turned into weights are found again.
pub(crate) fn scale_of(weights: impl Iterator<Item = f32>) -> f32 {
    let scale = weights.fold(0f32, |most, weight| most.max(weight.abs())) / 127.0;
    // The bound keeps the products finite.
    f32::from_bits((scale.to_bits() + 0xff) & !0xff)
        .min(f32::from_bits(f32::MAX.to_bits() & !0xff) / 128.0)
}

/// The signed byte of a weight.
pub(crate) fn byte_of(weight: f32, scale: f32) -> i8 {
    if scale > 0.0 { (weight / scale).round_ties_even().clamp(-127.0, 127.0) as i8 } else { 0 }
}

/// The scales of the activations of all convolutions but the last, from the activations at some
/// positions.
///
/// # Panics
///
/// If an input does not have the shape's number of words.
#[must_use]
pub fn calibrate(parameters: &Parameters, inputs: &[Vec<u32>]) -> Vec<f32> {
    let trunk = Trunk::new(parameters, Kernel::best());
    let mut boards = trunk.boards();
    let mut most = vec![0f32; trunk.shape.layers()];
    for input in inputs {
        trunk.run(input, &mut boards, |layer, board| {
            most[layer] = board.iter().fold(most[layer], |most, &value| most.max(value));
        });
    }
    most.pop();
    // A layer without activations gets any scale.
    let scale = |most: f32| if (most / 255.0).is_normal() { most / 255.0 } else { 1.0 };
    most.into_iter().map(scale).collect()
}

impl ByteProduct<'_> {
    /// Computes the product with the fastest instructions of the machine.
    fn compute(&self, out: &mut ByteOut<'_>) {
        #[cfg(target_arch = "x86_64")]
        if crate::x86::has_vnni() {
            return crate::x86::multiply_bytes(self, out);
        }
        self.plain(out);
    }
}

/// All convolutions of a network in bytes.
#[derive(Clone, Debug)]
pub(crate) struct ByteTrunk {
    shape: Shape,
    input: Board,
    pub(crate) inner: Board,
    layers: Vec<ByteLayer>,
}

/// The boards of one evaluation.
#[derive(Clone, Debug)]
pub(crate) struct ByteBoards {
    input: Vec<u8>,
    current: Vec<u8>,
    between: Vec<u8>,
    next: Vec<u8>,
    pub(crate) last: Vec<f32>,
}

impl ByteTrunk {
    pub(crate) fn new(parameters: &Parameters, scales: &[f32]) -> ByteTrunk {
        let shape = *parameters.shape();
        assert_eq!(scales.len(), shape.layers() - 1, "scales of activations");
        let planes = shape.planes.next_multiple_of(GROUP);
        let lanes = shape.filters.next_multiple_of(LANES);
        // What a byte is worth before and after a layer; the input is bits, the last output is
        // `f32`.
        let before = |layer: usize| if layer == 0 { 1.0 } else { scales[layer - 1] };
        let after = |layer: usize| scales.get(layer).copied().unwrap_or(1.0);
        let layer = |layer: usize| {
            let weights = parameters.part(Part::Convolution(layer));
            let bias = parameters.part(Part::ConvolutionBias(layer));
            let (channels, filters) = (shape.channels_in(layer), shape.filters);
            let groups = channels.div_ceil(GROUP);
            let mut packed = ByteLayer {
                weights: vec![0; 9 * groups * lanes * GROUP],
                scales: vec![0.0; lanes],
                bias: vec![0.0; lanes],
                around: if layer < 2 { 0.0 } else { before(layer - 1) / after(layer) },
            };
            for filter in 0..filters {
                let column = || weights[filter..].iter().copied().step_by(filters);
                let scale = scale_of(column());
                for (row, weight) in column().enumerate() {
                    let (tap, channel) = (row / channels, row % channels);
                    let group = tap * groups + channel / GROUP;
                    packed.weights[(group * lanes + filter) * GROUP + channel % GROUP] =
                        byte_of(weight, scale);
                }
                packed.scales[filter] = scale * before(layer) / after(layer);
                packed.bias[filter] = bias[filter] / after(layer);
            }
            packed
        };
        ByteTrunk {
            shape,
            input: Board::new(&shape, planes, GROUP, planes),
            inner: Board::new(&shape, shape.filters, GROUP, lanes),
            layers: (0..shape.layers()).map(layer).collect(),
        }
    }

    pub(crate) fn boards(&self) -> ByteBoards {
        ByteBoards {
            input: self.input.zeros(),
            current: self.inner.zeros(),
            between: self.inner.zeros(),
            next: self.inner.zeros(),
            last: self.inner.zeros(),
        }
    }

    /// Computes the last activations of an input.
    pub(crate) fn run(&self, input: &[u32], boards: &mut ByteBoards) {
        let ByteBoards { input: bits, current, between, next, last } = boards;
        self.input.unpack(input, 1, bits);
        let last_layer = self.shape.layers() - 1;
        match last_layer {
            0 => self.convolve(0, bits, None, ByteOut::Floats(last)),
            _ => self.convolve(0, bits, None, ByteOut::Bytes(current)),
        }
        for layer in (1..last_layer).step_by(2) {
            self.convolve(layer, current, None, ByteOut::Bytes(between));
            let second = layer + 1;
            let out = match second == last_layer {
                true => ByteOut::Floats(last),
                false => ByteOut::Bytes(next),
            };
            self.convolve(second, between, Some(current), out);
            std::mem::swap(current, next);
        }
    }

    fn convolve(&self, layer: usize, left: &[u8], around: Option<&[u8]>, mut out: ByteOut<'_>) {
        let board = if layer == 0 { &self.input } else { &self.inner };
        let product = ByteProduct {
            layer: &self.layers[layer],
            left,
            rows: &board.windows,
            columns: &board.taps,
            around,
            places: &self.inner.points,
        };
        product.compute(&mut out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gemm::Offsets;
    use crate::testing::{SHAPES, random_input, random_parameters};

    #[test]
    fn bytes_are_found_again() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..1000 {
            let size = 10f32.powi(random.i32(-6..6));
            let weights: Vec<f32> = (0..9).map(|_| size * (random.f32() - 0.5)).collect();
            let scale = scale_of(weights.iter().copied());
            let bytes: Vec<i8> = weights.iter().map(|&weight| byte_of(weight, scale)).collect();
            assert!(bytes.iter().any(|&byte| byte.abs() == 127), "{weights:?}");
            let back: Vec<f32> = bytes.iter().map(|&byte| scale * f32::from(byte)).collect();
            for (weight, back) in weights.iter().zip(&back) {
                assert!((weight - back).abs() <= 0.51 * scale, "{back}, not {weight}");
            }
            assert_eq!(scale_of(back.iter().copied()), scale);
            let again: Vec<i8> = back.iter().map(|&weight| byte_of(weight, scale)).collect();
            assert_eq!(again, bytes);
        }
        assert_eq!((scale_of([0.0; 3].into_iter()), byte_of(0.0, 0.0)), (0.0, 0));
    }

    #[test]
    fn the_largest_activation_is_the_largest_byte() {
        let shape = SHAPES[0];
        let parameters = random_parameters(&shape, 2);
        let mut random = fastrand::Rng::with_seed(3);
        let inputs: Vec<_> = (0..20).map(|_| random_input(&shape, &mut random)).collect();
        let scales = calibrate(&parameters, &inputs);
        assert_eq!(scales.len(), 2 * shape.blocks);
        let trunk = Trunk::new(&parameters, Kernel::best());
        let mut most = vec![0f32; shape.layers()];
        for input in &inputs {
            trunk.run(input, &mut trunk.boards(), |layer, board| {
                let bytes = board.iter().map(|value| value / scales.get(layer).unwrap_or(&1.0));
                most[layer] = bytes.fold(most[layer], f32::max);
            });
        }
        let (_, most) = most.split_last().expect("a layer");
        assert!(most.iter().all(|most| (most - 255.0).abs() < 1e-3), "{most:?}");
        assert_eq!(calibrate(&parameters, &[]), vec![1.0; 2 * shape.blocks]);
    }

    #[test]
    fn vectors_and_plain_code_give_the_same_bits() {
        if !crate::Network::bytes_are_fast() {
            eprintln!("skipped: this machine has no AVX-512 VNNI");
            return;
        }
        let mut random = fastrand::Rng::with_seed(5);
        for (rows, groups, width) in
            [(1, 1, 16), (7, 5, 32), (6, 9, 48), (13, 144, 64), (20, 30, 176)]
        {
            let mut bytes = |count| -> Vec<u8> { (0..count).map(|_| random.u8(..)).collect() };
            let (left, around) = (bytes(1000), bytes(rows * width));
            let layer = ByteLayer {
                weights: bytes(groups * width * GROUP).iter().map(|&byte| byte as i8).collect(),
                scales: bytes(width).iter().map(|&byte| f32::from(byte) * 1e-4).collect(),
                bias: bytes(width).iter().map(|&byte| f32::from(byte) - 128.0).collect(),
                around: 0.7,
            };
            let mut table = |count| {
                let offsets: Vec<usize> = (0..count).map(|_| random.usize(..498)).collect();
                Offsets::new(offsets.into_iter())
            };
            let product = ByteProduct {
                layer: &layer,
                left: &left,
                rows: &table(rows),
                columns: &table(groups),
                around: None,
                places: &Offsets::new((0..rows).map(|row| row * width)),
            };
            for around in [None, Some(&around[..])] {
                let product = ByteProduct { around, ..product };
                let run = |compute: &dyn Fn(&mut ByteOut<'_>)| {
                    let (mut bytes, mut floats) = (vec![7; rows * width], vec![7.0; rows * width]);
                    compute(&mut ByteOut::Bytes(&mut bytes));
                    compute(&mut ByteOut::Floats(&mut floats));
                    (bytes, floats)
                };
                let (bytes, floats) = run(&|out| product.plain(out));
                assert!(bytes.contains(&0) && bytes.iter().any(|&byte| byte > 100), "{bytes:?}");
                assert_eq!(run(&|out| product.compute(out)), (bytes, floats));
            }
        }
    }
}
