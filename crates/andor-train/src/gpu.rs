//! Training on an NVIDIA GPU.

use crate::error::Error;
use crate::parallel::{self, Answering, Learning};
use crate::school::{Pupil, School};
use crate::task::{Moment, Trained, Wish};
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
    school: School<'_, G>,
    pupil: Pupil,
    gpu: &Gpu,
    watch: &mut dyn FnMut(&Moment<'_>) -> Wish,
) -> Result<Trained, Error> {
    let course = school.course();
    let training = Training { rule: course.rule, ..Training::default() };
    let trainer = match &pupil.state {
        None => GpuTrainer::new(gpu, &pupil.parameters, training, course.batch)?,
        Some(state) => GpuTrainer::resume(gpu, &pupil.parameters, training, state, course.batch)?,
    };
    let games = parallel::games_of_a_group(course.games, school.task.threads);
    let batches = || Batches::new(gpu, &pupil.parameters, games);
    let groups = [batches()?, batches()?];
    parallel::run(school, groups, trainer, watch)
}
