//! Laws of guesses: properties of every source of guesses, as functions that a test calls.
//!
//! Each law visits the positions of random games from a seed and panics at the first breach.

use crate::{Playout, Tally};
use andor_core::Claim;
use andor_core::laws::walk;

/// The counts of playouts are consistent.
pub fn playout<G: Playout>(game: &G, claim: Claim, games: usize, seed: u64) {
    let mut moves = Vec::new();
    let mut tally = Tally::default();
    let mut rng = fastrand::Rng::with_seed(seed);
    walk(game, games, seed, |pos| {
        moves.clear();
        game.moves(pos, &mut moves);
        if moves.is_empty() {
            return;
        }
        tally.reset(moves.len());
        game.playouts(pos, claim, &moves, 64, &mut rng, &mut tally);
        assert!(tally.games >= 1.0, "no game was played from {pos:?}");
        assert!((0.0..=tally.games).contains(&tally.wins), "more wins than games from {pos:?}");
        assert!(tally.choices >= tally.games, "a game without a choice from {pos:?}");
        assert_eq!(tally.moves.len(), moves.len());
        for told in &tally.moves {
            assert!((0.0..=told.games).contains(&told.wins), "more wins than games: {told:?}");
        }
    });
}
