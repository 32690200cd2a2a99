//! Explicit game graphs, cycles included: the smallest games in which the past matters.
//!
//! A node belongs to the player who moves there; a node without edges is an end. The rule of
//! repetition is a field. Where a repetition is forbidden, a player whose every move is banned has
//! lost. Where a repetition ends the game, the game ends as the rule says, by the tally of the
//! cycle if the rule uses one: a move adds the tally of its node. A transposition table that
//! forgets how a node was reached gives wrong verdicts on such graphs. Therefore every search is
//! tested on many of them.

use andor_core::{Game, Key, Margin, NoZone, Outcome, Player, Repetition, Trace};

/// A game graph.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    repetition: Repetition,
    /// By node, the amount that a move adds to the tally; 0 beyond the end of the list.
    tallies: Vec<i32>,
}

/// A node of a game graph.
#[derive(Clone, Debug)]
pub struct Node {
    /// The player to move.
    pub player: Player,
    /// The nodes that the moves lead to; no node twice.
    pub edges: Vec<usize>,
    /// How the game ends here, if there are no edges.
    pub outcome: Outcome,
}

impl Graph {
    /// A graph whose play starts in node 0. With [`Repetition::Impossible`] it must have no cycles.
    pub fn new(nodes: Vec<Node>, repetition: Repetition) -> Graph {
        Graph { nodes, repetition, tallies: Vec::new() }
    }

    /// With the amounts that moves from each node add to the tally.
    pub fn with_tallies(mut self, tallies: Vec<i32>) -> Graph {
        self.tallies = tallies;
        self
    }

    /// A random graph with this many nodes, players and outcomes mixed, most nodes with two or
    /// three edges.
    pub fn random(nodes: usize, repetition: Repetition, rng: &mut fastrand::Rng) -> Graph {
        let player =
            |rng: &mut fastrand::Rng| if rng.bool() { Player::Black } else { Player::White };
        let nodes = (0..nodes).map(|node| {
            let mut edges: Vec<usize> = (0..nodes).filter(|&to| to != node).collect();
            rng.shuffle(&mut edges);
            edges.truncate(if node == 0 { 3 } else { [0, 1, 2, 2, 3][rng.usize(..5)] });
            let outcome = Outcome::Margin(Margin(rng.i16(-1..=1)));
            Node { player: player(rng), edges, outcome }
        });
        Graph::new(nodes.collect(), repetition)
    }
}

impl Game for Graph {
    type Position = usize;
    type Move = usize;
    type Undo = usize;
    type Zone = NoZone;

    fn start(&self) -> usize {
        0
    }

    fn to_move(&self, &pos: &usize) -> Player {
        self.nodes[pos].player
    }

    fn outcome(&self, &pos: &usize) -> Option<Outcome> {
        let node = &self.nodes[pos];
        node.edges.is_empty().then_some(node.outcome)
    }

    fn moves(&self, &pos: &usize, out: &mut Vec<usize>) {
        out.extend_from_slice(&self.nodes[pos].edges);
    }

    fn play(&self, pos: &mut usize, mv: usize) -> usize {
        std::mem::replace(pos, mv)
    }

    fn undo(&self, pos: &mut usize, undo: usize) {
        *pos = undo;
    }

    fn key(&self, &pos: &usize) -> Key {
        Key(pos as u128 + 1)
    }

    fn repetition(&self) -> Repetition {
        self.repetition
    }

    fn tally(&self, &pos: &usize, _: usize) -> i32 {
        self.tallies.get(pos).copied().unwrap_or(0)
    }

    fn census(&self, &pos: &usize) -> Option<u32> {
        Some(pos as u32)
    }

    fn trace(&self, pos: &usize) -> Trace {
        Trace::Unique(self.key(pos))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::laws;

    #[test]
    fn laws_hold() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..50 {
            laws::rules(&Graph::random(8, Repetition::Forbidden, &mut rng), 3, 1);
        }
    }
}
