//! The root of a tree: which move is tried next, which move is played, and what the policy should
//! have been.
//!
//! With Gumbel noise (Danihelka, Guez, Schrittwieser and Silver 2022) the moves with the highest
//! sum of noise and logit are candidates, and sequential halving shares the simulations among them.
//! The target is the policy with the logits raised by the values of the tree; moves that were not
//! visited have the mixed value of the paper. With Dirichlet noise the root is a node like others,
//! a quarter of its chances is noise, and the target are the shares of visits.

use crate::record::MOST_CHANCES;
use crate::settings::Root;
use crate::tree::{Tree, exp};
use andor_core::Player;

/// How much the values of the tree count against logits.
const VALUE_SCALE: f32 = 0.1;
const VALUE_VISITS: u32 = 50;

/// The share of Dirichlet noise.
const NOISE: f32 = 0.25;

/// A chance below this share is no target.
const LEAST_CHANCE: f32 = 0.002;

/// The numbers of visits that candidates have when they are chosen, simulation by simulation.
pub(crate) fn halving(candidates: u32, simulations: u32) -> Vec<u32> {
    let rounds = candidates.next_power_of_two().trailing_zeros().max(1);
    let mut visits = vec![0; candidates as usize];
    let mut sequence = Vec::new();
    let mut left = candidates;
    while sequence.len() < simulations as usize {
        for _ in 0..(simulations / (rounds * left)).max(1) {
            sequence.extend_from_slice(&visits[..left as usize]);
            visits[..left as usize].iter_mut().for_each(|visits| *visits += 1);
        }
        left = (left / 2).max(2).min(candidates);
    }
    sequence.truncate(simulations as usize);
    sequence
}

/// The choices at one root.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chooser {
    /// The logit of each move.
    logits: Vec<f32>,
    /// The logits with noise.
    noisy: Vec<f32>,
    /// The moves, candidates first.
    order: Vec<u32>,
    candidates: usize,
    /// Room for weights.
    weights: Vec<f32>,
}

impl Chooser {
    /// Begins with a new root.
    pub(crate) fn begin(&mut self, tree: &mut Tree, root: Root, random: &mut fastrand::Rng) {
        self.candidates = 0;
        match root {
            Root::Gumbel { .. } => {
                self.logits.clear();
                self.logits.extend_from_slice(tree.logits());
                self.noisy.clear();
                self.noisy.extend(self.logits.iter().map(|logit| logit + gumbel(random)));
                self.order.clear();
                self.order.extend(0..self.logits.len() as u32);
            }
            Root::Dirichlet { alpha } => {
                self.weights.clear();
                let gammas = tree.root().iter().map(|_| gamma(f64::from(alpha), random) as f32);
                self.weights.extend(gammas);
                let total: f32 = self.weights.iter().sum();
                if total > 0.0 {
                    for (edge, weight) in tree.root_mut().iter_mut().zip(&self.weights) {
                        edge.prior = (1.0 - NOISE) * edge.prior + NOISE * weight / total;
                    }
                }
            }
        }
    }

    /// The move to try next, of those that were visited `wanted` times if there is one; for Gumbel
    /// roots that are not settled. More candidates are taken when all are settled.
    pub(crate) fn next(&mut self, tree: &Tree, most: u32, wanted: u32) -> usize {
        loop {
            let (mixed, visits) = self.mixed(tree);
            let (mut best, mut best_any) = ((None, f32::MIN), (None, f32::MIN));
            for &edge in &self.order[..self.candidates] {
                let edge = edge as usize;
                if tree.winner_after(edge).is_some() {
                    continue;
                }
                let score = self.noisy[edge] + raised(tree.mean(edge).unwrap_or(mixed), visits);
                if score > best_any.1 {
                    best_any = (Some(edge), score);
                }
                if tree.root()[edge].visits == wanted && score > best.1 {
                    best = (Some(edge), score);
                }
            }
            if let Some(edge) = best.0.or(best_any.0) {
                return edge;
            }
            let rest = &mut self.order[self.candidates..];
            assert!(!rest.is_empty(), "a root that is not settled has an open move");
            let count = rest.len().min(most as usize);
            let by_noise = |a: &u32, b: &u32| {
                self.noisy[*b as usize].total_cmp(&self.noisy[*a as usize]).then(a.cmp(b))
            };
            rest.select_nth_unstable_by(count - 1, by_noise);
            rest[..count].sort_unstable();
            self.candidates += count;
        }
    }

    /// The value of moves that were not visited, and the most visits of a move.
    fn mixed(&self, tree: &Tree) -> (f32, u32) {
        let (mut chance, mut sum, mut visits, mut most) = (0.0, 0.0, 0, 0);
        for &edge in &self.order[..self.candidates] {
            let seen = &tree.root()[edge as usize];
            if seen.visits > 0
                && let Some(mean) = tree.mean(edge as usize)
            {
                chance += seen.prior;
                sum += seen.prior * mean;
                visits += seen.visits;
                most = most.max(seen.visits);
            }
        }
        let own = tree.root_value();
        let mean = if chance > 0.0 { sum / chance } else { own };
        ((own + visits as f32 * mean) / (1 + visits) as f32, most)
    }

    /// The move to play for the player to move; the chances that moves should have are written,
    /// largest first.
    pub(crate) fn choose(
        &mut self,
        tree: &Tree,
        root: Root,
        mover: Player,
        random: &mut fastrand::Rng,
        chances: &mut Vec<(u16, f32)>,
    ) -> usize {
        let is_won = tree.winner() == Some(mover);
        let rank = |edge: usize| match tree.winner_after(edge) {
            Some(winner) if winner == mover => 2,
            Some(_) => 0,
            None => 1,
        };
        let count = tree.root().len();
        self.weights.clear();
        let best = match root {
            Root::Gumbel { .. } => {
                let (mixed, visits) = self.mixed(tree);
                let raise = |edge| raised(tree.mean(edge).unwrap_or(mixed), visits);
                let logits = (0..count).map(|edge| match is_won && rank(edge) < 2 {
                    true => f32::MIN,
                    false => self.logits[edge] + raise(edge),
                });
                self.weights.extend(logits);
                let most = self.weights.iter().copied().fold(f32::MIN, f32::max);
                self.weights.iter_mut().for_each(|weight| *weight = exp(*weight - most));
                let by_visits = |&a: &usize, &b: &usize| {
                    let key = |edge| (rank(edge), tree.root()[edge].visits);
                    let score = |edge: usize| self.noisy[edge] + raise(edge);
                    key(a).cmp(&key(b)).then(score(a).total_cmp(&score(b)))
                };
                (0..count).max_by(by_visits)
            }
            Root::Dirichlet { .. } => {
                let edges = tree.root().iter().enumerate();
                self.weights.extend(edges.map(|(place, edge)| match is_won && rank(place) < 2 {
                    true => 0.0,
                    false => edge.visits as f32,
                }));
                // A move that loses is played only if all do.
                let playable = |edge: usize| match is_won || rank(edge) > 0 {
                    true => self.weights[edge],
                    false => 0.0,
                };
                let total: f32 = (0..count).map(playable).sum();
                let weight = |edge| if total > 0.0 { playable(edge) } else { self.weights[edge] };
                let total: f32 = (0..count).map(weight).sum();
                let mut left = random.f32() * total;
                (0..count).filter(|&edge| weight(edge) > 0.0).find_or_last(|&edge| {
                    left -= weight(edge);
                    left < 0.0
                })
            }
        };
        self.targets(tree, chances);
        best.expect("a root has moves, and one was visited")
    }

    /// Writes the shares of the weights.
    fn targets(&self, tree: &Tree, chances: &mut Vec<(u16, f32)>) {
        let total: f32 = self.weights.iter().sum();
        chances.clear();
        for (edge, &weight) in tree.root().iter().zip(&self.weights) {
            if weight > LEAST_CHANCE * total {
                chances.push((edge.number, weight / total));
            }
        }
        chances.sort_by(|a, b| b.1.total_cmp(&a.1));
        chances.truncate(MOST_CHANCES);
    }
}

/// What a value of −1 to 1 adds to a logit.
fn raised(value: f32, visits: u32) -> f32 {
    (VALUE_VISITS + visits) as f32 * VALUE_SCALE * 0.5 * (value + 1.0)
}

fn gumbel(random: &mut fastrand::Rng) -> f32 {
    -(-random.f32().max(1e-7).ln()).ln()
}

/// A random number with a gamma distribution (Marsaglia and Tsang 2000).
fn gamma(alpha: f64, random: &mut fastrand::Rng) -> f64 {
    if alpha < 1.0 {
        return gamma(alpha + 1.0, random) * random.f64().powf(1.0 / alpha);
    }
    let shape = alpha - 1.0 / 3.0;
    loop {
        let angle = std::f64::consts::TAU * random.f64();
        let normal = (-2.0 * random.f64().max(1e-300).ln()).sqrt() * angle.cos();
        let cube = (1.0 + normal / (9.0 * shape).sqrt()).powi(3);
        if cube > 0.0
            && random.f64().max(1e-300).ln()
                < 0.5 * normal * normal + shape * (1.0 - cube + cube.ln())
        {
            return shape * cube;
        }
    }
}

/// The first item that fits, or the last one.
trait FindOrLast: Iterator + Sized {
    fn find_or_last(self, mut fits: impl FnMut(&Self::Item) -> bool) -> Option<Self::Item> {
        let mut last = None;
        for item in self {
            let found = fits(&item);
            last = Some(item);
            if found {
                break;
            }
        }
        last
    }
}

impl<I: Iterator> FindOrLast for I {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halving_shares_the_simulations() {
        let visits = |candidates, simulations| {
            let sequence = halving(candidates, simulations);
            let mut counts = vec![0; candidates as usize];
            // The first candidate with as many visits as wanted takes each simulation.
            for wanted in sequence {
                let next = counts.iter().position(|&count| count == wanted);
                counts[next.expect("a candidate with these visits")] += 1;
            }
            counts
        };
        assert_eq!(visits(1, 5), [5]);
        assert_eq!(visits(2, 6), [3, 3]);
        assert_eq!(visits(4, 16), [6, 6, 2, 2]);
        assert_eq!(visits(3, 2), [1, 1, 0]);
        assert_eq!(visits(16, 32), [4, 4, 4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn noise_has_its_moments() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut moments = |draw: &dyn Fn(&mut fastrand::Rng) -> f64| {
            let values: Vec<f64> = (0..100_000).map(|_| draw(&mut random)).collect();
            let mean = values.iter().sum::<f64>() / 1e5;
            (mean, values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 1e5)
        };
        let is_near = |(mean, variance): (f64, f64), expected: (f64, f64)| {
            (mean / expected.0 - 1.0).abs() < 0.05 && (variance / expected.1 - 1.0).abs() < 0.05
        };
        // The mean of a gamma distribution is its variance.
        for alpha in [0.3, 1.0, 2.5] {
            let found = moments(&|random| gamma(alpha, random));
            assert!(is_near(found, (alpha, alpha)), "{alpha}: {found:?}");
        }
        let found = moments(&|random| f64::from(gumbel(random)));
        assert!(is_near(found, (0.577_2, 1.644_9)), "{found:?}");
    }
}
