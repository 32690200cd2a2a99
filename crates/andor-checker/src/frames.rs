//! Frames of Go entries for programs that write certificates: ranks, fresh marks and assumed marks.
//!
//! A writer knows a strategy: positions, and an answer to each reply that can happen. The lines on
//! which an entry holds follow from the strategy, beginning with the entries that the entry refers
//! to. A reply without an answer is a reply that repeats, so its mark is assumed. Ranks come from
//! the graph of marks that follow each other somewhere: marks on a common cycle (a strongly
//! connected component) get the same rank, and any other mark gets a smaller rank than all marks
//! before it. Marks that ranks cannot distinguish are listed as fresh.
//!
//! Assumed marks need no ranks, so the first walk over the entries finds the assumed marks and the
//! graph, and the second walk fills in the ranks. The rules are asked a second time only about
//! entries on a cycle.
//!
//! The check trusts nothing in this file.

use crate::components::{OF_A_NODE, each_component, never};
use crate::model::{
    Certificate, Entry, Frame, Game, GoRules, Ko, Mark, Player, Position, Problem, Reference, Root,
    Then, Theorem, Verdict,
};
use crate::numbering::Numbering;
use crate::rules::{Line, State, after, go};
use crate::symmetry;

/// Fills in the frames and falls of all Go entries; passes and ko points must be there already.
/// Answers that only say that a reply repeats are taken out.
pub fn fill(certificate: &mut Certificate) {
    let Certificate { problem, entries } = certificate;
    let Some(mut frames) = Frames::new(problem) else { return };
    for number in 0..entries.len() {
        let (done, rest) = entries.split_at_mut(number);
        let Entry::Position(position) = &mut rest[0] else { continue };
        never(frames.add(position, |number| Ok(frame_of(&done[number as usize]))));
    }
    never(frames.rank(&mut || Ok(())));
    for number in 0..entries.len() {
        let (done, rest) = entries.split_at_mut(number);
        let Entry::Position(position) = &mut rest[0] else { continue };
        never(frames.frame(position, |number| Ok(frame_of(&done[number as usize]))));
    }
}

/// The frame of an entry.
#[must_use]
pub fn frame_of(entry: &Entry) -> Frame {
    match entry {
        Entry::Position(position) => position.frame.clone(),
        _ => Frame::default(),
    }
}

/// No node.
const NONE: u32 = u32::MAX;

/// The frames of a certificate whose entries are not in memory at once. All entries are added, in
/// their order; then the ranks are found; then every entry gets its rank, in the same order.
pub struct Frames<'p> {
    problem: &'p Problem,
    rules: GoRules,
    size: (usize, usize),
    maps: Vec<Vec<usize>>,
    /// The numbers of the nodes: of each claim and class of marks, and of entries without a mark.
    numbers: Numbering,
    /// The node of each entry, and how many steps it has.
    entries: Vec<(u32, u16)>,
    /// What later entries take from each entry without its marks.
    below: Vec<Inherited>,
    /// The steps of all entries: the node of the reply's mark and the node of the next entry, or
    /// none.
    steps: Vec<[u32; 2]>,
    /// Nodes that follow each other on the lines of the roots.
    pairs: Vec<[u32; 2]>,
    /// The rank of each node.
    ranks: Vec<u32>,
    /// How many entries have got their rank, and how many steps they have.
    ranked: (usize, usize),
}

/// What later entries take from an entry.
#[derive(Clone, Copy)]
struct Inherited {
    quiet: Option<Theorem>,
    assumes: bool,
}

/// The result of a reply that has an answer with a move.
struct AnsweredReply {
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
struct Replies {
    own: Option<Mark>,
    /// Marks of replies and moves that repeat.
    repeated: Vec<Mark>,
    steps: Vec<AnsweredReply>,
}

/// Adds a mark that is not in a list.
fn add(list: &mut Vec<Mark>, mark: Mark) {
    if !list.contains(&mark) {
        list.push(mark);
    }
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
            numbers: Numbering::new(name_length(columns * rows)),
            entries: Vec::new(),
            below: Vec::new(),
            steps: Vec::new(),
            pairs: Vec::new(),
            ranks: Vec::new(),
            ranked: (0, 0),
        })
    }

    /// Bytes that are taken, with those that [`Frames::rank`] takes meanwhile: for each node a
    /// rank, the place of its successors and four numbers of the search for components, and each
    /// step leads to two nodes at most.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let of_a_node = 2 * size_of::<u32>() + size_of::<usize>() + OF_A_NODE;
        self.numbers.bytes()
            + self.entries.capacity() * size_of::<(u32, u16)>()
            + self.below.capacity() * size_of::<Inherited>()
            + self.steps.capacity() * size_of::<[u32; 2]>()
            + self.ranks.capacity() * size_of::<u32>()
            + self.numbers.len() * of_a_node
            + 2 * self.steps.len() * size_of::<u32>()
    }

    /// Do ranks matter for a claim? They do not where a repetition is good for the winner.
    fn has_ranks(&self, root: &Root) -> bool {
        self.rules.ko != Ko::Basic || root.verdict == Verdict::Proven
    }

    /// The first root with the claim and verdict of a root.
    fn claim(&self, root: &Root) -> usize {
        self.problem.roots.iter().position(|other| other.says_as(root)).unwrap_or(0)
    }

    /// The node of a claim and the class of a mark.
    fn node(&mut self, claim: usize, mark: &Mark) -> u32 {
        let class = symmetry::mark_class(&self.maps, mark);
        self.numbers.number(&name(claim, &class, self.size.0 * self.size.1))
    }

    fn left(&self, state: &State) -> Option<Mark> {
        go::leaves_mark(self.rules, state).then(|| go::mark(self.rules, state))
    }

    fn play(&self, state: &State, point: u16) -> Option<State> {
        after(Game::Go(self.rules), self.size, state, usize::from(point)).ok()
    }

    /// Adds the next entry, and fills in what needs no ranks. `done` tells the frames of the
    /// entries before it.
    pub fn add<E>(
        &mut self,
        position: &mut Position,
        mut done: impl FnMut(u64) -> Result<Frame, E>,
    ) -> Result<(), E> {
        let root = &self.problem.roots[position.root as usize];
        let (claim, found) = (self.claim(root), self.steps(root, position));
        let node = match &found.own {
            Some(mark) => self.node(claim, mark),
            None => self.numbers.unnamed(),
        };
        let leaves = position.answers.iter().filter_map(|answer| answer.then.leaf());
        let mut quiet = leaves.map(|leaf| leaf.theorem).max();
        let mut assumed = Vec::new();
        let repeated = found.repeated.iter().filter(|mark| Some(**mark) != found.own);
        repeated.for_each(|&mark| add(&mut assumed, mark));
        let mut nodes = vec![[NONE; 2]; position.answers.len()];
        for step in &found.steps {
            let reply = step.reply.map_or(NONE, |mark| self.node(claim, &mark));
            let next = step.next.map_or(NONE, |next| self.entries[next.entry as usize].0);
            nodes[step.answer] = [reply, next];
            let Some(next) = step.next else { continue };
            let below = self.below[next.entry as usize];
            quiet = quiet.max(below.quiet);
            if !below.assumes {
                continue;
            }
            let map = &self.maps[usize::from(next.symmetry)];
            let left = [found.own, step.reply, step.last.0];
            for mark in &done(next.entry)?.assumed {
                let mark = symmetry::mark_taken_back(map, mark);
                if !left.contains(&Some(mark)) {
                    add(&mut assumed, mark);
                }
            }
        }
        let before = self.steps.len();
        let answers = position.answers.iter().zip(nodes);
        self.steps.extend(answers.filter(|(answer, _)| answer.then.has_fall()).map(|of| of.1));
        self.entries.push((node, (self.steps.len() - before) as u16));
        self.below.push(Inherited { quiet, assumes: !assumed.is_empty() });
        (position.frame.quiet, position.frame.assumed) = (quiet, assumed);
        Ok(())
    }

    /// What follows an entry. Answers that say only that the reply repeats are taken out.
    fn steps(&self, root: &Root, position: &mut Position) -> Replies {
        let state = state(self.size, root, position);
        let own = self.left(&state);
        let mut found = Replies { own, repeated: Vec::new(), steps: Vec::new() };
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
            found.steps.push(AnsweredReply { answer, reply: mark, last, next });
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
        let mut nodes: Vec<u32> = line.marks().map(|mark| self.node(claim, mark)).collect();
        nodes.extend(self.entries.get(entry as usize).map(|(node, _)| node));
        self.pairs.extend(nodes.windows(2).map(|pair| [pair[0], pair[1]]));
    }

    /// Calls a function with all nodes that follow each other.
    fn each_edge<E>(
        &self,
        look: &mut dyn FnMut() -> Result<(), E>,
        mut each: impl FnMut(u32, u32),
    ) -> Result<(), E> {
        let mut steps = self.steps.iter();
        for (i, &(node, count)) in self.entries.iter().enumerate() {
            if i % EDGES_PER_LOOK == 0 {
                look()?;
            }
            for &[reply, next] in steps.by_ref().take(count.into()) {
                let mut from = node;
                for to in [reply, next].into_iter().filter(|&to| to != NONE) {
                    each(from, to);
                    from = to;
                }
            }
        }
        self.pairs.iter().for_each(|&[from, to]| each(from, to));
        Ok(())
    }

    /// Finds the rank of every node when all entries are added: how far it is to an end, nodes of a
    /// cycle counting as one. The work ends early when `look`, which is called often, gives an
    /// error.
    pub fn rank<E>(&mut self, look: &mut dyn FnMut() -> Result<(), E>) -> Result<(), E> {
        self.problem.roots.iter().for_each(|root| self.root(root));
        let count = self.numbers.len();
        self.numbers = Numbering::new(0);
        // The successors of node i are at the places from starts[i] to starts[i + 1].
        let mut starts = vec![0_usize; count + 1];
        self.each_edge(look, |from, _| starts[from as usize] += 1)?;
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut successors = vec![0_u32; sum];
        self.each_edge(look, |from, to| {
            starts[from as usize] -= 1;
            successors[starts[from as usize]] = to;
        })?;
        let next = |node: u32| &successors[starts[node as usize]..starts[node as usize + 1]];
        self.ranks = vec![NONE; count];
        let (ranks, mut asked) = (&mut self.ranks, 0_usize);
        let successor = |node: u32, i: usize| {
            asked += 1;
            if asked.is_multiple_of(EDGES_PER_LOOK) {
                look()?;
            }
            Ok(next(node).get(i).copied())
        };
        each_component(count, successor, |part| {
            // Of a component all successors outside have their ranks.
            let ahead = part.iter().flat_map(|&node| next(node));
            let outside = ahead.map(|&next| ranks[next as usize]).filter(|&rank| rank != NONE);
            let rank = outside.max().map_or(0, |rank| rank + 1);
            part.iter().for_each(|&node| ranks[node as usize] = rank);
        })
    }

    /// Fills in what needs ranks in the next entry, which [`Frames::add`] has seen. `done` tells
    /// the frames of the entries before it.
    pub fn frame<E>(
        &mut self,
        position: &mut Position,
        mut done: impl FnMut(u64) -> Result<Frame, E>,
    ) -> Result<(), E> {
        let root = &self.problem.roots[position.root as usize];
        let is_ranked = self.has_ranks(root);
        let (entry, from) = self.ranked;
        let (node, count) = self.entries[entry];
        let to = from + usize::from(count);
        self.ranked = (entry + 1, to);
        let rank = |node: u32| match node {
            NONE => None,
            node if is_ranked => Some(self.ranks[node as usize].into()),
            _ => Some(0),
        };
        let own = rank(node).unwrap_or(0);
        position.frame.rank = own;
        position.frame.fresh = Vec::new();
        let steps = &self.steps[from..to];
        let mut meets_own = false;
        let with_steps = position.answers.iter_mut().filter(|answer| answer.then.has_fall());
        for (answer, &[reply, next]) in with_steps.zip(steps) {
            if let Some(reply) = rank(reply) {
                answer.fall = own - reply;
                meets_own |= self.rules.ko == Ko::Basic && reply == own;
            }
            meets_own |= rank(next) == Some(own);
        }
        if !is_ranked || !meets_own {
            return Ok(());
        }
        let found = self.steps(root, position);
        for step in &found.steps {
            let fresh = &mut position.frame.fresh;
            let falls = position.answers[step.answer].fall > 0;
            if self.rules.ko == Ko::Basic && !falls {
                step.reply.into_iter().for_each(|mark| add(fresh, mark));
            }
            let Some(next) = step.next else { continue };
            if rank(self.entries[next.entry as usize].0) != Some(own) {
                continue;
            }
            let played = step.last.0.filter(|_| step.last.1);
            played.into_iter().for_each(|mark| add(fresh, mark));
            let map = &self.maps[usize::from(next.symmetry)];
            for mark in &done(next.entry)?.fresh {
                add(fresh, symmetry::mark_taken_back(map, mark));
            }
        }
        Ok(())
    }
}

/// The clock is looked at once in so many entries or edges of the graph.
const EDGES_PER_LOOK: usize = 4096;

/// The length of the name of a node.
fn name_length(area: usize) -> usize {
    2 * area.div_ceil(8) + 8
}

/// The name of a claim's mark: the stones of both players, whatever else the mark has, and the
/// claim.
fn name(claim: usize, mark: &Mark, area: usize) -> Vec<u8> {
    let mut name = vec![0; name_length(area)];
    let (stones, rest) = name.split_at_mut(2 * area.div_ceil(8));
    let (black, white) = stones.split_at_mut(area.div_ceil(8));
    for (bytes, set) in [(black, &mark.black), (white, &mark.white)] {
        set.iter().for_each(|point| bytes[point / 8] |= 1 << (point % 8));
    }
    rest[..4].copy_from_slice(&(claim as u32).to_le_bytes());
    rest[4..6].copy_from_slice(&mark.ko.map_or(u16::MAX, |ko| ko).to_le_bytes());
    (rest[6], rest[7]) = (u8::from(mark.to_move == Player::White), mark.waits);
    name
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
