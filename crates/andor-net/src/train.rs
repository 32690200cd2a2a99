//! Training: steps of gradient descent over batches of samples, on several threads.
//!
//! A batch is cut into sixteen parts. Threads take part after part, and the gradients of the parts
//! are added in the order of the parts. So a step gives the same bits with every number of threads.

use crate::gradient::{Gradient, Learner};
use crate::kernel::Kernel;
use crate::parameters::Parameters;
use crate::sample::{Losses, Sample};
use std::sync::Mutex;

/// The number of parts of a batch.
const PARTS: usize = 16;

/// How a gradient changes the parameters. Biases have no decay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Adam (Kingma and Ba 2015) with decoupled decay (Loshchilov and Hutter 2019): besides, each
    /// weight shrinks by the rate times the decay.
    Adam {
        /// The decay of weights.
        decay: f32,
    },
    /// Gradient descent with momentum. The gradient of a weight includes the decay times the
    /// weight.
    Sgd {
        /// The share of the last change that goes on.
        momentum: f32,
        /// The decay of weights.
        decay: f32,
    },
}

/// The settings of a training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// How a gradient changes the parameters.
    pub rule: Rule,
    /// The number of steps over which the rate rises to its value.
    pub warm_up: u64,
    /// Longer gradients are shortened to this norm.
    pub longest_gradient: f32,
    /// Threads that compute gradients; the result does not depend on their number.
    pub threads: usize,
}

impl Default for Training {
    fn default() -> Training {
        Training {
            rule: Rule::Adam { decay: 1e-2 },
            warm_up: 300,
            longest_gradient: 4.0,
            threads: 1,
        }
    }
}

/// What a training remembers from step to step, besides the parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The steps that were made.
    pub steps: u64,
    /// Adam's mean of gradients, or the last change of gradient descent; a number for each
    /// parameter.
    pub first: Vec<f32>,
    /// Adam's mean of squared gradients; empty for gradient descent.
    pub second: Vec<f32>,
}

/// What a step reports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The mean losses of the batch, before the step.
    pub losses: Losses,
    /// The norm of the batch's gradient. If it is not finite, the step has changed nothing.
    pub gradient: f64,
}

/// A network in training.
#[derive(Debug)]
pub struct Trainer {
    parameters: Parameters,
    training: Training,
    state: State,
    kernel: Kernel,
    /// Has each parameter a decay?
    decays: Vec<bool>,
    parts: Vec<Gradient>,
}

impl Trainer {
    /// Begins a training.
    #[must_use]
    pub fn new(parameters: Parameters, training: Training) -> Trainer {
        let zeros = vec![0.0; parameters.values().len()];
        let second = match training.rule {
            Rule::Adam { .. } => zeros.clone(),
            Rule::Sgd { .. } => Vec::new(),
        };
        Trainer::resume(parameters, training, State { steps: 0, first: zeros, second })
    }

    /// Goes on with a training.
    ///
    /// # Panics
    ///
    /// If the state does not fit the parameters and the rule.
    #[must_use]
    pub fn resume(parameters: Parameters, training: Training, state: State) -> Trainer {
        let count = parameters.values().len();
        let second = if matches!(training.rule, Rule::Adam { .. }) { count } else { 0 };
        assert_eq!(
            (state.first.len(), state.second.len()),
            (count, second),
            "the state of a training"
        );
        let mut decays = vec![true; count];
        for tensor in parameters.shape().tensors().filter(|tensor| tensor.is_bias()) {
            decays[tensor.range()].fill(false);
        }
        let kernel = Kernel::best();
        Trainer { parameters, training, state, kernel, decays, parts: Vec::new() }
    }

    /// The network as it is now.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// What the training remembers, for [`Trainer::resume`].
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Makes a step of some rate over a batch.
    ///
    /// # Panics
    ///
    /// If the batch is empty, or if a sample does not fit the shape of the network.
    pub fn step(&mut self, batch: &[Sample], rate: f32) -> Step {
        assert!(!batch.is_empty(), "a batch without samples");
        let losses = self.gradients(batch);
        let share = 1.0 / batch.len() as f32;
        let (sum, others) = self.parts.split_first_mut().expect("a part");
        for (index, value) in sum.values.iter_mut().enumerate() {
            for part in others.iter() {
                *value += part.values[index];
            }
            *value *= share;
        }
        let gradient = sum.values.iter().map(|&v| f64::from(v) * f64::from(v)).sum::<f64>().sqrt();
        if gradient.is_finite() {
            let most = f64::from(self.training.longest_gradient);
            let scale = if gradient > most { (most / gradient) as f32 } else { 1.0 };
            self.change(rate, scale);
        }
        Step { losses, gradient }
    }

    /// Computes the gradients of all parts of a batch, and tells the mean losses.
    fn gradients(&mut self, batch: &[Sample]) -> Losses {
        let learner = Learner::new(&self.parameters, self.kernel);
        let size = batch.len().div_ceil(PARTS);
        let count = batch.len().div_ceil(size);
        self.parts.resize_with(count, || Gradient::zero(self.parameters.shape()));
        let work = Mutex::new(batch.chunks(size).zip(&mut self.parts));
        let next = || work.lock().expect("no thread panics while it takes a part").next();
        std::thread::scope(|scope| {
            for _ in 0..self.training.threads.clamp(1, count) {
                scope.spawn(|| {
                    let mut tape = learner.tape();
                    while let Some((samples, gradient)) = next() {
                        learner.learn(samples, &mut tape, gradient);
                    }
                });
            }
        });
        let mut sums = Losses::default();
        for part in &self.parts {
            sums.policy += part.losses.policy;
            sums.costs[0] += part.losses.costs[0];
            sums.costs[1] += part.losses.costs[1];
        }
        sums.means(batch)
    }

    /// Changes the parameters by the gradient in the first part, times a scale.
    fn change(&mut self, rate: f32, scale: f32) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        const LEAST: f32 = 1e-8;
        let State { steps, first, second } = &mut self.state;
        *steps += 1;
        let rate = rate * (*steps as f32 / self.training.warm_up.max(1) as f32).min(1.0);
        let values = self.parameters.values_mut().iter_mut();
        let slopes = self.parts[0].values.iter().map(|slope| scale * slope);
        let all = values.zip(slopes).zip(first).zip(&self.decays);
        match self.training.rule {
            Rule::Adam { decay } => {
                // The means begin at zero, and this makes up for it.
                let power = i32::try_from(*steps).unwrap_or(i32::MAX);
                let (first_share, second_share) =
                    (1.0 - MEAN.powi(power), 1.0 - SQUARE.powi(power));
                for ((((value, slope), first), &decays), second) in all.zip(second) {
                    *first = MEAN * *first + (1.0 - MEAN) * slope;
                    *second = SQUARE * *second + (1.0 - SQUARE) * slope * slope;
                    let size = (*second / second_share).sqrt() + LEAST;
                    let shrunk = if decays { *value * (1.0 - rate * decay) } else { *value };
                    *value = shrunk - rate * (*first / first_share) / size;
                }
            }
            Rule::Sgd { momentum, decay } => {
                for (((value, slope), change), &decays) in all {
                    let slope = if decays { slope + decay * *value } else { slope };
                    *change = momentum * *change + slope;
                    *value -= rate * *change;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;
    use crate::testing::{random_parameters, random_samples};

    const SHAPE: Shape =
        Shape { width: 6, height: 6, planes: 3, extra_moves: 1, blocks: 2, filters: 16, bins: 10 };

    const SGD: Rule = Rule::Sgd { momentum: 0.9, decay: 1e-4 };

    fn run(training: Training, steps: usize) -> (Trainer, Step) {
        let samples = random_samples(&SHAPE, 64, 3);
        let mut trainer = Trainer::new(Parameters::new(SHAPE, 5), training);
        let rate = if matches!(training.rule, Rule::Sgd { .. }) { 2e-2 } else { 3e-3 };
        let mut last = trainer.step(&samples, rate);
        for _ in 1..steps {
            last = trainer.step(&samples, rate);
        }
        (trainer, last)
    }

    #[test]
    fn positions_are_learned_by_heart() {
        let adam = Training { warm_up: 50, threads: 2, ..Training::default() };
        let (_, step) = run(adam, 600);
        assert!(step.losses.policy < 0.05, "{step:?}");
        // No less than the entropy of costs between bins is possible.
        assert!(step.losses.costs.iter().all(|&loss| loss < 0.6), "{step:?}");
        let (_, first) = run(Training { rule: SGD, ..adam }, 1);
        let (_, last) = run(Training { rule: SGD, ..adam }, 400);
        assert!(last.losses.policy < 0.5 * first.losses.policy, "{first:?}, then {last:?}");
    }

    #[test]
    fn the_number_of_threads_changes_no_bit() {
        for rule in [Rule::Adam { decay: 1e-2 }, SGD] {
            let training = Training { rule, warm_up: 3, ..Training::default() };
            let (one, last) = run(training, 8);
            for threads in [1, 2, 3] {
                let (other, step) = run(Training { threads, ..training }, 8);
                assert_eq!(step, last, "{threads} threads");
                assert_eq!(one.parameters(), other.parameters(), "{threads} threads");
                assert_eq!(one.state(), other.state(), "{threads} threads");
            }
        }
    }

    #[test]
    fn a_training_goes_on_where_it_stopped() {
        for rule in [Rule::Adam { decay: 1e-2 }, SGD] {
            let training = Training { rule, warm_up: 3, ..Training::default() };
            let (whole, _) = run(training, 6);
            let (half, _) = run(training, 2);
            let mut resumed =
                Trainer::resume(half.parameters().clone(), training, half.state().clone());
            for _ in 2..6 {
                let rate = if rule == SGD { 2e-2 } else { 3e-3 };
                resumed.step(&random_samples(&SHAPE, 64, 3), rate);
            }
            assert_eq!(resumed.parameters(), whole.parameters());
            assert_eq!(resumed.state(), whole.state());
        }
    }

    #[test]
    fn a_step_follows_its_rule() {
        let samples = random_samples(&SHAPE, 5, 7);
        let start = random_parameters(&SHAPE, 9);
        let training = Training { rule: SGD, warm_up: 4, longest_gradient: 1e9, threads: 1 };
        // A step of gradient descent tells the gradient: with a warm-up of 4 its rate is a quarter.
        let mut trainer = Trainer::new(start.clone(), training);
        let step = trainer.step(&samples, 4e-3);
        let slopes = trainer.state().first.clone();
        for tensor in SHAPE.tensors() {
            for index in tensor.range() {
                let before = start.values()[index];
                let change = trainer.parameters().values()[index] - before;
                assert!((change + 1e-3 * slopes[index]).abs() < 1e-6, "{}", tensor.part);
            }
        }
        let plain = Training { rule: Rule::Sgd { momentum: 0.0, decay: 0.0 }, ..training };
        let norm = |values: &[f32]| values.iter().map(|v| f64::from(v * v)).sum::<f64>().sqrt();
        let mut trainer = Trainer::new(start.clone(), plain);
        trainer.step(&samples, 4e-3);
        assert!((norm(&trainer.state().first) / step.gradient - 1.0).abs() < 1e-4);
        let slopes = trainer.state().first.clone();
        // The gradient is a mean: every sample twice is as good as once.
        let twice =
            Trainer::new(start.clone(), plain).step(&[&samples[..], &samples].concat(), 4e-3);
        assert!((twice.gradient / step.gradient - 1.0).abs() < 1e-4);
        // At rate zero the gradient stays, and momentum adds it to what is left of itself.
        let momentum = Training { rule: Rule::Sgd { momentum: 0.9, decay: 0.0 }, ..plain };
        let mut trainer = Trainer::new(start.clone(), momentum);
        trainer.step(&samples, 0.0);
        trainer.step(&samples, 0.0);
        assert!((norm(&trainer.state().first) / step.gradient - 1.9).abs() < 1e-4);
        let mut trainer = Trainer::new(start.clone(), Training { longest_gradient: 0.5, ..plain });
        assert_eq!(trainer.step(&samples, 4e-3).gradient, step.gradient);
        assert!((norm(&trainer.state().first) - 0.5).abs() < 1e-4);
        // Adam's first step moves every parameter by the rate, against its gradient; weights shrink
        // besides.
        let adam = Training { rule: Rule::Adam { decay: 0.5 }, ..training };
        let mut trainer = Trainer::new(start.clone(), adam);
        trainer.step(&samples, 4e-3);
        for tensor in SHAPE.tensors() {
            for index in tensor.range().filter(|&index| slopes[index].abs() > 1e-5) {
                let before = start.values()[index];
                let shrinking = if tensor.is_bias() { 0.0 } else { 0.5e-3 * before };
                let expected = before - shrinking - 1e-3 * slopes[index].signum();
                let found = trainer.parameters().values()[index];
                assert!(
                    (found - expected).abs() < 1e-5,
                    "{}: {found}, not {expected}",
                    tensor.part
                );
            }
        }
    }

    #[test]
    fn a_gradient_that_is_not_finite_changes_nothing() {
        let mut start = random_parameters(&SHAPE, 9);
        start.values_mut().iter_mut().for_each(|value| *value *= 1e12);
        let mut trainer = Trainer::new(start.clone(), Training::default());
        let step = trainer.step(&random_samples(&SHAPE, 2, 1), 1e-3);
        assert!(!step.gradient.is_finite(), "{step:?}");
        assert_eq!((trainer.parameters(), trainer.state().steps), (&start, 0));
    }
}
