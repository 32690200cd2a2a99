//! The generator of all lemmas about small shapes.
//!
//! For every shape and every ring the facts are found by the definition. Knowledge of the ring only
//! helps: a lemma stays true when an unknown cell of its ring becomes known. So a lemma is written
//! only if it fails whenever one of its known cells is forgotten. Of several ways to fill the cells
//! of a shape a way that fills most is kept. Facts that smaller shapes give already are left out:
//! every fact that holds where some of the cells could be filled first, and a dropped move that a
//! smaller shape drops as well. Of several images one is kept.
//!
//! The order of the fillings is computed once for each ring that is known in full. For the other
//! rings it is the intersection over both colours of an unknown cell. There are few different
//! orders (a dozen to a few thousand for a shape), and each order is judged once.

use super::lemma::{Fact, Lemma};
use super::local::{Judge, Known, Order, Stones, bits};
use super::shape::{Shape, Way};
use std::collections::HashMap;

/// Facts about one order of the fillings of a shape.
#[derive(Clone, Default)]
struct Facts {
    fills: Vec<Stones>,
    /// For each cell: the replies that answer it.
    answers: [u8; 4],
    /// For each cell: the cells that dominate it.
    dominators: [u8; 4],
}

impl Facts {
    fn new(order: Order) -> Facts {
        let cells = order.cells();
        let mut judge = Judge::new(order);
        let mut facts = Facts::default();
        for black in 0..1u8 << cells {
            for white in (0..1u8 << cells).filter(|white| white & black == 0) {
                let fill = Stones { black, white };
                if !fill.is_empty() && Fact::Fill(fill).holds(&mut judge, cells) {
                    facts.fills.push(fill);
                }
            }
        }
        for cell in 0..cells {
            for other in (0..cells).filter(|&other| other != cell) {
                if (Fact::Answered { cell, reply: other }).holds(&mut judge, cells) {
                    facts.answers[cell] |= 1 << other;
                }
                if (Fact::Dominated { cell, by: other }).holds(&mut judge, cells) {
                    facts.dominators[cell] |= 1 << other;
                }
            }
        }
        facts
    }

    fn contain(&self, fact: Fact) -> bool {
        match fact {
            Fact::Fill(fill) => self.fills.contains(&fill),
            Fact::Answered { cell, reply } => self.answers[cell] >> reply & 1 != 0,
            Fact::Dominated { cell, by } => self.dominators[cell] >> by & 1 != 0,
        }
    }

    /// How many cells can be filled at most?
    fn most_filled(&self) -> u32 {
        self.fills.iter().map(|fill| fill.len()).max().unwrap_or(0)
    }

    /// The fills of most cells, those of one colour if there are such fills.
    fn best_fills(&self) -> Vec<Fact> {
        let most = self.most_filled();
        let largest = |fill: &&Stones| fill.len() == most;
        let plain = |fill: &Stones| fill.black == 0 || fill.white == 0;
        let only_plain = self.fills.iter().filter(largest).any(plain);
        let good = |fill: &&Stones| largest(fill) && (!only_plain || plain(fill));
        self.fills.iter().filter(good).map(|&fill| Fact::Fill(fill)).collect()
    }

    /// The facts about moves that Black need not make. An answered move needs no dominating move.
    fn drops(&self) -> Vec<Fact> {
        let pairs = |set: [u8; 4]| (0..4).flat_map(move |i| bits(set[i]).map(move |j| (i, j)));
        let answered = pairs(self.answers).map(|(cell, reply)| Fact::Answered { cell, reply });
        let dominated = pairs(self.dominators)
            .filter(|&(cell, _)| self.answers[cell] == 0)
            .map(|(cell, by)| Fact::Dominated { cell, by });
        answered.chain(dominated).collect()
    }
}

/// The facts about a shape for every ring. A ring is a number in base 3, its first cell the lowest
/// digit: 0 unknown, 1 black, 2 white.
struct Atlas {
    facts: Vec<Facts>,
    /// For each ring the number of its facts.
    of_ring: Vec<u32>,
}

impl Atlas {
    fn new(shape: &Shape) -> Atlas {
        let digits = shape.ring.len();
        let mut orders: Vec<Order> = Vec::new();
        let mut numbers: HashMap<Order, u32> = HashMap::new();
        let mut both: HashMap<(u32, u32), u32> = HashMap::new();
        let mut number_of = |order: Order, orders: &mut Vec<Order>| {
            *numbers.entry(order).or_insert_with(|| {
                orders.push(order);
                orders.len() as u32 - 1
            })
        };
        let mut of_ring = vec![0; 3usize.pow(digits as u32)];
        // A ring that is known better has a larger number.
        for ring in (0..of_ring.len()).rev() {
            of_ring[ring] = match (0..digits).find(|&at| digit(ring, at) == 0) {
                None => {
                    let black = (0..digits).filter(|&at| digit(ring, at) == 1);
                    let black = black.fold(0, |set, at| set | 1 << at);
                    number_of(Order::of_full_ring(shape, black), &mut orders)
                }
                Some(at) => {
                    let step = 3usize.pow(at as u32);
                    let pair = (of_ring[ring + step], of_ring[ring + 2 * step]);
                    *both.entry(pair).or_insert_with(|| {
                        let and = orders[pair.0 as usize].and(&orders[pair.1 as usize]);
                        number_of(and, &mut orders)
                    })
                }
            };
        }
        Atlas { facts: orders.into_iter().map(Facts::new).collect(), of_ring }
    }

    fn at(&self, ring: usize) -> &Facts {
        &self.facts[self.of_ring[ring] as usize]
    }
}

/// A digit of a number in base 3.
fn digit(number: usize, at: usize) -> usize {
    number / 3usize.pow(at as u32) % 3
}

/// A part of a shape that is a smaller shape.
struct Part {
    shape: usize,
    /// For each cell of the smaller shape its number in the larger one.
    cells: Vec<usize>,
    /// For each cell of the smaller ring its number in the larger ring, unless it is in the shape.
    ring: Vec<Option<usize>>,
}

impl Part {
    /// The connected proper parts of a shape.
    fn all(shape: &Shape, smaller: &[Shape]) -> Vec<Part> {
        let count = shape.cells.len();
        let mut parts = Vec::new();
        for chosen in 1..(1u8 << count) - 1 {
            let cells = Shape::new(bits(chosen).map(|i| shape.cells[i]));
            for (number, known) in smaller.iter().enumerate() {
                let way = known.ways().into_iter().find(|way| same_but_moved(&way.shape, &cells));
                if let Some(Way { cells: to, ring: ring_to, .. }) = way {
                    let cell = |&at: &usize| position(&shape.cells, cells.cells[at]);
                    let ring = |&at: &usize| position(&shape.ring, cells.ring[at]);
                    parts.push(Part {
                        shape: number,
                        cells: to.iter().filter_map(cell).collect(),
                        ring: ring_to.iter().map(ring).collect(),
                    });
                }
            }
        }
        parts
    }

    /// The ring of the part, given that of the whole.
    fn ring_of(&self, ring: usize) -> usize {
        let value = |at: &Option<usize>| at.map_or(0, |at| digit(ring, at));
        self.ring.iter().rev().fold(0, |out, at| 3 * out + value(at))
    }

    /// Does the part drop the move that the fact drops?
    fn implies(&self, facts: &Facts, fact: Fact) -> bool {
        let inside = |cell: usize| self.cells.iter().position(|&other| other == cell);
        match fact {
            Fact::Fill(_) => false,
            Fact::Answered { cell, .. } => {
                inside(cell).is_some_and(|cell| facts.answers[cell] != 0)
            }
            Fact::Dominated { cell, by } => inside(cell).is_some_and(|cell| {
                let dominates = |by| facts.contain(Fact::Dominated { cell, by });
                facts.answers[cell] != 0 || inside(by).is_some_and(dominates)
            }),
        }
    }
}

fn position(cells: &[(i8, i8)], cell: (i8, i8)) -> Option<usize> {
    cells.iter().position(|&other| other == cell)
}

fn same_but_moved(a: &Shape, b: &Shape) -> bool {
    let offset = |(c, r): (i8, i8), (d, s): (i8, i8)| (c - d, r - s);
    a.cells.len() == b.cells.len()
        && a.cells
            .iter()
            .zip(&b.cells)
            .all(|(&x, &y)| offset(x, a.cells[0]) == offset(y, b.cells[0]))
}

/// All lemmas about the shapes, in order.
pub fn lemmas(shapes: &[Shape]) -> Vec<Lemma> {
    let mut atlases: Vec<Atlas> = Vec::new();
    let mut lemmas = Vec::new();
    for (number, shape) in shapes.iter().enumerate() {
        let atlas = Atlas::new(shape);
        let parts = Part::all(shape, &shapes[..number]);
        let own = shape.own_symmetries();
        let from = lemmas.len();
        for ring in 0..atlas.of_ring.len() {
            let inside: Vec<(&Part, &Facts)> = parts
                .iter()
                .map(|part| (part, atlases[part.shape].at(part.ring_of(ring))))
                .collect();
            if inside.iter().any(|(_, facts)| !facts.fills.is_empty()) {
                continue;
            }
            let facts = atlas.at(ring);
            let less = rings_with_less(shape, ring);
            if less.iter().all(|&less| atlas.at(less).most_filled() < facts.most_filled()) {
                let images = facts
                    .best_fills()
                    .into_iter()
                    .map(|fact| first_image(number, shape, &own, ring, fact));
                lemmas.extend(images.min());
            }
            for fact in facts.drops() {
                let smaller = inside.iter().any(|(part, facts)| part.implies(facts, fact));
                if !smaller && !less.iter().any(|&less| atlas.at(less).contain(fact)) {
                    lemmas.push(first_image(number, shape, &own, ring, fact));
                }
            }
        }
        lemmas[from..].sort();
        atlases.push(atlas);
    }
    lemmas.dedup();
    lemmas
}

/// The rings in which one cell less is known.
fn rings_with_less(shape: &Shape, ring: usize) -> Vec<usize> {
    (0..shape.ring.len())
        .filter(|&at| digit(ring, at) != 0)
        .map(|at| ring - digit(ring, at) * 3usize.pow(at as u32))
        .collect()
}

/// The first of the images of a lemma under the symmetries of its shape and, where no player is
/// named in it, the exchange of the colours.
fn first_image(number: usize, shape: &Shape, own: &[Way], ring: usize, fact: Fact) -> Lemma {
    let known = |at: usize| match digit(ring, at) {
        0 => Known::Nothing,
        1 => Known::Black,
        _ => Known::White,
    };
    let image = |way: &Way| {
        let mut to = vec![Known::Nothing; shape.ring.len()];
        way.ring.iter().enumerate().for_each(|(from, &at)| to[at] = known(from));
        Lemma { shape: number, ring: to, fact: fact.mapped(&way.cells) }
    };
    let swapped = |lemma: &Lemma| match lemma.fact {
        Fact::Fill(fill) => Some(Lemma {
            shape: lemma.shape,
            ring: lemma.ring.iter().map(|known| known.swapped()).collect(),
            fact: Fact::Fill(fill.swapped()),
        }),
        _ => None,
    };
    let images: Vec<Lemma> = own.iter().map(image).collect();
    let others: Vec<Lemma> = images.iter().filter_map(swapped).collect();
    images.into_iter().chain(others).min().expect("a shape is its own image")
}
