//! Gomoku in certificates, as plain data: the rules, and the entries of proofs by threats.

use super::player::Player;
use super::points::PointSet;
use super::reference::Reference;

/// Which row wins in Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Five {
    /// Five stones or more.
    Freestyle,
    /// Exactly five stones.
    Exact,
}

impl Five {
    /// All rules with their names in the header.
    pub const ALL: [(&'static str, Five); 2] =
        [("freestyle", Five::Freestyle), ("exact", Five::Exact)];

    /// The name in the header.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Five::Freestyle => "freestyle",
            Five::Exact => "exact",
        }
    }
}

/// Sort 7: a position of freestyle Gomoku, the loser to move, that the winner wins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Threat {
    /// The player who wins.
    pub winner: Player,
    /// Black's stones.
    pub black: PointSet,
    /// White's stones.
    pub white: PointSet,
    /// The sets that cover the win: the i-th is good against i further stones of the loser's.
    pub cover: [PointSet; 3],
    /// The answers, ascending by reply, the one to a pass last.
    pub answers: Vec<ThreatAnswer>,
}

impl Threat {
    /// The stone on a point.
    pub(crate) fn stone(&self, point: usize) -> Option<Player> {
        let sets = [(Player::Black, &self.black), (Player::White, &self.white)];
        sets.into_iter().find(|(_, set)| set.contains(point)).map(|(player, _)| player)
    }

    /// Shows every reference of the entry, to be changed.
    pub(crate) fn each_reference(&mut self, mut change: impl FnMut(&mut Reference)) {
        for answer in &mut self.answers {
            if let Attack::Move(_, reference) = &mut answer.attack {
                change(reference);
            }
        }
    }
}

/// An answer to a reply of the loser's, or to a pass in thought.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ThreatAnswer {
    /// The reply; none for a pass.
    pub reply: Option<u16>,
    /// Does the win also answer the replies outside its cover?
    pub open: bool,
    /// How the winner wins then.
    pub attack: Attack,
}

/// How the winner, to move, wins a position of freestyle Gomoku.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attack {
    /// Kind 0: by a line of fours, of which these are the winner's moves.
    Fours(Vec<u16>),
    /// Kind 1: by a move after which an entry holds.
    Move(u16, Reference),
}
