//! Playouts as a heuristic: from random games to chances and expected works.
//!
//! **Chance.** The tally says how often the player to move wins if a move is made (`p`), and how
//! often anyway (`p₀`). After the move it is the opponent's turn, which random games started before
//! it do not show: the chance is lowered by a share of what the best move gains, the value of a
//! tempo: `chance = p · (1 − tempo · (max p − p₀))`.
//!
//! **Work.** The paper starts from the sum of the branching factors along a playout. That makes a
//! new leaf look far cheaper than an expanded one, and the search goes breadth-first; a proof's size
//! grows exponentially with the length of the game and with the chances of the loser. So here, for
//! a game that lasts `n` more plies, in which the loser is given the chance `c`:
//! `work = exp(rate · n · c ^ bend)`. The paper's choices are kept for comparison.

use andor_core::{
    Claim, Evaluate, Game, Guess, Heuristic, MOST_EVALUATION, MoveTally, Playout, Tally,
};

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
        /// How fast it grows with the loser's chances; below 1, small chances count for more.
        bend: f32,
    },
}

/// Guesses from playouts.
#[derive(Clone, Debug)]
pub struct Playouts {
    rng: fastrand::Rng,
    games: u32,
    tempo: f32,
    first_work: FirstWork,
    tally: Tally,
    played: u64,
    /// Exponential works by plies, then by the loser's chance in steps of 1 / [`STEPS`].
    works: Vec<Vec<f32>>,
}

/// Chances are told apart this finely when a work is looked up.
const STEPS: usize = 512;

/// Chances are kept this far from 0 and 1, because no playout is certain.
pub const LEAST_CHANCE: f32 = 0.002;

/// The exponent of a first work is cut here, far beyond what any search can do.
const LARGEST_EXPONENT: f32 = 50.0;

/// A move's own games count with so many games at the position's average.
const PRIOR_GAMES: f32 = 1.0;

impl Playouts {
    /// So many random games an expansion, from a seed.
    pub fn new(games: u32, tempo: f32, first_work: FirstWork, seed: u64) -> Playouts {
        Playouts {
            rng: fastrand::Rng::with_seed(seed),
            games,
            tempo,
            first_work,
            tally: Tally::default(),
            played: 0,
            works: Vec::new(),
        }
    }

    /// The works of all chances, for a game that lasts so many plies.
    fn works(&mut self, plies: f32) -> &[f32] {
        let whole = plies.round() as usize;
        if self.works.len() <= whole {
            self.works.resize(whole + 1, Vec::new());
        }
        let works = &mut self.works[whole];
        if works.is_empty() {
            let choices = (self.tally.choices / self.tally.games).max(1.0);
            works.extend((0..=STEPS).map(|step| match self.first_work {
                FirstWork::One => 1.0,
                FirstWork::Choices => choices,
                FirstWork::Exponential { rate, bend } => {
                    let loser = step as f32 / STEPS as f32;
                    (rate * whole as f32 * loser.powf(bend)).min(LARGEST_EXPONENT).exp()
                }
            }));
        }
        works
    }
}

impl<G: Game + Playout> Heuristic<G> for Playouts {
    fn guess(
        &mut self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        moves: &[G::Move],
        out: &mut Vec<Guess>,
    ) -> f32 {
        self.tally.reset(moves.len());
        game.playouts(pos, claim, moves, self.games, &mut self.rng, &mut self.tally);
        self.played += self.tally.games as u64;
        let average = (self.tally.wins + 0.5) / (self.tally.games + 1.0);
        let plies = (self.tally.plies / self.tally.games - 1.0).max(0.0);
        let chance =
            |told: &MoveTally| (told.wins + PRIOR_GAMES * average) / (told.games + PRIOR_GAMES);
        let best = self.tally.moves.iter().map(chance).fold(average, f32::max);
        let share = 1.0 - self.tempo * (best - average);
        let tally = std::mem::take(&mut self.tally.moves);
        let works = self.works(plies);
        let work = |loser: f32| works[(loser * STEPS as f32) as usize];
        out.extend(tally.iter().map(|told| {
            let chance = (chance(told) * share).clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
            Guess { chance, work_if_won: work(1.0 - chance), work_if_lost: work(chance) }
        }));
        self.tally.moves = tally;
        best.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE)
    }

    fn playouts(&self) -> u64 {
        self.played
    }
}

/// The chance to win, as an evaluation.
impl<G: Game + Playout> Evaluate<G> for Playouts {
    fn evaluate(&mut self, game: &G, pos: &G::Position, claim: Claim) -> i16 {
        let mut moves = Vec::new();
        game.moves(pos, &mut moves);
        let chance = self.guess(game, pos, claim, &moves, &mut Vec::new());
        ((2.0 * chance - 1.0) * f32::from(MOST_EVALUATION)) as i16
    }

    fn playouts(&self) -> u64 {
        self.played
    }
}
