//! A team: several threads that search one tree of expected works. Selection, expansion, back-up,
//! pruning.
//!
//! The members of a team, one on each thread, search one tree, which is behind a lock. A search
//! with one thread is a team of one. A member works in three steps:
//!
//! 1. With the lock, the member goes down to a leaf.
//! 2. Without the lock, the member looks at the leaf (random games, knowledge, replays). This step
//!    takes nearly all of the time.
//! 3. With the lock again, the member backs the result up the tree and goes down to the next leaf.
//!
//! Nodes move when children are sorted. Nodes vanish when an ancestor is solved or pruned. So a
//! member remembers its path as a list of moves and follows the moves again each time. A result
//! whose place in the tree is gone is dropped, except that a solution is remembered.
//!
//! **Choice of the leaf.** A member stays below a node until the node falls behind its threshold,
//! the value with which the member entered it, and only then goes further up
//! ([`Options::watchful`]: until any node of its path falls behind). The thresholds matter: members
//! that started at the root after every leaf took five to twelve times the nodes, because a tree of
//! expected works looks worse for a while wherever a member begins to work. All members can read
//! the path of each member. A leaf at which another member looks is not taken again. A child looks
//! harder by a factor 1 + [`BUSY`] for each member below it, so that members separate where two
//! children are about equally promising.
//!
//! **Restarts** ([`Options::restart`]). Some searches run into a part of the tree that their
//! guesses misjudge for long, in Go under superko a fight for repetitions. A new tree, with the
//! solutions so far and other random numbers, seldom leads there again.
//!
//! **Soundness.** A tree belongs to one claim on one line. Every member has a line of its own with
//! the same past, so that a solution found by one member is right for all. The memory of solved
//! positions replays solutions of other lines on the member's own line (see
//! [`crate::memory::Transpositions`]). Members that come with another line or claim start another
//! tree: the values of all moves are found by members that share their memory alone.
//!
//! With several threads the number of nodes depends on the timing of the threads; the answer does
//! not.

use super::ExpectedWork;
use super::options::{Options, Order};
use super::worker::{
    Estimate, Found, LeafResult, LeafResultOf, TreeOf, Worker, priority, root, upper_bound,
};
use crate::Answer;
use crate::best_first::tree::{NodeId, ROOT, Tree};
use crate::budget::{Budget, Stop};
use crate::line::Line;
use crate::memory::Solved;
use crate::observe::Observer;
use crate::ranking::sort_by_rank;
use crate::save::{self, Lasting};
use crate::zones::{Refuted, RefutedIn};
use andor_core::{Claim, Game, Key, Margin, Numbered, Player, PointSet, Verdict, lock};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A child looks harder by this share for each member below it.
const BUSY: f32 = 0.25;

/// A member that finds every leaf taken tries again after this time at the latest.
const WAIT: Duration = Duration::from_millis(5);

/// The shared state of a team: the tree that its members search now.
pub struct Team<M, R> {
    now: Mutex<Option<Arc<Joint<M, R>>>>,
}

/// The team of a game.
pub type TeamOf<G> = Team<<G as Game>::Move, RefutedIn<G>>;

impl<M, R> Default for Team<M, R> {
    fn default() -> Self {
        Team { now: Mutex::default() }
    }
}

/// The subject of a tree: the claim, the key of the position, the key of the past, and the ply.
type Subject = (Claim, Key, Key, usize);

/// A tree and its members.
struct Joint<M, R> {
    subject: Subject,
    state: Mutex<State<M, R>>,
    /// Signals that the tree has changed.
    changed: Condvar,
}

struct State<M, R> {
    tree: Tree<M, Estimate, R>,
    /// By member, the moves to the leaf at which the member looks.
    looks_at: Vec<Option<Vec<M>>>,
    solved: Option<(Verdict, Option<M>)>,
    /// Nodes since the tree was begun, and the number of nodes after which the tree is begun anew.
    nodes: u64,
    restart: Option<u64>,
}

impl<M: Copy + PartialEq, R: Copy> Team<M, R> {
    /// The tree about the subject, or a new tree if the team works on another subject, with the
    /// number of the new member. Every member adds room for so many bytes.
    fn join(
        &self,
        subject: Subject,
        any_move: M,
        bytes: usize,
        restart: Option<u64>,
    ) -> (Arc<Joint<M, R>>, usize) {
        let mut now = lock(&self.now);
        let open = now.take().filter(|joint| joint.subject == subject);
        let open = open.filter(|joint| lock(&joint.state).solved.is_none());
        let joint = open.unwrap_or_else(|| {
            let state = Mutex::new(State::new(any_move, restart));
            Arc::new(Joint { subject, state, changed: Condvar::new() })
        });
        *now = Some(joint.clone());
        let mut state = lock(&joint.state);
        state.looks_at.push(None);
        let member = state.looks_at.len() - 1;
        state.tree.limit(bytes.saturating_mul(member + 1));
        drop(state);
        (joint, member)
    }

    /// Drops a finished tree, unless the team already works on another tree.
    fn leave(&self, joint: &Arc<Joint<M, R>>) {
        let mut now = lock(&self.now);
        if now.as_ref().is_some_and(|open| Arc::ptr_eq(open, joint)) {
            *now = None;
        }
    }
}

/// The tree of the team. Members wait while the tree is written: a copy would take memory that no
/// budget counts. The tree that is read is for the first members with its subject.
impl<M, Z> Lasting for Team<M, Refuted<M, Z>>
where
    M: Numbered + PartialEq + Send,
    Z: PointSet,
{
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        save::begin(out, b"TEAM")?;
        let joint = lock(&self.now).clone();
        let state = joint.as_ref().map(|joint| (joint.subject, lock(&joint.state)));
        let Some((subject, state)) = state.filter(|(_, state)| state.solved.is_none()) else {
            return save::number(out, 0);
        };
        let (claim, position, past, ply) = subject;
        let attacker = claim.attacker.index() as u64;
        save::number(out, 1 + attacker)?;
        save::number(out, u64::from(claim.at_least.0 as u16))?;
        save::key(out, position)?;
        save::key(out, past)?;
        save::number(out, ply as u64)?;
        state.tree.save(out)
    }

    fn load(&self, input: &mut dyn Read) -> io::Result<()> {
        save::expect(input, b"TEAM")?;
        let attacker = match save::read_number(input)? {
            0 => return Ok(()),
            1 => Player::Black,
            2 => Player::White,
            _ => return Err(save::wrong("a player")),
        };
        let margin = u16::try_from(save::read_number(input)?);
        let at_least = Margin(margin.map_err(|_| save::wrong("a margin"))? as i16);
        let (position, past) = (save::read_key(input)?, save::read_key(input)?);
        let ply = save::read_number(input)? as usize;
        let state = Mutex::new(State::of(Tree::load(input)?));
        let subject = (Claim { attacker, at_least }, position, past, ply);
        *lock(&self.now) = Some(Arc::new(Joint { subject, state, changed: Condvar::new() }));
        Ok(())
    }
}

/// A step down the tree.
#[derive(Clone, Copy)]
struct Step<M> {
    mv: M,
    /// The search stays below the child until the child falls behind this.
    threshold: f32,
}

impl<M: Copy + PartialEq, R: Copy> State<M, R> {
    fn new(any_move: M, restart: Option<u64>) -> State<M, R> {
        State { restart, ..State::of(Tree::new(root(any_move))) }
    }

    /// The state of a tree without members.
    fn of(tree: Tree<M, Estimate, R>) -> State<M, R> {
        State { tree, looks_at: Vec::new(), solved: None, nodes: 0, restart: None }
    }

    /// Counts nodes and begins the tree anew when a restart is due. Then the paths of all members
    /// are gone, and the members start at the root.
    fn count(&mut self, nodes: u64) {
        self.nodes += nodes;
        if let Some(most) = self.restart
            && self.nodes > most
        {
            self.tree.collapse(ROOT);
            self.tree.compact();
            self.nodes = 0;
            self.restart = Some(most + most / 2);
        }
    }

    /// The nodes along the moves, the root first; `None` if a node of the path no longer exists.
    fn follow(&self, steps: &[Step<M>]) -> Option<Vec<NodeId>> {
        let mut nodes = Vec::with_capacity(steps.len() + 1);
        let mut last = ROOT;
        nodes.push(last);
        for step in steps {
            last = self.tree.children(last).find(|&child| self.tree.node(child).mv == step.mv)?;
            nodes.push(last);
        }
        Some(nodes)
    }

    /// Extends the path from its last node to a leaf at which no member looks; gives the leaf, if
    /// there is one.
    fn descend(
        &mut self,
        member: usize,
        options: &Options,
        steps: &mut Vec<Step<M>>,
    ) -> Option<NodeId> {
        let start = *self.follow(steps)?.last()?;
        let here = |way: &&Vec<M>| {
            way.len() >= steps.len() && steps.iter().zip(*way).all(|(step, mv)| step.mv == *mv)
        };
        let others = self.looks_at.iter().enumerate().filter(|(other, _)| *other != member);
        let others = others.filter_map(|(_, way)| way.as_ref()).filter(here);
        let others: Vec<Vec<M>> = others.cloned().collect();
        let others: Vec<&[M]> = others.iter().map(Vec::as_slice).collect();
        self.descend_from(start, &others, options, steps)
    }

    /// Continues from a node at which or below which `others` work.
    fn descend_from(
        &mut self,
        id: NodeId,
        others: &[&[M]],
        options: &Options,
        steps: &mut Vec<Step<M>>,
    ) -> Option<NodeId> {
        let depth = steps.len();
        if !self.tree.node(id).expanded() {
            return others.iter().all(|other| other.len() != depth).then_some(id);
        }
        self.tree.node_mut(id).visits += 1;
        let mut taken: Vec<NodeId> = Vec::new();
        while let Some((child, threshold)) = self.choose(id, others, depth, options, &taken) {
            let mv = self.tree.node(child).mv;
            let below: Vec<&[M]> =
                others.iter().copied().filter(|other| other.get(depth) == Some(&mv)).collect();
            steps.push(Step { mv, threshold });
            let leaf = self.descend_from(child, &below, options, steps);
            if leaf.is_some() {
                return leaf;
            }
            steps.pop();
            taken.push(child);
        }
        None
    }

    /// The most promising child among those not `taken`, and its threshold. Children below which
    /// other members work look harder.
    fn choose(
        &self,
        id: NodeId,
        others: &[&[M]],
        depth: usize,
        options: &Options,
        taken: &[NodeId],
    ) -> Option<(NodeId, f32)> {
        let children = self.tree.children(id);
        let counted = children.start..children.start + options.width(children.len());
        let total = (self.tree.node(id).visits.max(1) as f32).ln();
        let cost = |child: NodeId| {
            let node = self.tree.node(child);
            let busy = others.iter().filter(|other| other.get(depth) == Some(&node.mv)).count();
            match options.order {
                Order::WinRate { exploration } => {
                    -upper_bound(node, exploration, total, busy as u32)
                }
                _ => priority(node) * (1.0 + BUSY).powi(busy as i32),
            }
        };
        // The children are in order, as long as nobody else counts.
        let (first, second) = if others.is_empty() && taken.is_empty() {
            let second = children.start + 1;
            (children.clone().next()?, counted.contains(&second).then(|| cost(second)))
        } else {
            let free = |children: Range<NodeId>| -> Vec<(f32, NodeId)> {
                let free = children.filter(|child| !taken.contains(child));
                free.map(|child| (cost(child), child)).collect()
            };
            let mut counted = free(counted);
            // A child that does not count yet is better than nothing to do.
            if counted.is_empty() {
                counted = free(children);
            }
            let mut free = counted;
            sort_by_rank(&mut free, |(cost, _)| *cost);
            (free.first()?.1, free.get(1).map(|second| second.0))
        };
        let threshold = match options.order {
            Order::WinRate { .. } => f32::NEG_INFINITY,
            _ => second.map_or(f32::INFINITY, |second| second * (1.0 + options.epsilon)),
        };
        Some((first, threshold))
    }
}

impl<G: Game> ExpectedWork<G> {
    /// Joins a team, or forms a team of one, and works until there is an answer.
    pub(super) fn search(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        budget: &mut Budget,
        observer: &mut dyn Observer<G>,
    ) -> Answer<G::Move> {
        let room = self.plugs.begin(line, budget);
        let any_move = match self.plugs.at_once(line, claim) {
            Ok(answer) => return answer,
            Err(any_move) => any_move,
        };
        self.plugs.fill_in(line, claim);
        let team = self.team.clone().unwrap_or_default();
        let subject = (claim, line.game().key(line.position()), line.past_key(), line.ply());
        let options = self.options;
        let (joint, member) = team.join(subject, any_move, room, options.restart);
        let worker = Worker::new(self, &mut *line, claim, budget, observer);
        let (way, is_first) = (Vec::new(), false);
        let answer = Turn { worker, joint: &joint, member, options, way, is_first }.answer();
        // A tree that is open may be saved, and searched again.
        if matches!(answer, Answer::Solved { .. }) {
            team.leave(&joint);
        }
        line.take_back();
        answer
    }
}

/// A member working on a tree.
struct Turn<'r, 'g, 'j, G: Game> {
    worker: Worker<'r, 'g, G>,
    joint: &'j Joint<G::Move, RefutedIn<G>>,
    member: usize,
    options: Options,
    /// The path of the member: the steps from the root, which the line has played.
    way: Vec<Step<G::Move>>,
    /// Is the leaf at the end of the path looked at for the first time?
    is_first: bool,
}

impl<'j, G: Game> Turn<'_, '_, 'j, G> {
    /// Works until the root is solved or the budget is spent.
    fn answer(&mut self) -> Answer<G::Move> {
        let joint = self.joint;
        let mut state = lock(&joint.state);
        loop {
            // 1. Selection, unless there is nothing left to do.
            if let Some((verdict, best)) = state.solved {
                self.go_home();
                self.worker.tell(verdict, best);
                self.worker.measure(&state.tree);
                return Answer::Solved { verdict, best };
            }
            if !self.go_down(&mut state) {
                if let Some(stop) = self.worker.budget.look() {
                    self.worker.report_now(&state.tree);
                    return Answer::Stopped(stop);
                }
                let waited = joint.changed.wait_timeout(state, WAIT);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
            drop(state);

            // 2. Expansion.
            let look = self.worker.look(self.is_first);

            // 3. Back-up.
            state = lock(&joint.state);
            state.looks_at[self.member] = None;
            let stop = self.hand_in(&mut state, look);
            if state.looks_at.len() > 1 {
                joint.changed.notify_all();
            }
            // Whatever stops this member, the team may be done by now.
            if let Some(stop) = stop.filter(|_| state.solved.is_none()) {
                self.worker.report_now(&state.tree);
                return Answer::Stopped(stop);
            }
        }
    }

    /// Goes down to a free leaf from the member's node, or else from the root; says whether there
    /// is a free leaf.
    fn go_down(&mut self, state: &mut State<G::Move, RefutedIn<G>>) -> bool {
        let from = self.way.len();
        let Some(leaf) = state.descend(self.member, &self.options, &mut self.way) else {
            if from == 0 {
                return false;
            }
            self.go_home();
            return self.go_down(state);
        };
        self.is_first = leaf != ROOT && state.tree.node(leaf).visits == 0;
        self.way[from..].iter().for_each(|step| self.worker.play(step.mv));
        let moves = self.way.iter().map(|step| step.mv).collect();
        state.looks_at[self.member] = Some(moves);
        true
    }

    /// Backs up the result at the leaf until a node keeps the search below it. Says whether the
    /// search must stop; then, and if the root is solved, the member is at the root.
    fn hand_in(
        &mut self,
        state: &mut State<G::Move, RefutedIn<G>>,
        look: LeafResultOf<G>,
    ) -> Option<Stop> {
        let nodes = state.follow(&self.way);
        let nodes = nodes
            .filter(|nodes| nodes.last().is_some_and(|&leaf| !state.tree.node(leaf).expanded()));
        let Some(nodes) = nodes else {
            if let LeafResult::Solved(solved) = look {
                let Solved { verdict, best, .. } = self.worker.remember(solved);
                if self.way.is_empty() {
                    state.solved = Some((verdict, best));
                }
            }
            self.go_home();
            return self.worker.budget.look();
        };
        let tree = &mut state.tree;
        // Knowledge may take long, so that the clock is read after every expansion. Guesses that
        // ended early are no part of the tree.
        let mut stop = self.worker.budget.look();
        let (mut full, mut grown) = (false, 0);
        let found = match look {
            LeafResult::Solved(solved) => Some(solved),
            LeafResult::Open(..) if stop.is_some() => None,
            LeafResult::Seen(moves) => {
                self.worker.note_seen(tree, nodes[self.way.len()], moves);
                None
            }
            LeafResult::Open(children, _) if !tree.has_room(children.len()) => {
                full = true;
                None
            }
            LeafResult::Open(children, chance) => {
                self.worker.attach(tree, nodes[self.way.len()], &children, chance);
                grown = children.len() as u64;
                stop = self.worker.budget.spend(grown);
                None
            }
        };
        let found = self.climb(tree, &nodes, found, full || stop.is_some());
        state.solved = state.solved.or(found.map(|solved| (solved.verdict, solved.best)));
        if full && !state.tree.prune(|_, child| priority(child)) {
            stop = Some(Stop::Memory);
        }
        self.worker.report(&state.tree);
        state.count(grown);
        stop
    }

    /// Backs up from the leaf until the search may stay at a node, or up to the root. Gives the
    /// root's solution if the root is solved.
    fn climb(
        &mut self,
        tree: &mut TreeOf<G>,
        nodes: &[NodeId],
        mut found: Found<G>,
        all_the_way: bool,
    ) -> Found<G> {
        // 1. Solved nodes leave the tree.
        let mut is_leaf = true;
        while let Some(solved) = found {
            let solved = self.worker.remember(solved);
            let Some(Step { mv, .. }) = self.way.pop() else { return Some(solved) };
            self.worker.line.undo();
            found = self.worker.back_up(tree, nodes[self.way.len()], mv, solved);
            is_leaf = false;
        }
        // 2. The estimates of the nodes on the way, and the node where the search goes on.
        let (mut stay, mut mover) = (self.way.len(), self.worker.line.to_move());
        for depth in (0..=self.way.len()).rev() {
            let id = nodes[depth];
            if tree.node(id).expanded() {
                self.worker.update(tree, id, mover);
            }
            mover = mover.other();
            let Some(before) = depth.checked_sub(1) else { break };
            let falls_behind = priority(tree.node(id)) > self.way[before].threshold;
            if is_leaf || falls_behind || all_the_way {
                stay = before;
            } else if !self.options.watchful {
                break;
            }
            is_leaf = false;
        }
        // 3. Of the nodes that the search leaves the heuristic learns.
        while self.way.len() > stay {
            let node = tree.node(nodes[self.way.len()]);
            if node.expanded() {
                let Estimate { work_if_won, work_if_lost, .. } = node.estimate;
                self.worker.learn([work_if_won, work_if_lost]);
            }
            self.way.pop();
            self.worker.line.undo();
        }
        None
    }

    fn go_home(&mut self) {
        self.way.drain(..).for_each(|_| self.worker.line.undo());
    }
}
