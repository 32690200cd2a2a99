//! The rule sets of Go: repetition, suicide, long cycles, the passes that end the game, and dead
//! blocks at the end.
//!
//! | name | a board play may not recreate | suicide | besides |
//! |---|---|---|---|
//! | `psk` | any earlier board | forbidden | |
//! | `ssk` | an earlier board with the same player to move, boards left by a pass included | forbidden | |
//! | `nssk` | a board that the same player created by an earlier board play | forbidden | |
//! | `basic-ko` | the board before the opponent's capture of a single ko stone | forbidden | a long cycle has no result |
//! | `chinese` | as `basic-ko` | forbidden | who captured more in a long cycle wins |
//! | `migos` | as `basic-ko` | forbidden | as `chinese`, but an even cycle is a tie; after ko captures more passes; one side's blocks with one liberty are dead, except on boards with one row or one column |
//! | `tromp-taylor` | as `psk` | allowed | |
//! | `ssk-suicide`, `nssk-suicide`, `basic-ko-suicide` | as without the suffix | allowed | |
//!
//! Where two names mean the same rules one of them is only read, never written: `aga` is `ssk`,
//! `new-zealand` is `ssk-suicide`, `japanese` is `basic-ko`.
//!
//! The values of a basic-ko rule set for cycles and for blocks with one liberty can be changed
//! behind its name, as in `migos,cycle=black,atari=alive`.

use crate::size::Size;
use andor_core::{NotationError, Player};
use std::fmt;
use std::str::FromStr;

/// The rule of repetition.
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
    /// No immediate retaking of a single ko stone; a longer cycle ends the game.
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

/// The result of a long cycle in which both players captured equally many stones, or of every long
/// cycle if captures do not count. Only basic ko has long cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cycle {
    /// The game has no result.
    NoResult,
    /// A tie: a margin of 0.
    Tie,
    /// This player has won the whole board.
    Won(Player),
}

/// The result of a long cycle in which one player captured more stones than the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Uneven {
    /// The same as for any other cycle.
    Same,
    /// The player who captured more has won the whole board.
    MoreCaptures,
}

/// How many successive passes end the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passes {
    /// Two.
    Two,
    /// Two; three if the last play captured a ko stone, four if the last two moves before the
    /// passes did, so that a ko can be retaken after a pass.
    AfterKoMore,
}

/// The state of blocks with a single liberty when the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atari {
    /// The blocks are alive like all others.
    Alive,
    /// The blocks are dead: taken off before the area is counted, those of both players at once.
    Dead,
    /// The blocks are dead if only one player has such blocks.
    DeadUnlessBoth,
    /// As van der Werf and Winands have it: [`Atari::Alive`] on boards with one row or one column,
    /// [`Atari::DeadUnlessBoth`] on other boards.
    ByBoard,
}

/// A rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The rule of repetition.
    pub ko: Ko,
    /// The rule for blocks that take their own last liberty.
    pub suicide: Suicide,
    /// The result of long cycles.
    pub cycle: Cycle,
    /// The result of long cycles in which one player captured more.
    pub uneven: Uneven,
    /// How many passes end the game.
    pub passes: Passes,
    /// The state of blocks with one liberty at the end.
    pub atari: Atari,
}

impl Rules {
    /// Positional superko, no suicide.
    pub const PSK: Rules = Rules {
        ko: Ko::Positional,
        suicide: Suicide::Forbidden,
        cycle: Cycle::NoResult,
        uneven: Uneven::Same,
        passes: Passes::Two,
        atari: Atari::Alive,
    };
    /// Situational superko, no suicide.
    pub const SSK: Rules = Rules { ko: Ko::Situational, ..Rules::PSK };
    /// Natural situational superko, no suicide.
    pub const NSSK: Rules = Rules { ko: Ko::NaturalSituational, ..Rules::PSK };
    /// Basic ko, no suicide, no result in long cycles.
    pub const BASIC_KO: Rules = Rules { ko: Ko::Basic, ..Rules::PSK };
    /// Basic ko, no suicide; the player who captures more in a long cycle wins, an even cycle has
    /// no result.
    pub const CHINESE: Rules = Rules { uneven: Uneven::MoreCaptures, ..Rules::BASIC_KO };
    /// Van der Werf's formal Chinese rules.
    pub const MIGOS: Rules = Rules {
        cycle: Cycle::Tie,
        passes: Passes::AfterKoMore,
        atari: Atari::ByBoard,
        ..Rules::CHINESE
    };
    /// Positional superko with suicide.
    pub const TROMP_TAYLOR: Rules = Rules { suicide: Suicide::Allowed, ..Rules::PSK };

    /// Do the rules have a superko that allows no move that basic ko forbids? Then games without
    /// superko include every game with superko
    /// ([`Go::without_superko`](super::Go::without_superko)).
    pub fn is_covered_by_basic_ko(self) -> bool {
        match self.ko {
            Ko::Positional => true,
            // A stone that is sacrificed alone leaves the board as it was, to the other player.
            Ko::Situational => self.suicide == Suicide::Forbidden,
            // A ko may be retaken at once if its board was not made by a play of the player who
            // does.
            Ko::NaturalSituational | Ko::Basic => false,
        }
    }

    /// All rule sets with their names.
    pub const ALL: [(&'static str, Rules); 10] = [
        ("psk", Rules::PSK),
        ("ssk", Rules::SSK),
        ("nssk", Rules::NSSK),
        ("basic-ko", Rules::BASIC_KO),
        ("chinese", Rules::CHINESE),
        ("migos", Rules::MIGOS),
        ("tromp-taylor", Rules::TROMP_TAYLOR),
        ("ssk-suicide", Rules { suicide: Suicide::Allowed, ..Rules::SSK }),
        ("nssk-suicide", Rules { suicide: Suicide::Allowed, ..Rules::NSSK }),
        ("basic-ko-suicide", Rules { suicide: Suicide::Allowed, ..Rules::BASIC_KO }),
    ];

    /// Further names of rule sets, with the first one.
    pub const ALIASES: [(&'static str, &'static str); 3] =
        [("aga", "ssk"), ("new-zealand", "ssk-suicide"), ("japanese", "basic-ko")];

    /// Is this text the name of the Japanese rules, which are read as `basic-ko`?
    pub fn is_japanese(text: &str) -> bool {
        text.split(',').next().is_some_and(|name| name.trim().eq_ignore_ascii_case("japanese"))
    }

    /// Can a game end without result?
    pub fn may_have_no_result(self) -> bool {
        self.ko == Ko::Basic && self.cycle == Cycle::NoResult
    }

    /// The rules on a board of this size, without [`Atari::ByBoard`].
    pub fn on(self, size: Size) -> Rules {
        let atari = match self.atari {
            Atari::ByBoard if size.columns() == 1 || size.rows() == 1 => Atari::Alive,
            Atari::ByBoard => Atari::DeadUnlessBoth,
            other => other,
        };
        Rules { atari, ..self }
    }

    /// The name of the rule set, followed by the differences from the set of that name.
    pub fn name(self) -> String {
        let distance = |other: Rules| {
            u8::from(self.cycle != other.cycle) + u8::from(self.atari != other.atari)
        };
        let named = |(_, other): &(&str, Rules)| {
            Rules { cycle: other.cycle, atari: other.atari, ..self } == *other
        };
        let nearest = Rules::ALL.into_iter().filter(named).min_by_key(|(_, set)| distance(*set));
        let (name, set) = nearest.unwrap_or(("unnamed", self));
        let mut text = name.to_string();
        if self.cycle != set.cycle {
            let word = CYCLES.iter().find(|(_, cycle)| *cycle == self.cycle);
            text += &format!(",cycle={}", word.map_or("", |(word, _)| word));
        }
        if self.atari != set.atari {
            let word = ATARIS.iter().find(|(_, atari)| *atari == self.atari);
            text += &format!(",atari={}", word.map_or("", |(word, _)| word));
        }
        text
    }

    /// The set with a change such as `cycle=black`.
    fn changed(self, change: &str) -> Result<Rules, NotationError> {
        let wrong = |problem: &str, expected: String| {
            Err(NotationError::new(format!("rules option \"{change}\""), problem, expected))
        };
        if self.ko != Ko::Basic {
            let expected = "options behind basic-ko, chinese, japanese or migos only".to_string();
            return wrong("the rule set has no options", expected);
        }
        let (option, word) = change.split_once('=').unwrap_or((change, ""));
        match option {
            "cycle" => match CYCLES.iter().find(|(known, _)| *known == word) {
                Some(&(_, cycle)) => Ok(Rules { cycle, ..self }),
                None => wrong("no such value of a long cycle", one_of(&CYCLES)),
            },
            "atari" => match ATARIS.iter().find(|(known, _)| *known == word) {
                Some(&(_, atari)) => Ok(Rules { atari, ..self }),
                None => wrong("no such fate of blocks with one liberty", one_of(&ATARIS)),
            },
            _ => wrong("no option", "cycle=VALUE or atari=VALUE".to_string()),
        }
    }
}

/// Values of `cycle=`.
const CYCLES: [(&str, Cycle); 4] = [
    ("tie", Cycle::Tie),
    ("black", Cycle::Won(Player::Black)),
    ("white", Cycle::Won(Player::White)),
    ("none", Cycle::NoResult),
];

/// Values of `atari=`.
const ATARIS: [(&str, Atari); 3] =
    [("alive", Atari::Alive), ("dead", Atari::Dead), ("dead-unless-both", Atari::DeadUnlessBoth)];

fn one_of<T>(words: &[(&str, T)]) -> String {
    let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    format!("one of {}", words.join(", "))
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl FromStr for Rules {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Rules, NotationError> {
        let lower = text.to_ascii_lowercase();
        let mut words = lower.split(',').map(str::trim);
        let name = words.next().unwrap_or_default();
        let alias = Rules::ALIASES.iter().find(|(alias, _)| *alias == name);
        let name = alias.map_or(name, |(_, name)| name);
        let named = Rules::ALL.into_iter().find(|(known, _)| *known == name);
        let Some((_, rules)) = named else {
            let names = Rules::ALL.map(|(name, _)| name).join(", ");
            let aliases = Rules::ALIASES.map(|(alias, _)| alias).join(", ");
            return Err(NotationError::new(
                format!("rules \"{text}\""),
                "no rule set of Go",
                format!("one of {names}, {aliases}"),
            ));
        };
        words.try_fold(rules, Rules::changed)
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
        for (alias, name) in Rules::ALIASES {
            assert_eq!(alias.parse::<Rules>().map(Rules::name), Ok(name.to_string()));
        }
    }

    #[test]
    fn options_are_read_and_written() {
        for (text, name) in [
            ("migos,cycle=black", "migos,cycle=black"),
            ("migos, atari=alive, cycle=none", "migos,cycle=none,atari=alive"),
            ("migos,atari=dead-unless-both", "migos,atari=dead-unless-both"),
            ("japanese,cycle=tie,cycle=none", "basic-ko"),
            ("Chinese,atari=dead", "chinese,atari=dead"),
            ("basic-ko-suicide,cycle=white", "basic-ko-suicide,cycle=white"),
        ] {
            let rules = text.parse::<Rules>().expect(text);
            assert_eq!(rules.to_string(), name);
            assert_eq!(name.parse(), Ok(rules));
        }
    }

    #[test]
    fn the_board_decides_about_blocks_in_atari_under_migos() {
        for (rules, size, name) in [
            ("migos", "1x4", "migos,atari=alive"),
            ("migos,cycle=none", "7x1", "migos,cycle=none,atari=alive"),
            ("migos", "2x4", "migos,atari=dead-unless-both"),
            ("migos,atari=dead", "1x4", "migos,atari=dead"),
            ("migos,atari=dead-unless-both", "1x4", "migos,atari=dead-unless-both"),
            ("chinese", "1x4", "chinese"),
        ] {
            let rules = rules.parse::<Rules>().expect(rules);
            assert_eq!(rules.on(size.parse().expect(size)).to_string(), name, "{rules} {size}");
        }
    }

    #[test]
    fn what_is_no_rule_set_is_refused_with_the_names() {
        let refused = |text: &str| text.parse::<Rules>().expect_err("no rule set").to_string();
        assert_eq!(
            refused("ing"),
            "rules \"ing\": no rule set of Go; expected one of psk, ssk, nssk, basic-ko, chinese, \
             migos, tromp-taylor, ssk-suicide, nssk-suicide, basic-ko-suicide, aga, new-zealand, \
             japanese"
        );
        assert_eq!(
            refused("psk,cycle=tie"),
            "rules option \"cycle=tie\": the rule set has no options; expected options behind \
             basic-ko, chinese, japanese or migos only"
        );
        assert_eq!(
            refused("migos,cycle=red"),
            "rules option \"cycle=red\": no such value of a long cycle; expected one of tie, \
             black, white, none"
        );
        assert_eq!(
            refused("migos,alive"),
            "rules option \"alive\": no option; expected cycle=VALUE or atari=VALUE"
        );
    }
}
