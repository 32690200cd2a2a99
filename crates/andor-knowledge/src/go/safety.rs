//! Safety under alternating play (after Müller 1997): X answers O's moves where O makes them.
//!
//! Let X be a colour and O the other colour. As in [`super::life`] a *region* is a largest connected set
//! of points without X stones. The *commons* of a region are its empty points that are beside **every** X
//! block round the region. Two commons are miai: if O takes one common, X takes the other, and all blocks
//! round the region are joined. So a region
//!
//! * is a *link* if only one block is round it or it has two commons: then the blocks round it are one
//!   chain;
//! * is *covered* if every point of the region is beside an X stone, or if the region is a link and two of
//!   its commons are each beside all the points that are not: then every point will be beside an X stone;
//! * *splits* if it is a covered link and two such commons each cut the rest of the region in two.
//!
//! A covered link is one eye for its chain, or two eyes if the region splits. A region that is no link is
//! an eye for a chain if every point of the region is beside the chain. Drop the chains with fewer than
//! two eyes in regions whose X neighbours are all still there, until none is dropped. The remaining chains
//! are *alive*, and the covered regions all of whose X neighbours are alive are X's *territory*. At the
//! same time X *grows*: of the empty points beside alive stones outside the territory, X gets every second
//! point, because O takes one and X another.
//!
//! ```text
//!  X . . . . X     Four in a row: O takes one of the two in the middle, X the other. Black is
//!  X X X X X X     alive and has all of it.
//!
//!  . X . X .       Each of the two blocks has one eye; the two points between them are commons:
//!  X X . X X       O takes one, X the other. They are one chain with two eyes.
//!  . . . . .
//! ```
//!
//! Only X's stones and the emptiness of commons matter, never the places of O's stones. At most one pair
//! of commons is used in a region: the pair that covers and splits the region is the pair that links it.
//!
//! # Why it is right
//!
//! **No alive block is captured by a single move.** Suppose that a block had one liberty only. A pair of
//! commons in a region beside the block would be two liberties. So there is no such pair, all links beside
//! the block have one block round them, and the block is its whole chain. The eyes of the chain are then
//! two regions, every point of each beside the block. A region holds an empty point if each block round it
//! has another liberty or is this block, because stones of O without liberty are not on the board. So the
//! block has two liberties.
//!
//! **X can always keep the promise.** The promise is the number of points that are alive, territory, or
//! grown into. Whatever O plays, one of these answers restores the promise or raises it:
//!
//! 1. O took one of a region's last two useful commons. X takes the other common. All blocks round the
//!    region are now one block, the rest of the region is not empty (O's stone is there), all of the rest
//!    is beside X's stones, and the rest is in two parts if the region was to split.
//! 2. O took a point beside alive stones outside the territory. X takes another such point. Where a link
//!    outside the territory uses a pair, X takes a common of the pair, so that the link is made for good.
//! 3. There are O stones in the territory. X *cleans up*: X plays a common of the pair if the region uses
//!    a pair, and any empty point of the region otherwise.
//! 4. None of these cases: X grows as in 2, or passes if there is nowhere to grow.
//!
//! O makes one move at a time, in one region, so that X never needs two answers. Each of X's plays joins
//! alive stones and leaves regions whose parts are beside all that the whole was beside. The play is no
//! suicide: where it leaves an alive block without other liberties it captures. The play is no retaking of
//! a ko: a stone that was beside an alive stone was a part of the alive block and was not captured. X
//! passes only when the territory holds no O stone and there is nowhere to grow. So when two passes end
//! the game the promise is kept.
//!
//! **Repetition.** X plays only on points that were not X's since the position was settled, and X's new
//! stones are never captured. So no board after a play of X's was there since. Nor was the board there
//! before, on lines on which this knowledge, asked about every earlier position for the claim, settled
//! none: the promise depends on the board and is no less if X is to move, so the knowledge would have
//! settled the board. Two facts matter here: the promise is the largest there is, and O's moves leave
//! every pair that X relies on. For the alive stones are the greatest set with two eyes for each chain,
//! each region is judged by itself, and nothing depends on the order of the computation. A test goes
//! through the boards of small sizes and finds X's answer to every move.
//!
//! The first position of a line must not be a position after a pass in which O may end the game (case 1 of
//! [`super::life`]) although the safe points would be enough otherwise: its board may be needed again. A
//! line that starts with a set-up position has no pass before it, and a given game is shown to the
//! knowledge position by position.
//!
//! The cases left out are those of unconditional life. Suicide does no harm: nothing relies on O's stones.

use super::settle::{BOTH_SIDES, settle, sure_margin};
use andor_core::{Claim, Margin, Oracle, Player, Settled, SettledIn, Verdict, Wanted};
use andor_games::go::{Board, Go, Position, Stones};
use andor_games::points::{Point, Points};

/// Settles claims by the points that are safe if X answers O's moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct AlternatingSafety {
    /// The points that the promise counts.
    pub promise: Promise,
}

/// The points that count as promised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Promise {
    /// Alive stones and territory.
    Safe,
    /// Alive stones, territory, and the points that X will grow into.
    #[default]
    Growing,
}

/// Safety under alternating play: a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Safety<const W: usize> {
    /// The side.
    pub side: Player,
    /// The stones of the alive chains.
    pub alive: Points<W>,
    /// The covered regions, all of whose points the side will hold.
    pub territory: Points<W>,
    /// The commons that X relies on. A region holds none or at least two. As soon as O leaves only one, X
    /// takes it.
    pub pairs: Points<W>,
    /// The empty points beside alive stones outside the territory: X gets every second one.
    pub growth: Points<W>,
}

impl<const W: usize> Safety<W> {
    fn nothing(side: Player) -> Safety<W> {
        let none = Points::EMPTY;
        Safety { side, alive: none, territory: none, pairs: none, growth: none }
    }

    /// The least number of points that the side will have, with this player to move.
    pub fn points(&self, promise: Promise, to_move: Player) -> u32 {
        let safe = (self.alive | self.territory).len();
        match promise {
            Promise::Safe => safe,
            Promise::Growing if to_move == self.side => safe + self.growth.len().div_ceil(2),
            Promise::Growing => safe + self.growth.len() / 2,
        }
    }
}

/// The safety of one side.
pub fn safety<const W: usize>(board: &Board<W>, stones: &Stones<W>, side: Player) -> Safety<W> {
    safety_of(board, stones, side, 0).unwrap_or(Safety::nothing(side))
}

/// The safety of one side, if it may reach so many points.
#[inline]
fn safety_of<const W: usize>(
    board: &Board<W>,
    stones: &Stones<W>,
    side: Player,
    least: u32,
) -> Option<Safety<W>> {
    match W {
        1 => Judge::<W, 32>::new(board, stones, side, least)?.safety(),
        2 => Judge::<W, 64>::new(board, stones, side, least)?.safety(),
        _ => Judge::<W, 192>::new(board, stones, side, least)?.safety(),
    }
}

/// A region and its use if all blocks round it are alive.
#[derive(Clone, Copy)]
struct Region<const W: usize> {
    points: Points<W>,
    /// The X stones round it.
    border: Points<W>,
    /// Will all points of the region be beside X's stones?
    covered: bool,
    /// Are the blocks round it one chain?
    link: bool,
    /// Eyes for its chain, if it is a link.
    eyes: u32,
    /// The commons that X relies on.
    pairs: Points<W>,
}

/// The largest number of points beside a common.
const MOST_NEIGHBOURS: u32 = 4;

impl<const W: usize> Region<W> {
    /// May all of the region be covered? A quick test.
    #[inline]
    fn may_be_covered(board: &Board<W>, points: Points<W>, border: Points<W>) -> bool {
        (points - board.around(border)).len() <= MOST_NEIGHBOURS
    }

    /// Judges a region by itself.
    fn new(
        board: &Board<W>,
        own: Points<W>,
        empty: Points<W>,
        (points, around): WithBorder<W>,
    ) -> Region<W> {
        let border = around & own;
        let mut commons = points & empty;
        let mut blocks = 0;
        let mut rest = border;
        while let Some(stone) = rest.first() {
            let block = board.fill(Points::one(stone), own);
            commons &= board.around(block);
            rest = rest - block;
            blocks += 1;
        }
        let link = blocks == 1 || commons.len() >= 2;
        let uncovered = points - board.around(border);
        let close = uncovered.is_empty();
        let mut region = Region { points, border, covered: close, link, eyes: 0, pairs: commons };
        if !link {
            region.pairs = Points::EMPTY;
            return region;
        }
        let mut covering = commons;
        if !close {
            covering = uncovered.iter().fold(commons, |set, point| set & board.adjacent(point));
            region.covered = covering.len() >= 2;
        }
        if region.covered {
            let splitting = splitting(board, points, covering);
            let splits = splitting.len() >= 2;
            region.eyes = 1 + u32::from(splits);
            region.pairs = if splits { splitting } else { covering };
        }
        if blocks == 1 && close && region.eyes == 1 {
            region.pairs = Points::EMPTY;
        }
        region
    }
}

/// The points of `choices` without which the region falls apart.
fn splitting<const W: usize>(board: &Board<W>, region: Points<W>, choices: Points<W>) -> Points<W> {
    let cuts = |&point: &Point| {
        let rest = region - Points::one(point);
        let beside = board.adjacent(point) & rest;
        match beside.first() {
            Some(first) if beside.len() >= 2 => board.fill(Points::one(first), rest) != rest,
            _ => false,
        }
    };
    // What has fewer than four points is not cut at two places.
    if region.len() < 4 { Points::EMPTY } else { choices.iter().filter(cuts).collect() }
}

/// The regions of one side, at most `N`.
struct Judge<'a, const W: usize, const N: usize> {
    board: &'a Board<W>,
    own: Points<W>,
    empty: Points<W>,
    side: Player,
    regions: [Region<W>; N],
    count: usize,
}

impl<'a, const W: usize, const N: usize> Judge<'a, W, N> {
    /// Judges all regions, unless so many points are out of reach.
    fn new(
        board: &'a Board<W>,
        stones: &Stones<W>,
        side: Player,
        least: u32,
    ) -> Option<Judge<'a, W, N>> {
        let own = stones[side.index()];
        let empty = board.empty(stones);
        let parts = Parts::<W, N>::new(board, board.all() - own);
        let (mut reach, mut growth) = (own.len(), 0);
        for &(points, around) in parts.list() {
            let border = around & own;
            if Region::may_be_covered(board, points, border) {
                reach += points.len();
            } else {
                growth += (points & empty & board.around(border)).len();
            }
        }
        if own.is_empty() || reach + growth.div_ceil(2) < least {
            return None;
        }
        let nothing = Points::EMPTY;
        let none = Region {
            points: nothing,
            border: nothing,
            covered: false,
            link: false,
            eyes: 0,
            pairs: nothing,
        };
        let mut regions = [none; N];
        for (region, &part) in regions.iter_mut().zip(parts.list()) {
            *region = Region::new(board, own, empty, part);
        }
        Some(Judge { board, own, empty, side, regions, count: parts.list().len() })
    }

    /// The regions whose neighbours are all alive.
    fn enclosed(&self, alive: Points<W>) -> impl Iterator<Item = &Region<W>> {
        self.regions[..self.count].iter().filter(move |region| region.border.is_subset(&alive))
    }

    /// The blocks of `alive`; the blocks round a link are taken together as a chain.
    fn chains(&self, alive: Points<W>) -> Parts<W, N> {
        let mut chains = Parts::<W, N>::new(self.board, alive);
        for region in self.enclosed(alive).filter(|region| region.link) {
            chains.unite(|(chain, _)| chain.meets(&region.border));
        }
        chains
    }

    /// The eyes of a chain.
    fn eyes(&self, alive: Points<W>, (chain, around): WithBorder<W>) -> u32 {
        let beside = self.enclosed(alive).filter(|region| region.border.meets(&chain));
        beside
            .map(|region| match region.link {
                true => region.eyes,
                false => u32::from(region.points.is_subset(&around)),
            })
            .sum()
    }

    /// Drops chains until all have two eyes.
    fn safety(&self) -> Option<Safety<W>> {
        let mut alive = self.own;
        loop {
            let before = alive;
            for &chain in self.chains(before).list() {
                if self.eyes(before, chain) < 2 {
                    alive = alive - chain.0;
                }
            }
            if alive.is_empty() {
                return None;
            }
            if alive == before {
                break;
            }
        }
        let mut safety = Safety { alive, ..Safety::nothing(self.side) };
        for region in self.enclosed(alive) {
            safety.pairs |= region.pairs;
            if region.covered {
                safety.territory |= region.points;
            }
        }
        safety.growth = (self.board.around(alive) & self.empty) - safety.territory;
        Some(safety)
    }
}

/// A set of points and the points beside it.
type WithBorder<const W: usize> = (Points<W>, Points<W>);

/// The connected parts of a set, without allocation.
struct Parts<const W: usize, const N: usize> {
    parts: [WithBorder<W>; N],
    count: usize,
}

impl<const W: usize, const N: usize> Parts<W, N> {
    #[inline]
    fn new(board: &Board<W>, set: Points<W>) -> Parts<W, N> {
        let mut out = Parts { parts: [(Points::EMPTY, Points::EMPTY); N], count: 0 };
        for part in board.parts(set) {
            out.parts[out.count] = (part, board.around(part));
            out.count += 1;
        }
        out
    }

    #[inline]
    fn list(&self) -> &[WithBorder<W>] {
        &self.parts[..self.count]
    }

    /// Unites the parts that pass a test.
    #[inline]
    fn unite(&mut self, belongs: impl Fn(WithBorder<W>) -> bool) {
        let mut united = (Points::EMPTY, Points::EMPTY);
        self.retain(|part| {
            let stays = !belongs(part);
            if !stays {
                united = (united.0 | part.0, united.1 | part.1);
            }
            stays
        });
        if !united.0.is_empty() {
            self.parts[self.count] = united;
            self.count += 1;
        }
    }

    /// Keeps the parts that pass a test, in any order.
    #[inline]
    fn retain(&mut self, mut keeps: impl FnMut(WithBorder<W>) -> bool) {
        let mut i = 0;
        while i < self.count {
            if keeps(self.parts[i]) {
                i += 1;
            } else {
                self.count -= 1;
                self.parts[i] = self.parts[self.count];
            }
        }
    }
}

impl AlternatingSafety {
    /// The safety that gives `side` at least the margin, if there is one.
    fn safety_for<const W: usize>(
        &self,
        board: &Board<W>,
        pos: &Position<W>,
        side: Player,
        needed: Margin,
    ) -> Option<Safety<W>> {
        // What nobody can miss needs no safety at all.
        if sure_margin(board, 0) >= needed {
            return Some(Safety::nothing(side));
        }
        let least = (needed.0 + board.size().area() as i16 + 1) / 2;
        let safety = safety_of(board, pos.both(), side, least as u32)?;
        let points = safety.points(self.promise, pos.to_move());
        (sure_margin(board, points) >= needed).then_some(safety)
    }
}

impl AlternatingSafety {
    /// The verdict on a claim, and the safety that settles it.
    pub fn why<const W: usize>(
        &self,
        game: &Go<W>,
        pos: &Position<W>,
        claim: Claim,
    ) -> Option<(Verdict, Safety<W>)> {
        settle(game, pos, claim, BOTH_SIDES, |side, needed| {
            self.safety_for(game.board(), pos, side, needed)
        })
    }
}

/// Safety gives no zone.
impl<const W: usize> Oracle<Go<W>> for AlternatingSafety {
    fn settle(
        &self,
        game: &Go<W>,
        pos: &Position<W>,
        claim: Claim,
        _: Wanted,
    ) -> Option<SettledIn<Go<W>>> {
        let (verdict, _) = self.why(game, pos, claim)?;
        Some(Settled { verdict, best: None, zone: None })
    }
}
