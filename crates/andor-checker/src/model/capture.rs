//! Capture in certificates, as plain data: the question, and the local entries, which Killall-Go
//! has too.

use super::player::Player;
use super::points::PointSet;
use super::reference::Reference;

/// The question about one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// A point with a stone of the block.
    pub target: u16,
    /// The block is safe with so many liberties.
    pub escape: u8,
    /// The point that basic ko forbids in the root position.
    pub forbidden: Option<u16>,
}

/// The player who may retake a ko at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Right {
    /// Nobody.
    Nobody,
    /// The attacker.
    Attacker,
    /// The defender.
    Defender,
}

impl Right {
    /// All rights, in the order of their numbers.
    pub const ALL: [Right; 3] = [Right::Nobody, Right::Attacker, Right::Defender];

    /// The number of the right.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Right::Nobody => 0,
            Right::Attacker => 1,
            Right::Defender => 2,
        }
    }
}

/// Sort 8: what stands in a zone, the loser to move; the winner wins whatever stands elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Local {
    /// The player who wins.
    pub winner: Player,
    /// Who may retake a ko at once.
    pub right: Right,
    /// Was the target just captured as a single stone, so that it may be put back?
    pub back: bool,
    /// The points on which the win depends.
    pub zone: PointSet,
    /// Black's stones in the zone.
    pub black: PointSet,
    /// White's stones in the zone.
    pub white: PointSet,
    /// The point that the ko rule forbids to the loser.
    pub ko: Option<u16>,
    /// The answers, ascending by reply, that to elsewhere last.
    pub answers: Vec<LocalAnswer>,
}

impl Local {
    /// The stone on a point of the zone.
    pub(crate) fn stone(&self, point: usize) -> Option<Player> {
        let sets = [(Player::Black, &self.black), (Player::White, &self.white)];
        sets.into_iter().find(|(_, set)| set.contains(point)).map(|(player, _)| player)
    }

    /// What is wrong with the form of the entry: its stones, its ko and the order of its replies.
    pub(crate) fn form(&self) -> Option<&'static str> {
        let stones = self.black.or(&self.white);
        if !self.black.and(&self.white).is_empty() {
            return Some("a point has a black and a white stone");
        }
        if !stones.is_part_of(&self.zone) {
            return Some("a stone is outside the zone");
        }
        let is_empty = |ko: u16| self.zone.contains(ko.into()) && !stones.contains(ko.into());
        if !self.ko.is_none_or(is_empty) {
            return Some("the ko is no empty point of the zone");
        }
        let order = |answer: &LocalAnswer| answer.reply.unwrap_or(u16::MAX);
        if !self.answers.is_sorted_by(|one, next| order(one) < order(next)) {
            return Some("the replies are not in strictly ascending order");
        }
        None
    }

    /// Shows every reference of the entry, to be changed.
    pub(crate) fn each_reference(&mut self, change: impl FnMut(&mut Reference)) {
        self.answers.iter_mut().filter_map(|answer| answer.entry.as_mut()).for_each(change);
    }
}

/// The winner's answer to a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LocalAnswer {
    /// The loser's reply; none for elsewhere.
    pub reply: Option<u16>,
    /// The winner's move; none for a pass.
    pub point: Option<u16>,
    /// The entry that holds after the move; none if the winner has won then.
    pub entry: Option<Reference>,
}
