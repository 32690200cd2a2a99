//! Training on a GPU: the same steps as [`Trainer`](crate::Trainer), with convolutions in bf16.
//!
//! A step is one launch for all convolutions forward, one for the losses, one for all gradients of
//! activations, one for all gradients of weights, and small ones for the heads and for the change
//! of the parameters.

use super::device::{CHANNELS, Device, POINT, WEIGHTS};
use super::driver::{Argument, Buffer, CudaError, Gpu, Kernel};
use super::samples::Batch;
use crate::parameters::Parameters;
use crate::sample::{Losses, Sample};
use crate::shape::{HEADS, HIDDEN, Part, Shape};
use crate::train::{Rule, State, Step, Training};

/// The gradients of all convolutions together are computed in about this many parts.
const PARTS: usize = 132;
/// The parts of the square of the gradient's norm.
const NORM_PARTS: usize = 128;
/// The most extra moves.
const EXTRA: usize = 8;

/// What the losses of one board leave for the gradients of the heads; see `kernels.cu`.
#[repr(C)]
pub(super) struct Lesson([u64; 10]);

/// How parameters change; see `kernels.cu`.
#[repr(C)]
pub(super) struct Change {
    rate: f32,
    decay: f32,
    momentum: f32,
    longest: f32,
    first_share: f32,
    second_share: f32,
    adam: i32,
}

/// A network in training on a GPU, for one thread.
pub struct GpuTrainer {
    device: Device,
    training: Training,
    steps: u64,
    most: usize,
    first: Buffer<f32>,
    second: Buffer<f32>,
    decays: Buffer<u8>,
    gradient: Buffer<f32>,
    batch: Batch,
    room: Room,
    kernels: Kernels,
}

/// What a step leaves in the memory of the GPU.
struct Room {
    /// The input and the output of each convolution.
    kept: Buffer<u8>,
    /// The gradient of the output of each convolution.
    slopes: Buffer<u8>,
    parts: Buffer<f32>,
    bias_parts: Buffer<f32>,
    norm_parts: Buffer<f64>,
    policy: Buffer<f32>,
    sums: Buffer<f32>,
    hidden: Buffer<f32>,
    logit_slopes: Buffer<f32>,
    hidden_slopes: Buffer<f32>,
    extra_slopes: Buffer<f32>,
    policy_weights: Buffer<f32>,
}

struct Kernels {
    forward: Kernel,
    lesson: Kernel,
    backward: Kernel,
    weight_gradient: Kernel,
    collect: Kernel,
    outer_product: Kernel,
    squares: Kernel,
    change: Kernel,
}

impl GpuTrainer {
    /// Begins a training with batches of at most `most` samples.
    pub fn new(
        gpu: &Gpu,
        parameters: &Parameters,
        training: Training,
        most: usize,
    ) -> Result<GpuTrainer, CudaError> {
        let zeros = vec![0.0; parameters.values().len()];
        let second = match training.rule {
            Rule::Adam { .. } => zeros.clone(),
            Rule::Sgd { .. } => Vec::new(),
        };
        GpuTrainer::resume(
            gpu,
            parameters,
            training,
            &State { steps: 0, first: zeros, second },
            most,
        )
    }

    /// Goes on with a training.
    ///
    /// # Panics
    ///
    /// If the state does not fit the parameters and the rule.
    pub fn resume(
        gpu: &Gpu,
        parameters: &Parameters,
        training: Training,
        state: &State,
        most: usize,
    ) -> Result<GpuTrainer, CudaError> {
        let shape = *parameters.shape();
        let count = shape.parameters();
        let device = Device::new(gpu, parameters, 2 * shape.blocks)?;
        let mut first = gpu.zeros(count)?;
        first.upload(&state.first)?;
        let mut second =
            gpu.zeros(if matches!(training.rule, Rule::Adam { .. }) { count } else { 0 })?;
        second.upload(&state.second)?;
        let mut flags = vec![1; count];
        for tensor in shape.tensors().filter(|tensor| tensor.is_bias()) {
            flags[tensor.range()].fill(0);
        }
        let mut decays = gpu.zeros(count)?;
        decays.upload(&flags)?;
        let trunk = device.trunk_bytes();
        let of_weights = 2 * (device.board_bytes() + shape.points().next_multiple_of(16) * POINT);
        let kernels = Kernels {
            forward: gpu.kernel("forward", trunk)?,
            lesson: gpu.kernel("lesson", 0)?,
            backward: gpu.kernel("backward", trunk)?,
            weight_gradient: gpu.kernel("weight_gradient", of_weights)?,
            collect: gpu.kernel("collect", 0)?,
            outer_product: gpu.kernel("outer_product", 0)?,
            squares: gpu.kernel("squares", 0)?,
            change: gpu.kernel("change", 0)?,
        };
        Ok(GpuTrainer {
            training,
            steps: state.steps,
            most,
            first,
            second,
            decays,
            gradient: gpu.zeros(count)?,
            batch: Batch::new(gpu, &shape, most)?,
            room: Room::new(gpu, &shape, most)?,
            kernels,
            device,
        })
    }

    /// The network as it is now.
    pub fn parameters(&self) -> Result<Parameters, CudaError> {
        Ok(Parameters::from_values(self.device.shape, self.device.store.download()?))
    }

    /// What the training remembers, for [`GpuTrainer::resume`].
    pub fn state(&self) -> Result<State, CudaError> {
        let (first, second) = (self.first.download()?, self.second.download()?);
        Ok(State { steps: self.steps, first, second })
    }

    /// The gradient of the last batch, before it was shortened.
    pub fn gradient(&self) -> Result<Vec<f32>, CudaError> {
        self.gradient.download()
    }

    /// Makes a step of some rate over a batch.
    ///
    /// # Panics
    ///
    /// If the batch is empty or too large, or if a sample does not fit the shape of the network.
    pub fn step(&mut self, batch: &[Sample], rate: f32) -> Result<Step, CudaError> {
        let count = batch.len();
        assert!((1..=self.most).contains(&count), "a batch of {count}; at most {}", self.most);
        self.batch.write(&self.device.shape, batch);
        self.device.gpu.bind()?;
        self.trunk_and_losses(count)?;
        self.gradients(count)?;
        self.change(rate)?;
        self.device.gpu.wait(self.device.stream)?;
        let gradient = self.batch.norm[0];
        self.steps += u64::from(gradient.is_finite());
        let mut sums = Losses::default();
        for (sample, losses) in batch.iter().zip(self.batch.losses.chunks_exact(1 + HEADS)) {
            let [policy, first, second] = [losses[0], losses[1], losses[2]].map(f64::from);
            sums.add(sample, &Losses { policy, costs: [first, second] });
        }
        Ok(Step { losses: sums.means(batch), gradient })
    }

    /// Forward, the losses, and back to the gradients of all activations.
    fn trunk_and_losses(&self, count: usize) -> Result<(), CudaError> {
        let GpuTrainer { device, room, batch, kernels, .. } = self;
        let layers = device.shape.layers();
        let net = || Argument::Struct(&device.net);
        let arguments = [
            net(),
            batch.input.address(),
            device.weights.address(),
            device.bias.address(),
            device.store.address(),
            room.policy.address(),
            room.sums.address(),
            room.kept.address(),
        ];
        device.launch(kernels.forward, (count, 1), device.threads(), &arguments)?;
        let layer = count * device.shape.points() * POINT;
        let lesson = room.lesson(batch);
        let arguments = [
            net(),
            Argument::Struct(&lesson),
            device.store.address(),
            room.kept.at(layers * layer),
            room.slopes.at((layers - 1) * layer),
            Argument::Float(1.0 / count as f32),
        ];
        device.launch(kernels.lesson, (count, 1), 256, &arguments)?;
        if layers == 1 {
            return Ok(());
        }
        let arguments =
            [net(), device.turned.address(), room.kept.address(), room.slopes.address()];
        device.launch(kernels.backward, (count, 1), device.threads(), &arguments)
    }

    /// The gradients of all parameters.
    fn gradients(&self, count: usize) -> Result<(), CudaError> {
        let GpuTrainer { device, room, kernels, .. } = self;
        let shape = &device.shape;
        let (layers, parts) = (shape.layers(), parts_of_a_layer(shape));
        let arguments = [
            Argument::Struct(&device.net),
            room.kept.address(),
            room.slopes.address(),
            room.parts.address(),
            room.bias_parts.address(),
            Argument::Int(count as i32),
        ];
        device.launch(kernels.weight_gradient, (parts, layers), 288, &arguments)?;
        let arguments = [
            Argument::Struct(&device.net),
            room.parts.address(),
            room.bias_parts.address(),
            Argument::Int(parts as i32),
            self.gradient.address(),
        ];
        device.launch(kernels.collect, (WEIGHTS / 256, layers), 256, &arguments)?;
        let logits = HEADS * shape.bins;
        let (sums, hidden) = (Some((&room.sums, CHANNELS)), Some((&room.hidden, HIDDEN)));
        for (part, left, (right, stride)) in [
            (Part::Policy, None, (&room.policy_weights, CHANNELS)),
            (Part::Extra, sums, (&room.extra_slopes, EXTRA)),
            (Part::ExtraBias, None, (&room.extra_slopes, EXTRA)),
            (Part::Hidden, sums, (&room.hidden_slopes, HIDDEN)),
            (Part::HiddenBias, None, (&room.hidden_slopes, HIDDEN)),
            (Part::Value, hidden, (&room.logit_slopes, logits)),
            (Part::ValueBias, None, (&room.logit_slopes, logits)),
        ] {
            let tensor = shape.tensor(part);
            // The gradient of the policy's weights is the sum of what each board gives.
            let (rows, columns) = match part {
                Part::Policy => (1, tensor.rows),
                _ => (tensor.rows, tensor.outputs),
            };
            if columns == 0 {
                continue;
            }
            let (left, left_stride) = match left {
                Some((left, stride)) => (left.address(), stride),
                None => (Argument::Address(0), 0),
            };
            let arguments = [
                left,
                Argument::Int(left_stride as i32),
                right.address(),
                Argument::Int(stride as i32),
                self.gradient.at(tensor.start),
                Argument::Int(columns as i32),
                Argument::Int(count as i32),
            ];
            device.launch(kernels.outer_product, (columns.div_ceil(32), rows), 256, &arguments)?;
        }
        Ok(())
    }

    /// Changes the parameters by the gradient.
    fn change(&self, rate: f32) -> Result<(), CudaError> {
        let GpuTrainer { device, room, kernels, .. } = self;
        let count = device.shape.parameters();
        let step = self.steps + 1;
        let power = i32::try_from(step).unwrap_or(i32::MAX);
        let (adam, decay, momentum) = match self.training.rule {
            Rule::Adam { decay } => (1, decay, 0.0),
            Rule::Sgd { momentum, decay } => (0, decay, momentum),
        };
        let rule = Change {
            rate: rate * (step as f32 / self.training.warm_up.max(1) as f32).min(1.0),
            decay,
            momentum,
            longest: self.training.longest_gradient,
            first_share: 1.0 - 0.9f32.powi(power),
            second_share: 1.0 - 0.999f32.powi(power),
            adam,
        };
        let arguments =
            [self.gradient.address(), Argument::Int(count as i32), room.norm_parts.address()];
        device.launch(kernels.squares, (NORM_PARTS, 1), 256, &arguments)?;
        let arguments = [
            Argument::Struct(&rule),
            self.gradient.address(),
            room.norm_parts.address(),
            self.decays.address(),
            device.store.address(),
            self.first.address(),
            self.second.address(),
            Argument::Int(count as i32),
            self.batch.norm.address(),
        ];
        device.launch(kernels.change, (count.div_ceil(256), 1), 256, &arguments)?;
        device.spread(device.shape.blocks > 0)
    }
}

/// The parts of the gradient of one convolution.
fn parts_of_a_layer(shape: &Shape) -> usize {
    (PARTS / shape.layers()).max(1)
}

impl Room {
    fn new(gpu: &Gpu, shape: &Shape, most: usize) -> Result<Room, CudaError> {
        let (layers, layer) = (shape.layers(), most * shape.points() * POINT);
        let parts = layers * parts_of_a_layer(shape);
        Ok(Room {
            kept: gpu.zeros((layers + 1) * layer)?,
            slopes: gpu.zeros(layers * layer)?,
            parts: gpu.zeros(parts * WEIGHTS)?,
            bias_parts: gpu.zeros(parts * CHANNELS)?,
            norm_parts: gpu.zeros(NORM_PARTS)?,
            policy: gpu.zeros(most * shape.moves())?,
            sums: gpu.zeros(most * CHANNELS)?,
            hidden: gpu.zeros(most * HIDDEN)?,
            logit_slopes: gpu.zeros(most * HEADS * shape.bins)?,
            hidden_slopes: gpu.zeros(most * HIDDEN)?,
            extra_slopes: gpu.zeros(most * EXTRA)?,
            policy_weights: gpu.zeros(most * CHANNELS)?,
        })
    }

    fn lesson(&self, batch: &Batch) -> Lesson {
        let addresses = [
            self.policy.address(),
            self.sums.address(),
            batch.targets.address(),
            batch.costs.address(),
            self.hidden.address(),
            self.logit_slopes.address(),
            self.hidden_slopes.address(),
            self.extra_slopes.address(),
            self.policy_weights.address(),
            batch.losses.address(),
        ];
        Lesson(addresses.map(|address| match address {
            Argument::Address(address) => address,
            _ => unreachable!("buffers have addresses"),
        }))
    }
}
