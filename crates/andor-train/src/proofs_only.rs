//! Training with proofs alone: no games, one step after another.

use crate::error::Error;
use crate::ongoing::{NetworkState, OngoingTraining};
use crate::task::{Device, TrainProgress, Trained, WatchAnswer};
use andor_core::Planes;
use andor_net::{Parameters, Sample, State, Step, Trainer, Training};

/// The watch is called after so many steps.
const STEPS: u32 = 50;

pub(crate) fn run<G: Planes>(
    mut ongoing: OngoingTraining<'_, G>,
    initial: NetworkState,
    device: Device,
    watch: &mut dyn FnMut(&TrainProgress<'_>) -> WatchAnswer,
) -> Result<Trained, Error> {
    let training = ongoing.training();
    let mut trainer = AnyTrainer::new(initial, training, device, ongoing.settings().batch)?;
    while ongoing.share() < 1.0 {
        for _ in 0..STEPS {
            if ongoing.share() >= 1.0 {
                break;
            }
            let (batch, rate) = ongoing.next_batch();
            let losses = trainer.step(batch, rate)?.losses;
            ongoing.add_losses(&losses)?;
        }
        if !ongoing.tell(watch, &mut || trainer.now())? {
            break;
        }
    }
    let (parameters, state) = trainer.now()?;
    Ok(ongoing.close(parameters, state))
}

/// A network in training, on processors or on a GPU.
enum AnyTrainer {
    Cpu(Box<Trainer>),
    #[cfg(feature = "cuda")]
    Cuda(Box<andor_net::cuda::GpuTrainer>),
}

impl AnyTrainer {
    /// A trainer for steps of at most so many samples.
    #[cfg_attr(not(feature = "cuda"), allow(unused_variables))]
    fn new(
        initial: NetworkState,
        training: Training,
        device: Device,
        most: usize,
    ) -> Result<AnyTrainer, Error> {
        let NetworkState { parameters, state } = initial;
        Ok(match device {
            Device::Cpu => AnyTrainer::Cpu(Box::new(match state {
                None => Trainer::new(parameters, training),
                Some(state) => Trainer::resume(parameters, training, state),
            })),
            #[cfg(feature = "cuda")]
            Device::Cuda(gpu) => {
                use andor_net::cuda::GpuTrainer;
                AnyTrainer::Cuda(Box::new(match state {
                    None => GpuTrainer::new(&gpu, &parameters, training, most)?,
                    Some(state) => GpuTrainer::resume(&gpu, &parameters, training, &state, most)?,
                }))
            }
        })
    }

    fn step(&mut self, batch: &[Sample], rate: f32) -> Result<Step, Error> {
        match self {
            AnyTrainer::Cpu(trainer) => Ok(trainer.step(batch, rate)),
            #[cfg(feature = "cuda")]
            AnyTrainer::Cuda(trainer) => Ok(trainer.step(batch, rate)?),
        }
    }

    fn now(&self) -> Result<(Parameters, State), Error> {
        match self {
            AnyTrainer::Cpu(trainer) => Ok((trainer.parameters().clone(), trainer.state().clone())),
            #[cfg(feature = "cuda")]
            AnyTrainer::Cuda(trainer) => Ok((trainer.parameters()?, trainer.state()?)),
        }
    }
}
