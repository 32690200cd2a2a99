//! One run of proof-number search: selection, expansion, back-up.

use super::ProofNumberSearch;
use crate::Answer;
use crate::best_first::tree::{self, NodeId, ROOT};
use crate::best_first::{self, LeafMoves, line_by, root_moves, share_done};
use crate::budget::{Budget, Stop};
use crate::forecast::Kind;
use crate::line::Line;
use crate::memory::SolvedIn;
use crate::observe::{Observer, Rhythm};
use crate::ranking::sort_by_rank;
use andor_core::{Claim, Game, Guess, Thoroughness};

/// Numbers are kept between these, so that sums stay finite and a leaf always costs something.
const LEAST: f32 = 1e-3;
const MOST: f32 = 1e30;

/// The proof number and the disproof number of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Numbers {
    proof: f32,
    disproof: f32,
    /// Does the attacker move here? Known once the node is expanded.
    attacks: bool,
}

impl Numbers {
    /// The numbers of a new leaf, from a guess about the move that leads there.
    fn new(guess: Guess, mover_attacks: bool) -> Numbers {
        let [won, lost] =
            [guess.work_if_won, guess.work_if_lost].map(|work| work.clamp(LEAST, MOST));
        let (proof, disproof) = if mover_attacks { (won, lost) } else { (lost, won) };
        Numbers { proof, disproof, attacks: !mover_attacks }
    }

    /// The number that the player to move in the parent wants to bring to 0.
    #[inline]
    fn wanted(self, mover_attacks: bool) -> f32 {
        if mover_attacks { self.proof } else { self.disproof }
    }

    /// The numbers as whole numbers, for reports.
    fn pair(self) -> (u32, u32) {
        (self.proof.ceil() as u32, self.disproof.ceil() as u32)
    }
}

type Node<G> = tree::Node<<G as Game>::Move, Numbers>;
type Tree<G> = best_first::TreeOf<G, Numbers>;

/// The state of one run.
struct Run<'r, 'g, G: Game> {
    search: &'r mut ProofNumberSearch<G>,
    line: &'r mut Line<'g, G>,
    claim: Claim,
    budget: &'r mut Budget,
    observer: &'r mut dyn Observer<G>,
    rhythm: Rhythm,
    tree: Tree<G>,
    /// The nodes from the root to the node of the line.
    way: Vec<NodeId>,
    leaf: LeafMoves<G>,
    guesses: Vec<Guess>,
}

/// Searches until there is an answer.
pub(super) fn answer<G: Game>(
    search: &mut ProofNumberSearch<G>,
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
    let attacks = line.to_move() == claim.attacker;
    let mut tree =
        Tree::<G>::new(Node::<G>::leaf(any_move, Numbers { proof: 1.0, disproof: 1.0, attacks }));
    tree.limit(bytes);
    let mut run = Run {
        search,
        line,
        claim,
        budget,
        observer,
        rhythm: Rhythm::new(),
        tree,
        way: vec![ROOT],
        leaf: LeafMoves::default(),
        guesses: Vec::new(),
    };
    run.search.plugs.fill_in(run.line, claim);
    match run.search() {
        Ok(solved) => {
            run.measure();
            Answer::Solved { verdict: solved.verdict, best: solved.best }
        }
        Err(stop) => {
            run.go_home();
            run.line.take_back();
            run.report_now();
            Answer::Stopped(stop)
        }
    }
}

impl<G: Game> Run<'_, '_, G> {
    /// Searches until the root is solved.
    fn search(&mut self) -> Result<SolvedIn<G>, Stop> {
        loop {
            // 1. Selection: the most-proving leaf below the present node.
            self.descend();

            // 2. Expansion. Knowledge may take long, so that the clock is read after every
            //    expansion.
            self.search.progress.expansions += 1;
            let found =
                self.search.plugs.look(self.line, self.claim, Thoroughness::Full, &mut self.leaf);
            if let Some(stop) = self.budget.look() {
                return Err(stop);
            }
            let is_open = found.is_none();
            if is_open && !self.tree.has_room(self.leaf.kept.len()) {
                self.make_room()?;
                continue;
            }
            if is_open {
                let (id, children) = (self.here(), self.children());
                self.search.plugs.attach(&mut self.tree, id, &children, &self.leaf);
                self.search.progress.nodes += children.len() as u64;
                if let Some(stop) = self.budget.spend(children.len() as u64) {
                    return Err(stop);
                }
            }

            // 3. Back-up.
            if let Some(solved) = self.climb(found) {
                return Ok(solved);
            }
            self.report();
        }
    }

    /// The node of the line.
    fn here(&self) -> NodeId {
        self.way.last().copied().unwrap_or(ROOT)
    }

    fn attacks(&self) -> bool {
        self.line.to_move() == self.claim.attacker
    }

    /// Goes down from the present node to the most-proving leaf.
    fn descend(&mut self) {
        while let Some(child) = most_promising(&self.tree, self.here()) {
            self.search.plugs.play(self.line, self.claim, self.tree.node(child).mv);
            self.way.push(child);
        }
        self.way.iter().for_each(|&id| self.tree.node_mut(id).visits += 1);
    }

    /// The children of the leaf, in the order in which equal children are tried.
    fn children(&mut self) -> Vec<Node<G>> {
        let (game, pos, attacks) = (self.line.game(), self.line.position(), self.attacks());
        let kept = &mut self.leaf.kept;
        self.search.rng.shuffle(kept);
        self.guesses.clear();
        self.search.plugs.heuristic.guess(game, pos, self.claim, kept, &mut self.guesses);
        let mut order: Vec<usize> = (0..kept.len()).collect();
        sort_by_rank(&mut order, |&i| -self.guesses[i].chance);
        let child = |&i: &usize| Node::<G>::leaf(kept[i], Numbers::new(self.guesses[i], attacks));
        order.iter().map(child).collect()
    }

    /// Backs up from the leaf, solved or expanded, to the first node whose numbers stay the same.
    /// Gives the root's solution if the root is solved.
    fn climb(&mut self, mut found: Option<SolvedIn<G>>) -> Option<SolvedIn<G>> {
        loop {
            let id = self.here();
            match found.take() {
                Some(solved) => {
                    let solved = self.remember(solved);
                    if self.way.len() == 1 {
                        return Some(solved);
                    }
                    let mv = self.tree.node(id).mv;
                    self.step_back();
                    let (plugs, parent) = (&self.search.plugs, self.here());
                    let (line, tree) = (&mut *self.line, &mut self.tree);
                    found = plugs.back_up(line, self.claim, tree, parent, mv, solved);
                }
                None => {
                    let attacks = self.attacks();
                    if !update(&mut self.tree, id, attacks) || self.way.len() == 1 {
                        return None;
                    }
                    self.step_back();
                }
            }
        }
    }

    fn step_back(&mut self) {
        self.way.pop();
        self.line.undo();
    }

    fn go_home(&mut self) {
        while self.way.len() > 1 {
            self.step_back();
        }
    }

    /// Prunes the tree, from the root.
    fn make_room(&mut self) -> Result<(), Stop> {
        self.go_home();
        let cost =
            |parent: &Node<G>, child: &Node<G>| child.estimate.wanted(parent.estimate.attacks);
        if self.tree.prune(cost) { Ok(()) } else { Err(Stop::Memory) }
    }

    /// Remembers a solution of the line's position, and takes its fill-in back.
    fn remember(&mut self, solved: SolvedIn<G>) -> SolvedIn<G> {
        self.search.progress.solved += 1;
        self.observer.solved(self.line.position(), solved.verdict, solved.best);
        self.search.plugs.remember(self.line, self.claim, solved)
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
        let attacks = self.tree.node(ROOT).estimate.attacks;
        let line = line_by(&self.tree, |id| most_promising(&self.tree, id));
        let work = |child: &Node<G>| (None, Some(child.estimate.wanted(attacks)));
        self.observer.outlook(&line, &root_moves(&self.tree, work));
        self.observer.progress(&self.search.progress);
    }

    fn measure(&mut self) {
        let progress = &mut self.search.progress;
        progress.playouts = self.search.plugs.heuristic.playouts();
        progress.memory = self.tree.bytes() + self.search.plugs.bytes();
        progress.proof_numbers = Some(self.tree.node(ROOT).estimate.pair());
        progress.foresee(Kind::Pns, Some(share_done(&self.tree)));
        if let Some(best) = most_promising(&self.tree, ROOT) {
            self.observer.guess(self.tree.node(best).mv);
        }
    }
}

/// The child with the least number for the player to move; none in a leaf.
fn most_promising<M: Copy, R: Copy>(
    tree: &tree::Tree<M, Numbers, R>,
    id: NodeId,
) -> Option<NodeId> {
    let attacks = tree.node(id).estimate.attacks;
    let wanted = |child: NodeId| tree.node(child).estimate.wanted(attacks);
    tree.children(id).min_by(|&a, &b| wanted(a).total_cmp(&wanted(b)))
}

/// Computes the numbers of an expanded node from its children; says whether they changed.
fn update<M: Copy, R: Copy>(
    tree: &mut tree::Tree<M, Numbers, R>,
    id: NodeId,
    attacks: bool,
) -> bool {
    let (mut least, mut sum) = ([f32::INFINITY; 2], [0.0; 2]);
    for child in tree.children(id) {
        let Numbers { proof, disproof, .. } = tree.node(child).estimate;
        least = [least[0].min(proof), least[1].min(disproof)];
        sum = [sum[0] + proof, sum[1] + disproof];
    }
    let (proof, disproof) = if attacks { (least[0], sum[1]) } else { (sum[0], least[1]) };
    let numbers = Numbers { proof: proof.min(MOST), disproof: disproof.min(MOST), attacks };
    std::mem::replace(&mut tree.node_mut(id).estimate, numbers) != numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Search;
    use crate::memory::Transpositions;
    use andor_core::{Player, Verdict};
    use andor_games::toy::mnk::Mnk;
    use andor_games::toy::tree::Tree as Toy;

    fn game() -> Mnk {
        Mnk::new("4x3".parse().expect("a size"), 3)
    }

    /// The answer about a win of White on 4x3, and the nodes.
    fn solve(mut budget: Budget) -> (Answer<<Mnk as Game>::Move>, u64) {
        let game = game();
        let mut search = ProofNumberSearch::new((), (), Transpositions::<Mnk>::default(), 1);
        let mut line = Line::new(&game, game.start());
        let claim = Claim::win(Player::White);
        let answer = search.solve(&mut line, claim, &mut budget, &mut ());
        assert_eq!(line.ply(), 0);
        (answer, search.progress().nodes)
    }

    /// The numbers of Allis: least and sum, from the attacker's side.
    #[test]
    fn numbers_are_backed_up() {
        let numbers = |proof, disproof| Numbers { proof, disproof, attacks: false };
        let mut tree: tree::Tree<u8, Numbers, ()> =
            tree::Tree::new(tree::Node::leaf(0, numbers(1.0, 1.0)));
        let children = [(2.0, 5.0), (3.0, 1.0), (2.0, 4.0)];
        let leaves =
            children.map(|(proof, disproof)| tree::Node::leaf(1, numbers(proof, disproof)));
        tree.expand(ROOT, &leaves);
        assert!(update(&mut tree, ROOT, true));
        assert_eq!(tree.node(ROOT).estimate, Numbers { proof: 2.0, disproof: 10.0, attacks: true });
        assert_eq!(most_promising(&tree, ROOT), Some(tree.children(ROOT).start));
        assert!(!update(&mut tree, ROOT, true));
        assert!(update(&mut tree, ROOT, false));
        assert_eq!(tree.node(ROOT).estimate, Numbers { proof: 7.0, disproof: 1.0, attacks: false });
        assert_eq!(most_promising(&tree, ROOT), Some(tree.children(ROOT).start + 1));
    }

    /// With little memory the tree is pruned and the search still ends; with none the search stops.
    #[test]
    fn a_full_tree_is_pruned() {
        let (answer, nodes) = solve(Budget::unlimited());
        assert_eq!(answer.verdict(), Some(Verdict::Disproven));
        let (answer, more) = solve(Budget::unlimited().memory(90_000));
        assert_eq!(answer.verdict(), Some(Verdict::Disproven));
        assert!(more != nodes, "nothing was pruned: {nodes} nodes");
        assert_eq!(solve(Budget::unlimited().memory(1000)).0, Answer::Stopped(Stop::Memory));
        assert_eq!(solve(Budget::unlimited().nodes(500)).0, Answer::Stopped(Stop::Nodes));
    }

    /// A player may move twice in a row.
    #[test]
    fn numbers_do_not_rely_on_turns() {
        let toy: Toy = "(B (B (W 1 (B -1 1)) -1) (W (W 1 -1) 1))".parse().expect("a tree");
        for (attacker, expected) in
            [(Player::Black, Verdict::Proven), (Player::White, Verdict::Disproven)]
        {
            let mut search = ProofNumberSearch::new((), (), Transpositions::<Toy>::default(), 1);
            let mut line = Line::new(&toy, toy.start());
            let answer =
                search.solve(&mut line, Claim::win(attacker), &mut Budget::unlimited(), &mut ());
            assert_eq!(answer.verdict(), Some(expected));
        }
    }
}
