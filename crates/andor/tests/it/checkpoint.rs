//! Runs that are killed and go on: `--checkpoint`.
//!
//! The usual run kills ten times, each problem at most twice. `ANDOR_SLOW=1` kills two hundred
//! times, each problem at most four times.

#![cfg(unix)]

use crate::support::{Run, command, finished};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A fresh folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("checkpoint-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Starts a search with a checkpoint.
fn start(problem: &str, checkpoint: &Path, more: &str) -> Child {
    command()
        .arg("solve")
        .args(problem.split_whitespace())
        .arg("--checkpoint")
        .arg(checkpoint)
        .args(["--quiet", "--json"])
        .args(more.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command to start")
}

fn run(problem: &str, checkpoint: &Path, more: &str) -> Run {
    finished(start(problem, checkpoint, more).wait_with_output().expect("an end"))
}

fn object(run: &Run) -> Value {
    assert_eq!(run.code, 0, "{}", run.err);
    serde_json::from_str(&run.out).expect("an object")
}

/// The fields that do not depend on how often a search was killed.
fn answer(report: &Value) -> [Value; 4] {
    ["answer", "winner", "draw", "margin"].map(|field| report[field].clone())
}

/// Problems for every search and several games, each of some tenths of a second and more.
const PROBLEMS: [&str; 16] = [
    "hex 5x5 --knowledge none --search dfpn",
    "hex 5x5 --knowledge none --search ews",
    "hex 5x5 --knowledge none --search pns",
    "hex 5x5 --knowledge none --search mcts",
    "hex 4x4 --knowledge none --search alpha-beta",
    "hex 7x7 --moves c3",
    "hex 7x7 --moves b4 --search ews",
    "go 4x4 --rules psk --komi 1.5",
    "go 4x4 --rules psk --komi 1.5 --search ews",
    "go 4x4 --rules psk --komi 1.5 --search ews --threads 2",
    "go 3x4 --score",
    "go 3x4 --search ews",
    "mnk 4x4x4 --search dfpn",
    "mnk 4x3x3 --search depth-first",
    "hex 6x6 --knowledge none --threads 2",
    "go 3x4 --rules ssk --komi 2.5 --search dfpn",
];

/// Kills a search again and again until it is done; gives the report and how often it was killed.
fn killed(
    problem: &str,
    checkpoint: &Path,
    rng: &mut fastrand::Rng,
    most: usize,
) -> (Value, usize) {
    let mut kills = 0;
    while kills < most {
        let mut child = start(problem, checkpoint, "--every 20ms");
        std::thread::sleep(Duration::from_millis(rng.u64(5..400)));
        if child.try_wait().expect("a state").is_some() {
            return (object(&finished(child.wait_with_output().expect("an end"))), kills);
        }
        child.kill().expect("a process to kill");
        child.wait().expect("an end");
        kills += 1;
    }
    (object(&run(problem, checkpoint, "")), kills)
}

#[test]
fn a_killed_search_goes_on() {
    let slow = std::env::var_os("ANDOR_SLOW").is_some();
    let (wanted, most) = if slow { (200, 4) } else { (10, 2) };
    let folder = folder("kills");
    let mut rng = fastrand::Rng::with_seed(28);
    let mut kills = 0;
    for round in 0.. {
        for place in 0..PROBLEMS.len() {
            // Neighbours in the list are alike, so a short run does not take them one by one.
            let number = place * 5 % PROBLEMS.len();
            let problem = PROBLEMS[number];
            let checkpoint = folder.join(format!("{round}-{number}"));
            let plain: Vec<&str> =
                ["solve", "--quiet", "--json"].into_iter().chain(problem.split(' ')).collect();
            let plain = finished(command().args(plain).output().expect("the command to run"));
            let (report, times) = killed(problem, &checkpoint, &mut rng, most);
            assert_eq!(answer(&report), answer(&object(&plain)), "{problem}, killed {times} times");
            kills += times;
            if kills >= wanted {
                return;
            }
        }
        assert!(round < 20, "the searches end before they are killed: {kills} kills");
    }
}

/// What was saved is not done again: the run that goes on takes fewer nodes, for the searches that
/// keep numbers or solutions, and tells what came before.
#[test]
fn saved_work_is_not_done_again() {
    let folder = folder("work");
    for (number, problem) in [
        "hex 5x5 --knowledge none --search ews --moves a3",
        "hex 5x6 --knowledge none --search ews",
        "hex 5x5 --knowledge none --search pns",
        "hex 5x6 --knowledge none --search dfpn",
        "hex 7x7 --moves c3",
        "go 4x4 --rules psk --komi 1.5",
        "go 4x4 --rules psk --komi 1.5 --search ews",
    ]
    .into_iter()
    .enumerate()
    {
        let whole = object(&run(problem, &folder.join(format!("whole-{number}")), ""));
        let nodes = whole["nodes"].as_u64().expect("nodes");
        let checkpoint = folder.join(number.to_string());
        let first = run(problem, &checkpoint, &format!("--nodes {}", nodes * 3 / 4));
        assert_eq!(first.code, 2, "{problem}: {}", first.err);
        let second = object(&run(problem, &checkpoint, ""));
        assert_eq!(answer(&second), answer(&whole), "{problem}");
        let before = second["nodes_before"].as_u64().expect("nodes of the first run");
        assert!(before >= nodes * 3 / 4, "{problem}: {before} of {nodes}");
        let after = second["nodes"].as_u64().expect("nodes");
        assert!(after < nodes * 3 / 4, "{problem}: {after} more nodes, {nodes} without a stop");
        // A run that is done is told again at once.
        let again = object(&run(problem, &checkpoint, ""));
        assert_eq!(answer(&again), answer(&whole), "{problem}");
        assert!(again["nodes"].as_u64().expect("nodes") <= after, "{problem}");
    }
}

/// The finished moves and their proofs are kept.
#[test]
fn finished_moves_and_their_proofs_stay() {
    let folder = folder("moves");
    let mut partly = 0;
    for (name, problem) in [
        ("hex", "hex 4x4 --all-moves"),
        ("none", "hex 4x4 --all-moves --knowledge none"),
        ("go", "go 2x3 --rules psk --all-moves"),
        ("basic", "go 2x3 --all-moves"),
        ("mnk", "mnk 3x3x3 --all-moves"),
    ] {
        let checkpoint = folder.join(name);
        let proof = folder.join(format!("{name}.proof"));
        let problem = format!("{problem} --proof {}", proof.display());
        let whole = object(&run(&problem, &folder.join(format!("{name}-whole")), ""));
        let nodes = whole["nodes"].as_u64().expect("nodes");
        let (mut stops, mut is_partly) = (0, false);
        for _ in 0..40 {
            let run = run(&problem, &checkpoint, &format!("--nodes {}", nodes / 4));
            assert!(run.code == 0 || run.code == 2, "{problem}: {}", run.err);
            if run.code == 0 {
                break;
            }
            stops += 1;
            let text = std::fs::read(&checkpoint).expect("a checkpoint");
            let text = String::from_utf8_lossy(&text);
            is_partly |= text.lines().any(|line| line.starts_with("move: "));
        }
        assert!(stops > 0, "{problem}: never stopped");
        partly += usize::from(is_partly);
        let report = object(&run(&problem, &checkpoint, ""));
        assert_eq!(answer(&report), answer(&whole), "{problem}");
        assert_eq!(report["moves"], whole["moves"], "{problem}");
        let check = command().arg("check").arg(&proof).output().expect("the command to run");
        let check = finished(check);
        assert_eq!(check.code, 0, "{problem}: {}{}", check.out, check.err);
    }
    assert!(partly >= 2, "{partly} were stopped between two moves");
}

/// Ctrl-C, SIGTERM and limits save before they end.
#[test]
fn a_search_that_is_told_to_end_saves() {
    let folder = folder("signals");
    let problem = "go 4x5 --rules psk --komi 9.5";
    for signal in ["INT", "TERM"] {
        let checkpoint = folder.join(signal);
        let child = start(problem, &checkpoint, "--every 1h --memory 256M");
        std::thread::sleep(Duration::from_millis(700));
        let sent = std::process::Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status();
        assert!(sent.expect("kill").success());
        let asked = Instant::now();
        let run = finished(child.wait_with_output().expect("an end"));
        assert_eq!(run.code, 2, "{signal}: {}", run.err);
        assert!(asked.elapsed() < Duration::from_secs(10), "{signal}");
        assert!(checkpoint.is_file(), "{signal}");
        let left = std::fs::read_dir(&folder).expect("a folder").count();
        assert_eq!(
            left,
            if signal == "INT" { 2 } else { 4 },
            "checkpoints and locks, nothing else"
        );
        let again = finished(
            start(problem, &checkpoint, "--time 100ms --memory 512M")
                .wait_with_output()
                .expect("an end"),
        );
        assert_eq!(again.code, 2, "{signal}: {}", again.err);
        let report: Value = serde_json::from_str(&again.out).expect("an object");
        assert!(report["nodes_before"].as_u64() > Some(0), "{signal}");
    }
}

/// A checkpoint that does not fit is refused, and stays as it was.
#[test]
fn what_does_not_fit_is_refused() {
    let folder = folder("refused");
    let checkpoint = folder.join("file");
    let problem = "hex 4x4 --knowledge none";
    object(&run(problem, &checkpoint, ""));
    let good = std::fs::read(&checkpoint).expect("a checkpoint");
    let refused = |problem: &str, more: &str, words: &[&str]| {
        let before = std::fs::read(&checkpoint).ok();
        let run = run(problem, &checkpoint, more);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{problem}: {}", run.err);
        for word in words.iter().chain(&["checkpoint", "expected"]) {
            assert!(run.err.contains(word), "{problem}: {word}: {}", run.err);
        }
        assert_eq!(std::fs::read(&checkpoint).ok(), before, "{problem}: it was changed");
    };
    refused("hex 4x5 --knowledge none", "", &["problem", "hex 4x5", "hex 4x4"]);
    refused("hex 4x4 --knowledge none --moves a1", "", &["problem", "a1"]);
    refused(problem, "--search dfpn", &["search", "ews", "dfpn"]);
    refused("hex 4x4", "--search ews", &["knowledge"]);
    refused(problem, "--all-moves", &["settings", "--all-moves"]);
    refused(problem, "--for white", &["settings", "--for white"]);
    refused(problem, "--set ews.epsilon=0.5", &["settings", "ews.epsilon=0.5"]);
    let place = |bytes: &[u8]| std::fs::write(&checkpoint, bytes).expect("written");
    for cut in [0, 3, 10, 20, 60, good.len() / 2, good.len() - 5, good.len() - 1] {
        place(&good[..cut]);
        refused(problem, "", &[]);
    }
    for at in [good.len() / 2, good.len() - 20, good.len() - 2] {
        let mut changed = good.clone();
        changed[at] ^= 0x10;
        place(&changed);
        refused(problem, "", &["damaged"]);
    }
    let mut longer = good.clone();
    longer.extend([0; 9]);
    place(&longer);
    refused(problem, "", &["damaged"]);
    let newer = String::from_utf8_lossy(&good[..18]).replace('1', "2");
    place(&[newer.as_bytes(), &good[18..]].concat());
    refused(problem, "", &["version 2", "1"]);
    place(b"(;GM[11])");
    refused(problem, "", &["it is no checkpoint"]);
    place(&good);
    object(&run(problem, &checkpoint, "--threads 2 --seed 7 --memory 64M"));
    let bad = run(problem, &folder.join("none/file"), "");
    assert_eq!(bad.code, 1);
    assert!(bad.err.contains("cannot be written") && bad.err.contains("expected"), "{}", bad.err);
    let bad = run(problem, &folder, "");
    assert_eq!(bad.code, 1);
    assert!(bad.err.contains("it is no file"), "{}", bad.err);
}

/// Two processes do not use one checkpoint.
#[test]
fn a_checkpoint_that_is_in_use_is_refused() {
    let folder = folder("lock");
    let checkpoint = folder.join("file");
    let mut first =
        start("go 4x5 --rules psk --komi 9.5", &checkpoint, "--every 10ms --memory 256M");
    while !checkpoint.is_file() {
        assert!(first.try_wait().expect("a state").is_none(), "the first ended");
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = run("go 4x5 --rules psk --komi 9.5", &checkpoint, "--memory 256M");
    first.kill().expect("a process to kill");
    first.wait().expect("an end");
    assert_eq!(second.code, 1);
    assert!(second.err.contains("another process uses it"), "{}", second.err);
    // The lock of a killed process is gone.
    let third = run("go 4x5 --rules psk --komi 9.5", &checkpoint, "--time 50ms --memory 256M");
    assert_eq!(third.code, 2, "{}", third.err);
}
