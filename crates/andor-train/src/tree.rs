//! The tree of one move: an AND/OR tree with mean costs, without transpositions.
//!
//! Every node knows two costs, one for each player: what it takes to show that this player gets
//! what they want. The value of a node is White's cost minus Black's, so that Black wants it high
//! and White low. On the way up a position with *b* moves adds log *b* to the cost of the player
//! who is not to move, because that player must answer each of the *b* moves. Values are scaled to
//! −1..1 by the least and the greatest value of the tree, and PUCT chooses moves. Settled children
//! are skipped, and what is settled goes up by the rules of AND/OR trees.
//!
//! The moves of a node that were tried come first. So the next move is one of these, or the move
//! with the highest chance of the rest: only the chances of the rest are looked at.

use crate::forced::ForcedMoves;
use crate::settings::{Branching, TrainSettings};
use andor_core::{Planes, Player};
use andor_net::{Cost, Target};
use andor_search::Line;

/// The factor of the chance in PUCT.
const EXPLORATION: f32 = 1.5;

/// A move that was not tried is worth this much less than its node, in −1..1.
const UNTRIED: f32 = 0.1;

/// The winner of what is not settled.
const OPEN: u8 = 2;

/// How costs are counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    /// The infinite cost: the last bin.
    pub(crate) infinite: f32,
    branching: Branching,
    target: Target,
    /// The logarithm of all moves of the board.
    most: f32,
}

impl Scale {
    pub(crate) fn new(settings: &TrainSettings, moves: usize, bins: usize) -> Scale {
        let (branching, target) = (settings.branching, settings.target);
        Scale { infinite: (bins - 1) as f32, branching, target, most: (moves as f32).log10() }
    }

    /// What a choice between so many moves adds to the cost of the other player.
    pub(crate) fn factor(&self, moves: usize) -> f32 {
        match (self.target, self.branching) {
            (Target::Outcome, _) => 0.0,
            (Target::Costs, Branching::Legal) => (moves as f32).log10(),
            (Target::Costs, Branching::Most) => self.most,
        }
    }

    /// The number that the tree takes for what a head says.
    fn cost(&self, cost: Cost) -> f32 {
        match self.target {
            Target::Costs => cost.mean,
            Target::Outcome => cost.infinite * self.infinite,
        }
    }

    /// The least range of values: a fiftieth of all costs.
    fn least_range(&self) -> f32 {
        self.infinite / 50.0
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The chance of the move.
    pub(crate) prior: f32,
    /// The sum of the values of all visits.
    sum: f32,
    pub(crate) visits: u32,
    /// The node, 0 if there is none yet.
    node: u32,
    /// The number of the move.
    pub(crate) number: u16,
    winner: u8,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    first: u32,
    count: u16,
    /// Edges that are not settled.
    open: u16,
    /// Edges that [`Tree::pick`] has chosen; these come first.
    tried: u16,
    /// The forced moves between the edge and the node.
    leads: u16,
    lead: u32,
    visits: u32,
    mover: u8,
    winner: u8,
    /// What the choice adds to the cost of the other player.
    factor: f32,
    /// White's cost minus Black's, as the network says.
    value: f32,
}

/// What a descent found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    /// A position with a choice: to be evaluated, then [`Tree::expand`].
    Choice,
    /// A settled position; the tree knows it already.
    Settled,
}

#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    leads: Vec<u16>,
    /// Nodes and edges from the root to the last leaf.
    path: Vec<(u32, u32)>,
    /// The forced moves before the last leaf begin here.
    lead: usize,
    least: f32,
    most: f32,
    scale: Scale,
    /// The logits of the last position that was expanded, and room for its chances.
    logits: Vec<f32>,
    chances: Vec<f32>,
}

impl Tree {
    pub(crate) fn new(scale: Scale) -> Tree {
        Tree {
            nodes: Vec::new(),
            edges: Vec::new(),
            leads: Vec::new(),
            path: Vec::new(),
            lead: 0,
            least: f32::MAX,
            most: f32::MIN,
            scale,
            logits: Vec::new(),
            chances: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.leads.clear();
        self.path.clear();
        self.lead = 0;
        (self.least, self.most) = (f32::MAX, f32::MIN);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Has the tree a root and nothing else?
    pub(crate) fn is_root(&self) -> bool {
        self.nodes.len() == 1
    }

    /// The winner of the root, if it is settled.
    pub(crate) fn winner(&self) -> Option<Player> {
        player(self.nodes[0].winner)
    }

    /// The edges of the root.
    pub(crate) fn root(&self) -> &[Edge] {
        &self.edges[..usize::from(self.nodes[0].count)]
    }

    pub(crate) fn root_mut(&mut self) -> &mut [Edge] {
        &mut self.edges[..usize::from(self.nodes[0].count)]
    }

    /// The winner after a move of the root, if it is settled.
    pub(crate) fn winner_after(&self, edge: usize) -> Option<Player> {
        player(self.edges[edge].winner)
    }

    /// The logits of the last position that was expanded, in the order of its moves.
    pub(crate) fn logits(&self) -> &[f32] {
        &self.logits
    }

    /// The value of the root for the player to move, −1 to 1, as the network says.
    pub(crate) fn root_value(&self) -> f32 {
        let (slope, offset) = self.scaling(self.nodes[0].mover);
        self.nodes[0].value * slope + offset
    }

    /// The mean value of a move of the root for the player to move, −1 to 1, if it was visited. The
    /// value of a settled move is 1 or −1.
    pub(crate) fn mean(&self, edge: usize) -> Option<f32> {
        let (edge, mover) = (&self.edges[edge], self.nodes[0].mover);
        if edge.winner != OPEN {
            return Some(if edge.winner == mover { 1.0 } else { -1.0 });
        }
        let (slope, offset) = self.scaling(mover);
        (edge.visits > 0).then(|| edge.sum / edge.visits as f32 * slope + offset)
    }

    /// Turns values into those of a player, −1 to 1: a slope and an offset.
    fn scaling(&self, mover: u8) -> (f32, f32) {
        let slope = 2.0 / (self.most - self.least).max(self.scale.least_range());
        match mover {
            0 => (slope, -self.least * slope - 1.0),
            _ => (-slope, self.most * slope - 1.0),
        }
    }

    /// The edge to go down by PUCT.
    fn pick(&mut self, index: usize) -> usize {
        let node = self.nodes[index];
        let (slope, offset) = self.scaling(node.mover);
        let weight = EXPLORATION * ((node.visits + 1) as f32).sqrt();
        let (first, tried) = (node.first as usize, node.first as usize + usize::from(node.tried));
        let end = first + usize::from(node.count);
        let (mut best, mut most) = (usize::MAX, f32::MIN);
        for (place, edge) in self.edges[first..tried].iter().enumerate() {
            if edge.winner == node.mover ^ 1 {
                continue;
            }
            // A settled child that is good for the mover settles the node, so here the child is
            // open.
            let visits = edge.visits as f32;
            let score = edge.sum / visits * slope + offset + weight * edge.prior / (1.0 + visits);
            if score > most {
                (best, most) = (first + place, score);
            }
        }
        let (mut untried, mut prior) = (usize::MAX, -1.0);
        for (place, edge) in self.edges[tried..end].iter().enumerate() {
            if edge.prior > prior {
                (untried, prior) = (tried + place, edge.prior);
            }
        }
        let first_value = node.value * slope + offset - UNTRIED;
        if untried != usize::MAX && (best == usize::MAX || first_value + weight * prior > most) {
            self.edges.swap(tried, untried);
            self.nodes[index].tried += 1;
            best = tried;
        }
        debug_assert_ne!(best, usize::MAX, "a node that is not settled has a move to try");
        best
    }

    /// Goes down from the root, at which the line ends, to a leaf; first by the given edge if there
    /// is one. A settled leaf is backed up at once; of a leaf with a choice the moves are in
    /// `moves`.
    pub(crate) fn descend<G: Planes>(
        &mut self,
        forced: &ForcedMoves<'_, G>,
        first: Option<usize>,
        line: &mut Line<'_, G>,
        moves: &mut Vec<G::Move>,
    ) -> Leaf {
        let game = line.game();
        self.path.clear();
        let (mut node, mut given) = (0, first);
        loop {
            let edge = given.take().unwrap_or_else(|| self.pick(node));
            self.path.push((node as u32, edge as u32));
            let Edge { number, node: next, .. } = self.edges[edge];
            line.play(game.indexed_move(usize::from(number)));
            if next == 0 {
                break;
            }
            node = next as usize;
            let Node { lead, leads, .. } = self.nodes[node];
            for &number in &self.leads[lead as usize..][..usize::from(leads)] {
                line.play(game.indexed_move(usize::from(number)));
            }
        }
        self.lead = self.leads.len();
        match forced.play(line, &mut self.leads, moves) {
            None => Leaf::Choice,
            Some(winner) => {
                self.leads.truncate(self.lead);
                let infinite = self.scale.infinite;
                let costs = Player::both(|p| if p == winner { 0.0 } else { infinite });
                self.back_up(costs);
                self.settle(winner);
                Leaf::Settled
            }
        }
    }

    /// Makes a node of the last leaf, or the root of an empty tree: the player to move, the numbers
    /// of the moves, the logits of all moves, and the costs from the side of the player to move.
    pub(crate) fn expand(
        &mut self,
        mover: Player,
        numbers: impl ExactSizeIterator<Item = u16>,
        policy: &[f32],
        costs: [Cost; 2],
    ) {
        let first = self.edges.len();
        let count = numbers.len();
        let numbers = numbers.map(|number| (number, policy[usize::from(number)]));
        self.logits.clear();
        let winner = OPEN;
        self.edges.extend(numbers.map(|(number, logit)| {
            self.logits.push(logit);
            Edge { prior: 0.0, sum: 0.0, visits: 0, node: 0, number, winner }
        }));
        let most = self.logits.iter().copied().fold(f32::MIN, f32::max);
        self.chances.clear();
        self.chances.extend(self.logits.iter().map(|logit| exp(logit - most)));
        let share = 1.0 / self.chances.iter().sum::<f32>();
        for (edge, chance) in self.edges[first..].iter_mut().zip(&self.chances) {
            edge.prior = chance * share;
        }
        let mut costs = costs.map(|cost| self.scale.cost(cost));
        if mover == Player::White {
            costs.swap(0, 1);
        }
        let value = costs[1] - costs[0];
        let id = self.nodes.len();
        self.nodes.push(Node {
            first: first as u32,
            count: count as u16,
            open: count as u16,
            tried: 0,
            leads: (self.leads.len() - self.lead) as u16,
            lead: self.lead as u32,
            visits: 0,
            mover: mover as u8,
            winner: OPEN,
            factor: self.scale.factor(count),
            value,
        });
        self.see(value);
        if let Some(&(_, edge)) = self.path.last() {
            self.edges[edge as usize].node = id as u32;
            self.back_up(costs);
        }
    }

    fn see(&mut self, value: f32) {
        self.least = self.least.min(value);
        self.most = self.most.max(value);
    }

    /// Adds the costs of the last leaf, Black's and White's, to all edges of its line.
    fn back_up(&mut self, mut costs: [f32; 2]) {
        for place in (0..self.path.len()).rev() {
            let (node, edge) = self.path[place];
            let value = costs[1] - costs[0];
            self.see(value);
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.sum += value;
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            let other = &mut costs[usize::from(node.mover ^ 1)];
            *other = (*other + node.factor).min(self.scale.infinite);
        }
    }

    /// The last edge of the line is settled; so may be the nodes above.
    fn settle(&mut self, winner: Player) {
        let winner = winner as u8;
        for &(node, edge) in self.path.iter().rev() {
            let edge = &mut self.edges[edge as usize];
            debug_assert_eq!(edge.winner, OPEN, "a settled edge is not gone down");
            edge.winner = winner;
            let node = &mut self.nodes[node as usize];
            node.open -= 1;
            if winner != node.mover && node.open > 0 {
                return;
            }
            node.winner = winner;
        }
    }
}

fn player(winner: u8) -> Option<Player> {
    Player::BOTH.get(usize::from(winner)).copied()
}

/// The exponential function for arguments that are not positive, with an error below 1e-4 of the
/// value; quick.
#[inline]
pub(crate) fn exp(x: f32) -> f32 {
    /// Added, it rounds to a whole number, which then stands in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    let power = x.max(-80.0) * std::f32::consts::LOG2_E;
    let shifted = power + ROUND;
    let part = (power - (shifted - ROUND)) * std::f32::consts::LN_2;
    let fraction = 1.0 + part * (1.0 + part * (0.5 + part * (0.166_67 + part * 0.041_67)));
    let exponent = shifted.to_bits().wrapping_sub(ROUND.to_bits()) << 23;
    f32::from_bits(fraction.to_bits().wrapping_add(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_exponential_is_near() {
        for step in 0..=4000 {
            let x = -step as f32 / 50.0;
            let (found, expected) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((found / expected - 1.0).abs() < 1e-4, "{x}: {found}, not {expected}");
        }
        assert!(exp(-1e30) < 1e-30 && exp(f32::MIN) >= 0.0);
    }

    fn scale(settings: &TrainSettings) -> Scale {
        Scale::new(settings, 100, 11)
    }

    fn edges(tree: &Tree) -> Vec<(u16, u32)> {
        tree.root().iter().map(|edge| (edge.number, edge.visits)).collect()
    }

    fn cost(mean: f32) -> Cost {
        Cost { mean, infinite: 0.5 }
    }

    /// Puts a leaf below an edge of the root.
    fn leaf(tree: &mut Tree, edge: u32, mover: Player, moves: u16, costs: [f32; 2]) {
        tree.path = vec![(0, edge)];
        tree.expand(mover, 0..moves, &[0.0; 100], costs.map(cost));
    }

    #[test]
    fn costs_go_up_with_the_logarithm_of_the_choices() {
        let settings = TrainSettings::default();
        let mut tree = Tree::new(scale(&settings));
        tree.expand(Player::Black, 0..10, &[0.0; 100], [cost(2.0), cost(3.0)]);
        // Heads speak for the player to move: the root's value is White's cost minus Black's.
        assert_eq!(tree.nodes[0].value, 1.0);
        leaf(&mut tree, 4, Player::White, 100, [1.5, 4.0]);
        assert_eq!((tree.edges[4].sum, tree.edges[4].visits), (1.5 - 4.0, 1));
        // Below the leaf: the leaf's choice of 100 moves adds 2 to Black's cost.
        let below = tree.nodes[1].first;
        tree.path = vec![(0, 4), (1, below)];
        tree.expand(Player::Black, 0..2, &[0.0; 100], [cost(1.0), cost(5.0)]);
        assert_eq!(tree.edges[below as usize].sum, 4.0);
        assert_eq!((tree.edges[4].sum, tree.edges[4].visits), (-2.5 + (5.0 - 3.0), 2));
        // No cost is more than infinite.
        tree.path = vec![(0, 4), (1, below + 1)];
        tree.expand(Player::Black, 0..2, &[0.0; 100], [cost(9.5), cost(0.0)]);
        assert_eq!(tree.edges[4].sum, -0.5 - 10.0);
        assert_eq!((tree.least, tree.most), (-10.0, 4.0));
        let mean = tree.mean(4).expect("visited");
        assert!((mean - ((-10.5 / 3.0 + 10.0) / 14.0 * 2.0 - 1.0)).abs() < 1e-6, "{mean}");
        let most = TrainSettings { branching: Branching::Most, ..settings.clone() };
        assert_eq!((scale(&most).factor(10), scale(&settings).factor(10)), (2.0, 1.0));
        let outcome = TrainSettings { target: Target::Outcome, ..settings };
        assert_eq!((scale(&outcome).factor(10), scale(&outcome).cost(cost(3.0))), (0.0, 5.0));
    }

    #[test]
    fn puct_takes_the_best_sum_of_value_and_chance() {
        let settings = TrainSettings::default();
        let mut tree = Tree::new(scale(&settings));
        let mut policy = [0.0; 100];
        policy[2] = 2.0;
        policy[1] = 1.0;
        tree.expand(Player::Black, 0..4, &policy, [cost(5.0), cost(5.0)]);
        // First the most probable moves; the tried ones stand at the front.
        let place = tree.pick(0);
        assert_eq!((place, tree.edges[place].number), (0, 2));
        leaf(&mut tree, 0, Player::White, 2, [0.0, 9.0]);
        assert!(tree.mean(0).expect("visited") < -0.9, "bad for Black");
        let place = tree.pick(0);
        assert_eq!((place, tree.edges[place].number), (1, 1));
        leaf(&mut tree, 1, Player::White, 2, [9.0, 0.0]);
        for _ in 0..5 {
            assert_eq!(tree.pick(0), 1, "good for Black");
            tree.path = vec![(0, 1)];
            tree.back_up([0.0, 9.0]);
        }
        assert_eq!(edges(&tree), [(2, 1), (1, 6), (0, 0), (3, 0)]);
        // A move that loses is not tried again, and the root is lost when all are.
        tree.path = vec![(0, 1)];
        tree.settle(Player::White);
        assert_eq!((tree.mean(1), tree.winner()), (Some(-1.0), None));
        for _ in 0..3 {
            let place = tree.pick(0);
            assert_ne!(place, 1);
            tree.path = vec![(0, place as u32)];
            tree.back_up([9.0, 0.0]);
            tree.settle(Player::White);
        }
        assert_eq!(tree.winner(), Some(Player::White));
        // A move that wins settles its node at once.
        tree.clear();
        tree.expand(Player::Black, 0..4, &policy, [cost(5.0), cost(5.0)]);
        tree.path = vec![(0, 3)];
        tree.settle(Player::Black);
        assert_eq!((tree.winner(), tree.mean(3)), (Some(Player::Black), Some(1.0)));
    }
}
