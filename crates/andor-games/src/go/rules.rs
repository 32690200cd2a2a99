//! Rule sets: what a player may not repeat, and whether a player may take the own last liberty.
//!
//! | name | a board play may not recreate | suicide |
//! |---|---|---|
//! | `psk` | any earlier board | forbidden |
//! | `ssk` | an earlier board with the same player to move, boards left by a pass included | forbidden |
//! | `nssk` | a board that the same player created by an earlier board play | forbidden |
//! | `basic-ko` | the board before the opponent's capture of a single ko stone | forbidden |
//! | `tromp-taylor` | as `psk` | allowed |
//! | `ssk-suicide`, `nssk-suicide`, `basic-ko-suicide` | as without the suffix | allowed |
//!
//! All of them count area, end the game by two successive passes and take every stone that is then
//! on the board for alive.

use andor_core::NotationError;
use std::fmt;
use std::str::FromStr;

/// What may not be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ko {
    /// Positional superko: no board play recreates an earlier board.
    Positional,
    /// Situational superko: no board play recreates an earlier board with the same player to move.
    /// A pass leaves such a situation too.
    Situational,
    /// Natural situational superko: no board play recreates a board that the same player created
    /// by a board play. White counts as the creator of the start.
    NaturalSituational,
    /// No immediate retaking of a single ko stone; a longer cycle ends the game without result.
    Basic,
}

/// May a player make a play that leaves the own block without a liberty?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suicide {
    /// No.
    Forbidden,
    /// Yes: the block is taken off the board.
    Allowed,
}

/// A rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// What may not be repeated.
    pub ko: Ko,
    /// What happens to blocks that take their own last liberty.
    pub suicide: Suicide,
}

impl Rules {
    /// Positional superko, no suicide.
    pub const PSK: Rules = Rules { ko: Ko::Positional, suicide: Suicide::Forbidden };
    /// Situational superko, no suicide.
    pub const SSK: Rules = Rules { ko: Ko::Situational, suicide: Suicide::Forbidden };
    /// Natural situational superko, no suicide.
    pub const NSSK: Rules = Rules { ko: Ko::NaturalSituational, suicide: Suicide::Forbidden };
    /// Basic ko, no suicide, no result in long cycles.
    pub const BASIC_KO: Rules = Rules { ko: Ko::Basic, suicide: Suicide::Forbidden };
    /// Positional superko with suicide.
    pub const TROMP_TAYLOR: Rules = Rules { ko: Ko::Positional, suicide: Suicide::Allowed };

    /// All rule sets with their names.
    pub const ALL: [(&'static str, Rules); 8] = [
        ("psk", Rules::PSK),
        ("ssk", Rules::SSK),
        ("nssk", Rules::NSSK),
        ("basic-ko", Rules::BASIC_KO),
        ("tromp-taylor", Rules::TROMP_TAYLOR),
        ("ssk-suicide", Rules { suicide: Suicide::Allowed, ..Rules::SSK }),
        ("nssk-suicide", Rules { suicide: Suicide::Allowed, ..Rules::NSSK }),
        ("basic-ko-suicide", Rules { suicide: Suicide::Allowed, ..Rules::BASIC_KO }),
    ];

    /// The name of the rule set.
    pub fn name(self) -> &'static str {
        match (self.ko, self.suicide) {
            (Ko::Positional, Suicide::Forbidden) => "psk",
            (Ko::Situational, Suicide::Forbidden) => "ssk",
            (Ko::NaturalSituational, Suicide::Forbidden) => "nssk",
            (Ko::Basic, Suicide::Forbidden) => "basic-ko",
            (Ko::Positional, Suicide::Allowed) => "tromp-taylor",
            (Ko::Situational, Suicide::Allowed) => "ssk-suicide",
            (Ko::NaturalSituational, Suicide::Allowed) => "nssk-suicide",
            (Ko::Basic, Suicide::Allowed) => "basic-ko-suicide",
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rules {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Rules, NotationError> {
        let known = |(name, rules): (&str, Rules)| text.eq_ignore_ascii_case(name).then_some(rules);
        Rules::ALL.into_iter().find_map(known).ok_or_else(|| {
            let names = Rules::ALL.map(|(name, _)| name).join(", ");
            NotationError::new(
                format!("rules \"{text}\""),
                "no rule set of Go",
                format!("one of {names}"),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_is_known_by_its_name() {
        for (name, rules) in Rules::ALL {
            assert_eq!(rules.name(), name);
            assert_eq!(name.parse(), Ok(rules));
            assert_eq!(name.to_uppercase().parse(), Ok(rules));
        }
    }

    #[test]
    fn what_is_no_rule_set_is_refused_with_the_names() {
        let error = "japanese".parse::<Rules>().expect_err("no rule set").to_string();
        assert_eq!(
            error,
            "rules \"japanese\": no rule set of Go; expected one of psk, ssk, nssk, basic-ko, \
             tromp-taylor, ssk-suicide, nssk-suicide, basic-ko-suicide"
        );
    }
}
