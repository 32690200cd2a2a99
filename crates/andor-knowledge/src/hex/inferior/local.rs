//! Positions on a few cells, compared without knowing the rest of the board.
//!
//! Let S be a shape whose ring has black cells, white cells, and unknown cells. When the whole
//! board is full, S matters only by the black cells of the ring that it joins: Black's winning
//! chain may pass through S. So a filling `a` of S is *no better for Black* than a filling `b` if,
//! however the unknown cells of the ring are coloured, two black cells of the ring that are joined
//! within S and its ring under `a` are joined under `b` too ([`Order`]).
//!
//! This order of fillings is extended to all positions G, H on S. G ≤ H means that whatever stands
//! elsewhere, and whoever is to move, if Black wins with G on S then Black wins with H on S:
//!
//! * full G and H are compared as fillings;
//! * else G ≤ H if G' ⊲ H for every move of Black's from G to G', and G ⊲ H' for every move of
//!   White's from H to H';
//! * G ⊲ H, "with the move in H, Black does as well as in G without the move", if G ≤ H, or G ≤ H'
//!   for a move of Black's from H to H', or G' ≤ H for a move of White's from G to G'.
//!
//! # Why it is right
//!
//! Black plays the real game with H on S, and imagines another game with G on S and the same stones
//! elsewhere, which is won for Black. While G ≤ H and the same player is to move in both: a move
//! outside S, White's real move or Black's winning move in the imagined game, is made in both
//! games. If the winning move is on S, to G', or White really moves on S, to H', then Black is to
//! move in the real game, White in the imagined game, and G' ⊲ H or G ⊲ H' says how to go on: Black
//! makes the real move to H', or lets White make the imagined move to G', or, if G ≤ H, makes any
//! move at all, since being to move never hurts in Hex. In the end both boards are full. The
//! imagined game is won, and the real game has on S a filling that joins at least as much.
//!
//! These are the games over partially ordered outcomes of Selinger ("On the combinatorial value of
//! Hex positions", 2021), where all of S is played out without regard to its ring.

use super::shape::{Cell, STEPS, Shape};

/// The stones on the cells of a shape: bit `i` is the `i`-th cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Stones {
    /// Black's cells.
    pub black: u8,
    /// White's cells.
    pub white: u8,
}

impl Stones {
    /// With another black stone.
    pub fn with_black(self, cell: usize) -> Stones {
        Stones { black: self.black | 1 << cell, ..self }
    }

    /// With another white stone.
    pub fn with_white(self, cell: usize) -> Stones {
        Stones { white: self.white | 1 << cell, ..self }
    }

    /// With the colours exchanged.
    pub fn swapped(self) -> Stones {
        Stones { black: self.white, white: self.black }
    }

    /// How many cells have a stone?
    pub fn len(self) -> u32 {
        (self.black | self.white).count_ones()
    }

    /// Is there no stone?
    pub fn is_empty(self) -> bool {
        self == Stones::default()
    }
}

/// The known content of a cell of the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Known {
    /// Nothing.
    Nothing,
    /// A black stone, or Black's edge.
    Black,
    /// A white stone, or White's edge.
    White,
}

/// The order of the fillings of a shape: in row `a`, bit `b` is set if `a ≤ b`, that is, if `a` is
/// no better for Black than `b`. A filling is the set of its black cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Order {
    cells: usize,
    rows: [u16; 16],
}

impl Order {
    /// The order when the whole ring is known: `ring` has the bits of its black cells.
    pub fn of_full_ring(shape: &Shape, ring: u32) -> Order {
        let cells = shape.cells.len();
        let joins: Vec<_> =
            (0..1u32 << cells).map(|filling| joined(shape, ring, filling)).collect();
        let mut rows = [0; 16];
        for (a, from) in joins.iter().enumerate() {
            for (b, to) in joins.iter().enumerate() {
                let at_most = from.iter().zip(to).all(|(less, more)| less & !more == 0);
                rows[a] |= u16::from(at_most) << b;
            }
        }
        Order { cells, rows }
    }

    /// The order when part of the ring is known: the intersection over all colourings of the rest.
    pub fn of_ring(shape: &Shape, ring: &[Known]) -> Order {
        let mut black = 0;
        let mut unknown = Vec::new();
        for (i, known) in ring.iter().enumerate() {
            match known {
                Known::Nothing => unknown.push(i),
                Known::Black => black |= 1 << i,
                Known::White => {}
            }
        }
        (0..1u32 << unknown.len())
            .map(|chosen| {
                let coloured = unknown.iter().enumerate().filter(|(j, _)| chosen >> j & 1 != 0);
                coloured.fold(black, |ring, (_, &i)| ring | 1 << i)
            })
            .map(|ring| Order::of_full_ring(shape, ring))
            .reduce(|all, order| all.and(&order))
            .expect("there is a colouring")
    }

    /// The intersection of both orders.
    pub fn and(&self, other: &Order) -> Order {
        let mut rows = self.rows;
        for (row, more) in rows.iter_mut().zip(other.rows) {
            *row &= more;
        }
        Order { cells: self.cells, rows }
    }

    /// How many cells the shape has.
    pub fn cells(&self) -> usize {
        self.cells
    }

    fn holds(&self, a: u8, b: u8) -> bool {
        self.rows[a as usize] >> b & 1 != 0
    }
}

/// For each black cell of the ring the black cells of the ring that it is joined to within the
/// shape and the ring.
fn joined(shape: &Shape, ring: u32, filling: u32) -> Vec<u32> {
    let cells: Vec<Cell> = shape.ring.iter().chain(&shape.cells).copied().collect();
    let black = ring | filling << shape.ring.len();
    let is_black = |i: usize| black >> i & 1 != 0;
    let beside =
        |i: usize, j: usize| STEPS.contains(&(cells[j].0 - cells[i].0, cells[j].1 - cells[i].1));
    let mut reach: Vec<u32> = (0..cells.len()).map(|i| u32::from(is_black(i)) << i).collect();
    loop {
        let before = reach.clone();
        for i in (0..cells.len()).filter(|&i| is_black(i)) {
            for j in (0..cells.len()).filter(|&j| is_black(j) && beside(i, j)) {
                reach[i] |= reach[j];
            }
        }
        if reach == before {
            let on_ring = (1 << shape.ring.len()) - 1;
            return reach[..shape.ring.len()].iter().map(|set| set & on_ring).collect();
        }
    }
}

/// Compares positions on a shape, and remembers the results.
pub struct Judge {
    order: Order,
    /// For each pair of positions: 0 not asked, 1 no, 2 yes.
    memory: Vec<u8>,
}

impl Judge {
    /// A judge by this order of the fillings.
    pub fn new(order: Order) -> Judge {
        let count = 3usize.pow(order.cells as u32);
        Judge { order, memory: vec![0; count * count] }
    }

    /// Is the first position no better for Black than the second?
    pub fn at_most(&mut self, g: Stones, h: Stones) -> bool {
        let all = (1 << self.order.cells) - 1;
        let (empty_g, empty_h) = (all & !(g.black | g.white), all & !(h.black | h.white));
        if empty_g == 0 && empty_h == 0 {
            return self.order.holds(g.black, h.black);
        }
        let at = self.index(g) * 3usize.pow(self.order.cells as u32) + self.index(h);
        if self.memory[at] == 0 {
            let answer = bits(empty_g).all(|i| self.nearly(g.with_black(i), h))
                && bits(empty_h).all(|i| self.nearly(g, h.with_white(i)));
            self.memory[at] = 1 + u8::from(answer);
        }
        self.memory[at] == 2
    }

    /// G ⊲ H: does Black, to move in the second position, do as well as without the move in the
    /// first?
    fn nearly(&mut self, g: Stones, h: Stones) -> bool {
        let all = (1 << self.order.cells) - 1;
        self.at_most(g, h)
            || bits(all & !(h.black | h.white)).any(|i| self.at_most(g, h.with_black(i)))
            || bits(all & !(g.black | g.white)).any(|i| self.at_most(g.with_white(i), h))
    }

    fn index(&self, stones: Stones) -> usize {
        (0..self.order.cells).rev().fold(0, |index, i| {
            3 * index
                + usize::from(stones.black >> i & 1 != 0)
                + 2 * usize::from(stones.white >> i & 1 != 0)
        })
    }
}

/// The numbers of the bits that are set.
pub fn bits(set: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |i| set >> i & 1 != 0)
}
