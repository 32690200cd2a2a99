//! Random networks and positions for tests.

use crate::parameters::Parameters;
use crate::sample::Sample;
use crate::shape::{Part, Shape};
use fastrand::Rng;

/// The shapes of tests: sizes that fill vectors and sizes that do not.
pub(crate) const SHAPES: [Shape; 5] = [
    Shape { width: 9, height: 9, planes: 5, extra_moves: 1, blocks: 3, filters: 32, bins: 20 },
    Shape { width: 2, height: 19, planes: 1, extra_moves: 0, blocks: 0, filters: 1, bins: 2 },
    Shape { width: 7, height: 4, planes: 3, extra_moves: 8, blocks: 2, filters: 19, bins: 33 },
    Shape { width: 15, height: 15, planes: 8, extra_moves: 0, blocks: 1, filters: 64, bins: 200 },
    Shape { width: 4, height: 5, planes: 2, extra_moves: 1, blocks: 1, filters: 101, bins: 5 },
];

/// A network in which every parameter matters: no tensor is zero, and outputs are of the size of
/// trained ones.
pub(crate) fn random_parameters(shape: &Shape, seed: u64) -> Parameters {
    let mut random = Rng::with_seed(seed);
    let mut parameters = Parameters::new(*shape, seed);
    for tensor in shape.tensors() {
        let bound = match tensor.part {
            Part::Convolution(layer) if layer > 0 && layer % 2 == 0 => {
                0.5 * (6.0 / tensor.rows as f32).sqrt()
            }
            Part::Convolution(_) | Part::Hidden => continue,
            Part::Policy | Part::Extra | Part::Value => 0.3,
            _ => 0.1,
        };
        for value in &mut parameters.values_mut()[tensor.range()] {
            *value = bound * (2.0 * random.f32() - 1.0);
        }
    }
    parameters
}

/// Random stones on all planes.
pub(crate) fn random_input(shape: &Shape, random: &mut Rng) -> Vec<u32> {
    (0..shape.input_words()).map(|_| random.u32(..) & random.u32(..)).collect()
}

/// Random positions with random targets; every third sample lacks one of the three targets.
pub(crate) fn random_samples(shape: &Shape, count: usize, seed: u64) -> Vec<Sample> {
    let mut random = Rng::with_seed(seed);
    let sample = |number: usize| {
        let mut weight = |target: usize| match number % 3 == 2 && number / 3 % 3 == target {
            true => 0.0,
            false => 0.5 + random.f32(),
        };
        let (policy_weight, cost_weights) = (weight(0), [weight(1), weight(2)]);
        let mut legal: Vec<u32> =
            (0..shape.moves().div_ceil(32)).map(|_| random.u32(..) | random.u32(..)).collect();
        let mut policy: Vec<(u16, f32)> = Vec::new();
        for _ in 0..random.usize(1..5) {
            let index = random.usize(..shape.moves());
            if policy.iter().all(|&(named, _)| usize::from(named) != index) {
                legal[index / 32] |= 1 << (index % 32);
                policy.push((index as u16, 0.1 + random.f32()));
            }
        }
        let total: f32 = policy.iter().map(|(_, share)| share).sum();
        policy.iter_mut().for_each(|(_, share)| *share /= total);
        let mut cost = || match random.u32(..4) {
            0 => f32::INFINITY,
            _ => random.f32() * (shape.bins - 2) as f32,
        };
        let costs = [cost(), cost()];
        let input = random_input(shape, &mut random);
        Sample { input, legal, policy, costs, policy_weight, cost_weights }
    };
    (0..count).map(sample).collect()
}
