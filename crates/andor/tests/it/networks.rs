//! `andor train`, `andor eval-net`, `andor net` and `--guess`, from the command line.

use crate::support::{Run, command, finished, solve};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A new folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("andor-networks-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn run(arguments: &[&str]) -> Run {
    finished(command().args(arguments).output().expect("the command runs"))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// The words that train a small network for so many steps; further words may follow.
fn words<'a>(out: &'a Path, steps: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    words_for(["mnk", "3x3x3"], out, steps, more)
}

fn words_for<'a>(
    game: [&'a str; 2],
    out: &'a Path,
    steps: &'a str,
    more: &[&'a str],
) -> Vec<&'a str> {
    let mut words = vec!["train", game[0], game[1], "--out", text(out), "--steps", steps];
    words.extend(["--blocks", "1", "--filters", "8", "--device", "cpu", "--games", "4"]);
    words.extend(["--batch", "16", "--simulations", "8", "--quiet", "--threads", "2"]);
    words.extend(more);
    words
}

fn train(out: &Path, steps: &str, more: &[&str]) -> Run {
    run(&words(out, steps, more))
}

fn refused(run: &Run, sentence: &str) {
    assert!(run.err.contains(sentence), "{}", run.err);
    assert_ne!(run.code, 0);
    assert_eq!(run.out, "");
}

/// A training that is interrupted and goes on ends with the bits of one that was never stopped.
#[test]
#[cfg(unix)]
fn a_training_that_goes_on_ends_as_one_that_was_never_stopped() {
    let (whole, parts) = (folder("whole"), folder("parts"));
    let first = train(&whole, "600", &[]);
    assert_eq!((first.code, first.err.as_str()), (0, ""), "{}", first.out);
    assert!(first.out.starts_with("600 steps, "), "{}", first.out);
    let mut child = command().args(words(&parts, "600", &[])).spawn().expect("the command runs");
    std::thread::sleep(std::time::Duration::from_millis(300));
    let pid = child.id().to_string();
    std::process::Command::new("kill").args(["-INT", &pid]).status().expect("a signal");
    child.wait().expect("an end");
    let resumed = train(&parts, "600", &["--resume"]);
    assert!(resumed.out.starts_with("600 steps, "), "{} {}", resumed.out, resumed.err);
    for name in ["replay", "model.net"] {
        let read = |folder: &Path| std::fs::read(folder.join(name)).expect("a file");
        assert!(read(&whole) == read(&parts), "{name} differs");
    }
    let page = std::fs::read_to_string(whole.join("report.html")).expect("a report");
    assert!(page.contains("<svg"), "no curves");
    for folder in [whole, parts] {
        std::fs::remove_dir_all(folder).expect("the folder goes");
    }
}

/// A folder with three problems of Gomoku 6x6.
fn gomoku_problems(name: &str) -> PathBuf {
    let problems = folder(name);
    std::fs::create_dir_all(&problems).expect("a folder");
    for (name, moves) in [("1.sgf", ""), ("2.sgf", ";B[bb]"), ("10.sgf", ";B[cc];W[aa];B[ac]")] {
        let text = format!("(;FF[4]GM[4]SZ[6]{moves})");
        std::fs::write(problems.join(name), text).expect("written");
    }
    problems
}

/// The report and the rows show what the network solves, and the training does not depend on that.
#[test]
fn a_training_shows_how_many_problems_are_solved() {
    let problems = gomoku_problems("problems");
    let (plain, watched) = (folder("plain"), folder("watched"));
    let train = |out: &Path, steps: &str, more: &[&str]| {
        run(&words_for(["gomoku", "6x6"], out, steps, more))
    };
    let set = ["--problems", text(&problems), "--problem-nodes", "60"];
    for (number, steps) in [(1, "4"), (2, "8")] {
        let goes_on: &[&str] = if number > 1 { &["--resume"] } else { &[] };
        assert_eq!(train(&plain, steps, goes_on).code, 0);
        let run = train(&watched, steps, &[&set, goes_on].concat());
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
        let last = run.out.lines().last().expect("a line");
        assert!(last.contains(" of 3 problems solved, "), "{}", run.out);
        let read = |folder: &Path, name: &str| std::fs::read(folder.join(name)).expect("a file");
        for name in ["model.net", "replay"] {
            assert!(read(&plain, name) == read(&watched, name), "{name} differs");
        }
        let rows = String::from_utf8(read(&watched, "problems.tsv")).expect("text");
        let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split('\t').collect()).collect();
        assert_eq!(rows[0], ["steps", "minutes", "solved", "problems", "nodes"]);
        assert_eq!(rows.len(), 1 + number, "{rows:?}");
        assert_eq!((rows[number][0], rows[number][3]), (steps, "3"));
        let [solved, nodes] = [2, 4].map(|place| rows[number][place]);
        assert_eq!(last, format!("{solved} of 3 problems solved, {nodes} nodes"));
        let page = String::from_utf8(read(&watched, "report.html")).expect("text");
        assert!(page.contains("Problems solved"), "no curve");
    }
    // Without the option the rows stay.
    assert_eq!(train(&watched, "9", &["--resume"]).code, 0);
    let page = std::fs::read_to_string(watched.join("report.html")).expect("a report");
    assert!(page.contains("Problems solved"), "no curve");
    std::fs::write(watched.join("problems.tsv"), "steps\n").expect("written");
    refused(&train(&watched, "10", &["--resume"]), "problems.tsv\": line 1: no heading");
    for folder in [plain, watched, problems] {
        std::fs::remove_dir_all(folder).expect("the folder goes");
    }
}

#[test]
fn problems_that_the_network_cannot_solve_are_refused() {
    let (problems, out) = (gomoku_problems("unfit"), folder("unfit-out"));
    let train = |game: [&str; 2], more: &[&str]| run(&words_for(game, &out, "4", more));
    let set = ["--problems", text(&problems)];
    let size = "1.sgf\": a problem of gomoku 6x6 with the rules \"freestyle\", ";
    refused(&train(["gomoku", "5x5"], &set), size);
    refused(&train(["hex", "5x5"], &set), "a record of Gomoku is none of Hex");
    std::fs::write(problems.join("2.sgf"), "(;GM[4]SZ[6];B[bb];W[bb])").expect("written");
    refused(&train(["gomoku", "6x6"], &set), "2.sgf\": 1:22: there is a stone on B5 already");
    refused(&train(["gomoku", "6x6"], &["--problems", "/nowhere"]), "/nowhere");
    let alone = "--problem-nodes: there are no problems; expected --problems with it";
    refused(&train(["gomoku", "6x6"], &["--problem-nodes", "5"]), alone);
    assert!(!out.exists(), "nothing was trained");
    std::fs::remove_dir_all(problems).expect("the folder goes");
}

#[test]
fn networks_are_shown_converted_examined_and_used() {
    let out = folder("used");
    assert_eq!(train(&out, "12", &[]).code, 0);
    let model = out.join("model.net");
    let small = out.join("small.net");
    let info = run(&["net", "info", text(&model)]);
    assert!(info.out.starts_with("for mnk 3x3 with the rules \"3x3x3\""), "{}", info.out);
    assert!(info.out.contains("1 blocks of 8 filters") && info.out.contains("12 steps"));
    assert_eq!(run(&["net", "convert", text(&model), text(&small)]).code, 0);
    let info = run(&["net", "info", text(&small), "--json"]);
    let info: Value = serde_json::from_str(&info.out).expect("an object");
    assert_eq!((&info["bytes"], &info["filters"]), (&Value::Bool(true), &Value::from(8)));

    let exam = run(&[
        "eval-net",
        text(&small),
        "--positions",
        "5",
        "--nodes",
        "200",
        "--against",
        text(&model),
        "--games",
        "4",
        "--simulations",
        "20",
        "--json",
        "--device",
        "cpu",
    ]);
    let exam: Value = serde_json::from_str(&exam.out).expect(&exam.err);
    assert_eq!(exam["exam"]["searches"], 5);
    let games = ["won", "lost", "drawn"].map(|name| exam["match"][name].as_u64().unwrap_or(0));
    assert_eq!(games.iter().sum::<u64>(), 4);

    let guess = format!("net:{}", text(&small));
    for search in ["mcts", "fdfpn", "ews"] {
        let run = solve(&["mnk", "3x3x3", "--search", search, "--guess", &guess, "--quiet"]);
        assert!(run.out.contains("neither player"), "{search}: {} {}", run.out, run.err);
    }
    std::fs::remove_dir_all(out).expect("the folder goes");
}

/// The exam, the problems and the match have the same results with every number of threads.
#[test]
fn threads_do_not_change_what_is_found() {
    let (problems, out) = (gomoku_problems("threads"), folder("threads-out"));
    let train = |steps: &str, more: &[&str]| run(&words_for(["gomoku", "6x6"], &out, steps, more));
    let (model, other) = (out.join("model.net"), out.join("other.net"));
    assert_eq!(train("4", &[]).code, 0);
    std::fs::copy(&model, &other).expect("a copy");
    assert_eq!(train("12", &["--resume"]).code, 0);
    let found = |threads: &str| {
        let mut words = vec!["eval-net", text(&model), "--json", "--device", "cpu"];
        words.extend(["--threads", threads, "--positions", "12", "--nodes", "200"]);
        words.extend(["--problems", text(&problems), "--against", text(&other)]);
        words.extend(["--games", "7", "--simulations", "20"]);
        let run = run(&words);
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        let mut found: Value = serde_json::from_str(&run.out).expect("an object");
        for part in ["with", "without"] {
            let summary = found["problems"][part].as_object_mut().expect("an object");
            summary.retain(|name, _| !name.contains("seconds") && name != "solved_within");
            assert_eq!(summary["positions"], 3);
        }
        found
    };
    let one = found("1");
    assert_eq!(one["exam"]["searches"], 12);
    assert_ne!(one["exam"]["positions"], 0);
    for threads in ["2", "5"] {
        assert_eq!(found(threads), one, "{threads} threads");
    }
    refused(&run(&["eval-net", text(&model), "--threads", "0"]), "--threads: \"0\" is no number");
    for folder in [problems, out] {
        std::fs::remove_dir_all(folder).expect("the folder goes");
    }
}

#[test]
fn trainings_are_not_overwritten_and_go_on_with_the_same_settings_only() {
    let out = folder("kept");
    assert_eq!(train(&out, "4", &[]).code, 0);
    let before = std::fs::read(out.join("checkpoint")).expect("a checkpoint");
    refused(&train(&out, "4", &[]), "there is a training in it; expected --resume");
    refused(&train(&out, "8", &["--resume", "--rate", "0.5"]), "a checkpoint with the settings");
    refused(&train(&out, "8", &["--resume", "--knowledge", "none"]), "a training for mnk 3x3");
    assert_eq!(std::fs::read(out.join("checkpoint")).expect("a checkpoint"), before);
    let resumed = train(&out, "8", &["--resume"]);
    assert!(resumed.out.starts_with("8 steps"), "{} {}", resumed.out, resumed.err);
    std::fs::write(out.join("checkpoint"), &before[..before.len() / 2]).expect("written");
    refused(&train(&out, "12", &["--resume"]), "checkpoint\":");
    std::fs::remove_dir_all(&out).expect("the folder goes");
    refused(&train(&out, "12", &["--resume"]), "no training in it to go on with");
}

#[test]
fn wrong_words_are_refused() {
    let out = folder("wrong");
    let minutes = ["train", "mnk", "3x3x3", "--out", text(&out), "--minutes", "0"];
    refused(&run(&minutes), "--minutes 0: no time to train; expected more than 0");
    let nim = ["train", "nim", "3-4-5", "--out", text(&out), "--minutes", "1"];
    refused(&run(&nim), "networks do not see nim");
    refused(&train(&out, "1", &["--root", "noise"]), "--root \"noise\": no noise; expected gumbel");
    refused(&train(&out, "1", &["--starts", "/nowhere"]), "/nowhere");
    refused(
        &train(&out, "1", &["--full-share", "2"]),
        "share of full searches: 2; expected 0 to 1",
    );
    if !Path::new("/dev/nvidiactl").exists() {
        let cuda = ["solve", "gomoku", "15x15", "--guess", "net", "--device", "cuda"];
        refused(&run(&cuda), "--device cuda: ");
    }
    let model = out.join("model.net");
    assert_eq!(train(&out, "1", &[]).code, 0);
    let guess = format!("net:{}", text(&model));
    refused(&solve(&["mnk", "4x4x3", "--guess", &guess]), "model.net\": ");
    refused(&solve(&["mnk", "4x4x3", "--guess", "net"]), "no network for mnk 4x4");
    refused(&solve(&["mnk", "3x3x3", "--guess", "net:/nowhere"]), "/nowhere");
    refused(&solve(&["mnk", "3x3x3", "--guess", "tea"]), "--guess \"tea\": no source of guesses");
    let bytes = std::fs::read(&model).expect("a model");
    std::fs::write(&model, &bytes[..bytes.len() - 9]).expect("written");
    refused(&solve(&["mnk", "3x3x3", "--guess", &guess]), "model.net\": ");
    refused(&run(&["net", "info", text(&model)]), "model.net\": ");
    refused(&run(&["eval-net", text(&model)]), "model.net\": ");
    std::fs::remove_dir_all(&out).expect("the folder goes");
}
