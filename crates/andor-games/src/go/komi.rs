//! Komi: the points that Black gives White for moving first.
//!
//! The komi is no part of the game, whose outcome is the margin on the board; it turns the
//! question "who wins?" into claims about that margin.

use andor_core::{Claim, Margin, NotationError, Player};
use std::fmt;
use std::str::FromStr;

/// The largest komi that is read, in points.
const LARGEST: f64 = 1000.0;

/// A komi, as a count of half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Komi(pub i16);

impl Komi {
    /// The claim that `winner` wins with this komi: Black has to get more than the komi, White has
    /// to keep Black below it.
    pub fn claim(self, winner: Player) -> Claim {
        let at_least = (self.0 * winner.sign()).div_euclid(2) + 1;
        Claim { attacker: winner, at_least: Margin(at_least) }
    }

    /// Can a game with this komi be a draw? It can if the komi is a whole number of points.
    pub fn can_draw(self) -> bool {
        self.0 % 2 == 0
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f32::from(self.0) / 2.0)
    }
}

impl FromStr for Komi {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Komi, NotationError> {
        let wrong = |problem| {
            let expected = "a whole or half number of points from -1000 to 1000, such as 6.5";
            Err(NotationError::new(format!("komi \"{text}\""), problem, expected))
        };
        let is_decimal = text.bytes().all(|b| b.is_ascii_digit() || b"+-.".contains(&b));
        match text.parse::<f64>() {
            Ok(points) if is_decimal && points.abs() > LARGEST => wrong("too large"),
            Ok(points) if is_decimal && (points * 2.0).fract() != 0.0 => {
                wrong("not a multiple of half a point")
            }
            Ok(points) if is_decimal => Ok(Komi((points * 2.0) as i16)),
            _ => wrong("not a number"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::{Outcome, Verdict};

    #[test]
    fn a_komi_decides_every_margin() {
        for halves in -9..=9 {
            let komi = Komi(halves);
            for margin in -6..=6 {
                let wins = |player| {
                    komi.claim(player).judge(Outcome::Margin(Margin(margin))) == Verdict::Proven
                };
                assert_eq!(wins(Player::Black), 2 * margin > halves, "{margin} with komi {komi}");
                assert_eq!(wins(Player::White), 2 * margin < halves, "{margin} with komi {komi}");
                let drawn = !wins(Player::Black) && !wins(Player::White);
                assert!(!drawn || komi.can_draw(), "{margin} with komi {komi}");
            }
        }
    }

    #[test]
    fn komi_is_read_and_written() {
        for (text, halves, written) in [
            ("6.5", 13, "6.5"),
            ("7", 14, "7"),
            ("7.0", 14, "7"),
            ("-0.5", -1, "-0.5"),
            ("+3.5", 7, "3.5"),
            (".5", 1, "0.5"),
            ("0", 0, "0"),
        ] {
            assert_eq!(text.parse(), Ok(Komi(halves)), "{text}");
            assert_eq!(Komi(halves).to_string(), written);
        }
        let expected = "expected a whole or half number of points from -1000 to 1000, such as 6.5";
        for (text, problem) in [
            ("7.3", "not a multiple of half a point"),
            ("20000", "too large"),
            ("", "not a number"),
            ("inf", "not a number"),
            ("nan", "not a number"),
            ("1e1", "not a number"),
            ("six", "not a number"),
        ] {
            let error = text.parse::<Komi>().expect_err(text).to_string();
            assert_eq!(error, format!("komi \"{text}\": {problem}; {expected}"));
        }
    }
}
