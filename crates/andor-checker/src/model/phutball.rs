//! Phutball in certificates, as plain data: the entries of proofs by shapes.

use super::player::Player;
use super::points::PointSet;
use super::reference::Reference;

/// Sort 9: the winner wins every position of Phutball with this ball, the loser to move, and these
/// men in the zone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The player who wins.
    pub winner: Player,
    /// The point of the ball.
    pub ball: u16,
    /// The points on which the win depends.
    pub zone: PointSet,
    /// The men in the zone.
    pub men: PointSet,
    /// The answers, ascending by reply.
    pub answers: Vec<ShapeAnswer>,
}

impl Shape {
    /// Shows every reference of the entry, to be changed.
    pub(crate) fn each_reference(&mut self, mut change: impl FnMut(&mut Reference)) {
        for answer in &mut self.answers {
            if let ShapeThen::TurnEntry(_, reference) = &mut answer.then {
                change(reference);
            }
        }
    }
}

/// An answer to a reply of the loser's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShapeAnswer {
    /// A man on a point; the number of points for a man outside the zone; larger numbers for jumps.
    pub reply: u16,
    /// What happens then.
    pub then: ShapeThen,
}

/// What happens after a reply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ShapeThen {
    /// Kind 0: nothing; the game is over.
    Over,
    /// Kind 1: a turn that ends the game.
    TurnOver(BallTurn),
    /// Kind 2: a turn after which an entry holds.
    TurnEntry(BallTurn, Reference),
}

/// A turn of the winner's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BallTurn {
    /// A man on a point.
    Man(u16),
    /// Jumps in these directions.
    Jumps(Vec<u8>),
}
