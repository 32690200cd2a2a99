//! The ends of connections: the two edges of a side, its blocks, and the empty points.
//!
//! Ends are numbered: the edges first, then the other blocks, then the empty points. A block that
//! touches an edge is part of the edge. An edge or a block is *solid*: it cannot be taken away. An
//! empty point as an end stands for "if the side had a stone here".
//!
//! When stones are added ends keep their numbers. Of several ends that become one block one end
//! remains; the others are gone, like points that the opponent took.

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
    /// The point of an end that is an empty point; nothing for a solid end.
    bits: Vec<Points<W>>,
    kinds: Vec<Kind>,
    /// The number of the end of each point; [`NOBODY`] for the opponent's stones.
    by_point: Vec<u16>,
    /// The pairs of ends that touch.
    touching: Vec<(u16, u16)>,
    joined: bool,
}

/// The present kind of an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// An edge or a block.
    Solid,
    /// An empty point.
    Empty,
    /// The opponent's, or part of another end.
    Gone,
}

/// The change of an end when stones were added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fate {
    /// The end of which it is a part now, or [`NOBODY`].
    pub(super) now: u16,
    /// Is the end still the same, though perhaps a larger block?
    pub(super) is_same: bool,
}

/// The number that stands for an opponent's stone.
pub(super) const NOBODY: u16 = u16::MAX;

/// The numbers of the two edges.
pub(super) const EDGES: (u16, u16) = (0, 1);

impl<const W: usize> Ends<W> {
    /// Finds the ends of `side` among these stones.
    pub(super) fn find(&mut self, hex: &Hex<W>, stones: &[Points<W>; 2], side: Player) {
        let own = stones[side.index()];
        let empty = hex.board() - (stones[0] | stones[1]);
        self.names.clear();
        self.bits.clear();
        self.kinds.clear();
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
        for point in empty {
            self.by_point[point.index()] = self.names.len() as u16;
            self.names.push(End::Point(point));
            self.bits.push(Points::one(point));
            self.kinds.push(Kind::Empty);
        }
        self.find_touching(hex, own, empty, edges);
    }

    fn add_solid(&mut self, name: End, block: Points<W>) {
        for point in block {
            self.by_point[point.index()] = self.names.len() as u16;
        }
        self.names.push(name);
        self.bits.push(Points::EMPTY);
        self.kinds.push(Kind::Solid);
    }

    /// Adds stones on empty points: `gained` are the side's, `lost` the opponent's. Where ends
    /// become one, an edge remains or the block that weighs most. After that only ends that touch
    /// because of new stones count as touching. Returns the fate of each end.
    pub(super) fn advance(
        &mut self,
        hex: &Hex<W>,
        (own, gained, lost): (Points<W>, Points<W>, Points<W>),
        side: Player,
        weight: impl Fn(u16) -> usize,
    ) -> Vec<Fate> {
        let ends = 0..self.count() as u16;
        let mut fates: Vec<Fate> = ends.map(|end| Fate { now: end, is_same: true }).collect();
        for point in lost {
            let end = std::mem::replace(&mut self.by_point[point.index()], NOBODY);
            fates[end as usize] = Fate { now: NOBODY, is_same: false };
            self.set(end, Kind::Gone);
        }
        self.touching.clear();
        let edges = hex.edges(side);
        let mut rest = gained;
        while let Some(stone) = rest.first() {
            let block = fill(hex, Points::one(stone), own);
            let on_edges = (0..2).filter(|&edge| edges[edge as usize].meets(&block));
            let mut parts: Vec<u16> =
                block.iter().map(|point| self.by_point[point.index()]).chain(on_edges).collect();
            parts.sort_unstable();
            parts.dedup();
            self.joined |= parts.starts_with(&[EDGES.0, EDGES.1]);
            let blocks = parts.iter().copied().filter(|&part| self.is_solid(part));
            let heir = match parts[0] {
                edge if edge <= EDGES.1 => edge,
                point => blocks.max_by_key(|&part| weight(part)).unwrap_or(point),
            };
            for &part in parts.iter().filter(|&&part| part > EDGES.1) {
                let is_same = part == heir && self.is_solid(heir);
                fates[part as usize] = Fate { now: heir, is_same };
                self.set(part, Kind::Gone);
            }
            self.set(heir, Kind::Solid);
            block.iter().for_each(|point| self.by_point[point.index()] = heir);
            let around = (hex.grown(block & rest) & hex.board()) - own;
            for point in around {
                if let Some(end) = self.number(point) {
                    self.touching.push((heir, end));
                }
            }
            rest = rest - block;
        }
        fates
    }

    /// Makes an end something else than an empty point.
    fn set(&mut self, end: u16, kind: Kind) {
        self.kinds[end as usize] = kind;
        self.bits[end as usize] = Points::EMPTY;
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

    /// How many numbers there are.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    /// Is the end an edge or a block?
    #[inline]
    pub(super) fn is_solid(&self, end: u16) -> bool {
        self.kinds[end as usize] == Kind::Solid
    }

    /// Is it an empty point?
    #[inline]
    pub(super) fn is_empty_point(&self, end: u16) -> bool {
        self.kinds[end as usize] == Kind::Empty
    }

    /// The set of the end's point if it is an empty point, or nothing.
    #[inline]
    pub(super) fn bit(&self, end: u16) -> Points<W> {
        self.bits[end as usize]
    }

    /// The edge or point of the end.
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
