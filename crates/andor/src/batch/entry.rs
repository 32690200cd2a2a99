//! The positions of a batch: where they stand, and which answer is expected.
//!
//! A position is an SGF file (or one game of it), a HexWorld link, or the text of a problem. An
//! entry has a JSON object, which lists hold and which the process of the entry reads.

use crate::game_options::GameOptions;
use crate::input::{from_file, is_drawn, read, with_options};
use andor_games::notation::sgf;
use andor_solver::Problem;
use anyhow::{Result, anyhow, bail};
use serde_json::{Map, Value, json};
use std::path::Path;

/// An answer that a file or a list expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Black wins.
    Black,
    /// White wins.
    White,
    /// Neither player can force a win.
    Draw,
}

impl Expected {
    /// Reads an answer.
    pub fn read(text: &str) -> Result<Expected> {
        match text {
            "black" => Ok(Expected::Black),
            "white" => Ok(Expected::White),
            "draw" => Ok(Expected::Draw),
            _ => bail!("expected answer \"{text}\": not understood; expected black, white or draw"),
        }
    }

    /// The answer, as it is written.
    pub fn name(self) -> &'static str {
        match self {
            Expected::Black => "black",
            Expected::White => "white",
            Expected::Draw => "draw",
        }
    }

    /// The answer in words.
    #[cfg(feature = "web")]
    pub fn words(self) -> &'static str {
        match self {
            Expected::Black => "Black wins",
            Expected::White => "White wins",
            Expected::Draw => "a draw",
        }
    }

    /// Is this the answer of a report? Nothing if the report does not tell.
    pub fn agrees(self, report: &Value) -> Option<bool> {
        if let Some(winner) = report["winner"].as_str() {
            return Some(winner == self.name());
        }
        if report["draw"] == true {
            return Some(self == Expected::Draw);
        }
        let is_denied = report["answer"] == "disproven" && report["claim"] == self.name();
        is_denied.then_some(false)
    }
}

/// Where a position stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The text of a problem.
    Text(String),
    /// A HexWorld link.
    Link(String),
    /// An SGF file, perhaps to read as a game of this name, and which game of the file.
    File { path: String, family: Option<String>, number: Option<usize> },
}

/// A position of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name in the table.
    pub name: String,
    /// Where it stands; nothing if a line of a list was not understood.
    pub place: Option<Place>,
    /// The answer that is expected.
    pub expected: Option<Expected>,
    /// Why it cannot be solved, if that is known already.
    pub error: Option<String>,
}

impl Entry {
    /// An entry of this place.
    pub fn new(name: impl Into<String>, place: Place) -> Entry {
        Entry { name: name.into(), place: Some(place), expected: None, error: None }
    }

    /// A line of a list that is no position.
    pub fn wrong(name: String, error: &anyhow::Error) -> Entry {
        Entry { name, place: None, expected: None, error: Some(format!("{error:#}")) }
    }

    /// One word: a link, a file or the text of a problem. Paths are those of the folder. Nothing if
    /// the word is none of these.
    pub fn of_word(word: &str, folder: &Path, family: Option<&str>) -> Option<Vec<Entry>> {
        let path = folder.join(word).to_string_lossy().into_owned();
        if word.contains("hexworld.org") {
            Some(vec![Entry::new(word, Place::Link(word.to_string()))])
        } else if word.ends_with(".sgf") || Path::new(&path).is_file() {
            Some(Entry::of_file(&path, family))
        } else if word.contains(' ') {
            Some(vec![Entry::new(word, Place::Text(word.to_string()))])
        } else {
            None
        }
    }

    /// Every game of an SGF file. The process of an entry says what is wrong with a file that
    /// cannot be read.
    pub fn of_file(path: &str, family: Option<&str>) -> Vec<Entry> {
        let text = read(path).unwrap_or_default();
        let is_drawing = family.is_some_and(is_drawn) && !text.trim_start().starts_with('(');
        let trees =
            if is_drawing { Vec::new() } else { sgf::parse_trees(&text).unwrap_or_default() };
        let entry = |number: Option<usize>| {
            let name = number.map_or(path.to_string(), |number| format!("{path} game {number}"));
            let (path, family) = (path.to_string(), family.map(str::to_string));
            Entry::new(name, Place::File { path, family, number })
        };
        if trees.is_empty() {
            return vec![entry(None)];
        }
        let several = trees.len() > 1;
        let numbered = (1..).zip(&trees).map(|(number, tree)| {
            let mut entry = entry(several.then_some(number));
            match of_comments(tree) {
                Ok(expected) => entry.expected = expected,
                Err(error) => entry.error = Some(format!("file \"{path}\": {error:#}")),
            }
            entry
        });
        numbered.collect()
    }

    /// The entries of a JSON object: several if the object names a file of several games.
    pub fn of_object(object: &Value, folder: &Path) -> Result<Vec<Entry>> {
        let Value::Object(fields) = object else {
            bail!("no object; expected one such as {{\"problem\": \"hex 3x3\"}}");
        };
        let text = |name| text_field(fields, name);
        let expected = text("expected")?.map(|text| Expected::read(&text)).transpose()?;
        let number = match &fields.get("game_number") {
            None | Some(Value::Null) => None,
            Some(value) => Some(value.as_u64().filter(|&number| number >= 1).ok_or_else(|| {
                anyhow!("field \"game_number\": not a number; expected a whole number from 1")
            })? as usize),
        };
        // A line that a batch wrote has the position, and perhaps the file, too.
        let problem = match text("position")? {
            Some(position) => Some(position),
            None => text("problem")?,
        };
        let has_problem = problem.is_some();
        let mut entries = match (problem, text("link")?, text("file")?) {
            (Some(problem), _, _) => vec![Entry::new(problem.clone(), Place::Text(problem))],
            (None, Some(link), None) => vec![Entry::new(link.clone(), Place::Link(link))],
            (None, None, Some(file)) => {
                let path = folder.join(&file).to_string_lossy().into_owned();
                let family = text("as")?;
                match number {
                    None => Entry::of_file(&path, family.as_deref()),
                    Some(number) => {
                        let name = format!("{path} game {number}");
                        let number = Some(number);
                        vec![Entry::new(name, Place::File { path, family, number })]
                    }
                }
            }
            (None, Some(_), Some(_)) => {
                bail!("fields \"link\" and \"file\": two positions; expected one")
            }
            (None, None, None) => {
                bail!("no position; expected a field \"problem\", \"file\" or \"link\"")
            }
        };
        let several = entries.len() > 1;
        for (number, entry) in (1..).zip(&mut entries) {
            entry.expected = expected.or(entry.expected);
            if let Some(name) = text("name")? {
                entry.name =
                    if several && !has_problem { format!("{name} game {number}") } else { name };
            }
        }
        Ok(entries)
    }

    /// The object of the entry.
    pub fn object(&self) -> Map<String, Value> {
        let mut fields = Map::new();
        fields.insert("name".to_string(), json!(self.name));
        let mut add = |name: &str, value: Value| fields.insert(name.to_string(), value);
        match &self.place {
            None => {}
            Some(Place::Text(text)) => _ = add("problem", json!(text)),
            Some(Place::Link(link)) => _ = add("link", json!(link)),
            Some(Place::File { path, family, number }) => {
                add("file", json!(path));
                family.iter().for_each(|family| _ = add("as", json!(family)));
                number.iter().for_each(|number| _ = add("game_number", json!(number)));
            }
        }
        self.expected.iter().for_each(|expected| _ = add("expected", json!(expected.name())));
        fields
    }

    /// The file of the entry.
    pub fn file(&self) -> Option<&String> {
        match &self.place {
            Some(Place::File { path, .. }) => Some(path),
            _ => None,
        }
    }

    /// The problem of the entry, with the options and the moves of the command line.
    pub fn problem(&self, options: &GameOptions, moves: Option<&str>) -> Result<Problem> {
        let problem = match (&self.error, &self.place) {
            (Some(error), _) => bail!("{error}"),
            (None, None) => bail!("no position; expected one"),
            (None, Some(Place::Text(text))) => text.parse()?,
            (None, Some(Place::Link(link))) => Problem::from_hexworld(link)?,
            (None, Some(Place::File { path, family, number })) => {
                from_file(path, family.as_deref(), *number)?
            }
        };
        with_options(problem, options, moves)
    }
}

/// A field that holds a text, if it is there.
fn text_field(fields: &Map<String, Value>, name: &str) -> Result<Option<String>> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => bail!("field \"{name}\": not a text; expected a text in quotes"),
    }
}

/// The answer that the comments of a game expect: a line `expected: black` in the root or in the
/// last node.
fn of_comments(tree: &sgf::tree::Tree) -> Result<Option<Expected>> {
    let nodes = [Some(tree.root()), tree.main_line().last()];
    let comments = nodes.into_iter().flatten().flat_map(|node| node.values("C"));
    let mut found = None;
    for comment in comments {
        for line in comment.text().lines() {
            let Some(answer) = line.trim().strip_prefix("expected:") else { continue };
            let answer = Expected::read(answer.trim())?;
            if found.is_some_and(|found| found != answer) {
                bail!("two different answers are expected; expected one");
            }
            found = Some(answer);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comments(text: &str) -> Result<Option<Expected>> {
        of_comments(&sgf::parse_trees(text).expect("a game")[0])
    }

    #[test]
    fn comments_expect_answers() {
        for (text, expected) in [
            ("(;GM[11]SZ[3]C[expected: black])", Some(Expected::Black)),
            ("(;GM[11]SZ[3];B[a1]C[A corner.\n  expected:white  \nEnd])", Some(Expected::White)),
            ("(;GM[11]C[expected: draw];B[a1]C[expected: draw])", Some(Expected::Draw)),
            ("(;GM[11]SZ[3];B[a1]C[expected: black];W[b2])", None),
            ("(;GM[11]SZ[3]C[Black to win])", None),
            ("(;GM[11]SZ[3]C[It is expected: black])", None),
        ] {
            assert_eq!(comments(text).expect(text), expected, "{text}");
        }
        for wrong in
            ["expected: B+", "expected: Black", "expected:", "expected: draw\nexpected: black"]
        {
            assert!(comments(&format!("(;GM[11]C[{wrong}])")).is_err(), "{wrong}");
        }
    }

    /// What the process of an entry reads is the entry.
    #[test]
    fn objects_are_read_as_they_are_written() {
        let file = |number| Place::File {
            path: "a/b.sgf".to_string(),
            family: Some("killall".to_string()),
            number: Some(number),
        };
        for place in
            [Place::Text("hex 3x3".to_string()), Place::Link("hexworld.org/x".to_string()), file(2)]
        {
            let entry = Entry { expected: Some(Expected::Draw), ..Entry::new("n", place) };
            let read = Entry::of_object(&entry.object().into(), Path::new("")).expect("an entry");
            assert_eq!(read, [entry]);
        }
    }

    #[test]
    fn answers_are_compared() {
        let report = |winner: Value, draw: bool, answer: &str| json!({ "winner": winner, "draw": draw, "answer": answer, "claim": "black" });
        let agrees = |report: &Value| {
            [Expected::Black, Expected::White, Expected::Draw]
                .map(|expected| expected.agrees(report))
        };
        let (yes, no) = (Some(true), Some(false));
        assert_eq!(agrees(&report(json!("black"), false, "proven")), [yes, no, no]);
        assert_eq!(agrees(&report(Value::Null, true, "disproven")), [no, no, yes]);
        assert_eq!(agrees(&report(Value::Null, false, "disproven")), [no, None, None]);
        assert_eq!(agrees(&report(Value::Null, false, "stopped")), [None; 3]);
    }
}
