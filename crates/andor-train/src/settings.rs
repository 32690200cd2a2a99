//! The settings of a training.

use crate::error::Error;
use andor_net::{Rule, Target};
use std::fmt;

/// The settings of a training. Their text is kept with every checkpoint, and a training goes on
/// with the same text only.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainSettings {
    /// Simulations for a move.
    pub simulations: u32,
    /// Simulations for a move that gives no sample.
    pub fast_simulations: u32,
    /// The share of moves that get all simulations and give samples.
    pub full_share: f32,
    /// How the root of a tree is searched.
    pub root: Root,
    /// How many moves a player who fails is said to have had.
    pub branching: Branching,
    /// What the heads of the network learn.
    pub target: Target,
    /// How often a position is learned from, on average.
    pub passes: f32,
    /// Samples of a step.
    pub batch: usize,
    /// The rate of the first steps; the rate falls to a tenth of it.
    pub rate: f32,
    /// How gradients change the parameters.
    pub rule: Rule,
    /// The positions that are kept to be learned from.
    pub replay: usize,
    /// The most random stones with which a game starts.
    pub openings: u32,
    /// The share of games that start from hard positions; see [`TrainSettings::budget`].
    pub hard_share: f32,
    /// Simulations that do not settle a hard position.
    pub budget: u32,
    /// The share of a step's samples that are solved positions, if there are any.
    pub proof_share: f32,
    /// The seed of all random choices.
    pub seed: u64,
    /// Games of a round on processors, games side by side on a GPU.
    pub games: usize,
    /// The most plies of a game; then the claim is disproven.
    pub longest: u32,
}

/// How the root of a tree is searched, and how the move is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Root {
    /// Gumbel noise and sequential halving (Danihelka et al. 2022).
    Gumbel {
        /// The moves that are tried.
        candidates: u32,
    },
    /// PUCT with a quarter of Dirichlet noise in the policy (Silver et al. 2018); moves are drawn
    /// by their visits.
    Dirichlet {
        /// The parameter of the noise.
        alpha: f32,
    },
}

/// How many moves a player who fails is said to have had in a position: the factor of a proof's
/// size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branching {
    /// The moves that rules and knowledge leave (*b*-heur in the paper).
    Legal,
    /// All moves of the board (*b*-max in the paper).
    Most,
}

impl Default for TrainSettings {
    fn default() -> TrainSettings {
        TrainSettings {
            simulations: 32,
            fast_simulations: 32,
            full_share: 1.0,
            root: Root::Gumbel { candidates: 16 },
            branching: Branching::Legal,
            target: Target::Costs,
            passes: 2.0,
            batch: 256,
            rate: 1e-3,
            rule: Rule::Adam { decay: 1e-2 },
            replay: 500_000,
            openings: 8,
            hard_share: 0.0,
            budget: 800,
            proof_share: 0.25,
            seed: 1,
            games: 32,
            longest: 400,
        }
    }
}

impl TrainSettings {
    /// The default settings on a GPU: thousands of games side by side, and larger steps.
    #[must_use]
    pub fn on_gpu() -> TrainSettings {
        TrainSettings { batch: 1024, games: 3584, replay: 2_000_000, ..TrainSettings::default() }
    }

    /// Checks that each number is in its range.
    pub fn check(&self) -> Result<(), Error> {
        let at_least_one = [
            ("simulations", u64::from(self.simulations)),
            ("fast simulations", u64::from(self.fast_simulations)),
            ("samples of a step", self.batch as u64),
            ("positions to keep", self.replay as u64),
            ("simulations for hard positions", u64::from(self.budget)),
            ("games", self.games as u64),
            ("plies", u64::from(self.longest)),
        ];
        if let Some((what, found)) = at_least_one.into_iter().find(|(_, found)| *found == 0) {
            return Err(Error::Setting { what, found: found.to_string(), expected: "at least 1" });
        }
        let shares = [
            ("share of full searches", self.full_share),
            ("share of hard positions", self.hard_share),
            ("share of proofs", self.proof_share),
        ];
        if let Some((what, found)) = shares.into_iter().find(|(_, s)| !(0.0..=1.0).contains(s)) {
            return Err(Error::Setting { what, found: found.to_string(), expected: "0 to 1" });
        }
        let (name, noise) = match self.root {
            Root::Gumbel { candidates } => ("candidates", candidates as f32),
            Root::Dirichlet { alpha } => ("alpha of the noise", alpha),
        };
        let positive = [("passes", self.passes), ("rate", self.rate), (name, noise)];
        let wrong = |(_, found): &(_, f32)| !(found.is_finite() && *found > 0.0);
        match positive.into_iter().find(wrong) {
            None => Ok(()),
            Some((what, found)) => {
                Err(Error::Setting { what, found: found.to_string(), expected: "more than 0" })
            }
        }
    }
}

/// The text in checkpoints. The share of solved positions stands behind the word `lessons`.
impl fmt::Display for TrainSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "simulations {} fast {} full {} root {} branching {} target {} passes {} batch {} rate {} rule {} \
             replay {} openings {} hard {} budget {} lessons {} seed {} games {} longest {}",
            self.simulations,
            self.fast_simulations,
            self.full_share,
            self.root,
            self.branching,
            match self.target {
                Target::Costs => "costs",
                Target::Outcome => "outcome",
            },
            self.passes,
            self.batch,
            self.rate,
            match self.rule {
                Rule::Adam { decay } => format!("adam:{decay}"),
                Rule::Sgd { momentum, decay } => format!("sgd:{momentum}:{decay}"),
            },
            self.replay,
            self.openings,
            self.hard_share,
            self.budget,
            self.proof_share,
            self.seed,
            self.games,
            self.longest,
        )
    }
}

impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Root::Gumbel { candidates } => write!(f, "gumbel:{candidates}"),
            Root::Dirichlet { alpha } => write!(f, "dirichlet:{alpha}"),
        }
    }
}

impl fmt::Display for Branching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Branching::Legal => "legal",
            Branching::Most => "most",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_in_the_text() {
        let start = TrainSettings::default();
        let others = [
            TrainSettings { simulations: 7, ..start.clone() },
            TrainSettings { fast_simulations: 7, ..start.clone() },
            TrainSettings { full_share: 0.5, ..start.clone() },
            TrainSettings { root: Root::Gumbel { candidates: 7 }, ..start.clone() },
            TrainSettings { root: Root::Dirichlet { alpha: 0.05 }, ..start.clone() },
            TrainSettings { branching: Branching::Most, ..start.clone() },
            TrainSettings { target: Target::Outcome, ..start.clone() },
            TrainSettings { passes: 7.0, ..start.clone() },
            TrainSettings { batch: 7, ..start.clone() },
            TrainSettings { rate: 7.0, ..start.clone() },
            TrainSettings { rule: Rule::Sgd { momentum: 0.9, decay: 1e-4 }, ..start.clone() },
            TrainSettings { replay: 7, ..start.clone() },
            TrainSettings { openings: 7, ..start.clone() },
            TrainSettings { hard_share: 0.5, ..start.clone() },
            TrainSettings { budget: 7, ..start.clone() },
            TrainSettings { proof_share: 0.5, ..start.clone() },
            TrainSettings { seed: 7, ..start.clone() },
            TrainSettings { games: 7, ..start.clone() },
            TrainSettings { longest: 7, ..start.clone() },
        ];
        let mut texts: Vec<String> = others.iter().map(TrainSettings::to_string).collect();
        texts.push(start.to_string());
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), others.len() + 1, "{texts:#?}");
        assert!(others.iter().all(|settings| settings.check().is_ok()));
    }

    #[test]
    fn numbers_out_of_range_are_named() {
        let check = |settings: TrainSettings, text: &str| {
            assert_eq!(settings.check().expect_err(text).to_string(), text);
        };
        let start = TrainSettings::default();
        check(
            TrainSettings { simulations: 0, ..start.clone() },
            "simulations: 0; expected at least 1",
        );
        check(TrainSettings { games: 0, ..start.clone() }, "games: 0; expected at least 1");
        let share = TrainSettings { hard_share: 1.5, ..start.clone() };
        check(share, "share of hard positions: 1.5; expected 0 to 1");
        let share = TrainSettings { full_share: f32::NAN, ..start.clone() };
        check(share, "share of full searches: NaN; expected 0 to 1");
        check(TrainSettings { rate: 0.0, ..start.clone() }, "rate: 0; expected more than 0");
        let root = Root::Gumbel { candidates: 0 };
        check(TrainSettings { root, ..start }, "candidates: 0; expected more than 0");
    }
}
