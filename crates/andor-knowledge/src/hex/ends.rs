//! What connections join: the two edges of a side, its blocks, and the empty points.
//!
//! Ends are numbered: the edges first, then the other blocks, then the empty points. A block that
//! touches an edge is part of it. An edge or a block is *solid*: it cannot be taken away. An empty
//! point as an end stands for "if the side had a stone here".

use andor_core::Player;
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};

/// An end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// An edge: 0 is the top for Black and the left for White, 1 the bottom or the right.
    Edge(u8),
    /// An empty point, or any stone of a block.
    Point(Point),
}

/// The ends of one side, by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Ends<const W: usize> {
    names: Vec<End>,
    /// The point itself of an empty point, nothing of a solid end.
    bits: Vec<Points<W>>,
    solid: u16,
    /// The number of the end that a point belongs to; of the opponent's stones [`NOBODY`].
    by_point: Vec<u16>,
    /// Which pairs of ends touch.
    touching: Vec<(u16, u16)>,
    joined: bool,
}

/// What an opponent's stone belongs to.
const NOBODY: u16 = u16::MAX;

/// The numbers of the two edges.
pub(super) const EDGES: (u16, u16) = (0, 1);

impl<const W: usize> Ends<W> {
    /// Finds the ends of `side` among these stones.
    pub(super) fn find(&mut self, hex: &Hex<W>, stones: &[Points<W>; 2], side: Player) {
        let own = stones[side.index()];
        let empty = hex.board() - (stones[0] | stones[1]);
        self.names.clear();
        self.bits.clear();
        self.touching.clear();
        self.by_point.clear();
        self.by_point.resize(hex.size().area(), NOBODY);
        let edges = hex.edges(side);
        let mut rest = own;
        for (number, edge) in edges.into_iter().enumerate() {
            let block = fill(hex, edge & own, own);
            self.joined = block.meets(&edges[1 - number]);
            rest = rest - block;
            self.add_solid(End::Edge(number as u8), block);
        }
        while let Some(stone) = rest.first() {
            let block = fill(hex, Points::one(stone), own);
            rest = rest - block;
            self.add_solid(End::Point(stone), block);
        }
        self.solid = self.names.len() as u16;
        for point in empty {
            self.by_point[point.index()] = self.names.len() as u16;
            self.names.push(End::Point(point));
            self.bits.push(Points::one(point));
        }
        self.find_touching(hex, own, empty, edges);
    }

    fn add_solid(&mut self, name: End, block: Points<W>) {
        for point in block {
            self.by_point[point.index()] = self.names.len() as u16;
        }
        self.names.push(name);
        self.bits.push(Points::EMPTY);
    }

    fn find_touching(
        &mut self,
        hex: &Hex<W>,
        own: Points<W>,
        empty: Points<W>,
        edges: [Points<W>; 2],
    ) {
        for point in empty {
            let number = self.by_point[point.index()];
            for neighbour in hex.neighbours(point) & empty {
                if neighbour > point {
                    self.touching.push((number, self.by_point[neighbour.index()]));
                }
            }
            let first = self.touching.len();
            let beside = (hex.neighbours(point) & own).iter().map(|p| self.by_point[p.index()]);
            let edge = (0..2).filter(|&e| edges[e as usize].contains(point));
            for solid in beside.chain(edge) {
                if !self.touching[first..].contains(&(solid, number)) {
                    self.touching.push((solid, number));
                }
            }
        }
    }

    /// How many ends there are.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    /// Is the end an edge or a block?
    #[inline]
    pub(super) fn is_solid(&self, end: u16) -> bool {
        end < self.solid
    }

    /// The set of the end's point if it is an empty point, or nothing.
    #[inline]
    pub(super) fn bit(&self, end: u16) -> Points<W> {
        self.bits[end as usize]
    }

    /// What the end is.
    pub(super) fn name(&self, end: u16) -> End {
        self.names[end as usize]
    }

    /// The number of the end that a point belongs to, unless an opponent's stone stands there.
    pub(super) fn number(&self, point: Point) -> Option<u16> {
        Some(self.by_point[point.index()]).filter(|&number| number != NOBODY)
    }

    /// The pairs of ends that touch.
    pub(super) fn touching(&self) -> &[(u16, u16)] {
        &self.touching
    }

    /// Do stones join the two edges?
    pub(super) fn joined(&self) -> bool {
        self.joined
    }
}

/// All points of `within` that a chain of neighbours in it joins to `seed`.
pub(super) fn fill<const W: usize>(hex: &Hex<W>, seed: Points<W>, within: Points<W>) -> Points<W> {
    let mut block = seed & within;
    loop {
        let next = hex.grown(block) & within;
        if next == block {
            return block;
        }
        block = next;
    }
}
