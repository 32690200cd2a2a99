//! Writing the entries of a certificate from a graph of positions.

use super::{Coverage, Graph, LOST, Node, Step, StepResult};
use crate::certified::{Certified, Picture, Start};
use crate::draft::Written;
use crate::goal::NoCertificate;
use crate::leaves::{turned, turned_leaf};
use andor_checker::{Entry, Frame, Leaf, Position, PositionAnswer, Reference, Then};
use andor_core::{Key, Symmetry};

impl<G: Certified> Graph<'_, G> {
    /// Writes entries for all nodes that the winner's choices lead to.
    pub(super) fn write(&mut self, root: usize) -> Result<(), NoCertificate> {
        let (mut order, mut won) = (Vec::new(), Vec::new());
        for node in self.needed(root)? {
            match &self.nodes[node] {
                Node::Written(_) | Node::Past(_) => {}
                Node::Loser(..) => order.push(node),
                Node::Winner(..) => won.push(node),
            }
        }
        // Entries may refer to later ones, so that all get their numbers first.
        let first = self.draft.next();
        for (number, &node) in (first..).zip(&order) {
            self.written.insert(node, Written::Entry(number, self.credits[node]));
        }
        won.sort_unstable();
        for node in won {
            self.draft.check(self.bytes())?;
            if let (Some(then), Some(pos)) = (self.answer(node), self.position(node)) {
                let class = self.class(pos).key;
                self.keep(node, class, Written::Move(then, self.credits[node]));
            }
        }
        for (number, node) in (first..).zip(order) {
            self.draft.check(self.bytes())?;
            let (Some(entry), Some(pos)) = (self.entry(node), self.position(node)) else {
                continue;
            };
            let class = self.class(pos).key;
            self.draft.add(entry);
            self.keep(node, class, Written::Entry(number, self.credits[node]));
        }
        Ok(())
    }

    /// Remembers the entry or the move that was written about a node.
    fn keep(&mut self, node: usize, class: Key, written: Written) {
        if self.lines == Coverage::Any {
            let name = (class, self.goal.claim, self.goal.winner());
            self.draft.positions.insert(name, written);
        }
        self.written.insert(node, written);
    }

    /// The entry of a node with the loser to move.
    fn entry(&self, node: usize) -> Option<Entry> {
        let Node::Loser(pos, replies) = &self.nodes[node] else { return None };
        let mut answers = Vec::with_capacity(replies.len());
        for &Step { mv, after } in replies {
            let then = match after {
                StepResult::Over => Then::Over,
                StepResult::Lost => return None,
                StepResult::Leaf => Then::Leaf(self.leaf(pos, mv)?),
                StepResult::Node(next, _) if self.is_past(next as usize) => Then::Over,
                StepResult::Node(next, symmetry) => match self.written.get(&(next as usize))? {
                    Written::Move(then, _) => self.taken_back(*then, symmetry),
                    Written::Entry(..) => return None,
                },
            };
            answers.push(PositionAnswer { reply: self.game.number(mv), then, fall: 0 });
        }
        answers.sort_by_key(|answer| answer.reply);
        let Picture { stones: [black, white], passes, ko, waits } = self.game.picture(pos);
        let quiet = self.draft.strongest(self.cycles).filter(|_| self.leaves);
        let (credit, bound) = (self.credits[node] as u64, self.lines != Coverage::Any);
        let frame = match self.draft.has_ranks() {
            true => Frame { passes, ..Frame::default() },
            false => Frame { passes, ko, waits, quiet, bound, credit, ..Frame::default() },
        };
        let root = match self.lines {
            Coverage::Any => self.draft.root_of(self.goal),
            Coverage::OfRoot(_) => self.draft.problem.roots.len() as u64,
        };
        Some(Entry::Position(Position { root, black, white, frame, answers }))
    }

    /// The winner's answer, mapped back from the picture in which it is written by the inverse of
    /// the symmetry.
    fn taken_back(&self, then: Then, symmetry: Symmetry) -> Then {
        let back = self.game.inverse(symmetry);
        let turned_leaf = |leaf: Leaf| turned_leaf(self.game, back, leaf);
        let mv = |number| self.turned(back, number);
        match then {
            Then::Over => Then::Over,
            Then::Leaf(leaf) => Then::Leaf(turned_leaf(leaf)),
            Then::MoveOver(number) => Then::MoveOver(mv(number)),
            Then::MoveLeaf(number, leaf) => Then::MoveLeaf(mv(number), turned_leaf(leaf)),
            Then::MoveEntry(number, Reference { entry, symmetry: next }) => {
                let symmetry = self.game.compose(symmetry, Symmetry(next)).0;
                Then::MoveEntry(mv(number), Reference { entry, symmetry })
            }
        }
    }

    /// The number of a move after a symmetry.
    fn turned(&self, symmetry: Symmetry, number: u16) -> u16 {
        match usize::from(number) {
            pass if pass == self.draft.area() => number,
            point => self.game.map_point(symmetry, point) as u16,
        }
    }

    /// An entry that says the same as the entry of a reference, for the present picture.
    fn upright(&mut self, reference: Reference) -> Option<u64> {
        let (game, symmetry) = (self.game, Symmetry(reference.symmetry));
        if symmetry == Symmetry::IDENTITY {
            return Some(reference.entry);
        }
        let Entry::Position(mut position) = self.draft.entry(reference.entry)? else {
            return None;
        };
        let back = game.inverse(symmetry);
        position.black = turned(game, back, position.black);
        position.white = turned(game, back, position.white);
        position.frame.ko = position.frame.ko.map(|point| self.turned(back, point));
        for answer in &mut position.answers {
            answer.reply = self.turned(back, answer.reply);
            answer.then = self.taken_back(answer.then, symmetry);
        }
        position.answers.sort_by_key(|answer| answer.reply);
        Some(self.draft.write(Entry::Position(position)))
    }

    /// The start of the proof of the root; `symmetry` turns the position into the node's picture.
    pub(super) fn start(&mut self, symmetry: Symmetry) -> Option<Start> {
        let then = match *self.written.get(&self.root)? {
            Written::Entry(entry, _) => {
                let reference = Reference { entry, symmetry: symmetry.0 };
                return Some(Start::new(None, self.upright(reference)));
            }
            Written::Move(then, _) => self.taken_back(then, symmetry),
        };
        let entry = match then {
            Then::MoveEntry(_, reference) => Some(self.upright(reference)?),
            _ => None,
        };
        let theorem = then.leaf().map(|leaf| leaf.theorem);
        Some(Start { first: then.point(), entry, theorem })
    }

    /// Writes entries for all nodes that the winner's choices lead to, under rules with ranks: an
    /// entry comes after the entries that it refers to. Credits fall from move to move.
    pub(super) fn write_in_order(&mut self, root: usize) -> Result<(), NoCertificate> {
        let mut order = self.needed(root)?;
        order.sort_by_key(|&node| self.credits[node]);
        for node in order {
            self.draft.check(self.bytes())?;
            let written = match self.entry(node) {
                Some(entry) => Written::Entry(self.draft.write(entry), self.credits[node]),
                None => Written::Move(self.answer(node).ok_or(LOST)?, self.credits[node]),
            };
            self.written.insert(node, written);
        }
        Ok(())
    }

    /// The winner's move in a node; the entries that the move leads to have their numbers already.
    fn answer(&self, node: usize) -> Option<Then> {
        let Node::Winner(pos, choices) = &self.nodes[node] else { return None };
        let &Step { mv, after } = self.best(choices)?;
        let number = self.game.number(mv);
        Some(match after {
            StepResult::Over => Then::MoveOver(number),
            StepResult::Lost => return None,
            StepResult::Node(next, _) if self.is_past(next as usize) => Then::MoveOver(number),
            StepResult::Leaf => Then::MoveLeaf(number, self.leaf(pos, mv)?),
            StepResult::Node(next, symmetry) => {
                let Written::Entry(entry, _) = *self.written.get(&(next as usize))? else {
                    return None;
                };
                Then::MoveEntry(number, Reference { entry, symmetry: symmetry.0 })
            }
        })
    }
}
