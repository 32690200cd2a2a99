//! Guesses about Go from the fitted model, with works that are corrected while a search runs.
//!
//! The fitted model ([`GoFitted`]) knows small boards: what was too hard to solve was left out of
//! its fit. Here a foresight ([`GoForesight`]) learns, from every node that the search leaves, by
//! how much the logarithms of the works differ from the fitted ones. A search that restarts keeps
//! what was learnt.
//!
//! **Tried and dropped**: liberties as features, with which 3x6 takes four times as many nodes. The
//! page docs/experiments/2026-11-20-learnt-works.md has the figures.

use super::fitted::{GoFitted, guess_by_replier};
use super::foresight::{GoForesight, Learning};
use andor_core::{Claim, Foresight, Game, Guess, Heuristic};
use andor_games::go::{Go, Move, Position};

/// Larger logarithms of works are learnt as this: a work that seems infinite does not last.
const MOST: f32 = 20.0;

/// So many lessons are passed over: in a short search the fitted works are better than works that
/// are hardly learnt yet.
const PATIENCE: u32 = 5_000;

/// Guesses of the fitted model with works that are learnt.
#[derive(Clone, Debug)]
pub struct GoLearnt<const W: usize> {
    fitted: GoFitted,
    learning: Learning,
    /// Lessons that are passed over before the first one counts.
    patience: u32,
    /// What was learnt so far.
    correction: Option<GoForesight<W>>,
}

impl<const W: usize> GoLearnt<W> {
    /// Guesses that begin as those of the fitted model; `rate` is the share of an error by which
    /// one step corrects it. The works of one outcome say nothing about those of the other.
    pub fn new(fitted: GoFitted, rate: f32) -> GoLearnt<W> {
        let (most, solved) = (f32::INFINITY, f32::NEG_INFINITY);
        let learning = Learning { rate, most, solved, step: 2.0 };
        GoLearnt { fitted, learning, patience: PATIENCE, correction: None }
    }
}

/// Works of the player to move as works of the attacker, and back.
#[inline]
fn turned<const W: usize>(
    game: &Go<W>,
    pos: &Position<W>,
    claim: Claim,
    [first, second]: [f32; 2],
) -> [f32; 2] {
    if game.to_move(pos) == claim.attacker { [first, second] } else { [second, first] }
}

impl<const W: usize> Heuristic<Go<W>> for GoLearnt<W> {
    fn guess(
        &mut self,
        game: &Go<W>,
        pos: &Position<W>,
        claim: Claim,
        moves: &[Move],
        out: &mut Vec<Guess>,
    ) -> f32 {
        let GoLearnt { fitted, correction, .. } = self;
        let Some(correction) = correction else {
            return fitted.guess(game, pos, claim, moves, out);
        };
        guess_by_replier(game, pos, claim, moves, out, |after| {
            let more = correction.foresee(game, after, claim.attacker);
            fitted.judge_with(game, after, claim, turned(game, after, claim, more))
        })
    }

    fn learn(&mut self, game: &Go<W>, pos: &Position<W>, claim: Claim, works: [f32; 2]) {
        if self.patience > 0 {
            self.patience -= 1;
            return;
        }
        let new = || GoForesight::new(game, self.learning);
        let correction = self.correction.get_or_insert_with(new);
        let fitted = self.fitted.works(game, pos, claim);
        let more = [0, 1].map(|i| match works[i].is_finite() {
            true => works[i].max(1.0).ln().min(MOST) - fitted[i],
            false => f32::INFINITY,
        });
        let more = turned(game, pos, claim, more);
        correction.learn(game, pos, claim.attacker, more);
    }
}
