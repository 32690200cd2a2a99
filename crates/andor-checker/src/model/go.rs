//! Rule sets of Go, as plain data.

use super::player::Player;

/// The ko rule of Go, which makes games end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ko {
    /// Positional superko: no earlier board again.
    Positional,
    /// Situational superko: no earlier board again with the same player to move.
    Situational,
    /// Natural situational superko: no board again that the same player has created before.
    Natural,
    /// Basic ko: no retaking of a single stone at once; longer cycles end the game.
    Basic,
}

/// The result of a long cycle under basic ko, unless the player who captured more in it has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cycle {
    /// The game has no result.
    NoResult,
    /// The margin is 0.
    Tie,
    /// This player has won the whole board.
    Won(Player),
}

/// The state of blocks with a single liberty at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atari {
    /// The blocks count like all others.
    Alive,
    /// The blocks are taken off.
    Dead,
    /// The blocks are taken off if only one player has such blocks.
    DeadUnlessBoth,
}

/// A rule set of Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GoRules {
    /// The ko rule.
    pub ko: Ko,
    /// Whether a player may take off stones of their own.
    pub suicide: bool,
    /// The result of a long cycle.
    pub cycle: Cycle,
    /// Has the player who captured more in a long cycle won the whole board?
    pub captures: bool,
    /// Whether it takes more passes to end the game after a ko stone was taken.
    pub waits: bool,
    /// The state of blocks with a single liberty at the end.
    pub atari: Atari,
}

impl GoRules {
    const PSK: GoRules = GoRules {
        ko: Ko::Positional,
        suicide: false,
        cycle: Cycle::NoResult,
        captures: false,
        waits: false,
        atari: Atari::Alive,
    };
    const SSK: GoRules = GoRules { ko: Ko::Situational, ..GoRules::PSK };
    const NSSK: GoRules = GoRules { ko: Ko::Natural, ..GoRules::PSK };
    pub(crate) const BASIC_KO: GoRules = GoRules { ko: Ko::Basic, ..GoRules::PSK };
    const CHINESE: GoRules = GoRules { captures: true, ..GoRules::BASIC_KO };
    const MIGOS: GoRules = GoRules {
        cycle: Cycle::Tie,
        waits: true,
        atari: Atari::DeadUnlessBoth,
        ..GoRules::CHINESE
    };

    /// Every rule set with its name in the header.
    pub const ALL: [(&'static str, GoRules); 10] = [
        ("psk", GoRules::PSK),
        ("ssk", GoRules::SSK),
        ("nssk", GoRules::NSSK),
        ("basic-ko", GoRules::BASIC_KO),
        ("chinese", GoRules::CHINESE),
        ("migos", GoRules::MIGOS),
        ("tromp-taylor", GoRules { suicide: true, ..GoRules::PSK }),
        ("ssk-suicide", GoRules { suicide: true, ..GoRules::SSK }),
        ("nssk-suicide", GoRules { suicide: true, ..GoRules::NSSK }),
        ("basic-ko-suicide", GoRules { suicide: true, ..GoRules::BASIC_KO }),
    ];

    const CYCLES: [(&'static str, Cycle); 4] = [
        ("tie", Cycle::Tie),
        ("black", Cycle::Won(Player::Black)),
        ("white", Cycle::Won(Player::White)),
        ("none", Cycle::NoResult),
    ];

    const ATARIS: [(&'static str, Atari); 3] = [
        ("alive", Atari::Alive),
        ("dead", Atari::Dead),
        ("dead-unless-both", Atari::DeadUnlessBoth),
    ];

    /// The rules that the header calls so.
    #[must_use]
    pub fn named(text: &str) -> Option<GoRules> {
        let mut words = text.split(',').peekable();
        let name = words.next()?;
        let mut rules = Self::ALL.iter().find(|(known, _)| *known == name)?.1;
        let mut option = |key: &str| words.next_if(|w| w.starts_with(key))?.strip_prefix(key);
        if rules.ko == Ko::Basic {
            if let Some(word) = option("cycle=") {
                rules.cycle = Self::CYCLES.iter().find(|(known, _)| *known == word)?.1;
            }
            if let Some(word) = option("atari=") {
                rules.atari = Self::ATARIS.iter().find(|(known, _)| *known == word)?.1;
            }
        }
        words.next().is_none().then_some(rules)
    }

    /// The name in the header: that of a set, and what differs from it.
    #[must_use]
    pub fn name(self) -> String {
        let alike = |(_, set): &&(&str, GoRules)| {
            GoRules { cycle: set.cycle, atari: set.atari, ..self } == *set
        };
        let Some((name, set)) = Self::ALL.iter().find(alike) else { return "?".to_string() };
        let mut text = (*name).to_string();
        if self.cycle != set.cycle {
            let word = Self::CYCLES.iter().find(|(_, cycle)| *cycle == self.cycle);
            text.extend(word.map(|(word, _)| format!(",cycle={word}")));
        }
        if self.atari != set.atari {
            let word = Self::ATARIS.iter().find(|(_, atari)| *atari == self.atari);
            text.extend(word.map(|(word, _)| format!(",atari={word}")));
        }
        text
    }

    /// Whether the entries have credits instead of ranks and marks: under basic ko, unless it is
    /// the plain one, in which no cycle has a result.
    #[must_use]
    pub fn has_credits(self) -> bool {
        self.ko == Ko::Basic && GoRules { suicide: false, ..self } != GoRules::BASIC_KO
    }
}
