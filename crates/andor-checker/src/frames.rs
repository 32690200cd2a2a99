//! Frames of Go entries for programs that write certificates: ranks, fresh marks and assumed marks.
//!
//! A writer knows a strategy: positions, and an answer to each reply that can happen. The lines on which
//! an entry holds follow from the strategy, beginning with the entries that the entry refers to. A reply
//! without an answer is a reply that repeats, so its mark is assumed. Ranks come from the graph of marks
//! that follow each other somewhere: marks on a common cycle (a strongly connected component) get the same
//! rank, and any other mark gets a smaller rank than all marks before it. Marks that ranks cannot
//! distinguish are listed as fresh.
//!
//! The check trusts nothing in this file.

use crate::model::{
    Certificate, Entry, Frame, Game, GoRules, Ko, Mark, Player, Position, Problem, Reference, Root,
    Then, Verdict,
};
use crate::rules::{Line, State, after, go};
use crate::symmetry;
use std::collections::HashMap;
use std::convert::Infallible;

/// Fills in the frames and falls of all Go entries; passes and ko points must be there already.
/// Answers that only say that a reply repeats are taken out.
pub fn fill(certificate: &mut Certificate) {
    let Certificate { problem, entries } = certificate;
    let Some(mut frames) = Frames::new(problem) else { return };
    for entry in entries.iter_mut() {
        let Entry::Position(position) = entry else { continue };
        frames.add(position);
    }
    frames.rank();
    for number in 0..entries.len() {
        let (done, rest) = entries.split_at_mut(number);
        let Entry::Position(position) = &mut rest[0] else { continue };
        let framed = frames.frame(number as u64, position, |number| match &done[number as usize] {
            Entry::Position(position) => Ok::<Frame, Infallible>(position.frame.clone()),
            _ => Ok(Frame::default()),
        });
        let Ok(()) = framed;
    }
}

/// The frames of a certificate whose entries are not in memory at once. All entries are added, in their
/// order; then the ranks are found; then every entry gets its frame, in the same order.
pub struct Frames<'p> {
    problem: &'p Problem,
    rules: GoRules,
    size: (usize, usize),
    maps: Vec<Vec<usize>>,
    /// The node of each claim and class of marks.
    numbers: HashMap<(usize, Mark), usize>,
    edges: Vec<Vec<usize>>,
    /// The node of each entry.
    nodes: Vec<usize>,
    ranks: Vec<u64>,
}

/// The result of a reply that has an answer with a move.
struct Step {
    /// The index of the answer in the list.
    answer: usize,
    /// The mark after the reply, if it leaves one.
    reply: Option<Mark>,
    /// The mark after the winner's move, if it leaves one, and whether it is a board play.
    last: (Option<Mark>, bool),
    /// The entry that the move leads to.
    next: Option<Reference>,
}

/// All steps of an entry's replies.
struct Steps {
    own: Option<Mark>,
    /// Marks of replies and moves that repeat.
    repeated: Vec<Mark>,
    steps: Vec<Step>,
}

impl<'p> Frames<'p> {
    /// The frames of a problem with all its roots; none if the entries of its rules have no ranks.
    #[must_use]
    pub fn new(problem: &'p Problem) -> Option<Frames<'p>> {
        let Game::Go(rules) = problem.game else { return None };
        let (columns, rows) = (problem.columns, problem.rows);
        (!rules.has_credits()).then(|| Frames {
            problem,
            rules,
            size: (columns, rows),
            maps: symmetry::all(problem.game, columns, rows),
            numbers: HashMap::new(),
            edges: Vec::new(),
            nodes: Vec::new(),
            ranks: Vec::new(),
        })
    }

    /// Do ranks matter for a claim? They do not where a repetition is good for the winner.
    fn ranked(&self, root: &Root) -> bool {
        self.rules.ko != Ko::Basic || root.verdict == Verdict::Proven
    }

    /// The first root with the claim and verdict of a root.
    fn claim(&self, root: &Root) -> usize {
        self.problem.roots.iter().position(|other| other.says_as(root)).unwrap_or(0)
    }

    fn node(&mut self, claim: usize, mark: &Mark) -> usize {
        let class = symmetry::mark_class(&self.maps, mark);
        let next = self.edges.len();
        let node = *self.numbers.entry((claim, class)).or_insert(next);
        if node == next {
            self.edges.push(Vec::new());
        }
        node
    }

    fn left(&self, state: &State) -> Option<Mark> {
        go::leaves_mark(self.rules, state).then(|| go::mark(self.rules, state))
    }

    fn play(&self, state: &State, point: u16) -> Option<State> {
        after(Game::Go(self.rules), self.size, state, usize::from(point)).ok()
    }

    /// Adds the next entry.
    pub fn add(&mut self, position: &mut Position) {
        let root = &self.problem.roots[position.root as usize];
        let (claim, found) = (self.claim(root), self.steps(root, position));
        let node = match &found.own {
            Some(mark) => self.node(claim, mark),
            None => {
                self.edges.push(Vec::new());
                self.edges.len() - 1
            }
        };
        self.nodes.push(node);
        for Step { reply, next, .. } in &found.steps {
            let mut from = node;
            if let Some(mark) = reply {
                let reply = self.node(claim, mark);
                self.edges[from].push(reply);
                from = reply;
            }
            if let Some(next) = next {
                let to = self.nodes[next.entry as usize];
                self.edges[from].push(to);
            }
        }
    }

    /// What follows an entry. Answers that say only that the reply repeats are taken out.
    fn steps(&self, root: &Root, position: &mut Position) -> Steps {
        let state = state(self.size, root, position);
        let own = self.left(&state);
        let mut found = Steps { own, repeated: Vec::new(), steps: Vec::new() };
        let area = (self.size.0 * self.size.1) as u16;
        // The mark tells as well that the reply repeats.
        position.answers.retain(|answer| {
            let ends =
                || self.play(&state, answer.reply).is_some_and(|next| next.outcome.is_some());
            answer.then != Then::Over || ends()
        });
        for reply in 0..=area {
            let Some(next) = self.play(&state, reply) else { continue };
            let mark = self.left(&next);
            let answer = position.answers.iter().position(|answer| answer.reply == reply);
            let Some(answer) = answer else {
                found.repeated.extend(mark);
                continue;
            };
            let then = position.answers[answer].then;
            let last = then.point().and_then(|point| Some((self.play(&next, point)?, point)));
            if let (Then::MoveOver(point), Some((last, _))) = (then, &last)
                && point < area
                && last.outcome.is_none()
            {
                found.repeated.push(go::mark(self.rules, last));
            }
            if !then.has_fall() {
                continue;
            }
            let next = match then {
                Then::MoveEntry(_, reference) => Some(reference),
                _ => None,
            };
            let played = last.as_ref().is_some_and(|(_, point)| *point < area);
            let last = (last.and_then(|(state, _)| self.left(&state)), played);
            found.steps.push(Step { answer, reply: mark, last, next });
        }
        found
    }

    /// Adds the line of a root.
    fn root(&mut self, root: &Root) {
        let problem = self.problem;
        let claim = self.claim(root);
        let (Ok(mut line), Some(entry)) = (Line::base(problem), root.entry) else { return };
        for &point in root.moves.iter().chain(&root.first) {
            if line.play(usize::from(point)).is_err() {
                return;
            }
        }
        let marks: Vec<Mark> = line.marks().copied().collect();
        let mut nodes: Vec<usize> = marks.iter().map(|mark| self.node(claim, mark)).collect();
        nodes.extend(self.nodes.get(entry as usize));
        for pair in nodes.windows(2) {
            self.edges[pair[0]].push(pair[1]);
        }
    }

    /// Finds the rank of every node when all entries are added: how far it is to an end, nodes of a cycle
    /// counting as one.
    pub fn rank(&mut self) {
        self.problem.roots.iter().for_each(|root| self.root(root));
        let edges = std::mem::take(&mut self.edges);
        self.ranks = vec![0; edges.len()];
        // Components come with everything they lead to before them.
        for part in components(&edges) {
            let ahead = part.iter().flat_map(|&node| &edges[node]);
            let outside = ahead.filter(|next| !part.contains(next));
            let rank = outside.map(|&next| self.ranks[next] + 1).max().unwrap_or(0);
            part.iter().for_each(|&node| self.ranks[node] = rank);
        }
    }

    /// Fills in the frame of an entry. `done` tells the frames of the entries before it.
    pub fn frame<E>(
        &self,
        number: u64,
        position: &mut Position,
        mut done: impl FnMut(u64) -> Result<Frame, E>,
    ) -> Result<(), E> {
        let root = &self.problem.roots[position.root as usize];
        let (claim, found) = (self.claim(root), self.steps(root, position));
        let ranked = self.ranked(root);
        let rank = |node: usize| if ranked { self.ranks[node] } else { 0 };
        let frame = &mut position.frame;
        frame.rank = rank(self.nodes[number as usize]);
        (frame.fresh, frame.assumed) = (Vec::new(), Vec::new());
        let add = |list: &mut Vec<Mark>, mark: Mark| {
            if !list.contains(&mark) {
                list.push(mark);
            }
        };
        let repeated = found.repeated.iter().filter(|mark| Some(**mark) != found.own);
        repeated.for_each(|&mark| add(&mut frame.assumed, mark));
        let leaves = position.answers.iter().filter_map(|answer| answer.then.leaf());
        frame.quiet = leaves.map(|leaf| leaf.theorem).max();
        for step in &found.steps {
            if let Some(mark) = step.reply {
                let class = symmetry::mark_class(&self.maps, &mark);
                let rank = rank(self.numbers[&(claim, class)]);
                position.answers[step.answer].fall = frame.rank - rank;
                if ranked && self.rules.ko == Ko::Basic && rank == frame.rank {
                    add(&mut frame.fresh, mark);
                }
            }
            let Some(next) = step.next else { continue };
            let below = done(next.entry)?;
            let map = &self.maps[usize::from(next.symmetry)];
            let back = |mark: &Mark| symmetry::mark_taken_back(map, mark);
            frame.quiet = frame.quiet.max(below.quiet);
            if ranked && below.rank == frame.rank {
                let played = step.last.0.filter(|_| step.last.1);
                played.into_iter().for_each(|mark| add(&mut frame.fresh, mark));
                below.fresh.iter().map(back).for_each(|mark| add(&mut frame.fresh, mark));
            }
            let left = [found.own, step.reply, step.last.0];
            for mark in below.assumed.iter().map(back) {
                if !left.contains(&Some(mark)) {
                    add(&mut frame.assumed, mark);
                }
            }
        }
        Ok(())
    }
}

/// The position of an entry.
fn state((columns, rows): (usize, usize), root: &Root, position: &Position) -> State {
    let stone = |point| match (position.black.contains(point), position.white.contains(point)) {
        (true, _) => Some(Player::Black),
        (_, true) => Some(Player::White),
        _ => None,
    };
    State {
        passes: position.frame.passes,
        ko: position.frame.ko.map(usize::from),
        ..State::new((0..columns * rows).map(stone).collect(), root.winner().other())
    }
}

/// The strongly connected components of a graph, each after all that it leads to.
#[must_use]
pub fn components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let (mut order, mut low) = (vec![NEW; edges.len()], vec![0; edges.len()]);
    let (mut open, mut is_open) = (Vec::new(), vec![false; edges.len()]);
    let (mut found, mut count) = (Vec::new(), 0);
    for start in 0..edges.len() {
        let mut path = if order[start] == NEW { vec![(start, 0)] } else { vec![] };
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            if *next == 0 {
                (order[node], low[node]) = (count, count);
                count += 1;
                open.push(node);
                is_open[node] = true;
            }
            if let Some(&to) = edges[node].get(*next) {
                *next += 1;
                if order[to] == NEW {
                    path.push((to, 0));
                } else if is_open[to] {
                    low[node] = low[node].min(order[to]);
                }
                continue;
            }
            path.pop();
            if let Some(&(before, _)) = path.last() {
                low[before] = low[before].min(low[node]);
            }
            if low[node] == order[node] {
                let at = open.iter().rposition(|&other| other == node).unwrap_or(0);
                let part = open.split_off(at);
                part.iter().for_each(|&other| is_open[other] = false);
                found.push(part);
            }
        }
    }
    found
}
