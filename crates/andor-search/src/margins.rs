//! The exact margin of a position by claims one after another: which margin to claim next.
//!
//! Each claim says that the attacker gets at least some margin. A proven claim raises the lower
//! bound, a disproven claim lowers the upper bound. As in van der Werf and Winands' search, the
//! first claim is at the expected margin, and the next claims widen: next to a bound that was just
//! proven, then twice as far, and so on. Once both sides have a proof the gap is halved. Without an
//! expectation the first claim is the whole board, which ends the search if it is proven, and the
//! second claim is that the attacker is ahead.

use andor_core::Verdict;

/// The bounds of a margin, and the next claim about it.
#[derive(Clone, Debug)]
pub struct Margins {
    /// Forced for sure; below every margin if nothing is.
    least: i16,
    /// Cannot be exceeded.
    most: i16,
    /// The claims to try first, in reverse order.
    first: Vec<i16>,
    /// The distance from the bound that moved last.
    step: i16,
    /// Which bounds a claim has moved: the least, the most.
    moved: [bool; 2],
}

impl Margins {
    /// Margins from `-most` to `most`, with the margin that is expected, if one is. The least
    /// margin is claimed, too, unless it is sure that the game has a result.
    pub fn new(most: i16, expected: Option<i16>, is_sure: bool) -> Margins {
        let least = if is_sure { -most } else { -most - 1 };
        let first = expected.map(|expected| vec![expected.clamp(1 - most, most)]);
        let first = first.unwrap_or_else(|| vec![1, most]);
        Margins { least, most, first, step: 1, moved: [false; 2] }
    }

    /// The next margin to claim: above the forced margin, not above the possible one.
    pub fn next_claim(&mut self) -> Option<i16> {
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

    /// Can the present claim wait: is nothing known yet, and does another first claim follow?
    pub fn can_wait(&self) -> bool {
        self.moved == [false; 2] && !self.first.is_empty()
    }

    /// The claim of a margin has a verdict.
    pub fn learn(&mut self, margin: i16, verdict: Verdict) {
        match verdict {
            Verdict::Proven => self.least = margin,
            Verdict::Disproven => self.most = margin - 1,
        }
        self.moved[usize::from(verdict == Verdict::Disproven)] = true;
    }

    /// The margin that is forced for sure.
    pub fn least(&self) -> i16 {
        self.least
    }

    /// The margin that cannot be exceeded.
    pub fn most(&self) -> i16 {
        self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every margin is found, with few claims if it is the expected one.
    #[test]
    fn every_margin_is_found() {
        for most in [1, 4, 25, 361] {
            for expected in [None, Some(0), Some(2), Some(most), Some(-most), Some(2 * most)] {
                for margin in -most - 1..=most {
                    let is_sure = margin >= -most && margin % 2 == 0;
                    let mut margins = Margins::new(most, expected, is_sure);
                    let mut claims = 0;
                    while let Some(claimed) = margins.next_claim() {
                        assert!(margins.least < claimed && claimed <= margins.most);
                        let proven = claimed <= margin;
                        let verdict = if proven { Verdict::Proven } else { Verdict::Disproven };
                        margins.learn(claimed, verdict);
                        claims += 1;
                    }
                    assert_eq!((margins.least, margins.most), (margin, margin));
                    let usual = 2 * (2 * most).ilog2() + 5;
                    assert!(claims <= usual, "{claims} claims for {margin} of {most}");
                    if expected == Some(margin) {
                        assert!(claims <= 3, "{claims} claims for the expected {margin}");
                    }
                }
            }
        }
    }
}
