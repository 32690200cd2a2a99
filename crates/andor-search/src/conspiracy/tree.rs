//! The tree of the search: positions with their functions, and how the functions of a node follow
//! from those of its moves.

use super::stairs::{Ladder, NEVER, REACHED, Stairs, Steps};
use super::{Options, RatedMove};
use crate::observe::Progress;
use andor_core::{Claim, Comparison, Game, Key, Player, Siblings, TreePlace};
use rustc_hash::FxHashMap;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// A move of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<M> {
    mv: M,
    error: f32,
    pub(super) node: u32,
}

/// How a node stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The node was not looked at.
    Leaf,
    /// The node has moves.
    Open,
    /// This player wins.
    Solved(Player),
}

pub(super) struct Node<G: Game> {
    pub(super) pos: G::Position,
    pub(super) children: Vec<Child<G::Move>>,
    /// The functions of the player to move and of the other player.
    pub(super) own: Stairs,
    pub(super) other: Stairs,
    /// The expansions below the node.
    pub(super) work: u32,
    pub(super) state: State,
    /// How good the position looked for the player to move, if the look told.
    pub(super) value: Option<f32>,
    /// How many threads are at the node or below it.
    pub(super) threads: i32,
    /// Is a thread looking at the node, or do threads look at all the leaves below it?
    pub(super) is_busy: bool,
}

/// The tree of a search.
pub struct Tree<G: Game> {
    pub(super) options: Options,
    pub(super) ladder: Ladder,
    steps: Steps,
    pub(super) nodes: Vec<Node<G>>,
    table: FxHashMap<Key, u32>,
    /// The bytes of the nodes.
    bytes: usize,
    pub(super) progress: Progress,
    /// The key of the root of the last search, and its node.
    root: Option<(Key, u32)>,
    /// The claim to which the nodes belong.
    claim: Option<Claim>,
}

impl<G: Game> Tree<G> {
    pub(super) fn new(options: Options) -> Self {
        Tree {
            ladder: Ladder::new(options.growth, options.leaf),
            options,
            steps: Steps::new(),
            nodes: Vec::new(),
            table: FxHashMap::default(),
            bytes: 0,
            progress: Progress::default(),
            root: None,
            claim: None,
        }
    }

    /// Forgets all positions.
    pub(super) fn forget(&mut self) {
        self.nodes.clear();
        self.table.clear();
        self.bytes = 0;
        self.root = None;
    }

    /// The bytes of the nodes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// How far the search has come.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Makes a position the root, as a node of its own where it was not the root before.
    pub(super) fn set_root(&mut self, game: &G, pos: &G::Position, claim: Claim) -> u32 {
        if self.claim != Some(claim) {
            self.forget();
            self.claim = Some(claim);
        }
        let key = game.key(pos);
        let root = match self.root {
            Some((known, root)) if known == key => root,
            _ => self.add(pos.clone()),
        };
        self.root = Some((key, root));
        root
    }

    /// The winner at the root of the last search and the work there, if this is its key and it is
    /// solved.
    pub(super) fn solved(&self, key: &Key) -> Option<(Player, u32)> {
        let (known, root) = self.root.as_ref()?;
        let node = &self.nodes[*root as usize];
        match node.state {
            State::Solved(winner) if known == key => Some((winner, node.work)),
            _ => None,
        }
    }

    /// Gives a root that was decided at a look the move that wins, or that resists.
    pub(super) fn name_move(
        &mut self,
        game: &G,
        root: u32,
        winner: Player,
        siblings: &mut dyn Siblings<G>,
    ) {
        let node = &self.nodes[root as usize];
        if !node.children.is_empty() {
            return;
        }
        let mv = match winner == game.to_move(&node.pos) {
            true => siblings.winning_move(game, &node.pos),
            false => siblings.last_resort(game, &node.pos),
        };
        if let Some(mv) = mv {
            let after = game.after(&node.pos, mv);
            let next = self.add(after);
            self.solve(next, game, winner);
            let child = Child { mv, error: 0.0, node: next };
            self.nodes[root as usize].children.push(child);
        }
    }

    /// The moves of the root of the last search: won ones first, then by work, lost ones last.
    pub fn outlook(&self, game: &G) -> Vec<RatedMove<G::Move>> {
        let Some((_, root)) = self.root else { return Vec::new() };
        let node = &self.nodes[root as usize];
        let mover = game.to_move(&node.pos);
        let mut moves: Vec<RatedMove<G::Move>> = node
            .children
            .iter()
            .map(|child| {
                let next = (child.node != NONE).then(|| &self.nodes[child.node as usize]);
                let winner = next.and_then(|next| match next.state {
                    State::Solved(winner) => Some(winner),
                    _ => None,
                });
                let mut pv = vec![child.mv];
                self.add_line(child.node, &mut pv);
                RatedMove {
                    mv: child.mv,
                    work: next.map_or(0, |next| next.work),
                    error: child.error,
                    value: self.standing(node) + next.map_or(0.0, |next| next.other[0])
                        - self.error(node.value, child),
                    winner,
                    pv,
                }
            })
            .collect();
        let class = |seen: &RatedMove<G::Move>| match seen.winner {
            Some(winner) if winner == mover => 2,
            None => 1,
            Some(_) => 0,
        };
        // The moves are in the order of their errors, and the sort keeps it where the work is the
        // same.
        moves.sort_by_key(|seen| std::cmp::Reverse((class(seen), seen.work)));
        moves
    }

    /// The value of the root of the last search for the player to move: 0 is even, one unit is a
    /// factor e in strength.
    pub fn value(&self) -> f32 {
        self.root.map_or(0.0, |(_, root)| {
            let node = &self.nodes[root as usize];
            self.standing(node) + node.own[0]
        })
    }

    /// What the player to move was ahead at the first look: the functions of a node tell only what
    /// was gained since.
    fn standing(&self, node: &Node<G>) -> f32 {
        let Options { balance, tempo, .. } = self.options;
        node.value.map_or(0.0, |value| balance * (value + tempo / 2.0))
    }

    /// The moves with the most work from a node on.
    fn add_line(&self, mut at: u32, line: &mut Vec<G::Move>) {
        while at != NONE && line.len() < 64 {
            let children = self.nodes[at as usize].children.iter();
            let known = children.filter(|child| child.node != NONE);
            let Some(best) = known.max_by_key(|child| self.nodes[child.node as usize].work) else {
                return;
            };
            line.push(best.mv);
            at = best.node;
        }
    }

    fn add(&mut self, pos: G::Position) -> u32 {
        let (own, other) = (self.ladder.leaf, self.ladder.leaf);
        let node = Node {
            pos,
            children: Vec::new(),
            own,
            other,
            work: 0,
            state: State::Leaf,
            value: None,
            threads: 0,
            is_busy: false,
        };
        self.bytes += size_of::<Node<G>>() + 2 * size_of::<(Key, u32)>();
        self.nodes.push(node);
        self.progress.nodes += 1;
        (self.nodes.len() - 1) as u32
    }

    /// The node of a move, made if it is new.
    pub(super) fn child(
        &mut self,
        game: &G,
        siblings: &mut dyn Siblings<G>,
        n: u32,
        i: usize,
    ) -> u32 {
        let place = self.place(n);
        let node = &self.nodes[n as usize];
        let child = node.children[i];
        if child.node != NONE {
            return child.node;
        }
        let pos = siblings.after(game, &node.pos, child.mv, place);
        let key = game.key(&pos);
        let s = match self.table.get(&key) {
            Some(&known) => known,
            None => {
                let new = self.add(pos);
                self.table.insert(key, new);
                new
            }
        };
        self.nodes[n as usize].children[i].node = s;
        s
    }

    pub(super) fn place(&self, n: u32) -> TreePlace {
        match self.root {
            Some((_, root)) if root == n => TreePlace::Root,
            _ => TreePlace::Inside,
        }
    }

    /// Enters what a look at a leaf has seen.
    pub(super) fn enter(&mut self, game: &G, n: u32, seen: &Comparison<G::Move>) {
        self.progress.expansions += 1;
        let has_errors = self.options.siblings;
        let node = &mut self.nodes[n as usize];
        node.work += 1;
        match seen {
            Comparison::Won(winner) => self.solve(n, game, *winner),
            Comparison::Open { moves, value } => {
                node.value = *value;
                let best = moves.first().map_or(0.0, |first| first.1);
                let error = |strength: f32| if has_errors { best - strength } else { 0.0 };
                node.children = moves
                    .iter()
                    .map(|&(mv, strength)| Child { mv, error: error(strength), node: NONE })
                    .collect();
                node.state = State::Open;
                self.bytes += size_of_val(&node.children[..]);
                self.update(n, game);
            }
        }
    }

    fn solve(&mut self, n: u32, game: &G, winner: Player) {
        let node = &mut self.nodes[n as usize];
        node.state = State::Solved(winner);
        (node.own, node.other) =
            if winner == game.to_move(&node.pos) { (REACHED, NEVER) } else { (NEVER, REACHED) };
        self.progress.solved += 1;
    }

    /// The error of a move of a position with this value: corrected by the values of positions, and
    /// forgotten with the work.
    #[inline]
    fn error(&self, value: Option<f32>, child: &Child<G::Move>) -> f32 {
        let Options { forget, balance, tempo, .. } = self.options;
        let mut error = child.error;
        if balance > 0.0 && child.node != NONE {
            let next = &self.nodes[child.node as usize];
            if let (Some(before), Some(after), State::Open) = (value, next.value, next.state) {
                error += balance * (before + after + tempo - error);
            }
        }
        if forget > 0.0 && child.node != NONE {
            let work = self.nodes[child.node as usize].work as f32;
            error *= (1.0 - work / forget).max(0.0);
        }
        error
    }

    /// The functions of a child, and the error of its move.
    pub(super) fn part(
        &self,
        value: Option<f32>,
        child: &Child<G::Move>,
    ) -> (&Stairs, &Stairs, f32) {
        let error = self.error(value, child);
        match child.node {
            NONE => (&self.ladder.leaf, &self.ladder.leaf, error),
            s => (&self.nodes[s as usize].own, &self.nodes[s as usize].other, error),
        }
    }

    /// How many threads are below a move.
    pub(super) fn threads(&self, child: &Child<G::Move>) -> i32 {
        if child.node == NONE { 0 } else { self.nodes[child.node as usize].threads }
    }

    /// Finds the functions of a node from those of its children.
    pub(super) fn update(&mut self, n: u32, game: &G) {
        if self.nodes[n as usize].state != State::Open {
            return;
        }
        let mut steps = std::mem::take(&mut self.steps);
        let node = &self.nodes[n as usize];
        let mover = game.to_move(&node.pos);
        let parts = node.children.iter().map(|child| self.part(node.value, child));
        let mut own = NEVER;
        for (_, other, error) in parts.clone() {
            for (most, reach) in own.iter_mut().zip(other) {
                *most = most.max(reach - error);
            }
        }
        let other = self.ladder.sum(&mut steps, parts.map(|(own, _, error)| (own, error)));
        let state = |child: &Child<G::Move>| match child.node {
            NONE => State::Leaf,
            s => self.nodes[s as usize].state,
        };
        let wins = node.children.iter().any(|child| state(child) == State::Solved(mover));
        let loses = node.children.iter().all(|child| state(child) == State::Solved(mover.other()));
        self.steps = steps;
        if wins || loses {
            self.solve(n, game, if wins { mover } else { mover.other() });
        } else {
            let node = &mut self.nodes[n as usize];
            (node.own, node.other) = (own, other);
        }
    }
}
