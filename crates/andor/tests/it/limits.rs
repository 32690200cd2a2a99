//! Limits that hold: time, Ctrl-C, memory, and the sizes of files.
//!
//! The tests measure processor time, so that other programs on the machine do not matter, and take
//! the best of three tries.

#![cfg(target_os = "linux")]

use crate::support;
use crate::support::{command, file, finished};
use andor_solver::{SearchName, families};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A limit holds to so many milliseconds.
const LATE: u64 = 50;

/// The start and the end of a process take no more milliseconds of processor time than this, and
/// the kernel counts in steps of ten.
const START: u64 = 40;

/// The state of a process and its processor time in milliseconds.
fn stat(child: &Child) -> (char, u64) {
    let text = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("a process");
    let (_, fields) = text.rsplit_once(')').expect("a name in parentheses");
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks = |i: usize| fields[i].parse::<u64>().expect("a number");
    (fields[0].chars().next().expect("a state"), (ticks(11) + ticks(12)) * 10)
}

/// The most memory that a process has taken, in kilobytes, while it runs.
fn most_memory(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}

/// Waits for the end of a process that is not waited for elsewhere: its processor time and its most
/// memory.
fn watch(child: &Child) -> (u64, u64) {
    let mut memory = 0;
    loop {
        memory = memory.max(most_memory(child).unwrap_or(0));
        let (state, time) = stat(child);
        if state == 'Z' {
            return (time, memory);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Starts `andor` with arguments separated by blanks.
fn start(arguments: &str) -> Child {
    command()
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command to start")
}

/// Runs `andor`: the result, its processor time and its most memory.
fn run(arguments: &str) -> (support::Run, u64, u64) {
    let child = start(arguments);
    let (time, memory) = watch(&child);
    (finished(child.wait_with_output().expect("an end")), time, memory)
}

/// The least of up to three measurements; the first within the limit is enough.
fn least(limit: u64, mut measure: impl FnMut() -> u64) -> u64 {
    let mut best = u64::MAX;
    for _ in 0..3 {
        best = best.min(measure());
        if best <= limit {
            break;
        }
    }
    best
}

/// A large position of each game: one node can take seconds.
fn large_positions() -> Vec<String> {
    let mut rows = vec![". . . . . . . . . . . . . . . . . . ."; 19];
    rows[8] = ". . . . . . . . . O . . . . . . . . .";
    rows[9] = ". . . . . . . . O X . . . . . . . . .";
    let board = file("limits-capture.txt", &format!("{}\nwhite to move\n", rows.join("\n")));
    let position = |game: &str| match game {
        "hex" => "hex 19x19".to_string(),
        "go" => "go 19x19".to_string(),
        "capture" => format!("capture {} --target k10 --ko none --escape 20", board.display()),
        "killall" => "killall 9x9".to_string(),
        "gomoku" => "gomoku 20x20".to_string(),
        "phutball" => "phutball 19x19".to_string(),
        "mnk" => "mnk 8x8x5".to_string(),
        "nim" => "nim 19-18-17-16".to_string(),
        _ => panic!("{game}: expected a large position of this game in the list"),
    };
    let mut all: Vec<String> = families().iter().map(|family| position(family.name)).collect();
    // A search that has small boards alone.
    all.push("go 7x7 --rules migos".to_string());
    all
}

/// Other sizes, rules and questions.
fn large_cases() -> Vec<String> {
    let empty = file("empty.sgf", "(;GM[1]SZ[19]KM[7.5])");
    let mut cases: Vec<String> = Vec::new();
    cases.extend(SearchName::ALL.map(|(search, _)| format!("hex 14x14 --search {search}")));
    for rules in ["basic-ko", "chinese", "psk", "nssk", "ssk-suicide", "migos"] {
        cases.push(format!("go 19x19 --rules {rules}"));
        cases.push(format!("{} --rules {rules} --score", empty.display()));
    }
    for option in ["--all-moves", "--pv --tree 3", "--set ews.games=65536 --search ews"] {
        cases.push(format!("hex 19x19 {option}"));
        cases.push(format!("go 19x19 --rules basic-ko {option}"));
    }
    cases.push("hex 19x19 --search alpha-beta --all-moves".to_string());
    cases
}

/// Checks that a limit of time holds; says whether the search is for the game.
fn check_time(case: &str) -> bool {
    let most = 100 + LATE + START;
    let mut is_for_the_game = true;
    let time = least(most, || {
        let (run, time, _) = run(&format!("solve {case} --time 100ms --json"));
        if run.code == 1 && run.err.contains(": not for ") {
            is_for_the_game = false;
            return 0;
        }
        assert_eq!(run.code, 2, "{case}: {run:?}");
        let report: Value = serde_json::from_str(&run.out).expect("JSON");
        assert_eq!(report["stop_reason"], "time", "{case}");
        time
    });
    assert!(time <= most, "{case}: {time} ms");
    is_for_the_game
}

#[test]
fn a_limit_of_time_holds_in_every_search_and_game() {
    let mut games_of = BTreeMap::new();
    for position in large_positions() {
        for (name, search) in SearchName::ALL {
            let is_for_the_game = check_time(&format!("{position} --search {name}"));
            assert!(is_for_the_game || !search.is_general(), "{position}: no {name}");
            *games_of.entry(name).or_insert(0) += u32::from(is_for_the_game);
        }
    }
    assert!(games_of.values().all(|&games| games > 0), "a search in no game: {games_of:?}");
}

#[test]
fn a_limit_of_time_holds_for_every_question() {
    for case in large_cases() {
        check_time(&case);
    }
}

/// The last steps of a certificate are within the time. A certificate that is not complete leaves
/// the old file.
#[test]
fn a_limit_of_time_holds_while_a_certificate_is_written() {
    for (problem, limit) in [("go 4x4 --rules psk --all-moves", 3000), ("hex 6x6 --all-moves", 300)]
    {
        let path = file("late.cert", "old");
        let arguments = format!(
            "solve {problem} --time {limit}ms --json --quiet --no-self-check --proof {}",
            path.display()
        );
        let most = limit + LATE + START;
        let time = least(most, || {
            std::fs::write(&path, "old").expect("a file");
            let (run, time, _) = run(&arguments);
            let report: Value = serde_json::from_str(&run.out).expect("JSON");
            let is_old = std::fs::read(&path).expect("a file") == b"old";
            assert_eq!(report["proof_entries"].is_null(), is_old, "{problem}: {run:?}");
            assert_ne!(report["winner"], Value::Null, "{problem}: {run:?}");
            if is_old {
                assert!(report["no_proof"].is_string() && run.code == 2, "{problem}: {run:?}");
            } else {
                let checked = command().arg("check").arg(&path).output().expect("a check");
                assert!(checked.status.success(), "{problem}: {checked:?}");
            }
            time
        });
        assert!(time <= most, "{problem}: {time} ms");
    }
}

/// A long game is played through and asked about within the time.
#[test]
fn a_limit_of_time_holds_for_a_long_game() {
    // Black fills the left side and White the right side.
    let letter = |number: usize| char::from(b'a' + number as u8);
    let pair = |i: usize| {
        let (column, row) = (i % 9, letter(i / 9));
        format!(";B[{}{row}];W[{}{row}]", letter(column), letter(10 + column))
    };
    let moves: String = (0..150).map(pair).collect();
    let game = file("long.sgf", &format!("(;GM[1]SZ[19]{moves})"));
    let most = 100 + LATE + START;
    for options in ["--rules basic-ko", "--rules basic-ko --score", "--rules psk --all-moves"] {
        let arguments = format!("solve {} {options} --time 100ms --json", game.display());
        let time = least(most, || {
            let (run, time, _) = run(&arguments);
            assert_eq!(run.code, 2, "{options}: {run:?}");
            time
        });
        assert!(time <= most, "{options}: {time} ms");
    }
}

#[test]
fn an_interrupt_ends_every_search() {
    let most = LATE + START;
    let of = |search| match search {
        "threats" => "gomoku 20x20 --search threats".to_string(),
        "ldfpn" => "go 7x7 --rules psk --search ldfpn".to_string(),
        _ => format!("hex 19x19 --search {search}"),
    };
    let mut cases: Vec<String> = SearchName::ALL.iter().map(|(search, _)| of(*search)).collect();
    let others = [
        "hex 19x19",
        "hex 19x19 --search ews --all-moves",
        "go 19x19 --rules basic-ko",
        "go 19x19 --rules psk",
        "mnk 8x8x5",
    ];
    cases.extend(others.map(str::to_string));
    for case in cases {
        let time = least(most, || {
            let child = start(&format!("solve {case} --json"));
            // The search has begun, and the handler is in place.
            let mut before = 0;
            while before < 100 {
                std::thread::sleep(Duration::from_millis(1));
                let (state, time) = stat(&child);
                assert_ne!(state, 'Z', "{case}: an early end");
                before = time;
            }
            let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(kill.expect("kill").success());
            let (time, _) = watch(&child);
            let run = finished(child.wait_with_output().expect("an end"));
            let report: Value = serde_json::from_str(&run.out).expect("JSON");
            assert_eq!((run.code, &report["stop_reason"]), (2, &"interrupted".into()), "{case}");
            time - before
        });
        assert!(time <= most, "{case}: {time} ms");
    }
}

/// A player of Hex that may swap, and players on large boards, keep to the time for a move.
#[test]
fn an_engine_keeps_to_its_time() {
    for (game, commands) in [
        ("hex", "param_game allow_swap 1\ngenmove black"),
        ("hex", "boardsize 11 11\nparam_game allow_swap 1\nplay black a1\ngenmove white"),
        ("hex", "boardsize 19 19\nparam_game allow_swap 1\ngenmove black"),
        ("go", "boardsize 19\ngenmove black"),
    ] {
        let most = 300 + LATE + START;
        let time = least(most, || {
            let mut child = start(&format!("play {game} --time 300ms"));
            let mut input = child.stdin.take().expect("input");
            writeln!(input, "{commands}\nquit").expect("the engine reads");
            let (time, _) = watch(&child);
            let run = finished(child.wait_with_output().expect("an end"));
            assert!(!run.out.contains('?'), "{commands}: {run:?}");
            time
        });
        assert!(time <= most, "{game}, {commands}: {time} ms");
    }
}

/// Passes of one player, so many that a quadratic reader takes minutes.
fn passes() -> std::path::PathBuf {
    file("passes.sgf", &format!("(;GM[1]SZ[19]{})", ";B[]".repeat(200_000)))
}

#[test]
fn long_files_are_read_in_linear_time() {
    let path = passes();
    let (run, time, _) = run(&format!("solve {}", path.display()));
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.err.contains("1:21, \"pass\": black moves out of turn"), "{run:?}");
    assert!(time < 5_000, "{time} ms");
    let mut child = start("play go");
    let mut input = child.stdin.take().expect("input");
    writeln!(input, "loadsgf {}\nquit", path.display()).expect("the engine reads");
    let (time, _) = watch(&child);
    let run = finished(child.wait_with_output().expect("an end"));
    assert_eq!(run.out, "= white\n\n=\n\n");
    assert!(time < 5_000, "{time} ms");
}

#[test]
fn a_limit_of_time_holds_while_a_file_is_read() {
    let path = file("nodes.sgf", &format!("(;GM[1]SZ[19]{})", ";B[]".repeat(1_000_000)));
    let most = 10 + LATE + START;
    let time = least(most, || {
        let (run, time, _) = run(&format!("solve {} --time 10ms", path.display()));
        assert_eq!(run.code, 2, "{run:?}");
        assert_eq!(run.err, "andor: stopped (time) before the position was read\n");
        time
    });
    assert!(time <= most, "{time} ms");
}

/// The limit leaves room for the stack of one search, so that the values of the moves get no thread
/// of their own.
#[test]
fn all_moves_are_solved_where_only_one_thread_can_be_started() {
    for threads in [1, 2] {
        let solve = format!("solve mnk 3x3x3 --all-moves --threads {threads} --json --quiet");
        let limited = format!("ulimit -v 1900000; exec \"$0\" {solve}");
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(limited).arg(command().get_program());
        let run = finished(shell.output().expect("a shell"));
        assert_eq!(run.code, 0, "{run:?}");
        let report: Value = serde_json::from_str(&run.out).expect("JSON");
        let moves = report["moves"].as_array().expect("moves");
        assert!(moves.len() == 9 && moves.iter().all(|mv| mv["draw"] == true), "{report}");
    }
}

/// A file without end is refused, and takes no more memory than the largest file.
#[test]
fn a_file_without_end_is_refused() {
    let path = file("endless.sgf", "");
    std::fs::remove_file(&path).expect("a file");
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
    let feed = |path: std::path::PathBuf| {
        std::thread::spawn(move || {
            let mut pipe = File::options().write(true).open(path).expect("a reader");
            let zeros = [b' '; 1 << 16];
            while pipe.write_all(&zeros).is_ok() {}
        })
    };
    let feeder = feed(path.clone());
    let (run, _, memory) = run(&format!("solve {}", path.display()));
    feeder.join().expect("an end");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.err.contains("too long; expected an SGF file of at most"), "{run:?}");
    assert!(memory < 64 << 10, "{memory} kB");

    let feeder = feed(path.clone());
    let mut child = start("play go");
    let mut input = child.stdin.take().expect("input");
    writeln!(input, "loadsgf {}", path.display()).expect("the engine reads");
    let mut answer = String::new();
    BufReader::new(child.stdout.as_mut().expect("output")).read_line(&mut answer).expect("a line");
    feeder.join().expect("an end");
    let memory = most_memory(&child).expect("the engine runs");
    writeln!(input, "quit").expect("the engine reads");
    child.wait().expect("an end");
    assert_eq!(answer, "? cannot load file\n");
    assert!(memory < 64 << 10, "{memory} kB");
    std::fs::remove_file(path).expect("a pipe");
}

/// The memory that is told is the memory that the process took, apart from a tenth and from what
/// the program itself takes. `ANDOR_SLOW=1` tries a cap between the others, too.
#[test]
fn the_memory_that_is_told_is_what_the_process_took() {
    const MEGABYTE: u64 = 1 << 20;
    let slow = std::env::var_os("ANDOR_SLOW").is_some();
    let caps = if slow { &[16, 64, 256][..] } else { &[16, 256] };
    let (_, _, base) = run("solve hex 5x5 --knowledge none --json");
    for case in [
        "hex 9x9",
        "hex 9x9 --search ews",
        "hex 9x9 --search alpha-beta",
        "hex 9x9 --knowledge none",
        "hex 11x11",
        "go 5x5 --rules basic-ko",
        "go 5x5 --rules psk",
        "go 5x5 --rules psk --search dfpn",
        "go 5x5 --rules migos --search alpha-beta",
        "mnk 5x5x4",
        "mnk 6x6x5 --search depth-first",
    ] {
        for &cap in caps {
            let (run, _, most) = run(&format!("solve {case} --memory {cap}M --time 500ms --json"));
            let report: Value = serde_json::from_str(&run.out).expect("JSON");
            let told = report["memory_bytes"].as_u64().expect("a number");
            let took = (most - base.min(most)) << 10;
            let slack = took / 10 + 6 * MEGABYTE;
            assert!(told.abs_diff(took) <= slack, "{case}, {cap}M: told {told}, took {took}");
            assert!(told <= cap * MEGABYTE, "{case}, {cap}M: told {told}");
        }
    }
}
