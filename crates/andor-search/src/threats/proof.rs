//! A proof by threats, taken out of the list of positions.

use super::nodes::{Id, Nodes, State, Win};
use andor_core::{Game, Player};
use rustc_hash::FxHashMap;

/// How the attacker wins a position in which they are to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attacked<M> {
    /// By knowledge alone.
    Strike,
    /// By a move, after which the defender is to move in the position with this number.
    Move(M, usize),
}

/// An answer of the attacker's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered<M> {
    /// The defender's reply; none for a pass in thought.
    pub reply: Option<M>,
    /// Does the win also answer all replies outside its zone?
    pub open: bool,
    /// How the attacker wins after the reply.
    pub win: Attacked<M>,
}

/// The root of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root<M> {
    /// The attacker is to move.
    Attack(Attacked<M>),
    /// The defender is to move, in the position with this number.
    Defence(usize),
}

/// A proof that a player wins. Positions in which the defender is to move have numbers; each rests
/// on positions with smaller numbers.
#[derive(Clone, Debug)]
pub struct ThreatProof<M> {
    /// The winner.
    pub attacker: Player,
    /// The position that is proven.
    pub root: Root<M>,
    /// The answers in each position with the defender to move.
    pub defences: Vec<Vec<Answered<M>>>,
}

impl<M: Copy> Attacked<M> {
    fn map<N>(self, of: impl Fn(M) -> N) -> Attacked<N> {
        match self {
            Attacked::Strike => Attacked::Strike,
            Attacked::Move(mv, number) => Attacked::Move(of(mv), number),
        }
    }
}

impl<M: Copy> ThreatProof<M> {
    /// The same proof with other names of the moves.
    pub fn map<N>(&self, of: impl Fn(M) -> N) -> ThreatProof<N> {
        let answer = |answer: &Answered<M>| Answered {
            reply: answer.reply.map(&of),
            open: answer.open,
            win: answer.win.map(&of),
        };
        ThreatProof {
            attacker: self.attacker,
            root: match self.root {
                Root::Attack(win) => Root::Attack(win.map(&of)),
                Root::Defence(number) => Root::Defence(number),
            },
            defences: self.defences.iter().map(|list| list.iter().map(answer).collect()).collect(),
        }
    }
}

/// Takes the proof of a proven position out of the list.
pub(super) fn extract<G: Game>(
    nodes: &Nodes<G>,
    id: Id,
    attacker: Player,
) -> Option<ThreatProof<G::Move>> {
    let mut extract = Extract { nodes, numbers: FxHashMap::default(), defences: Vec::new() };
    let root = match &nodes.get(id).state {
        State::Won(win, _) => Root::Attack(extract.attack(*win)?),
        State::Lost(..) => Root::Defence(extract.defence(id)?),
        _ => return None,
    };
    Some(ThreatProof { attacker, root, defences: extract.defences })
}

struct Extract<'a, G: Game> {
    nodes: &'a Nodes<G>,
    numbers: FxHashMap<Id, usize>,
    defences: Vec<Vec<Answered<G::Move>>>,
}

impl<G: Game> Extract<'_, G> {
    fn attack(&mut self, win: Win<G::Move>) -> Option<Attacked<G::Move>> {
        match win {
            Win::Strike => Some(Attacked::Strike),
            Win::Move(mv, id) => Some(Attacked::Move(mv, self.defence(id)?)),
            Win::As(id) => match &self.nodes.get(id).state {
                State::Won(win, _) => self.attack(*win),
                _ => None,
            },
        }
    }

    fn defence(&mut self, id: Id) -> Option<usize> {
        if let Some(&number) = self.numbers.get(&id) {
            return Some(number);
        }
        let State::Lost(answers, _) = &self.nodes.get(id).state else { return None };
        let mut found = Vec::with_capacity(answers.len());
        for answer in answers {
            let win = self.attack(answer.win)?;
            found.push(Answered { reply: answer.reply, open: answer.open, win });
        }
        self.defences.push(found);
        self.numbers.insert(id, self.defences.len() - 1);
        Some(self.defences.len() - 1)
    }
}
