//! The steps of a best-first search: the look at a leaf, the back-up of a solution.

use super::TreeOf;
use super::tree::NodeId;
use crate::known_child;
use crate::line::Line;
use crate::memory::{Recalled, RecalledIn, Solved, SolvedIn};
use crate::plugs::{Considered, Plugs};
use crate::symmetry::{images, with_images};
use crate::zones::{Refuted, RefutedIn};
use andor_core::{Claim, Game, Thoroughness};

/// The handle of the budget is asked once in so many children of a leaf.
const CHILDREN_PER_LOOK: usize = 16;

/// The moves of a leaf. The lists are used again for the next leaf.
pub(crate) struct LeafMoves<G: Game> {
    /// All legal moves.
    pub(crate) moves: Vec<G::Move>,
    /// The moves that need a child.
    pub(crate) kept: Vec<G::Move>,
    /// The refutations of other moves.
    pub(crate) refutations: Vec<RefutedIn<G>>,
    /// Did the knowledge leave out moves?
    pub(crate) pruned: bool,
    /// The threats and follow-ups that the memory knows.
    pub(crate) recalled: RecalledIn<G>,
}

impl<G: Game> Default for LeafMoves<G> {
    fn default() -> Self {
        let (moves, kept, refutations) = (Vec::new(), Vec::new(), Vec::new());
        LeafMoves { moves, kept, refutations, pruned: false, recalled: Recalled::default() }
    }
}

/// A solution, if there is one.
type Found<G> = Option<SolvedIn<G>>;

impl<G: Game> Plugs<G> {
    /// Looks at the leaf at the end of the line: gives its solution, or else fills in the moves
    /// that need a child.
    pub(crate) fn look(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        look: Thoroughness,
        leaf: &mut LeafMoves<G>,
    ) -> Found<G> {
        // 1. The solution or the threats that are remembered.
        leaf.recalled.clear();
        let known = self.known(line, claim, &mut leaf.recalled);
        if known.is_some() {
            return known;
        }
        leaf.refutations.clear();
        leaf.refutations.extend(leaf.recalled.threats.drain(..).map(Refuted::by_threat));

        // 2. The legal moves; without any the rules decide.
        let game = line.game();
        leaf.moves.clear();
        line.moves(&mut leaf.moves);
        leaf.kept.clone_from(&leaf.moves);
        match self.consider(line, claim, look, &mut leaf.kept) {
            Ok(Considered { threats, pruned }) => {
                leaf.pruned = pruned;
                leaf.refutations.extend(threats.into_iter().map(Refuted::by_threat));
            }
            Err(solved) => return Some(solved),
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
        Some(self.lost(line, claim, std::mem::take(&mut leaf.refutations), leaf.pruned, 1))
    }

    /// Takes out the moves that need no child: refuted moves, symmetric twins, and moves whose
    /// result is known. Gives a win if there is one.
    fn sift(&mut self, line: &mut Line<'_, G>, claim: Claim, leaf: &mut LeafMoves<G>) -> Found<G> {
        let (game, mover) = (line.game(), line.to_move());
        let LeafMoves { kept, refutations, .. } = leaf;
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
                // The children that are left stay open, which is right although not all that is
                // known.
                if at.is_multiple_of(CHILDREN_PER_LOOK) && self.halt.is_due() {
                    return None;
                }
                continue;
            };
            let pos = line.position();
            if solved.verdict.winner(claim) == mover {
                return Some(self.won(line, mv, &solved, solved.work));
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

    /// Backs a solution up by one ply: `mv` leads from the node at the end of the line to the
    /// solved child. Gives the solution of the node, if the node is solved now.
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
            return Some(self.won(line, mv, &solved, tree.node(id).visits));
        }
        self.refute(line, tree, id, mv, solved.zone);
        let node = tree.node(id);
        let lost = || self.lost(line, claim, tree.refutations(id), node.pruned, node.visits);
        tree.children(id).is_empty().then(lost)
    }

    /// Remembers a solution of the line's position. If the position was filled in, the fill-in is
    /// taken back. Gives the solution of the position that is left.
    pub(crate) fn remember(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        solved: SolvedIn<G>,
    ) -> SolvedIn<G> {
        self.remember_as_is(line, claim, &solved);
        if !line.take_back() {
            return solved;
        }
        let solved = self.before_fill(line, claim, solved);
        // Where one solution answers for many positions, that without the fill-in answers for
        // others.
        if self.memory.covers_children() {
            self.remember_as_is(line, claim, &solved);
        }
        solved
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

    /// Gives a leaf its children and the refutations of its other moves, in a tree that has room
    /// for them.
    pub(crate) fn attach<E: Copy>(
        &self,
        tree: &mut TreeOf<G, E>,
        id: NodeId,
        children: &[super::tree::Node<G::Move, E>],
        leaf: &LeafMoves<G>,
    ) {
        tree.expand(id, children);
        tree.node_mut(id).pruned = leaf.pruned;
        if self.zones.is_used() {
            leaf.refutations.iter().for_each(|&refutation| tree.push_refutation(id, refutation));
        }
    }
}
