//! Training on an NVIDIA GPU.

use crate::error::Error;
use crate::ongoing::{NetworkState, OngoingTraining};
use crate::parallel::{self, Answering, Learning};
use crate::task::{TrainProgress, Trained, WatchAnswer};
use andor_core::Planes;
use andor_net::cuda::{Batches, Gpu, GpuTrainer};
use andor_net::{Cost, Parameters, Sample, State, Step, Training};

impl Answering for Batches {
    fn load(&mut self, parameters: &Parameters) -> Result<(), Error> {
        Ok(Batches::load(self, parameters)?)
    }

    fn inputs(&mut self) -> &mut [u32] {
        self.inputs_mut()
    }

    fn compute(&mut self, count: usize) -> Result<(), Error> {
        Ok(self.compute_costs(count)?)
    }

    fn answer(&self, index: usize) -> (&[f32], [Cost; 2]) {
        let answers = self.cost_answers(index + 1);
        (&answers.policies[index * self.shape().moves()..], answers.costs(index))
    }
}

impl Learning for GpuTrainer {
    fn step(&mut self, batch: &[Sample], rate: f32) -> Result<Step, Error> {
        Ok(GpuTrainer::step(self, batch, rate)?)
    }

    fn parameters(&self) -> Result<Parameters, Error> {
        Ok(GpuTrainer::parameters(self)?)
    }

    fn state(&self) -> Result<State, Error> {
        Ok(GpuTrainer::state(self)?)
    }
}

pub(crate) fn run<G: Planes>(
    ongoing: OngoingTraining<'_, G>,
    initial: NetworkState,
    gpu: &Gpu,
    watch: &mut dyn FnMut(&TrainProgress<'_>) -> WatchAnswer,
) -> Result<Trained, Error> {
    let settings = ongoing.settings();
    let training = Training { rule: settings.rule, ..Training::default() };
    let trainer = match &initial.state {
        None => GpuTrainer::new(gpu, &initial.parameters, training, settings.batch)?,
        Some(state) => {
            GpuTrainer::resume(gpu, &initial.parameters, training, state, settings.batch)?
        }
    };
    let games = parallel::games_of_a_group(settings.games, ongoing.task.threads);
    let batches = || Batches::new(gpu, &initial.parameters, games);
    let groups = [batches()?, batches()?];
    parallel::run(ongoing, groups, trainer, watch)
}
