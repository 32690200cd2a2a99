//! Runs the `andor` command and keeps what it says.

#![allow(dead_code, reason = "each test file uses a part of it")]

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

/// What a run of the command left.
#[derive(Debug)]
pub struct Run {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// The command, without arguments.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_andor"));
    command.env("NO_COLOR", "1");
    command
}

/// Turns what a process left into a [`Run`].
pub fn finished(output: Output) -> Run {
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("output in UTF-8"),
        err: String::from_utf8(output.stderr).expect("messages in UTF-8"),
    }
}

/// Runs `andor solve` with these arguments.
pub fn solve(arguments: &[&str]) -> Run {
    finished(command().arg("solve").args(arguments).output().expect("the command to start"))
}

/// Runs `andor solve` with arguments separated by blanks and `--json`; demands the exit code.
pub fn json(arguments: &str, code: i32) -> Value {
    let mut all: Vec<&str> = arguments.split_whitespace().collect();
    all.push("--json");
    let run = solve(&all);
    assert_eq!(run.code, code, "{arguments}: {run:?}");
    assert_eq!(run.out.lines().count(), 1, "one object on one line: {run:?}");
    serde_json::from_str(&run.out).expect("JSON")
}

/// A file with this text, in a folder that belongs to the tests.
pub fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a folder for files");
    path
}
