//! Claims, verdicts and outcomes. Outcomes are absolute, questions are claims.
//!
//! A margin is always Black's. Draws, komi thresholds and exact scores need no extra cases: each is
//! one or two claims. A game that ends without result (a long cycle under rules that say so)
//! fulfils no claim of either player.

use crate::Player;
use std::fmt;

/// Black's score minus White's. Games without a score use +1, 0 and −1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Margin(pub i16);

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// With this margin for Black.
    Margin(Margin),
    /// Without result; no claim holds.
    NoResult,
}

impl Outcome {
    /// A win of `winner` in a game without score.
    #[inline]
    pub fn win(winner: Player) -> Outcome {
        Outcome::Margin(Margin(winner.sign()))
    }

    /// A draw in a game without score.
    pub const DRAW: Outcome = Outcome::Margin(Margin(0));
}

/// A question about a position: can `attacker` force a margin of at least `at_least`, seen from the
/// attacker's side?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The player whom the claim is about.
    pub attacker: Player,
    /// The least margin that fulfils it, the attacker's own score minus the defender's.
    pub at_least: Margin,
}

impl Claim {
    /// The claim that `attacker` wins a game without score.
    pub fn win(attacker: Player) -> Claim {
        Claim { attacker, at_least: Margin(1) }
    }

    /// The player whom the claim is against.
    #[inline]
    pub fn defender(self) -> Player {
        self.attacker.other()
    }

    /// Is the claim fulfilled by a game that ended so?
    #[inline]
    pub fn judge(self, outcome: Outcome) -> Verdict {
        match outcome {
            Outcome::Margin(Margin(black)) if black * self.attacker.sign() >= self.at_least.0 => {
                Verdict::Proven
            }
            _ => Verdict::Disproven,
        }
    }
}

/// The answer to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The attacker can force it.
    Proven,
    /// The defender can prevent it.
    Disproven,
}

impl Verdict {
    /// The player this verdict is good for.
    #[inline]
    pub fn winner(self, claim: Claim) -> Player {
        match self {
            Verdict::Proven => claim.attacker,
            Verdict::Disproven => claim.defender(),
        }
    }

    /// The verdict that is good for `winner`.
    #[inline]
    pub fn for_winner(claim: Claim, winner: Player) -> Verdict {
        if winner == claim.attacker { Verdict::Proven } else { Verdict::Disproven }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Proven => "proven",
            Verdict::Disproven => "disproven",
        })
    }
}
