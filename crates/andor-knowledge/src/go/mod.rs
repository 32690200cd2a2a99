//! Knowledge about Go.
//!
//! Each piece says more than the one before: what is alive without condition is safe under
//! alternating play, and what is safe may grow. So the strongest that is wanted is the only one
//! that has to be asked.

pub mod bounds;
pub mod life;
pub mod safety;
mod settle;
pub mod territory;

use andor_core::{Claim, Oracle, Verdict};
use andor_games::go::{Go, Position};
use life::{Life, UnconditionalLife};
use safety::{AlternatingSafety, Promise, Safety};

/// What is known about safe points, from weak to strong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Static {
    /// Unconditional life.
    Life,
    /// Safety under alternating play.
    Safety,
    /// Safety, and what the safe stones grow into.
    Growth,
}

/// Why a claim is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason<const W: usize> {
    /// By unconditional life.
    Life(Life<W>),
    /// By safety under alternating play.
    Safety(Safety<W>),
}

impl<const W: usize> Oracle<Go<W>> for Static {
    type Reason = Reason<W>;

    #[inline]
    fn settle(
        &self,
        game: &Go<W>,
        pos: &Position<W>,
        claim: Claim,
    ) -> Option<(Verdict, Reason<W>)> {
        let promise = match self {
            Static::Life => {
                let (verdict, life) = UnconditionalLife.settle(game, pos, claim)?;
                return Some((verdict, Reason::Life(life)));
            }
            Static::Safety => Promise::Safe,
            Static::Growth => Promise::Growing,
        };
        let (verdict, safety) = AlternatingSafety { promise }.settle(game, pos, claim)?;
        Some((verdict, Reason::Safety(safety)))
    }
}
