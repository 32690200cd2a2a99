//! The score of a match, with the interval in which the true score lies with 95 % confidence.

use serde_json::{Value, json};
use std::fmt;

/// Standard deviations on both sides of the mean that hold 95 % of a normal distribution.
const DEVIATIONS: f64 = 1.96;

/// The games of one engine against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u32,
    /// Games without a winner.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Score {
    /// How many games there were.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points for each game: a win is one, a draw is a half.
    pub fn mean(&self) -> f64 {
        (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / f64::from(self.games().max(1))
    }

    /// The interval of Wilson, which has sensible ends also after few games and after wins alone. Draws make
    /// the true interval narrower.
    pub fn interval(&self) -> (f64, f64) {
        if self.games() == 0 {
            return (0.0, 1.0);
        }
        let (mean, games) = (self.mean(), f64::from(self.games()));
        let square = DEVIATIONS * DEVIATIONS / games;
        let centre = (mean + square / 2.0) / (1.0 + square);
        let spread = (mean * (1.0 - mean) / games + square / (4.0 * games)).sqrt();
        let half = DEVIATIONS * spread / (1.0 + square);
        ((centre - half).max(0.0), (centre + half).min(1.0))
    }

    /// The score as JSON.
    pub fn json(&self) -> Value {
        let (lower, upper) = self.interval();
        json!({
            "games": self.games(), "wins": self.wins, "draws": self.draws, "losses": self.losses,
            "score": self.mean(), "lower": lower, "upper": upper,
        })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Score { wins, draws, losses } = self;
        let (lower, upper) = self.interval();
        let [mean, lower, upper] = [self.mean(), lower, upper].map(|share| 100.0 * share);
        write!(
            f,
            "{wins} wins, {draws} draws, {losses} losses: {mean:.1} % (95 %: {lower:.1} to {upper:.1})"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_wilson() {
        let check = |wins, draws, losses, expected: &str| {
            assert_eq!(Score { wins, draws, losses }.to_string(), expected);
        };
        check(0, 0, 0, "0 wins, 0 draws, 0 losses: 0.0 % (95 %: 0.0 to 100.0)");
        check(10, 0, 0, "10 wins, 0 draws, 0 losses: 100.0 % (95 %: 72.2 to 100.0)");
        check(5, 0, 5, "5 wins, 0 draws, 5 losses: 50.0 % (95 %: 23.7 to 76.3)");
        check(50, 20, 30, "50 wins, 20 draws, 30 losses: 60.0 % (95 %: 50.2 to 69.1)");
    }
}
