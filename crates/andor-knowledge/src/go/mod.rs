//! Knowledge about Go.
//!
//! Unconditional territory includes unconditional life, so that only the stronger piece must be
//! asked where it applies.

pub mod life;
mod settle;
pub mod territory;

use andor_core::{Claim, Details, Oracle, SettledIn};
use andor_games::go::{Go, Position};
use life::UnconditionalLife;
use territory::UnconditionalTerritory;

/// The knowledge about Go that a search uses: each piece may be left out, and the pieces are asked
/// in this order.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoKnowledge {
    /// Unconditional territory, for games in which it [applies](territory::applies).
    pub territory: Option<UnconditionalTerritory>,
    /// Unconditional life.
    pub life: Option<UnconditionalLife>,
}

impl<const W: usize> Oracle<Go<W>> for GoKnowledge {
    #[inline]
    fn settle(
        &self,
        game: &Go<W>,
        pos: &Position<W>,
        claim: Claim,
        wanted: Details,
    ) -> Option<SettledIn<Go<W>>> {
        if let Some(territory) = &self.territory
            && let Some(settled) = territory.settle(game, pos, claim, wanted)
        {
            return Some(settled);
        }
        self.life.as_ref()?.settle(game, pos, claim, wanted)
    }

    #[inline]
    fn settle_after(
        &self,
        game: &Go<W>,
        before: &Position<W>,
        pos: &Position<W>,
        claim: Claim,
        wanted: Details,
    ) -> Option<SettledIn<Go<W>>> {
        if let Some(territory) = &self.territory
            && let Some(settled) = territory.settle_after(game, before, pos, claim, wanted)
        {
            return Some(settled);
        }
        self.life.as_ref()?.settle_after(game, before, pos, claim, wanted)
    }
}
