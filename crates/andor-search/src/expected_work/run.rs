//! One run of expected work search: selection, expansion, back-up, pruning.

use super::ExpectedWork;
use super::options::{Backup, LookAhead, Order};
use super::tree::{Node, NodeId, Tree};
use crate::budget::{Budget, Stop};
use crate::first_work::LEAST_CHANCE;
use crate::line::Line;
use crate::memory::{Memory, Recalled, Solved, ZoneOf};
use crate::observe::Observer;
use crate::symmetry::{images, with_images};
use crate::zones::Zones;
use crate::{Answer, known};
use andor_core::{Claim, Game, Guess, Heuristic, Oracle, Verdict};
use std::time::{Duration, Instant};

/// Works are kept below this, so that sums stay finite.
const MOST_WORK: f32 = 1e30;

/// The observer hears of the progress this often.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The number of the root.
const ROOT: NodeId = 0;

/// What one run keeps.
pub(super) struct Run<'r, 'g, G: Game, K, H, M: Memory<G>, O> {
    search: &'r mut ExpectedWork<K, H, M>,
    line: &'r mut Line<'g, G>,
    claim: Claim,
    budget: &'r mut Budget,
    observer: &'r mut O,
    tree: Tree<G::Move, ZoneOf<G, M>>,
    /// Why the run has to go back to the root.
    pause: Option<Pause>,
    next_report: Instant,
    moves: Vec<G::Move>,
    guesses: Vec<Guess>,
    recalled: Recalled<G::Move, ZoneOf<G, M>>,
    /// The attacker's chance in the leaf that was expanded last.
    leaf_chance: f32,
}

/// Why a run goes back to the root before anything is solved.
#[derive(Clone, Copy)]
enum Pause {
    Stop(Stop),
    Full,
}

/// A solution of a node, if there is one.
type Found<G, M> = Option<Solved<<G as Game>::Move, ZoneOf<G, M>>>;

impl<'r, 'g, G, K, H, M, O> Run<'r, 'g, G, K, H, M, O>
where
    G: Game,
    K: Oracle<G>,
    H: Heuristic<G>,
    M: Memory<G>,
    O: Observer<G>,
{
    /// A run from a position in which `any_move` is legal; it stands for the move before the root.
    pub(super) fn new(
        search: &'r mut ExpectedWork<K, H, M>,
        line: &'r mut Line<'g, G>,
        claim: Claim,
        budget: &'r mut Budget,
        observer: &'r mut O,
        any_move: G::Move,
    ) -> Self {
        let unknown = Guess { chance: 0.5, work_if_won: 1.0, work_if_lost: 1.0 };
        let mut tree = Tree::new(Node::leaf(any_move, unknown));
        tree.limit(budget.most_bytes() / 2);
        search.memory.limit(budget.most_bytes() / 2);
        Run {
            search,
            line,
            claim,
            budget,
            observer,
            tree,
            pause: None,
            next_report: Instant::now() + REPORT_EVERY,
            moves: Vec::new(),
            guesses: Vec::new(),
            recalled: Recalled::default(),
            leaf_chance: 0.5,
        }
    }

    /// Searches until there is an answer.
    pub(super) fn answer(&mut self) -> Answer {
        let mut found = self.expand(ROOT);
        loop {
            if let Some(solved) = found {
                self.remember(&solved);
                self.measure();
                return Answer::Solved(solved.verdict);
            }
            let stop = match self.pause.take() {
                Some(Pause::Stop(stop)) => Some(stop),
                Some(Pause::Full) => (!self.prune()).then_some(Stop::Memory),
                None => None,
            };
            if let Some(stop) = stop {
                self.measure();
                return Answer::Stopped(stop);
            }
            found = if self.tree.node(ROOT).expanded() {
                self.deepen(ROOT, f32::INFINITY)
            } else {
                self.expand(ROOT)
            };
        }
    }

    /// Works below an expanded node until it is solved, falls behind `threshold`, or the run has to
    /// pause.
    fn deepen(&mut self, id: NodeId, threshold: f32) -> Found<G, M> {
        loop {
            // 1. Selection: the first child, as long as it is not behind the second.
            self.tree.node_mut(id).visits += 1;
            let child = self.tree.children(id).start;
            let mv = self.tree.node(child).mv;
            let next = self.child_threshold(id);
            self.line.play(mv);
            let found = if self.tree.node(child).expanded() {
                self.deepen(child, next)
            } else {
                self.expand(child)
            };
            if let Some(solved) = &found {
                self.remember(solved);
            }
            self.line.undo();

            // 2. Back-up of a solution.
            if let Some(solved) = found {
                let mover = self.line.to_move();
                if solved.verdict.winner(self.claim) == mover {
                    let (game, pos) = (self.line.game(), self.line.position());
                    let zone = M::Zones::winner(game, pos, mv, solved.zone);
                    let work = self.tree.node(id).visits;
                    return Some(Solved { best: Some(mv), zone, work, ..solved });
                }
                self.refute(id, mv, solved.zone);
                if self.tree.children(id).is_empty() {
                    return Some(self.lost(id));
                }
            }

            // 3. Back-up of the estimates.
            self.update(id);
            if self.pause.is_some() || self.behind(id, threshold) {
                return None;
            }
        }
    }

    /// Expands a leaf: looks for what is known, then creates its children.
    fn expand(&mut self, id: NodeId) -> Found<G, M> {
        // 1. What is remembered about the position.
        self.search.progress.expansions += 1;
        let mover = self.line.to_move();
        self.recalled.clear();
        let search = &mut *self.search;
        let known =
            search.memory.recall(self.line, self.claim, &search.knowledge, &mut self.recalled);
        if known.is_some() {
            return known;
        }
        let mut zones = std::mem::take(&mut self.recalled.threats);

        // 2. The legal moves; without any the rules decide.
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.line.moves(&mut moves);
        let mut kept = moves.clone();
        let (game, pos) = (self.line.game(), self.line.position());
        let told = self.search.knowledge.consider(game, pos, self.claim, &mut kept);
        if let Some((verdict, _)) = told {
            self.moves = moves;
            return Some(Solved { verdict, best: None, zone: M::Zones::whole(game), work: 1 });
        }
        let found = self.sift(&mut kept, &mut zones, &moves);
        if found.is_none() && kept.is_empty() {
            let (game, pos) = (self.line.game(), self.line.position());
            let zone = M::Zones::lost(game, pos, &moves, &zones);
            self.moves = moves;
            let verdict = Verdict::for_winner(self.claim, mover.other());
            return Some(Solved { verdict, best: None, zone, work: 1 });
        }
        if found.is_some() {
            self.moves = moves;
            return found;
        }
        if !self.tree.has_room(kept.len()) {
            self.moves = moves;
            self.pause = Some(Pause::Full);
            return None;
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
        children.sort_by(|a, b| priority(a).total_cmp(&priority(b)));
        self.search.progress.nodes += children.len() as u64;
        self.tree.expand(id, &children);
        zones.iter().for_each(|&zone| self.tree.push_zone(id, zone));
        self.recalled.threats = zones;
        let node = self.tree.node_mut(id);
        node.visits += 1;
        let told = node.chance;
        self.leaf_chance = if mover == self.claim.attacker { told } else { 1.0 - told };
        self.update(id);
        self.spend(children.len() as u64);
        None
    }

    /// Children with what one batch of guesses tells about the moves that lead to them.
    fn guess_moves(&mut self, moves: &[G::Move], kept: &[G::Move]) -> Vec<Node<G::Move>> {
        let (game, pos) = (self.line.game(), self.line.position());
        self.guesses.clear();
        self.search.heuristic.guess(game, pos, self.claim, moves, &mut self.guesses);
        let told = moves.iter().zip(&self.guesses).filter(|(mv, _)| kept.contains(mv));
        told.map(|(&mv, &guess)| Node::leaf(mv, guess)).collect()
    }

    /// Children with what guesses about the replies to each move tell: those that can still meet
    /// what the move threatens, backed up by (1) and, for the first reply alone, (2).
    fn guess_replies(&mut self, kept: &[G::Move]) -> Vec<Node<G::Move>> {
        let game = self.line.game();
        let mut replies = Vec::new();
        let mut children = Vec::with_capacity(kept.len());
        for &mv in kept {
            self.line.play(mv);
            replies.clear();
            self.line.moves(&mut replies);
            self.guesses.clear();
            let pos = self.line.position();
            self.search.heuristic.guess(game, pos, self.claim, &replies, &mut self.guesses);
            let threats = || self.recalled.follow_ups.iter().filter(|(first, _)| *first == mv);
            let meets = |reply| threats().all(|&(_, zone)| M::Zones::meets(game, pos, reply, zone));
            let (mut chance, mut won, mut lost) = (LEAST_CHANCE, MOST_WORK, 0.0);
            for (&reply, guess) in replies.iter().zip(&self.guesses) {
                if meets(reply) {
                    chance = chance.max(guess.chance);
                    won = won.min(guess.work_if_won / guess.chance);
                    lost += guess.work_if_lost;
                }
            }
            self.line.undo();
            let guess = Guess { chance: 1.0 - chance, work_if_won: lost, work_if_lost: won };
            children.push(Node::leaf(mv, guess));
        }
        children
    }

    /// Takes out of `kept` what need not become a child: moves that the zones refute, symmetric
    /// twins, and moves whose result is known. Returns a win if there is one.
    fn sift(
        &mut self,
        kept: &mut Vec<G::Move>,
        zones: &mut Vec<ZoneOf<G, M>>,
        moves: &[G::Move],
    ) -> Found<G, M> {
        let game = self.line.game();
        let mover = self.line.to_move();
        if moves.is_empty() {
            let verdict = self.claim.judge(game.stuck(self.line.position()));
            let zone = M::Zones::whole(game);
            return Some(Solved { verdict, best: None, zone, work: 1 });
        }
        let meets = |pos: &G::Position, mv, zones: &[ZoneOf<G, M>]| {
            zones.iter().all(|&zone| M::Zones::meets(game, pos, mv, zone))
        };
        kept.retain(|&mv| meets(self.line.position(), mv, zones));
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
        if M::COVERS_CHILDREN {
            return None;
        }
        for mv in kept.clone() {
            if !kept.contains(&mv) {
                continue;
            }
            self.line.play(mv);
            let known = known(self.line, self.claim, &self.search.knowledge, &self.search.memory);
            self.line.undo();
            let Some(solved) = known else { continue };
            if solved.verdict.winner(self.claim) == mover {
                let zone = M::Zones::winner(game, self.line.position(), mv, solved.zone);
                return Some(Solved { best: Some(mv), zone, ..solved });
            }
            kept.retain(|&other| other != mv);
            for zone in with_images::<G, M::Zones>(game, stabilizer, solved.zone) {
                zones.push(zone);
                kept.retain(|&other| M::Zones::meets(game, self.line.position(), other, zone));
            }
        }
        None
    }

    /// Takes out the child that was refuted, and with it all that cannot meet the refutation.
    fn refute(&mut self, id: NodeId, mv: G::Move, zone: ZoneOf<G, M>) {
        let game = self.line.game();
        self.tree.retain(id, |node| node.mv != mv);
        for zone in with_images::<G, M::Zones>(game, self.line.stabilizer(), zone) {
            self.tree.push_zone(id, zone);
            let pos = self.line.position();
            self.tree.retain(id, |node| M::Zones::meets(game, pos, node.mv, zone));
        }
    }

    /// The solution of a node without children left.
    fn lost(&mut self, id: NodeId) -> Solved<G::Move, ZoneOf<G, M>> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        self.line.moves(&mut moves);
        let mut zones = self.tree.zones(id);
        self.search.memory.threats(self.line, self.claim, &mut zones);
        let zone = M::Zones::lost(self.line.game(), self.line.position(), &moves, &zones);
        self.moves = moves;
        let verdict = Verdict::for_winner(self.claim, self.line.to_move().other());
        Solved { verdict, best: None, zone, work: self.tree.node(id).visits }
    }

    /// Puts the first child of a node into its place and recomputes the node's estimates.
    fn update(&mut self, id: NodeId) {
        let options = self.search.options;
        let visits = self.tree.node(id).visits;
        let to_move_wins =
            options.conjecture.map(|verdict| verdict.winner(self.claim) == self.line.to_move());
        let children = self.tree.child_nodes_mut(id);
        if let Order::WinRate { exploration } = options.order {
            let total = (visits.max(1) as f32).ln();
            let bound = |child: &Node<G::Move>| {
                1.0 - child.chance + exploration * (total / (child.visits + 1) as f32).sqrt()
            };
            let by_bound =
                |a: &usize, b: &usize| bound(&children[*a]).total_cmp(&bound(&children[*b]));
            if let Some(best) = (0..children.len()).max_by(by_bound) {
                children.swap(0, best);
            }
        } else {
            let mut i = 0;
            while i + 1 < children.len() && priority(&children[i + 1]) < priority(&children[i]) {
                children.swap(i, i + 1);
                i += 1;
            }
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
        let node = self.tree.node_mut(id);
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

    /// How far the first child may fall behind before the turn goes to the second.
    fn child_threshold(&self, id: NodeId) -> f32 {
        match self.search.options.order {
            Order::WinRate { .. } => f32::NEG_INFINITY,
            _ => self.tree.child_nodes(id).get(1).map_or(f32::INFINITY, |second| {
                priority(second) * (1.0 + self.search.options.epsilon)
            }),
        }
    }

    fn behind(&self, id: NodeId, threshold: f32) -> bool {
        priority(self.tree.node(id)) > threshold
    }

    fn remember(&mut self, solved: &Solved<G::Move, ZoneOf<G, M>>) {
        self.search.memory.remember(self.line, self.claim, solved);
        self.search.progress.solved += 1;
        self.observer.solved(self.line.position(), solved.verdict, solved.best);
    }

    /// Spends the budget and reports now and then.
    fn spend(&mut self, nodes: u64) {
        // Knowledge may take long, so that the clock is asked after every expansion.
        if let Some(stop) = self.budget.spend(nodes).or_else(|| self.budget.look()) {
            self.pause = Some(Pause::Stop(stop));
        }
        if self.search.progress.expansions.is_multiple_of(256) {
            let now = Instant::now();
            if now >= self.next_report {
                self.next_report = now + REPORT_EVERY;
                self.measure();
                self.observer.progress(&self.search.progress);
            }
        }
    }

    fn measure(&mut self) {
        let root = self.tree.node(ROOT);
        let progress = &mut self.search.progress;
        progress.playouts = self.search.heuristic.playouts();
        progress.memory = self.tree.bytes() + self.search.memory.bytes();
        progress.chance = Some(root.chance);
        let (won, lost) = (root.work_if_won, root.work_if_lost);
        progress.work_left = Some(root.chance * won + (1.0 - root.chance) * lost);
    }

    /// Gives up the least promising half of the tree. Says whether that made room.
    fn prune(&mut self) -> bool {
        let mut expanded: Vec<(f32, NodeId)> = Vec::new();
        let mut open = vec![(ROOT, 1.0_f32)];
        while let Some((id, promise)) = open.pop() {
            let children = self.tree.children(id);
            let Some(first) = children.clone().next() else { continue };
            let best = priority(self.tree.node(first)).max(f32::MIN_POSITIVE);
            for child in children {
                let node = self.tree.node(child);
                if node.expanded() {
                    // How soon its turn comes: by order among the siblings, all the way down.
                    let promise = promise * (best / priority(node).max(best));
                    expanded.push((promise, child));
                    open.push((child, promise));
                }
            }
        }
        let before = self.tree.live_bytes();
        expanded.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, id) in expanded {
            if self.tree.live_bytes() <= before / 2 {
                break;
            }
            self.tree.collapse(id);
        }
        self.tree.live_bytes() < before
    }
}

/// The order of children, equation (3): least first.
#[inline]
fn priority<M>(node: &Node<M>) -> f32 {
    node.work_if_lost / (1.0 - node.chance)
}
