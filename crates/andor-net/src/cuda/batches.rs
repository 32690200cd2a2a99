//! Evaluations of batches on a GPU.
//!
//! Kernels read the inputs from the memory of the host and write the outputs there, so no copies
//! wait for each other.

use super::device::{CHANNELS, Device};
use super::driver::{Argument, Buffer, CudaError, Gpu, Kernel, Pinned};
use crate::cost::Cost;
use crate::parameters::Parameters;
use crate::sample::Output;
use crate::shape::{HEADS, Shape};

/// A network on a GPU that evaluates batches, for one thread.
pub struct Batches {
    device: Device,
    most: usize,
    sums: Buffer<f32>,
    logits: Buffer<f32>,
    input: Pinned<u32>,
    policy: Pinned<f32>,
    heads: Pinned<f32>,
    costs: Pinned<f32>,
    kernels: Kernels,
}

struct Kernels {
    forward: Kernel,
    heads: Kernel,
    costs: Kernel,
}

/// The outputs of a batch, one position after the other.
#[derive(Clone, Copy, Debug)]
pub struct Answers<'a> {
    /// The logits of moves, [`Shape::moves`] for each position.
    pub policies: &'a [f32],
    /// The logits of both heads, two times [`Shape::bins`] for each position.
    pub heads: &'a [f32],
    shape: &'a Shape,
}

impl Answers<'_> {
    /// Copies the output of a position.
    pub fn write(&self, index: usize, output: &mut Output) {
        let (moves, logits) = (self.shape.moves(), HEADS * self.shape.bins);
        output.policy.clear();
        output.policy.extend_from_slice(&self.policies[index * moves..][..moves]);
        output.heads.clear();
        output.heads.extend_from_slice(&self.heads[index * logits..][..logits]);
    }
}

/// The policies and the costs of a batch, one position after the other.
#[derive(Clone, Copy, Debug)]
pub struct CostAnswers<'a> {
    /// The logits of moves, [`Shape::moves`] for each position.
    pub policies: &'a [f32],
    costs: &'a [f32],
}

impl CostAnswers<'_> {
    /// The costs of a position.
    #[must_use]
    pub fn costs(&self, index: usize) -> [Cost; HEADS] {
        std::array::from_fn(|head| {
            let place = 2 * (HEADS * index + head);
            Cost { mean: self.costs[place], infinite: self.costs[place + 1] }
        })
    }
}

impl Batches {
    /// A network for batches of at most `most` positions.
    pub fn new(gpu: &Gpu, parameters: &Parameters, most: usize) -> Result<Batches, CudaError> {
        let device = Device::new(gpu, parameters, 0)?;
        let shape = device.shape;
        let logits = most * HEADS * shape.bins;
        Ok(Batches {
            sums: gpu.zeros(most * CHANNELS)?,
            logits: gpu.zeros(logits)?,
            input: gpu.pinned(most * shape.input_words())?,
            policy: gpu.pinned(most * shape.moves())?,
            heads: gpu.pinned(logits)?,
            costs: gpu.pinned(most * HEADS * 2)?,
            kernels: Kernels {
                forward: gpu.kernel("forward", device.trunk_bytes())?,
                heads: gpu.kernel("heads", 0)?,
                costs: gpu.kernel("costs", 0)?,
            },
            device,
            most,
        })
    }

    /// The sizes of the network.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.device.shape
    }

    /// Evaluates inputs of [`Shape::input_words`] words each.
    ///
    /// # Panics
    ///
    /// If the last input is not whole, or if there are more inputs than a batch may have.
    pub fn evaluate(&mut self, inputs: &[u32]) -> Result<Answers<'_>, CudaError> {
        let count = self.take(inputs);
        self.start(count, self.heads.address())?;
        self.device.gpu.wait(self.device.stream)?;
        let shape = &self.device.shape;
        Ok(Answers {
            policies: &self.policy[..count * shape.moves()],
            heads: &self.heads[..count * HEADS * shape.bins],
            shape,
        })
    }

    /// Evaluates inputs in the same way, but the GPU computes the costs and keeps the logits of the
    /// heads: faster in large batches.
    ///
    /// # Panics
    ///
    /// If the last input is not whole, or if there are more inputs than a batch may have.
    pub fn evaluate_costs(&mut self, inputs: &[u32]) -> Result<CostAnswers<'_>, CudaError> {
        let count = self.take(inputs);
        self.compute_costs(count)?;
        Ok(self.cost_answers(count))
    }

    /// The inputs of the largest batch, to be written before [`Batches::compute_costs`].
    pub fn inputs_mut(&mut self) -> &mut [u32] {
        &mut self.input
    }

    /// Evaluates the first inputs that were written to [`Batches::inputs_mut`], so many.
    ///
    /// # Panics
    ///
    /// If there are more inputs than a batch may have.
    pub fn compute_costs(&mut self, count: usize) -> Result<(), CudaError> {
        self.start(count, self.logits.address())?;
        let (device, shape) = (&self.device, &self.device.shape);
        if count > 0 {
            let arguments = [
                self.logits.address(),
                self.costs.address(),
                Argument::Int(shape.bins as i32),
                Argument::Int((HEADS * count) as i32),
            ];
            let blocks = (HEADS * count).div_ceil(4);
            device.launch(self.kernels.costs, (blocks, 1), 128, &arguments)?;
        }
        device.gpu.wait(device.stream)
    }

    /// The answers to the first inputs of the last [`Batches::compute_costs`], so many; zeros
    /// before the first one.
    ///
    /// # Panics
    ///
    /// If there are more than a batch may have.
    #[must_use]
    pub fn cost_answers(&self, count: usize) -> CostAnswers<'_> {
        CostAnswers {
            policies: &self.policy[..count * self.device.shape.moves()],
            costs: &self.costs[..count * HEADS * 2],
        }
    }

    /// Goes on with other parameters.
    ///
    /// # Panics
    ///
    /// If the parameters have another shape.
    pub fn load(&mut self, parameters: &Parameters) -> Result<(), CudaError> {
        assert_eq!(parameters.shape(), &self.device.shape, "parameters of another network");
        self.device.load(parameters)
    }

    /// Copies inputs; tells their number.
    fn take(&mut self, inputs: &[u32]) -> usize {
        let words = self.device.shape.input_words();
        assert!(inputs.len().is_multiple_of(words), "words of inputs");
        let (count, most) = (inputs.len() / words, self.most);
        assert!(count <= most, "{count} positions in a batch of at most {most}");
        self.input[..inputs.len()].copy_from_slice(inputs);
        count
    }

    /// Begins an evaluation of the first inputs, so many.
    fn start(&mut self, count: usize, logits: Argument<'_>) -> Result<(), CudaError> {
        let (device, shape) = (&self.device, self.device.shape);
        assert!(count <= self.most, "{count} positions in a batch of at most {}", self.most);
        device.gpu.bind()?;
        if count == 0 {
            return Ok(());
        }
        let arguments = [
            Argument::Struct(&device.net),
            self.input.address(),
            device.weights.address(),
            device.bias.address(),
            device.store.address(),
            self.policy.address(),
            self.sums.address(),
            Argument::Address(0),
        ];
        device.launch(self.kernels.forward, (count, 1), device.threads(), &arguments)?;
        let arguments = [
            Argument::Struct(&device.net),
            self.sums.address(),
            device.store.address(),
            self.policy.address(),
            logits,
            Argument::Int(count as i32),
        ];
        let grid = (count.div_ceil(16), (HEADS * shape.bins).div_ceil(128));
        device.launch(self.kernels.heads, grid, 128, &arguments)
    }
}
