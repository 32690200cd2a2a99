//! The tree of a best-first search, in an arena.
//!
//! The children of a node lie side by side, and only unsolved children are kept. Every search has
//! its own estimate of a node. Blocks of children that are given up are reused by size. The
//! refutations of a node form a list. Nodes and refutations are indices into two vectors, so that
//! the memory use is known exactly. When the memory is used up the search prunes, and the freed
//! blocks are used again.

use crate::ranking::sort_by_rank;
use crate::save::{self, Saved};
use andor_core::Numbered;
use std::io::{self, Read, Write};

/// The index that stands for no block or no refutation.
const NONE: u32 = u32::MAX;

/// The number of the root.
pub(crate) const ROOT: NodeId = 0;

/// A node: the position after the node's move, and the estimate of the search about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<M, E> {
    /// The move that leads here.
    pub(crate) mv: M,
    /// The estimate.
    pub(crate) estimate: E,
    /// How often the search came through here.
    pub(crate) visits: u32,
    children: u32,
    refutations: u32,
    count: u16,
    /// How many children there were when the node was expanded.
    pub(crate) all: u16,
    /// Did the knowledge leave out moves when the node was expanded?
    pub(crate) pruned: bool,
}

impl<M, E> Node<M, E> {
    /// A leaf without visits.
    pub(crate) fn leaf(mv: M, estimate: E) -> Node<M, E> {
        let (children, refutations) = (NONE, NONE);
        Node { mv, estimate, visits: 0, children, refutations, count: 0, all: 0, pruned: false }
    }

    /// Has the node been expanded?
    #[inline]
    pub(crate) fn expanded(&self) -> bool {
        self.children != NONE
    }

    /// How many nodes the block of its children has room for.
    #[inline]
    fn room(&self) -> usize {
        usize::from(self.all).next_multiple_of(UNIT)
    }
}

/// The index of a node. Nodes move when children are sorted, so an index is valid until the next
/// sort.
pub(crate) type NodeId = usize;

/// The nodes and the refutations of a tree.
#[derive(Debug)]
pub(crate) struct Tree<M, E, R> {
    nodes: Vec<Node<M, E>>,
    refutations: Vec<(R, u32)>,
    /// Unused blocks, by room in units of [`UNIT`].
    free: Vec<Vec<u32>>,
    free_refutations: u32,
    limit: usize,
    live: usize,
    live_refutations: usize,
}

/// Blocks of children have room for a multiple of this.
const UNIT: usize = 4;

impl<M: Copy, E: Copy, R: Copy> Tree<M, E, R> {
    /// A tree of one node, number 0.
    pub(crate) fn new(root: Node<M, E>) -> Tree<M, E, R> {
        Tree {
            nodes: vec![root],
            refutations: Vec::new(),
            free: Vec::new(),
            free_refutations: NONE,
            limit: usize::MAX,
            live: 1,
            live_refutations: 0,
        }
    }

    /// Sets the largest number of bytes that the tree may take.
    pub(crate) fn limit(&mut self, bytes: usize) {
        self.limit = bytes;
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M, E>>()
            + self.refutations.capacity() * size_of::<(R, u32)>()
    }

    /// Bytes of the blocks that are part of the tree now.
    pub(crate) fn live_bytes(&self) -> usize {
        self.live * size_of::<Node<M, E>>() + self.live_refutations * size_of::<(R, u32)>()
    }

    /// Is there room for a node with so many children?
    pub(crate) fn has_room(&self, children: usize) -> bool {
        let units = children.div_ceil(UNIT);
        let refutations = 4 * children * size_of::<(R, u32)>();
        let growth = (self.nodes.len() / 8).max(1024) * size_of::<Node<M, E>>();
        self.free_block(units).is_some()
            || self.nodes.len() + units * UNIT <= self.nodes.capacity()
            || self.bytes() + growth + refutations <= self.limit
    }

    /// The smallest unused block with at least this room.
    fn free_block(&self, units: usize) -> Option<usize> {
        (units..self.free.len()).find(|&room| !self.free[room].is_empty())
    }

    /// A block of so many units: an unused one, cut to size, or a new one at the end.
    fn block(&mut self, units: usize, filler: Node<M, E>) -> usize {
        if let Some(room) = self.free_block(units)
            && let Some(start) = self.free[room].pop()
        {
            if room > units {
                self.free[room - units].push(start + (units * UNIT) as u32);
            }
            return start as usize;
        }
        let start = self.nodes.len();
        let end = start + units * UNIT;
        assert!(end < NONE as usize, "the tree has more nodes than it can number");
        if end > self.nodes.capacity() {
            self.nodes.reserve_exact((start / 8).max(1024).max(units * UNIT));
        }
        self.nodes.resize(end, filler);
        start
    }

    /// A node.
    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Node<M, E> {
        &self.nodes[id]
    }

    /// A node, to change.
    #[inline]
    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node<M, E> {
        &mut self.nodes[id]
    }

    /// The numbers of a node's children.
    #[inline]
    pub(crate) fn children(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let node = &self.nodes[id];
        if node.expanded() {
            let start = node.children as usize;
            start..start + node.count as usize
        } else {
            0..0
        }
    }

    /// A node's children, to change or reorder.
    #[inline]
    pub(crate) fn child_nodes_mut(&mut self, id: NodeId) -> &mut [Node<M, E>] {
        let range = self.children(id);
        &mut self.nodes[range]
    }

    /// Gives a leaf its children.
    pub(crate) fn expand(&mut self, id: NodeId, children: &[Node<M, E>]) {
        self.expand_with_room(id, children, children.len() as u16);
    }

    /// Gives a leaf its children, which were `all` when the node was expanded first.
    fn expand_with_room(&mut self, id: NodeId, children: &[Node<M, E>], all: u16) {
        debug_assert!(!self.nodes[id].expanded() && !children.is_empty());
        let units = usize::from(all).div_ceil(UNIT);
        if self.free.len() <= units {
            self.free.resize_with(units + 1, Vec::new);
        }
        let start = self.block(units, children[0]);
        self.nodes[start..start + children.len()].copy_from_slice(children);
        self.live += units * UNIT;
        let node = &mut self.nodes[id];
        node.children = start as u32;
        node.count = children.len() as u16;
        node.all = all;
    }

    /// The shares of the work below a node that are done: for a win of the player to move, and for
    /// a loss. A loss needs all moves to lose. A win needs one winning move, so the child with the
    /// largest share counts. Nodes with fewer visits than `least` are not looked into.
    pub(crate) fn done(&self, id: NodeId, least: u32) -> [f32; 2] {
        let node = &self.nodes[id];
        if !node.expanded() || node.visits < least {
            return [0.0; 2];
        }
        let (mut most, mut sum) = (0.0_f32, f32::from(node.all - node.count));
        for child in self.children(id) {
            let [won, lost] = self.done(child, least);
            most = most.max(lost);
            sum += won;
        }
        [most, sum / f32::from(node.all)]
    }

    /// Removes the children that `keep` refuses, with their subtrees; the other children keep their
    /// order.
    pub(crate) fn retain(&mut self, id: NodeId, mut keep: impl FnMut(&Node<M, E>) -> bool) {
        let range = self.children(id);
        let mut kept = range.start;
        for child in range.clone() {
            if keep(&self.nodes[child]) {
                self.nodes.swap(kept, child);
                kept += 1;
            }
        }
        for child in kept..range.end {
            self.collapse(child);
        }
        self.nodes[id].count = (kept - range.start) as u16;
    }

    /// Makes a node a leaf again: frees its subtree and keeps the node's estimates.
    pub(crate) fn collapse(&mut self, id: NodeId) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            open.extend(self.children(id));
            let node = &mut self.nodes[id];
            let (children, first, room) = (node.children, node.refutations, node.room());
            (node.children, node.refutations, node.count, node.all) = (NONE, NONE, 0, 0);
            if children != NONE {
                self.free[room / UNIT].push(children);
                self.live -= room;
            }
            let mut refutation = first;
            while refutation != NONE {
                let next = self.refutations[refutation as usize].1;
                self.refutations[refutation as usize].1 = self.free_refutations;
                self.free_refutations = refutation;
                self.live_refutations -= 1;
                refutation = next;
            }
        }
    }

    /// Makes leaves of the expanded nodes whose turn would come last, until half of the room is
    /// free. Indices of nodes are no longer valid after that. Says whether anything was freed.
    /// `cost` gives the cost of a node for the player who chooses among the children of the first
    /// node: how soon the turn of a node comes is the ratio of the least cost to its own cost,
    /// multiplied all the way down.
    pub(crate) fn prune(&mut self, cost: impl Fn(&Node<M, E>, &Node<M, E>) -> f32) -> bool {
        let mut expanded: Vec<(f32, NodeId)> = Vec::new();
        let mut open = vec![(ROOT, 1.0_f32)];
        while let Some((id, promise)) = open.pop() {
            let (children, parent) = (self.children(id), self.node(id));
            let costs = children.clone().map(|child| cost(parent, self.node(child)));
            let best = costs.fold(f32::INFINITY, f32::min).max(f32::MIN_POSITIVE);
            for child in children {
                if self.node(child).expanded() {
                    let promise = promise * (best / cost(parent, self.node(child)).max(best));
                    expanded.push((promise, child));
                    open.push((child, promise));
                }
            }
        }
        let before = self.live_bytes();
        sort_by_rank(&mut expanded, |(promise, _)| *promise);
        for (_, id) in expanded {
            if self.live_bytes() <= before / 2 {
                break;
            }
            self.collapse(id);
        }
        self.compact();
        self.live_bytes() < before
    }

    /// Moves all blocks together, so that the unused room is one piece at the end. Blocks that were
    /// cut to size never grow back, and a tree at its limit would find no room for a node with many
    /// children.
    pub(crate) fn compact(&mut self) {
        // Blocks in the order of their places: where each begins, and whose it is.
        let mut blocks: Vec<(u32, u32)> = Vec::new();
        let mut open = vec![0];
        while let Some(id) = open.pop() {
            if self.nodes[id].expanded() {
                blocks.push((self.nodes[id].children, id as u32));
                open.extend(self.children(id));
            }
        }
        blocks.sort_unstable();
        let mut end = 1;
        let mut places: Vec<u32> = Vec::with_capacity(blocks.len());
        // The room of each block, before its owner moves.
        let rooms: Vec<usize> =
            blocks.iter().map(|&(_, owner)| self.nodes[owner as usize].room()).collect();
        for (&(start, _), room) in blocks.iter().zip(rooms) {
            let start = start as usize;
            self.nodes.copy_within(start..start + room, end);
            places.push(end as u32);
            end += room;
        }
        for (&(_, owner), &place) in blocks.iter().zip(&places) {
            // The block that holds the owner is the last that begins before it; the root is in
            // none.
            let block = blocks.partition_point(|&(start, _)| start <= owner);
            let owner = match block.checked_sub(1) {
                Some(block) if owner > 0 => places[block] + (owner - blocks[block].0),
                _ => owner,
            };
            self.nodes[owner as usize].children = place;
        }
        self.nodes.truncate(end);
        self.free.iter_mut().for_each(Vec::clear);
    }

    /// Adds a refutation to a node.
    pub(crate) fn push_refutation(&mut self, id: NodeId, refutation: R) {
        let next = self.nodes[id].refutations;
        let slot = if self.free_refutations == NONE {
            if self.refutations.len() == self.refutations.capacity() {
                self.refutations.reserve_exact((self.refutations.len() / 8).max(1024));
            }
            self.refutations.push((refutation, next));
            self.refutations.len() as u32 - 1
        } else {
            let slot = self.free_refutations;
            self.free_refutations = self.refutations[slot as usize].1;
            self.refutations[slot as usize] = (refutation, next);
            slot
        };
        self.nodes[id].refutations = slot;
        self.live_refutations += 1;
    }

    /// Writes the tree.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()>
    where
        M: Numbered,
        E: Saved,
        R: Saved,
    {
        let shallow = |out: &mut dyn Write, node: &Node<M, E>| {
            save::mv(out, Some(node.mv))?;
            node.estimate.save(out)?;
            save::number(out, node.visits.into())?;
            save::number(out, u64::from(node.pruned) | u64::from(node.expanded()) << 1)
        };
        shallow(out, &self.nodes[ROOT])?;
        let mut open: Vec<NodeId> = Vec::from_iter(self.nodes[ROOT].expanded().then_some(ROOT));
        while let Some(id) = open.pop() {
            let refutations = self.refutations(id);
            save::number(out, refutations.len() as u64)?;
            refutations.iter().rev().try_for_each(|refutation| refutation.save(out))?;
            let children = self.children(id);
            save::number(out, self.nodes[id].all.into())?;
            save::number(out, children.len() as u64)?;
            children.clone().try_for_each(|child| shallow(out, &self.nodes[child]))?;
            open.extend(children.filter(|&child| self.nodes[child].expanded()));
        }
        Ok(())
    }

    /// Reads a tree that was written.
    pub(crate) fn load(input: &mut dyn Read) -> io::Result<Tree<M, E, R>>
    where
        M: Numbered,
        E: Saved,
        R: Saved,
    {
        let shallow = |input: &mut dyn Read| -> io::Result<(Node<M, E>, bool)> {
            let mv = save::read_mv(input)?.ok_or_else(|| save::wrong("a move"))?;
            let mut node = Node::leaf(mv, E::load(input)?);
            node.visits = save::read_small(input)?;
            let bits = save::read_small(input)?;
            node.pruned = bits & 1 == 1;
            Ok((node, bits & 2 == 2))
        };
        let (root, is_expanded) = shallow(input)?;
        let mut tree = Tree::new(root);
        let mut open: Vec<NodeId> = Vec::from_iter(is_expanded.then_some(ROOT));
        while let Some(id) = open.pop() {
            for _ in 0..save::read_number(input)? {
                tree.push_refutation(id, R::load(input)?);
            }
            let (all, count) = (save::read_small(input)?, save::read_small(input)?);
            let counts = u16::try_from(all).ok().filter(|_| (1..=all).contains(&count));
            let all = counts.ok_or_else(|| save::wrong("the number of children"))?;
            let children = (0..count).map(|_| shallow(input)).collect::<io::Result<Vec<_>>>()?;
            let nodes: Vec<Node<M, E>> = children.iter().map(|(node, _)| *node).collect();
            tree.expand_with_room(id, &nodes, all);
            let start = tree.nodes[id].children as usize;
            let expanded = children.iter().enumerate().filter(|(_, (_, is_expanded))| *is_expanded);
            open.extend(expanded.map(|(i, _)| start + i));
        }
        Ok(tree)
    }

    /// The refutations of a node.
    pub(crate) fn refutations(&self, id: NodeId) -> Vec<R> {
        let mut out = Vec::new();
        let mut next = self.nodes[id].refutations;
        while next != NONE {
            out.push(self.refutations[next as usize].0);
            next = self.refutations[next as usize].1;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of a tree as text, depth-first.
    fn picture(tree: &Tree<u32, (), u8>, id: NodeId) -> String {
        let below: Vec<String> = tree.children(id).map(|child| picture(tree, child)).collect();
        format!("{}({})", tree.node(id).mv, below.join(" "))
    }

    #[test]
    fn a_compact_tree_is_the_same_tree() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..200 {
            let mut tree: Tree<u32, (), u8> = Tree::new(leaf(0));
            for mv in 1..60 {
                let mut id = 0;
                while tree.node(id).expanded() {
                    id = rng.usize(tree.children(id));
                }
                let children: Vec<_> = (0..rng.u32(1..12)).map(|i| leaf(100 * mv + i)).collect();
                tree.expand(id, &children);
                tree.push_refutation(id, mv as u8);
                if rng.u32(..8) == 0 {
                    tree.collapse(rng.usize(tree.children(0)));
                }
            }
            let before = (picture(&tree, 0), tree.live_bytes());
            tree.compact();
            assert_eq!((picture(&tree, 0), tree.live_bytes()), before);
            assert_eq!(tree.nodes.len(), tree.live, "nothing unused is left");
        }
    }

    /// A saved tree comes back with its refutations, and cut ones are refused.
    #[test]
    fn a_saved_tree_is_the_same_tree() {
        let mut rng = fastrand::Rng::with_seed(2);
        for _ in 0..100 {
            let mut tree: Tree<usize, f32, f32> = Tree::new(Node::leaf(0, 0.5));
            for mv in 1..40 {
                let mut id = 0;
                while tree.node(id).expanded() {
                    id = rng.usize(tree.children(id));
                }
                let leaf = |i| Node::leaf(100 * mv + i, rng.f32());
                let children: Vec<_> = (0..5).map(leaf).collect();
                tree.expand(id, &children);
                tree.push_refutation(id, mv as f32);
                tree.push_refutation(id, -1.0);
                tree.retain(id, |child| child.mv % 100 != mv % 7);
                tree.node_mut(id).visits += mv as u32;
            }
            let mut bytes = Vec::new();
            tree.save(&mut bytes).expect("a vector takes all");
            let again: Tree<usize, f32, f32> = Tree::load(&mut &bytes[..]).expect("a tree");
            let mut open = vec![(ROOT, ROOT)];
            while let Some((a, b)) = open.pop() {
                let facts = |tree: &Tree<usize, f32, f32>, id: NodeId| {
                    let node = tree.node(id);
                    let (count, refutations) = (tree.children(id).len(), tree.refutations(id));
                    (node.mv, node.estimate, node.visits, node.all, node.pruned, count, refutations)
                };
                assert_eq!(facts(&tree, a), facts(&again, b));
                open.extend(tree.children(a).zip(again.children(b)));
            }
            assert_eq!(tree.live_bytes(), again.live_bytes());
            let cut = rng.usize(..bytes.len());
            assert!(Tree::<usize, f32, f32>::load(&mut &bytes[..cut]).is_err());
        }
    }

    fn leaf(mv: u32) -> Node<u32, ()> {
        Node::leaf(mv, ())
    }

    /// One of three moves is refuted, and the answer to another has one of four moves refuted.
    #[test]
    fn what_is_done_counts_towards_both_results() {
        let mut tree: Tree<u32, (), u8> = Tree::new(leaf(0));
        assert_eq!(tree.done(0, 0), [0.0, 0.0], "nothing is known of a leaf");
        tree.expand(0, &[leaf(1), leaf(2), leaf(3)]);
        tree.retain(0, |node| node.mv != 3);
        assert_eq!(tree.done(0, 0), [0.0, 1.0 / 3.0]);
        let first = tree.children(0).start;
        tree.expand(first, &[leaf(4), leaf(5), leaf(6), leaf(7)]);
        tree.retain(first, |node| node.mv != 5);
        assert_eq!(tree.done(first, 0), [0.0, 0.25]);
        assert_eq!(tree.done(0, 0), [0.25, 1.0 / 3.0], "the answer loses to a quarter");
        let answer = tree.children(first).start;
        tree.expand(answer, &[leaf(8), leaf(9)]);
        tree.retain(answer, |node| node.mv != 8);
        assert_eq!(tree.done(first, 0), [0.5, 0.25]);
        assert_eq!(tree.done(0, 0), [0.25, 0.5]);
        assert_eq!(tree.done(0, 1), [0.0, 0.0], "without visits it is not looked into");
    }

    #[test]
    fn blocks_and_refutations_are_reused() {
        let mut tree: Tree<u32, (), u8> = Tree::new(leaf(0));
        let empty = tree.live_bytes();
        for _ in 0..100 {
            tree.expand(0, &[leaf(1), leaf(2), leaf(3), leaf(4), leaf(5)]);
            let second = tree.children(0).start + 1;
            tree.expand(second, &[leaf(6)]);
            tree.push_refutation(second, 7);
            tree.push_refutation(0, 8);
            tree.push_refutation(0, 9);
            assert_eq!(tree.refutations(0), [9, 8]);
            tree.retain(0, |node| node.mv != 3);
            let moves: Vec<u32> = tree.children(0).map(|id| tree.node(id).mv).collect();
            assert_eq!(moves, [1, 2, 4, 5]);
            assert!(tree.node(second).expanded());
            tree.retain(0, |node| node.mv == 5);
            tree.collapse(0);
            assert_eq!(tree.live_bytes(), empty);
        }
        assert_eq!((tree.nodes.len(), tree.refutations.len()), (1 + 8 + 4, 3));
    }
}
