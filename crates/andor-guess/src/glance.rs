//! Glances: the game's own static evaluation of a position, as a source of guesses.
//!
//! A playout costs microseconds, a glance tens of nanoseconds. Where the evaluation is good, a
//! search with glances expands ten times as many nodes in the same time as a search with playouts,
//! and needs hardly more nodes.
//!
//! **Chance.** With the evaluation `v` of the position after the move, seen from its mover, and the
//! margin `m` that the claim asks of the attacker:
//! `chance = 1 / (1 + exp(−(v ∓ per_margin · m) / scale))`.
//!
//! **Plies left** are taken to grow with the number of moves; the work follows as in
//! [`crate::FirstWork`].
//!
//! A little noise makes one seed different from another.
//!
//! In Go under superko glances alone are fragile: in some searches the evaluation sees no end of a
//! fight for repetitions. [`crate::Blend`] mixes glances with playouts.

use crate::first_work::{FirstWork, Works};
use andor_core::{Claim, Evaluate, Game, Guess, Heuristic, LEAST_CHANCE};

/// Positions that can be guessed at a glance.
pub trait Glance: Game {
    /// A guess how good `pos`, which is not over, is for the player to move: from minus to plus
    /// [`MOST_EVALUATION`](andor_core::MOST_EVALUATION). No answer depends on the guess.
    fn glance(&self, pos: &Self::Position, claim: Claim) -> i16;
}

/// The game's own guess at a glance.
#[derive(Clone, Copy, Debug, Default)]
pub struct AtAGlance;

impl<G: Glance> Evaluate<G> for AtAGlance {
    #[inline]
    fn evaluate(&mut self, game: &G, pos: &G::Position, claim: Claim) -> i16 {
        game.glance(pos, claim)
    }
}

/// How evaluations become guesses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The evaluation at which the chance is 1 / (1 + 1/e), about 0.73.
    pub scale: f32,
    /// The weight of one point of the claim's margin.
    pub per_margin: f32,
    /// The bound of the random change of an evaluation.
    pub noise: f32,
    /// Plies left in a position without a move.
    pub least_plies: f32,
    /// Plies left for each move of the position.
    pub plies_per_move: f32,
}

/// Guesses at a glance.
#[derive(Clone, Debug)]
pub struct Glances {
    scale: Scale,
    works: Works,
    rng: fastrand::Rng,
}

impl Glances {
    /// Guesses on this scale, from a seed.
    pub fn new(scale: Scale, first_work: FirstWork, seed: u64) -> Glances {
        Glances { scale, works: Works::new(first_work), rng: fastrand::Rng::with_seed(seed) }
    }
}

impl<G: Game + Glance> Heuristic<G> for Glances {
    fn guess(
        &mut self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        moves: &[G::Move],
        out: &mut Vec<Guess>,
    ) -> f32 {
        let Scale { scale, per_margin, noise, least_plies, plies_per_move } = self.scale;
        let plies = least_plies + plies_per_move * moves.len() as f32;
        let works = self.works.after(plies, plies * moves.len() as f32);
        let asked = per_margin * f32::from(claim.at_least.0);
        let asked = if game.to_move(pos) == claim.attacker { asked } else { -asked };
        let mut best = LEAST_CHANCE;
        let mut after = pos.clone();
        for &mv in moves {
            let undo = game.play(&mut after, mv);
            let value = -f32::from(game.glance(&after, claim));
            game.undo(&mut after, undo);
            let value = value - asked + noise * (2.0 * self.rng.f32() - 1.0);
            let chance = 1.0 / (1.0 + (-value / scale).exp());
            let chance = chance.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
            best = best.max(chance);
            let (won, lost) = (works.against(1.0 - chance), works.against(chance));
            out.push(Guess { chance, work_if_won: won, work_if_lost: lost });
        }
        best
    }
}
