//! `andor bench problems`: a line for each problem, and a summary.

use crate::support::{Run, command, finished};
use serde_json::Value;
use std::path::PathBuf;

/// A folder of its own with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bench").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for files");
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

fn bench(folder: &std::path::Path, arguments: &str) -> Run {
    let mut command = command();
    command.args(["bench", "problems"]).arg(folder).args(arguments.split_whitespace());
    finished(command.output().expect("a start"))
}

const HEX: &str = "(;GM[11]SZ[3];B[b2])";
const GO: &str = "(;GM[1]SZ[2]KM[0.5];B[aa])";

/// What repeats: the lines without the seconds.
fn repeated(run: &Run) -> Vec<String> {
    let is_time = |word: &&str| word.contains('.') && word.parse::<f64>().is_ok();
    let words = |line: &str| -> Vec<String> {
        line.split_whitespace().filter(|word| !is_time(word)).map(str::to_string).collect()
    };
    run.out.lines().map(|line| words(line).join(" ")).collect()
}

#[test]
fn problems_are_solved_in_natural_order() {
    let folder = folder("order", &[("10.sgf", GO), ("2.sgf", HEX), ("1.sgf", HEX), ("x.txt", "")]);
    let run = bench(&folder, "--limit 5s");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("1.sgf   black wins"), "{}", run.out);
    assert!(lines[1].starts_with("2.sgf   black wins"), "{}", run.out);
    assert!(lines[2].starts_with("10.sgf  "), "{}", run.out);
    assert_eq!(lines[3], "3 problems, 3 solved: 3 within 1 s, 3 within 5 s");
    assert_eq!(lines.len(), 5);
    let apart = bench(&folder, "--limit 5s --jobs 2");
    assert_eq!((apart.code, repeated(&apart)), (0, repeated(&run)));
}

#[test]
fn json_has_an_object_for_each_problem_and_a_summary() {
    let folder = folder("json", &[("a.sgf", HEX), ("b.sgf", GO)]);
    for jobs in ["1", "2"] {
        let run = bench(&folder, &format!("--json --jobs {jobs} --search dfpn --seed 3"));
        let objects: Vec<Value> =
            run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!((run.code, objects.len()), (0, 3));
        assert!(objects[0]["file"].as_str().is_some_and(|file| file.ends_with("a.sgf")));
        assert_eq!((&objects[0]["search"], &objects[0]["seed"]), (&"dfpn".into(), &3.into()));
        assert!(objects[1]["processor_seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
        assert_eq!(objects[2]["summary"]["solved"], 2);
        assert_eq!(objects[2]["summary"]["solved_within"]["20"], 2);
    }
}

/// A file that cannot be read has a line, and the others are solved.
#[test]
fn a_broken_file_does_not_stop_the_others() {
    let folder = folder("broken", &[("1.sgf", "nothing"), ("2.sgf", HEX)]);
    for jobs in ["1", "2"] {
        let run = bench(&folder, &format!("--jobs {jobs}"));
        assert_eq!(run.code, 1);
        let lines: Vec<&str> = run.out.lines().collect();
        assert!(lines[0].starts_with("1.sgf  not read: file \""), "{}", run.out);
        assert!(lines[1].starts_with("2.sgf  black wins"), "{}", run.out);
        assert!(lines[2].ends_with("; 1 not read"), "{}", run.out);
    }
}

#[test]
fn the_limit_of_processor_time_holds_for_each_problem() {
    let open = "(;GM[11]SZ[9])";
    let folder = folder("limit", &[("1.sgf", open), ("2.sgf", open)]);
    for jobs in ["1", "2"] {
        let run = bench(&folder, &format!("--limit 300ms --json --knowledge none --jobs {jobs}"));
        for line in run.out.lines().take(2) {
            let object: Value = serde_json::from_str(line).expect("JSON");
            assert_eq!(object["stop_reason"], "time");
            let seconds = object["processor_seconds"].as_f64().expect("a number");
            assert!((0.25..0.6).contains(&seconds), "{seconds}");
        }
    }
}

#[test]
fn games_and_options_are_given_to_every_problem() {
    let folder = folder("game", &[("1.sgf", GO)]);
    for arguments in ["--set komi=-9.5", "--komi -9.5", "--komi -9.5 --jobs 2"] {
        let run = bench(&folder, &format!("--game go --rules ssk --json {arguments}"));
        let object: Value =
            serde_json::from_str(run.out.lines().next().expect("a line")).expect("JSON");
        assert_eq!((&object["rules"], &object["komi"]), (&"ssk".into(), &"-9.5".into()));
    }
    let run = bench(&folder, "--game hex");
    let sentence = "GM[1]: a record of Go is none of Hex; expected a record of Hex (GM[11])";
    assert!(run.code == 1 && run.out.contains(sentence), "{run:?}");
}

#[test]
fn bad_input_is_refused() {
    let empty = folder("empty", &[]);
    let refused = |arguments: &str, sentence: &str| {
        let run = bench(&empty, arguments);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{arguments}");
        assert!(run.err.starts_with("andor: ") && run.err.contains(sentence), "{}", run.err);
    };
    refused("", "no problem in it; expected files whose names end with .sgf");
    refused("--game chess", "game \"chess\": not a game Andor knows");
    refused("--jobs 0", "--jobs: \"0\" is no number of threads; expected 1 to 256");
    refused("--limit soon", "--limit: \"soon\" is no time");
    let none = finished(command().args(["bench", "problems"]).output().expect("a start"));
    let sentence = "andor: no problems; expected for example: andor bench problems FOLDER\n";
    assert_eq!((none.code, none.err.as_str()), (1, sentence));
}
