//! Positions of Go, mnk, Gomoku and Killall-Go in certificates, as plain data.

use super::leaf::{Leaf, Theorem};
use super::player::Player;
use super::points::PointSet;
use super::reference::Reference;

/// The winner's answer to a reply, and the situation after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Then {
    /// Kind 0: nothing; the game is over.
    Over,
    /// Kind 1: nothing; a leaf settles the position.
    Leaf(Leaf),
    /// Kind 2: a move that ends the game.
    MoveOver(u16),
    /// Kind 3: a move after which a leaf settles the position.
    MoveLeaf(u16, Leaf),
    /// Kind 4: a move after which an entry holds.
    MoveEntry(u16, Reference),
}

impl Then {
    /// The winner's move, if there is one.
    #[must_use]
    pub fn point(self) -> Option<u16> {
        match self {
            Then::Over | Then::Leaf(_) => None,
            Then::MoveOver(point) | Then::MoveLeaf(point, _) | Then::MoveEntry(point, _) => {
                Some(point)
            }
        }
    }

    /// The leaf, if there is one.
    #[must_use]
    pub fn leaf(self) -> Option<Leaf> {
        match self {
            Then::Leaf(leaf) | Then::MoveLeaf(_, leaf) => Some(leaf),
            Then::Over | Then::MoveOver(_) | Then::MoveEntry(..) => None,
        }
    }

    /// Is the rank of the reply's mark written? Only in Go with ranks.
    #[must_use]
    pub fn has_fall(self) -> bool {
        matches!(self, Then::MoveLeaf(..) | Then::MoveEntry(..))
    }
}

/// An answer of a position: the winner's answer to a reply of the loser's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionAnswer {
    /// The loser's reply.
    pub reply: u16,
    /// The winner's answer.
    pub then: Then,
    /// Go with ranks, where it is written: how much smaller the rank of the reply's mark is than
    /// the entry's.
    pub fall: u64,
}

/// The part of a position that a rule about repetition compares. Fields that the rule does not use
/// have their first value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// Black's stones.
    pub black: PointSet,
    /// White's stones.
    pub white: PointSet,
    /// The player to move; Black if only the board counts.
    pub to_move: Player,
    /// The ko point, under basic ko.
    pub ko: Option<u16>,
    /// The number of additional passes that end the game.
    pub waits: u8,
}

/// The lines of Go on which an entry holds; in Killall-Go the passes and the ko.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The number of passes just before.
    pub passes: u8,
    /// The point that basic ko forbids.
    pub ko: Option<u16>,
    /// The number of additional passes that end the game.
    pub waits: u8,
    /// Whether no earlier position was ripe by a theorem.
    pub quiet: Option<Theorem>,
    /// Where cycles are judged: whether the entry holds on lines that begin with the line of its
    /// root only.
    pub bound: bool,
    /// Where cycles are judged: how much worse than even a way from here to an earlier place of the
    /// way may be, at most. There are no rank and no marks then.
    pub credit: u64,
    /// No mark on the line has a smaller rank.
    pub rank: u64,
    /// Marks that are not on the line.
    pub fresh: Vec<Mark>,
    /// Marks that are on the line.
    pub assumed: Vec<Mark>,
}

/// A position of Go, mnk, Gomoku or Killall-Go, the loser to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// A root with the claim and verdict of the entry.
    pub root: u64,
    /// Black's stones.
    pub black: PointSet,
    /// White's stones.
    pub white: PointSet,
    /// Go and Killall-Go: the lines on which it holds; not written for other games.
    pub frame: Frame,
    /// The answers, ascending by reply.
    pub answers: Vec<PositionAnswer>,
}

impl Position {
    /// The stone on a point.
    pub(crate) fn stone(&self, point: usize) -> Option<Player> {
        let sets = [(Player::Black, &self.black), (Player::White, &self.white)];
        sets.into_iter().find(|(_, set)| set.contains(point)).map(|(player, _)| player)
    }

    /// How many marks other than its own it gives a rank or a credit to, at most.
    pub(crate) fn marks(&self) -> u64 {
        let falls = self.answers.iter().filter(|answer| answer.then.has_fall()).count();
        (falls + self.frame.fresh.len()) as u64
    }
}
