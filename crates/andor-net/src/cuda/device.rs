//! A network as kernels see it: its sizes, and its parameters in the memory of a GPU.

use super::driver::{Argument, Buffer, CudaError, Gpu, Kernel, Stream};
use crate::parameters::Parameters;
use crate::shape::{Part, Shape};

/// The channels of a point; fewer filters are filled up with zeros.
pub(super) const CHANNELS: usize = 64;
/// The weights of a convolution.
pub(super) const WEIGHTS: usize = 9 * CHANNELS * CHANNELS;
/// The bytes of the weights of a tap.
const TAP: usize = 2 * CHANNELS * CHANNELS;
/// The taps that are in shared memory at a time.
const STAGES: usize = 3;
/// The bytes of a point.
pub(super) const POINT: usize = 2 * CHANNELS;

/// The sizes of a network, and where the tensors of the heads stand in the store; see `kernels.cu`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(super) struct Net {
    width: i32,
    height: i32,
    planes: i32,
    words: i32,
    filters: i32,
    extra: i32,
    bins: i32,
    layers: i32,
    policy: i32,
    extra_at: i32,
    extra_bias: i32,
    hidden: i32,
    hidden_bias: i32,
    value: i32,
    value_bias: i32,
    scale: f32,
}

impl Net {
    fn new(shape: &Shape) -> Net {
        let at = |part| shape.tensor(part).start as i32;
        Net {
            width: shape.width as i32,
            height: shape.height as i32,
            planes: shape.planes as i32,
            words: shape.plane_words() as i32,
            filters: shape.filters as i32,
            extra: shape.extra_moves as i32,
            bins: shape.bins as i32,
            layers: shape.layers() as i32,
            policy: at(Part::Policy),
            extra_at: at(Part::Extra),
            extra_bias: at(Part::ExtraBias),
            hidden: at(Part::Hidden),
            hidden_bias: at(Part::HiddenBias),
            value: at(Part::Value),
            value_bias: at(Part::ValueBias),
            scale: (1.0 / shape.side()) as f32,
        }
    }
}

/// A network in the memory of a GPU.
pub(super) struct Device {
    pub(super) gpu: Gpu,
    pub(super) stream: Stream,
    pub(super) shape: Shape,
    pub(super) net: Net,
    /// All parameters, in the order of [`Shape::tensors`].
    pub(super) store: Buffer<f32>,
    /// The weights of the convolutions as bf16.
    pub(super) weights: Buffer<u16>,
    /// The same for gradients, last convolution first; empty without training.
    pub(super) turned: Buffer<u16>,
    /// The biases of the convolutions.
    pub(super) bias: Buffer<f32>,
    spread: Kernel,
}

impl Device {
    /// A network, with weights for gradients if `for_gradients` layers are asked for.
    pub(super) fn new(
        gpu: &Gpu,
        parameters: &Parameters,
        for_gradients: usize,
    ) -> Result<Device, CudaError> {
        let shape = *parameters.shape();
        if shape.filters > CHANNELS {
            let found = shape.filters;
            return Err(CudaError(format!(
                "a network with {found} filters; a GPU takes at most {CHANNELS}"
            )));
        }
        gpu.bind()?;
        let mut device = Device {
            gpu: gpu.clone(),
            stream: gpu.stream()?,
            shape,
            net: Net::new(&shape),
            store: gpu.zeros(shape.parameters())?,
            weights: gpu.zeros(shape.layers() * WEIGHTS)?,
            turned: gpu.zeros(for_gradients * WEIGHTS)?,
            bias: gpu.zeros(shape.layers() * CHANNELS)?,
            spread: gpu.kernel("spread", 0)?,
        };
        device.load(parameters)?;
        Ok(device)
    }

    /// Takes over parameters of the same shape.
    pub(super) fn load(&mut self, parameters: &Parameters) -> Result<(), CudaError> {
        self.store.upload(parameters.values())?;
        self.spread(self.turned.len() > 0)?;
        self.gpu.wait(self.stream)
    }

    /// Writes the weights of the convolutions from the store.
    pub(super) fn spread(&self, turned: bool) -> Result<(), CudaError> {
        let turned = if turned { self.turned.address() } else { Argument::Address(0) };
        let arguments = [
            Argument::Struct(&self.net),
            self.store.address(),
            self.weights.address(),
            turned,
            self.bias.address(),
        ];
        self.launch(self.spread, (WEIGHTS / 256, self.shape.layers()), 256, &arguments)
    }

    /// Puts a kernel into the queue of this network.
    pub(super) fn launch(
        &self,
        kernel: Kernel,
        grid: (usize, usize),
        threads: usize,
        arguments: &[Argument<'_>],
    ) -> Result<(), CudaError> {
        self.gpu.launch(self.stream, kernel, grid, threads, arguments)
    }

    /// The threads of a board: a warp has two tiles of 16 points.
    pub(super) fn threads(&self) -> usize {
        32 * self.shape.points().div_ceil(2 * 16)
    }

    /// The bytes of a board with its border.
    pub(super) fn board_bytes(&self) -> usize {
        (self.shape.width + 2) * (self.shape.height + 2) * POINT
    }

    /// The shared memory of the kernels that go through all convolutions.
    pub(super) fn trunk_bytes(&self) -> usize {
        2 * self.board_bytes() + STAGES * TAP
    }
}
