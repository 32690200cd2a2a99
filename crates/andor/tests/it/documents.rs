//! The commands in README.md and docs, with their output.
//!
//! A block marked `console` holds commands after `$ `, each followed by what it prints. `cat FILE`
//! writes the file for the commands after it. What a change of the search may alter is not
//! compared: numbers of nodes and seconds, best moves and lines of play. A command without output
//! is run, too, and must succeed. The tables of docs/options.md are compared with the output of
//! `andor options --markdown`. With ANDOR_UPDATE_DOCS set, outputs and tables are written anew
//! instead of compared. The program of README.md is part of this file.

use crate::support::{Run, finished};
use std::path::{Path, PathBuf};
use std::process::Command;

const RUN: &str = "cargo run --release -- ";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a command line of a document in `folder`.
fn run(line: &str, folder: &Path) -> Run {
    let binary = Path::new(env!("CARGO_BIN_EXE_andor"));
    let tools = format!("{}/", root().join("tools").display());
    let line = line.replace(RUN, "andor ").replace("python3 tools/", &format!("python3 {tools}"));
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
    for label in ["best move: ", "best guess: ", "best play: "] {
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
    // A row of the table of a batch ends with the best move.
    let line =
        line.split_once(" nodes  ").map_or(line, |(row, _)| &line[..row.len() + " nodes".len()]);
    if line.contains(" nodes") || line.contains(" s a move") {
        let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
        let words: Vec<&str> = line.split_whitespace().filter(|word| !is_number(word)).collect();
        return words.join(" ");
    }
    line.to_string()
}

fn essences(text: &str) -> Vec<String> {
    text.lines().map(essence).filter(|line| !line.is_empty()).collect()
}

/// The exit code that belongs to a command: of the output that the document shows, or else success.
fn code(shown: &str, output: &str) -> i32 {
    match output {
        _ if shown.is_empty() => 0,
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
        ["andor ", RUN, "python3 tools/"].iter().any(|start| line.starts_with(start)),
        "{document}: \"{line}\" is no command of andor"
    );
    let run = run(line, folder);
    assert_eq!(run.code, code(shown, &run.out), "{document}: {line}\n{}", run.out);
    let is_compared = !shown.is_empty() && std::env::var_os("ANDOR_UPDATE_DOCS").is_none();
    if is_compared {
        assert_eq!(essences(&run.out), essences(shown), "{document}: {line}\n{}", run.out);
    }
    if shown.is_empty() { String::new() } else { run.out }
}

/// Checks a document; returns its text with the outputs as they are now.
fn document(name: &str, text: &str) -> String {
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
            out += &check(name, command, &shown, &folder);
        }
    }
    out
}

/// The documents of a folder, by their paths from the root.
fn names_in(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder of documents");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.expect("a document").file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = entries.map(name).filter(|name| name.ends_with(".md")).collect();
    names.sort();
    names.iter().map(|name| format!("{folder}/{name}")).collect()
}

/// The lines around the tables of options.
const TABLES: (&str, &str) = ("<!-- andor options --markdown -->\n", "<!-- end -->\n");

/// The text of a document before, between and after the lines around the tables, if it has them.
fn around_tables(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once(TABLES.0)?;
    let (tables, after) = rest.split_once(TABLES.1)?;
    Some((before, tables, after))
}

/// The tables of options as the program prints them.
fn printed_tables() -> String {
    let binary = env!("CARGO_BIN_EXE_andor");
    let output = Command::new(binary).args(["options", "--markdown"]).output().expect("andor");
    finished(output).out
}

/// The document with the tables that the program prints.
fn with_tables(text: String) -> String {
    match around_tables(&text) {
        Some((before, _, after)) => {
            format!("{before}{}\n{}\n{}{after}", TABLES.0, printed_tables(), TABLES.1)
        }
        None => text,
    }
}

/// All documents, by their paths from the root.
fn names() -> Vec<String> {
    let first = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"].map(str::to_string);
    first.into_iter().chain(names_in("docs")).chain(names_in("docs/experiments")).collect()
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).expect("a document")
}

/// Where the links of a text lead to, without those to other hosts and to places in the same text.
fn links(text: &str) -> Vec<&str> {
    let mut is_code = false;
    let mut links = Vec::new();
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        if is_code {
            continue;
        }
        let targets = line.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        links.extend(targets.filter(|target| !target.is_empty() && !target.contains("://")));
    }
    links
}

#[test]
fn links_lead_to_files() {
    let mut count = 0;
    for name in names() {
        let path = root().join(&name);
        for link in links(&read(&name)) {
            let folder = path.parent().expect("a folder");
            assert!(folder.join(link).exists(), "{name}: there is no {link}");
            count += 1;
        }
    }
    assert!(count > 30, "only {count} links were found");
}

/// A page has a question, a verdict, few lines, and a place in the index.
#[test]
fn experiments_are_short_and_in_the_index() {
    let folder = "docs/experiments";
    let index = read(&format!("{folder}/README.md"));
    for name in names_in(folder).iter().filter(|name| !name.ends_with("README.md")) {
        let text = read(name);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() <= 60, "{name}: {} lines; expected at most 60", lines.len());
        let has_question = lines[0].starts_with("# ") && lines[0].ends_with('?');
        assert!(has_question, "{name}: \"{}\"; expected a question", lines[0]);
        assert!(lines[2].starts_with("**"), "{name}: \"{}\"; expected a verdict", lines[2]);
        let file = name.rsplit('/').next().expect("a name");
        let row = format!("| {} | [{}]({file}) |", &file[..10], &lines[0][2..]);
        assert!(index.contains(&row), "{name}: not in the index; expected {row}");
    }
}

#[test]
fn the_documents_show_what_happens() {
    let python = Command::new("python3").arg("--version").output();
    let has_python = python.is_ok_and(|output| output.status.success());
    assert!(
        has_python,
        "the documents run tools/check_certificate.py; expected `python3` in the path"
    );
    let mut commands = 0;
    for name in names() {
        let path = root().join(&name);
        let text = read(&name);
        commands += text.lines().filter(|line| line.starts_with("$ ")).count();
        let now = document(&name, &text);
        if std::env::var_os("ANDOR_UPDATE_DOCS").is_some() {
            std::fs::write(&path, with_tables(now)).expect("a document");
        }
    }
    assert!(commands > 10, "only {commands} commands were found");
}

#[test]
fn the_tables_of_options_are_those_of_the_program() {
    if std::env::var_os("ANDOR_UPDATE_DOCS").is_some() {
        return;
    }
    let text = read("docs/options.md");
    let (_, tables, _) = around_tables(&text).expect("tables between two comments");
    let hint = "docs/options.md: expected the output of andor options --markdown";
    assert_eq!(tables.trim(), printed_tables().trim(), "{hint}");
}

/// The exit codes of the help are those of docs/options.md.
#[test]
fn the_exit_codes_are_those_of_the_help() {
    let output = Command::new(env!("CARGO_BIN_EXE_andor")).arg("--help").output().expect("andor");
    let help = finished(output).out;
    let (_, codes) = help.split_once("Exit codes:\n").expect("exit codes");
    let text = read("docs/options.md").replace('`', "");
    let (_, table) = text.split_once("| exit code | meaning |\n|---|---|\n").expect("a table");
    let rows = table.lines().take_while(|line| line.starts_with("| "));
    let codes: Vec<&str> = codes.lines().collect();
    assert_eq!(rows.clone().count(), codes.len());
    for (row, line) in rows.zip(codes) {
        let (code, meaning) = line.trim().split_once(' ').expect("a code and its meaning");
        assert!(row.starts_with(&format!("| {code} | {}", meaning.trim())), "{row}: {line}");
    }
}

/// The program of README.md, line by line.
mod readme {
    use andor::checker::{self, Options};
    use andor::{Player, Problem, Proof, Settings, solve};

    fn main() -> Result<(), Box<dyn std::error::Error>> {
        let problem: Problem = "hex 5x5 --moves c3".parse()?;
        let settings = Settings { proof: Proof::Compressed, ..Settings::default() };
        let report = solve(&problem, &settings, None)?;
        assert_eq!(report.winner, Some(Player::Black));
        let certificate = report.certificate.ok_or("no certificate")?.to_vec()?;
        checker::check(&certificate, &Options::default()).map_err(|refusal| refusal.to_string())?;
        Ok(())
    }

    #[test]
    fn the_program_runs() {
        main().expect("a certificate that is right");
    }

    #[test]
    fn the_program_is_the_one_of_the_readme() {
        let lines = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
        let readme = super::read("README.md");
        let (_, rest) = readme.split_once("```rust\n").expect("a program");
        let (program, _) = rest.split_once("```").expect("the end of the program");
        let here = lines(include_str!("documents.rs"));
        assert!(here.contains(lines(program).trim()), "README.md: the program is another one");
    }
}

/// A command that fails is no example, unless its output is shown.
#[test]
fn examples_without_output_must_succeed() {
    let failure = "andor: file \"x\": there is no such file";
    assert_eq!(code("", failure), 0);
    assert_eq!(code(failure, failure), 1);
    assert_eq!(code("hex 8x8: not solved, stopped (nodes)", "hex 8x8: not solved, stopped"), 2);
    assert_eq!(code("hex 3x3: black wins", "hex 3x3: black wins"), 0);
}

#[test]
fn only_what_may_change_is_left_out() {
    assert_eq!(essence("best move: c3"), essence("best move: d4"));
    let cost = |n| essence(&format!("{n} nodes, 5 expanded, 0.1 s, ews (seed 1)"));
    assert_eq!(cost(10), cost(2000));
    assert_ne!(essence("hex 5x5: black wins"), essence("hex 5x5: white wins"));
    assert_ne!(essence("  a1    white wins"), essence("  a1    black wins"));
}
