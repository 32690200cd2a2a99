//! What goes out of a network, what should go out, and the loss between the two.

use crate::cost::{Cost, cross_entropy};
use crate::real::{Real, softmax};
use crate::shape::{HEADS, Shape};

/// The output of a network for one input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output<R = f32> {
    /// A logit for each move: points, then extra moves. Illegal moves have logits too.
    pub policy: Vec<R>,
    /// The logits of the first head, then those of the second head.
    pub heads: Vec<R>,
}

impl<R: Real> Output<R> {
    /// An output of zeros.
    #[must_use]
    pub fn zero(shape: &Shape) -> Output<R> {
        let mut output = Output { policy: Vec::new(), heads: Vec::new() };
        output.resize(shape);
        output
    }

    /// Gives the output the lengths of a shape.
    pub(crate) fn resize(&mut self, shape: &Shape) {
        self.policy.resize(shape.moves(), R::default());
        self.heads.resize(HEADS * shape.bins, R::default());
    }
}

impl Output {
    /// The costs of the two heads.
    #[must_use]
    pub fn costs(&self) -> [Cost; HEADS] {
        let (first, second) = self.heads.split_at(self.heads.len() / HEADS);
        [Cost::of_logits(first), Cost::of_logits(second)]
    }
}

/// A position to learn from. A weight of zero stands for no target.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The bit planes of the position, [`Shape::input_words`] words.
    pub input: Vec<u32>,
    /// The legal moves, a bit for each move.
    pub legal: Vec<u32>,
    /// The chances of moves that the policy should have; they sum to 1. Other legal moves should
    /// have none.
    pub policy: Vec<(u16, f32)>,
    /// The costs that the heads should have, in bins; [`f32::INFINITY`] is the last bin.
    pub costs: [f32; HEADS],
    /// How much the policy counts.
    pub policy_weight: f32,
    /// How much each head counts.
    pub cost_weights: [f32; HEADS],
}

/// The losses of one output or the mean losses of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// The divergence of the policy from its target: their cross-entropy without the target's
    /// entropy.
    pub policy: f64,
    /// The cross-entropy of each head.
    pub costs: [f64; HEADS],
}

impl Sample {
    /// The losses of an output; a target without weight has no loss. The gradient of the weighted
    /// sum of the losses is written to `gradient`.
    ///
    /// # Panics
    ///
    /// If the policy names a move that is not legal.
    pub fn losses<R: Real>(&self, output: &Output<R>, gradient: &mut Output<R>) -> Losses {
        gradient.policy.fill(R::default());
        gradient.heads.fill(R::default());
        let policy =
            if self.policy_weight > 0.0 { self.policy_loss(output, gradient) } else { 0.0 };
        let bins = output.heads.len() / HEADS;
        let costs = std::array::from_fn(|head| {
            if self.cost_weights[head] == 0.0 {
                return 0.0;
            }
            let range = head * bins..(head + 1) * bins;
            let (logits, slopes) = (&output.heads[range.clone()], &mut gradient.heads[range]);
            let weight = R::from(self.cost_weights[head]);
            cross_entropy(logits, self.costs[head], weight, slopes).into()
        });
        Losses { policy, costs }
    }

    fn policy_loss<R: Real>(&self, output: &Output<R>, gradient: &mut Output<R>) -> f64 {
        let is_legal = |&index: &usize| self.legal[index / 32] >> (index % 32) & 1 == 1;
        let legal: Vec<usize> = (0..output.policy.len()).filter(is_legal).collect();
        let logits: Vec<R> = legal.iter().map(|&index| output.policy[index]).collect();
        assert!(!legal.is_empty(), "a policy without legal moves");
        let mut chances = logits.clone();
        let log_total = softmax(&logits, &mut chances);
        let weight = R::from(self.policy_weight);
        for (&index, &chance) in legal.iter().zip(&chances) {
            gradient.policy[index] = chance * weight;
        }
        let mut loss = 0.0;
        for &(index, wanted) in self.policy.iter().filter(|(_, wanted)| *wanted > 0.0) {
            let index = usize::from(index);
            assert!(is_legal(&index), "the policy names the illegal move {index}");
            gradient.policy[index] += R::default() - R::from(wanted) * weight;
            let missing: f64 = (log_total - output.policy[index]).into();
            loss += f64::from(wanted) * (missing + f64::from(wanted).ln());
        }
        loss
    }
}

impl Losses {
    /// Adds the losses of a sample, times its weights.
    pub(crate) fn add(&mut self, sample: &Sample, losses: &Losses) {
        self.policy += f64::from(sample.policy_weight) * losses.policy;
        for head in 0..HEADS {
            self.costs[head] += f64::from(sample.cost_weights[head]) * losses.costs[head];
        }
    }

    /// The means of weighted sums over a batch.
    pub(crate) fn means(&self, batch: &[Sample]) -> Losses {
        let mean = |sum: f64, weight: &dyn Fn(&Sample) -> f32| {
            let weights: f64 = batch.iter().map(|sample| f64::from(weight(sample))).sum();
            if weights > 0.0 { sum / weights } else { 0.0 }
        };
        Losses {
            policy: mean(self.policy, &|sample| sample.policy_weight),
            costs: std::array::from_fn(|head| {
                mean(self.costs[head], &|sample| sample.cost_weights[head])
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four moves, the third is illegal.
    fn sample() -> Sample {
        Sample {
            input: Vec::new(),
            legal: vec![0b1011],
            policy: vec![(0, 0.75), (3, 0.25)],
            costs: [0.5, f32::INFINITY],
            policy_weight: 2.0,
            cost_weights: [1.0, 0.0],
        }
    }

    fn output() -> Output<f64> {
        let policy = vec![2f64.ln(), 0.0, 50.0, 1f64.ln()];
        Output { policy, heads: vec![0.0, 0.0, -70.0, 1.0, 2.0, 3.0] }
    }

    #[test]
    fn illegal_moves_have_no_chance() {
        let mut gradient = output();
        let losses = sample().losses(&output(), &mut gradient);
        // The chances are 1/2, 1/4 and 1/4.
        let expected = 0.75 * (0.75f64 / 0.5).ln();
        assert!((losses.policy - expected).abs() < 1e-9, "{losses:?}");
        let slopes = [-0.5, 0.5, 0.0, 0.0];
        for (found, expected) in gradient.policy.iter().zip(slopes) {
            assert!((found - expected).abs() < 1e-9, "{gradient:?}");
        }
    }

    #[test]
    fn a_target_without_weight_does_not_count() {
        let mut gradient = output();
        let losses = sample().losses(&output(), &mut gradient);
        assert!((losses.costs[0] - 2f64.ln()).abs() < 1e-9, "{losses:?}");
        assert_eq!(losses.costs[1], 0.0);
        assert_eq!(gradient.heads[3..], [0.0; 3]);
        let without = Sample { policy_weight: 0.0, legal: vec![0], policy: vec![], ..sample() };
        assert_eq!(without.losses(&output(), &mut gradient).policy, 0.0);
        assert_eq!(gradient.policy, [0.0; 4]);
        let mut sums = Losses::default();
        sums.add(&sample(), &losses);
        sums.add(&without, &Losses { policy: 0.0, costs: [3.0, 0.0] });
        let means = sums.means(&[sample(), without]);
        assert!((means.policy - losses.policy).abs() < 1e-12);
        assert!((means.costs[0] - (losses.costs[0] + 3.0) / 2.0).abs() < 1e-12);
        assert_eq!(means.costs[1], 0.0);
    }

    #[test]
    #[should_panic(expected = "illegal move 2")]
    fn an_illegal_target_is_refused() {
        let wrong = Sample { policy: vec![(2, 1.0)], ..sample() };
        let _ = wrong.losses(&output(), &mut output());
    }
}
