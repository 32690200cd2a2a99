//! The tree of RAVE: statistics, choice of a child, back-up.

use andor_core::{Player, Prior};

/// The index of a node.
pub(super) type NodeId = usize;

/// The number of the root.
pub(super) const ROOT: NodeId = 0;

/// A tree with so many nodes does not grow, so that nodes have numbers of 32 bits.
const MOST_NODES: usize = u32::MAX as usize - u16::MAX as usize;

/// A move without a place.
pub(super) const NOWHERE: u16 = u16::MAX;

/// A node. All chances are those of the player who moved here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// The move that leads here, and its player.
    pub(super) mv: M,
    pub(super) player: Player,
    /// The place of the move, or [`NOWHERE`].
    pub(super) place: u16,
    /// Were moves left out when the node got its children?
    pub(super) is_partial: bool,
    count: u16,
    children: u32,
    /// Games through this node, those in progress included, and games won.
    pub(super) visits: u32,
    wins: f32,
    /// Games in which the player made the move here or later, and games won.
    late_games: f32,
    late_wins: f32,
    prior: Prior,
    /// The chance, if it is proven.
    pub(super) proven: Option<f32>,
}

impl<M> Node<M> {
    /// A leaf without visits.
    pub(super) fn leaf(mv: M, player: Player, place: u16, prior: Prior) -> Node<M> {
        Node {
            mv,
            player,
            place,
            is_partial: false,
            count: 0,
            children: 0,
            visits: 0,
            wins: 0.0,
            late_games: 0.0,
            late_wins: 0.0,
            prior,
            proven: None,
        }
    }

    pub(super) fn is_leaf(&self) -> bool {
        self.count == 0
    }

    /// The chance of a player, if this is a chance of the player who moved here.
    #[inline]
    pub(super) fn chance_of(&self, player: Player, chance: f32) -> f32 {
        if player == self.player { chance } else { 1.0 - chance }
    }

    /// The chance by the games through this node and the prior.
    pub(super) fn chance(&self) -> f32 {
        let games = self.visits as f32 + self.prior.games;
        let wins = self.wins + self.prior.games * self.prior.chance;
        self.proven.unwrap_or(if games > 0.0 { wins / games } else { 0.5 })
    }

    /// The chance by the games through this node, the prior, and the games with the move later on.
    /// The weight of the later games falls when games go through the node.
    #[inline]
    fn mixed(&self, equivalence: f32) -> f32 {
        let (games, late) = (self.visits as f32 + self.prior.games, self.late_games);
        if late == 0.0 {
            return self.chance();
        }
        let weight = late / (late + games + late * games / equivalence);
        weight * self.late_wins / late + (1.0 - weight) * self.chance()
    }
}

/// The nodes; the children of a node lie side by side.
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
}

impl<M: Copy + PartialEq> Tree<M> {
    /// A tree of one node.
    pub(super) fn new(root: Node<M>) -> Tree<M> {
        Tree { nodes: vec![root] }
    }

    /// Is there room for the children of another node within so many bytes?
    pub(super) fn has_room(&self, bytes: usize) -> bool {
        self.nodes.len() < (bytes / size_of::<Node<M>>()).min(MOST_NODES)
    }

    #[inline]
    pub(super) fn node(&self, id: NodeId) -> &Node<M> {
        &self.nodes[id]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node<M> {
        &mut self.nodes[id]
    }

    /// The children of a node.
    #[inline]
    pub(super) fn children(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let node = &self.nodes[id];
        let first = node.children as NodeId;
        first..first + NodeId::from(node.count)
    }

    /// Gives a leaf its children.
    pub(super) fn grow(&mut self, id: NodeId, children: &[Node<M>]) {
        let first = self.nodes.len() as u32;
        let node = &mut self.nodes[id];
        (node.children, node.count) = (first, children.len() as u16);
        self.nodes.extend_from_slice(children);
    }

    /// Makes the node at the end of these moves the root; nothing if there is no such node.
    pub(super) fn descend(self, moves: &[M]) -> Option<Tree<M>> {
        let child = |id, mv: &M| self.children(id).find(|&child| self.node(child).mv == *mv);
        let root = moves.iter().try_fold(ROOT, child)?;
        if root == ROOT {
            return Some(self);
        }
        let mut nodes = vec![self.nodes[root]];
        let mut next = 0;
        while next < nodes.len() {
            let Node { children, count, .. } = nodes[next];
            nodes[next].children = nodes.len() as u32;
            let old = children as usize..children as usize + usize::from(count);
            nodes.extend_from_slice(&self.nodes[old]);
            next += 1;
        }
        Some(Tree { nodes })
    }

    /// The child that the player to move tries next. A proven child is left alone as long as there
    /// are others: no game tells more about it. Nothing if all children are lost.
    #[inline]
    pub(super) fn choose(&self, id: NodeId, equivalence: f32, exploration: f32) -> Option<NodeId> {
        let total = (self.nodes[id].visits.max(1) as f32).ln();
        let (mut best, mut drawn) = ((f32::NEG_INFINITY, None), None);
        for child in self.children(id) {
            let node = &self.nodes[child];
            match node.proven {
                Some(chance) if chance > 0.0 => drawn = Some(child),
                Some(_) => {}
                None => {
                    let doubt = (total / (node.visits as f32 + 1.0)).sqrt();
                    let bound = node.mixed(equivalence) + exploration * doubt;
                    if bound > best.0 {
                        best = (bound, Some(child));
                    }
                }
            }
        }
        best.1.or(drawn)
    }

    /// Adds a finished game with this chance of Black to a node that it went through.
    #[inline]
    pub(super) fn add(&mut self, id: NodeId, black: f32) {
        let node = &mut self.nodes[id];
        node.wins += node.chance_of(Player::Black, black);
    }

    /// Proves a node with this chance of Black.
    pub(super) fn settle(&mut self, id: NodeId, black: f32) {
        let node = &mut self.nodes[id];
        node.proven = Some(node.chance_of(Player::Black, black));
    }

    /// Adds a finished game to the children of a node whose move was made in it, here or later, by
    /// their player before the opponent played there.
    #[inline]
    pub(super) fn add_late(&mut self, id: NodeId, black: f32, firsts: &[Option<Player>]) {
        let children = self.children(id);
        for node in &mut self.nodes[children] {
            if node.place != NOWHERE && firsts[usize::from(node.place)] == Some(node.player) {
                node.late_games += 1.0;
                node.late_wins += node.chance_of(Player::Black, black);
            }
        }
    }

    /// Proves a node whose children decide it: a child is won for the player to move, or all
    /// children are proven and no move was left out. Says if the node is proven.
    pub(super) fn prove(&mut self, id: NodeId) -> bool {
        let (mut best, mut is_whole) = (0.0_f32, !self.nodes[id].is_partial);
        let mut mover = None;
        for child in &self.nodes[self.children(id)] {
            mover = Some(child.player);
            match child.proven {
                Some(chance) => best = best.max(chance),
                None => is_whole = false,
            }
        }
        if let Some(mover) = mover
            && (is_whole || best >= 1.0)
        {
            let node = &mut self.nodes[id];
            node.proven = Some(node.chance_of(mover, best));
        }
        self.nodes[id].proven.is_some()
    }

    /// The children of a node, the best first: those proven to win, then by games; those proven to
    /// lose last. A proven draw comes before moves that look worse.
    pub(super) fn ranked(&self, id: NodeId) -> Vec<NodeId> {
        let mut children: Vec<NodeId> = self.children(id).collect();
        let open = self.nodes[self.children(id)].iter().filter(|node| node.proven.is_none());
        let is_bad = open.max_by_key(|node| node.visits).is_none_or(|node| node.chance() < 0.5);
        let rank = |&child: &NodeId| {
            let node = &self.nodes[child];
            let class = match node.proven {
                Some(chance) if chance >= 1.0 => 3_u8,
                Some(chance) if chance <= 0.0 => 0,
                Some(_) if is_bad => 2,
                _ => 1,
            };
            std::cmp::Reverse((class, node.visits))
        };
        children.sort_by_key(rank);
        children
    }
}
