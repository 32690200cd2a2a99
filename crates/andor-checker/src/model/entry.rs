//! The entries of all games under one type.

use super::capture::Local;
use super::gomoku::Threat;
use super::hex::{Lemma, Pattern, Proof};
use super::leaf::Theorem;
use super::phutball::Shape;
use super::position::{Frame, Position, Then};
use super::reference::Reference;

/// An entry of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// For Hex.
    Pattern(Pattern),
    /// For Go, mnk, Gomoku and Killall-Go.
    Position(Position),
    /// For Hex.
    Lemma(Lemma),
    /// For freestyle Gomoku.
    Threat(Threat),
    /// For Phutball.
    Shape(Shape),
    /// For capture and Killall-Go.
    Local(Local),
}

impl Entry {
    /// The version of the format since which there are such entries.
    #[must_use]
    pub fn version(&self) -> u16 {
        match self {
            Entry::Local(_) | Entry::Shape(_) => 6,
            Entry::Threat(_) => 5,
            Entry::Lemma(_) => 2,
            Entry::Pattern(Pattern { proof: Proof::Fill(..) | Proof::Drops(..), .. }) => 2,
            Entry::Position(Position { frame: Frame { bound: true, .. }, .. }) => 4,
            Entry::Position(position) => {
                let leaves = position.answers.iter().filter_map(|answer| answer.then.leaf());
                let theorems = leaves.map(|leaf| leaf.theorem).chain(position.frame.quiet);
                theorems.map(Theorem::version).max().unwrap_or(1)
            }
            Entry::Pattern(_) => 1,
        }
    }

    /// How many edges and how many leaves it has.
    #[must_use]
    pub fn counts(&self) -> (u64, u64) {
        match self {
            Entry::Pattern(pattern) => match &pattern.proof {
                Proof::Answers(answers) => (answers.len() as u64, 0),
                Proof::Chain(parts) => (parts.len() as u64, 0),
                Proof::Capture(..) => (1, 0),
                Proof::Fill(placed, _) => (1 + placed.len() as u64, 0),
                Proof::Drops(answers, placed) => ((answers.len() + placed.len()) as u64, 0),
            },
            Entry::Lemma(_) => (0, 0),
            Entry::Threat(threat) => (threat.answers.len() as u64, 0),
            Entry::Shape(shape) => (shape.answers.len() as u64, 0),
            Entry::Local(local) => (local.answers.len() as u64, 0),
            Entry::Position(position) => {
                let leaves = position.answers.iter().filter_map(|answer| answer.then.leaf());
                (position.answers.len() as u64, leaves.count() as u64)
            }
        }
    }

    /// Shows every reference of the entry, to be changed.
    pub fn each_reference(&mut self, mut change: impl FnMut(&mut Reference)) {
        match self {
            Entry::Pattern(pattern) => match &mut pattern.proof {
                Proof::Answers(answers) => {
                    answers.iter_mut().for_each(|answer| change(&mut answer.reference));
                }
                Proof::Chain(parts) => parts.iter_mut().for_each(change),
                Proof::Capture(_, reference) => change(reference),
                Proof::Fill(placed, reference) => {
                    placed.iter_mut().for_each(|placed| change(&mut placed.lemma));
                    change(reference);
                }
                Proof::Drops(answers, placed) => {
                    answers.iter_mut().for_each(|answer| change(&mut answer.reference));
                    placed.iter_mut().for_each(|placed| change(&mut placed.lemma));
                }
            },
            Entry::Lemma(_) => {}
            Entry::Threat(threat) => threat.each_reference(change),
            Entry::Local(local) => local.each_reference(change),
            Entry::Shape(shape) => shape.each_reference(change),
            Entry::Position(position) => {
                for answer in &mut position.answers {
                    if let Then::MoveEntry(_, reference) = &mut answer.then {
                        change(reference);
                    }
                }
            }
        }
    }
}
