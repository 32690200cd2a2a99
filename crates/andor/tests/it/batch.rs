//! Batches of `andor solve`: folders, lists, JSON lines, files from which a batch goes on.

use crate::support::{Run, command, finished};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A folder of its own with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("batch").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for files");
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

/// Runs `andor solve` in a folder, with arguments separated by blanks.
fn solve(folder: &Path, arguments: &str) -> Run {
    solve_words(folder, &arguments.split_whitespace().collect::<Vec<_>>(), "")
}

/// Runs `andor solve` in a folder, with this standard input.
fn solve_words(folder: &Path, words: &[&str], input: &str) -> Run {
    let mut child = command()
        .arg("solve")
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a start");
    let mut pipe = child.stdin.take().expect("input");
    // A command that refuses its arguments does not read.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    finished(child.wait_with_output().expect("an end"))
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The objects of a file.
fn file(folder: &Path, name: &str) -> Vec<Value> {
    objects(&std::fs::read_to_string(folder.join(name)).expect("a file"))
}

/// The names with their answers, in the order of the names.
fn answers(objects: &[Value]) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or("none").to_string();
    let mut answers: Vec<(String, String)> =
        objects.iter().map(|line| (text(&line["name"]), text(&line["winner"]))).collect();
    answers.sort();
    answers
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, answer)| (name.to_string(), answer.to_string())).collect()
}

const BLACK: &str = "(;GM[11]SZ[4];B[b3])";
const WHITE: &str = "(;GM[11]SZ[4];B[a1])";
const TWO: &str = "(;GM[11]SZ[3])\n(;GM[1]SZ[2]KM[5])";

#[test]
fn a_folder_is_solved_and_jobs_do_not_matter() {
    let folder =
        folder("folder", &[("1.sgf", BLACK), ("10.sgf", WHITE), ("2.sgf", TWO), ("x.md", "")]);
    let expected = pairs(&[
        ("./1.sgf", "black"),
        ("./10.sgf", "white"),
        ("./2.sgf game 1", "black"),
        ("./2.sgf game 2", "white"),
    ]);
    let mut nodes = Vec::new();
    for jobs in ["1", "2"] {
        let run = solve(&folder, &format!(". --jobs {jobs} --time 1m"));
        let mut lines = objects(&run.out);
        assert_eq!((run.code, answers(&lines)), (0, expected.clone()), "{run:?}");
        lines.sort_by_key(|line| line["name"].to_string());
        nodes.push(lines.iter().map(|line| line["nodes"].as_u64()).collect::<Vec<_>>());
        assert_eq!(lines[2]["game_number"], 1);
        assert_eq!(
            (&lines[0]["limits"]["time"], &lines[0]["file"]),
            (&60.0.into(), &"./1.sgf".into())
        );
        // The table has the natural order, whatever was done first.
        let names: Vec<&str> = run
            .err
            .lines()
            .filter_map(|line| line.strip_prefix("./")?.split("  ").next())
            .collect();
        assert_eq!(names, ["1.sgf", "2.sgf game 1", "2.sgf game 2", "10.sgf"], "{}", run.err);
        assert!(run.err.contains("\n4 positions: 4 solved\n"), "{}", run.err);
    }
    assert_eq!(nodes[0], nodes[1]);
}

#[test]
fn a_list_has_files_links_and_positions() {
    let list = "# A comment, and a blank line.\n\nsub/a.sgf\n  hex 4x4 --moves a1  \nmnk 3x3x3\n\
                nim 3-4-5\nhttps://hexworld.org/board/#4c1,a1b2\n";
    let folder = folder("list", &[("all.list", list)]);
    std::fs::create_dir(folder.join("sub")).expect("a folder");
    std::fs::write(folder.join("sub/a.sgf"), BLACK).expect("a file");
    let expected = pairs(&[
        ("hex 4x4 --moves a1", "white"),
        ("https://hexworld.org/board/#4c1,a1b2", "black"),
        ("mnk 3x3x3", "none"),
        ("nim 3-4-5", "black"),
        ("sub/a.sgf", "black"),
    ]);
    let run = solve(&folder, "all.list");
    assert_eq!((run.code, answers(&objects(&run.out))), (0, expected), "{run:?}");
    assert!(run.err.contains("mnk 3x3x3                             draw "), "{}", run.err);
    // Paths of a list are those of its folder.
    let above = solve(folder.parent().expect("a folder"), "list/all.list --out list/answers.jsonl");
    assert_eq!(above.code, 0, "{above:?}");
    assert!(above.out.starts_with("list/sub/a.sgf "), "{}", above.out);
    assert_eq!(file(&folder, "answers.jsonl").len(), 5);
}

#[test]
fn several_positions_are_a_batch() {
    let folder = folder("several", &[("a.sgf", BLACK), ("b.sgf", WHITE), ("c.txt", TWO)]);
    let run = solve_words(&folder, &["a.sgf", "hex 3x3", "b.sgf", "c.txt"], "");
    let expected = pairs(&[
        ("a.sgf", "black"),
        ("b.sgf", "white"),
        ("c.txt game 1", "black"),
        ("c.txt game 2", "white"),
        ("hex 3x3", "black"),
    ]);
    assert_eq!((run.code, answers(&objects(&run.out))), (0, expected), "{run:?}");
    // One file is no batch, also if its name ends like that of a list.
    let one = solve(&folder, "c.txt --game 1");
    assert!(one.code == 0 && one.out.contains("hex 3x3: black wins"), "{one:?}");
    // A game before the files is the game of the files.
    let killall = solve(&folder, "killall a.sgf b.sgf");
    assert!(killall.code == 1 && killall.out.contains("none of Killall-Go"), "{killall:?}");
}

#[test]
fn json_lines_are_read_from_standard_input() {
    let folder = folder("input", &[("two.sgf", TWO)]);
    let input = r#"{"problem": "hex 3x3", "name": "small", "expected": "black"}

{"file": "two.sgf", "game_number": 2}
{"link": "https://hexworld.org/board/#4c1,a1b2", "more": 1}
{"problem": "mnk 3x3x3", "expected": "draw"}
"#;
    let run = solve_words(&folder, &["-"], input);
    let expected = pairs(&[
        ("https://hexworld.org/board/#4c1,a1b2", "black"),
        ("mnk 3x3x3", "none"),
        ("small", "black"),
        ("two.sgf game 2", "white"),
    ]);
    assert_eq!((run.code, answers(&objects(&run.out))), (0, expected), "{run:?}");
    assert!(run.err.contains("4 positions: 4 solved, 2 as expected\n"), "{}", run.err);
    // What a batch writes is a list.
    std::fs::write(folder.join("again.jsonl"), &run.out).expect("a file");
    let again = solve(&folder, "again.jsonl --search dfpn");
    assert_eq!(answers(&objects(&again.out)), answers(&objects(&run.out)));
    assert_eq!((again.code, &objects(&again.out)[0]["search"]), (0, &"dfpn".into()));
}

#[test]
fn answers_are_compared_with_the_expected_ones() {
    let black = "(;GM[11]SZ[4]C[expected: black];B[b3])";
    let wrong = "(;GM[11]SZ[4];B[a1]C[A corner.\nexpected: black])";
    let folder = folder("expected", &[("a.sgf", black), ("b.sgf", wrong), ("c.sgf", WHITE)]);
    let run = solve(&folder, "a.sgf b.sgf c.sgf --out o.jsonl");
    assert_eq!((run.code, run.err.as_str()), (1, ""), "{run:?}");
    assert!(run.out.contains("3 positions: 3 solved, 1 as expected, 1 different\n"), "{}", run.out);
    assert!(
        run.out.ends_with("\ndifferent: b.sgf: expected black, found white wins\n"),
        "{}",
        run.out
    );
    let agrees: Vec<Value> =
        file(&folder, "o.jsonl").into_iter().map(|line| line["agrees"].clone()).collect();
    assert_eq!(agrees, [Value::from(true), Value::from(false), Value::Null]);
    // Also if the answer comes from the file; without the difference all is well.
    let run = solve(&folder, "a.sgf b.sgf c.sgf --out o.jsonl --json");
    let summary = &objects(&run.out)[0]["summary"];
    assert_eq!((run.code, &summary["from_file"]), (1, &3.into()), "{run:?}");
    assert_eq!(
        (&summary["solved"], &summary["different"][0]["name"]),
        (&3.into(), &"b.sgf".into())
    );
    assert_eq!(solve(&folder, "a.sgf c.sgf --out o.jsonl").code, 0);
}

#[test]
fn a_batch_goes_on_after_a_cut_line() {
    let list = "hex 3x3\nnim 3-4-5\nmnk 3x3x3\n";
    let folder = folder("resume", &[("l.list", list)]);
    let run = solve(&folder, "l.list --out o.jsonl");
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    let path = folder.join("o.jsonl");
    let whole = std::fs::read_to_string(&path).expect("a file");
    let lines: Vec<&str> = whole.lines().collect();
    let length = |lines: &[&str]| lines.iter().map(|line| line.len() + 1).sum::<usize>();
    // Cut within the last line, right before its end, and after two letters of it.
    for (kept, from_file, note) in [
        (whole.len() - 20, 2, true),
        (whole.len() - 1, 3, false),
        (length(&lines[..2]) + 2, 2, true),
    ] {
        std::fs::write(&path, &whole[..kept]).expect("a file");
        let run = solve(&folder, "l.list --out o.jsonl --jobs 2");
        let said = "andor: note: file \"o.jsonl\": the last line was cut, and is dropped\n";
        assert_eq!((run.code, run.err.as_str()), (0, if note { said } else { "" }));
        let totals = format!("3 positions: 3 solved; {from_file} of them from o.jsonl\n");
        assert!(run.out.contains(&totals), "{}", run.out);
        assert_eq!(answers(&file(&folder, "o.jsonl")), answers(&objects(&whole)));
    }
    // Another question is asked anew.
    let run = solve(&folder, "l.list --out o.jsonl --all-moves");
    assert!(run.code == 0 && run.out.contains("3 positions: 3 solved\n"), "{run:?}");
    assert_eq!(file(&folder, "o.jsonl").len(), 6);
}

#[test]
fn open_positions_are_tried_again_with_larger_limits() {
    let folder = folder("limits", &[("l.list", "hex 3x3\nhex 8x8\n")]);
    let from_file = |arguments: &str| {
        let run =
            solve(&folder, &format!("l.list --knowledge none --json --out o.jsonl {arguments}"));
        let summary = objects(&run.out)[0]["summary"].clone();
        assert_eq!((run.code, &summary["solved"], &summary["open"]), (2, &1.into(), &1.into()));
        summary["from_file"].as_u64().expect("a number")
    };
    assert_eq!(from_file("--nodes 200"), 0);
    assert_eq!(from_file("--nodes 200"), 2);
    assert_eq!(from_file("--nodes 100 --time 1m"), 2);
    assert_eq!(from_file("--nodes 300"), 1);
    assert_eq!(from_file("--nodes 300 --seed 2"), 1);
    assert_eq!(file(&folder, "o.jsonl").len(), 4);
}

/// A position that is wrong has a line, and the others are solved.
#[test]
fn bad_positions_do_not_stop_the_others() {
    let odd = "(;GM[11]SZ[3]C[expected: B+])";
    let list = "gone.sgf\nempty.sgf\nhex 99x99\njunk\nhex 3x3\nodd.sgf\n";
    let folder = folder("bad", &[("l.txt", list), ("empty.sgf", ""), ("odd.sgf", odd)]);
    for (number, jobs) in [("1", "1"), ("2", "2"), ("2", "1")] {
        let run = solve(&folder, &format!("l.txt --jobs {jobs} --out {number}.jsonl"));
        assert_eq!((run.code, run.err.as_str()), (1, ""), "{run:?}");
        assert!(run.out.contains("\n6 positions: 1 solved, 5 refused"), "{}", run.out);
        for sentence in [
            "refused: file \"gone.sgf\": there is no such file; expected an SGF file",
            "refused: file \"empty.sgf\": 1:1: there is no game; expected a game that begins with (;",
            "refused: hex 99x99: size \"99x99\": not a possible size of a board; expected",
            "refused: l.txt line 4: \"junk\" is no position; expected an SGF file, a HexWorld link, or",
            "refused: file \"odd.sgf\": expected answer \"B+\": not understood; expected black, white or",
        ] {
            assert!(run.out.contains(&format!("\n{sentence}")), "{sentence}\n{}", run.out);
        }
        // The same refusal is written once.
        let lines = file(&folder, &format!("{number}.jsonl"));
        assert_eq!(lines.iter().filter(|line| line["error"].is_string()).count(), 5);
        assert_eq!(lines.len(), 6);
    }
}

/// Options hold for every position, and the limits for each.
#[test]
fn options_hold_for_every_position() {
    let folder = folder("options", &[("l.list", "go 2x2\ngo 1x3\n")]);
    let run = solve(
        &folder,
        "l.list --komi 0.5 --rules ssk --set ews.games=4 --search ews --for white --pv --tree 2 \
         --moves pass --seed 7 --threads 2 --memory 64M --nodes 1M --time 30s --all-moves",
    );
    assert_eq!(run.code, 0, "{run:?}");
    for line in objects(&run.out) {
        let fields =
            ["claim", "komi", "rules", "search"].map(|name| line[name].as_str().expect("a text"));
        assert_eq!(fields, ["white", "0.5", "ssk", "ews"]);
        assert_eq!((&line["seed"], &line["threads"]), (&7.into(), &2.into()));
        assert!(line["pv"].is_array() && line["moves"].is_array() && line["tree"].is_array());
        assert_eq!(line["played"][0], "pass");
        assert_eq!(line["limits"]["memory"], 64 << 20);
        assert_eq!(line["question"], "--for=white --all-moves --pv --tree=2");
    }
    let score = solve(&folder, "l.list --score=3 --jobs 2");
    assert!(score.code == 0 && score.err.contains("margin +"), "{score:?}");
}

/// Ctrl-C ends the positions that are searched: they have lines, and a later run searches them
/// again.
#[test]
fn an_interrupt_ends_a_batch_with_a_table() {
    let list = "hex 3x3\ngo 9x9\ngo 8x8\ngo 7x7\n";
    let folder = folder("interrupt", &[("l.list", list)]);
    let child = command()
        .args(["solve", "l.list", "--jobs", "2", "--out", "o.jsonl"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a start");
    // The first position is done, and the next ones have begun.
    let started = Instant::now();
    let path = folder.join("o.jsonl");
    while std::fs::read_to_string(&path).map_or(0, |text| text.lines().count()) < 1 {
        assert!(started.elapsed() < Duration::from_secs(60), "no line");
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(300));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill").success());
    let run = finished(child.wait_with_output().expect("an end"));
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.out.contains("4 positions: 1 solved, 2 open, 1 not begun\n"), "{}", run.out);
    let lines = file(&folder, "o.jsonl");
    assert_eq!((lines.len(), &lines[2]["stop_reason"]), (3, &"interrupted".into()));
    let again = solve(&folder, "l.list --nodes 10 --out o.jsonl");
    let totals = "4 positions: 1 solved, 3 open; 1 of them from o.jsonl\n";
    assert!(again.code == 2 && again.out.contains(totals), "{again:?}");
}

#[test]
fn files_that_hold_something_else_are_refused() {
    let good = "{\"name\":\"x\",\"error\":\"y\"}";
    for (text, line) in [
        ("hello", 1),
        ("{\"a\":1}\n", 1),
        (&format!("{good}\n[1]\n{good}\n"), 2),
        (&format!("{good}\nhello"), 2),
    ] {
        let folder = folder("other", &[("l.list", "hex 3x3\n"), ("o", text)]);
        let run = solve(&folder, "l.list --out o");
        let sentence = format!(
            "andor: file \"o\": line {line}: not a line of a batch; expected a new file, or the file of \
             an earlier run\n"
        );
        assert_eq!((run.code, run.err.as_str(), run.out.as_str()), (1, sentence.as_str(), ""));
        assert_eq!(std::fs::read_to_string(folder.join("o")).expect("a file"), text);
    }
    let folder = folder("unfit", &[("l.list", "hex 3x3\n")]);
    let run = solve(&folder, "l.list --out .");
    assert_eq!(run.code, 1, "{run:?}");
    let run = solve(&folder, "l.list --out gone/o.jsonl");
    assert_eq!(run.code, 5, "{run:?}");
}

const HEX: &str = "(;GM[11]SZ[3];B[b2])";
const GO: &str = "(;GM[1]SZ[2]KM[0.5];B[aa])";

/// What repeats: the lines without the seconds.
fn repeated(text: &str) -> Vec<String> {
    let is_time = |word: &&str| word.contains('.') && word.parse::<f64>().is_ok();
    let words = |line: &str| -> Vec<String> {
        line.split_whitespace().filter(|word| !is_time(word)).map(str::to_string).collect()
    };
    text.lines().map(|line| words(line).join(" ")).collect()
}

#[test]
fn the_table_says_how_fast_positions_were_solved() {
    let files = [("10.sgf", GO), ("2.sgf", HEX), ("1.sgf", HEX), ("x.txt", "")];
    let folder = folder("speed", &files);
    let run = solve(&folder, ". --processor-time 5s --out one.jsonl");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("./1.sgf   black wins"), "{}", run.out);
    assert!(lines[1].starts_with("./2.sgf   black wins"), "{}", run.out);
    assert!(lines[2].starts_with("./10.sgf  "), "{}", run.out);
    assert_eq!(lines[3], "3 positions: 3 solved");
    let speed = "processor time of the solved: 3 within 1 s, 3 within 5 s; median ";
    assert!(lines.len() == 6 && lines[5].starts_with(speed), "{}", run.out);
    let two = solve(&folder, ". --processor-time 5s --jobs 2 --out two.jsonl");
    assert_eq!((two.code, repeated(&two.out)), (0, repeated(&run.out)));
}

#[test]
fn json_has_an_object_for_each_position_and_a_summary() {
    let folder = folder("json", &[("a.sgf", HEX), ("b.sgf", GO)]);
    for jobs in ["1", "2"] {
        let run = solve(&folder, &format!(". --json --jobs {jobs} --search dfpn --seed 3"));
        let (mut lines, summary) = (objects(&run.out), &objects(&run.err)[0]["summary"]);
        assert_eq!((run.code, lines.len()), (0, 2));
        lines.sort_by_key(|line| line["name"].to_string());
        assert_eq!(lines[0]["file"], "./a.sgf");
        assert_eq!((&lines[0]["search"], &lines[0]["seed"]), (&"dfpn".into(), &3.into()));
        assert!(lines[1]["processor_seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
        assert_eq!((&summary["positions"], &summary["solved"]), (&2.into(), &2.into()));
        assert_eq!(summary["solved_within"]["20"], 2);
        assert!(summary["median_nodes"].is_number(), "{summary}");
    }
}

/// A file that cannot be read has a row, and the others are solved.
#[test]
fn a_broken_file_does_not_stop_the_others() {
    let folder = folder("broken", &[("1.sgf", "nothing"), ("2.sgf", HEX)]);
    for jobs in ["1", "2"] {
        let run = solve(&folder, &format!(". --jobs {jobs}"));
        assert_eq!(run.code, 1);
        let lines: Vec<&str> = run.err.lines().collect();
        assert_eq!(lines[0], "./1.sgf  refused");
        assert!(lines[1].starts_with("./2.sgf  black wins"), "{}", run.err);
        assert_eq!(lines[2], "2 positions: 1 solved, 1 refused");
    }
}

#[test]
fn the_limit_of_processor_time_holds_for_each_position() {
    let open = "(;GM[11]SZ[9])";
    let folder = folder("processor-time", &[("1.sgf", open), ("2.sgf", open)]);
    for words in [". --jobs 1", ". --jobs 2", "1.sgf --json"] {
        let run = solve(&folder, &format!("{words} --processor-time 300ms --knowledge none"));
        assert_eq!(run.code, 2, "{run:?}");
        for line in objects(&run.out) {
            assert_eq!(line["stop_reason"], "time", "{words}");
            // One position alone tells no processor time.
            if let Some(seconds) = line["processor_seconds"].as_f64() {
                assert!((0.25..0.6).contains(&seconds), "{seconds}");
                assert_eq!(line["limits"]["processor_time"], 0.3);
            }
        }
    }
}

#[test]
fn games_and_options_are_given_to_every_position() {
    let folder = folder("game", &[("1.sgf", GO)]);
    for arguments in ["--set komi=-9.5", "--komi -9.5", "--komi -9.5 --jobs 2"] {
        let run = solve(&folder, &format!("go . --rules ssk {arguments}"));
        let line = &objects(&run.out)[0];
        assert_eq!((&line["rules"], &line["komi"]), (&"ssk".into(), &"-9.5".into()));
    }
    let run = solve(&folder, "hex .");
    let sentence = "GM[1]: a record of Go is none of Hex; expected a record of Hex (GM[11])";
    assert!(run.code == 1 && run.err.contains(sentence), "{run:?}");
}

#[test]
fn bad_input_is_refused() {
    let empty = folder("none", &[]);
    for (words, sentence) in [
        (".", "no problem in it; expected files whose names end with .sgf"),
        ("chess .", "\"chess\" is no position; expected"),
        (". --jobs 0", "--jobs: \"0\" is no number of threads; expected 1 to 256"),
        (". --processor-time soon", "--processor-time: \"soon\" is no time"),
    ] {
        let run = solve(&empty, words);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{words}");
        assert!(run.err.starts_with("andor: ") && run.err.contains(sentence), "{}", run.err);
    }
}
