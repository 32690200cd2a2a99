//! The credits of the nodes of a graph: the least numbers that the format allows.
//!
//! Where the winner's moves are circular the credits grow without end. A node is circular for
//! certain only when its credit is larger than any way without a repetition could make it, and in a
//! large component that takes long. Most credits that exist are small. So the credits are found up
//! to a small limit first: a node with a larger credit counts as circular. If the root has a credit
//! then, so have all nodes that the proof needs. Else the limit grows. A limit may make credits
//! larger than the least, which the format allows.
//!
//! On 3x3 and 2x5 a whole graph with a past has 50,000 and 140,000 nodes. In 56 random problems the
//! slowest took 9 s and 12 s without a limit, and take 0.07 s and 0.3 s with the limit.

use super::{Coverage, END, Graph, MOST_DEBT, NEVER, Node, Step, StepResult};
use crate::certified::Certified;
use crate::draft::Written;
use crate::goal::NoCertificate;
use crate::searcher::Searcher;
use andor_checker::components::{self, each_component};
use andor_checker::cycles::Cycles;
use andor_search::Progress;

/// The first limit of the credits that a strongly connected component adds, in passes and in moves.
const FIRST_LIMIT: i64 = 16;

/// The nodes that follow each node, one list behind the other: those of node i are at the places
/// from `starts[i]` to `starts[i + 1]`.
struct Edges {
    starts: Vec<usize>,
    to: Vec<u32>,
}

impl Edges {
    fn next(&self, node: usize) -> &[u32] {
        &self.to[self.starts[node]..self.starts[node + 1]]
    }
}

/// Strongly connected components, one list of nodes behind the other, and the places where they
/// end.
struct Components {
    nodes: Vec<u32>,
    ends: Vec<usize>,
}

impl Components {
    fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.nodes[start..end])
    }
}

/// No place in a strongly connected component.
const ELSEWHERE: u32 = u32::MAX;

impl<G: Certified> Graph<'_, G> {
    /// The amount by which a move may raise the credit.
    pub(super) fn gain(&self, winner_moves: bool, mv: G::Move) -> i64 {
        let is_pass = usize::from(self.game.number(mv)) == self.draft.area();
        match (is_pass, winner_moves) {
            (false, _) => self.cycles.gain(0),
            (true, true) => self.cycles.gain(1),
            (true, false) => self.cycles.gain(-1),
        }
    }

    /// The credit that the position before a step needs because of the step.
    pub(super) fn credit_before(&self, step: &Step<G>, winner_moves: bool) -> i64 {
        let after = match step.after {
            StepResult::Over | StepResult::Leaf => END,
            StepResult::Lost => NEVER,
            StepResult::Node(next, _) => self.credits[next as usize],
        };
        match after {
            END | NEVER => after,
            credit => credit - self.gain(winner_moves, step.mv),
        }
    }

    /// The credit that a node needs with the present credits of the next nodes. Where the loser
    /// moves all moves count, where the winner moves only the best move counts.
    fn asked_credit(&self, node: usize) -> i64 {
        match &self.nodes[node] {
            Node::Written(Written::Entry(_, credit) | Written::Move(_, credit)) => *credit,
            Node::Loser(_, replies) => {
                let credits = replies.iter().map(|step| self.credit_before(step, false));
                credits.max().unwrap_or(0).max(0)
            }
            Node::Winner(_, choices) => {
                let credits = choices.iter().map(|step| self.credit_before(step, true));
                credits.min().unwrap_or(NEVER)
            }
            Node::Past(gain) => match self.credits[self.root] {
                credit @ (END | NEVER) => credit,
                credit => credit - gain,
            },
        }
    }

    /// Adds the nodes that follow a node to a list.
    fn add_next(&self, node: usize, list: &mut Vec<u32>) {
        match &self.nodes[node] {
            Node::Written(_) => {}
            Node::Past(_) => list.push(self.root as u32),
            Node::Loser(_, steps) | Node::Winner(_, steps) => {
                list.extend(steps.iter().filter_map(|step| step.after.node()).map(|to| to as u32));
            }
        }
    }

    /// One step of finding the credits.
    fn step(&self, searcher: &mut Searcher<'_, G>) -> Result<(), NoCertificate> {
        let positions = Some(self.nodes.len() as u64);
        searcher.step(|progress| Progress { strategy: positions, ..progress })
    }

    /// Bytes that the search for credits takes: of each node its credit, its edges' place, the work
    /// of finding the components, the component, and its places in one; of each move an edge there
    /// and back.
    pub(super) fn bytes_of_credits(&self) -> usize {
        let places = 3 * size_of::<usize>() + 5 * size_of::<u32>() + size_of::<bool>();
        let of_a_node = size_of::<i64>() + components::OF_A_NODE + places;
        self.nodes.len() * of_a_node + self.steps * 3 * size_of::<u32>()
    }

    /// Finds the credits of the root and of all nodes that it needs. If the root has none, gives
    /// the strongly connected components in which the winner's moves are circular.
    pub(super) fn find_credits(
        &mut self,
        searcher: &mut Searcher<'_, G>,
    ) -> Result<Vec<Vec<usize>>, NoCertificate> {
        let count = self.nodes.len();
        let mut edges = Edges { starts: vec![0], to: Vec::with_capacity(self.steps) };
        for node in 0..count {
            self.step(searcher)?;
            self.add_next(node, &mut edges.to);
            edges.starts.push(edges.to.len());
        }
        let mut parts =
            Components { nodes: Vec::with_capacity(count), ends: Vec::with_capacity(count) };
        let next = |node: u32, i: usize| {
            self.step(searcher)?;
            Ok::<_, NoCertificate>(edges.next(node as usize).get(i).copied())
        };
        each_component(count, next, |part| {
            parts.nodes.extend_from_slice(part);
            parts.ends.push(parts.nodes.len());
        })?;
        let mut limit = FIRST_LIMIT;
        loop {
            let circles = self.find_credits_up_to(limit, &parts, &edges, searcher)?;
            if self.credits[self.root] != NEVER {
                return Ok(Vec::new());
            }
            if limit > self.nodes.len() as i64 {
                let nodes = |part: &[u32]| part.iter().map(|&node| node as usize).collect();
                return Ok(circles.into_iter().map(nodes).collect());
            }
            limit *= FIRST_LIMIT;
        }
    }

    /// Finds all credits, where no strongly connected component adds more than a limit. Gives the
    /// components in which some credits are larger.
    fn find_credits_up_to<'p>(
        &mut self,
        limit: i64,
        parts: &'p Components,
        edges: &Edges,
        searcher: &mut Searcher<'_, G>,
    ) -> Result<Vec<&'p [u32]>, NoCertificate> {
        self.credits = vec![0; self.nodes.len()];
        let mut places = vec![ELSEWHERE; self.nodes.len()];
        let mut circles = Vec::new();
        for part in parts.iter() {
            self.step(searcher)?;
            let only = part[0] as usize;
            if part.len() == 1 && !edges.next(only).contains(&part[0]) {
                self.credits[only] = self.asked_credit(only);
                continue;
            }
            let mut ahead = part.iter().flat_map(|&node| edges.next(node as usize));
            let leads_to_a_circle = ahead.any(|&next| self.credits[next as usize] == NEVER);
            self.go_round(part, edges, limit, &mut places, searcher)?;
            let is_circle = part.iter().any(|&node| self.credits[node as usize] == NEVER);
            if is_circle && !leads_to_a_circle {
                circles.push(part);
            }
        }
        Ok(circles)
    }

    /// Raises the credits of a strongly connected component until they are enough, or beyond the
    /// limit. `places` has room for the place of each node in the component.
    fn go_round(
        &mut self,
        part: &[u32],
        edges: &Edges,
        limit: i64,
        places: &mut [u32],
        searcher: &mut Searcher<'_, G>,
    ) -> Result<(), NoCertificate> {
        part.iter().zip(0..).for_each(|(&node, i)| places[node as usize] = i);
        // Where cycles must be better than even, credits count passes first and moves second.
        let unit = match self.cycles {
            Cycles::Ahead => self.cycles.gain(1) - self.cycles.gain(0),
            Cycles::All | Cycles::NotBehind | Cycles::None => NEVER,
        };
        // Of each place the places before it, as in the list of edges.
        let mut before = Edges { starts: vec![0; part.len() + 1], to: Vec::new() };
        let (mut most_units, mut most_rest) = (0, 0);
        for &node in part {
            self.step(searcher)?;
            for &next in edges.next(node as usize) {
                match (places[next as usize], self.credits[next as usize]) {
                    (ELSEWHERE, END | NEVER) => {}
                    (ELSEWHERE, credit) => {
                        let credit = credit.max(0);
                        most_units = most_units.max(credit.div_euclid(unit));
                        most_rest = most_rest.max(credit.rem_euclid(unit));
                    }
                    (to, _) => before.starts[to as usize] += 1,
                }
            }
        }
        let mut sum = 0;
        for start in &mut before.starts {
            sum += *start;
            *start = sum;
        }
        before.to = vec![0; sum];
        for (i, &node) in part.iter().enumerate().rev() {
            self.step(searcher)?;
            for &next in edges.next(node as usize) {
                if let Some(start) = before.starts.get_mut(places[next as usize] as usize) {
                    *start -= 1;
                    before.to[*start] = i as u32;
                }
            }
            if matches!(self.nodes[node as usize], Node::Winner(..) | Node::Past(_)) {
                self.credits[node as usize] = END;
            }
        }
        part.iter().for_each(|&node| places[node as usize] = ELSEWHERE);
        // A way without a repetition visits each node once.
        most_units += MOST_DEBT.min(part.len() as i64).min(limit);
        most_rest += (part.len() as i64 + 1).min(limit);
        // A way through the past has all moves of the line.
        if let Coverage::OfRoot(moves) = self.lines {
            (most_units, most_rest) = (most_units + moves as i64, most_rest + moves as i64);
        }
        let mut open: Vec<u32> = (0..part.len() as u32).rev().collect();
        let mut is_open = vec![true; part.len()];
        while let Some(i) = open.pop() {
            self.step(searcher)?;
            let place = i as usize;
            is_open[place] = false;
            let node = part[place] as usize;
            let old = self.credits[node];
            let mut credit = self.asked_credit(node);
            if matches!(self.nodes[node], Node::Loser(..)) && credit != NEVER {
                if credit.rem_euclid(unit) > most_rest {
                    credit = credit.div_euclid(unit).saturating_add(1).saturating_mul(unit);
                }
                if unit != NEVER && credit.div_euclid(unit) > most_units {
                    credit = NEVER;
                }
                credit = credit.max(old);
            }
            if credit == old {
                continue;
            }
            self.credits[node] = credit;
            for &earlier in before.next(place) {
                if !std::mem::replace(&mut is_open[earlier as usize], true) {
                    open.push(earlier);
                }
            }
        }
        Ok(())
    }
}
