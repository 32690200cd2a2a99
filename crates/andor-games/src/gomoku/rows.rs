//! Rows of stones by the words of Renju: five, overline, four, straight four, three; and the moves
//! that these words forbid Black.
//!
//! * A *five* is an unbroken row of exactly five stones, an *overline* one of six or more.
//! * A *four* is a row of four stones that one further stone makes a five. A *straight four* is an
//!   unbroken four that either of two stones makes a five.
//! * A *three* is a row of three stones that one further stone makes a straight four, if that stone
//!   is allowed.
//!
//! Black may not make an overline, two fours at once or two threes at once, unless the same move
//! makes a five. Whether a stone that makes a straight four is allowed is the same question again,
//! so that the rule refers to itself (Renju International Federation, rules 9.2 and 9.3).

use super::windows::STEPS;
use crate::points::{Point, Points};
use crate::size::Size;
use std::fmt;

/// Why a move is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// The move makes six stones or more in a row.
    Overline,
    /// The move makes two fours.
    DoubleFour,
    /// The move makes two threes.
    DoubleThree,
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Forbidden::Overline => "an overline",
            Forbidden::DoubleFour => "a double four",
            Forbidden::DoubleThree => "a double three",
        })
    }
}

/// How many stones of a set lie in an unbroken row through a point, the point itself included.
pub fn run<const W: usize>(size: Size, stones: &Points<W>, point: Point, step: (i8, i8)) -> usize {
    let along = |right: i8, down: i8| {
        let next = |p: &Point| size.step(*p, right, down);
        let on = |p: &Point| stones.contains(*p);
        std::iter::successors(Some(point), next).skip(1).take_while(on).count()
    };
    along(step.0, step.1) + along(-step.0, -step.1) + 1
}

/// The stones of Black and the empty points, with the questions of Renju.
#[derive(Clone, Copy)]
pub(super) struct Renju<const W: usize> {
    size: Size,
    black: Points<W>,
    empty: Points<W>,
}

impl<const W: usize> Renju<W> {
    pub(super) fn new(size: Size, black: Points<W>, empty: Points<W>) -> Renju<W> {
        Renju { size, black, empty }
    }

    /// The board with a further black stone.
    fn with(mut self, point: Point) -> Renju<W> {
        self.black.insert(point);
        self.empty.remove(point);
        self
    }

    fn makes_five(&self, point: Point) -> bool {
        STEPS.iter().any(|&step| run(self.size, &self.black, point, step) == 5)
    }

    /// Why Black may not play on an empty point; `None` if Black may.
    pub(super) fn forbids(&self, point: Point) -> Option<Forbidden> {
        let after = self.with(point);
        if after.makes_five(point) {
            return None;
        }
        if STEPS.iter().any(|&step| run(self.size, &after.black, point, step) > 5) {
            return Some(Forbidden::Overline);
        }
        let fours = STEPS.map(|step| after.fours(point, step));
        if fours.iter().sum::<usize>() >= 2 {
            return Some(Forbidden::DoubleFour);
        }
        let mut threes = 0;
        for (step, fours) in STEPS.into_iter().zip(fours) {
            threes += usize::from(fours == 0 && after.is_three(point, step));
        }
        (threes >= 2).then_some(Forbidden::DoubleThree)
    }

    /// The empty points of a row near a point, where one more stone may reach it.
    fn near(&self, point: Point, (right, down): (i8, i8)) -> Vec<Point> {
        let along = |right: i8, down: i8| {
            let next = move |p: &Point| self.size.step(*p, right, down);
            std::iter::successors(Some(point), next).skip(1).take(4)
        };
        let both = along(right, down).chain(along(-right, -down));
        both.filter(|p| self.empty.contains(*p)).collect()
    }

    /// The points of a row that make five with a black stone that stands there already.
    fn completions(&self, point: Point, step: (i8, i8)) -> Vec<Point> {
        let completes = |p: &Point| {
            let after = self.with(*p);
            run(self.size, &after.black, *p, step) == 5
                && run(self.size, &after.black, point, step) == 5
        };
        self.near(point, step).into_iter().filter(completes).collect()
    }

    /// How many fours of a row a black stone is part of: a straight four is one, although two
    /// points complete it.
    fn fours(&self, point: Point, step: (i8, i8)) -> usize {
        match self.completions(point, step).len() {
            2 if run(self.size, &self.black, point, step) == 4 => 1,
            count => count,
        }
    }

    /// Is the black stone on a point part of a three of this row?
    fn is_three(&self, point: Point, step: (i8, i8)) -> bool {
        self.near(point, step).into_iter().any(|p| {
            let after = self.with(p);
            run(self.size, &after.black, p, step) == 4
                && run(self.size, &after.black, point, step) == 4
                && after.completions(p, step).len() == 2
                && self.forbids(p).is_none()
        })
    }
}
