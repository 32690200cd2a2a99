//! The files of the workspace, and the habits that all files keep.

use super::Finding;
use anyhow::{Context, Result};
use std::path::Path;

/// The largest number of lines of a file.
const MOST_LINES: usize = 700;

/// From this number of lines on a file gets a warning.
const MANY_LINES: usize = 400;

/// The largest number of columns of a comment; code has the width of `rustfmt.toml`.
const MOST_COLUMNS: usize = 100;

/// Folders that hold no sources.
const SKIPPED: [&str; 5] = ["target", ".git", "corpus", "artifacts", "coverage"];

/// Endings of files that are read.
const ENDINGS: [&str; 6] = [".rs", ".md", ".toml", ".txt", ".sh", ".yml"];

/// Words that must not stay in code; spelled so that this file does not contain them.
const LEFTOVERS: [&str; 4] = [
    concat!("to", "do!"),
    concat!("unimpl", "emented!"),
    concat!("db", "g!"),
    concat!("#[ig", "nore"),
];

/// Words that belong to one machine, or that name package registries.
const ELSEWHERE: [&str; 7] = [
    concat!("/wo", "rk/"),
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("crates", ".io"),
    concat!("pypi", ".org"),
    concat!("npm", "js."),
    concat!("replace", "-with"),
];

/// A file with its path from the root.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) path: String,
    pub(super) text: String,
}

impl Source {
    /// Is it a file of Rust?
    pub(super) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The problems of the file that do not depend on its crate.
    pub(super) fn check(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let at = |line: usize| format!("{}:{line}", self.path);
        for (number, line) in (1..).zip(self.text.lines()) {
            if let Some(word) = ELSEWHERE.iter().find(|word| line.contains(**word)) {
                let expected = "nothing that belongs to one machine or to a registry";
                findings.push(Finding::new(at(number), format!("it names {word}"), expected));
            }
        }
        if !self.is_rust() {
            return findings;
        }
        if !self.text.starts_with("//!") {
            let problem = "the file does not say what it is";
            findings.push(Finding::new(at(1), problem, "a first line that begins with //!"));
        }
        let lines = self.text.lines().count();
        if lines > MOST_LINES {
            let problem = format!("{lines} lines");
            findings.push(Finding::new(at(lines), problem, format!("at most {MOST_LINES}")));
        } else if lines > MANY_LINES {
            findings.push(Finding::warning(at(lines), format!("{lines} lines")));
        }
        for (number, line) in (1..).zip(self.text.lines()) {
            if line.trim_start().starts_with("//") {
                continue;
            }
            if let Some(word) = LEFTOVERS.iter().find(|word| line.contains(**word)) {
                findings.push(Finding::new(at(number), format!("{word} is left"), "finished code"));
            }
        }
        for (number, columns) in wide_comments(&self.text) {
            let problem = format!("a comment of {columns} columns");
            findings.push(Finding::new(at(number), problem, format!("at most {MOST_COLUMNS}")));
        }
        findings
    }
}

/// The lines of comments with too many columns. Tables, blocks of code and words without a blank,
/// such as addresses, may be wider.
fn wide_comments(text: &str) -> Vec<(usize, usize)> {
    let mut wide = Vec::new();
    let mut is_block = false;
    for (number, line) in (1..).zip(text.lines()) {
        let Some(comment) = line.trim_start().strip_prefix("//") else {
            is_block = false;
            continue;
        };
        let words = comment.trim_start_matches(['/', '!']).trim();
        let is_fence = words.starts_with("```");
        is_block ^= is_fence;
        let may_be_wide = is_block || is_fence || words.starts_with('|') || !words.contains(' ');
        let columns = line.chars().count();
        if columns > MOST_COLUMNS && !may_be_wide {
            wide.push((number, columns));
        }
    }
    wide
}

/// Reads all files that are checked.
pub(super) fn read(root: &Path) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let place = || folder.display().to_string();
        for entry in std::fs::read_dir(&folder).with_context(place)? {
            let entry = entry.with_context(place)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = entry.path();
            let shown = path.strip_prefix(root).unwrap_or(&path).display().to_string();
            if entry.file_type().with_context(place)?.is_dir() {
                if !SKIPPED.contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if ENDINGS.iter().any(|ending| name.ends_with(ending))
                || shown.starts_with(".ci/")
            {
                let text = std::fs::read_to_string(&path).with_context(|| shown.clone())?;
                sources.push(Source { path: shown.replace('\\', "/"), text });
            }
        }
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(sources)
}

/// The numbered lines of code: comments and the tests at the end of the file are left out, and a
/// statement that imports a group stands on one line.
pub(super) fn code(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut group_is_open = false;
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim_start();
        if trimmed.starts_with("#[cfg(test)]") {
            break;
        }
        if trimmed.starts_with("//") {
            continue;
        }
        match lines.last_mut() {
            Some((_, group)) if group_is_open => group.push_str(trimmed),
            _ => lines.push((number, line.to_string())),
        }
        let imports = lines.last().is_some_and(|(_, line)| line.contains("use "));
        group_is_open = imports && !trimmed.contains(';');
    }
    lines
}

/// Does the text contain the word, with nothing before or after it that would make it another?
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let joins = |letter: Option<char>| letter.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word).any(|(at, _)| {
        !joins(text[..at].chars().next_back()) && !joins(text[at + word.len()..].chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(path: &str, text: &str) -> Vec<String> {
        let source = Source { path: path.to_string(), text: text.to_string() };
        source.check().iter().map(Finding::to_string).collect()
    }

    #[test]
    fn a_good_file_passes() {
        assert_eq!(findings("a.rs", "//! What it is.\n\nfn f() {}\n"), [""; 0]);
        assert_eq!(findings("a.md", "# Words\n"), [""; 0]);
    }

    #[test]
    fn every_file_says_what_it_is() {
        let expected =
            "a.rs:1: the file does not say what it is; expected a first line that begins with //!";
        assert_eq!(findings("a.rs", "fn f() {}\n"), [expected]);
    }

    #[test]
    fn leftovers_are_found() {
        for word in LEFTOVERS {
            let text = format!("//! A.\nfn f() {{\n    {word}()\n}}\n");
            let expected = format!("a.rs:3: {word} is left; expected finished code");
            assert_eq!(findings("a.rs", &text), [expected]);
            assert_eq!(findings("a.rs", &format!("//! A.\n// {word} is for others\n")), [""; 0]);
        }
    }

    #[test]
    fn what_belongs_to_one_machine_is_found() {
        for word in ELSEWHERE {
            for path in ["a.md", "a.toml", ".ci/run"] {
                let found = findings(path, &format!("one\nsee {word}x\n"));
                assert_eq!(found.len(), 1, "{word} in {path}");
                assert!(found[0].starts_with(&format!("{path}:2: it names {word}; ")), "{found:?}");
            }
        }
    }

    #[test]
    fn long_files_are_found() {
        let lines = |n: usize| format!("//! A.\n{}", "\n".repeat(n - 1));
        assert_eq!(findings("a.rs", &lines(400)), [""; 0]);
        assert_eq!(findings("a.rs", &lines(401)), ["warning: a.rs:401: 401 lines"]);
        assert_eq!(findings("a.rs", &lines(701)), ["a.rs:701: 701 lines; expected at most 700"]);
        assert_eq!(findings("a.md", &lines(701)), [""; 0]);
    }

    #[test]
    fn wide_comments_are_found() {
        let words = "a ".repeat(60);
        for marker in ["//!", "    ///", "//"] {
            let text = format!("//! A.\n{marker} {words}\nfn f() {{}}\n");
            let columns = marker.len() + 1 + words.len();
            let expected = format!("a.rs:2: a comment of {columns} columns; expected at most 100");
            assert_eq!(findings("a.rs", &text), [expected]);
        }
        let address = "a".repeat(120);
        for line in [format!("// | {words} |"), format!("// {address}"), format!("f(\"{words}\");")]
        {
            assert_eq!(findings("a.rs", &format!("//! A.\n{line}\n")), [""; 0], "{line}");
        }
        let block = format!("//! A.\n//! ```text\n//! {words}\n//! ```\n");
        assert_eq!(findings("a.rs", &block), [""; 0]);
        assert_eq!(findings("a.rs", &format!("{block}//! {words}\n")).len(), 1);
    }

    #[test]
    fn code_is_what_is_neither_comment_nor_test() {
        let text = "//! A.\nuse std::{\n    fs,\n    fmt,\n};\n// no\nfn f() {}\n#[cfg(test)]\nno";
        let lines = code(text);
        let shown: Vec<_> = lines.iter().map(|(n, line)| format!("{n} {line}")).collect();
        assert_eq!(shown, ["2 use std::{fs,fmt,};", "7 fn f() {}"]);
    }

    #[test]
    fn words_end_where_they_end() {
        assert!(has_word("use std::fs;", "std::fs"));
        assert!(has_word("(Hex)", "Hex"));
        assert!(!has_word("use std::fsync;", "std::fs"));
        assert!(!has_word("HexMove", "Hex"));
        assert!(!has_word("my_std::fs", "std::fs"));
    }
}
