//! Lemmas about a few cells of Hex, and their places on a board: section 4.1 of `docs/certificate.md`.
//!
//! A lemma compares two positions on some cells whose neighbours are known in part. The lemma is proven
//! from nothing but the rules: all colourings of the unknown neighbours, and all lines of play on the
//! cells, are tried. Cells are few, so that this is quick and can be naive.

use crate::model::{Lemma, Link, Player, PointSet, Side};
use crate::rules::hex::NEIGHBOURS;
use std::collections::{BTreeSet, HashMap};

/// The most cells of a lemma.
pub(crate) const MOST_CELLS: usize = 4;

/// The most neighbours of the cells of a lemma.
pub(crate) const MOST_NEIGHBOURS: usize = 10;

/// How many symmetries the unbounded lattice has that keep a cell.
pub(crate) const TURNS: u8 = 12;

/// Columns to the right and rows down.
type Offset = (isize, isize);

/// The cells as offsets.
fn offsets(cells: &[[u8; 2]]) -> Vec<Offset> {
    cells.iter().map(|cell| (cell[0].into(), cell[1].into())).collect()
}

/// The neighbours of some cells, row by row from the top left.
fn around(cells: &[Offset]) -> Vec<Offset> {
    let near = |&(c, r): &Offset| NEIGHBOURS.map(|(dc, dr)| (r + dr, c + dc));
    let all: BTreeSet<Offset> = cells.iter().flat_map(near).collect();
    all.into_iter().map(|(r, c)| (c, r)).filter(|cell| !cells.contains(cell)).collect()
}

/// How many neighbours some cells have.
pub(crate) fn neighbours(cells: &[[u8; 2]]) -> usize {
    around(&offsets(cells)).len()
}

/// An offset after a symmetry of the lattice.
fn turned(turn: u8, (c, r): Offset) -> Offset {
    let start = if turn >= TURNS / 2 { (r, c) } else { (c, r) };
    (0..turn % (TURNS / 2)).fold(start, |(c, r), _| (c + r, -c))
}

/// A neighbour of the cells of a lemma that lies on a board.
enum Spot {
    Point(usize),
    Edge(Player),
}

/// A lemma that lies on a board.
pub(crate) struct Laid {
    pub(crate) lemma: Lemma,
    /// The points of its cells.
    pub(crate) cells: Vec<usize>,
    ring: Vec<Spot>,
}

impl Laid {
    /// The lemma, turned, with its first cell on a point of a board of this size.
    pub(crate) fn new(
        lemma: Lemma,
        turn: u8,
        at: usize,
        (columns, rows): (usize, usize),
    ) -> Result<Laid, String> {
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
        Ok(Laid { lemma, cells, ring })
    }

    /// Does the lemma apply here? The cells must be empty and the known neighbours must match, if the
    /// winner has the need and the loser has all points outside the zone.
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
    pub(crate) fn drop(&self) -> Option<Drop> {
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
            return Some(Drop::Dominated { lost, by });
        }
        let is_answer = count(more) == 2 && only(more, Side::Winner).is_some();
        let gives_all = less.iter().all(|on| *on == Side::Winner);
        (is_answer && gives_all).then_some(Drop::Answered { lost })
    }
}

/// A lemma's statement about a move of the loser's.
pub(crate) enum Drop {
    /// The move is no better than another move.
    Dominated { lost: usize, by: usize },
    /// The winner has an answer that is worth all cells of the lemma.
    Answered { lost: usize },
}

/// The problem with a lemma, if there is one.
pub(crate) fn check(lemma: &Lemma) -> Result<(), String> {
    let different: BTreeSet<[u8; 2]> = lemma.cells.iter().copied().collect();
    if different.len() != lemma.cells.len() {
        return Err("a cell of the lemma is there twice".to_string());
    }
    if Judge::new(lemma).at_most(&lemma.less, &lemma.more) {
        return Ok(());
    }
    Err("the lemma is not true: its first position may be the better one".to_string())
}

impl Lemma {
    /// Whether the lemma is true.
    #[must_use]
    pub fn holds(&self) -> bool {
        check(self).is_ok()
    }

    /// The points of its cells if the lemma is turned in this way and its first cell is on this point of a
    /// board of so many columns and rows; nothing if a cell lies beyond the board.
    #[must_use]
    pub fn points(&self, turn: u8, at: u16, size: (usize, usize)) -> Option<Vec<u16>> {
        let laid = Laid::new(self.clone(), turn, at.into(), size).ok()?;
        Some(laid.cells.iter().map(|&point| point as u16).collect())
    }
}

/// Compares positions on the cells of a lemma.
struct Judge {
    /// For each two fillings of the cells whether the first is at most as good for the winner; a
    /// filling is a number whose bits are the winner's cells.
    order: Vec<Vec<bool>>,
    known: HashMap<(Vec<Side>, Vec<Side>), bool>,
}

impl Judge {
    fn new(lemma: &Lemma) -> Judge {
        let cells = offsets(&lemma.cells);
        let ring = around(&cells);
        let beside = |a: &Offset, b: &Offset| NEIGHBOURS.contains(&(a.0 - b.0, a.1 - b.1));
        let all: Vec<Offset> = ring.iter().chain(&cells).copied().collect();
        let next: Vec<Vec<usize>> = (all.iter())
            .map(|a| (0..all.len()).filter(|&b| beside(a, &all[b])).collect())
            .collect();
        let open: Vec<usize> = (0..ring.len()).filter(|&i| lemma.ring[i] == Side::Nobody).collect();
        let fillings = 1 << cells.len();
        let mut order = vec![vec![true; fillings]; fillings];
        for colouring in 0..1_usize << open.len() {
            let own = |i: usize| match open.iter().position(|&o| o == i) {
                Some(bit) => colouring >> bit & 1 == 1,
                None => lemma.ring[i] == Side::Winner,
            };
            let ring: Vec<bool> = (0..ring.len()).map(own).collect();
            let joins: Vec<u64> = (0..fillings).map(|f| joins(&ring, f, &next)).collect();
            for (row, less) in order.iter_mut().zip(&joins) {
                row.iter_mut()
                    .zip(&joins)
                    .for_each(|(at_most, more)| *at_most &= less & !more == 0);
            }
        }
        Judge { order, known: HashMap::new() }
    }

    /// Whether the first position is at most as good for the winner as the second, whatever stands
    /// elsewhere and whoever is to move.
    fn at_most(&mut self, less: &[Side], more: &[Side]) -> bool {
        if !less.contains(&Side::Nobody) && !more.contains(&Side::Nobody) {
            return self.order[filling(less)][filling(more)];
        }
        let key = (less.to_vec(), more.to_vec());
        if let Some(&answer) = self.known.get(&key) {
            return answer;
        }
        let answer = after(less, Side::Winner).iter().all(|less| self.nearly(less, more))
            && after(more, Side::Loser).iter().all(|more| self.nearly(less, more));
        self.known.insert(key, answer);
        answer
    }

    /// Whether the winner, with a move to make, does as well in the second as in the first.
    fn nearly(&mut self, less: &[Side], more: &[Side]) -> bool {
        self.at_most(less, more)
            || after(more, Side::Winner).iter().any(|more| self.at_most(less, more))
            || after(less, Side::Loser).iter().any(|less| self.at_most(less, more))
    }
}

/// The positions after one more stone of a side.
fn after(position: &[Side], side: Side) -> Vec<Vec<Side>> {
    let empty = (0..position.len()).filter(|&i| position[i] == Side::Nobody);
    let put = |i: usize| {
        let mut next = position.to_vec();
        next[i] = side;
        next
    };
    empty.map(put).collect()
}

/// The number of a full position.
fn filling(position: &[Side]) -> usize {
    let own = |i: &usize| position[*i] == Side::Winner;
    (0..position.len()).filter(own).map(|i| 1 << i).sum()
}

/// Which two of the winner's neighbours are joined by the winner's cells and neighbours: a bit for
/// each two.
fn joins(ring: &[bool], filling: usize, next: &[Vec<usize>]) -> u64 {
    let own = |i: usize| match ring.get(i) {
        Some(&own) => own,
        None => filling >> (i - ring.len()) & 1 == 1,
    };
    let mut bits = 0;
    let mut bit = 0;
    for i in 0..ring.len() {
        let mut reached = vec![i];
        let mut from = 0;
        while own(i) && from < reached.len() {
            for &to in next[reached[from]].iter().filter(|&&to| own(to)) {
                if !reached.contains(&to) {
                    reached.push(to);
                }
            }
            from += 1;
        }
        for j in i + 1..ring.len() {
            bits |= u64::from(own(i) && reached.contains(&j)) << bit;
            bit += 1;
        }
    }
    bits
}
