//! Benson's elimination: the blocks of one colour that have two vital regions each.
//!
//! Let X be a colour. A *region* is a largest connected set of points without X stones. Each user
//! says which points of a region must be beside a block for the region to be *vital* to the block:
//! all points where suicide is allowed (`andor-knowledge::go::life`), the empty points alone in
//! Benson's own definition (1976). Blocks with fewer than two vital regions whose X neighbours are
//! all still there are dropped, until none is dropped.

use super::Board;
use crate::points::Points;

/// Blocks that survive the elimination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survivors<const W: usize> {
    /// The stones of the blocks.
    pub alive: Points<W>,
    /// The regions whose points that must be beside a block are beside some block, and whose X
    /// neighbours all survive.
    pub regions: Points<W>,
}

impl<const W: usize> Survivors<W> {
    /// No block.
    pub const NONE: Survivors<W> = Survivors { alive: Points::EMPTY, regions: Points::EMPTY };

    /// The points on which the survival depends: the stones, and as few regions as leave two vital
    /// regions to each block. `near` are the points that must be beside a block.
    pub fn roots(&self, board: &Board<W>, near: Points<W>) -> Points<W> {
        let mut regions: Vec<Points<W>> = board.parts(self.regions).collect();
        regions.sort_by_key(|region| std::cmp::Reverse(region.len()));
        let borders: Vec<Points<W>> =
            board.parts(self.alive).map(|block| board.around(block)).collect();
        let mut i = 0;
        while i < regions.len() {
            let region = regions.remove(i);
            let vital = |border: &Points<W>| {
                let is_vital = |region: &&Points<W>| (**region & near).is_subset(border);
                regions.iter().filter(is_vital).nth(1).is_some()
            };
            if !borders.iter().all(vital) {
                regions.insert(i, region);
                i += 1;
            }
        }
        regions.into_iter().fold(self.alive, |all, region| all | region)
    }
}

/// The blocks of `own` that survive, where the points of `near` must be beside a block.
#[inline]
pub fn survivors<const W: usize>(
    board: &Board<W>,
    own: Points<W>,
    near: Points<W>,
) -> Survivors<W> {
    let close = close_regions(board, own, near);
    if close.is_empty() { Survivors::NONE } else { eliminate(board, own, near, close) }
}

/// The regions all of whose points in `near` are beside own stones: only these can be vital. The
/// result is empty if these cannot be two regions.
#[inline]
pub fn close_regions<const W: usize>(
    board: &Board<W>,
    own: Points<W>,
    near: Points<W>,
) -> Points<W> {
    let others = board.all() - own;
    let mut open = near - board.around(own);
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

/// The elimination. Of the regions in `close` only those count that stay close to the survivors.
///
/// Blocks and regions are not listed: mostly the first block does not have two vital regions, and
/// nothing survives.
pub fn eliminate<const W: usize>(
    board: &Board<W>,
    own: Points<W>,
    near: Points<W>,
    mut close: Points<W>,
) -> Survivors<W> {
    if !falls_apart(board, close) {
        return Survivors::NONE;
    }
    let mut alive = board.fill(board.around(close) & own, own);
    let mut unsure = alive;
    while let Some(stone) = unsure.first() {
        let block = board.fill(Points::one(stone), alive);
        unsure = unsure - block;
        let border = board.around(block);
        let vital = close - board.fill((close & near) - border, close);
        if !falls_apart(board, vital) {
            // The block goes, and with it the regions beside it: others may have counted on them.
            alive = alive - block;
            let gone = board.fill(border & close, close);
            close = close - gone;
            if !falls_apart(board, close) {
                return Survivors::NONE;
            }
            unsure = board.fill(unsure | (board.around(gone) & alive), alive);
        }
    }
    Survivors { alive, regions: close }
}

/// Has a set at least two parts that are not connected?
#[inline]
fn falls_apart<const W: usize>(board: &Board<W>, set: Points<W>) -> bool {
    set.first().is_some_and(|first| board.fill(Points::one(first), set) != set)
}
