//! The commands in README.md and docs, with their output.
//!
//! A block marked `console` holds commands after `$ `, each followed by what it prints. `cat FILE`
//! writes the file for the commands after it. What a change of the search may alter is not compared:
//! numbers of nodes and seconds, best moves and lines of play. A command without output is only
//! run. With ANDOR_UPDATE_DOCS set, outputs are written anew instead of compared.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Run, finished};

const RUN: &str = "cargo run --release -- ";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a command line of a document in `folder`.
fn run(line: &str, folder: &Path) -> Run {
    let binary = Path::new(env!("CARGO_BIN_EXE_andor"));
    let line = line.replace(RUN, "andor ");
    let mut path = binary.parent().expect("a folder").as_os_str().to_os_string();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &format!("{line} 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .output()
        .expect("a shell");
    finished(output)
}

/// What is compared of a line of output.
fn essence(line: &str) -> String {
    for label in ["best move: ", "best play: "] {
        if line.starts_with(label) {
            return label.to_string();
        }
    }
    // A ply of a solution.
    if line.starts_with("  ") && (line.contains(" black ") || line.contains(" white ")) {
        let is_move = line.split_whitespace().count() == 2;
        if is_move {
            return String::new();
        }
    }
    if line.contains(" nodes") {
        let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
        let words: Vec<&str> = line.split_whitespace().filter(|word| !is_number(word)).collect();
        return words.join(" ");
    }
    line.to_string()
}

fn essences(text: &str) -> Vec<String> {
    text.lines().map(essence).filter(|line| !line.is_empty()).collect()
}

/// The exit code that belongs to an output.
fn code(output: &str) -> i32 {
    match output {
        _ if output.starts_with("andor: ") => 1,
        _ if output.contains(": not solved, stopped") => 2,
        _ => 0,
    }
}

/// Runs a command of a document and compares; returns what it printed.
fn check(document: &str, line: &str, shown: &str, folder: &Path) -> String {
    if let Some(name) = line.strip_prefix("cat ") {
        std::fs::write(folder.join(name), shown).expect("a folder for files");
        return shown.to_string();
    }
    assert!(
        line.starts_with("andor ") || line.starts_with(RUN),
        "{document}: \"{line}\" is no command of andor"
    );
    let run = run(line, folder);
    assert_eq!(run.code, code(&run.out), "{document}: {line}\n{}", run.out);
    let is_compared = !shown.is_empty() && std::env::var_os("ANDOR_UPDATE_DOCS").is_none();
    if is_compared {
        assert_eq!(essences(&run.out), essences(shown), "{document}: {line}\n{}", run.out);
    }
    if shown.is_empty() { String::new() } else { run.out }
}

/// Checks a document; returns its text with the outputs as they are now.
fn document(name: &str, text: &str, has_python: bool) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.replace('/', "-"));
    std::fs::create_dir_all(&folder).expect("a folder for files");
    let mut out = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        if line != "```console" {
            continue;
        }
        while let Some(line) = lines.next_if(|line| *line != "```") {
            out += &format!("{line}\n");
            let command = line.strip_prefix("$ ").unwrap_or_else(|| {
                panic!("{name}: \"{line}\" in a console block; expected a command after \"$ \"")
            });
            let mut shown = String::new();
            let is_output = |line: &&str| *line != "```" && !line.starts_with("$ ");
            while let Some(line) = lines.next_if(is_output) {
                shown += &format!("{line}\n");
            }
            let needs_python = command.contains("python3");
            let is_run = has_python || !needs_python;
            out += &if is_run { check(name, command, &shown, &folder) } else { shown };
        }
    }
    out
}

#[test]
fn the_documents_show_what_happens() {
    let python = Command::new("python3").arg("--version").output();
    let has_python = python.is_ok_and(|output| output.status.success());
    let mut names = vec!["README.md".to_string()];
    for entry in std::fs::read_dir(root().join("docs")).expect("docs") {
        let name = entry.expect("docs").file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") {
            names.push(format!("docs/{name}"));
        }
    }
    let mut commands = 0;
    for name in names {
        let path = root().join(&name);
        let text = std::fs::read_to_string(&path).expect("a document");
        commands += text.lines().filter(|line| line.starts_with("$ ")).count();
        let now = document(&name, &text, has_python);
        if std::env::var_os("ANDOR_UPDATE_DOCS").is_some() {
            std::fs::write(&path, now).expect("a document");
        }
    }
    assert!(commands > 10, "only {commands} commands were found");
}

#[test]
fn only_what_may_change_is_left_out() {
    assert_eq!(essence("best move: c3"), essence("best move: d4"));
    let cost = |n| essence(&format!("{n} nodes, 5 expanded, 0.1 s, ews (seed 1)"));
    assert_eq!(cost(10), cost(2000));
    assert_ne!(essence("hex 5x5: black wins"), essence("hex 5x5: white wins"));
    assert_ne!(essence("  a1    white wins"), essence("  a1    black wins"));
}
