//! One run of Monte Carlo tree search: a batch of leaves, their guesses, back-up.

use super::values::{LeafValue, Values};
use super::{MonteCarlo, Selection};
use crate::Answer;
use crate::best_first::tree::{self, NodeId, ROOT};
use crate::best_first::{self, LeafMoves, line_by, root_moves};
use crate::budget::{Budget, Stop};
use crate::line::Line;
use crate::memory::SolvedIn;
use crate::observe::{Observer, Rhythm};
use andor_core::{Claim, Costs, Game, GuessQuery, Guessed, Thoroughness};

/// The estimate of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Estimate {
    /// The mean of the attacker's values at the leaves below.
    mean: f32,
    /// The prior of the move that leads here.
    prior: f32,
    /// How many leaves at or below this node wait for their guesses.
    waiting: u32,
}

impl Estimate {
    const NEW: Estimate = Estimate { mean: 0.5, prior: 1.0, waiting: 0 };
}

type Node<G> = tree::Node<<G as Game>::Move, Estimate>;
type Tree<G> = best_first::TreeOf<G, Estimate>;

/// The state of one run.
struct Run<'r, 'g, G: Game> {
    search: &'r mut MonteCarlo<G>,
    line: &'r mut Line<'g, G>,
    claim: Claim,
    budget: &'r mut Budget,
    observer: &'r mut dyn Observer<G>,
    rhythm: Rhythm,
    tree: Tree<G>,
    values: Values,
    /// The mean of the attacker's chances at all leaves.
    chance: f32,
    /// The nodes from the root to the node of the line.
    way: Vec<NodeId>,
    leaf: LeafMoves<G>,
    /// The leaves of the batch: the moves that lead there from the root, because nodes move when
    /// others leave the tree.
    batch: Vec<Vec<G::Move>>,
    /// What is asked about these leaves, and the guesses. The lists are used again.
    asked: Vec<GuessQuery<G>>,
    guessed: Vec<Guessed>,
}

/// The end of a way down the tree.
enum Reached<G: Game> {
    /// A leaf that is part of the batch now.
    Leaf,
    /// A leaf that is part of the batch already.
    Taken,
    /// A leaf that was solved.
    Solved,
    /// A leaf for whose children there is no room.
    Full,
    /// A leaf that was solved, and the root with it.
    Answer(SolvedIn<G>),
}

/// Searches until there is an answer.
pub(super) fn answer<G: Game>(
    search: &mut MonteCarlo<G>,
    line: &mut Line<'_, G>,
    claim: Claim,
    budget: &mut Budget,
    observer: &mut dyn Observer<G>,
) -> Answer<G::Move> {
    let bytes = search.plugs.begin(line, budget);
    let any_move = match search.plugs.at_once(line, claim) {
        Ok(answer) => return answer,
        Err(any_move) => any_move,
    };
    let mut tree = Tree::<G>::new(Node::<G>::leaf(any_move, Estimate::NEW));
    tree.limit(bytes);
    let mut run = Run {
        search,
        line,
        claim,
        budget,
        observer,
        rhythm: Rhythm::new(),
        tree,
        values: Values::Chances,
        chance: 0.5,
        way: vec![ROOT],
        leaf: LeafMoves::default(),
        batch: Vec::new(),
        asked: Vec::new(),
        guessed: Vec::new(),
    };
    run.search.plugs.fill_in(run.line, claim);
    let result = run.search();
    run.go_home();
    run.line.take_back();
    match result {
        Ok(solved) => {
            run.measure();
            Answer::Solved { verdict: solved.verdict, best: solved.best }
        }
        Err(stop) => {
            run.report_now();
            Answer::Stopped(stop)
        }
    }
}

impl<G: Game> Run<'_, '_, G> {
    /// Searches until the root is solved.
    fn search(&mut self) -> Result<SolvedIn<G>, Stop> {
        loop {
            // 1. Selection and expansion: the leaves of a batch.
            let mut is_full = false;
            for _ in 0..self.search.options.batch.max(1) {
                let reached = self.descend()?;
                self.go_home();
                self.search.progress.nodes += 1;
                if let Some(stop) = self.budget.spend(1) {
                    return Err(stop);
                }
                match reached {
                    Reached::Leaf | Reached::Solved => {}
                    Reached::Taken => break,
                    Reached::Full => {
                        is_full = true;
                        break;
                    }
                    Reached::Answer(solved) => return Ok(solved),
                }
            }

            // 2. Guesses, and their back-up. Guesses that ended early are no part of the tree.
            let count = self.batch.len();
            let (asked, guessed) = (&self.asked[..count], &mut self.guessed[..count]);
            let game = self.line.game();
            self.search.plugs.heuristic.guess_all(game, self.claim, asked, guessed);
            if let Some(stop) = self.budget.look() {
                return Err(stop);
            }
            (0..count).for_each(|i| self.back_up(i));
            self.batch.clear();

            // 3. Room for more.
            let fewest = |_: &Node<G>, child: &Node<G>| 1.0 / (1.0 + child.visits as f32);
            if is_full && !self.tree.prune(fewest) {
                return Err(Stop::Memory);
            }
            self.report();
        }
    }

    /// The node of the line.
    fn here(&self) -> NodeId {
        self.way.last().copied().unwrap_or(ROOT)
    }

    /// Goes down from the root to a leaf. The line stays at the end of the way.
    fn descend(&mut self) -> Result<Reached<G>, Stop> {
        let selection = self.search.options.selection;
        loop {
            let id = self.here();
            let node = self.tree.node(id);
            if node.visits == 0 && node.estimate.waiting > 0 {
                return Ok(Reached::Taken);
            }
            if !node.expanded() {
                if selection == Selection::Uct && node.visits == 0 && id != ROOT {
                    self.leaf.kept.clear();
                    self.ask();
                    return Ok(Reached::Leaf);
                }
                if let Some(reached) = self.expand()? {
                    return Ok(reached);
                }
                if selection == Selection::Puct {
                    self.ask();
                    return Ok(Reached::Leaf);
                }
            }
            let attacks = self.line.to_move() == self.claim.attacker;
            let exploration = self.search.options.exploration;
            let Some(child) = choose(&self.tree, self.values, id, attacks, selection, exploration)
            else {
                unreachable!("an expanded node has children")
            };
            self.search.plugs.play(self.line, self.claim, self.tree.node(child).mv);
            self.way.push(child);
        }
    }

    /// Gives the leaf at the end of the line its children, or says why not. Knowledge may take
    /// long, so that the clock is read after every expansion.
    fn expand(&mut self) -> Result<Option<Reached<G>>, Stop> {
        self.search.progress.expansions += 1;
        let found =
            self.search.plugs.look(self.line, self.claim, Thoroughness::Full, &mut self.leaf);
        if let Some(stop) = self.budget.look() {
            return Err(stop);
        }
        if let Some(solved) = found {
            return Ok(Some(self.climb(solved)));
        }
        let kept = &mut self.leaf.kept;
        if !self.tree.has_room(kept.len()) {
            return Ok(Some(Reached::Full));
        }
        self.search.rng.shuffle(kept);
        let leaf = |&mv: &G::Move| Node::<G>::leaf(mv, Estimate::NEW);
        let children: Vec<Node<G>> = kept.iter().map(leaf).collect();
        let id = self.way.last().copied().unwrap_or(ROOT);
        self.search.plugs.attach(&mut self.tree, id, &children, &self.leaf);
        Ok(None)
    }

    /// Adds the leaf at the end of the line to the batch, with the moves that need a child.
    fn ask(&mut self) {
        let (tree, way) = (&mut self.tree, &self.way);
        way.iter().for_each(|&id| tree.node_mut(id).estimate.waiting += 1);
        let place = self.batch.len();
        self.batch.push(way[1..].iter().map(|&id| tree.node(id).mv).collect());
        let (pos, kept) = (self.line.position(), &self.leaf.kept);
        match self.asked.get_mut(place) {
            Some(GuessQuery { position, moves }) => {
                position.clone_from(pos);
                moves.clone_from(kept);
            }
            None => {
                self.asked.push(GuessQuery { position: pos.clone(), moves: kept.clone() });
                self.guessed.push(Guessed::default());
            }
        }
    }

    /// Adds the guess about a leaf of the batch to the nodes on its way. If the leaf is no longer
    /// part of the tree the guess is dropped.
    fn back_up(&mut self, place: usize) {
        let (tree, way) = (&mut self.tree, &mut self.way);
        way.truncate(1);
        for &mv in &self.batch[place] {
            let last = way.last().copied().unwrap_or(ROOT);
            let next = tree.children(last).find(|&child| tree.node(child).mv == mv);
            let Some(next) = next else { break };
            way.push(next);
        }
        way.iter().for_each(|&id| tree.node_mut(id).estimate.waiting -= 1);
        if way.len() > self.batch[place].len() {
            let (asked, guessed) = (&self.asked[place], &self.guessed[place]);
            let attacks = self.line.game().to_move(&asked.position) == self.claim.attacker;
            let chance = if attacks { guessed.chance } else { 1.0 - guessed.chance };
            let leaf = way.last().copied().unwrap_or(ROOT);
            let sum: f32 = guessed.moves.iter().map(|guess| guess.chance).sum();
            for (child, guess) in tree.children(leaf).zip(&guessed.moves) {
                tree.node_mut(child).estimate.prior = guess.chance / sum;
            }
            self.chance += (chance - self.chance) / (tree.node(ROOT).visits + 1) as f32;
            let told = match guessed.costs {
                None => LeafValue::Chance(chance),
                Some(Costs { own, other, most }) => {
                    if self.values == Values::Chances {
                        self.values = Values::costs(most);
                    }
                    LeafValue::Costs(if attacks { [own, other] } else { [other, own] })
                }
            };
            self.add(told, attacks);
        }
        self.way.truncate(1);
    }

    /// Adds the value of the leaf at the end of the way to all nodes of the way. `attacks` says
    /// whether the attacker moves at the leaf.
    fn add(&mut self, mut told: LeafValue, mut attacks: bool) {
        for (place, &id) in self.way.iter().enumerate().rev() {
            let node = self.tree.node_mut(id);
            if place + 1 < self.way.len() {
                attacks = !attacks;
                told = told.above(attacks, node.all, self.values);
            }
            node.visits += 1;
            node.estimate.mean += (told.value() - node.estimate.mean) / node.visits as f32;
            self.values.note(told.value());
        }
    }

    /// Backs up the solution of the leaf at the end of the line. Among costs the solution is also a
    /// value: the winner's proof costs nothing more, and the loser has none.
    fn climb(&mut self, mut solved: SolvedIn<G>) -> Reached<G> {
        if let Values::Costs { infinite, .. } = self.values {
            self.add(
                LeafValue::solved(solved.verdict, infinite),
                self.line.to_move() == self.claim.attacker,
            );
        }
        loop {
            self.search.progress.solved += 1;
            self.observer.solved(self.line.position(), solved.verdict, solved.best);
            solved = self.search.plugs.remember(self.line, self.claim, solved);
            if self.way.len() == 1 {
                return Reached::Answer(solved);
            }
            let mv = self.tree.node(self.here()).mv;
            self.way.pop();
            self.line.undo();
            let (parent, plugs) = (self.here(), &self.search.plugs);
            match plugs.back_up(self.line, self.claim, &mut self.tree, parent, mv, solved) {
                Some(next) => solved = next,
                None => return Reached::Solved,
            }
        }
    }

    fn go_home(&mut self) {
        self.way.drain(1..).for_each(|_| self.line.undo());
    }

    /// Tells the observer how far the search is, if it is time to.
    fn report(&mut self) {
        if self.rhythm.is_due() {
            self.report_now();
        }
    }

    /// Measures the progress and tells the observer.
    fn report_now(&mut self) {
        self.measure();
        let tree = &self.tree;
        let visited = |id: &NodeId| tree.node(*id).visits;
        let line =
            line_by(tree, |id| tree.children(id).max_by_key(visited).filter(|id| visited(id) > 0));
        self.observer.outlook(&line, &root_moves(tree, |_| (None, None)));
        self.observer.progress(&self.search.progress);
    }

    fn measure(&mut self) {
        let progress = &mut self.search.progress;
        progress.playouts = self.search.plugs.heuristic.playouts();
        progress.memory = self.tree.bytes() + self.search.plugs.bytes();
        let attacks = self.line.to_move() == self.claim.attacker;
        progress.chance = Some(if attacks { self.chance } else { 1.0 - self.chance });
        let children = self.tree.children(ROOT).map(|id| self.tree.node(id));
        if let Some(best) = children.max_by_key(|child| child.visits) {
            self.observer.guess(best.mv);
        }
    }
}

/// The child with the largest bound; none in a leaf.
fn choose<M: Copy, R: Copy>(
    tree: &tree::Tree<M, Estimate, R>,
    values: Values,
    id: NodeId,
    attacks: bool,
    selection: Selection,
    exploration: f32,
) -> Option<NodeId> {
    let node = tree.node(id);
    let all = (node.visits + node.estimate.waiting).max(1) as f32;
    let first = values.normal(node.estimate.mean, attacks);
    // The term of exploration, without what depends on the child.
    let scale = match selection {
        Selection::Uct => exploration * all.ln().sqrt(),
        Selection::Puct => exploration * all.sqrt(),
    };
    let (mut best, mut most) = (None, f32::NEG_INFINITY);
    for child in tree.children(id) {
        let tree::Node { visits, estimate, .. } = tree.node(child);
        let (visits, count) = (*visits as f32, (visits + estimate.waiting) as f32);
        let mean = || values.normal(estimate.mean, attacks);
        let bound = match selection {
            Selection::Uct if count == 0.0 => return Some(child),
            // A visit that waits is a loss until its guess comes.
            Selection::Uct => (mean() * visits + scale * count.sqrt()) / count,
            Selection::Puct => {
                let told = if visits == 0.0 { first } else { mean() };
                let mean = told * visits.max(1.0) / count.max(1.0);
                mean + scale * estimate.prior / (1.0 + count)
            }
        };
        if bound > most {
            (best, most) = (Some(child), bound);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::Options;
    use super::*;
    use crate::Search;
    use crate::memory::Transpositions;
    use andor_core::{Player, Verdict};
    use andor_games::toy::mnk::Mnk;
    use andor_guess::{FirstWork, Playouts};

    const PUCT: Options = Options { selection: Selection::Puct, exploration: 1.0, batch: 4 };

    /// The answer about a win of White on 4x3 with three in a row, and the nodes.
    fn solve(options: Options, mut budget: Budget) -> (Answer<<Mnk as Game>::Move>, u64) {
        let game = Mnk::new("4x3".parse().expect("a size"), 3);
        let (heuristic, memory) =
            (Playouts::new(1, 0.5, FirstWork::One, 1), Transpositions::<Mnk>::default());
        let mut search = MonteCarlo::new((), heuristic, memory, options, 1);
        let mut line = Line::new(&game, game.start());
        let answer = search.solve(&mut line, Claim::win(Player::White), &mut budget, &mut ());
        assert_eq!(line.ply(), 0);
        (answer, search.progress().nodes)
    }

    /// With little memory the tree is pruned and the search still ends; with none the search stops.
    #[test]
    fn a_full_tree_is_pruned() {
        for options in [Options::default(), PUCT, Options { batch: 7, ..Options::default() }] {
            let (answer, nodes) = solve(options, Budget::unlimited());
            assert_eq!(answer.verdict(), Some(Verdict::Disproven));
            assert_eq!(solve(options, Budget::unlimited()).1, nodes, "one seed, the same nodes");
            let (answer, _) = solve(options, Budget::unlimited().memory(90_000));
            assert_eq!(answer.verdict(), Some(Verdict::Disproven));
            let stopped = |budget| solve(options, budget).0;
            assert_eq!(stopped(Budget::unlimited().memory(1000)), Answer::Stopped(Stop::Memory));
            assert_eq!(stopped(Budget::unlimited().nodes(100)), Answer::Stopped(Stop::Nodes));
        }
    }

    /// A child that waits is chosen again only if the others are much worse.
    #[test]
    fn leaves_that_wait_count_as_lost() {
        let mut tree: tree::Tree<u8, Estimate, ()> =
            tree::Tree::new(tree::Node::leaf(0, Estimate::NEW));
        tree.expand(ROOT, &[1, 2].map(|mv| tree::Node::leaf(mv, Estimate::NEW)));
        let [first, second] = [tree.children(ROOT).start, tree.children(ROOT).start + 1];
        for (id, visits, chance) in [(ROOT, 20, 0.5), (first, 10, 0.6), (second, 10, 0.5)] {
            let node = tree.node_mut(id);
            (node.visits, node.estimate.mean) = (visits, chance);
        }
        for selection in [Selection::Uct, Selection::Puct] {
            let values = Values::Chances;
            let chosen = |tree: &_, attacks| choose(tree, values, ROOT, attacks, selection, 0.5);
            assert_eq!(chosen(&tree, true), Some(first));
            assert_eq!(chosen(&tree, false), Some(second), "the defender wants small chances");
            tree.node_mut(first).estimate.waiting = 4;
            assert_eq!(chosen(&tree, true), Some(second));
            tree.node_mut(first).estimate.waiting = 0;
        }
    }
}
