//! Runs the `andor` command and keeps what it says.

#[cfg(feature = "web")]
pub mod explorer;

use andor_checker::write::{crc32, file_start, header_text};
use andor_checker::{Game, GoRules, Player, Problem, Root, Verdict};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

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

/// A certificate of so many blocks, each of fifty bytes that unpack to a million: entries of Go on
/// one point that have a byte 1 in every place. The rest of the entries, if the blocks have not as
/// many, is missing.
pub fn bomb(blocks: u64, entries: u64) -> Vec<u8> {
    // The sort, the root, two sets, passes, ko, waits, flags, credit, the number of answers, and an
    // answer: reply, kind, theorem and set.
    const ENTRY: usize = 14;
    // What is in a block of the file is at most 2^20 bytes, and in a block of its zstd frame at
    // most 2^17.
    const LENGTH: usize = (1 << 20) / ENTRY * ENTRY;
    const PART: usize = 1 << 17;
    let root = Root {
        attacker: Player::Black,
        at_least: -1,
        verdict: Verdict::Proven,
        moves: Vec::new(),
        first: None,
        entry: Some(0),
        theorem: None,
    };
    let problem = Problem {
        game: Game::Go(GoRules::named("chinese").expect("known rules")),
        columns: 1,
        rows: 1,
        board: vec![None],
        to_move: Player::White,
        moves: Vec::new(),
        roots: vec![root],
    };
    let length = LENGTH.min(entries as usize * ENTRY);
    // A frame of a single segment, which tells its length in four bytes, and blocks of one byte
    // repeated.
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0xA0];
    frame.extend_from_slice(&(length as u32).to_le_bytes());
    for start in (0..length).step_by(PART) {
        let part = PART.min(length - start);
        let is_last = u32::from(start + part == length);
        frame.extend_from_slice(&((part as u32) << 3 | 2 | is_last).to_le_bytes()[..3]);
        frame.push(1);
    }
    let mut block = vec![1];
    for number in [length as u32, frame.len() as u32, crc32(&vec![1; length])] {
        block.extend_from_slice(&number.to_le_bytes());
    }
    block.append(&mut frame);
    let mut bytes = file_start(&header_text(&problem, [entries, entries, entries, blocks]));
    (0..blocks).for_each(|_| bytes.extend_from_slice(&block));
    bytes
}

/// The entries of a block of [`bomb`].
pub const BOMB_ENTRIES: u64 = (1 << 20) / 14;

/// A certificate of Hex with an entry that is a part of itself.
pub fn circle() -> Vec<u8> {
    use andor_checker::{Certificate, Entry, Link, Pattern, PointSet, Proof, Reference};
    let zone: PointSet = (0..4).collect();
    let link = Link { winner: Player::Black, ends: [4, 5], zone, need: PointSet::EMPTY };
    let proof = Proof::Capture(vec![0, 1], Reference { entry: 0, symmetry: 0 });
    let root = Root {
        attacker: Player::Black,
        at_least: 1,
        verdict: Verdict::Proven,
        moves: Vec::new(),
        first: None,
        entry: Some(0),
        theorem: None,
    };
    let problem = Problem {
        game: Game::Hex,
        columns: 2,
        rows: 2,
        board: vec![None; 4],
        to_move: Player::White,
        moves: Vec::new(),
        roots: vec![root],
    };
    let entries = vec![Entry::Pattern(Pattern { link, proof })];
    Certificate { problem, entries }.encode(None)
}

/// Sends lines to an engine and returns all that it wrote.
pub fn converse(arguments: &str, input: &str) -> String {
    let mut child = command()
        .arg("play")
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    child.stdin.take().expect("input").write_all(input.as_bytes()).expect("the engine reads");
    let output = child.wait_with_output().expect("the engine ends");
    assert!(output.status.success(), "{arguments}: {output:?}");
    assert!(output.stderr.is_empty(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The answers to a conversation, without their heads.
pub fn answers(arguments: &str, input: &str) -> Vec<String> {
    let text = converse(arguments, input);
    text.split_terminator("\n\n").map(|answer| answer.to_string()).collect()
}

/// An engine that is talked to line by line.
pub struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts it.
    pub fn start(arguments: &str) -> Engine {
        let mut child = command()
            .arg("play")
            .args(arguments.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take().expect("input");
        let output = BufReader::new(child.stdout.take().expect("output"));
        Engine { child, input, output }
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine reads");
        self.input.flush().expect("the engine reads");
    }

    /// The next line that it writes.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the engine writes");
        line.trim_end().to_string()
    }

    /// Goes away, and returns what it still writes until it has ended well.
    pub fn leave(self) -> String {
        let Engine { mut child, input, mut output } = self;
        drop(input);
        let mut text = String::new();
        output.read_to_string(&mut text).expect("the engine writes");
        assert!(child.wait().expect("the engine ends").success());
        text
    }

    /// Ends it.
    pub fn quit(mut self) {
        self.send("quit");
        assert!(self.child.wait().expect("the engine ends").success());
    }
}
