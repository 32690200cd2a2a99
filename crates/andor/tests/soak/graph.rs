//! Brute force where the past does not matter and positions may come back: the graph of all
//! positions.
//!
//! The attacker wins the least set of positions that is closed under the rules: a game that goes
//! round for ever is no win. Where the graph is too large a part of it is made, nearest positions
//! first. What lies beyond is counted once as lost and once as won; a result that is the same both
//! times is right.

use crate::truth::Truth;
use andor_checker::Player;
use andor_checker::rules::Outcome;
use std::collections::HashMap;
use std::hash::Hash;

/// The rules, of a game or of several games with the same positions.
pub trait World {
    /// A position.
    type State: Clone;
    /// The identity of a position.
    type Key: Eq + Hash;

    fn key(&self, state: &Self::State) -> Self::Key;
    fn to_move(&self, state: &Self::State) -> Player;
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
    fn children(&self, state: &Self::State) -> Vec<Self::State>;
    /// The position after a move as it is written, if the move is legal.
    fn after(&self, state: &Self::State, text: &str) -> Option<Self::State>;
}

/// A position of the graph.
struct Node {
    to_move: Player,
    outcome: Option<Outcome>,
    /// The positions after the moves, if they were made.
    children: Option<Vec<usize>>,
}

/// The graph of the positions after a root, as far as it was made.
pub struct Graph<W: World> {
    world: W,
    root: W::State,
    places: HashMap<W::Key, usize>,
    nodes: Vec<Node>,
    /// For each claim, whether it certainly holds and whether it may hold, in every position.
    values: HashMap<(Player, i64), [Vec<bool>; 2]>,
}

impl<W: World> Graph<W> {
    /// The graph of about so many positions at most.
    pub fn new(world: W, root: W::State, most: usize) -> Graph<W> {
        let (places, nodes, values) = (HashMap::new(), Vec::new(), HashMap::new());
        let mut graph = Graph { world, root: root.clone(), places, nodes, values };
        let mut states = vec![root];
        graph.add(&states[0]);
        let mut next = 0;
        while next < states.len() && states.len() < most {
            if graph.nodes[next].outcome.is_none() {
                let mut children = Vec::new();
                for child in graph.world.children(&states[next]) {
                    let place = graph.add(&child);
                    if place == states.len() {
                        states.push(child);
                    }
                    children.push(place);
                }
                // A position without a move counts as one beyond the graph.
                graph.nodes[next].children = Some(children).filter(|all| !all.is_empty());
            }
            next += 1;
        }
        graph
    }

    fn add(&mut self, state: &W::State) -> usize {
        let next = self.nodes.len();
        let place = *self.places.entry(self.world.key(state)).or_insert(next);
        if place == next {
            let (to_move, outcome) = (self.world.to_move(state), self.world.outcome(state));
            self.nodes.push(Node { to_move, outcome, children: None });
        }
        place
    }

    /// The positions in which the attacker can force so much, if the positions beyond the graph are
    /// `beyond`.
    fn won(&self, (attacker, at_least): (Player, i64), beyond: bool) -> Vec<bool> {
        let mut parents: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        let mut open = vec![0; self.nodes.len()];
        let mut won = vec![false; self.nodes.len()];
        let mut found = Vec::new();
        for (place, node) in self.nodes.iter().enumerate() {
            won[place] = match (&node.outcome, &node.children) {
                (Some(outcome), _) => outcome.fulfils(attacker, at_least),
                (None, Some(children)) => {
                    children.iter().for_each(|&child| parents[child].push(place));
                    open[place] = if node.to_move == attacker { 1 } else { children.len() };
                    false
                }
                (None, None) => beyond,
            };
            found.extend(won[place].then_some(place));
        }
        while let Some(place) = found.pop() {
            for &parent in &parents[place] {
                open[parent] = usize::saturating_sub(open[parent], 1);
                if open[parent] == 0 && !won[parent] {
                    won[parent] = true;
                    found.push(parent);
                }
            }
        }
        won
    }

    /// Whether a claim holds in the root or after a move there.
    fn value(&mut self, after: Option<&str>, claim: (Player, i64)) -> Result<Option<bool>, String> {
        let place = match after {
            None => 0,
            Some(text) => {
                let state = self.world.after(&self.root, text).ok_or("no legal move")?;
                match self.places.get(&self.world.key(&state)) {
                    Some(&place) => place,
                    None => return Ok(None),
                }
            }
        };
        if !self.values.contains_key(&claim) {
            let both = [self.won(claim, false), self.won(claim, true)];
            self.values.insert(claim, both);
        }
        let [certain, possible] = [0, 1].map(|which| self.values[&claim][which][place]);
        Ok((certain == possible).then_some(certain))
    }
}

impl<W: World> Truth for Graph<W> {
    fn holds(
        &mut self,
        after: Option<&str>,
        _game: usize,
        claim: (Player, i64),
    ) -> Result<Option<bool>, String> {
        self.value(after, claim)
    }
}

/// Several games with graphs of their own.
impl<W: World> Truth for Vec<Graph<W>> {
    fn holds(
        &mut self,
        after: Option<&str>,
        game: usize,
        claim: (Player, i64),
    ) -> Result<Option<bool>, String> {
        self[game].value(after, claim)
    }
}
