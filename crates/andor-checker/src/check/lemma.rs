//! Lemmas about a few cells of Hex, and their places on a board: section 4.1 of
//! `docs/certificate.md`.
//!
//! A lemma compares two positions on some cells whose neighbours are known in part. The lemma is
//! proven from nothing but the rules: all colourings of the unknown neighbours, and all lines of
//! play on the cells, are tried. What depends on the cells alone, the order of the filled cells
//! under each colouring, is kept for other lemmas, because there are few shapes of at most four
//! cells with so few neighbours.

use crate::lattice::{Offset, around, offsets, turned};
use crate::lock::lock;
use crate::model::{Lemma, Link, MOST_CELLS, MOST_NEIGHBOURS, Player, PointSet, Side};
use crate::report::Refusal;
use crate::rules::hex::NEIGHBOURS;
use crate::steps::StepCounter;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

/// A neighbour of the cells of a lemma that lies on a board.
enum Spot {
    Point(usize),
    Edge(Player),
}

/// A lemma that lies on a board.
pub(crate) struct LemmaOnBoard {
    pub(crate) lemma: Lemma,
    /// The points of its cells.
    pub(crate) cells: Vec<usize>,
    ring: Vec<Spot>,
}

impl LemmaOnBoard {
    /// The lemma, turned, with its first cell on a point of a board of this size.
    pub(crate) fn new(
        lemma: Lemma,
        turn: u8,
        at: usize,
        (columns, rows): (usize, usize),
    ) -> Result<LemmaOnBoard, String> {
        let cells = offsets(&lemma.cells);
        let start = ((at % columns) as isize, (at / columns) as isize);
        let first = cells[0];
        let place = |&(c, r): &Offset| {
            let (right, down) = turned(turn, (c - first.0, r - first.1));
            let (c, r) = (start.0 + right, start.1 + down);
            if r < 0 || r >= rows as isize {
                Spot::Edge(Player::Black)
            } else if c < 0 || c >= columns as isize {
                Spot::Edge(Player::White)
            } else {
                Spot::Point(r as usize * columns + c as usize)
            }
        };
        let ring = around(&cells).iter().map(place).collect();
        let on_board = |cell: &Offset| match place(cell) {
            Spot::Point(point) => Ok(point),
            Spot::Edge(_) => Err(format!("a lemma at point {at} has a cell beyond the board")),
        };
        let cells = cells.iter().map(on_board).collect::<Result<_, _>>()?;
        Ok(LemmaOnBoard { lemma, cells, ring })
    }

    /// Does the lemma apply here? The cells must be empty and the known neighbours must match, if
    /// the winner has the need and the loser has all points outside the zone.
    pub(crate) fn applies(&self, link: &Link) -> Result<(), String> {
        let free = link.zone.without(&link.need);
        if let Some(cell) = self.cells.iter().find(|&&cell| !free.contains(cell)) {
            return Err(format!("point {cell} of a lemma is not in the zone and outside the need"));
        }
        for (known, spot) in self.lemma.ring.iter().zip(&self.ring) {
            let is_so = match (known, spot) {
                (Side::Nobody, _) => true,
                (Side::Winner, Spot::Edge(player)) => *player == link.winner,
                (Side::Loser, Spot::Edge(player)) => *player != link.winner,
                (Side::Winner, Spot::Point(point)) => link.need.contains(*point),
                (Side::Loser, Spot::Point(point)) => !link.zone.contains(*point),
            };
            if !is_so {
                let first = self.cells[0];
                return Err(format!("beside the lemma at point {first} there is something else"));
            }
        }
        Ok(())
    }

    /// The points on which the first position of the lemma has a stone of this side.
    pub(crate) fn given(&self, side: Side) -> PointSet {
        let cells = self.cells.iter().zip(&self.lemma.less);
        cells.filter(|(_, on)| **on == side).map(|(&point, _)| point).collect()
    }

    /// The lemma's statement about a move of the loser's, if it has one.
    pub(crate) fn dropped_move(&self) -> Option<DroppedMove> {
        let only = |word: &[Side], side| {
            let mut found = word.iter().zip(&self.cells).filter(|(on, _)| **on == side);
            let first = found.next().map(|(_, &point)| point);
            first.filter(|_| found.next().is_none())
        };
        let count = |word: &[Side]| word.iter().filter(|on| **on != Side::Nobody).count();
        let Lemma { less, more, .. } = &self.lemma;
        let lost = only(more, Side::Loser)?;
        if count(less) == 1 && count(more) == 1 {
            let by = only(less, Side::Loser).filter(|&by| by != lost)?;
            return Some(DroppedMove::Dominated { lost, by });
        }
        let is_answer = count(more) == 2 && only(more, Side::Winner).is_some();
        let gives_all = less.iter().all(|on| *on == Side::Winner);
        (is_answer && gives_all).then_some(DroppedMove::Answered { lost })
    }
}

/// A lemma's statement about a move of the loser's.
pub(crate) enum DroppedMove {
    /// The move is no better than another move.
    Dominated { lost: usize, by: usize },
    /// The winner has an answer that is worth all cells of the lemma.
    Answered { lost: usize },
}

/// Decides lemmas, each once, and keeps what it learns about their shapes.
#[derive(Default)]
pub(crate) struct LemmaProver {
    /// By the sorted cells, moved to the top left.
    shapes: Mutex<HashMap<Vec<[u8; 2]>, Arc<CellShape>>>,
    /// Lemmas that are true, as [`SortedLemma::key`] names them.
    decided: Mutex<HashSet<u64>>,
}

/// How many decided lemmas are remembered.
const MOST_DECIDED: usize = 1 << 17;

impl LemmaProver {
    /// The problem with a lemma, if there is one.
    pub(crate) fn problem(
        &self,
        lemma: &Lemma,
        counter: &StepCounter,
    ) -> Result<Option<&'static str>, Refusal> {
        let Some(case) = SortedLemma::new(lemma) else {
            return Ok(Some("a cell of the lemma is there twice"));
        };
        counter.step(8)?;
        let key = case.key();
        if lock(&self.decided).contains(&key) {
            return Ok(None);
        }
        let known = lock(&self.shapes).get(&case.cells).cloned();
        let shape = match known {
            Some(shape) => shape,
            None => {
                counter.step(1 << (case.ring.len() + case.cells.len()) >> 1)?;
                let shape = Arc::new(CellShape::new(&case.cells));
                lock(&self.shapes).insert(case.cells.clone(), Arc::clone(&shape));
                shape
            }
        };
        let open = case.ring.iter().filter(|side| **side == Side::Nobody).count();
        counter.step((1 << open >> 4) + (9_u64.pow(case.cells.len() as u32) >> 5))?;
        if !at_most(&shape.order(&case.ring), &case.less, &case.more) {
            return Ok(Some("the lemma is not true: its first position may be the better one"));
        }
        let mut decided = lock(&self.decided);
        if decided.len() == MOST_DECIDED {
            decided.clear();
        }
        decided.insert(key);
        Ok(None)
    }
}

impl Lemma {
    /// Whether the lemma is true.
    #[must_use]
    pub fn holds(&self) -> bool {
        LemmaProver::default().problem(self, &StepCounter::new(u64::MAX)) == Ok(None)
    }

    /// The points of its cells if the lemma is turned in this way and its first cell is on this
    /// point of a board of so many columns and rows; nothing if a cell lies beyond the board.
    #[must_use]
    pub fn points(&self, turn: u8, at: u16, size: (usize, usize)) -> Option<Vec<u16>> {
        let laid = LemmaOnBoard::new(self.clone(), turn, at.into(), size).ok()?;
        Some(laid.cells.iter().map(|&point| point as u16).collect())
    }
}

/// A lemma in one of its forms that are equal: the cells are sorted, and as far up and left as
/// possible.
struct SortedLemma {
    cells: Vec<[u8; 2]>,
    ring: Vec<Side>,
    less: Vec<Side>,
    more: Vec<Side>,
}

impl SortedLemma {
    /// The form of a lemma, unless a cell is there twice.
    fn new(lemma: &Lemma) -> Option<SortedLemma> {
        let corner =
            [0, 1].map(|side| lemma.cells.iter().map(|cell| cell[side]).min().unwrap_or(0));
        let mut cells: Vec<_> = (lemma.cells.iter().zip(&lemma.less).zip(&lemma.more))
            .map(|((&[c, r], &less), &more)| ([c - corner[0], r - corner[1]], less, more))
            .collect();
        cells.sort_unstable();
        let different = cells.windows(2).all(|pair| pair[0].0 != pair[1].0);
        different.then(|| SortedLemma {
            cells: cells.iter().map(|cell| cell.0).collect(),
            ring: lemma.ring.clone(),
            less: cells.iter().map(|cell| cell.1).collect(),
            more: cells.iter().map(|cell| cell.2).collect(),
        })
    }

    /// A number that no other case has: 3 bits for an offset, 2 for a stone, 63 in all.
    fn key(&self) -> u64 {
        let offsets = self.cells.iter().flatten().map(|&offset| (u64::from(offset), 3));
        let stones = self.ring.iter().chain(&self.less).chain(&self.more);
        let stones = stones.map(|&side| (side as u64, 2));
        let start = self.cells.len() as u64;
        offsets.chain(stones).fold(start, |key, (part, bits)| key << bits | part)
    }
}

/// Which of two fillings of the cells is at most as good for the winner: a bit for each second one.
/// A filling is a number whose bits are the winner's cells.
type Order = [u16; 1 << MOST_CELLS];

/// The cells of lemmas, and for each way to give all their neighbours to the players the order of
/// the fillings.
struct CellShape {
    orders: Vec<Order>,
}

impl CellShape {
    fn new(cells: &[[u8; 2]]) -> CellShape {
        let cells = offsets(cells);
        let ring = around(&cells);
        let beside = |a: &Offset, b: &Offset| NEIGHBOURS.contains(&(a.0 - b.0, a.1 - b.1));
        let all: Vec<Offset> = ring.iter().chain(&cells).copied().collect();
        let next: Vec<u16> = (all.iter())
            .map(|a| (0..all.len()).filter(|&b| beside(a, &all[b])).map(|b| 1 << b).sum())
            .collect();
        let order = |colouring: u16| {
            let own = |filling: u16| colouring | filling << ring.len();
            let joins: Vec<u128> =
                (0..1 << cells.len()).map(|f| joins(own(f), ring.len(), &next)).collect();
            let row = |less: &u128| {
                let above = (0..joins.len()).filter(|&more| less & !joins[more] == 0);
                above.map(|more| 1 << more).sum()
            };
            let mut order = [0; 1 << MOST_CELLS];
            order.iter_mut().zip(&joins).for_each(|(at_most, less)| *at_most = row(less));
            order
        };
        CellShape { orders: (0..1 << ring.len()).map(order).collect() }
    }

    /// The order that holds however the neighbours of which nothing is known are given to the
    /// players.
    fn order(&self, ring: &[Side]) -> Order {
        let mask = |side| (0..ring.len()).filter(|&i| ring[i] == side).map(|i| 1 << i).sum();
        let (own, open): (usize, usize) = (mask(Side::Winner), mask(Side::Nobody));
        let mut order = [u16::MAX; 1 << MOST_CELLS];
        let mut part = open;
        loop {
            let below = order.iter_mut().zip(&self.orders[own | part]);
            below.for_each(|(at_most, also)| *at_most &= also);
            if part == 0 {
                return order;
            }
            part = (part - 1) & open;
        }
    }
}

/// Which two of the winner's neighbours are joined by the winner's cells and neighbours: for each
/// neighbour a bit for each one.
fn joins(own: u16, ring: usize, next: &[u16]) -> u128 {
    let mut joined = 0;
    for i in (0..ring).filter(|i| own >> i & 1 == 1) {
        let (mut reached, mut new) = (1 << i, 1_u16 << i);
        while new != 0 {
            let from = new.trailing_zeros() as usize;
            new |= next[from] & own & !reached;
            reached |= new;
            new &= !(1 << from);
        }
        joined |= u128::from(reached & ((1 << ring) - 1)) << (i * MOST_NEIGHBOURS);
    }
    joined
}

/// Whether the first position is at most as good for the winner as the second, whatever stands
/// elsewhere and whoever is to move. All pairs of positions are decided, those with fewer empty
/// cells first; a position is a number to the base 3, and a set of positions is a number whose bits
/// they are.
fn at_most(order: &Order, less: &[Side], more: &[Side]) -> bool {
    let count = 3_usize.pow(less.len() as u32);
    let digit = |word: usize, cell: usize| word / 3_usize.pow(cell as u32) % 3;
    let with = |side: usize, word: usize| {
        let empty = (0..less.len()).filter(move |&cell| digit(word, cell) == 0);
        empty.map(move |cell| word + side * 3_usize.pow(cell as u32))
    };
    let set = |side, word| -> u128 { with(side, word).map(|next| 1 << next).sum() };
    let after: [Vec<u128>; 2] = [1, 2].map(|side| (0..count).map(|word| set(side, word)).collect());
    let filling = |word| (0..less.len()).filter(|&c| digit(word, c) == 1).map(|c| 1 << c).sum();
    let fillings: Vec<usize> = (0..count).map(filling).collect();
    let mut words: Vec<usize> = (0..count).collect();
    words.sort_by_key(|&word| with(1, word).count());
    // For each position the second ones with which `at most` is true, and those with which it is
    // true if the winner has a move to make.
    let (mut at_most, mut nearly) = (vec![0_u128; count], vec![0_u128; count]);
    for &one in &words {
        let every = with(1, one).fold(u128::MAX, |all, next| all & nearly[next]);
        let some = with(2, one).fold(0, |any, next| any | at_most[next]);
        let (mut row, mut near) = (0_u128, 0_u128);
        for &two in &words {
            let is_so = if after[0][one] == 0 && after[0][two] == 0 {
                order[fillings[one]] >> fillings[two] & 1 == 1
            } else {
                every >> two & 1 == 1 && after[1][two] & !near == 0
            };
            row |= u128::from(is_so) << two;
            let can = is_so || row & after[0][two] != 0 || some >> two & 1 == 1;
            near |= u128::from(can) << two;
        }
        (at_most[one], nearly[one]) = (row, near);
    }
    let number = |word: &[Side]| word.iter().rev().fold(0, |sum, &side| 3 * sum + side as usize);
    at_most[number(less)] >> number(more) & 1 == 1
}
