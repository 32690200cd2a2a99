//! The parts that the best-first searches have in common: the tree in memory, the look at a leaf
//! and the back-up of solutions, in addition to the steps of [`Plugs`](crate::plugs::Plugs).
//!
//! A best-first search keeps a tree of unsolved nodes. Each step goes down to a leaf, looks at the
//! leaf, and gives the leaf its children; the searches differ in the leaf that they choose and in
//! the estimates that they back up. A node of the tree belongs to one line of play, so that a
//! verdict of the tree is right where the past matters. The memory of solved positions replays a
//! solution of another line before the search uses the solution.
//!
//! **Looking at a leaf** (`Plugs::look`): the memory is asked for a solution, the knowledge settles
//! the leaf or leaves out moves, and symmetric siblings are left out. Each child that is over,
//! settled by the knowledge or remembered is backed up at once and never becomes a node (enhanced
//! transposition cut-offs).
//!
//! **Backing up a solution** (`Plugs::back_up`): a child that the mover wins solves the node. A
//! child that the mover loses is taken out, with all moves that cannot meet its refutation; a node
//! without children left is lost. Solved subtrees are freed, and the memory keeps their solutions.

mod steps;
pub(crate) mod tree;

pub(crate) use steps::LeafMoves;

use crate::observe::RootMove;
use crate::zones::RefutedIn;
use andor_core::Game;

/// The share of the proof that is done is measured at nodes that have at least one part in so many
/// of the root's visits.
const LOOKED_INTO: u32 = 1024;

/// A tree with the moves and refutations of a game.
pub(crate) type TreeOf<G, E> = tree::Tree<<G as Game>::Move, E, RefutedIn<G>>;

/// The share of the proof or of the disproof that is done, whichever is larger.
pub(crate) fn share_done<M: Copy, E: Copy, R: Copy>(tree: &tree::Tree<M, E, R>) -> f32 {
    let [won, lost] = tree.done(tree::ROOT, tree.node(tree::ROOT).visits / LOOKED_INTO);
    won.max(lost)
}

/// The plies of a line of play that is told to the observer.
const TOLD_PLIES: usize = 40;

/// The line from the root by the next child of each node.
pub(crate) fn line_by<M: Copy, E: Copy, R: Copy>(
    tree: &tree::Tree<M, E, R>,
    next: impl Fn(tree::NodeId) -> Option<tree::NodeId>,
) -> Vec<M> {
    let way = std::iter::successors(next(tree::ROOT), |&id| next(id));
    way.take(TOLD_PLIES).map(|id| tree.node(id).mv).collect()
}

/// The open moves of the root, with guesses of the chance and the work from the estimates.
pub(crate) fn root_moves<M: Copy, E: Copy, R: Copy>(
    tree: &tree::Tree<M, E, R>,
    guesses: impl Fn(&tree::Node<M, E>) -> (Option<f32>, Option<f32>),
) -> Vec<RootMove<M>> {
    let guess = |id| {
        let node = tree.node(id);
        let (chance, work) = guesses(node);
        RootMove { mv: node.mv, chance, work }
    };
    tree.children(tree::ROOT).map(guess).collect()
}
