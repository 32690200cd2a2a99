//! The options of expected work search.

use andor_core::Verdict;

/// How children are ordered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// By expected work, with win rates: the search itself.
    ExpectedWork,
    /// By work alone: win rates count as 0 and the minimum stands for the weighted sum, which is
    /// proof-number search with other first numbers (the paper's EWS-WR).
    Work,
    /// By win rate alone, with the UCT formula and this much exploration, which is Monte Carlo tree
    /// search with a solver (the paper's EWS-PS).
    WinRate {
        /// The factor of the exploration term.
        exploration: f32,
    },
}

/// How the chance of a node follows from the nodes below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backup {
    /// The chance of the best child.
    Best,
    /// The average of all playouts below, as in the paper.
    Mean,
}

/// The guesses by which new children are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookAhead {
    /// Guesses about the moves of the expanded position, in one batch.
    Moves,
    /// Guesses about the replies to each of its moves, a batch for each child.
    Replies,
}

/// The options of expected work search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// How children are ordered.
    pub order: Order,
    /// How chances are backed up.
    pub backup: Backup,
    /// The share that a node's first guess keeps in its chance, with [`Backup::Best`].
    pub prior: f32,
    /// The guesses by which new children are judged.
    pub look_ahead: LookAhead,
    /// The share of the open children that count beside the first one, in the order of their
    /// chances. The others wait until a child that counts is refuted (focused widening).
    pub share: f32,
    /// Do the children of a node share most of the work below them, because one refutation answers
    /// many moves? Then the works of children are not added up: if lost, the largest counts and one
    /// node for each other child; if won, the work of the first child.
    pub shared: bool,
    /// Does the search leave a node as soon as any node above falls behind its threshold? If not,
    /// it stays below a node until that node itself falls behind.
    pub watchful: bool,
    /// The search stays below a child until the child falls behind the next one by a factor of 1 +
    /// this.
    pub epsilon: f32,
    /// The tree is thrown away and begun anew after so many nodes, then after half as many nodes
    /// again, and so on; the memory keeps the solutions.
    pub restart: Option<u64>,
    /// The expected verdict, if one is conjectured; then each node keeps one expected work only.
    pub conjecture: Option<Verdict>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            order: Order::ExpectedWork,
            backup: Backup::Best,
            prior: 0.2,
            look_ahead: LookAhead::Moves,
            share: 1.0,
            shared: false,
            watchful: false,
            epsilon: 0.0,
            restart: None,
            conjecture: None,
        }
    }
}

impl Options {
    /// How many of so many open children count.
    pub(super) fn width(&self, open: usize) -> usize {
        (1 + (self.share * open as f32).ceil() as usize).min(open)
    }
}
