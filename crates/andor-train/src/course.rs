//! The settings of a training.

use crate::error::Error;
use andor_net::{Rule, Target};
use std::fmt;

/// The settings of a training. The text of a course is kept with every checkpoint, and a training
/// goes on with the same text only.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
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
    /// The share of games that start from hard positions; see [`Course::budget`].
    pub hard_share: f32,
    /// Simulations that do not settle a hard position.
    pub budget: u32,
    /// The share of a step's samples that are lessons, if there are lessons.
    pub lesson_share: f32,
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

impl Default for Course {
    fn default() -> Course {
        Course {
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
            lesson_share: 0.25,
            seed: 1,
            games: 32,
            longest: 400,
        }
    }
}

impl Course {
    /// The default settings on a GPU: thousands of games side by side, and larger steps.
    #[must_use]
    pub fn on_gpu() -> Course {
        Course { batch: 1024, games: 3584, replay: 2_000_000, ..Course::default() }
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
            ("share of lessons", self.lesson_share),
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

impl fmt::Display for Course {
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
            self.lesson_share,
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
        let start = Course::default();
        let others = [
            Course { simulations: 7, ..start.clone() },
            Course { fast_simulations: 7, ..start.clone() },
            Course { full_share: 0.5, ..start.clone() },
            Course { root: Root::Gumbel { candidates: 7 }, ..start.clone() },
            Course { root: Root::Dirichlet { alpha: 0.05 }, ..start.clone() },
            Course { branching: Branching::Most, ..start.clone() },
            Course { target: Target::Outcome, ..start.clone() },
            Course { passes: 7.0, ..start.clone() },
            Course { batch: 7, ..start.clone() },
            Course { rate: 7.0, ..start.clone() },
            Course { rule: Rule::Sgd { momentum: 0.9, decay: 1e-4 }, ..start.clone() },
            Course { replay: 7, ..start.clone() },
            Course { openings: 7, ..start.clone() },
            Course { hard_share: 0.5, ..start.clone() },
            Course { budget: 7, ..start.clone() },
            Course { lesson_share: 0.5, ..start.clone() },
            Course { seed: 7, ..start.clone() },
            Course { games: 7, ..start.clone() },
            Course { longest: 7, ..start.clone() },
        ];
        let mut texts: Vec<String> = others.iter().map(Course::to_string).collect();
        texts.push(start.to_string());
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), others.len() + 1, "{texts:#?}");
        assert!(others.iter().all(|course| course.check().is_ok()));
    }

    #[test]
    fn numbers_out_of_range_are_named() {
        let check = |course: Course, text: &str| {
            assert_eq!(course.check().expect_err(text).to_string(), text);
        };
        let start = Course::default();
        check(Course { simulations: 0, ..start.clone() }, "simulations: 0; expected at least 1");
        check(Course { games: 0, ..start.clone() }, "games: 0; expected at least 1");
        let share = Course { hard_share: 1.5, ..start.clone() };
        check(share, "share of hard positions: 1.5; expected 0 to 1");
        let share = Course { full_share: f32::NAN, ..start.clone() };
        check(share, "share of full searches: NaN; expected 0 to 1");
        check(Course { rate: 0.0, ..start.clone() }, "rate: 0; expected more than 0");
        let root = Root::Gumbel { candidates: 0 };
        check(Course { root, ..start }, "candidates: 0; expected more than 0");
    }
}
