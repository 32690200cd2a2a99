//! Unconditional life (Benson 1976), in a strict form that holds under every rule set.
//!
//! Let X be a colour and O the other. A *region* is a largest connected set of points without X
//! stones. It is *vital* to an X block if **every** point of it, O stones included, is beside the
//! block. Drop the blocks that have fewer than two vital regions whose X neighbours are all still
//! there, until none is dropped. The blocks that remain are alive; the regions all whose points are
//! beside X stones and all whose X neighbours are alive are X's *territory*.
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
//! Every region of the territory holds an empty point, and keeps one: when O fills the last one,
//! the O stones in it have no liberty, the alive blocks round it have one elsewhere, and O's play
//! is suicide. So an alive block always has two liberties and is never captured, whatever O does.
//!
//! X's plan is to pass, unless an O stone stands in the territory; then to play on an empty point
//! of its region. That play *cleans up*. It is beside an alive block and joins it. The rest of the
//! region is not empty (the O stone was there) and each of its parts is vital to what the whole was
//! vital to, so all blocks stay alive, and the territory loses nothing but the point that became a
//! stone. The play is no suicide, and no retaking of a ko, because a stone that can be retaken has
//! no friend beside its point. Each clean-up adds an alive stone, so there are finitely many. X
//! passes only when no O stone is left in the territory; hence, when two passes end the game, all
//! `s` alive and territory points are X's area, and X's margin is at least `2s - area`.
//!
//! **Repetition.** Suppose that the oracle was asked about every earlier position of the line for
//! this claim and settled none. From the settled position on, X's plan leads only to boards that
//! give X as much, so each of them would have been settled: none of these boards was there before.
//! (One can have been: the start of the line, if case 1 below applied there. It lacks the clean-up
//! stones that X has added since.) Among the boards after the settled position, X's alive stones
//! only grow, and grow with every clean-up. So superko never forbids a clean-up, and a ban on O's
//! moves does X no harm. Under basic ko a cycle would contain no clean-up, so X only passes in it;
//! without suicide O's stones only grow meanwhile, and there is no cycle. What cycles are worth
//! does not matter then. Blocks with one liberty may be dead at the end: an alive block has two.
//!
//! The supposition is needed. A player who was alive, filled the own eyes and came back to life can
//! find the clean-up forbidden because its board was there the first time; on 2x3 random games with
//! a random past that is so in one settled position of twenty, and a test shows one of them. A
//! search that asks at every position stops at the first life and never gets so far, and what it
//! stores may be used after every other line of the same search. It must not be told a past that
//! was played without asking.
//!
//! Two cases are left out:
//!
//! 1. O is to move and a pass ends the game. O may end it so before X cleans up; then the margin
//!    on the board must do as well.
//! 2. Basic ko with suicide: O may go round in circles by suicide while X passes. Then life is a success
//!    only if the cycle is one too: a game without result for a defender, say.

use super::settle::{BOTH_SIDES, can_end, changed, settle, sure_margin};
use andor_core::{Claim, Margin, Oracle, Player, PointSet, Verdict};
use andor_games::go::{Board, Go, Position, Stones};
use andor_games::points::Points;

/// Settles claims by what is alive without condition.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnconditionalLife;

/// What is alive without condition: a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life<const W: usize> {
    /// Whose.
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

    /// What the side gets at least on this board, its own score minus the opponent's.
    pub fn least_margin(&self, board: &Board<W>) -> Margin {
        sure_margin(board, (self.alive | self.territory).len())
    }

    /// What the life depends on: the alive stones, and of the regions as few as leave two vital ones to
    /// each block. Where these points are the same, the stones are alive, and the other regions are
    /// territory whatever they hold: a stone of the side's own in one of them is beside an alive one and
    /// joins it.
    pub(super) fn roots(&self, board: &Board<W>) -> Points<W> {
        let mut regions: Vec<Points<W>> = board.parts(self.territory).collect();
        regions.sort_by_key(|region| std::cmp::Reverse(region.len()));
        let borders: Vec<Points<W>> =
            board.parts(self.alive).map(|block| board.around(block)).collect();
        let mut i = 0;
        while i < regions.len() {
            let region = regions.remove(i);
            let vital = |border: &Points<W>| {
                regions.iter().filter(|region| region.is_subset(border)).nth(1).is_some()
            };
            if !borders.iter().all(vital) {
                regions.insert(i, region);
                i += 1;
            }
        }
        regions.into_iter().fold(self.alive, |all, region| all | region)
    }

    /// The points on which what is settled by this life, and what follows from it, depends; see
    /// [`Oracle::depends_on`].
    pub(super) fn depends_on<Z: PointSet>(&self, game: &Go<W>, pos: &Position<W>) -> Option<Z> {
        let settled = game.has_zones() && !can_end(pos, self.side);
        let points = |set: Points<W>| set.each().fold(Z::NOTHING, |all, point| all | Z::of(point));
        settled.then(|| points(self.roots(game.board())))
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
    let close = close_regions(board, own);
    if close.is_empty() { Life::nothing(side) } else { survivors(board, own, close, side) }
}

/// The regions all whose points are beside own stones: only these can be vital or territory.
/// None if these cannot be two regions.
#[inline]
fn close_regions<const W: usize>(board: &Board<W>, own: Points<W>) -> Points<W> {
    let others = board.all() - own;
    let mut open = others - board.around(own);
    loop {
        let more = open | board.around(open) & others;
        let close = others - more;
        if !close.has_two() {
            return Points::EMPTY;
        }
        if more == open {
            return close;
        }
        open = more;
    }
}

/// The blocks that survive Benson's elimination, with their territory. `close` are regions of which only
/// those count that stay close to what survives.
///
/// Blocks and regions are not listed: mostly the first block has no two vital regions, and nothing
/// survives.
fn survivors<const W: usize>(
    board: &Board<W>,
    own: Points<W>,
    mut close: Points<W>,
    side: Player,
) -> Life<W> {
    if !falls_apart(board, close) {
        return Life::nothing(side);
    }
    let mut alive = board.fill(board.around(close) & own, own);
    let mut unsure = alive;
    while let Some(stone) = unsure.first() {
        let block = board.fill(Points::one(stone), alive);
        unsure = unsure - block;
        let border = board.around(block);
        let vital = close - board.fill(close - border, close);
        if !falls_apart(board, vital) {
            // The block goes, and with it the regions beside it: others may have counted on them.
            alive = alive - block;
            let gone = board.fill(border & close, close);
            close = close - gone;
            if !falls_apart(board, close) {
                return Life::nothing(side);
            }
            unsure = board.fill(unsure | (board.around(gone) & alive), alive);
        }
    }
    Life { side, alive, territory: close }
}

/// Has a set two parts at least that are not connected?
#[inline]
fn falls_apart<const W: usize>(board: &Board<W>, set: Points<W>) -> bool {
    set.first().is_some_and(|first| board.fill(Points::one(first), set) != set)
}

impl UnconditionalLife {
    /// The life that gives `side` at least the margin, if there is.
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
        let close = close_regions(board, own);
        if close.is_empty() || sure_margin(board, (own | close).len()) < needed {
            return None;
        }
        let life = survivors(board, own, close, side);
        (!life.alive.is_empty() && life.least_margin(board) >= needed).then_some(life)
    }
}

impl<const W: usize> Oracle<Go<W>> for UnconditionalLife {
    type Reason = Life<W>;

    fn settle(&self, game: &Go<W>, pos: &Position<W>, claim: Claim) -> Option<(Verdict, Life<W>)> {
        settle(game, pos, claim, BOTH_SIDES, |side, needed| {
            self.life_for(game.board(), pos.both(), side, needed)
        })
    }

    /// What is alive depends on the own stones only.
    #[inline]
    fn settle_after(
        &self,
        game: &Go<W>,
        before: &Position<W>,
        pos: &Position<W>,
        claim: Claim,
    ) -> Option<(Verdict, Life<W>)> {
        settle(game, pos, claim, changed(before, pos), |side, needed| {
            self.life_for(game.board(), pos.both(), side, needed)
        })
    }

    fn depends_on<Z: PointSet>(
        &self,
        game: &Go<W>,
        pos: &Position<W>,
        life: &Life<W>,
    ) -> Option<Z> {
        life.depends_on(game, pos)
    }
}
