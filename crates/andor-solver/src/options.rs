//! Options: one table per game and per kind of search. The command line, `andor options`, the
//! documents and the validation come from these tables.
//!
//! A row has a name, the default, the possible values, and a sentence. The options of a search are
//! named with the search: `dfpn.epsilon`.

use crate::error::BadInput;
use std::collections::BTreeMap;
use std::fmt;

/// The possible values of an option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Values {
    /// A number from the first to the second.
    Number(f64, f64),
    /// A whole number from the first to the second.
    Whole(u64, u64),
    /// One of these words.
    Words(&'static [&'static str]),
    /// A text that the game reads itself; in words what it expects.
    Text(&'static str),
}

impl Values {
    /// The values, in words.
    pub fn words(self) -> String {
        match self {
            Values::Number(least, most) => format!("a number from {least} to {most}"),
            Values::Whole(least, most) => format!("a whole number from {least} to {most}"),
            Values::Words(words) => words.join(", "),
            Values::Text(text) => text.to_string(),
        }
    }

    fn allow(self, text: &str) -> bool {
        match self {
            Values::Number(least, most) => {
                text.parse::<f64>().is_ok_and(|number| (least..=most).contains(&number))
            }
            Values::Whole(least, most) => {
                text.parse::<u64>().is_ok_and(|number| (least..=most).contains(&number))
            }
            Values::Words(words) => words.contains(&text),
            Values::Text(_) => true,
        }
    }
}

/// A row of a table of options.
#[derive(Clone, Copy, Debug)]
pub struct OptionRow {
    /// The name.
    pub name: &'static str,
    /// The default value, in words where it depends on the game.
    pub default: &'static str,
    /// The possible values.
    pub values: Values,
    /// The purpose.
    pub sentence: &'static str,
}

/// The options of expected work search and its variants.
pub(crate) const EXPECTED_WORK: &[OptionRow] = &[
    OptionRow {
        name: "ews.games",
        default: "256 in hex without connections, 0 in go, else 16",
        values: Values::Whole(0, 65_536),
        sentence: "random games for each guess of expected work search and its variants; in hex 256 at a time",
    },
    OptionRow {
        name: "ews.tempo",
        default: "0.6 in hex, 0.3 in go, else 0.5",
        values: Values::Number(0.0, 1.0),
        sentence: "how much of what the best move gains a move loses because the opponent is next",
    },
    OptionRow {
        name: "ews.rate",
        default: "0.9 in hex, 0.4 in go, else 0.5",
        values: Values::Number(0.0, 10.0),
        sentence: "how fast the first expected work grows with the plies left",
    },
    OptionRow {
        name: "ews.bend",
        default: "0.7",
        values: Values::Number(0.01, 10.0),
        sentence: "how fast the first expected work grows with the loser's chance",
    },
    OptionRow {
        name: "ews.look-ahead",
        default: "replies in hex without connections, else moves",
        values: Values::Words(&["moves", "replies"]),
        sentence: "whether a new child is judged by the guess about its move or about the replies",
    },
    OptionRow {
        name: "ews.prior",
        default: "0.2; 0.5 in hex with connections",
        values: Values::Number(0.0, 1.0),
        sentence: "the share that the first guess keeps in the chance of a node",
    },
    OptionRow {
        name: "ews.epsilon",
        default: "0; 0.1 in go; 0.25 in hex with connections",
        values: Values::Number(0.0, 100.0),
        sentence: "the slack of thresholds: the search stays below a child until the child falls behind its best \
                   sibling by a factor of 1 + this",
    },
    OptionRow {
        name: "ews.learning",
        default: "0.3 in gomoku and on boards of go with more than 16 points, else 0",
        values: Values::Number(0.0, 2.0),
        sentence: "the share of an error of a guessed work that one step of the learning corrects; used in go and gomoku",
    },
];

/// The options of depth-first proof-number search.
pub(crate) const PROOF_NUMBER: &[OptionRow] = &[
    OptionRow {
        name: "dfpn.epsilon",
        default: "0.25",
        values: Values::Number(0.0, 1000.0),
        sentence: "the slack of thresholds: the search stays below a child until the child falls behind its best \
                   sibling by a factor of 1 + this",
    },
    OptionRow {
        name: "dfpn.base",
        default: "1",
        values: Values::Whole(1, 100_000),
        sentence: "how many open moves of a position count in any case (focused widening)",
    },
    OptionRow {
        name: "dfpn.share",
        default: "0.1 in killall, 0.5 in phutball, else 0.2",
        values: Values::Number(0.0, 1.0),
        sentence: "the share of the open moves that count besides these (focused widening)",
    },
    OptionRow {
        name: "dfpn.first",
        default: "guess in fdfpn, in gomoku and in phutball, else one",
        values: Values::Words(&["one", "guess"]),
        sentence: "whether the first numbers of a move are 1 and 1, or the works that are guessed for it",
    },
];

/// The options of learning depth-first proof-number search.
pub(crate) const LEARNING: &[OptionRow] = &[
    OptionRow {
        name: "ldfpn.epsilon",
        default: "3",
        values: Values::Number(0.0, 1000.0),
        sentence: "the slack of thresholds: the search stays below a child until the child falls behind its best \
                   sibling by a factor of 1 + this",
    },
    OptionRow {
        name: "ldfpn.rate",
        default: "1",
        values: Values::Number(0.0, 2.0),
        sentence: "the share of an error that one step of the learning corrects; 0 learns nothing",
    },
];

/// The options of Monte Carlo tree search.
pub(crate) const MONTE_CARLO: &[OptionRow] = &[
    OptionRow {
        name: "mcts.exploration",
        default: "1.4142135; with a network 1.2",
        values: Values::Number(0.0, 1000.0),
        sentence: "the factor of the exploration term of Monte Carlo tree search, UCT and PUCT",
    },
    OptionRow {
        name: "mcts.batch",
        default: "1; with a network on a GPU 16",
        values: Values::Whole(1, 65_536),
        sentence: "how many leaves of the tree are guessed at once",
    },
];

/// The options of sibling conspiracy number search.
pub(crate) const CONSPIRACY: &[OptionRow] = &[
    OptionRow {
        name: "conspiracy.delta",
        default: "0.13",
        values: Values::Number(0.0, 100.0),
        sentence: "the width of the first step of a leaf's function, in logarithms of strength; 0 for two steps alone",
    },
    OptionRow {
        name: "conspiracy.epsilon",
        default: "0.41",
        values: Values::Number(0.0, 1000.0),
        sentence: "how much a number may grow beyond that of the best sibling before the search leaves, as a factor of 1 + this",
    },
    OptionRow {
        name: "conspiracy.most",
        default: "8",
        values: Values::Number(0.0, 1e6),
        sentence: "the number of leaves up to which the targets of both players lie",
    },
    OptionRow {
        name: "conspiracy.interlude",
        default: "20",
        values: Values::Whole(1, 1_000_000),
        sentence: "the expansions before the search returns to the root and sets its targets anew",
    },
    OptionRow {
        name: "conspiracy.forget",
        default: "1824",
        values: Values::Number(0.0, 1e9),
        sentence: "the expansions below a move after which its error is forgotten; 0 for never",
    },
    OptionRow {
        name: "conspiracy.balance",
        default: "0.9",
        values: Values::Number(0.0, 1.0),
        sentence: "the share of the values of positions in the error of a move that was looked at",
    },
    OptionRow {
        name: "conspiracy.tempo",
        default: "0.6",
        values: Values::Number(0.0, 10.0),
        sentence: "how much a good move gains in value, in logarithms of strength",
    },
    OptionRow {
        name: "conspiracy.siblings",
        default: "yes",
        values: Values::Words(&["yes", "no"]),
        sentence: "whether moves have errors; without errors all moves look alike",
    },
];

/// The options of alpha-beta.
pub(crate) const ALPHA_BETA: &[OptionRow] = &[
    OptionRow {
        name: "alpha-beta.longest-step",
        default: "6, with more than 21 moves at the root 4",
        values: Values::Whole(1, 100),
        sentence: "by how many plies an iteration may look deeper than the one before",
    },
    OptionRow {
        name: "alpha-beta.gain",
        default: "20",
        values: Values::Whole(1, 1_000_000),
        sentence: "the window of an iteration: how far the value may move in favour of the player ahead",
    },
    OptionRow {
        name: "alpha-beta.bounded-from",
        default: "9",
        values: Values::Whole(1, 1000),
        sentence: "the depth from which iterations have that window",
    },
];

/// The options of the network that guides a search.
pub(crate) const NETWORK: &[OptionRow] = &[OptionRow {
    name: "net.symmetries",
    default: "no",
    values: Values::Words(&["yes", "no"]),
    sentence: "whether a network evaluates all images of a position under the symmetries of the board, and the mean counts",
}];

/// Options that were set, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionValues(BTreeMap<&'static str, String>);

/// The options that were set: NAME=VALUE with commas.
impl fmt::Display for OptionValues {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = self.0.iter().map(|(name, value)| format!("{name}={value}"));
        write!(out, "{}", set.collect::<Vec<_>>().join(","))
    }
}

impl OptionValues {
    /// Sets an option of a table.
    pub fn set(&mut self, table: &[OptionRow], name: &str, value: &str) -> Result<(), BadInput> {
        let place = format!("--set {name}={value}");
        let Some(row) = table.iter().find(|row| row.name == name) else {
            let names: Vec<&str> = table.iter().map(|row| row.name).collect();
            let expected = names.join(", ");
            return Err(BadInput::Request(format!("{place}: no such option; expected {expected}")));
        };
        if !row.values.allow(value) {
            let expected = row.values.words();
            return Err(BadInput::Request(format!("{place}: not possible; expected {expected}")));
        }
        self.0.insert(row.name, value.to_string());
        Ok(())
    }

    /// The value of an option, if it was set.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The value of an option as a number, or `usual` if it was not set.
    pub fn number(&self, name: &str, usual: f32) -> f32 {
        self.get(name).and_then(|text| text.parse().ok()).unwrap_or(usual)
    }

    /// The value of an option as a whole number, or `usual` if it was not set.
    pub fn whole(&self, name: &str, usual: u32) -> u32 {
        self.get(name).and_then(|text| text.parse().ok()).unwrap_or(usual)
    }

    /// The options that were set, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str()))
    }
}
