//! Claims about positions, and their verdicts.

use super::leaf::Theorem;
use super::player::Player;

/// Whether a claim is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The attacker can force it.
    Proven,
    /// The other player can prevent it.
    Disproven,
}

/// A claim about a position and its verdict, and where its proof begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The player whom the claim is about.
    pub attacker: Player,
    /// The margin, from the attacker's side, that fulfils the claim.
    pub at_least: i64,
    /// Whether the claim is right.
    pub verdict: Verdict,
    /// Moves from the base position to the root position.
    pub moves: Vec<u16>,
    /// The winner's move in the root position, if the winner is to move there.
    pub first: Option<u16>,
    /// The entry for the position after that, if the game is not over there.
    pub entry: Option<u64>,
    /// Go: the theorem whose word stands in the place of the entry.
    pub theorem: Option<Theorem>,
}

impl Root {
    /// The player for whom the verdict is good.
    #[must_use]
    pub fn winner(&self) -> Player {
        match self.verdict {
            Verdict::Proven => self.attacker,
            Verdict::Disproven => self.attacker.other(),
        }
    }

    /// Has another root the same claim and verdict?
    #[must_use]
    pub fn says_as(&self, other: &Root) -> bool {
        (self.attacker, self.at_least, self.verdict)
            == (other.attacker, other.at_least, other.verdict)
    }
}
