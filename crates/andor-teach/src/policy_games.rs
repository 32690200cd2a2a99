//! Moves that guesses choose, and the positions of games that a network plays by its policy.

use crate::with_typed;
use andor_core::{Claim, Game, Guess, Heuristic, Planes};
use andor_games::any::{AnyGame, AnyPosition};
use andor_solver::{Adapter, BadInput, Guide, Problem, Settings, Typed};
use std::sync::Arc;

/// The planes of positions of games that a network plays against itself by its policy.
pub fn policy_positions(
    problem: &Problem,
    guide: &Arc<Guide>,
    count: usize,
    seed: u64,
) -> Result<Vec<Vec<u32>>, BadInput> {
    with_typed(problem, |typed| Ok(positions(typed, guide, count, seed)))
}

fn positions(typed: &Typed<'_>, guide: &Arc<Guide>, count: usize, seed: u64) -> Vec<Vec<u32>> {
    let settings = Settings { guide: Some(guide.clone()), ..Settings::default() };
    let game = typed.game();
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut guesses = typed.guesses(&settings, 1, seed);
    let claims = game.question().claims;
    let longest = game.plane_shape().moves() as u32 / 2;
    let mut position = || {
        let (claim, length) = (claims[rng.usize(..2)], rng.u32(..=longest));
        let pos = play(game, game.start(), claim, length, &mut *guesses, &mut rng);
        game.planes(&pos, claim)
    };
    (0..count).map(|_| position()).collect()
}

/// The position after so many moves, drawn by guesses, or before the game would be over.
pub(crate) fn play(
    game: &AnyGame,
    mut pos: AnyPosition,
    claim: Claim,
    count: u32,
    heuristic: &mut dyn Heuristic<AnyGame>,
    rng: &mut fastrand::Rng,
) -> AnyPosition {
    let (mut moves, mut guesses) = (Vec::new(), Vec::new());
    for _ in 0..count {
        moves.clear();
        guesses.clear();
        game.moves(&pos, &mut moves);
        if moves.iter().any(|&mv| !game.is_pass(mv)) {
            moves.retain(|&mv| !game.is_pass(mv));
        }
        if moves.is_empty() {
            break;
        }
        heuristic.guess(game, &pos, claim, &moves, &mut guesses);
        let next = game.after(&pos, moves[drawn(&guesses, rng)]);
        if game.outcome(&next).is_some() {
            break;
        }
        pos = next;
    }
    pos
}

/// A move drawn in proportion to the guesses about it.
fn drawn(guesses: &[Guess], rng: &mut fastrand::Rng) -> usize {
    let sum: f32 = guesses.iter().map(|guess| guess.chance).sum();
    let mut left = rng.f32() * sum;
    for (number, guess) in guesses.iter().enumerate() {
        left -= guess.chance;
        if left <= 0.0 {
            return number;
        }
    }
    guesses.len() - 1
}
