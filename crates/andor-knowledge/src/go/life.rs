//! Unconditional life (Benson 1976), in a strict form that holds under every rule set.
//!
//! Let X be a colour and O the other colour. A *region* is a largest connected set of points
//! without X stones. A region is *vital* to an X block if **every** point of the region, O stones
//! included, is beside the block. Drop the blocks that have fewer than two vital regions whose X
//! neighbours are all still there, until none is dropped. The blocks that remain are alive. The
//! regions all of whose points are beside X stones and all of whose X neighbours are alive are X's
//! *territory*.
//!
//! ```text
//!  . X . X .     Two blocks, three regions of one point: each block has two
//!                vital regions, everything is Black's.
//!  . X O . X .   The region in the middle is vital to neither block: nobody is alive.
//! ```
//!
//! Benson asks only that the *empty* points of a vital region be liberties. That is not enough
//! where suicide is allowed, because O can empty the points of its own stones.
//!
//! # Why it is right
//!
//! Every region of the territory holds an empty point, and keeps one: when O fills the last empty
//! point, the O stones in the region have no liberty, the alive blocks round the region have a
//! liberty elsewhere, and O's play is suicide. So an alive block always has two liberties and is
//! never captured, whatever O does.
//!
//! X's plan is to pass, unless an O stone stands in the territory; then to play on an empty point
//! of the stone's region. That play is a *clean-up*. The new stone is beside an alive block and
//! joins the block. The rest of the region is not empty (the O stone was there), and each part of
//! the rest is vital to every block to which the whole region was vital. So all blocks stay alive,
//! and the territory loses nothing but the point that became a stone. The play is no suicide. The
//! play is no retaking of a ko, because a stone that can be retaken has no friend beside its point.
//! Each clean-up adds an alive stone, so there are finitely many clean-ups. X passes only when no O
//! stone is left in the territory. Hence, when two passes end the game, all `s` alive and territory
//! points are X's area, and X's margin is at least `2s - area`.
//!
//! **Repetition.** Suppose that the oracle was asked about every earlier position of the line for
//! this claim and settled none. From the settled position on, X's plan leads only to boards that
//! give X as much, so the oracle would have settled each of these boards: none of them was on the
//! line before. (There is one exception: the start of the line, if case 1 below applied there. The
//! start lacks the clean-up stones that X has added since.) Among the boards after the settled
//! position, X's alive stones only grow, and grow with every clean-up. So superko never forbids a
//! clean-up, and a ban on O's moves does X no harm. Under basic ko a cycle would contain no
//! clean-up, so X only passes in the cycle. Without suicide O's stones only grow meanwhile, and
//! there is no cycle. So the worth of cycles does not matter. Blocks with one liberty may be dead
//! at the end under some rules: an alive block has two liberties.
//!
//! The supposition is needed. Suppose that a player was alive, filled the own eyes and came back to
//! life. The clean-up can then be forbidden, because its board was there the first time. In 2x3
//! random games with a random past this happens in one settled position of twenty, and a test shows
//! an example. A search that asks the oracle at every position stops at the first life and never
//! gets so far, and its stored results may be used after every other line of the same search. The
//! search must not be given a past that was played without asking.
//!
//! Two cases are left out:
//!
//! 1. O is to move and a pass ends the game. O may end the game before X cleans up; then the margin
//!    on the board must be enough as well.
//! 2. Basic ko with suicide: O may repeat positions by suicide while X passes. Then life settles
//!    the claim only if the cycle does so too: a game without result for a defender, for example.

use super::settle::{BOTH_SIDES, Sides, can_end, changed, settle, sure_margin};
use andor_core::{Claim, Details, Margin, Oracle, Player, Settled, SettledIn, Verdict};
use andor_games::go::life::{Survivors, close_regions, eliminate, survivors};
use andor_games::go::{Board, Go, Position, Stones};
use andor_games::points::Points;

/// Settles claims by unconditional life.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnconditionalLife;

/// Unconditional life of one side: a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life<const W: usize> {
    /// The side.
    pub side: Player,
    /// The stones of the alive blocks.
    pub alive: Points<W>,
    /// The points that the side will hold at the end, besides the alive stones.
    pub territory: Points<W>,
}

impl<const W: usize> Life<W> {
    fn nothing(side: Player) -> Life<W> {
        Life { side, alive: Points::EMPTY, territory: Points::EMPTY }
    }

    /// The least margin of the side on this board, its own score minus the opponent's.
    pub fn least_margin(&self, board: &Board<W>) -> Margin {
        sure_margin(board, (self.alive | self.territory).len())
    }

    /// The points on which the life depends. Where these points are the same, the stones are alive,
    /// and the other regions are territory whatever they hold: a stone of the side's own in such a
    /// region is beside an alive stone and joins it.
    pub(super) fn roots(&self, board: &Board<W>) -> Points<W> {
        let survivors = Survivors { alive: self.alive, regions: self.territory };
        survivors.roots(board, self.territory)
    }

    /// A verdict that this life settles, with its zone if it is wanted.
    pub(super) fn settled(
        &self,
        game: &Go<W>,
        pos: &Position<W>,
        verdict: Verdict,
        wanted: Details,
    ) -> SettledIn<Go<W>> {
        let has_zone = wanted.zone && game.has_zones() && !can_end(pos, self.side);
        Settled { verdict, best: None, zone: has_zone.then(|| self.roots(game.board())) }
    }
}

/// The unconditional life of one side.
#[inline]
pub fn unconditional_life<const W: usize>(
    board: &Board<W>,
    stones: &Stones<W>,
    side: Player,
) -> Life<W> {
    let own = stones[side.index()];
    let Survivors { alive, regions } = survivors(board, own, board.all() - own);
    Life { side, alive, territory: regions }
}

impl UnconditionalLife {
    /// The life that gives `side` at least the margin, if there is one.
    fn life_for<const W: usize>(
        &self,
        board: &Board<W>,
        stones: &Stones<W>,
        side: Player,
        needed: Margin,
    ) -> Option<Life<W>> {
        // What nobody can miss needs no life at all.
        if sure_margin(board, 0) >= needed {
            return Some(Life::nothing(side));
        }
        // Even if all that might be alive were, would it do? Mostly it would not.
        let own = stones[side.index()];
        let others = board.all() - own;
        let close = close_regions(board, own, others);
        if close.is_empty() || sure_margin(board, (own | close).len()) < needed {
            return None;
        }
        let Survivors { alive, regions } = eliminate(board, own, others, close);
        let life = Life { side, alive, territory: regions };
        (!life.alive.is_empty() && life.least_margin(board) >= needed).then_some(life)
    }
}

impl UnconditionalLife {
    /// The verdict on a claim, and the life that settles it.
    #[inline]
    pub fn why<const W: usize>(
        &self,
        game: &Go<W>,
        pos: &Position<W>,
        claim: Claim,
    ) -> Option<(Verdict, Life<W>)> {
        self.why_for(game, pos, claim, BOTH_SIDES)
    }

    #[inline]
    fn why_for<const W: usize>(
        &self,
        game: &Go<W>,
        pos: &Position<W>,
        claim: Claim,
        sides: Sides,
    ) -> Option<(Verdict, Life<W>)> {
        settle(game, pos, claim, sides, |side, needed| {
            self.life_for(game.board(), pos.both(), side, needed)
        })
    }
}

impl<const W: usize> Oracle<Go<W>> for UnconditionalLife {
    fn settle(
        &self,
        game: &Go<W>,
        pos: &Position<W>,
        claim: Claim,
        wanted: Details,
    ) -> Option<SettledIn<Go<W>>> {
        let (verdict, life) = self.why(game, pos, claim)?;
        Some(life.settled(game, pos, verdict, wanted))
    }

    /// Unconditional life depends on the own stones only.
    #[inline]
    fn settle_after(
        &self,
        game: &Go<W>,
        before: &Position<W>,
        pos: &Position<W>,
        claim: Claim,
        wanted: Details,
    ) -> Option<SettledIn<Go<W>>> {
        let (verdict, life) = self.why_for(game, pos, claim, changed(before, pos))?;
        Some(life.settled(game, pos, verdict, wanted))
    }
}
