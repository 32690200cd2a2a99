//! Facts about a position: verdicts on claims, and how they relate to each other.

use andor_core::{Claim, Margin, Player, Verdict};
use serde::{Deserialize, Serialize};

/// The marks of a fact that holds only where no moves came before the position of the entry, or
/// only after the moves of the entry.
pub const AT_START: u128 = u128::MAX;

/// A verdict on a claim about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// Is the claim about White?
    is_white: bool,
    /// The least margin that fulfils the claim.
    at_least: i16,
    /// Is the claim proven?
    is_proven: bool,
    /// The number of a move that wins, if the winner moves and it is known.
    pub best: Option<u128>,
    /// The points on which the verdict depends, if they are known.
    pub zone: Option<Vec<u16>>,
    /// The work in nodes.
    pub work: u32,
    /// The fact holds on every line whose past has none of these marks: on every line for 0, and
    /// without moves besides those of the entry for [`AT_START`].
    pub marks: u128,
    /// The search, the knowledge and the version that gave the verdict.
    pub source: String,
}

impl Fact {
    /// The verdict on a claim, by this source, without a move and a zone.
    pub fn new(claim: Claim, verdict: Verdict, work: u32, marks: u128, source: &str) -> Fact {
        Fact {
            is_white: claim.attacker == Player::White,
            at_least: claim.at_least.0,
            is_proven: verdict == Verdict::Proven,
            best: None,
            zone: None,
            work,
            marks,
            source: source.to_string(),
        }
    }

    /// The claim.
    pub fn claim(&self) -> Claim {
        let attacker = if self.is_white { Player::White } else { Player::Black };
        Claim { attacker, at_least: Margin(self.at_least) }
    }

    /// The verdict on the claim.
    pub fn verdict(&self) -> Verdict {
        if self.is_proven { Verdict::Proven } else { Verdict::Disproven }
    }

    /// The verdict on another claim that follows from the fact, if one does.
    ///
    /// Who forces a margin forces every smaller margin, and the opponent does not get a margin that
    /// excludes it. Where a game may end without result, more cannot be said.
    pub fn on(&self, claim: Claim) -> Option<Verdict> {
        let Claim { attacker, at_least: Margin(wanted) } = claim;
        let own = attacker == self.claim().attacker;
        match (own, self.is_proven) {
            (true, true) => (wanted <= self.at_least).then_some(Verdict::Proven),
            (true, false) => (wanted >= self.at_least).then_some(Verdict::Disproven),
            (false, true) => {
                let excluded = i32::from(wanted) > -i32::from(self.at_least);
                excluded.then_some(Verdict::Disproven)
            }
            (false, false) => None,
        }
    }

    /// Is the other fact of no use beside this one?
    pub fn implies(&self, other: &Fact) -> bool {
        let is_freer = self.marks & !other.marks == 0;
        let knows_more = (self.best.is_some() || other.best.is_none())
            && (self.zone.is_some() || other.zone.is_none());
        is_freer && knows_more && self.on(other.claim()) == Some(other.verdict())
    }

    /// Can the two facts not both be true? Facts of one entry all hold where the entry itself says.
    pub fn contradicts(&self, other: &Fact) -> bool {
        let opposes =
            |a: &Fact, b: &Fact| a.on(b.claim()).is_some_and(|verdict| verdict != b.verdict());
        opposes(self, other) || opposes(other, self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(attacker: Player, margin: i16, verdict: Verdict) -> Fact {
        Fact::new(Claim { attacker, at_least: Margin(margin) }, verdict, 10, 0, "test")
    }

    /// What follows from a fact is true whenever the fact is, for every value of a game; and facts
    /// contradict each other if no value fits both.
    #[test]
    fn facts_agree_with_values() {
        // A value is what each player can force; without result the two need not add up to 0.
        let values = (-3..=3_i16).flat_map(|black| (-3..=-black).map(move |white| [black, white]));
        let values: Vec<[i16; 2]> = values.collect();
        let is_true = |fact: &Fact, value: &[i16; 2]| {
            let Claim { attacker, at_least } = fact.claim();
            (value[attacker.index()] >= at_least.0) == (fact.verdict() == Verdict::Proven)
        };
        let mut facts = Vec::new();
        for attacker in Player::BOTH {
            for margin in -3..=3 {
                for verdict in [Verdict::Proven, Verdict::Disproven] {
                    facts.push(fact(attacker, margin, verdict));
                }
            }
        }
        let (mut followed, mut contradicted) = (0, 0);
        for a in &facts {
            for b in &facts {
                let both = values.iter().any(|value| is_true(a, value) && is_true(b, value));
                let a_can = values.iter().any(|value| is_true(a, value));
                let b_can = values.iter().any(|value| is_true(b, value));
                if a_can && b_can {
                    assert_eq!(a.contradicts(b), !both, "{a:?} {b:?}");
                    contradicted += usize::from(!both);
                }
                if a.implies(b) {
                    followed += 1;
                    for value in &values {
                        assert!(!is_true(a, value) || is_true(b, value), "{a:?} {b:?} {value:?}");
                    }
                }
            }
        }
        assert!(followed > 100 && contradicted > 100, "{followed} {contradicted}");
    }

    /// A fact that holds on more lines, or knows a move, is kept beside one that does not.
    #[test]
    fn a_fact_that_says_more_is_not_implied() {
        let free = fact(Player::Black, 3, Verdict::Proven);
        let bound = Fact { marks: 6, ..free.clone() };
        let start = Fact { marks: AT_START, ..free.clone() };
        assert!(free.implies(&bound) && bound.implies(&start) && free.implies(&start));
        assert!(!bound.implies(&free) && !start.implies(&bound));
        let with_move = Fact { best: Some(4), ..free.clone() };
        assert!(with_move.implies(&free) && !free.implies(&with_move));
    }
}
