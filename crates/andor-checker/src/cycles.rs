//! Long cycles of Go that are good for the winner, where rules judge cycles: the last part of
//! section 4.2 of `docs/certificate.md`.

use crate::model::{GoRules, Player, Root};
use crate::rules::{State, go};

/// The worth of a pass where a cycle must be better than even: more than the number of moves of any
/// cycle.
const PASS: i64 = 1 << 32;

/// The long cycles that are good for the winner of a verdict. The tally of a cycle is how many more
/// stones the winner took in it than the loser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cycles {
    /// All of them.
    All,
    /// Those with a tally of at least 0.
    NotBehind,
    /// Those with a tally above 0.
    Ahead,
    /// None that can be relied on.
    None,
}

impl Cycles {
    /// The cycles that are good for the winner of a root under some rules on a board with so many
    /// points.
    #[must_use]
    pub fn that_suit(rules: GoRules, area: usize, root: &Root) -> Cycles {
        let sign = match root.winner() {
            Player::Black => 1,
            Player::White => -1,
        };
        let suits = |tally: i64| go::cycle(rules, area, sign * tally).confirms(root);
        // A game without result may be worse for the winner than one in which the loser has won.
        match [-1, 0, 1].map(suits) {
            [true, true, true] => Cycles::All,
            [_, true, true] => Cycles::NotBehind,
            [_, _, true] => Cycles::Ahead,
            _ => Cycles::None,
        }
    }

    /// By how much a move may raise the credit, if it adds so much to the winner's tally.
    #[must_use]
    pub fn gain(self, tally: i64) -> i64 {
        match self {
            Cycles::All => 0,
            Cycles::NotBehind => tally,
            Cycles::Ahead => PASS * tally - 1,
            Cycles::None => -1,
        }
    }

    /// By how much the move between two positions may raise the credit.
    pub(crate) fn step(self, root: &Root, before: &State, after: &State) -> i64 {
        let tally = go::tally(before, after);
        self.gain(if root.winner() == Player::Black { tally } else { -tally })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Verdict;

    #[test]
    fn which_cycles_suit_the_winner() {
        let (proven, disproven) = (Verdict::Proven, Verdict::Disproven);
        for (rules, verdict, at_least, expected) in [
            ("migos", proven, 1, Cycles::Ahead),
            ("migos", proven, 0, Cycles::NotBehind),
            ("migos", disproven, 1, Cycles::NotBehind),
            ("migos", disproven, 0, Cycles::Ahead),
            ("migos", proven, -9, Cycles::All),
            ("migos", proven, 10, Cycles::None),
            ("chinese", proven, 0, Cycles::Ahead),
            ("chinese", disproven, 0, Cycles::NotBehind),
            // A lost cycle suits the winner here, but an even one has no result.
            ("chinese", proven, -9, Cycles::Ahead),
            ("chinese", disproven, -9, Cycles::None),
            ("chinese", disproven, 10, Cycles::All),
            ("basic-ko,cycle=tie", proven, 0, Cycles::All),
            ("basic-ko,cycle=tie", proven, 1, Cycles::None),
            ("basic-ko,cycle=white", proven, -8, Cycles::None),
            ("basic-ko,cycle=white", disproven, -8, Cycles::All),
        ] {
            let rules = GoRules::named(rules).expect("rules");
            let root = Root {
                attacker: Player::Black,
                at_least,
                verdict,
                moves: Vec::new(),
                first: None,
                entry: None,
                theorem: None,
            };
            let found = Cycles::that_suit(rules, 9, &root);
            assert_eq!(found, expected, "{} {verdict:?} {at_least}", rules.name());
        }
    }
}
