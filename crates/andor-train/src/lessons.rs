//! Training with lessons alone: no games, one step after another.

use crate::error::Error;
use crate::school::{Pupil, School};
use crate::task::{Device, Moment, Trained, Wish};
use andor_core::Planes;
use andor_net::{Parameters, Sample, State, Step, Trainer, Training};

/// The watch is called after so many steps.
const STEPS: u32 = 50;

pub(crate) fn run<G: Planes>(
    mut school: School<'_, G>,
    pupil: Pupil,
    device: Device,
    watch: &mut dyn FnMut(&Moment<'_>) -> Wish,
) -> Result<Trained, Error> {
    let training = school.training();
    let mut teacher = Teacher::new(pupil, training, device, school.course().batch)?;
    while school.share() < 1.0 {
        for _ in 0..STEPS {
            if school.share() >= 1.0 {
                break;
            }
            let (batch, rate) = school.lesson();
            let losses = teacher.step(batch, rate)?.losses;
            school.learned(&losses)?;
        }
        if !school.tell(watch, &mut || teacher.now())? {
            break;
        }
    }
    let (parameters, state) = teacher.now()?;
    Ok(school.close(parameters, state))
}

/// A network in training, on processors or on a GPU.
enum Teacher {
    Cpu(Box<Trainer>),
    #[cfg(feature = "cuda")]
    Cuda(Box<andor_net::cuda::GpuTrainer>),
}

impl Teacher {
    /// A teacher for steps of at most so many samples.
    #[cfg_attr(not(feature = "cuda"), allow(unused_variables))]
    fn new(
        pupil: Pupil,
        training: Training,
        device: Device,
        most: usize,
    ) -> Result<Teacher, Error> {
        let Pupil { parameters, state } = pupil;
        Ok(match device {
            Device::Cpu => Teacher::Cpu(Box::new(match state {
                None => Trainer::new(parameters, training),
                Some(state) => Trainer::resume(parameters, training, state),
            })),
            #[cfg(feature = "cuda")]
            Device::Cuda(gpu) => {
                use andor_net::cuda::GpuTrainer;
                Teacher::Cuda(Box::new(match state {
                    None => GpuTrainer::new(&gpu, &parameters, training, most)?,
                    Some(state) => GpuTrainer::resume(&gpu, &parameters, training, &state, most)?,
                }))
            }
        })
    }

    fn step(&mut self, batch: &[Sample], rate: f32) -> Result<Step, Error> {
        match self {
            Teacher::Cpu(trainer) => Ok(trainer.step(batch, rate)),
            #[cfg(feature = "cuda")]
            Teacher::Cuda(trainer) => Ok(trainer.step(batch, rate)?),
        }
    }

    fn now(&self) -> Result<(Parameters, State), Error> {
        match self {
            Teacher::Cpu(trainer) => Ok((trainer.parameters().clone(), trainer.state().clone())),
            #[cfg(feature = "cuda")]
            Teacher::Cuda(trainer) => Ok((trainer.parameters()?, trainer.state()?)),
        }
    }
}
