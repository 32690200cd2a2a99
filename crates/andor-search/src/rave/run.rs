//! The growth of the tree: games of several threads.

use super::{
    Inquiry, NO_PRIOR, NOWHERE, Node, NodeId, Options, ROOT, RatedMoves, Rave, Tree, Until, found,
    judge,
};
use crate::budget::Budget;
use crate::line::Line;
use crate::threads;
use andor_core::{Claim, Details, Game, Oracle, Player, Prior, Rollouts, Verdict, lock, unlocked};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The tree takes up to this share of the memory: a list that grows, and a list that is copied,
/// need room for both.
const TREE_SHARE: usize = 4;

/// What the threads share.
struct Common<'a, G: Game> {
    inquiry: &'a Inquiry<'a, G>,
    knowledge: &'a (dyn Oracle<G> + Sync),
    options: Options,
    bytes: usize,
    tree: Mutex<Tree<G::Move>>,
    /// Is the root proven, or the move decided?
    is_done: AtomicBool,
}

impl<G: Game> Common<'_, G> {
    fn tree(&self) -> MutexGuard<'_, Tree<G::Move>> {
        lock(&self.tree)
    }
}

/// Grows the tree of a position until the budget is spent.
pub(super) fn grow<G: Game, R: Rollouts<G>>(
    search: &mut Rave<G, R>,
    inquiry: &Inquiry<'_, G>,
    knowledge: &(dyn Oracle<G> + Sync),
    threads: usize,
    budget: &Budget,
    tree: Option<Tree<G::Move>>,
    hear: &mut dyn FnMut(&RatedMoves<G::Move>, u64),
) -> Tree<G::Move> {
    let mut first = Worker::new(inquiry, search.rollouts.clone(), search.seed);
    let tree = tree.unwrap_or_else(|| first.tree());
    let common = Common {
        inquiry,
        knowledge,
        options: search.options,
        bytes: budget.most_bytes() / TREE_SHARE,
        tree: Mutex::new(tree),
        is_done: AtomicBool::new(false),
    };
    first.begin(&common);
    search.seed = first.rng.u64(..);
    let before = budget.spent();
    std::thread::scope(|scope| {
        for _ in 1..threads {
            let (rollouts, seed) = (search.rollouts.clone(), first.rng.u64(..));
            let (common, mut budget) = (&common, budget.clone());
            let work = move || {
                let mut worker = Worker::new(common.inquiry, rollouts, seed);
                while worker.goes_on(common, &mut budget) {
                    worker.step(common);
                }
            };
            // A thread that cannot be started is one fewer.
            let _ = threads::start(scope, Box::new(work));
        }
        let mut budget = budget.clone();
        let started = Instant::now();
        let mut report = started + REPORT_EVERY;
        while first.goes_on(&common, &mut budget) {
            first.step(&common);
            if Instant::now() >= report {
                let (told, games) = (found(&common.tree()), budget.spent() - before);
                hear(&told, games);
                let rate = games as f64 / started.elapsed().as_secs_f64();
                if inquiry.until == Until::Decided && is_decided(&told, rate, &budget) {
                    common.is_done.store(true, Ordering::Relaxed);
                }
                report = Instant::now() + REPORT_EVERY;
            }
        }
    });
    unlocked(common.tree)
}

/// Has the first move more games than another move can get in the time that is left, with so many
/// games in a second? Without a limit of time the answer is no, so that the same number of games
/// gives the same tree.
fn is_decided<M>(found: &RatedMoves<M>, rate: f64, budget: &Budget) -> bool {
    let visits = |place: usize| found.moves.get(place).map_or(0.0, |told| f64::from(told.visits));
    let left = budget.time_left().map(|time| rate * time.as_secs_f64());
    left.is_some_and(|left| found.moves.len() == 1 || visits(0) > visits(1) + left)
}

/// A thread with its line and its buffers.
struct Worker<'a, G: Game, R> {
    line: Line<'a, G>,
    claims: [Claim; 2],
    /// The plies of the line at the root.
    plies: usize,
    last: Option<G::Move>,
    rollouts: R,
    rng: fastrand::Rng,
    /// The nodes of the way down.
    way: Vec<NodeId>,
    played: Vec<(Player, G::Move)>,
    moves: Vec<G::Move>,
    priors: Vec<Option<Prior>>,
    children: Vec<Node<G::Move>>,
    /// Who played first on each place.
    firsts: Vec<Option<Player>>,
}

/// The end of a way down the tree.
enum Reached {
    /// A leaf from which a game is played.
    Leaf,
    /// A node with this chance of Black.
    Known(f32),
}

impl<'a, G: Game, R: Rollouts<G>> Worker<'a, G, R> {
    fn new(inquiry: &Inquiry<'a, G>, rollouts: R, seed: u64) -> Self {
        let mut line = Line::new(inquiry.game, inquiry.root.clone());
        inquiry.played.iter().for_each(|&mv| line.play(mv));
        let (plies, places) = (line.ply(), rollouts.places());
        Worker {
            line,
            claims: inquiry.claims,
            plies,
            last: inquiry.played.last().copied(),
            rollouts,
            rng: fastrand::Rng::with_seed(seed),
            way: Vec::new(),
            played: Vec::new(),
            moves: Vec::new(),
            priors: Vec::new(),
            children: Vec::new(),
            firsts: vec![None; places],
        }
    }

    /// A tree of the line's position alone.
    fn tree(&mut self) -> Tree<G::Move> {
        self.moves.clear();
        self.line.moves(&mut self.moves);
        // Nobody asks for the move that leads to the root.
        let any = self.moves.first().copied().or(self.last);
        let Some(any) = any else { unreachable!("the game is not over") };
        Tree::new(Node::leaf(any, self.line.to_move().other(), NOWHERE, NO_PRIOR))
    }

    /// Gives the root its children.
    fn begin(&mut self, common: &Common<'_, G>) {
        let mut tree = common.tree();
        if tree.node(ROOT).is_leaf() {
            tree.node_mut(ROOT).proven = None;
            self.expand(&mut tree, ROOT);
        }
        common.is_done.store(tree.node(ROOT).proven.is_some(), Ordering::Relaxed);
    }

    fn goes_on(&self, common: &Common<'_, G>, budget: &mut Budget) -> bool {
        !common.is_done.load(Ordering::Relaxed)
            && budget.nodes_left() > 0
            && budget.look().is_none()
            && budget.spend(1).is_none()
    }

    /// One game.
    fn step(&mut self, common: &Common<'_, G>) {
        // 1. Down the tree, and on to the end of the game.
        let reached = self.descend(common);
        let black = match reached {
            Reached::Known(black) => black,
            Reached::Leaf => {
                let last = self.played.last().map(|&(_, mv)| mv).or(self.last);
                let (game, pos) = (self.line.game(), self.line.position());
                let played = &mut self.played;
                let outcome = self.rollouts.finish(game, pos, last, &mut self.rng, played);
                judge(self.claims, outcome)
            }
        };

        // 2. The result goes to the nodes on the way, and to the moves that were made later.
        let mut tree = common.tree();
        self.firsts.fill(None);
        for depth in (0..self.played.len()).rev() {
            let (player, mv) = self.played[depth];
            if let Some(place) = self.rollouts.place(mv) {
                self.firsts[place] = Some(player);
            }
            if let Some(&id) = self.way.get(depth) {
                tree.add_late(id, black, &self.firsts);
            }
        }
        self.way.iter().for_each(|&id| tree.add(id, black));

        // 3. Proven nodes prove their parents.
        let mut below = self.way.iter().rev();
        if below.next().is_some_and(|&leaf| tree.node(leaf).proven.is_some()) {
            below.take_while(|&&id| tree.prove(id)).for_each(drop);
            if tree.node(ROOT).proven.is_some() {
                common.is_done.store(true, Ordering::Relaxed);
            }
        }
        drop(tree);
        while self.line.ply() > self.plies {
            self.line.undo();
        }
    }

    /// Goes down from the root to a leaf or to a node that is known. The line and `played` stay at
    /// its end.
    fn descend(&mut self, common: &Common<'_, G>) -> Reached {
        let mut tree = common.tree();
        let options = common.options;
        self.way.clear();
        self.played.clear();
        let mut id = ROOT;
        loop {
            self.way.push(id);
            let node = tree.node_mut(id);
            node.visits += 1;
            if let Some(chance) = node.proven {
                return Reached::Known(node.chance_of(Player::Black, chance));
            }
            if node.is_leaf() {
                let visits = node.visits;
                let known = match self.line.outcome().filter(|_| visits == 1) {
                    Some(outcome) => Some(judge(self.claims, outcome)),
                    None if visits <= options.patience => return Reached::Leaf,
                    None => self.known(common),
                };
                if known.is_none() && !tree.has_room(common.bytes) {
                    return Reached::Leaf;
                }
                if let Some(black) = known.or_else(|| self.expand(&mut tree, id)) {
                    tree.settle(id, black);
                    return Reached::Known(black);
                }
            }
            let mover = self.line.to_move();
            let child = tree.choose(id, options.equivalence, options.exploration);
            let Some(child) = child else {
                return Reached::Known(if mover == Player::Black { 0.0 } else { 1.0 });
            };
            let mv = tree.node(child).mv;
            self.line.play(mv);
            self.played.push((mover, mv));
            id = child;
        }
    }

    /// The chance of Black in the line's position, if knowledge settles it.
    fn known(&self, common: &Common<'_, G>) -> Option<f32> {
        let (game, pos) = (self.line.game(), self.line.position());
        let [black, _] = self.claims;
        let settled = common.knowledge.settle(game, pos, black, Details::VERDICT)?;
        Some(if settled.verdict == Verdict::Proven { 1.0 } else { 0.0 })
    }

    /// Gives a leaf its children; without a legal move, the chance of Black.
    fn expand(&mut self, tree: &mut Tree<G::Move>, id: NodeId) -> Option<f32> {
        let Worker { line, moves, priors, children, rollouts, rng, .. } = self;
        moves.clear();
        line.moves(moves);
        if moves.is_empty() {
            return Some(judge(self.claims, line.game().stuck(line.position())));
        }
        rng.shuffle(moves);
        let player = line.to_move();
        let last = self.played.last().map(|&(_, mv)| mv).or(self.last);
        rollouts.priors(line.game(), line.position(), last, moves, priors);
        if priors.iter().all(Option::is_none) {
            priors.fill(Some(NO_PRIOR));
        }
        children.clear();
        for (&mv, prior) in moves.iter().zip(&*priors) {
            let place = rollouts.place(mv).map_or(NOWHERE, |place| place as u16);
            children.extend(prior.map(|prior| Node::leaf(mv, player, place, prior)));
        }
        tree.node_mut(id).is_partial = children.len() < moves.len();
        tree.grow(id, children);
        None
    }
}
