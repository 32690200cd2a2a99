//! The positions of a threat search, with their numbers and their proofs.

use andor_core::{Game, Key};
use rustc_hash::FxHashMap;

/// The number of a position in the list.
pub(super) type Id = u32;

/// The number of a position that was not visited yet.
pub(super) const UNMET: Id = Id::MAX;

/// A number that no open position has.
pub(super) const MOST: u32 = 1 << 28;

/// A move to try, and the position behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<M> {
    pub(super) mv: M,
    pub(super) id: Id,
    /// The proof number until the position is visited.
    pub(super) first: u32,
}

/// How the attacker, to move, wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Win<M> {
    /// By knowledge.
    Strike,
    /// By a move to a won position.
    Move(M, Id),
    /// As another position of the list, with the same stones, is won.
    As(Id),
}

/// An answer to a reply of the defender's, or to a pass in thought.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeAnswer<M> {
    pub(super) reply: Option<M>,
    /// Does the win also answer all replies outside its zone?
    pub(super) open: bool,
    pub(super) win: Win<M>,
}

/// What is known about a position besides its numbers.
#[derive(Debug)]
pub(super) enum State<M, Z> {
    /// It was not expanded yet, or has failed.
    Bare,
    /// The attacker is to move.
    Attack(Vec<Child<M>>),
    /// The defender is to move: the open replies, what answers the others, and the points on which
    /// these answers depend.
    Defence(Box<Defence<M, Z>>),
    /// The attacker, to move, wins, and the win depends on these points.
    Won(Win<M>, Box<Z>),
    /// The defender, to move, loses, and the win depends on these points.
    Lost(Vec<NodeAnswer<M>>, Box<Z>),
}

#[derive(Debug)]
pub(super) struct Defence<M, Z> {
    pub(super) children: Vec<Child<M>>,
    pub(super) answers: Vec<NodeAnswer<M>>,
    pub(super) zone: Z,
}

#[derive(Debug)]
pub(super) struct Node<M, Z> {
    pub(super) key: Key,
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// Does the failure hold under all settings?
    pub(super) for_good: bool,
    pub(super) state: State<M, Z>,
}

impl<M, Z> Node<M, Z> {
    /// The zone of a proven position.
    pub(super) fn zone(&self) -> Option<&Z> {
        match &self.state {
            State::Won(_, zone) | State::Lost(_, zone) => Some(zone),
            _ => None,
        }
    }
}

/// The list of positions.
#[derive(Debug)]
pub(super) struct Nodes<G: Game> {
    list: Vec<Node<G::Move, G::Zone>>,
    by_key: FxHashMap<Key, Id>,
    /// Bytes of the moves and proofs of all positions, as they were when they were kept.
    listed: usize,
}

impl<G: Game> Default for Nodes<G> {
    fn default() -> Self {
        Nodes { list: Vec::new(), by_key: FxHashMap::default(), listed: 0 }
    }
}

impl<G: Game> Nodes<G> {
    pub(super) fn get(&self, id: Id) -> &Node<G::Move, G::Zone> {
        &self.list[id as usize]
    }

    pub(super) fn get_mut(&mut self, id: Id) -> &mut Node<G::Move, G::Zone> {
        &mut self.list[id as usize]
    }

    /// The position with this key, if it is in the list.
    pub(super) fn find(&self, key: Key) -> Option<Id> {
        self.by_key.get(&key).copied()
    }

    /// The position with this key, new with this proof number if it is not in the list.
    pub(super) fn meet(&mut self, key: Key, first: u32) -> Id {
        let next = self.list.len() as Id;
        let id = *self.by_key.entry(key).or_insert(next);
        if id == next {
            let (state, for_good) = (State::Bare, false);
            self.list.push(Node { key, proof: first, disproof: 1, for_good, state });
        }
        id
    }

    /// Keeps the state of a position.
    pub(super) fn keep(&mut self, id: Id, state: State<G::Move, G::Zone>) {
        self.listed += bytes::<G>(&state);
        self.get_mut(id).state = state;
    }

    /// Takes the state of a position out, to be changed and kept again.
    pub(super) fn take(&mut self, id: Id) -> State<G::Move, G::Zone> {
        let state = std::mem::replace(&mut self.get_mut(id).state, State::Bare);
        self.listed = self.listed.saturating_sub(bytes::<G>(&state));
        state
    }

    /// Bytes that are taken.
    pub(super) fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<Node<G::Move, G::Zone>>()
            + self.by_key.capacity() * (size_of::<(Key, Id)>() + 1)
            + self.listed
    }

    /// Forgets the positions that are not solved.
    pub(super) fn forget_open(&mut self) {
        let is_kept = |node: &Node<_, _>| node.proof == 0 || node.disproof == 0 && node.for_good;
        let mut new_ids = vec![UNMET; self.list.len()];
        let old = std::mem::take(&mut self.list);
        self.by_key.clear();
        self.listed = 0;
        for (id, node) in old.into_iter().enumerate() {
            if is_kept(&node) {
                new_ids[id] = self.list.len() as Id;
                self.by_key.insert(node.key, self.list.len() as Id);
                self.listed += bytes::<G>(&node.state);
                self.list.push(node);
            }
        }
        // A proven position rests on proven positions, and these were kept.
        let renew = |win: &mut Win<G::Move>| match win {
            Win::Strike => {}
            Win::Move(_, id) | Win::As(id) => *id = new_ids[*id as usize],
        };
        for node in &mut self.list {
            match &mut node.state {
                State::Won(win, _) => renew(win),
                State::Lost(answers, _) => answers.iter_mut().for_each(|a| renew(&mut a.win)),
                _ => {}
            }
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Nodes::default();
    }
}

fn bytes<G: Game>(state: &State<G::Move, G::Zone>) -> usize {
    match state {
        State::Bare => 0,
        State::Attack(children) => children.len() * size_of::<Child<G::Move>>(),
        State::Defence(defence) => {
            size_of::<Defence<G::Move, G::Zone>>()
                + defence.children.len() * size_of::<Child<G::Move>>()
                + defence.answers.len() * size_of::<NodeAnswer<G::Move>>()
        }
        State::Won(..) => size_of::<G::Zone>(),
        State::Lost(answers, _) => {
            size_of::<G::Zone>() + answers.len() * size_of::<NodeAnswer<G::Move>>()
        }
    }
}
