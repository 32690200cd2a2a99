//! `andor play` with real clients: GNU Go as opponent and referee, `@sabaki/gtp`, and sgfmill.
//!
//! `.ci/clients FOLDER` installs them; with ANDOR_CLIENTS set to that folder a client that is
//! missing is a failure. Without it, a test whose client is missing says that it was left out.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const ANDOR: &str = env!("CARGO_BIN_EXE_andor");

/// The folder with clients, if there is one.
fn folder() -> Option<PathBuf> {
    std::env::var_os("ANDOR_CLIENTS").map(PathBuf::from)
}

/// Says that a test is left out, unless the clients must be there.
fn left_out(client: &str) {
    let message = format!("left out: there is no {client}; `.ci/clients FOLDER` installs it");
    assert!(folder().is_none(), "{message}");
    eprintln!("{message}");
}

fn tool(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/clients").join(name)
}

/// Runs a client to its end and demands success.
fn run(command: &mut Command) {
    let output = command.output().expect("the client runs");
    assert!(output.status.success(), "{command:?}: {output:?}");
}

#[test]
fn sabaki_talks_to_the_engine() {
    let modules = folder().map(|folder| folder.join("node_modules"));
    let is_there = modules.as_ref().is_some_and(|folder| folder.join("@sabaki/gtp").is_dir());
    match modules.filter(|_| is_there) {
        Some(modules) => run(Command::new("node")
            .env("NODE_PATH", modules)
            .arg(tool("sabaki.js"))
            .args([ANDOR, "play", "go", "--time", "5s"])),
        None => left_out("@sabaki/gtp"),
    }
}

#[test]
fn sgfmill_sees_the_same_games() {
    let python = folder().map(|folder| folder.join("python/bin/python3"));
    match python.filter(|python| python.is_file()) {
        Some(python) => run(Command::new(python)
            .arg(tool("referee.py"))
            .args(["20", ANDOR, "play", "go", "--time", "20ms", "--resign", "0"])),
        None => left_out("sgfmill"),
    }
}

/// An engine that is asked one command after the other.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(command: &mut Command) -> Option<Engine> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let input = child.stdin.take()?;
        let output = BufReader::new(child.stdout.take()?);
        Some(Engine { child, input, output })
    }

    /// The answer to a command, which must be a good one.
    fn ask(&mut self, command: &str) -> String {
        writeln!(self.input, "{command}").expect("the engine reads");
        self.input.flush().expect("the engine reads");
        let mut answer = String::new();
        while !answer.ends_with("\n\n") {
            let read = self.output.read_line(&mut answer).expect("the engine writes");
            assert!(read > 0, "{command}: the engine has gone");
        }
        let text = answer.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {answer}"));
        text.trim().to_string()
    }

    fn quit(mut self) {
        self.ask("quit");
        assert!(self.child.wait().expect("the engine ends").success());
    }
}

fn gnugo() -> Option<Engine> {
    let start = |path: &str| {
        Engine::start(Command::new(path).args(["--mode", "gtp", "--chinese-rules", "--level", "1"]))
    };
    start("gnugo").or_else(|| start("/usr/games/gnugo"))
}

/// A game to two passes. GNU Go accepts every move of Andor's, Andor every one of GNU Go's, and
/// where GNU Go sees no dead stones both count the same.
#[test]
fn gnu_go_plays_and_counts() {
    let Some(mut gnugo) = gnugo() else { return left_out("gnugo") };
    let mut command = Command::new(ANDOR);
    command.args(["play", "go", "--time", "100ms", "--rules", "psk"]);
    let mut andor = Engine::start(&mut command).expect("andor starts");
    let (mut games, mut counted) = (0, 0);
    for (size, andor_is_black) in [(5, true), (5, false), (6, true), (7, false)] {
        for order in [format!("boardsize {size}"), "clear_board".into(), "komi 2.5".into()] {
            andor.ask(&order);
            gnugo.ask(&order);
        }
        let (mut passes, mut andor_moves) = (0, andor_is_black);
        for ply in 0..200 {
            let colour = if ply % 2 == 0 { "black" } else { "white" };
            let (mover, other) =
                if andor_moves { (&mut andor, &mut gnugo) } else { (&mut gnugo, &mut andor) };
            let mv = mover.ask(&format!("genmove {colour}"));
            if mv.eq_ignore_ascii_case("resign") {
                break;
            }
            other.ask(&format!("play {colour} {mv}"));
            passes = if mv.eq_ignore_ascii_case("pass") { passes + 1 } else { 0 };
            if passes == 2 {
                break;
            }
            andor_moves = !andor_moves;
        }
        games += 1;
        if passes == 2 && gnugo.ask("final_status_list dead").is_empty() {
            counted += 1;
            assert_eq!(andor.ask("final_score"), gnugo.ask("final_score"), "{size}x{size}");
        }
    }
    eprintln!("{games} games, {counted} counted by both");
    andor.quit();
    gnugo.quit();
}
