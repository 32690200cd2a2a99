//! Derivations: step by step, why a connection holds.
//!
//! A derivation is complete in itself: it can be followed with the stones and the rules alone. A
//! *full* connection joins its ends though the opponent moves first, a *semi* connection if its
//! owner moves first; neither uses a point outside its carrier. An empty point as an end counts as
//! a stone of the side. The rules, for a side X:
//!
//! | rule | makes | if |
//! |---|---|---|
//! | `Touch` | a full connection with no carrier | the ends, or stones of their blocks, are neighbours; or one is an edge and the other on it |
//! | `And` over a block | a full connection | two full connections from the block, whose carriers meet only in captured pairs; neither holds the other's outer end |
//! | `And` over an empty point | a semi connection | the same; the point is added to the carrier |
//! | `Or` | a full connection | semi connections of the same two ends that have no point in common but captured pairs |
//!
//! In each case the carrier is the union of the carriers and of the captured pairs. A *captured
//! pair* is named with one of the step's ends by which it is captured. Pairs of one step are
//! disjoint and hold none of its ends. The plain rules use no captured pairs. The heads of
//! [`connections`](super::connections) and of `captured` say why the rules are right.

use super::captured::{Pairs, cover};
use super::closure::{Closure, Origin};
use super::ends::{End, Ends};
use andor_core::Player;
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};
use std::collections::HashMap;

/// The player who may move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// The ends are joined even if the opponent moves first.
    Full,
    /// The ends are joined if the owner moves first.
    Semi,
}

/// Two points that a stone on an end captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    /// The points: a stone on one point is answered on the other.
    pub pair: [Point; 2],
    /// The empty point which captures them if it becomes a stone.
    pub by: Point,
}

/// How a step follows from earlier ones, which are given by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The ends touch.
    Touch,
    /// Two full connections meet.
    And {
        /// The two connections.
        parts: [usize; 2],
        /// The end that they share: a block, or an empty point that the owner plays first.
        over: End,
        /// The points in which their carriers may meet.
        captured: Vec<Captured>,
    },
    /// If the opponent breaks one semi connection, another is left.
    Or {
        /// The semi connections.
        parts: Vec<usize>,
        /// The points that they may have in common.
        captured: Vec<Captured>,
    },
}

/// One connection of a derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<const W: usize> {
    /// The two ends. A block is named by one of its stones.
    pub ends: [End; 2],
    /// Full or semi.
    pub strength: Strength,
    /// The points it uses, all empty.
    pub carrier: Points<W>,
    /// The rule by which it holds.
    pub rule: Rule,
}

/// Steps, each of which follows from earlier steps. The last step is the connection to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation<const W: usize> {
    /// The owner of the connections.
    pub side: Player,
    /// The steps in order.
    pub steps: Vec<Step<W>>,
}

impl<const W: usize> Derivation<W> {
    /// The connection that the derivation shows.
    pub fn claim(&self) -> &Step<W> {
        self.steps.last().expect("a derivation has a step")
    }

    /// The stones on which the derivation rests: all blocks that a step names, those at the edges
    /// included.
    pub fn stones(&self, hex: &Hex<W>, own: Points<W>) -> Points<W> {
        let edges = hex.edges(self.side);
        let seed = self.steps.iter().flat_map(|step| step.ends).map(|end| match end {
            End::Edge(edge) => edges[edge as usize],
            End::Point(point) => Points::one(point),
        });
        super::ends::fill(hex, seed.fold(Points::EMPTY, |all, set| all | set), own)
    }
}

/// Extracts derivations from a closure.
pub(super) struct Extractor<'a, const W: usize> {
    closure: &'a Closure<W>,
    done: HashMap<(Strength, u32), usize>,
    steps: Vec<Step<W>>,
}

impl<'a, const W: usize> Extractor<'a, W> {
    /// The derivation of one connection.
    pub(super) fn derive(
        closure: &'a Closure<W>,
        side: Player,
        strength: Strength,
        number: u32,
    ) -> Derivation<W> {
        let mut extractor = Extractor { closure, done: HashMap::new(), steps: Vec::new() };
        extractor.step(strength, number);
        Derivation { side, steps: extractor.steps }
    }

    /// The number of the step that shows a connection; the step is made if it is missing.
    fn step(&mut self, strength: Strength, number: u32) -> usize {
        if let Some(&step) = self.done.get(&(strength, number)) {
            return step;
        }
        let closure = self.closure;
        let link = closure.link(strength, number);
        let (a, b) = link.ends;
        let rule = match link.origin {
            Origin::Earlier => unreachable!("only what was built from nothing is derived"),
            Origin::Touch => Rule::Touch,
            Origin::And(first, second) => {
                let mut parts = [first, second].map(|full| self.step(Strength::Full, full));
                let [one, two] = [first, second].map(|n| &closure.work.fulls[n as usize]);
                // In the order in which the closure looked for captured pairs.
                let outer = if one.ends.0 == a || one.ends.1 == a { a } else { b };
                let over = one.ends.0 + one.ends.1 - outer;
                let overlap = one.carrier & two.carrier;
                let ends = [over, outer, a + b - outer];
                if outer == b {
                    parts.reverse();
                }
                let captured = captured(&closure.ends, &closure.captures, overlap, &ends);
                Rule::And { parts, over: closure.ends.name(over), captured }
            }
            Origin::Or(first, count) => {
                let members = &closure.work.members[first as usize..][..count as usize];
                let parts =
                    members.iter().map(|&semi| self.step(Strength::Semi, semi)).collect::<Vec<_>>();
                let common = members
                    .iter()
                    .map(|&semi| closure.work.semis[semi as usize].carrier)
                    .fold(Points([!0; W]), |common, carrier| common & carrier);
                let captured = captured(&closure.ends, &closure.captures, common, &[a, b]);
                Rule::Or { parts, captured }
            }
        };
        let ends = [a, b].map(|end| closure.ends.name(end));
        self.steps.push(Step { ends, strength, carrier: link.carrier, rule });
        self.done.insert((strength, number), self.steps.len() - 1);
        self.steps.len() - 1
    }
}

/// The captured pairs that a step uses, each with the end that captures it.
fn captured<const W: usize>(
    ends: &Ends<W>,
    captures: &[Pairs<W>],
    overlap: Points<W>,
    of: &[u16],
) -> Vec<Captured> {
    let taken = of.iter().fold(Points::EMPTY, |all, &end| all | ends.bit(end));
    let pairs: Vec<&Pairs<W>> = of.iter().map(|&end| &captures[end as usize]).collect();
    let mut out = Vec::new();
    cover(overlap, taken, &pairs, |i, pair| {
        let mut points = pair.iter();
        let (a, b) = points.next().zip(points.next()).expect("a pair has two points");
        let by = ends.bit(of[i]).first().expect("only empty points capture");
        out.push(Captured { pair: [a, b], by });
    });
    out
}
