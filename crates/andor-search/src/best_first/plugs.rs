//! The plugs of a best-first search, and the steps in which they work together.

use super::TreeOf;
use super::tree::NodeId;
use crate::Answer;
use crate::budget::Budget;
use crate::known_child;
use crate::line::Line;
use crate::memory::{Memory, Recalled, RecalledIn, Solved, SolvedIn};
use crate::shares;
use crate::symmetry::{images, with_images};
use crate::zones::{Refuted, RefutedIn, Zones};
use andor_core::{Claim, Game, Halt, Heuristic, Look, Oracle, Ruling, Verdict, Wanted};

/// The plugs: knowledge, heuristic, memory, and the zones that fit the memory.
pub(crate) struct Plugs<G: Game> {
    pub(crate) knowledge: Box<dyn Oracle<G>>,
    pub(crate) heuristic: Box<dyn Heuristic<G>>,
    pub(crate) memory: Box<dyn Memory<G>>,
    pub(crate) zones: Box<dyn Zones<G>>,
    halt: Halt,
}

/// The handle of the budget is asked once in so many children of a leaf.
const CHILDREN_PER_LOOK: usize = 16;

/// The moves of a leaf. The lists are used again for the next leaf.
pub(crate) struct Leaf<G: Game> {
    /// All legal moves.
    pub(crate) moves: Vec<G::Move>,
    /// The moves that need a child.
    pub(crate) kept: Vec<G::Move>,
    /// The refutations of other moves.
    pub(crate) refutations: Vec<RefutedIn<G>>,
    /// The threats and follow-ups that the memory knows.
    pub(crate) recalled: RecalledIn<G>,
}

impl<G: Game> Default for Leaf<G> {
    fn default() -> Self {
        let (moves, kept, refutations) = (Vec::new(), Vec::new(), Vec::new());
        Leaf { moves, kept, refutations, recalled: Recalled::default() }
    }
}

/// A solution, if there is one.
type Found<G> = Option<SolvedIn<G>>;

impl<G: Game> Plugs<G> {
    pub(crate) fn new(
        knowledge: impl Oracle<G> + 'static,
        heuristic: impl Heuristic<G> + 'static,
        memory: impl Memory<G> + 'static,
    ) -> Plugs<G> {
        Plugs {
            knowledge: Box::new(knowledge),
            heuristic: Box::new(heuristic),
            zones: memory.zones(),
            memory: Box::new(memory),
            halt: Halt::default(),
        }
    }

    /// A search begins at the end of this line. Gives the bytes that its tree may take.
    pub(crate) fn begin(&mut self, line: &Line<'_, G>, budget: &Budget) -> usize {
        let (bytes, halt) = (budget.most_bytes(), budget.halt());
        self.knowledge.heed(&halt);
        self.heuristic.heed(&halt);
        self.halt = halt;
        self.memory.begin(line);
        self.memory.limit(shares::of_memory(bytes));
        bytes - shares::of_memory(bytes)
    }

    /// The bytes of memory and knowledge.
    pub(crate) fn bytes(&self) -> usize {
        self.memory.bytes() + self.knowledge.bytes()
    }

    /// The answer where no search is needed; otherwise any legal move, as the error.
    pub(crate) fn at_once(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
    ) -> Result<Answer<G::Move>, G::Move> {
        let solved = |verdict| Ok(Answer::Solved { verdict, best: None });
        if let Some(verdict) = line.verdict(claim) {
            return solved(verdict);
        }
        let (game, wanted) = (line.game(), Wanted::VERDICT);
        if let Some(settled) = self.knowledge.settle(game, line.position(), claim, wanted) {
            return solved(settled.verdict);
        }
        let mut moves = Vec::new();
        line.moves(&mut moves);
        match moves.first() {
            None => solved(claim.judge(game.stuck(line.position()))),
            Some(&mv) => Err(mv),
        }
    }

    /// Looks at the leaf at the end of the line: gives its solution, or else fills in the moves that need a
    /// child.
    pub(crate) fn look(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        leaf: &mut Leaf<G>,
    ) -> Found<G> {
        // 1. The solution or the threats that are remembered.
        leaf.recalled.clear();
        let known = self.memory.recall(line, claim, &*self.knowledge, &mut leaf.recalled);
        if known.is_some() {
            return known;
        }
        leaf.refutations.clear();
        leaf.refutations.extend(leaf.recalled.threats.drain(..).map(Refuted::by_threat));

        // 2. The legal moves; without any the rules decide.
        let (game, mover) = (line.game(), line.to_move());
        leaf.moves.clear();
        line.moves(&mut leaf.moves);
        leaf.kept.clone_from(&leaf.moves);
        let wanted = Wanted { zone: self.memory.wants_zones(), ..Wanted::VERDICT };
        let (pos, kept) = (line.position(), &mut leaf.kept);
        let ruling = self.knowledge.consider(game, pos, claim, Look::Thorough, wanted, kept);
        if let Ruling::Settled(settled) = ruling {
            let zone = settled.zone.unwrap_or_else(|| self.zones.whole(game));
            return Some(Solved { verdict: settled.verdict, best: None, zone, work: 1 });
        }
        if leaf.moves.is_empty() {
            let verdict = claim.judge(game.stuck(line.position()));
            return Some(Solved { verdict, best: None, zone: self.zones.whole(game), work: 1 });
        }

        // 3. The moves whose results are not known.
        let won = self.sift(line, claim, leaf);
        if won.is_some() || !leaf.kept.is_empty() {
            return won;
        }
        let zone = self.zones.lost(game, line.position(), &leaf.moves, &leaf.refutations);
        let verdict = Verdict::for_winner(claim, mover.other());
        Some(Solved { verdict, best: None, zone, work: 1 })
    }

    /// Takes out the moves that need no child: refuted moves, symmetric twins, and moves whose result is
    /// known. Gives a win if there is one.
    fn sift(&mut self, line: &mut Line<'_, G>, claim: Claim, leaf: &mut Leaf<G>) -> Found<G> {
        let (game, mover) = (line.game(), line.to_move());
        let Leaf { kept, refutations, .. } = leaf;
        let (pos, zones) = (line.position(), &*self.zones);
        let refuted = |mv| refutations.iter().any(|known| zones.refutes(game, pos, known, mv));
        kept.retain(|&mv| !refuted(mv));
        let stabilizer = line.stabilizer();
        if stabilizer != 1 {
            let set = kept.clone();
            let twin = |mv| {
                images(stabilizer)
                    .map(|symmetry| game.map_move(symmetry, mv))
                    .any(|image| image < mv && set.contains(&image))
            };
            kept.retain(|&mv| !twin(mv));
        }
        if self.memory.covers_children() {
            return None;
        }
        let mut at = 0;
        while let Some(&mv) = kept.get(at) {
            line.play(mv);
            let known = known_child(line, claim, &*self.knowledge, &*self.memory, zones);
            line.undo();
            let Some(solved) = known else {
                at += 1;
                // The children that are left stay open, which is right although not all that is known.
                if at.is_multiple_of(CHILDREN_PER_LOOK) && self.halt.is_due() {
                    return None;
                }
                continue;
            };
            let pos = line.position();
            if solved.verdict.winner(claim) == mover {
                let zone = zones.winner(game, pos, mv, solved.zone);
                return Some(Solved { best: Some(mv), zone, ..solved });
            }
            if !zones.is_used() {
                kept.remove(at);
                continue;
            }
            let refutation = zones.refutation(game, pos, mv, solved.zone);
            let from = refutations.len();
            refutations.extend(with_images(zones, game, stabilizer, refutation));
            let new = &refutations[from..];
            let refuted = |other| new.iter().any(|known| zones.refutes(game, pos, known, other));
            let kept_before = kept[..at].iter().filter(|&&other| !refuted(other)).count();
            kept.retain(|&other| other != mv && !refuted(other));
            at = kept_before;
        }
        None
    }

    /// Backs a solution up by one ply: `mv` leads from the node at the end of the line to the solved child.
    /// Gives the solution of the node, if the node is solved now.
    pub(crate) fn back_up<E: Copy>(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        tree: &mut TreeOf<G, E>,
        id: NodeId,
        mv: G::Move,
        solved: SolvedIn<G>,
    ) -> Found<G> {
        if solved.verdict.winner(claim) == line.to_move() {
            let zone = self.zones.winner(line.game(), line.position(), mv, solved.zone);
            let work = tree.node(id).visits;
            return Some(Solved { best: Some(mv), zone, work, ..solved });
        }
        self.refute(line, tree, id, mv, solved.zone);
        tree.children(id).is_empty().then(|| self.lost(line, claim, tree, id))
    }

    /// Removes the refuted child, and with it all moves that cannot meet the refutation.
    fn refute<E: Copy>(
        &self,
        line: &Line<'_, G>,
        tree: &mut TreeOf<G, E>,
        id: NodeId,
        mv: G::Move,
        zone: G::Zone,
    ) {
        let (game, pos, zones) = (line.game(), line.position(), &*self.zones);
        tree.retain(id, |node| node.mv != mv);
        if !zones.is_used() {
            return;
        }
        let refutation = zones.refutation(game, pos, mv, zone);
        for refutation in with_images(zones, game, line.stabilizer(), refutation) {
            tree.push_refutation(id, refutation);
            tree.retain(id, |node| !zones.refutes(game, pos, &refutation, node.mv));
        }
    }

    /// The solution of a node without children left.
    fn lost<E: Copy>(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        tree: &TreeOf<G, E>,
        id: NodeId,
    ) -> SolvedIn<G> {
        let (mut moves, mut threats) = (Vec::new(), Vec::new());
        line.moves(&mut moves);
        self.memory.threats(line, claim, &mut threats);
        let mut refutations = tree.refutations(id);
        refutations.extend(threats.into_iter().map(Refuted::by_threat));
        let zone = self.zones.lost(line.game(), line.position(), &moves, &refutations);
        let verdict = Verdict::for_winner(claim, line.to_move().other());
        Solved { verdict, best: None, zone, work: tree.node(id).visits }
    }

    /// Gives a leaf its children and the refutations of its other moves, in a tree that has room for them.
    pub(crate) fn attach<E: Copy>(
        &self,
        tree: &mut TreeOf<G, E>,
        id: NodeId,
        children: &[super::tree::Node<G::Move, E>],
        refutations: &[RefutedIn<G>],
    ) {
        tree.expand(id, children);
        if self.zones.is_used() {
            refutations.iter().for_each(|&refutation| tree.push_refutation(id, refutation));
        }
    }
}
