//! What the command line names as a batch: folders, lists, standard input, several positions.

use super::entry::Entry;
use super::natural;
use crate::input::is_drawn;
use andor_solver::family;
use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;
use std::io::{self, Read};
use std::path::Path;

/// The words of a batch, and the game to read its files as.
pub struct Sources<'a> {
    family: Option<&'a str>,
    words: Vec<&'a str>,
}

/// What a word names that names several positions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SourceKind {
    /// A folder of SGF files.
    Folder,
    /// A position on each line.
    List,
    /// A JSON object on each line.
    Objects,
    /// Such objects on standard input.
    Input,
}

/// The word that means standard input.
const STANDARD_INPUT: &str = "-";

impl<'a> Sources<'a> {
    /// The batch of these words; nothing if they name one position.
    pub fn of(words: Vec<&'a str>) -> Option<Sources<'a>> {
        let (family, words) = match words.split_first() {
            // The size of a board is no folder.
            Some((name, [size, ..]))
                if family(name).is_ok_and(|game| (game.read_size)(size).is_ok()) =>
            {
                return None;
            }
            Some((name, rest)) if family(name).is_ok() => (Some(*name), rest.to_vec()),
            _ => (None, words),
        };
        let source = Sources { family, words };
        let several =
            source.words.len() > 1 && source.words.iter().all(|word| source.is_position(word));
        let many = source.words.iter().any(|word| source.kind(word).is_some());
        (several || many).then_some(source)
    }

    fn is_position(&self, word: &str) -> bool {
        self.kind(word).is_some()
            || word.contains("hexworld.org")
            || word.contains(' ')
            || word.ends_with(".sgf")
            || Path::new(word).is_file()
    }

    fn kind(&self, word: &str) -> Option<SourceKind> {
        if word == STANDARD_INPUT {
            return Some(SourceKind::Input);
        }
        if Path::new(word).is_dir() {
            return Some(SourceKind::Folder);
        }
        match Path::new(word).extension()?.to_str()? {
            "jsonl" => Some(SourceKind::Objects),
            "list" => Some(SourceKind::List),
            // A drawn board, or a record under another name.
            "txt" if self.family.is_some_and(is_drawn) || is_record(word) => None,
            "txt" => Some(SourceKind::List),
            _ => None,
        }
    }

    /// The positions.
    pub fn entries(&self) -> Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for word in &self.words {
            let place = format!("list \"{word}\"");
            let folder = Path::new(word).parent().unwrap_or(Path::new(""));
            match self.kind(word) {
                Some(SourceKind::Folder) => {
                    for file in files_of(word)? {
                        entries.extend(Entry::of_file(&file, self.family));
                    }
                }
                Some(SourceKind::List) => {
                    entries.extend(self.of_list(&place, &text_of(word)?, folder)?)
                }
                Some(SourceKind::Objects) => {
                    entries.extend(of_objects(&place, &text_of(word)?, folder)?);
                }
                Some(SourceKind::Input) => {
                    let mut bytes = Vec::new();
                    let read = io::stdin().read_to_end(&mut bytes);
                    read.context("standard input: cannot be read; expected JSON lines")?;
                    let text = String::from_utf8_lossy(&bytes);
                    entries.extend(of_objects("standard input", &text, Path::new(""))?);
                }
                None => {
                    let found = Entry::of_word(word, Path::new(""), self.family);
                    entries.extend(found.ok_or_else(|| no_position(word))?);
                }
            }
        }
        Ok(entries)
    }

    /// The positions of a list.
    fn of_list(&self, place: &str, text: &str, folder: &Path) -> Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for (number, line) in numbered(text).filter(|(_, line)| !line.starts_with('#')) {
            let found = Entry::of_word(line, folder, self.family);
            let refused =
                || vec![Entry::wrong(format!("{} line {number}", bare(place)), &no_position(line))];
            entries.extend(found.unwrap_or_else(refused));
        }
        if entries.is_empty() {
            bail!("{place}: no position in it; expected one on each line");
        }
        Ok(entries)
    }
}

/// The SGF files of a folder in natural order, or the file itself.
pub fn files_of(path: &str) -> Result<Vec<String>> {
    if !Path::new(path).is_dir() {
        return Ok(vec![path.to_string()]);
    }
    let place = format!("folder \"{path}\"");
    let entries = std::fs::read_dir(path)
        .and_then(|entries| entries.collect::<Result<Vec<_>, _>>())
        .with_context(|| format!("{place}: cannot be read; expected a folder of SGF files"))?;
    let names = entries.iter().map(|entry| entry.path().to_string_lossy().into_owned());
    let mut files: Vec<String> = names.filter(|name| name.ends_with(".sgf")).collect();
    if files.is_empty() {
        bail!("{place}: no problem in it; expected files whose names end with .sgf");
    }
    natural::sort(&mut files);
    Ok(files)
}

/// The positions of JSON lines.
fn of_objects(place: &str, text: &str, folder: &Path) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for (number, line) in numbered(text) {
        let read = serde_json::from_str::<Value>(line)
            .map_err(|error| anyhow!("not JSON ({error}); expected an object on one line"));
        match read.and_then(|object| Entry::of_object(&object, folder)) {
            Ok(found) => entries.extend(found),
            Err(error) => {
                entries.push(Entry::wrong(format!("{} line {number}", bare(place)), &error));
            }
        }
    }
    if entries.is_empty() {
        bail!("{place}: no position in it; expected a JSON object on each line");
    }
    Ok(entries)
}

/// The lines that are not blank, counted from 1.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty())
}

/// The name of a list without the word before it and without quotes.
fn bare(place: &str) -> &str {
    place.strip_prefix("list ").map_or(place, |name| name.trim_matches('"'))
}

fn no_position(word: &str) -> anyhow::Error {
    let expected = "an SGF file, a HexWorld link, or a position such as hex 4x4 --moves a1,b2";
    anyhow!("\"{word}\" is no position; expected {expected}")
}

/// Does a file begin like a record?
fn is_record(path: &str) -> bool {
    let mut start = [0; 64];
    let read = std::fs::File::open(path).and_then(|mut file| file.read(&mut start)).unwrap_or(0);
    String::from_utf8_lossy(&start[..read]).trim_start().starts_with('(')
}

/// The text of a list.
fn text_of(path: &str) -> Result<String> {
    let bytes = std::fs::read(path).map_err(|error| {
        let problem = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_string(),
            _ => format!("it cannot be read ({error})"),
        };
        anyhow!("list \"{path}\": {problem}; expected a position on each line")
    })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
