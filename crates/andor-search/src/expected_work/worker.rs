//! The steps of one searcher in a tree of expected works: looking at a leaf, and backing up the
//! result.
//!
//! The tree is passed to each step as an argument, so that a team can share one tree.

use super::ExpectedWork;
use super::options::{Backup, LookAhead, Order};
use crate::best_first::tree::{self, NodeId, ROOT};
use crate::best_first::{self, LeafMoves, line_by, root_moves, share_done};
use crate::budget::Budget;
use crate::forecast::Kind;
use crate::line::Line;
use crate::memory::{Solved, SolvedIn};
use crate::observe::{Observer, Rhythm};
use crate::ranking::sort_by_rank;
use crate::save::Saved;
use crate::zones::{Refuted, RefutedIn};
use andor_core::{
    Claim, Game, Guess, GuessQuery, Guessed, LEAST_CHANCE, Player, Thoroughness, Verdict,
};
use std::io::{self, Read, Write};

/// Works are kept below this, so that sums stay finite.
const MOST_WORK: f32 = 1e30;

/// One searcher: its plugs, its line, and its budget.
pub(super) struct Worker<'r, 'g, G: Game> {
    pub(super) search: &'r mut ExpectedWork<G>,
    pub(super) line: &'r mut Line<'g, G>,
    pub(super) claim: Claim,
    pub(super) budget: &'r mut Budget,
    observer: &'r mut dyn Observer<G>,
    rhythm: Rhythm,
    /// The leaf at which the searcher looks.
    leaf: LeafMoves<G>,
    guesses: Vec<Guess>,
    /// The lists of the last batch of guesses.
    batch: (Vec<GuessQuery<G>>, Vec<Guessed>),
    /// The attacker's chance in the leaf that was expanded last.
    leaf_chance: f32,
}

/// The estimate of a node, from the view of the player to move there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    /// The chance that the player to move wins.
    pub(super) chance: f32,
    /// The chance that was guessed when the node was created.
    pub(super) prior: f32,
    /// Expected work if the player to move wins.
    pub(super) work_if_won: f32,
    /// Expected work if the player to move loses.
    pub(super) work_if_lost: f32,
}

impl Saved for Estimate {
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let Estimate { chance, prior, work_if_won, work_if_lost } = self;
        [chance, prior, work_if_won, work_if_lost].into_iter().try_for_each(|part| part.save(out))
    }

    fn load(input: &mut dyn Read) -> io::Result<Estimate> {
        let (chance, prior) = (f32::load(input)?, f32::load(input)?);
        let (work_if_won, work_if_lost) = (f32::load(input)?, f32::load(input)?);
        Ok(Estimate { chance, prior, work_if_won, work_if_lost })
    }
}

/// A leaf, from the guess for the player who makes the move.
fn leaf<M>(mv: M, guess: Guess) -> Node<M> {
    let chance = 1.0 - guess.chance;
    let (work_if_won, work_if_lost) = (guess.work_if_lost, guess.work_if_won);
    Node::leaf(mv, Estimate { chance, prior: chance, work_if_won, work_if_lost })
}

/// A solution of a node, if there is one.
pub(super) type Found<G> = Option<SolvedIn<G>>;

/// A node of the tree.
pub(super) type Node<M> = tree::Node<M, Estimate>;

/// A tree with the moves and refutations of a game.
pub(super) type TreeOf<G> = best_first::TreeOf<G, Estimate>;

/// A look with the moves and zones of a game.
pub(super) type LeafResultOf<G> = LeafResult<<G as Game>::Move, <G as Game>::Zone>;

/// The result of a look at a leaf.
pub(super) enum LeafResult<M, Z> {
    /// The leaf is solved.
    Solved(Solved<M, Z>),
    /// The leaf was looked at for the first time, and quickly; so many moves are left.
    Seen(usize),
    /// The children of the leaf, those that count first, and the chance of the player to move, if
    /// it was guessed.
    Open(Vec<Node<M>>, Option<f32>),
}

/// The root of a new tree; `any_move` stands for the move before the root.
pub(super) fn root<M>(any_move: M) -> Node<M> {
    leaf(any_move, Guess { chance: 0.5, work_if_won: 1.0, work_if_lost: 1.0 })
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
        Worker {
            search,
            line,
            claim,
            budget,
            observer,
            rhythm: Rhythm::new(),
            leaf: LeafMoves::default(),
            guesses: Vec::new(),
            batch: (Vec::new(), Vec::new()),
            leaf_chance: 0.5,
        }
    }

    /// Looks at the leaf at the end of the line: its solution, or else its children. If the
    /// knowledge has a quick look, that is the `first` one, and children come with the second: many
    /// leaves are looked at once only.
    pub(super) fn look(&mut self, first: bool) -> LeafResultOf<G> {
        self.search.progress.expansions += 1;
        let mut leaf = std::mem::take(&mut self.leaf);
        let plugs = &mut self.search.plugs;
        let is_quick = first && plugs.knowledge.has_quick_look();
        let closely = if is_quick { Thoroughness::Quick } else { Thoroughness::Full };
        let look = match plugs.look(self.line, self.claim, closely, &mut leaf) {
            Some(solved) => LeafResult::Solved(solved),
            None if is_quick => LeafResult::Seen(leaf.kept.len()),
            None => self.children(&leaf),
        };
        self.leaf = leaf;
        look
    }

    /// The children of a leaf, in order.
    fn children(&mut self, leaf: &LeafMoves<G>) -> LeafResultOf<G> {
        let (mut children, chance) = match self.search.options.look_ahead {
            LookAhead::Moves => {
                let (children, chance) = self.guess_moves(&leaf.kept);
                (children, Some(chance))
            }
            LookAhead::Replies => (self.guess_replies(leaf), None),
        };
        let options = &self.search.options;
        let width = options.width(children.len());
        if width < children.len() {
            sort_by_rank(&mut children, |child| child.estimate.chance);
        }
        if options.order == Order::Work {
            children.iter_mut().for_each(|child| child.estimate.chance = 0.0);
        }
        sort_by_rank(&mut children[..width], priority);
        LeafResult::Open(children, chance)
    }

    /// Adds the children of the leaf at the end of the line to the tree, which has room for them.
    /// `chance` is that of the player to move, if it was guessed.
    pub(super) fn attach(
        &mut self,
        tree: &mut TreeOf<G>,
        id: NodeId,
        children: &[Node<G::Move>],
        chance: Option<f32>,
    ) {
        self.search.progress.nodes += children.len() as u64;
        self.search.plugs.attach(tree, id, children, &self.leaf);
        let node = tree.node_mut(id);
        node.visits += 1;
        if let Some(chance) = chance {
            node.estimate.prior = chance;
        }
        let told = node.estimate.chance;
        let attacks = self.line.to_move() == self.claim.attacker;
        self.leaf_chance = if attacks { told } else { 1.0 - told };
    }

    /// Notes that a leaf was looked at quickly and that so many moves are left: each of them takes
    /// a node at least if all are lost.
    pub(super) fn note_seen(&self, tree: &mut TreeOf<G>, id: NodeId, moves: usize) {
        let node = tree.node_mut(id);
        node.visits += 1;
        node.estimate.work_if_lost += moves.saturating_sub(1) as f32;
    }

    /// Children judged by one batch of guesses about the moves that lead to them, and the chance of
    /// the player to move.
    fn guess_moves(&mut self, kept: &[G::Move]) -> (Vec<Node<G::Move>>, f32) {
        let (game, pos) = (self.line.game(), self.line.position());
        self.guesses.clear();
        let heuristic = &mut self.search.plugs.heuristic;
        let chance = heuristic.guess(game, pos, self.claim, kept, &mut self.guesses);
        let told = kept.iter().zip(&self.guesses);
        (told.map(|(&mv, &guess)| leaf(mv, guess)).collect(), chance)
    }

    /// Children judged by guesses about the replies to each move. Only replies that meet the move's
    /// threats count. The guesses are backed up by (1) and, for the first reply alone, by (2).
    fn guess_replies(&mut self, leaf_now: &LeafMoves<G>) -> Vec<Node<G::Move>> {
        let LeafMoves { kept, recalled, .. } = leaf_now;
        let game = self.line.game();
        // 1. The positions after the moves, in one batch; the lists of the last batch are used
        //    again.
        let (mut asked, mut guessed) = std::mem::take(&mut self.batch);
        for (i, &mv) in kept.iter().enumerate() {
            self.line.play(mv);
            match asked.get_mut(i) {
                Some(GuessQuery { position, moves }) => {
                    position.clone_from(self.line.position());
                    moves.clear();
                    self.line.moves(moves);
                }
                None => {
                    let mut moves = Vec::new();
                    self.line.moves(&mut moves);
                    asked.push(GuessQuery { position: self.line.position().clone(), moves });
                    guessed.push(Guessed::default());
                }
            }
            self.line.undo();
        }
        let (now, told) = (&asked[..kept.len()], &mut guessed[..kept.len()]);
        self.search.plugs.heuristic.guess_all(game, self.claim, now, told);
        // 2. What the guesses about the replies say about each move.
        let mut children = Vec::with_capacity(kept.len());
        for ((&mv, replies), guessed) in kept.iter().zip(&asked).zip(&guessed) {
            let pos = &replies.position;
            let zones = &self.search.plugs.zones;
            let threats = || recalled.follow_ups.iter().filter(|(first, _)| *first == mv);
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
            children.push(leaf(mv, guess));
        }
        self.batch = (asked, guessed);
        children
    }

    /// Backs a solution up by one ply; gives the solution of the node, if the node is solved now.
    pub(super) fn back_up(
        &mut self,
        tree: &mut TreeOf<G>,
        id: NodeId,
        mv: G::Move,
        solved: SolvedIn<G>,
    ) -> Found<G> {
        self.search.plugs.back_up(self.line, self.claim, tree, id, mv, solved)
    }

    /// Sorts the children that count and recomputes the estimates of a node where `mover` is to
    /// move.
    pub(super) fn update(&self, tree: &mut TreeOf<G>, id: NodeId, mover: Player) {
        let options = self.search.options;
        let visits = tree.node(id).visits;
        let to_move_wins = options.conjecture.map(|verdict| verdict.winner(self.claim) == mover);
        let children = tree.child_nodes_mut(id);
        let open = children.len();
        let children = &mut children[..options.width(open)];
        if let Order::WinRate { exploration } = options.order {
            let total = (visits.max(1) as f32).ln();
            let bound = |child: &Node<G::Move>| upper_bound(child, exploration, total, 0);
            let by_bound =
                |a: &usize, b: &usize| bound(&children[*a]).total_cmp(&bound(&children[*b]));
            if let Some(best) = (0..children.len()).max_by(by_bound) {
                children.swap(0, best);
            }
        } else {
            put_in_order(children);
        }

        let (mut lost, mut won, mut reached) = (0.0_f32, 0.0_f32, 1.0_f32);
        let mut least = 1.0_f32;
        if to_move_wins != Some(true) {
            let works = || children.iter().map(|child| child.estimate.work_if_won);
            lost = match options.shared {
                true => works().fold(0.0, f32::max) + (open - 1) as f32,
                false => works().sum::<f32>() + (open - children.len()) as f32,
            };
        }
        for child in children.iter() {
            least = least.min(child.estimate.chance);
            if to_move_wins != Some(false) {
                won += child.estimate.work_if_lost * reached;
                reached *= child.estimate.chance;
            }
        }
        if options.shared {
            won = children[0].estimate.work_if_lost;
        }
        if options.order == Order::Work {
            won =
                children.iter().map(|child| child.estimate.work_if_lost).fold(MOST_WORK, f32::min);
        }
        let node = tree.node_mut(id);
        // With a conjecture the one work that is kept stands for both.
        node.estimate.work_if_lost =
            if to_move_wins == Some(true) { won } else { lost }.min(MOST_WORK);
        node.estimate.work_if_won =
            if to_move_wins == Some(false) { lost } else { won }.min(MOST_WORK);
        node.estimate.chance = match options.backup {
            _ if options.order == Order::Work => 0.0,
            Backup::Best => {
                let told =
                    options.prior * node.estimate.prior + (1.0 - options.prior) * (1.0 - least);
                told.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE)
            }
            Backup::Mean => {
                let attacks = mover == self.claim.attacker;
                let told = if attacks { self.leaf_chance } else { 1.0 - self.leaf_chance };
                node.estimate.chance + (told - node.estimate.chance) / visits.max(1) as f32
            }
        };
    }

    /// Remembers a solution of the line's position, and takes its fill-in back. Gives the solution
    /// before fill-in.
    pub(super) fn remember(&mut self, solved: SolvedIn<G>) -> SolvedIn<G> {
        self.search.progress.solved += 1;
        self.tell(solved.verdict, solved.best);
        let work = solved.work as f32;
        self.learn(match solved.verdict.winner(self.claim) == self.line.to_move() {
            true => [work, f32::INFINITY],
            false => [f32::INFINITY, work],
        });
        self.search.plugs.remember(self.line, self.claim, solved)
    }

    /// Lets the heuristic learn the works of the line's position.
    pub(super) fn learn(&mut self, works: [f32; 2]) {
        let heuristic = &mut self.search.plugs.heuristic;
        heuristic.learn(self.line.game(), self.line.position(), self.claim, works);
    }

    /// Plays a move and lets the knowledge fill in the position after it.
    pub(super) fn play(&mut self, mv: G::Move) {
        self.search.plugs.play(self.line, self.claim, mv);
    }

    /// Tells the observer of a solution of the line's position.
    pub(super) fn tell(&mut self, verdict: Verdict, best: Option<G::Move>) {
        self.observer.solved(self.line.position(), verdict, best);
    }

    /// Tells the observer how far the search is, if it is time to.
    pub(super) fn report(&mut self, tree: &TreeOf<G>) {
        if self.search.progress.expansions.is_multiple_of(64) && self.rhythm.is_due() {
            self.report_now(tree);
        }
    }

    /// Measures the progress. The search without win rates has no chance and goes by the smaller
    /// work; the search without proof sizes does not look at works.
    pub(super) fn measure(&mut self, tree: &TreeOf<G>) {
        let root = tree.node(ROOT);
        let progress = &mut self.search.progress;
        progress.playouts = self.search.plugs.heuristic.playouts();
        progress.memory = tree.bytes() + self.search.plugs.bytes();
        let expected = root.estimate.chance * root.estimate.work_if_won
            + (1.0 - root.estimate.chance) * root.estimate.work_if_lost;
        let least = root.estimate.work_if_won.min(root.estimate.work_if_lost);
        let (chance, work) = match self.search.options.order {
            Order::ExpectedWork => (Some(root.estimate.chance), Some(expected)),
            Order::Work => (None, Some(least)),
            Order::WinRate { .. } => (Some(root.estimate.chance), None),
        };
        let is_known = |work: &f32| root.expanded() && *work < MOST_WORK;
        (progress.chance, progress.expected_work) = (chance, work.filter(is_known));
        // A restart throws the tree away, so the share of the tree says nothing.
        let (kind, share) = match (self.search.options.restart, progress.expected_work) {
            (None, _) => (Kind::ExpectedWork, Some(share_done(tree))),
            (Some(_), work) => {
                let spent = progress.nodes as f32;
                (Kind::Restarts, work.map(|work| spent / (spent + work)))
            }
        };
        progress.foresee(kind, share);
        // The child with the least chance for the opponent, who moves there.
        let children = tree.children(ROOT).map(|id| tree.node(id));
        if let Some(best) = children.min_by(|a, b| a.estimate.chance.total_cmp(&b.estimate.chance))
        {
            self.observer.guess(best.mv);
        }
    }

    /// Measures the progress and tells the observer.
    pub(super) fn report_now(&mut self, tree: &TreeOf<G>) {
        self.measure(tree);
        let next = |id| tree.children(id).next();
        let guesses = |child: &Node<G::Move>| {
            let Estimate { chance, work_if_won, work_if_lost, .. } = child.estimate;
            let work = chance * work_if_won + (1.0 - chance) * work_if_lost;
            (
                self.search.progress.chance.map(|_| 1.0 - chance),
                Some(work).filter(|work| *work < MOST_WORK),
            )
        };
        self.observer.outlook(&line_by(tree, next), &root_moves(tree, guesses));
        self.observer.progress(&self.search.progress);
    }
}

/// The order of children, equation (3): least first.
#[inline]
pub(super) fn priority<M>(node: &Node<M>) -> f32 {
    node.estimate.work_if_lost / (1.0 - node.estimate.chance)
}

/// The UCT formula for the player who chooses among siblings with `exp(total)` visits in all;
/// `lost` more visits are counted as lost.
#[inline]
pub(super) fn upper_bound<M>(child: &Node<M>, exploration: f32, total: f32, lost: u32) -> f32 {
    let (visits, more) = ((child.visits + 1) as f32, lost as f32);
    (1.0 - child.estimate.chance) * (visits / (visits + more))
        + exploration * (total / (visits + more)).sqrt()
}

/// Puts children in order, most of which are in order already.
fn put_in_order<M>(children: &mut [Node<M>]) {
    for end in 1..children.len() {
        let mut i = end;
        while i > 0 && priority(&children[i]) < priority(&children[i - 1]) {
            children.swap(i, i - 1);
            i -= 1;
        }
    }
}
