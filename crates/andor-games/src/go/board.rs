//! The board without rules of repetition: neighbours, blocks, captures, area.
//!
//! Everything works on whole sets of points. A step to the right is a shift by one, a step down a
//! shift by the number of columns; two masks keep steps from running over the edge into the next
//! row. A block is found by growing a stone within its colour until nothing is added.

use crate::points::{Point, Points};
use crate::size::Size;
use andor_core::{Margin, Player};

/// The stones of both players, Black's first.
pub type Stones<const W: usize> = [Points<W>; 2];

/// A board of some size.
#[derive(Clone, Debug)]
pub struct Board<const W: usize> {
    size: Size,
    all: Points<W>,
    not_left: Points<W>,
    not_right: Points<W>,
    edge: Points<W>,
    adjacent: Box<[Points<W>]>,
}

/// The stones that a play took off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken<const W: usize> {
    /// Stones of the opponent.
    pub captured: Points<W>,
    /// The player's own stones, the new one among them: a suicide.
    pub sacrificed: Points<W>,
}

impl<const W: usize> Board<W> {
    /// A board. The size must fit into the width of the point sets.
    pub fn new(size: Size) -> Board<W> {
        let all = Points::first_points(size.area());
        let last = size.columns() - 1;
        let without_column = |column| size.points().filter(|&p| size.column(p) != column).collect();
        let steps = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let adjacent = |p| -> Points<W> {
            steps.iter().filter_map(|&(right, down)| size.step(p, right, down)).collect()
        };
        Board {
            size,
            all,
            not_left: without_column(0),
            not_right: without_column(last),
            edge: size.points().filter(|&p| adjacent(p).len() < 4).collect(),
            adjacent: size.points().map(adjacent).collect(),
        }
    }

    /// Columns and rows.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// All points of the board.
    #[inline]
    pub fn all(&self) -> Points<W> {
        self.all
    }

    /// The points with fewer than four neighbours.
    #[inline]
    pub fn edge(&self) -> Points<W> {
        self.edge
    }

    /// All points but those of the last column.
    #[inline]
    pub fn not_right(&self) -> Points<W> {
        self.not_right
    }

    /// The neighbours of one point.
    #[inline]
    pub fn adjacent(&self, point: Point) -> Points<W> {
        self.adjacent[point.index()]
    }

    /// The points without a stone.
    #[inline]
    pub fn empty(&self, stones: &Stones<W>) -> Points<W> {
        self.all - (stones[0] | stones[1])
    }

    /// The points that have a neighbour in `set`.
    #[inline]
    pub fn around(&self, set: Points<W>) -> Points<W> {
        self.reach(set) & self.all
    }

    /// As [`Board::around`], but with bits beyond the last row.
    #[inline]
    fn reach(&self, set: Points<W>) -> Points<W> {
        let columns = self.size.columns() as u32;
        ((set & self.not_right) << 1)
            | ((set & self.not_left) >> 1)
            | (set << columns)
            | (set >> columns)
    }

    /// All points of `within` that are connected to `seed`, a part of it, through `within`.
    #[inline]
    pub fn fill(&self, seed: Points<W>, within: Points<W>) -> Points<W> {
        let mut filled = seed;
        loop {
            let more = (self.reach(filled) & within) | filled;
            if more == filled {
                return filled;
            }
            filled = more;
        }
    }

    /// The largest connected parts of `set`, in the order of their first points.
    #[inline]
    pub fn parts(&self, set: Points<W>) -> impl Iterator<Item = Points<W>> + '_ {
        let mut rest = set;
        std::iter::from_fn(move || {
            let part = self.fill(Points::one(rest.first()?), rest);
            rest = rest - part;
            Some(part)
        })
    }

    /// Puts a stone on an empty point and takes off the blocks without liberty.
    #[inline(always)]
    pub fn place(&self, stones: &mut Stones<W>, player: Player, point: Point) -> Taken<W> {
        let (own, other) = (player.index(), player.other().index());
        stones[own].insert(point);
        let adjacent = self.adjacent(point);
        let empty = self.empty(stones);
        let mut taken = Taken { captured: Points::EMPTY, sacrificed: Points::EMPTY };

        // A neighbour that is beside an empty point itself is not captured; most are.
        let mut at_risk = (adjacent & stones[other]) - self.reach(empty);
        while let Some(stone) = at_risk.first() {
            let block = self.fill(Points::one(stone), stones[other]);
            if !self.reach(block).meets(&empty) {
                taken.captured |= block;
            }
            at_risk = at_risk - block;
        }
        if !taken.captured.is_empty() {
            stones[other] = stones[other] - taken.captured;
        } else if !adjacent.meets(&empty) {
            let block = self.fill(Points::one(point), stones[own]);
            if !self.reach(block).meets(&empty) {
                taken.sacrificed = block;
                stones[own] = stones[own] - block;
            }
        }
        taken
    }

    /// Would a stone of `player` on this empty point capture a block or stand in a block with a
    /// liberty?
    #[inline]
    pub fn lives(&self, stones: &Stones<W>, player: Player, point: Point) -> bool {
        let adjacent = self.adjacent(point);
        let empty = self.empty(stones) - Points::one(point);
        if adjacent.meets(&empty) {
            return true;
        }
        let (own, other) = (stones[player.index()], stones[player.other().index()]);
        let beside_empty = self.reach(empty);
        let friends = adjacent & own;
        if friends.meets(&beside_empty) || self.fill(friends, own).meets(&beside_empty) {
            return true;
        }
        let mut at_risk = (adjacent & other) - beside_empty;
        while let Some(stone) = at_risk.first() {
            let block = self.fill(Points::one(stone), other);
            if !block.meets(&beside_empty) {
                return true;
            }
            at_risk = at_risk - block;
        }
        false
    }

    /// A block without liberty, if there is one.
    pub fn breathless(&self, stones: &Stones<W>) -> Option<(Player, Points<W>)> {
        let beside_empty = self.reach(self.empty(stones));
        Player::BOTH.into_iter().find_map(|player| {
            let own = stones[player.index()];
            let dead = own - self.fill(own & beside_empty, own);
            let first = dead.first()?;
            Some((player, self.fill(Points::one(first), dead)))
        })
    }

    /// The stones of the player's blocks that have a single liberty.
    pub fn in_atari(&self, stones: &Stones<W>, player: Player) -> Points<W> {
        let empty = self.empty(stones);
        let has_one = |block: &Points<W>| (self.reach(*block) & empty).len() == 1;
        let blocks = self.parts(stones[player.index()]).filter(has_one);
        blocks.fold(Points::EMPTY, |all, block| all | block)
    }

    /// The stones of `player` and the empty regions that touch only these.
    #[inline]
    pub fn area(&self, stones: &Stones<W>, player: Player) -> Points<W> {
        let empty = self.empty(stones);
        let (own, other) = (stones[player.index()], stones[player.other().index()]);
        let reached = |from| self.fill(self.reach(from) & empty, empty);
        own | (reached(own) - reached(other))
    }

    /// Black's area less White's.
    pub fn margin(&self, stones: &Stones<W>) -> Margin {
        let [black, white] = Player::both(|player| self.area(stones, player).len() as i16);
        Margin(black - white)
    }
}
