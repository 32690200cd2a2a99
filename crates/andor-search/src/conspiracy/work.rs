//! The work of one thread on the tree.

use super::stairs::{MANY, Stairs};
use super::tree::{NONE, State, Tree};
use crate::budget::{Budget, Stop};
use crate::shares;
use andor_core::{Claim, Comparison, Game, Player, Siblings, lock};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// For each thread below a move the number of the move counts so many times for the other threads.
const VIRTUAL: f32 = 2.0;

/// What the threads of one search share.
pub(super) struct SharedTree<'s, G: Game> {
    game: &'s G,
    claim: Claim,
    root: u32,
    tree: &'s Mutex<Tree<G>>,
    /// Told when a look is over.
    looked: Condvar,
}

impl<'s, G: Game> SharedTree<'s, G> {
    pub(super) fn new(game: &'s G, claim: Claim, root: u32, tree: &'s Mutex<Tree<G>>) -> Self {
        SharedTree { game, claim, root, tree, looked: Condvar::new() }
    }

    fn lock(&self) -> Locked<'s, G> {
        lock(self.tree)
    }
}

/// The tree in the hands of one thread. Every look gives it out of the hands.
type Locked<'s, G> = MutexGuard<'s, Tree<G>>;

/// Why a thread returns to the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Return {
    /// Other threads look at all the leaves.
    Blocked,
    /// The root is solved.
    Solved,
    /// The budget is spent.
    Stopped(Stop),
}

/// A thread of the search.
pub(super) struct Worker<'s, G: Game> {
    shared: &'s SharedTree<'s, G>,
    siblings: &'s mut dyn Siblings<G>,
    budget: Budget,
    /// The nodes and moves from the root to the present node.
    path: Vec<(u32, usize)>,
    /// The expansions that are left of the interlude.
    left: u32,
    back: Option<Return>,
    /// The nodes below which other threads look at all the leaves.
    closed: Vec<u32>,
}

impl<'s, G: Game> Worker<'s, G> {
    pub(super) fn new(
        shared: &'s SharedTree<'s, G>,
        siblings: &'s mut dyn Siblings<G>,
        budget: Budget,
    ) -> Self {
        siblings.heed(&budget.halt());
        Worker {
            shared,
            siblings,
            budget,
            path: Vec::new(),
            left: 0,
            back: None,
            closed: Vec::new(),
        }
    }

    /// Works until the root is solved or the budget is spent.
    pub(super) fn run(mut self, hear: &mut dyn FnMut(&Tree<G>)) -> Result<Player, Stop> {
        let root = self.shared.root;
        let mut tree = self.shared.lock();
        let found = loop {
            if let State::Solved(winner) = tree.nodes[root as usize].state {
                break Ok(winner);
            }
            if tree.bytes() > shares::of_memory(self.budget.most_bytes()) {
                break Err(Stop::Memory);
            }
            let node = &tree.nodes[root as usize];
            let target = |stairs: &Stairs, most: f32| {
                let least = tree.ladder.height(stairs, stairs[0] + tree.options.extend);
                tree.ladder.reach(stairs, least.max(most))
            };
            let (p, d) = tree.options.most;
            let targets = (target(&node.own, p), target(&node.other, d));
            self.left = tree.options.interlude;
            self.back = None;
            self.path.clear();
            tree = self.work(tree, root, targets, (MANY, MANY));
            hear(&tree);
            match self.back {
                None | Some(Return::Solved) => {}
                Some(Return::Stopped(stop)) => break Err(stop),
                Some(Return::Blocked) => {
                    self.release(&mut tree);
                    let looked = self.shared.looked.wait(tree);
                    tree = looked.unwrap_or_else(PoisonError::into_inner);
                }
            }
        };
        self.shared.looked.notify_all();
        found
    }

    fn is_over(&self) -> bool {
        self.left == 0 || self.back.is_some()
    }

    /// Opens the nodes that were closed because other threads looked at all the leaves below them.
    fn release(&mut self, tree: &mut Tree<G>) {
        self.closed.drain(..).for_each(|n| tree.nodes[n as usize].is_busy = false);
    }

    /// Looks at a leaf. Meanwhile the tree is in the hands of the other threads.
    fn expand(&mut self, mut tree: Locked<'s, G>, n: u32) -> Locked<'s, G> {
        let shared = self.shared;
        let place = tree.place(n);
        let pos = tree.nodes[n as usize].pos.clone();
        tree.nodes[n as usize].is_busy = true;
        drop(tree);
        let seen = match shared.game.outcome(&pos) {
            Some(outcome) => Comparison::Won(shared.claim.judge(outcome).winner(shared.claim)),
            None => self.siblings.look(shared.game, &pos, place),
        };
        let stopped = self.budget.spend(1).or_else(|| self.budget.look());
        let mut tree = shared.lock();
        tree.nodes[n as usize].is_busy = false;
        self.release(&mut tree);
        shared.looked.notify_all();
        if let Some(stop) = stopped {
            // The look may have ended early.
            self.back = Some(Return::Stopped(stop));
            return tree;
        }
        self.left = self.left.saturating_sub(1);
        tree.enter(shared.game, n, &seen);
        if tree.nodes[shared.root as usize].state != State::Open {
            self.back = Some(Return::Solved);
        }
        tree
    }

    /// Works below a node for the targets of the player to move and of the other player, until one
    /// of their numbers reaches its limit or the interlude is over.
    fn work(
        &mut self,
        mut tree: Locked<'s, G>,
        n: u32,
        targets: (f32, f32),
        limits: (f32, f32),
    ) -> Locked<'s, G> {
        let game = self.shared.game;
        if tree.nodes[n as usize].state == State::Leaf {
            if tree.nodes[n as usize].is_busy {
                // Only the root: the leaves below it that are looked at are not chosen.
                self.back = Some(Return::Blocked);
                return tree;
            }
            return self.expand(tree, n);
        }
        loop {
            let node = &tree.nodes[n as usize];
            if node.state != State::Open || self.is_over() {
                return tree;
            }
            let own = tree.ladder.height(&node.own, targets.0);
            let other = tree.ladder.height(&node.other, targets.1);
            if own >= limits.0 || other >= limits.1 {
                return tree;
            }
            // The move with the least number, of equal ones that with the least error.
            let mut best = (f32::INFINITY, f32::INFINITY, NONE as usize);
            let mut second = f32::INFINITY;
            for (i, child) in node.children.iter().enumerate() {
                let is_closed = |s: u32| {
                    let node = &tree.nodes[s as usize];
                    node.is_busy || matches!(node.state, State::Solved(_))
                };
                if child.node != NONE && is_closed(child.node) {
                    continue;
                }
                let (_, reply, error) = tree.part(node.value, child);
                let threads = tree.threads(child);
                let cost = tree.ladder.height(reply, targets.0 + error) * VIRTUAL.powi(threads);
                if (cost, error) < (best.0, best.1) {
                    second = best.0;
                    best = (cost, error, i);
                } else {
                    second = second.min(cost);
                }
            }
            let (_, error, i) = best;
            if i == NONE as usize {
                // Moves may have been solved on other lines.
                tree.update(n, game);
                if tree.nodes[n as usize].state == State::Open {
                    // The node above goes another way; at the root there is none.
                    tree.nodes[n as usize].is_busy = true;
                    self.closed.push(n);
                    self.back = self.path.is_empty().then_some(Return::Blocked);
                }
                return tree;
            }
            let s = tree.child(game, self.siblings, n, i);
            let next = &tree.nodes[s as usize];
            if next.is_busy {
                // The position was reached on another line, and a thread looks at it.
                continue;
            }
            let cost = tree.ladder.height(&next.own, targets.1 - error);
            let loose = (second * (1.0 + tree.options.epsilon)).max(second + 1.0);
            let rest = if limits.1 >= MANY { MANY } else { limits.1 - other + cost };
            let below = (targets.1 - error, targets.0 + error);
            let (left, before) = (self.left, next.work);
            self.path.push((n, i));
            tree.nodes[s as usize].threads += 1;
            tree = self.work(tree, s, below, (rest, limits.0.min(loose)));
            let is_closed = tree.nodes[s as usize].is_busy;
            if self.left == left && before > 0 && !is_closed && !self.is_over() {
                let most = self.left;
                self.left = 1;
                tree = self.work(tree, s, below, (2.0 * MANY, 2.0 * MANY));
                self.left += most - 1;
            }
            tree.nodes[s as usize].threads -= 1;
            self.path.pop();
            tree.nodes[n as usize].work += left.saturating_sub(self.left);
            tree.update(n, game);
        }
    }
}
