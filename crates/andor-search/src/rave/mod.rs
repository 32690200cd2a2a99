//! Monte Carlo tree search for a move to play, with rapid action value estimation (Gelly and Silver
//! 2007: RAVE; Brügmann 1993: all moves as first; Winands, Björnsson and Saito 2008: proven
//! values).
//!
//! A step goes down from the root to a leaf, plays a game from the leaf to its end ([`Rollouts`]),
//! and adds the result to the nodes on the way. The player to move chooses the child with the
//! largest bound
//!
//! ```text
//! (1 − w) · q + w · r + c · √(ln N / (n + 1))        w = m / (m + n + m · n / k)
//! ```
//!
//! where `q` is the share of games won through the child, `n` their number with the games of the
//! prior, `r` the share of games won in which the player made the child's move now or later, `m`
//! the number of those games, `N` the games through the node.
//!
//! * **Proven values.** The end of a game and knowledge prove a node. A child that the player to
//!   move wins proves the node; a lost child is not chosen again. A node of which moves were left
//!   out is never proven to be lost. No guess proves anything.
//! * **The tree is kept** from move to move: the node of the present position becomes the root.
//!   When the memory is full leaves stay leaves.
//! * **Threads** share one tree behind a lock and play their games outside it. A game in progress
//!   counts as lost for all who chose its moves, so that the threads go different ways.
//! * **Where the past matters** each node belongs to one line of play.
//!
//! Difference from [`mcts`](crate::mcts): this search answers no claim. It counts wins and draws of
//! both players, takes games of many moves from its plug, and always has a move.

mod run;
mod tree;

use crate::budget::Budget;
use andor_core::{Claim, Game, Oracle, Prior, Rollouts};
use tree::{NOWHERE, Node, NodeId, ROOT, Tree};

/// The options of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The factor of the exploration term, `c`.
    pub exploration: f32,
    /// The games through a child and the games with its move that weigh the same, `k`.
    pub equivalence: f32,
    /// The visits after which a leaf gets its children.
    pub patience: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options { exploration: 0.0, equivalence: 3500.0, patience: 8 }
    }
}

/// When thinking ends, unless the position is solved before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// When the budget is spent, or no other move can have more games than the first one then.
    Decided,
    /// When the budget is spent.
    Spent,
}

/// A position with its past, and what is asked about it.
pub struct Inquiry<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position in which the game began.
    pub root: &'a G::Position,
    /// The moves since then; the game is not over after them.
    pub played: &'a [G::Move],
    /// The claims that Black wins and that White wins.
    pub claims: [Claim; 2],
    /// When thinking ends.
    pub until: Until,
}

/// What the search knows about a position.
#[derive(Clone, Debug)]
pub struct RatedMoves<M> {
    /// The chance of the player to move, if it is proven.
    pub proven: Option<f32>,
    /// The moves, the best first.
    pub moves: Vec<RatedMove<M>>,
}

/// What the search knows about a move.
#[derive(Clone, Debug)]
pub struct RatedMove<M> {
    /// The move.
    pub mv: M,
    /// The games that began with it.
    pub visits: u32,
    /// The chance that the player of the move wins, where a draw is half a win.
    pub chance: f32,
    /// Is the chance proven?
    pub is_proven: bool,
    /// How the game may go on, the move itself first.
    pub pv: Vec<M>,
}

/// The search with its tree.
pub struct Rave<G: Game, R> {
    rollouts: R,
    options: Options,
    seed: u64,
    kept: Option<KeptTree<G>>,
}

/// A tree, and the line to its root.
struct KeptTree<G: Game> {
    root: G::Position,
    played: Vec<G::Move>,
    claims: [Claim; 2],
    tree: Tree<G::Move>,
}

impl<G: Game, R: Rollouts<G>> Rave<G, R> {
    /// A search without a tree.
    pub fn new(rollouts: R, options: Options, seed: u64) -> Rave<G, R> {
        Rave { rollouts, options, seed, kept: None }
    }

    /// Thinks about a position, and tells now and then what it has found after so many games. A
    /// node of the budget is a game. The knowledge is asked whether Black wins; it must not have
    /// settled the position or an earlier one, and must be empty in a game that can be drawn.
    pub fn think(
        &mut self,
        inquiry: &Inquiry<'_, G>,
        knowledge: &(dyn Oracle<G> + Sync),
        threads: usize,
        budget: &Budget,
        hear: &mut dyn FnMut(&RatedMoves<G::Move>, u64),
    ) -> RatedMoves<G::Move> {
        let Inquiry { root, played, claims, .. } = *inquiry;
        let tree = self.kept.take().and_then(|kept| {
            let fits = kept.root == *root && kept.claims == claims;
            let moves = played.strip_prefix(&kept.played[..]).filter(|_| fits)?;
            kept.tree.descend(moves)
        });
        let tree = run::grow(self, inquiry, knowledge, threads, budget, tree, hear);
        let found = found(&tree);
        let (root, played) = (root.clone(), played.to_vec());
        self.kept = Some(KeptTree { root, played, claims, tree });
        found
    }
}

/// What the tree says about its root.
fn found<M: Copy + PartialEq>(tree: &Tree<M>) -> RatedMoves<M> {
    let told = |&id: &NodeId| {
        let node = tree.node(id);
        RatedMove {
            mv: node.mv,
            visits: node.visits,
            chance: node.chance(),
            is_proven: node.proven.is_some(),
            pv: line(tree, id),
        }
    };
    let (root, ranked) = (tree.node(ROOT), tree.ranked(ROOT));
    let mover = ranked.first().map(|&best| tree.node(best).player);
    let proven = root.proven.zip(mover).map(|(chance, mover)| root.chance_of(mover, chance));
    RatedMoves { proven, moves: ranked.iter().map(told).collect() }
}

/// The best line from a node on, as far as there were games.
fn line<M: Copy + PartialEq>(tree: &Tree<M>, id: NodeId) -> Vec<M> {
    let next = |&id: &NodeId| {
        let best = tree.ranked(id).first().copied()?;
        (tree.node(best).visits > 0).then_some(best)
    };
    std::iter::successors(Some(id), next).map(|id| tree.node(id).mv).collect()
}

/// The chance of Black when a game ends with this outcome: a draw is half a win.
fn judge(claims: [Claim; 2], outcome: andor_core::Outcome) -> f32 {
    let wins = claims.map(|claim| claim.judge(outcome) == andor_core::Verdict::Proven);
    match wins {
        [true, _] => 1.0,
        [_, true] => 0.0,
        _ => 0.5,
    }
}

/// The prior of the root, which nobody chooses.
const NO_PRIOR: Prior = Prior { games: 0.0, chance: 0.5 };
