//! The contents of ARCHITECTURE.md: the table of crates, and the files with unsafe code.
//!
//! ```text
//! | crate | may depend on | must not know |
//! |---|---|---|
//! | `andor-search` | `andor-core`; in tests `andor-games` | any game (`andor_games`), files |
//! ```
//!
//! Names stand in backticks; those after "in tests" are allowed as dev-dependencies only. Words in
//! backticks in the last column must not stand in the crate's sources, tests and comments left out.

use super::Finding;
use super::files::{Source, code, has_word};

const HEADER: [&str; 3] = ["crate", "may depend on", "must not know"];

/// The line before the list of files in which unsafe code may stand.
const UNSAFE_FILES: &str = concat!("Files with un", "safe code:");

/// The keyword itself, spelled so that this file does not contain it.
const UNSAFE: &str = concat!("un", "safe");

/// The contents of ARCHITECTURE.md.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Architecture {
    pub(super) rows: Vec<Row>,
    unsafe_files: Vec<String>,
}

/// A row of the table of crates.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) line: usize,
    pub(super) may_use: Vec<String>,
    pub(super) may_use_in_tests: Vec<String>,
    pub(super) must_not_know: Vec<String>,
}

impl Architecture {
    /// Reads the text.
    pub(super) fn parse(text: &str) -> Result<Architecture, Finding> {
        let mut lines = (1..).zip(text.lines());
        let found = lines.by_ref().find(|(_, line)| cells(line) == HEADER);
        let rows: Vec<Row> =
            lines.skip(1).map_while(|(number, line)| row(number, &cells(line))).collect();
        if found.is_none() || rows.is_empty() {
            return Err(Finding::new(
                "ARCHITECTURE.md",
                "there is no table of crates",
                format!("one with the columns {}", HEADER.join(", ")),
            ));
        }
        let list = text.lines().find_map(|line| line.strip_prefix(UNSAFE_FILES));
        Ok(Architecture { rows, unsafe_files: list.map(quoted).unwrap_or_default() })
    }

    /// The problems of a file: words that the file's crate must not know.
    pub(super) fn check(&self, source: &Source) -> Vec<Finding> {
        if !source.is_rust() {
            return Vec::new();
        }
        let mut findings = Vec::new();
        let lines = code(&source.text);
        if !self.unsafe_files.contains(&source.path) {
            for (number, line) in lines.iter().filter(|(_, line)| has_word(line, UNSAFE)) {
                let place = format!("{}:{number}", source.path);
                let problem = format!("{UNSAFE} code in `{}`", line.trim());
                findings.push(Finding::new(
                    place,
                    problem,
                    format!("it in the files that ARCHITECTURE.md lists after \"{UNSAFE_FILES}\""),
                ));
            }
        }
        let of_crate = |row: &&Row| {
            source.path.starts_with(&format!("crates/{}/src/", row.name))
                && !source.path.ends_with("_tests.rs")
        };
        let Some(row) = self.rows.iter().find(of_crate) else { return findings };
        for word in &row.must_not_know {
            for (number, _) in lines.iter().filter(|(_, line)| names(line, word)) {
                findings.push(Finding::new(
                    format!("{}:{number}", source.path),
                    format!("{} knows {word}", row.name),
                    format!("no such word, by line {} of ARCHITECTURE.md", row.line),
                ));
            }
        }
        findings
    }
}

fn row(line: usize, cells: &[&str]) -> Option<Row> {
    let [name, uses, hidden] = cells[..] else { return None };
    let (always, in_tests) = uses.split_once("in tests").unwrap_or((uses, ""));
    Some(Row {
        name: quoted(name).into_iter().next()?,
        line,
        may_use: quoted(always),
        may_use_in_tests: quoted(in_tests),
        must_not_know: quoted(hidden),
    })
}

/// The cells of a line of a Markdown table.
fn cells(line: &str) -> Vec<&str> {
    let inner = line.trim().strip_prefix('|').and_then(|line| line.strip_suffix('|'));
    inner.map(|line| line.split('|').map(str::trim).collect()).unwrap_or_default()
}

/// The texts in backticks.
fn quoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_string).collect()
}

/// Does a line of code name `word`, directly or in a group of imports?
fn names(line: &str, word: &str) -> bool {
    let grouped = |(module, item): (&str, &str)| {
        line.split_once(&format!("{module}::{{")).is_some_and(|(_, group)| has_word(group, item))
    };
    has_word(line, word) || word.rsplit_once("::").is_some_and(grouped)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# Rooms

| crate | may depend on | must not know |
|---|---|---|
| `core` | — | files (`std::fs`), any game (`games`) |
| `search` | `core`; in tests `games` | `games` |

Files with unsafe code: `crates/core/src/bits.rs`.
";

    fn findings(path: &str, text: &str) -> Vec<String> {
        let architecture = Architecture::parse(&TEXT.replace("unsafe", UNSAFE)).expect("a table");
        let source = Source { path: path.to_string(), text: text.replace("unsafe", UNSAFE) };
        architecture.check(&source).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn the_table_is_read() {
        let architecture = Architecture::parse(TEXT).expect("a table");
        let [core, search] = &architecture.rows[..] else { panic!("{architecture:?}") };
        assert_eq!((core.name.as_str(), core.line), ("core", 5));
        assert_eq!(core.must_not_know, ["std::fs", "games"]);
        assert!(core.may_use.is_empty());
        assert_eq!(search.may_use, ["core"]);
        assert_eq!(search.may_use_in_tests, ["games"]);
    }

    #[test]
    fn a_text_without_table_is_refused() {
        for text in ["", "| crate | uses |\n|---|---|\n| `core` | |", "no table"] {
            let error = Architecture::parse(text).expect_err(text).to_string();
            assert!(error.starts_with("ARCHITECTURE.md: there is no table of crates"), "{error}");
        }
    }

    #[test]
    fn words_that_must_not_be_known_are_found() {
        let knows = "crates/core/src/a.rs:2: core knows std::fs; expected no such word, by line 5 \
                     of ARCHITECTURE.md";
        for text in [
            "//! a\nuse std::fs::File;",
            "//! a\nuse std::{fs, fmt};",
            "//! a\nfn f() { std::fs::read(\"\"); }",
        ] {
            assert_eq!(findings("crates/core/src/a.rs", text), [knows], "{text}");
        }
        assert_eq!(findings("crates/search/src/a.rs", "//! a\nuse games::hex;").len(), 1);
        for text in [
            "//! a\n// std::fs is for others",
            "//! a\nuse std::fmt;",
            "//! a\n#[cfg(test)]\nmod tests { use games::hex; }",
            "//! a\nfn games_played() {}",
        ] {
            assert_eq!(findings("crates/core/src/a.rs", text), [""; 0], "{text}");
        }
        assert_eq!(findings("crates/search/tests/a.rs", "//! a\nuse games::hex;"), [""; 0]);
        assert_eq!(findings("crates/search/src/a_tests.rs", "//! a\nuse games::hex;"), [""; 0]);
    }

    #[test]
    fn unsafe_code_stands_in_listed_files_only() {
        let text = "//! a\nfn f() { unsafe { g() } }";
        assert_eq!(findings("crates/core/src/bits.rs", text), [""; 0]);
        let found = findings("crates/core/src/other.rs", text);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("crates/core/src/other.rs:2: "), "{found:?}");
    }
}
