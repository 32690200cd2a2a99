//! Costs as distributions over bins, and back.
//!
//! A cost is a number of bins, for example the logarithm of the size of a proof. A head of a
//! network has one logit for each bin; the last bin is the infinite cost. A finite cost between two
//! bins is shared between its two neighbours (the transformation φ of Schrittwieser et al. 2020),
//! so that the mean of the distribution is the cost. Other targets fit too: with two bins the cost
//! is the chance of an event.

use crate::real::Real;

/// What a head says about a cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The mean bin; the infinite bin counts with its number.
    pub mean: f32,
    /// The probability of the infinite bin.
    pub infinite: f32,
}

impl Cost {
    /// The cost that the logits of a head stand for.
    ///
    /// # Panics
    ///
    /// If there are no logits.
    #[must_use]
    pub fn of_logits(logits: &[f32]) -> Cost {
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let (mut total, mut mean, mut last) = (0.0, 0.0, 0.0);
        for (bin, logit) in logits.iter().enumerate() {
            last = (logit - most).exp();
            total += last;
            mean += last * bin as f32;
        }
        assert!(total > 0.0, "a head without logits");
        Cost { mean: mean / total, infinite: last / total }
    }
}

/// The two neighbouring bins of a cost with their weights; [`f32::INFINITY`] is the last bin. A
/// finite cost is at least 0 and at most the bin before the last.
///
/// # Panics
///
/// If there are fewer than two bins, or if the cost is not a number.
#[must_use]
pub fn bins_of_cost(cost: f32, bins: usize) -> [(usize, f32); 2] {
    assert!(bins >= 2 && !cost.is_nan(), "cost {cost} in {bins} bins");
    if cost == f32::INFINITY {
        return [(bins - 1, 1.0), (bins - 1, 0.0)];
    }
    let cost = cost.clamp(0.0, (bins - 2) as f32);
    let below = cost.floor();
    let share = cost - below;
    let bin = below as usize;
    // Where the share is zero the bin above may be the infinite one, so it is not named.
    [(bin, 1.0 - share), (if share > 0.0 { bin + 1 } else { bin }, share)]
}

/// The cross-entropy of a head's logits against a cost. The gradient, times a weight, is written to
/// `gradient`.
pub(crate) fn cross_entropy<R: Real>(logits: &[R], cost: f32, weight: R, gradient: &mut [R]) -> R {
    let log_total = crate::real::softmax(logits, gradient);
    let mut loss = R::default();
    for value in gradient.iter_mut() {
        *value = *value * weight;
    }
    for (bin, share) in bins_of_cost(cost, logits.len()) {
        let share = R::from(share);
        loss += share * (log_total - logits[bin]);
        gradient[bin] += R::default() - share * weight;
    }
    loss
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_shared_between_its_neighbours() {
        let check = |cost: f32, expected: [(usize, f32); 2]| {
            assert_eq!(bins_of_cost(cost, 10), expected, "{cost}");
        };
        check(0.0, [(0, 1.0), (0, 0.0)]);
        check(2.25, [(2, 0.75), (3, 0.25)]);
        check(7.0, [(7, 1.0), (7, 0.0)]);
        check(8.0, [(8, 1.0), (8, 0.0)]);
        check(8.5, [(8, 1.0), (8, 0.0)]);
        check(1e30, [(8, 1.0), (8, 0.0)]);
        check(-1.0, [(0, 1.0), (0, 0.0)]);
        check(f32::INFINITY, [(9, 1.0), (9, 0.0)]);
    }

    #[test]
    fn the_mean_of_the_bins_is_the_cost() {
        for tenths in 0..=180 {
            let cost = tenths as f32 / 10.0;
            let mut chances = [1e-30f32; 20];
            for (bin, share) in bins_of_cost(cost, 20) {
                chances[bin] += share;
            }
            let logits = chances.map(f32::ln);
            let back = Cost::of_logits(&logits);
            assert!((back.mean - cost).abs() < 1e-4, "{cost}: {back:?}");
            assert!(back.infinite < 1e-6, "{cost}: {back:?}");
        }
    }

    #[test]
    fn the_last_bin_is_the_infinite_one() {
        let back = Cost::of_logits(&[0.0, 0.0, 0.0, 3f32.ln()]);
        assert!((back.infinite - 0.5).abs() < 1e-6 && (back.mean - 2.0).abs() < 1e-5, "{back:?}");
        let sure = Cost::of_logits(&[-200.0, -200.0, 200.0]);
        assert_eq!(sure, Cost { mean: 2.0, infinite: 1.0 });
    }

    #[test]
    fn the_loss_is_least_at_the_target() {
        let mut gradient = [0.0; 4];
        let logits: [f64; 4] = [0.25f64.ln(), 0.75f64.ln(), -60.0, -60.0];
        let loss = cross_entropy(&logits, 0.75, 2.0, &mut gradient);
        let entropy = -(0.25 * 0.25f64.ln() + 0.75 * 0.75f64.ln());
        assert!((loss - entropy).abs() < 1e-9, "{loss}");
        assert!(gradient.iter().all(|slope| slope.abs() < 1e-9), "{gradient:?}");
    }
}
