//! Settings as text, in the words of the command line: `--search dfpn --threads 2 --nodes 1e6`.
//!
//! The table `ROWS` has a row for each setting: the function that writes the values of the setting,
//! and the function that reads a value. A text says only what differs from the defaults. The
//! network, the file for the part of a certificate that does not fit in the memory, and the stop
//! switch are no part of the text.

use super::{Knowledge, Proof, Score, Settings};
use crate::amounts;
use crate::error::BadInput;
use crate::search_name::{SearchName, search_options};
use andor_core::Player;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What follows the name of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    /// Nothing: the name alone sets it.
    Nothing,
    /// A value: the next word, or behind `=`.
    Value,
    /// A value behind `=`, or nothing.
    PerhapsValue,
}

/// A setting as words.
struct Row {
    name: &'static str,
    takes: Takes,
    /// The values of the setting, an empty one for a name alone; none if it is not set.
    write: fn(&Settings) -> Vec<String>,
    read: fn(&mut Settings, &str) -> Result<(), Unread>,
}

/// Why a value is not read.
enum Unread {
    /// What is wrong with the value.
    Value(String),
    /// An error that names its place.
    Placed(BadInput),
}

impl From<String> for Unread {
    fn from(problem: String) -> Unread {
        Unread::Value(problem)
    }
}

impl From<BadInput> for Unread {
    fn from(error: BadInput) -> Unread {
        Unread::Placed(error)
    }
}

/// All settings, in the order in which they are written.
const ROWS: &[Row] = &[
    Row {
        name: "search",
        takes: Takes::Value,
        write: |of| of.search.iter().map(ToString::to_string).collect(),
        read: |of, text| put(&mut of.search, SearchName::among(of.own_searches, text).map(Some)),
    },
    Row {
        name: "knowledge",
        takes: Takes::Value,
        write: |of| vec![of.knowledge.to_string()],
        read: |of, text| put(&mut of.knowledge, sure(Knowledge::from(text))),
    },
    Row {
        name: "set",
        takes: Takes::Value,
        write: |of| of.options.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        read: |of, text| {
            let (name, value) = pair(text)?;
            of.options.set(&search_options(of.own_searches), name, value)?;
            Ok(())
        },
    },
    Row {
        name: "for",
        takes: Takes::Value,
        write: |of| of.claimed.iter().map(ToString::to_string).collect(),
        read: |of, text| put(&mut of.claimed, player(text).map(Some)),
    },
    Row {
        name: "score",
        takes: Takes::PerhapsValue,
        write: |of| match of.score {
            None => Vec::new(),
            Some(Score::Unknown) => vec![String::new()],
            Some(Score::Expected(margin)) => vec![margin.to_string()],
        },
        read: |of, text| put(&mut of.score, score(text).map(Some)),
    },
    Row {
        name: "all-moves",
        takes: Takes::Nothing,
        write: |of| set_alone(of.all_moves),
        read: |of, _| put(&mut of.all_moves, sure(true)),
    },
    Row {
        name: "shortest",
        takes: Takes::Nothing,
        write: |of| set_alone(of.shortest),
        read: |of, _| put(&mut of.shortest, sure(true)),
    },
    Row {
        name: "pv",
        takes: Takes::Nothing,
        write: |of| set_alone(of.pv),
        read: |of, _| put(&mut of.pv, sure(true)),
    },
    Row {
        name: "tree",
        takes: Takes::Value,
        write: |of| of.tree_depth.iter().map(ToString::to_string).collect(),
        read: |of, text| put(&mut of.tree_depth, amounts::depth(text).map(Some)),
    },
    Row {
        name: "proof",
        takes: Takes::Nothing,
        write: |of| set_alone(of.proof == Proof::Compressed),
        read: |of, _| {
            // `--proof-stored` says more, on either side.
            let is_stored = of.proof == Proof::Stored;
            put(&mut of.proof, sure(if is_stored { Proof::Stored } else { Proof::Compressed }))
        },
    },
    Row {
        name: "proof-stored",
        takes: Takes::Nothing,
        write: |of| set_alone(of.proof == Proof::Stored),
        read: |of, _| put(&mut of.proof, sure(Proof::Stored)),
    },
    Row {
        name: "time",
        takes: Takes::Value,
        write: |of| of.time.iter().map(|&time| amounts::time_text(time)).collect(),
        read: |of, text| put(&mut of.time, amounts::time(text).map(Some)),
    },
    Row {
        name: "nodes",
        takes: Takes::Value,
        write: |of| of.nodes.iter().map(ToString::to_string).collect(),
        read: |of, text| put(&mut of.nodes, amounts::count(text).map(Some)),
    },
    Row {
        name: "plies",
        takes: Takes::Value,
        write: |of| of.horizon.plies.iter().map(ToString::to_string).collect(),
        read: |of, text| {
            let expected = || format!("\"{text}\" is no number of plies; expected 0 to 65535");
            put(&mut of.horizon.plies, text.parse().map(Some).map_err(|_| expected()))
        },
    },
    Row {
        name: "width",
        takes: Takes::Value,
        write: |of| vec![of.horizon.width.to_string()],
        read: |of, text| put(&mut of.horizon.width, amounts::whole(text)),
    },
    Row {
        name: "lines",
        takes: Takes::Value,
        write: |of| vec![of.horizon.lines.to_string()],
        read: |of, text| put(&mut of.horizon.lines, amounts::whole(text)),
    },
    Row {
        name: "memory",
        takes: Takes::Value,
        write: |of| vec![amounts::bytes_text(of.memory)],
        read: |of, text| put(&mut of.memory, amounts::bytes(text)),
    },
    Row {
        name: "threads",
        takes: Takes::Value,
        write: |of| vec![of.threads.to_string()],
        read: |of, text| put(&mut of.threads, amounts::threads(text)),
    },
    Row {
        name: "seed",
        takes: Takes::Value,
        write: |of| vec![of.seed.to_string()],
        read: |of, text| put(&mut of.seed, amounts::seed(text)),
    },
    Row {
        name: "checkpoint",
        takes: Takes::Value,
        write: |of| of.checkpoint.iter().map(|file| path_text(file)).collect(),
        read: |of, text| put(&mut of.checkpoint, sure(Some(PathBuf::from(text)))),
    },
    Row {
        name: "store",
        takes: Takes::Value,
        write: |of| of.store.iter().map(|file| path_text(file)).collect(),
        read: |of, text| put(&mut of.store, sure(Some(PathBuf::from(text)))),
    },
    Row {
        name: "every",
        takes: Takes::Value,
        write: |of| of.every.iter().map(|&time| amounts::time_text(time)).collect(),
        read: |of, text| put(&mut of.every, amounts::time(text).map(Some)),
    },
];

/// Puts what was read in its place.
fn put<T, E: Into<Unread>>(place: &mut T, read: Result<T, E>) -> Result<(), Unread> {
    *place = read.map_err(Into::into)?;
    Ok(())
}

/// A value that every text has.
fn sure<T>(value: T) -> Result<T, Unread> {
    Ok(value)
}

/// The values of a setting that is on or off.
fn set_alone(is_on: bool) -> Vec<String> {
    if is_on { vec![String::new()] } else { Vec::new() }
}

fn path_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn player(text: &str) -> Result<Player, String> {
    let found = Player::BOTH.into_iter().find(|player| player.to_string() == text);
    found.ok_or_else(|| format!("\"{text}\" is no player; expected black or white"))
}

fn score(text: &str) -> Result<Score, String> {
    if text.is_empty() {
        return Ok(Score::Unknown);
    }
    let margin = text.parse().map(Score::Expected);
    margin.map_err(|_| format!("\"{text}\" is no margin; expected nothing or a whole number"))
}

fn pair(text: &str) -> Result<(&str, &str), String> {
    let pair = text.split_once('=').filter(|(name, _)| !name.is_empty());
    let expected = "expected NAME=VALUE, such as dfpn.epsilon=0.5";
    pair.ok_or_else(|| format!("\"{text}\" sets nothing; {expected}"))
}

fn row(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == name)
}

impl Row {
    fn set(&self, settings: &mut Settings, value: &str) -> Result<(), BadInput> {
        (self.read)(settings, value).map_err(|error| match error {
            Unread::Placed(error) => error,
            Unread::Value(problem) => BadInput::Request(format!("--{}: {problem}", self.name)),
        })
    }

    /// A value as an argument of a command.
    fn argument(&self, value: &str) -> String {
        match self.takes {
            Takes::Value => format!("--{}={value}", self.name),
            Takes::PerhapsValue if !value.is_empty() => format!("--{}={value}", self.name),
            Takes::PerhapsValue | Takes::Nothing => format!("--{}", self.name),
        }
    }
}

impl Settings {
    /// The names of the settings that a text can say, such as `all-moves`.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ROWS.iter().map(|row| row.name)
    }

    /// One setting as arguments of a command, such as `--threads=2`, also if it is the default;
    /// none if it is not set.
    pub fn arguments_of(&self, name: &str) -> Vec<String> {
        let row = row(name).into_iter();
        row.flat_map(|row| (row.write)(self).into_iter().map(|value| row.argument(&value)))
            .collect()
    }

    /// Sets what the name says to the value; a setting that takes no value has an empty one.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), BadInput> {
        match row(name) {
            Some(row) if row.takes == Takes::Nothing && !value.is_empty() => {
                let problem = format!("--{name}={value}: a value; expected --{name} alone");
                Err(BadInput::Request(problem))
            }
            Some(row) => row.set(self, value),
            None => Err(unknown(&format!("--{name}"))),
        }
    }

    /// Sets what the words of a text say. Gives the words that are no settings, in their order.
    pub fn take(&mut self, text: &str) -> Result<Vec<String>, BadInput> {
        let wrong =
            |problem: &str| Err(BadInput::Request(format!("settings \"{text}\": {problem}")));
        let Some(words) = split_words(text) else {
            return wrong("a quote has no end; expected \" or ' on both sides of a value");
        };
        let mut rest = Vec::new();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let (name, behind) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (word.as_str(), None),
            };
            let Some(row) = name.strip_prefix("--").and_then(row) else {
                rest.push(word);
                continue;
            };
            let value = match (row.takes, behind) {
                (Takes::Nothing, Some(_)) => {
                    return wrong(&format!("{word}: a value; expected {name} alone"));
                }
                (Takes::Value, None) => match words.next() {
                    Some(value) => value,
                    None => return wrong(&format!("{name}: no value; expected one behind it")),
                },
                (_, behind) => behind.unwrap_or_default(),
            };
            row.set(self, &value)?;
        }
        Ok(rest)
    }
}

/// The error of a word that is no setting.
fn unknown(word: &str) -> BadInput {
    let names: Vec<String> = Settings::names().map(|name| format!("--{name}")).collect();
    BadInput::Request(format!("\"{word}\": no setting; expected {}", names.join(", ")))
}

/// What differs from the default, as words of the command line.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Settings::default();
        let mut blank = "";
        for row in ROWS {
            let values = (row.write)(self);
            if values == (row.write)(&usual) {
                continue;
            }
            for value in values {
                write!(f, "{blank}--{}", row.name)?;
                match row.takes {
                    Takes::Value => write!(f, " {}", quoted(&value))?,
                    Takes::PerhapsValue if !value.is_empty() => write!(f, "={}", quoted(&value))?,
                    Takes::PerhapsValue | Takes::Nothing => {}
                }
                blank = " ";
            }
        }
        Ok(())
    }
}

impl FromStr for Settings {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Settings, BadInput> {
        let mut settings = Settings::default();
        match settings.take(text)?.first() {
            Some(word) => Err(unknown(word)),
            None => Ok(settings),
        }
    }
}

impl From<Settings> for String {
    fn from(settings: Settings) -> String {
        settings.to_string()
    }
}

impl TryFrom<String> for Settings {
    type Error = BadInput;

    fn try_from(text: String) -> Result<Settings, BadInput> {
        text.parse()
    }
}

/// A value as one word.
fn quoted(value: &str) -> String {
    let is_plain = |letter: char| !letter.is_whitespace() && letter != '"' && letter != '\'';
    match !value.is_empty() && value.chars().all(is_plain) {
        true => value.to_string(),
        // A quotation mark stands in quotes of the other kind.
        false => format!("\"{}\"", value.replace('"', "\"'\"'\"")),
    }
}

/// The words of a command line: blanks separate, quotes of both kinds hold together. Nothing if a
/// quote has no end.
pub fn split_words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(end) if letter == end => quote = None,
            Some(_) => word.get_or_insert_default().push(letter),
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}
