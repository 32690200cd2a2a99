//! First guesses about the moves of a position, by random games.

use super::candidate::Candidate;
use crate::adapter::Adapter;
use andor_core::Claim;
use andor_guess::Tally;

/// The number of random games between two looks at the clock.
const BATCH: u32 = 16;

/// The average of the position counts as so many games of a move, beside the move's own games.
const PRIOR_GAMES: f32 = 4.0;

/// Random games from one position, batch by batch.
pub(super) struct Guesses<M> {
    rng: fastrand::Rng,
    moves: Vec<M>,
    total: Tally,
    batch: Tally,
}

impl<M: Copy> Guesses<M> {
    /// Guesses without any game.
    pub(super) fn new(moves: Vec<M>, seed: u64) -> Guesses<M> {
        let mut total = Tally::default();
        total.reset(moves.len());
        Guesses { rng: fastrand::Rng::with_seed(seed), moves, total, batch: Tally::default() }
    }

    /// How many games were played.
    pub(super) fn games(&self) -> f32 {
        self.total.games
    }

    /// Plays a batch of games about the claim that the player to move wins.
    pub(super) fn play<G: Adapter<Move = M>>(&mut self, game: &G, pos: &G::Position, claim: Claim) {
        self.batch.reset(self.moves.len());
        game.playouts(pos, claim, &self.moves, BATCH, &mut self.rng, &mut self.batch);
        self.total.games += self.batch.games;
        self.total.wins += self.batch.wins;
        for (all, new) in self.total.moves.iter_mut().zip(&self.batch.moves) {
            all.games += new.games;
            all.wins += new.wins;
        }
    }

    /// Sets the chances of the candidates, which are in the order of the moves.
    pub(super) fn tell(&self, candidates: &mut [Candidate<M>]) {
        let average = (self.total.wins + 0.5) / (self.total.games + 1.0);
        for (candidate, told) in candidates.iter_mut().zip(&self.total.moves) {
            candidate.chance = (told.wins + PRIOR_GAMES * average) / (told.games + PRIOR_GAMES);
            candidate.is_sensible = told.games > 0.0;
            candidate.visits = told.games as u64;
        }
    }
}
