//! The exact margin of a position, by claims one after the other.
//!
//! Each claim says that Black gets at least so much; one that is proven raises the lower bound, one
//! that fails lowers the upper bound. As van der Werf and Winands do, the search starts where the
//! margin is expected and widens: next to a bound that was just proven, then twice as far, and so on.
//! Once there is a proof on either side the gap is halved. Without an expectation the first claim
//! is the whole board, which ends the search if it is proven, and the second that Black is ahead.
//! Expected work search puts the first one off if it takes long: hopeless claims are hard to refute
//! (on 4x4 under superko fifty times as hard as those next to the margin) and seldom needed.
//! The search keeps what it has learned between the claims.
//!
//! Where long cycles have no result, what Black can force and what White can hold need not meet: then
//! both are found, and there is no single margin.

use crate::engine::Engine;
use crate::explain::Solution;
use crate::problem::{Kind, Problem};
use crate::settings::{Score, SearchName};
use andor_core::{Claim, Game, Margin, Player, Verdict};
use andor_search::{Answer, Budget, Line, Progress, Stop};

/// What is known about Black's margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// Black gets at least this.
    pub(crate) lower: i16,
    /// White holds Black to this.
    pub(crate) upper: i16,
}

impl Bounds {
    /// The margin, if it is known.
    pub(crate) fn margin(self) -> Option<i16> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// How the margin is looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scoring {
    /// No margin is larger.
    pub(crate) most: i16,
    /// Where it is expected, if anywhere.
    pub(crate) expected: Option<i16>,
    /// Can a game end without result?
    pub(crate) no_result: bool,
    /// The claim of the whole board is put off after so many nodes.
    patience: u64,
}

/// How many nodes expected work search spends on the claim of the whole board before it tries others.
const PATIENCE: u64 = 20_000;

impl Scoring {
    /// How the margin of a problem is looked for, if its game has one.
    pub(crate) fn new(problem: &Problem, score: Score, search: SearchName) -> Option<Scoring> {
        let Kind::Go { rules, .. } = &problem.kind else { return None };
        let expected = match score {
            Score::Unknown => None,
            Score::Expected(margin) => Some(margin),
        };
        let most = problem.size.area() as i16;
        let patience = match search {
            SearchName::ExpectedWork | SearchName::AtAGlance if expected.is_none() => PATIENCE,
            _ => u64::MAX,
        };
        Some(Scoring { most, expected, no_result: rules.may_have_no_result(), patience })
    }
}

/// The next margin to claim.
struct Widening {
    /// Forced for sure.
    least: i16,
    /// Cannot be exceeded.
    most: i16,
    /// What to try first, the last one first.
    first: Vec<i16>,
    /// How far from the bound that moved last.
    step: i16,
    /// Which bounds were moved by a claim: the least, the most.
    moved: [bool; 2],
}

impl Widening {
    fn new(most: i16, expected: Option<i16>) -> Widening {
        let first = expected.map(|expected| vec![expected.clamp(1 - most, most)]);
        let first = first.unwrap_or_else(|| vec![1, most]);
        Widening { least: -most, most, first, step: 1, moved: [false; 2] }
    }

    /// The next margin to claim: above what is forced, not above what can be.
    fn next(&mut self) -> Option<i16> {
        if self.least == self.most {
            return None;
        }
        while let Some(margin) = self.first.pop() {
            if self.least < margin && margin <= self.most {
                return Some(margin);
            }
        }
        let gap = self.most - self.least;
        let (up, down) = (self.least + self.step, self.most + 1 - self.step);
        self.step = self.step.saturating_mul(2);
        Some(match self.moved {
            [true, false] => up.min(self.most),
            [false, true] => down.max(self.least + 1),
            _ => self.least + (gap + 1) / 2,
        })
    }

    fn learn(&mut self, margin: i16, verdict: Verdict) {
        match verdict {
            Verdict::Proven => self.least = margin,
            Verdict::Disproven => self.most = margin - 1,
        }
        self.moved[usize::from(verdict == Verdict::Disproven)] = true;
    }
}

/// Finds the margin of the line's position; `bounds` holds what is known at any time. With the answer
/// come the claims that show it, the one that explains the mover's best play last.
pub(crate) fn settle<G: Game>(
    engine: &mut dyn Engine<G>,
    line: &mut Line<'_, G>,
    scoring: Scoring,
    bounds: &mut Bounds,
    budget: &mut Budget,
    hear: &mut dyn FnMut(&Progress),
) -> Result<Vec<Solution<G::Move>>, Stop> {
    let mut solutions: Vec<Solution<G::Move>> = Vec::new();
    let sides: &[Player] = if scoring.no_result { &Player::BOTH } else { &[Player::Black] };
    for &attacker in sides {
        let expected = scoring.expected.map(|margin| margin * attacker.sign());
        let mut widening = Widening::new(scoring.most, expected);
        let mut shown: [Option<Solution<G::Move>>; 2] = [None, None];
        while let Some(margin) = widening.next() {
            let claim = Claim { attacker, at_least: Margin(margin) };
            let known = *bounds;
            let mut relay = |progress: &Progress| {
                let margins = Some((known.lower, known.upper));
                hear(&Progress { margins, ..*progress });
            };
            let is_first = widening.moved == [false; 2] && !widening.first.is_empty();
            let mut part = budget.part(if is_first { scoring.patience } else { u64::MAX });
            let (verdict, best) = match engine.settle(line, claim, &mut part, &mut relay) {
                (Answer::Solved(verdict), best) => (verdict, best),
                (Answer::Stopped(Stop::Nodes), _) if is_first && budget.spend(0).is_none() => {
                    continue;
                }
                (Answer::Stopped(stop), _) => return Err(stop),
            };
            widening.learn(margin, verdict);
            match (attacker, scoring.no_result) {
                (Player::Black, true) => bounds.lower = widening.least,
                (Player::Black, false) => {
                    *bounds = Bounds { lower: widening.least, upper: widening.most };
                }
                (Player::White, _) => bounds.upper = -widening.least,
            }
            let solution = Solution { claim, verdict, best };
            shown[usize::from(verdict == Verdict::Disproven)] = Some(solution);
        }
        solutions.extend(shown.into_iter().flatten());
    }
    let mover = line.to_move();
    solutions.sort_by_key(|solution| solution.verdict.winner(solution.claim) == mover);
    Ok(solutions)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every margin is found, with few claims if it is the expected one.
    #[test]
    fn widening_finds_every_margin() {
        for most in [1, 4, 25, 361] {
            for expected in [None, Some(0), Some(2), Some(most), Some(-most), Some(2 * most)] {
                for margin in -most..=most {
                    let mut widening = Widening::new(most, expected);
                    let mut claims = 0;
                    while let Some(claimed) = widening.next() {
                        assert!(widening.least < claimed && claimed <= widening.most);
                        let proven = claimed <= margin;
                        let verdict = if proven { Verdict::Proven } else { Verdict::Disproven };
                        widening.learn(claimed, verdict);
                        claims += 1;
                    }
                    assert_eq!((widening.least, widening.most), (margin, margin));
                    let usual = 2 * (2 * most).ilog2() + 4;
                    assert!(claims <= usual, "{claims} claims for {margin} of {most}");
                    if expected == Some(margin) {
                        assert!(claims <= 2, "{claims} claims for the expected {margin}");
                    }
                }
            }
        }
    }
}
