//! What a training has done so far, and its progress over time.

use andor_net::Losses;

/// What a training has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Rounds of games on processors.
    pub rounds: u64,
    /// Games that are over.
    pub games: u64,
    /// Games whose claim was proven.
    pub proven: u64,
    /// Moves of all games.
    pub plies: u64,
    /// Positions with samples.
    pub positions: u64,
    /// Evaluations of self-play.
    pub evaluations: u64,
    /// Steps of training.
    pub steps: u64,
}

impl Counters {
    /// The numbers in the order of the fields.
    pub(crate) fn numbers(&self) -> [u64; 7] {
        let Counters { rounds, games, proven, plies, positions, evaluations, steps } = *self;
        [rounds, games, proven, plies, positions, evaluations, steps]
    }

    pub(crate) fn of(numbers: [u64; 7]) -> Counters {
        let [rounds, games, proven, plies, positions, evaluations, steps] = numbers;
        Counters { rounds, games, proven, plies, positions, evaluations, steps }
    }
}

/// A stretch of a training.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// What was done when the stretch ended, since the training began.
    pub until: Counters,
    /// What was done in the stretch.
    pub done: Counters,
    /// How long the stretch took.
    pub seconds: f64,
    /// The mean losses of the steps; zeros if there were none.
    pub losses: Losses,
}

impl Point {
    /// Two stretches as one.
    fn and(&self, later: &Point) -> Point {
        let (before, after) = (self.done.steps as f64, later.done.steps as f64);
        let steps = (before + after).max(1.0);
        let mean = |a: f64, b: f64| (a * before + b * after) / steps;
        let (first, second) = (&self.losses, &later.losses);
        let mut done = self.done.numbers();
        done.iter_mut().zip(later.done.numbers()).for_each(|(sum, more)| *sum += more);
        Point {
            until: later.until,
            done: Counters::of(done),
            seconds: self.seconds + later.seconds,
            losses: Losses {
                policy: mean(first.policy, second.policy),
                costs: [0, 1].map(|head| mean(first.costs[head], second.costs[head])),
            },
        }
    }
}

/// The stretches of a training, in order. A long history joins its stretches two by two.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    pub(crate) points: Vec<Point>,
}

/// The most stretches of a history.
pub(crate) const MOST_POINTS: usize = 1000;

impl History {
    /// The stretches.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// How long all stretches took.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.points.iter().map(|point| point.seconds).sum()
    }

    pub(crate) fn push(&mut self, point: Point) {
        if self.points.len() == MOST_POINTS {
            self.points =
                self.points.chunks(2).map(|two| two[0].and(&two[two.len() - 1])).collect();
        }
        self.points.push(point);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_history_is_joined_two_by_two() {
        let mut history = History::default();
        let count = 3 * MOST_POINTS as u64;
        for steps in 1..=count {
            let done = Counters { steps: 1, games: 2, ..Counters::default() };
            let until = Counters { steps, games: 2 * steps, ..Counters::default() };
            let losses = Losses { policy: steps as f64, costs: [1.0, 2.0] };
            history.push(Point { until, done, seconds: 0.5, losses });
        }
        let points = history.points();
        assert!((MOST_POINTS / 2..=MOST_POINTS).contains(&points.len()), "{}", points.len());
        let sum = |number: &dyn Fn(&Point) -> f64| points.iter().map(number).sum::<f64>();
        assert_eq!(sum(&|point| point.done.games as f64), 2.0 * count as f64);
        assert_eq!(history.seconds(), 0.5 * count as f64);
        let weighted = sum(&|point| point.done.steps as f64 * point.losses.policy);
        assert!((weighted - (count * (count + 1) / 2) as f64).abs() < 1e-3, "{weighted}");
        assert!(points.is_sorted_by_key(|point| point.until.steps));
        assert_eq!(points[points.len() - 1].until.steps, count);
    }
}
