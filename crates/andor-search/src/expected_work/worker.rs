//! The steps of one searcher in a tree of expected works: looking at a leaf, and backing up the result.
//!
//! The tree is passed to each step as an argument, so that a team can share one tree.

use super::ExpectedWork;
use super::options::{Backup, LookAhead, Order};
use super::tree::{Node, NodeId, Tree};
use crate::budget::Budget;
use crate::forecast;
use crate::known_child;
use crate::line::Line;
use crate::memory::{Recalled, RecalledIn, Solved, SolvedIn};
use crate::observe::Observer;
use crate::ranking::sort_by_rank;
use crate::shares;
use crate::symmetry::{images, with_images};
use crate::zones::{Refuted, RefutedIn};
use andor_core::{Asked, Claim, Game, Guess, Guessed, LEAST_CHANCE, Look, Ruling, Verdict, Wanted};
use std::time::{Duration, Instant};

/// Works are kept below this, so that sums stay finite.
const MOST_WORK: f32 = 1e30;

/// The observer hears of the progress this often.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// To refute a verdict that was found on another line is expected to take so many times the verdict's
/// work.
const UPSET: f32 = 10.0;

/// The share of work done is measured at nodes that have at least one part in so many of the root's
/// visits.
const LOOKED_INTO: u32 = 1024;

/// The number of the root.
pub(super) const ROOT: NodeId = 0;

/// One searcher: its plugs, its line, and its budget.
pub(super) struct Worker<'r, 'g, G: Game> {
    pub(super) search: &'r mut ExpectedWork<G>,
    pub(super) line: &'r mut Line<'g, G>,
    pub(super) claim: Claim,
    pub(super) budget: &'r mut Budget,
    observer: &'r mut dyn Observer<G>,
    next_report: Instant,
    moves: Vec<G::Move>,
    guesses: Vec<Guess>,
    /// The lists of the last batch of guesses.
    batch: (Vec<Asked<G>>, Vec<Guessed>),
    recalled: RecalledIn<G>,
    /// The attacker's chance in the leaf that was expanded last.
    leaf_chance: f32,
}

/// A solution of a node, if there is one.
pub(super) type Found<G> = Option<SolvedIn<G>>;

/// A tree with the moves and refutations of a game.
pub(super) type TreeOf<G> = Tree<<G as Game>::Move, RefutedIn<G>>;

/// A leaf with the moves, zones and refutations of a game.
pub(super) type LeafOf<G> = Leaf<<G as Game>::Move, <G as Game>::Zone, RefutedIn<G>>;

/// The result of a look at a leaf.
pub(super) enum Leaf<M, Z, R> {
    /// The leaf is solved.
    Solved(Solved<M, Z>),
    /// The children of the leaf, the most promising child first, and the refutations of the other
    /// moves.
    Open(Vec<Node<M>>, Vec<R>),
}

/// The root of a new tree; `any_move` stands for the move before the root.
pub(super) fn root<M>(any_move: M) -> Node<M> {
    Node::leaf(any_move, Guess { chance: 0.5, work_if_won: 1.0, work_if_lost: 1.0 })
}

impl<'r, 'g, G: Game> Worker<'r, 'g, G> {
    /// A searcher at the root.
    pub(super) fn new(
        search: &'r mut ExpectedWork<G>,
        line: &'r mut Line<'g, G>,
        claim: Claim,
        budget: &'r mut Budget,
        observer: &'r mut dyn Observer<G>,
    ) -> Self {
        search.memory.begin(line);
        search.memory.limit(shares::of_memory(budget.most_bytes()));
        Worker {
            search,
            line,
            claim,
            budget,
            observer,
            next_report: Instant::now() + REPORT_EVERY,
            moves: Vec::new(),
            guesses: Vec::new(),
            batch: (Vec::new(), Vec::new()),
            recalled: Recalled::default(),
            leaf_chance: 0.5,
        }
    }

    /// Looks at the leaf at the end of the line: its solution, or else its children.
    pub(super) fn look(&mut self) -> LeafOf<G> {
        // 1. What is remembered about the position.
        self.search.progress.expansions += 1;
        let mover = self.line.to_move();
        self.recalled.clear();
        let search = &mut *self.search;
        let known =
            search.memory.recall(self.line, self.claim, &*search.knowledge, &mut self.recalled);
        if let Some(solved) = known {
            return Leaf::Solved(solved);
        }
        let mut refutations: Vec<RefutedIn<G>> =
            self.recalled.threats.drain(..).map(Refuted::by_threat).collect();

        // 2. The legal moves; without any the rules decide.
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.line.moves(&mut moves);
        let mut kept = moves.clone();
        let (game, pos) = (self.line.game(), self.line.position());
        let search = &*self.search;
        let wanted = Wanted { zone: search.memory.wants_zones(), ..Wanted::VERDICT };
        let (claim, look) = (self.claim, Look::Thorough);
        let found = match search.knowledge.consider(game, pos, claim, look, wanted, &mut kept) {
            Ruling::Settled(settled) => {
                let zone = settled.zone.unwrap_or_else(|| search.zones.whole(game));
                Some(Solved { verdict: settled.verdict, best: None, zone, work: 1 })
            }
            Ruling::Open { .. } => self.sift(&mut kept, &mut refutations, &moves),
        };
        if let Some(solved) = found {
            self.moves = moves;
            return Leaf::Solved(solved);
        }
        if kept.is_empty() {
            let (game, pos) = (self.line.game(), self.line.position());
            let zone = self.search.zones.lost(game, pos, &moves, &refutations);
            self.moves = moves;
            let verdict = Verdict::for_winner(self.claim, mover.other());
            return Leaf::Solved(Solved { verdict, best: None, zone, work: 1 });
        }

        // 3. Guesses, and the children in order.
        let mut children = match self.search.options.look_ahead {
            LookAhead::Moves => self.guess_moves(&moves, &kept),
            LookAhead::Replies => self.guess_replies(&kept),
        };
        self.moves = moves;
        if self.search.options.order == Order::Work {
            children.iter_mut().for_each(|child| child.chance = 0.0);
        }
        sort_by_rank(&mut children, priority);
        Leaf::Open(children, refutations)
    }

    /// Adds the children of the leaf at the end of the line to the tree, which has room for them.
    pub(super) fn attach(
        &mut self,
        tree: &mut TreeOf<G>,
        id: NodeId,
        children: &[Node<G::Move>],
        refutations: &[RefutedIn<G>],
    ) {
        self.search.progress.nodes += children.len() as u64;
        tree.expand(id, children);
        if self.search.zones.is_used() {
            refutations.iter().for_each(|&refutation| tree.push_refutation(id, refutation));
        }
        let node = tree.node_mut(id);
        node.visits += 1;
        let told = node.chance;
        let attacks = self.line.to_move() == self.claim.attacker;
        self.leaf_chance = if attacks { told } else { 1.0 - told };
        self.update(tree, id, 0);
    }

    /// Children judged by one batch of guesses about the moves that lead to them.
    fn guess_moves(&mut self, moves: &[G::Move], kept: &[G::Move]) -> Vec<Node<G::Move>> {
        let (game, pos) = (self.line.game(), self.line.position());
        self.guesses.clear();
        self.search.heuristic.guess(game, pos, self.claim, moves, &mut self.guesses);
        let told = moves.iter().zip(&self.guesses).filter(|(mv, _)| kept.contains(mv));
        told.map(|(&mv, &guess)| Node::leaf(mv, guess)).collect()
    }

    /// Children judged by guesses about the replies to each move. Only replies that meet the move's
    /// threats count. The guesses are backed up by (1) and, for the first reply alone, by (2).
    fn guess_replies(&mut self, kept: &[G::Move]) -> Vec<Node<G::Move>> {
        let game = self.line.game();
        // 1. The positions after the moves, in one batch; the lists of the last batch are used again.
        let (mut asked, mut guessed) = std::mem::take(&mut self.batch);
        for (i, &mv) in kept.iter().enumerate() {
            self.line.play(mv);
            match asked.get_mut(i) {
                Some(Asked { position, moves }) => {
                    position.clone_from(self.line.position());
                    moves.clear();
                    self.line.moves(moves);
                }
                None => {
                    let mut moves = Vec::new();
                    self.line.moves(&mut moves);
                    asked.push(Asked { position: self.line.position().clone(), moves });
                    guessed.push(Guessed::default());
                }
            }
            self.line.undo();
        }
        let (now, told) = (&asked[..kept.len()], &mut guessed[..kept.len()]);
        self.search.heuristic.guess_all(game, self.claim, now, told);
        // 2. What the guesses about the replies say about each move.
        let mut children = Vec::with_capacity(kept.len());
        for ((&mv, replies), guessed) in kept.iter().zip(&asked).zip(&guessed) {
            let pos = &replies.position;
            let zones = &self.search.zones;
            let threats = || self.recalled.follow_ups.iter().filter(|(first, _)| *first == mv);
            let threatened: Vec<RefutedIn<G>> =
                threats().map(|&(_, zone)| Refuted::by_threat(zone)).collect();
            let meets =
                |reply| !threatened.iter().any(|threat| zones.refutes(game, pos, threat, reply));
            let (mut chance, mut won, mut lost) = (LEAST_CHANCE, MOST_WORK, 0.0);
            for (&reply, guess) in replies.moves.iter().zip(&guessed.moves) {
                if meets(reply) {
                    chance = chance.max(guess.chance);
                    won = won.min(guess.work_if_won / guess.chance);
                    lost += guess.work_if_lost;
                }
            }
            let guess = Guess { chance: 1.0 - chance, work_if_won: lost, work_if_lost: won };
            children.push(Node::leaf(mv, self.hinted(mv, guess)));
        }
        self.batch = (asked, guessed);
        children
    }

    /// The guess about a move, or the verdict on another line about the position after the move.
    fn hinted(&mut self, mv: G::Move, guess: Guess) -> Guess {
        let Some(doubt) = self.search.options.doubt else { return guess };
        self.line.play(mv);
        let hint = self.search.memory.hint(self.line, self.claim);
        let replier = self.line.to_move();
        self.line.undo();
        let Some((verdict, work)) = hint else { return guess };
        let work = work.max(1) as f32;
        let otherwise = work * UPSET;
        match verdict.winner(self.claim) == replier {
            false => Guess {
                chance: 1.0 - doubt,
                work_if_won: work,
                work_if_lost: guess.work_if_lost.max(otherwise),
            },
            true => Guess {
                chance: doubt,
                work_if_won: guess.work_if_won.max(otherwise),
                work_if_lost: work,
            },
        }
    }

    /// Removes from `kept` the moves that need no child: refuted moves, symmetric twins, and moves
    /// whose result is known. Returns a win if there is one.
    fn sift(
        &mut self,
        kept: &mut Vec<G::Move>,
        refutations: &mut Vec<RefutedIn<G>>,
        moves: &[G::Move],
    ) -> Found<G> {
        let game = self.line.game();
        let mover = self.line.to_move();
        if moves.is_empty() {
            let verdict = self.claim.judge(game.stuck(self.line.position()));
            let zone = self.search.zones.whole(game);
            return Some(Solved { verdict, best: None, zone, work: 1 });
        }
        let pos = self.line.position();
        let zones = &self.search.zones;
        let refuted = |mv| refutations.iter().any(|known| zones.refutes(game, pos, known, mv));
        kept.retain(|&mv| !refuted(mv));
        let stabilizer = self.line.stabilizer();
        if stabilizer != 1 {
            let set = kept.clone();
            let twin = |mv| {
                images(stabilizer)
                    .map(|symmetry| game.map_move(symmetry, mv))
                    .any(|image| image < mv && set.contains(&image))
            };
            kept.retain(|&mv| !twin(mv));
        }
        if self.search.memory.covers_children() {
            return None;
        }
        for mv in kept.clone() {
            if !kept.contains(&mv) {
                continue;
            }
            self.line.play(mv);
            let search = &*self.search;
            let (knowledge, memory) = (&*search.knowledge, &*search.memory);
            let known = known_child(self.line, self.claim, knowledge, memory, &*search.zones);
            self.line.undo();
            let Some(solved) = known else { continue };
            if solved.verdict.winner(self.claim) == mover {
                let zone = self.search.zones.winner(game, self.line.position(), mv, solved.zone);
                return Some(Solved { best: Some(mv), zone, ..solved });
            }
            kept.retain(|&other| other != mv);
            let pos = self.line.position();
            let zones = &*self.search.zones;
            let refutation = zones.refutation(game, pos, mv, solved.zone);
            for refutation in with_images(zones, game, stabilizer, refutation) {
                refutations.push(refutation);
                kept.retain(|&other| !zones.refutes(game, pos, &refutation, other));
            }
        }
        None
    }

    /// Backs a solution up by one ply: `mv` leads from the node at the end of the line to the solved
    /// child. Gives the solution of the node, if the node is solved now.
    pub(super) fn back_up(
        &mut self,
        tree: &mut TreeOf<G>,
        id: NodeId,
        mv: G::Move,
        solved: SolvedIn<G>,
    ) -> Found<G> {
        if solved.verdict.winner(self.claim) == self.line.to_move() {
            let zone =
                self.search.zones.winner(self.line.game(), self.line.position(), mv, solved.zone);
            let work = tree.node(id).visits;
            return Some(Solved { best: Some(mv), zone, work, ..solved });
        }
        self.refute(tree, id, mv, solved.zone);
        tree.children(id).is_empty().then(|| self.lost(tree, id))
    }

    /// Removes the refuted child, and with it all moves that cannot meet the refutation.
    fn refute(&mut self, tree: &mut TreeOf<G>, id: NodeId, mv: G::Move, zone: G::Zone) {
        let game = self.line.game();
        let pos = self.line.position();
        tree.retain(id, |node| node.mv != mv);
        let zones = &*self.search.zones;
        if !zones.is_used() {
            return;
        }
        let refutation = zones.refutation(game, pos, mv, zone);
        for refutation in with_images(zones, game, self.line.stabilizer(), refutation) {
            tree.push_refutation(id, refutation);
            tree.retain(id, |node| !zones.refutes(game, pos, &refutation, node.mv));
        }
    }

    /// The solution of a node without children left.
    fn lost(&mut self, tree: &TreeOf<G>, id: NodeId) -> SolvedIn<G> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.line.moves(&mut moves);
        let mut threats = Vec::new();
        self.search.memory.threats(self.line, self.claim, &mut threats);
        let mut refutations = tree.refutations(id);
        refutations.extend(threats.into_iter().map(Refuted::by_threat));
        let zone =
            self.search.zones.lost(self.line.game(), self.line.position(), &moves, &refutations);
        self.moves = moves;
        let verdict = Verdict::for_winner(self.claim, self.line.to_move().other());
        Solved { verdict, best: None, zone, work: tree.node(id).visits }
    }

    /// Moves the changed child to its place in the order and recomputes the node's estimates.
    pub(super) fn update(&self, tree: &mut TreeOf<G>, id: NodeId, changed: usize) {
        let options = self.search.options;
        let visits = tree.node(id).visits;
        let to_move_wins =
            options.conjecture.map(|verdict| verdict.winner(self.claim) == self.line.to_move());
        let children = tree.child_nodes_mut(id);
        if let Order::WinRate { exploration } = options.order {
            let total = (visits.max(1) as f32).ln();
            let bound = |child: &Node<G::Move>| upper_bound(child, exploration, total, 0);
            let by_bound =
                |a: &usize, b: &usize| bound(&children[*a]).total_cmp(&bound(&children[*b]));
            if let Some(best) = (0..children.len()).max_by(by_bound) {
                children.swap(0, best);
            }
        } else {
            put_in_place(children, changed);
        }

        let (mut lost, mut won, mut reached) = (0.0_f32, 0.0_f32, 1.0_f32);
        let mut least = 1.0_f32;
        if to_move_wins != Some(true) {
            lost = children.iter().map(|child| child.work_if_won).sum();
        }
        for child in children.iter() {
            least = least.min(child.chance);
            if to_move_wins != Some(false) {
                won += child.work_if_lost * reached;
                reached *= child.chance;
            }
        }
        if options.order == Order::Work {
            won = children.iter().map(|child| child.work_if_lost).fold(MOST_WORK, f32::min);
        }
        let node = tree.node_mut(id);
        // With a conjecture the one work that is kept stands for both.
        node.work_if_lost = if to_move_wins == Some(true) { won } else { lost }.min(MOST_WORK);
        node.work_if_won = if to_move_wins == Some(false) { lost } else { won }.min(MOST_WORK);
        node.chance = match options.backup {
            _ if options.order == Order::Work => 0.0,
            Backup::Best => {
                let told = options.prior * node.prior + (1.0 - options.prior) * (1.0 - least);
                told.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE)
            }
            Backup::Mean => {
                let attacks = self.line.to_move() == self.claim.attacker;
                let told = if attacks { self.leaf_chance } else { 1.0 - self.leaf_chance };
                node.chance + (told - node.chance) / visits.max(1) as f32
            }
        };
    }

    pub(super) fn remember(&mut self, solved: &SolvedIn<G>) {
        self.search.memory.remember(self.line, self.claim, solved);
        self.search.progress.solved += 1;
        self.tell(solved.verdict, solved.best);
    }

    /// Tells the observer of a solution of the line's position.
    pub(super) fn tell(&mut self, verdict: Verdict, best: Option<G::Move>) {
        self.observer.solved(self.line.position(), verdict, best);
    }

    /// Tells the observer how far the search is, if it is time to.
    pub(super) fn report(&mut self, tree: &TreeOf<G>) {
        if self.search.progress.expansions.is_multiple_of(256) {
            let now = Instant::now();
            if now >= self.next_report {
                self.next_report = now + REPORT_EVERY;
                self.measure(tree);
                self.observer.progress(&self.search.progress);
            }
        }
    }

    /// Measures the progress. The search without win rates has no chance and goes by the smaller work; the
    /// search without proof sizes does not look at works.
    pub(super) fn measure(&mut self, tree: &TreeOf<G>) {
        let root = tree.node(ROOT);
        let progress = &mut self.search.progress;
        progress.playouts = self.search.heuristic.playouts();
        let memory = self.search.memory.bytes() + self.search.knowledge.bytes();
        progress.memory = tree.bytes() + memory;
        let expected = root.chance * root.work_if_won + (1.0 - root.chance) * root.work_if_lost;
        let least = root.work_if_won.min(root.work_if_lost);
        let (chance, work) = match self.search.options.order {
            Order::ExpectedWork => (Some(root.chance), Some(expected)),
            Order::Work => (None, Some(least)),
            Order::WinRate { .. } => (Some(root.chance), None),
        };
        let is_known = |work: &f32| root.expanded() && *work < MOST_WORK;
        (progress.chance, progress.expected_work) = (chance, work.filter(is_known));
        // A restart throws the tree away, so the share of the tree says nothing.
        let share = self.search.options.restart.is_none().then(|| share_done(tree));
        progress.done = share.and_then(forecast::range);
        // The child with the least chance for the opponent, who moves there.
        let children = tree.children(ROOT).map(|id| tree.node(id));
        if let Some(best) = children.min_by(|a, b| a.chance.total_cmp(&b.chance)) {
            self.observer.guess(best.mv);
        }
    }

    /// Measures the progress and tells the observer, when the search has to stop.
    pub(super) fn report_stop(&mut self, tree: &TreeOf<G>) {
        self.measure(tree);
        self.observer.progress(&self.search.progress);
    }
}

/// The share of the proof or of the disproof that is done, whichever is larger. The expected works count
/// a proof again wherever the proof is needed, so they do not tell this share.
fn share_done<M: Copy, R: Copy>(tree: &Tree<M, R>) -> f32 {
    let [won, lost] = tree.done(ROOT, tree.node(ROOT).visits / LOOKED_INTO);
    won.max(lost)
}

/// The order of children, equation (3): least first.
#[inline]
pub(super) fn priority<M>(node: &Node<M>) -> f32 {
    node.work_if_lost / (1.0 - node.chance)
}

/// The UCT formula for the player who chooses among siblings with `exp(total)` visits in all; `lost`
/// more visits are counted as lost.
#[inline]
pub(super) fn upper_bound<M>(child: &Node<M>, exploration: f32, total: f32, lost: u32) -> f32 {
    let (visits, more) = ((child.visits + 1) as f32, lost as f32);
    (1.0 - child.chance) * (visits / (visits + more))
        + exploration * (total / (visits + more)).sqrt()
}

/// Moves one child to its place among the other children, which are in order.
fn put_in_place<M>(children: &mut [Node<M>], mut i: usize) {
    while i + 1 < children.len() && priority(&children[i + 1]) < priority(&children[i]) {
        children.swap(i, i + 1);
        i += 1;
    }
    while i > 0 && priority(&children[i]) < priority(&children[i - 1]) {
        children.swap(i, i - 1);
        i -= 1;
    }
}

/// Prunes the least promising half of the tree; indices of nodes are no longer valid after that. Says
/// whether there is room now.
pub(super) fn prune<M: Copy, R: Copy>(tree: &mut Tree<M, R>) -> bool {
    let mut expanded: Vec<(f32, NodeId)> = Vec::new();
    let mut open = vec![(ROOT, 1.0_f32)];
    while let Some((id, promise)) = open.pop() {
        let children = tree.children(id);
        let Some(first) = children.clone().next() else { continue };
        let best = priority(tree.node(first)).max(f32::MIN_POSITIVE);
        for child in children {
            let node = tree.node(child);
            if node.expanded() {
                // How soon its turn comes: by order among the siblings, all the way down.
                let promise = promise * (best / priority(node).max(best));
                expanded.push((promise, child));
                open.push((child, promise));
            }
        }
    }
    let before = tree.live_bytes();
    sort_by_rank(&mut expanded, |(promise, _)| *promise);
    for (_, id) in expanded {
        if tree.live_bytes() <= before / 2 {
            break;
        }
        tree.collapse(id);
    }
    tree.compact();
    tree.live_bytes() < before
}
