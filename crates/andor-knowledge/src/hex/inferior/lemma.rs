//! Lemmas: facts about a few cells that hold whatever stands elsewhere, and their table.
//!
//! A [`Lemma`] is a shape of empty cells, the known cells of its ring, and a [`Fact`]. The table of
//! all lemmas, `lemmas.txt`, is written by `cargo xtask hex-lemmas`. Each line is one lemma, which
//! stands for its turned and mirrored images and for the images with the colours exchanged:
//!
//! ```text
//! 2 ..XXXX.. fill XX       both cells may be filled for Black
//! 2 .....OOO drop 2 for 1  Black need not play the second cell: the first is at least as good
//! 2 .....XXX drop 2 by 1   Black need not play the second cell: White gets both by the first
//! ```
//!
//! The cells and the ring are numbered in reading order; `X` is black, `O` white, `.` anything.

use super::local::{Judge, Known, Order, Stones};
use super::shape::{Cell, STEPS, Shape};

/// The table of lemmas.
pub const TABLE: &str = include_str!("lemmas.txt");

const HEADER: &str = "\
# Written by `cargo xtask hex-lemmas`; `cargo xtask hex-lemmas --check` proves every line again.
# A line: the shape, its ring in reading order (X black, O white, . anything), and what follows.
";

/// The statement of a lemma about the empty cells of its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// The cells may be filled with these stones: no player gains or loses by it.
    Fill(Stones),
    /// Black's move on `cell` is answered on `reply`, and then the whole shape may be filled for
    /// White.
    Answered {
        /// The cell where Black need not play.
        cell: usize,
        /// White's answer.
        reply: usize,
    },
    /// Black's move on `cell` is no better than Black's move on `by`.
    Dominated {
        /// The cell where Black need not play.
        cell: usize,
        /// The cell that is at least as good.
        by: usize,
    },
}

impl Fact {
    /// Is the fact true for the order of this judge?
    pub fn holds(self, judge: &mut Judge, cells: usize) -> bool {
        let empty = Stones::default();
        match self {
            Fact::Fill(fill) => judge.at_most(empty, fill) && judge.at_most(fill, empty),
            Fact::Answered { cell, reply } => {
                let white = Stones { black: 0, white: (1 << cells) - 1 };
                judge.at_most(empty.with_black(cell).with_white(reply), white)
            }
            Fact::Dominated { cell, by } => {
                judge.at_most(empty.with_black(cell), empty.with_black(by))
            }
        }
    }

    /// The fact about the images of the cells.
    pub fn mapped(self, to: &[usize]) -> Fact {
        let set = |set: u8| super::local::bits(set).fold(0, |out, i| out | 1 << to[i]);
        match self {
            Fact::Fill(fill) => {
                Fact::Fill(Stones { black: set(fill.black), white: set(fill.white) })
            }
            Fact::Answered { cell, reply } => Fact::Answered { cell: to[cell], reply: to[reply] },
            Fact::Dominated { cell, by } => Fact::Dominated { cell: to[cell], by: to[by] },
        }
    }
}

/// A fact about a shape whose ring is known in part.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lemma {
    /// The number of the shape in [`Shape::all`].
    pub shape: usize,
    /// The known cells of the ring.
    pub ring: Vec<Known>,
    /// The fact that follows.
    pub fact: Fact,
}

impl Lemma {
    /// Proves the lemma from nothing but the rules, by trying every colouring of the ring and every
    /// line of play on the cells.
    pub fn is_true(&self, shapes: &[Shape]) -> bool {
        let shape = &shapes[self.shape];
        let mut judge = Judge::new(Order::of_ring(shape, &self.ring));
        self.fact.holds(&mut judge, shape.cells.len())
    }

    /// Does the lemma fill its shape for one player, who can go round each of its cells? That is:
    /// any two neighbours of the cell that are or may become the player's, including the rest of
    /// the shape, are joined through the rest of the shape and the player's stones.
    pub fn is_capture(&self, shapes: &[Shape]) -> bool {
        let shape = &shapes[self.shape];
        let all = (1 << shape.cells.len()) - 1;
        let other = match self.fact {
            Fact::Fill(Stones { black, white: 0 }) if black == all => Known::White,
            Fact::Fill(Stones { black: 0, white }) if white == all => Known::Black,
            _ => return false,
        };
        let open: Vec<(Cell, bool)> = (shape.ring.iter().zip(&self.ring))
            .filter(|(_, known)| **known != other)
            .map(|(&cell, &known)| (cell, known == other.swapped()))
            .chain(shape.cells.iter().map(|&cell| (cell, true)))
            .collect();
        shape.cells.iter().all(|&cell| can_go_round(cell, &open))
    }

    /// The text of a table.
    pub fn table(lemmas: &[Lemma], shapes: &[Shape]) -> String {
        let mut out = HEADER.to_string();
        for (shape, name) in shapes.iter().zip(shape_names(shapes)) {
            out += &format!("# {name} is {}\n", shape.picture());
        }
        for lemma in lemmas {
            out += &lemma.line(shapes);
            out.push('\n');
        }
        out
    }

    /// The lemmas of a table, or the error in a line of it.
    pub fn parse_table(text: &str, shapes: &[Shape]) -> Result<Vec<Lemma>, String> {
        let names = shape_names(shapes);
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
        lines
            .map(|(number, line)| {
                Lemma::parse(line, shapes, &names).ok_or_else(|| {
                    format!("line {number}: {line:?}; expected SHAPE RING and a fact")
                })
            })
            .collect()
    }

    fn parse(line: &str, shapes: &[Shape], names: &[String]) -> Option<Lemma> {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, ring, ref fact @ ..] = words[..] else { return None };
        let number = names.iter().position(|known| known == name)?;
        let shape = &shapes[number];
        let ring: Vec<Known> = ring.chars().map(known).collect::<Option<_>>()?;
        let cell = |text: &str| {
            let cell = text.parse::<usize>().ok()?.checked_sub(1)?;
            (cell < shape.cells.len()).then_some(cell)
        };
        let fact = match *fact {
            ["fill", fill] if fill.len() == shape.cells.len() => {
                let mut stones = Stones::default();
                for (i, c) in fill.chars().enumerate() {
                    match known(c)? {
                        Known::Nothing => {}
                        Known::Black => stones = stones.with_black(i),
                        Known::White => stones = stones.with_white(i),
                    }
                }
                Fact::Fill(stones)
            }
            ["drop", drop, "by", reply] => {
                Fact::Answered { cell: cell(drop)?, reply: cell(reply)? }
            }
            ["drop", drop, "for", by] => Fact::Dominated { cell: cell(drop)?, by: cell(by)? },
            _ => return None,
        };
        (ring.len() == shape.ring.len()).then_some(Lemma { shape: number, ring, fact })
    }

    /// The lemma as a line of the table.
    pub fn line(&self, shapes: &[Shape]) -> String {
        let ring: String = self.ring.iter().map(|known| known.letter()).collect();
        let name = &shape_names(shapes)[self.shape];
        let fact = match self.fact {
            Fact::Fill(fill) => {
                let letter = |i: usize| match (fill.black >> i & 1, fill.white >> i & 1) {
                    (1, _) => 'X',
                    (_, 1) => 'O',
                    _ => '.',
                };
                let fill: String = (0..shapes[self.shape].cells.len()).map(letter).collect();
                format!("fill {fill}")
            }
            Fact::Answered { cell, reply } => format!("drop {} by {}", cell + 1, reply + 1),
            Fact::Dominated { cell, by } => format!("drop {} for {}", cell + 1, by + 1),
        };
        format!("{name} {ring} {fact}")
    }
}

/// Are any two listed neighbours of a cell joined through the cells that are marked?
fn can_go_round(cell: Cell, open: &[(Cell, bool)]) -> bool {
    let beside = |a: Cell, b: Cell| STEPS.contains(&(a.0 - b.0, a.1 - b.1));
    let near: Vec<Cell> = open.iter().map(|&(c, _)| c).filter(|&c| beside(c, cell)).collect();
    near.iter().all(|&start| {
        let mut reached = vec![start];
        let mut from = 0;
        while from < reached.len() {
            for &(next, is_own) in open.iter().filter(|(next, _)| *next != cell) {
                if is_own && beside(next, reached[from]) && !reached.contains(&next) {
                    reached.push(next);
                }
            }
            from += 1;
        }
        near.iter().all(|&end| reached.iter().any(|&r| r == end || beside(r, end)))
    })
}

/// Names of shapes: how many cells, and a letter if there are several of that many.
fn shape_names(shapes: &[Shape]) -> Vec<String> {
    let of_size =
        |shapes: &[Shape], count| shapes.iter().filter(|s| s.cells.len() == count).count();
    let name = |(i, shape): (usize, &Shape)| {
        let count = shape.cells.len();
        if of_size(shapes, count) == 1 {
            return count.to_string();
        }
        format!("{count}{}", char::from(b'a' + of_size(&shapes[..i], count) as u8))
    };
    shapes.iter().enumerate().map(name).collect()
}

impl Known {
    fn letter(self) -> char {
        match self {
            Known::Nothing => '.',
            Known::Black => 'X',
            Known::White => 'O',
        }
    }

    /// With the colours exchanged.
    pub fn swapped(self) -> Known {
        match self {
            Known::Nothing => Known::Nothing,
            Known::Black => Known::White,
            Known::White => Known::Black,
        }
    }
}

fn known(letter: char) -> Option<Known> {
    match letter {
        '.' => Some(Known::Nothing),
        'X' => Some(Known::Black),
        'O' => Some(Known::White),
        _ => None,
    }
}
