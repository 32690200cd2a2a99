//! The score of a match, with the interval in which the true score lies with 95 % confidence, and
//! the test that ends a match as soon as its question is answered.

use std::fmt;
use std::str::FromStr;

/// Standard deviations on both sides of the mean that hold 95 % of a normal distribution.
const DEVIATIONS: f64 = 1.96;

/// The games of one player against another.
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

    /// Points: a win is one, a draw is a half.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + 0.5 * f64::from(self.draws)
    }

    /// Points for each game.
    pub fn mean(&self) -> f64 {
        self.points() / f64::from(self.games().max(1))
    }

    /// The interval of Wilson, which has sensible ends also after few games and after wins alone.
    /// Draws make the true interval narrower.
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

    /// The difference in Elo, and the ends of its interval. All wins are an infinite difference.
    pub fn elo(&self) -> [f64; 3] {
        let (lower, upper) = self.interval();
        [self.mean(), lower, upper].map(|share| 400.0 * (share / (1.0 - share)).log10())
    }
}

/// The score of games, each won, lost or without a winner.
impl FromIterator<Option<bool>> for Score {
    fn from_iter<T: IntoIterator<Item = Option<bool>>>(games: T) -> Score {
        let mut score = Score::default();
        for won in games {
            match won {
                Some(true) => score.wins += 1,
                Some(false) => score.losses += 1,
                None => score.draws += 1,
            }
        }
        score
    }
}

/// The sequential test of two differences in Elo (Wald 1945), with errors of 5 %.
///
/// A draw is a half of a win and a half of a loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    lower: f64,
    upper: f64,
}

/// The state of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tested {
    /// More games are needed.
    Open,
    /// The lower difference is the right one.
    Lower,
    /// The upper difference is the right one.
    Upper,
}

impl Sprt {
    /// The logarithm of the odds at which the test ends: 0.95 to 0.05.
    fn bound() -> f64 {
        19f64.ln()
    }

    /// The logarithm of how much likelier the games are with the upper difference.
    pub fn odds(&self, score: &Score) -> f64 {
        let share = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let [lower, upper] = [self.lower, self.upper].map(share);
        let wins = score.points();
        let losses = f64::from(score.games()) - wins;
        wins * (upper / lower).ln() + losses * ((1.0 - upper) / (1.0 - lower)).ln()
    }

    /// The state of the test after these games.
    pub fn tested(&self, score: &Score) -> Tested {
        match self.odds(score) {
            odds if odds >= Sprt::bound() => Tested::Upper,
            odds if odds <= -Sprt::bound() => Tested::Lower,
            _ => Tested::Open,
        }
    }

    /// The test after these games, in words.
    pub fn told(&self, score: &Score) -> String {
        let (odds, bound) = (self.odds(score), Sprt::bound());
        let state = match self.tested(score) {
            Tested::Open => "open".to_string(),
            Tested::Lower => format!("{:+} Elo", self.lower),
            Tested::Upper => format!("{:+} Elo", self.upper),
        };
        format!("SPRT {:+} or {:+} Elo: {state} ({odds:.2} of {bound:.2})", self.lower, self.upper)
    }
}

impl FromStr for Sprt {
    type Err = String;

    /// Reads `LOWER,UPPER`.
    fn from_str(text: &str) -> Result<Sprt, String> {
        let number = |text: &str| text.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 1000.0);
        let pair = text.split_once(',').and_then(|(a, b)| Some((number(a)?, number(b)?)));
        match pair {
            Some((lower, upper)) if lower < upper => Ok(Sprt { lower, upper }),
            _ => Err("expected two differences in Elo, the smaller one first, such as 0,50".into()),
        }
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
        )?;
        let [elo, lower, upper] = self.elo();
        if elo.is_finite() {
            write!(f, ", Elo {elo:+.0} ({lower:+.0} to {upper:+.0})")
        } else {
            Ok(())
        }
    }
}
