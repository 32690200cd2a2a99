//! The first guess about the work that a position needs.
//!
//! The paper on expected work search starts from the sum of the branching factors along a playout.
//! With that sum a new leaf looks far cheaper than an expanded node, and the search goes
//! breadth-first. But the size of a proof grows exponentially with the length of the game and with
//! the chances of the loser. So the first work for a game that lasts `n` more plies, in which the
//! loser has the chance `c`, is `work = exp(rate · n · c ^ bend)`. The paper's choices are kept for
//! comparison.

/// How the first expected work of a node is guessed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FirstWork {
    /// One node, as in proof-number search.
    One,
    /// The sum of the branching factors along a playout, equation (4) of the paper.
    Choices,
    /// `exp(rate · plies · (the loser's chance) ^ bend)`.
    Exponential {
        /// How fast a proof grows with the plies left.
        rate: f32,
        /// How fast a proof grows with the loser's chances; below 1, small chances count for more.
        bend: f32,
    },
}

/// The number of steps between the chances 0 and 1 in the table of works.
const STEPS: usize = 512;

/// The largest exponent of a first work, far beyond any search.
const LARGEST_EXPONENT: f32 = 50.0;

/// First works, computed once for every length of a game.
#[derive(Clone, Debug)]
pub(crate) struct Works {
    first_work: FirstWork,
    /// By plies, then by the loser's chance in steps of 1 / [`STEPS`].
    by_plies: Vec<Vec<f32>>,
}

/// The first works for games of one length.
#[derive(Clone, Copy)]
pub(crate) struct WorksAfter<'a>(&'a [f32]);

impl WorksAfter<'_> {
    /// The work if the loser has this chance, at least 0 and at most 1.
    #[inline]
    pub(crate) fn against(self, loser: f32) -> f32 {
        self.0[(loser * STEPS as f32) as usize]
    }
}

impl Works {
    pub(crate) fn new(first_work: FirstWork) -> Works {
        Works { first_work, by_plies: Vec::new() }
    }

    /// The works for games that last so many plies more, with so many choices in all.
    pub(crate) fn after(&mut self, plies: f32, choices: f32) -> WorksAfter<'_> {
        let whole = plies.round() as usize;
        if self.by_plies.len() <= whole {
            self.by_plies.resize(whole + 1, Vec::new());
        }
        let works = &mut self.by_plies[whole];
        if works.is_empty() {
            works.extend((0..=STEPS).map(|step| match self.first_work {
                FirstWork::One => 1.0,
                FirstWork::Choices => choices.max(1.0),
                FirstWork::Exponential { rate, bend } => {
                    let loser = step as f32 / STEPS as f32;
                    (rate * whole as f32 * loser.powf(bend)).min(LARGEST_EXPONENT).exp()
                }
            }));
        }
        WorksAfter(works)
    }
}
