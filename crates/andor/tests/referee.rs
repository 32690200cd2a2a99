//! `andor match`: our engine against itself, and against scripts that cheat, hang and die.

mod support;

use serde_json::Value;
use std::time::{Duration, Instant};
use support::{command, file, finished};

/// The lines of a match: an object for each game, and the result.
fn played(arguments: &[&str]) -> (Vec<Value>, Value) {
    let run =
        finished(command().arg("match").args(arguments).arg("--json").output().expect("a match"));
    assert_eq!(run.code, 0, "{arguments:?}: {run:?}");
    let mut lines: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let result = lines.pop().expect("a result");
    (lines, result)
}

const OWN: &str = "andor play gomoku";

/// An engine as a script: answers `START` and plays by the script's own lines.
fn script(name: &str, on_move: &str) -> String {
    let text = format!(
        "while read -r word rest; do\n\
         case \"$word\" in\n\
         START*|RECTSTART*) echo OK;;\n\
         BEGIN*|TURN*|DONE*) {on_move};;\n\
         END*) exit 0;;\n\
         esac\n\
         done\n"
    );
    format!("sh {}", file(&format!("{name}.sh"), &text).display())
}

/// An engine that cheats, hangs, dies or talks loses every game for that reason, and is started again.
#[test]
fn faults_lose_the_game() {
    let counter = file("moves.txt", "0");
    let second = format!(
        "n=$(cat {0}); n=$((n+1)); echo $n > {0}; if [ $n -gt 1 ]; then exit 3; fi; echo 0,0",
        counter.display()
    );
    for (name, on_move, reason) in [
        ("occupied", "echo 7,7", "made an illegal move (H8: the point is occupied)"),
        ("outside", "echo 15,15", "answered \"15,15\""),
        ("talks", "echo hello", "answered \"hello\""),
        ("errors", "echo ERROR no move", "answered \"ERROR no move\""),
        ("hangs", "sleep 60", "exceeded the time"),
        ("dies", "exit 3", "died"),
        ("dies-later", second.as_str(), "died"),
    ] {
        let started = Instant::now();
        let openings = file("one-stone.txt", "h8 j9\n");
        let openings = openings.display().to_string();
        let script = script(name, on_move);
        let arguments = [OWN, &script, "--time", "200ms", "--openings", &openings];
        let (games, result) = played(&arguments);
        assert_eq!(games.len(), 2);
        for game in &games {
            assert_eq!(game["winner"], "A", "{name}: {game}");
            assert_eq!(game["fault"], true, "{name}: {game}");
            let told = game["reason"].as_str().expect("a reason");
            assert!(told.ends_with(reason), "{name}: {told}, expected {reason}");
        }
        assert_eq!((&result["wins"], &result["faults"][1]), (&2.into(), &2.into()), "{result}");
        assert!(started.elapsed() < Duration::from_secs(30), "{name}");
    }
}

/// An engine that does not start loses; one that does not say OK too.
#[test]
fn engines_that_do_not_start_lose() {
    let (games, _) = played(&["/there/is/no/engine", OWN, "--time", "100ms"]);
    assert!(games.iter().all(|game| game["winner"] == "B"), "{games:?}");
    let reason = games[0]["reason"].as_str().expect("a reason");
    assert!(reason.contains("did not start"), "{reason}");
    let (games, _) = played(&["sh -c 'echo ERROR size'", OWN, "--time", "100ms"]);
    assert!(games.iter().all(|game| game["winner"] == "B"), "{games:?}");
}

/// No process of a match is left, not even one that an engine started and that ignores its input.
#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left() {
    let pid = file("pid.txt", "");
    let hangs = script("orphans", &format!("sleep 77 & echo $! > {}; wait", pid.display()));
    let (games, _) = played(&[OWN, &hangs, "--time", "100ms", "--games", "1"]);
    assert_eq!(games[0]["winner"], "A");
    let pid = std::fs::read_to_string(pid).expect("a number");
    let status = std::fs::read_to_string(format!("/proc/{}/cmdline", pid.trim()));
    assert!(!status.is_ok_and(|line| line.contains("sleep")), "process {pid} lives");
}

/// More time wins more; records can be read again; colours change.
#[test]
fn our_engine_against_itself() {
    let records = file("match.sgf", "");
    let path = records.display().to_string();
    let arguments = [OWN, OWN, "--time", "300ms", "--second-time", "20ms", "--games", "4"];
    let (games, result) = played(&[&arguments[..], &["--sgf", &path, "--seed", "3"]].concat());
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game["fault"] == false), "{games:?}");
    let blacks: Vec<&str> = games.iter().filter_map(|game| game["black"].as_str()).collect();
    assert_eq!(blacks, ["A", "B", "A", "B"]);
    assert!(result["score"].as_f64().expect("a score") >= 0.5, "{result}");
    let text = std::fs::read_to_string(records).expect("records");
    assert_eq!(text.matches("GM[4]").count(), 4, "{text}");
    assert_eq!(text.matches("C[five in a row]").count(), 4, "{text}");
    for number in 1..=4 {
        let number = number.to_string();
        let run = support::solve(&[&path, "--game", &number, "--json"]);
        assert_eq!(run.code, 0, "{run:?}");
    }
}

/// Under all rules and on other boards games end without faults; a folder gets a file for each game.
#[test]
fn all_rules_are_played() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("games");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.display().to_string();
    for (size, rules) in
        [("15x15", "renju"), ("9x9", "exact"), ("20x20", "freestyle"), ("7x12", "freestyle")]
    {
        let arguments =
            [OWN, OWN, "--time", "40ms", "--size", size, "--rules", rules, "--sgf", &path];
        let (games, _) = played(&arguments);
        assert!(games.iter().all(|game| game["fault"] == false), "{size} {rules}: {games:?}");
    }
    assert!(folder.join("game-0001.sgf").is_file() && folder.join("game-0002.sgf").is_file());
}

/// Mistakes on the command line and in files.
#[test]
fn bad_input_is_refused() {
    let refused = |arguments: &[&str], words: &str| {
        let run = finished(command().arg("match").args(arguments).output().expect("a match"));
        assert_eq!(run.code, 1, "{arguments:?}: {run:?}");
        assert!(run.err.contains(words), "{arguments:?}: {run:?}, expected {words}");
    };
    let openings = |name: &str, text: &str| file(name, text).display().to_string();
    refused(&[OWN], "expected");
    refused(&["sh -c 'x", OWN], "no command line");
    refused(&[OWN, OWN, "--size", "21x21"], "21x21");
    refused(&[OWN, OWN, "--rules", "caro"], "caro");
    refused(&[OWN, OWN, "--openings", "/there/is/no/file"], "cannot be read");
    let bad = openings("bad-point.txt", "h8 z99\n");
    refused(&[OWN, OWN, "--openings", &bad], "line 1, move \"z99\"");
    let bad = openings("bad-twice.txt", "h8 j9\n\nh8 h8 # twice\n");
    refused(&[OWN, OWN, "--openings", &bad], "line 3, move \"h8\"");
    let bad = openings("bad-empty.txt", "# nothing\n");
    refused(&[OWN, OWN, "--openings", &bad], "no opening");
    let bad = openings("bad-over.txt", "h8 a1 h9 a2 h10 a3 h11 a4 h12\n");
    refused(&[OWN, OWN, "--openings", &bad], "the game is over");
}
