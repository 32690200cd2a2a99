//! Playouts as a heuristic: chances and expected works from the tally of random games.
//!
//! **Chance.** The tally says how often the player to move wins if a move is made (`p`), and how
//! often in all games (`p₀`). After the move the opponent is to move, which random games started
//! before the move do not show. So the chance is lowered by a share of the best move's gain, the
//! value of a tempo: `chance = p · (1 − tempo · (max p − p₀))`.
//!
//! **Work** is guessed from the length of the games: see [`crate::FirstWork`].

use crate::first_work::{FirstWork, Works};
use crate::playout::{MoveTally, Playout, Tally};
use andor_core::{Claim, Evaluate, Game, Guess, Halt, Heuristic, LEAST_CHANCE, MOST_EVALUATION};

/// Guesses from playouts.
#[derive(Clone, Debug)]
pub struct Playouts {
    rng: fastrand::Rng,
    games: u32,
    tempo: f32,
    tally: Tally,
    played: u64,
    works: Works,
    halt: Halt,
}

/// The average of the position counts as so many games of a move, beside the move's own games.
const PRIOR_GAMES: f32 = 1.0;

impl Playouts {
    /// Playouts with so many random games for each expansion, from a seed.
    pub fn new(games: u32, tempo: f32, first_work: FirstWork, seed: u64) -> Playouts {
        Playouts {
            rng: fastrand::Rng::with_seed(seed),
            games,
            tempo,
            tally: Tally::default(),
            played: 0,
            works: Works::new(first_work),
            halt: Halt::default(),
        }
    }

    /// Plays the random games, fewer if they must end early; says whether there were any.
    fn play<G: Game + Playout>(
        &mut self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        moves: &[G::Move],
    ) -> bool {
        self.tally.reset(moves.len());
        let mut left = self.games;
        while left > 0 && !self.halt.is_due() {
            let games = left.min(game.batch());
            game.playouts(pos, claim, moves, games, &mut self.rng, &mut self.tally);
            left -= games;
        }
        self.played += self.tally.games as u64;
        self.tally.games > 0.0
    }
}

impl<G: Game + Playout> Heuristic<G> for Playouts {
    fn heed(&mut self, halt: &Halt) {
        self.halt = halt.clone();
    }

    fn guess(
        &mut self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        moves: &[G::Move],
        out: &mut Vec<Guess>,
    ) -> f32 {
        if !self.play(game, pos, claim, moves) {
            return ().guess(game, pos, claim, moves, out);
        }
        let average = (self.tally.wins + 0.5) / (self.tally.games + 1.0);
        let plies = (self.tally.plies / self.tally.games - 1.0).max(0.0);
        let chance =
            |told: &MoveTally| (told.wins + PRIOR_GAMES * average) / (told.games + PRIOR_GAMES);
        let best = self.tally.moves.iter().map(chance).fold(average, f32::max);
        let share = 1.0 - self.tempo * (best - average);
        let tally = std::mem::take(&mut self.tally.moves);
        let choices = self.tally.choices / self.tally.games;
        let works = self.works.after(plies, choices);
        let work = |loser: f32| works.against(loser);
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
    fn heed(&mut self, halt: &Halt) {
        self.halt = halt.clone();
    }

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
