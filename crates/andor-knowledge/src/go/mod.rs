//! Knowledge about Go.
//!
//! Each piece includes the piece before it: unconditionally alive stones are safe under alternating play,
//! and safe stones may grow. So only the strongest piece that is wanted must be asked.

pub mod life;
pub mod safety;
mod settle;
pub mod territory;

use andor_core::{Claim, Oracle, SettledIn, Wanted};
use andor_games::go::{Go, Position};
use life::UnconditionalLife;
use safety::AlternatingSafety;
use territory::UnconditionalTerritory;

/// The knowledge about Go that a search uses: each piece may be left out, and the pieces are asked in
/// this order.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoKnowledge {
    /// Unconditional territory, for games in which it [applies](territory::applies).
    pub territory: Option<UnconditionalTerritory>,
    /// Safety under alternating play.
    pub safety: Option<AlternatingSafety>,
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
        wanted: Wanted,
    ) -> Option<SettledIn<Go<W>>> {
        if let Some(territory) = &self.territory
            && let Some(settled) = territory.settle(game, pos, claim, wanted)
        {
            return Some(settled);
        }
        if let Some(safety) = &self.safety
            && let Some(settled) = safety.settle(game, pos, claim, wanted)
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
        wanted: Wanted,
    ) -> Option<SettledIn<Go<W>>> {
        if let Some(territory) = &self.territory
            && let Some(settled) = territory.settle_after(game, before, pos, claim, wanted)
        {
            return Some(settled);
        }
        if let Some(safety) = &self.safety
            && let Some(settled) = safety.settle_after(game, before, pos, claim, wanted)
        {
            return Some(settled);
        }
        self.life.as_ref()?.settle_after(game, before, pos, claim, wanted)
    }
}
