//! A batch of samples as the kernels of training read it.

use super::driver::{CudaError, Gpu, Pinned};
use crate::cost::bins_of_cost;
use crate::sample::Sample;
use crate::shape::{HEADS, Shape};

/// The numbers that tell a sample's weights and costs.
const COSTS: usize = 7;

/// A batch in the memory of the host.
pub(super) struct Batch {
    pub(super) input: Pinned<u32>,
    /// The wanted chance of each move, −1 for illegal moves.
    pub(super) targets: Pinned<f32>,
    /// Policy weight, the weight of each head, the lower bin of each cost, the share of the bin
    /// above.
    pub(super) costs: Pinned<f32>,
    /// What the GPU tells: three losses for each sample.
    pub(super) losses: Pinned<f32>,
    pub(super) norm: Pinned<f64>,
}

impl Batch {
    pub(super) fn new(gpu: &Gpu, shape: &Shape, most: usize) -> Result<Batch, CudaError> {
        Ok(Batch {
            input: gpu.pinned(most * shape.input_words())?,
            targets: gpu.pinned(most * shape.moves())?,
            costs: gpu.pinned(most * COSTS)?,
            losses: gpu.pinned(most * (1 + HEADS))?,
            norm: gpu.pinned(1)?,
        })
    }

    /// Writes a batch for the kernels.
    pub(super) fn write(&mut self, shape: &Shape, batch: &[Sample]) {
        let inputs = self.input.chunks_exact_mut(shape.input_words());
        let targets = self.targets.chunks_exact_mut(shape.moves());
        let costs = self.costs.chunks_exact_mut(COSTS);
        for (((sample, input), targets), costs) in batch.iter().zip(inputs).zip(targets).zip(costs)
        {
            input.copy_from_slice(&sample.input);
            write_policy(sample, targets);
            costs.copy_from_slice(&costs_of(sample, shape.bins));
        }
    }
}

/// Writes the wanted chances of legal moves, and −1 for illegal moves.
fn write_policy(sample: &Sample, targets: &mut [f32]) {
    if sample.policy_weight <= 0.0 {
        return targets.fill(-1.0);
    }
    let mut some_legal = false;
    for (index, target) in targets.iter_mut().enumerate() {
        let legal = sample.legal[index / 32] >> (index % 32) & 1 == 1;
        *target = if legal { 0.0 } else { -1.0 };
        some_legal |= legal;
    }
    assert!(some_legal, "a policy without legal moves");
    for &(index, wanted) in sample.policy.iter().filter(|(_, wanted)| *wanted > 0.0) {
        let target = &mut targets[usize::from(index)];
        assert!(*target >= 0.0, "the policy names the illegal move {index}");
        *target += wanted;
    }
}

/// Policy weight, the weight of each head, the lower bin of each cost, the share of the bin above.
fn costs_of(sample: &Sample, bins: usize) -> [f32; COSTS] {
    let [first, second] = [0, 1].map(|head| match sample.cost_weights[head] == 0.0 {
        true => [(0, 1.0), (0, 0.0)],
        false => bins_of_cost(sample.costs[head], bins),
    });
    let [first_weight, second_weight] = sample.cost_weights;
    let (lower, upper) = ([first[0].0 as f32, second[0].0 as f32], [first[1].1, second[1].1]);
    [sample.policy_weight, first_weight, second_weight, lower[0], lower[1], upper[0], upper[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Sample {
        Sample {
            input: Vec::new(),
            legal: vec![0b1011],
            policy: vec![(0, 0.75), (3, 0.25)],
            costs: [2.5, f32::INFINITY],
            policy_weight: 2.0,
            cost_weights: [0.5, 1.0],
        }
    }

    #[test]
    fn targets_tell_legal_moves_and_chances() {
        let mut targets = [9.0; 4];
        write_policy(&sample(), &mut targets);
        assert_eq!(targets, [0.75, 0.0, -1.0, 0.25]);
        write_policy(&Sample { policy_weight: 0.0, legal: vec![0], ..sample() }, &mut targets);
        assert_eq!(targets, [-1.0; 4]);
    }

    #[test]
    #[should_panic(expected = "illegal move 2")]
    fn an_illegal_target_is_refused() {
        write_policy(&Sample { policy: vec![(2, 1.0)], ..sample() }, &mut [0.0; 4]);
    }

    #[test]
    fn costs_are_a_bin_and_the_share_of_the_next() {
        assert_eq!(costs_of(&sample(), 10), [2.0, 0.5, 1.0, 2.0, 9.0, 0.5, 0.0]);
        let without = Sample { costs: [f32::NAN, 3.0], cost_weights: [0.0, 1.0], ..sample() };
        assert_eq!(costs_of(&without, 10), [2.0, 0.0, 1.0, 0.0, 3.0, 0.0, 0.0]);
    }
}
