//! `andor solve --events` and `andor report`.

use crate::support::{Run, command, file, finished, solve};
use serde_json::Value;
use std::path::PathBuf;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn report(words: &[&str]) -> Run {
    finished(command().arg("report").args(words).output().expect("a start"))
}

fn events(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path(name)).expect("a file");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// An object a second, then the answer; the page shows both runs.
#[test]
fn events_are_written_and_drawn() {
    let [open, done, page] = ["open.jsonl", "done.jsonl", "events.html"].map(path);
    let [open, done, page] = [&open, &done, &page].map(|path| path.to_str().expect("a plain path"));
    let run = solve(&["go", "9x9", "--search", "ews", "--time", "2500ms", "--events", open]);
    assert_eq!(run.code, 2, "{run:?}");
    let run = solve(&["hex", "4x4", "--events", done, "--json"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    let printed: Value = serde_json::from_str(&run.out).expect("JSON");
    let lines = events("done.jsonl");
    assert_eq!(lines.last().expect("a line")["report"], printed);
    let lines = events("open.jsonl");
    assert!((3..=5).contains(&lines.len()), "{lines:?}");
    let (last, during) = lines.split_last().expect("lines");
    assert_eq!(last["report"]["stop_reason"], "time");
    for pair in during.windows(2) {
        let figures =
            |event: &Value| ["seconds", "nodes"].map(|name| event[name].as_f64().expect(name));
        let ([from, fewer], [to, more]) = (figures(&pair[0]), figures(&pair[1]));
        assert!(to - from >= 0.99 && more >= fewer, "{pair:?}");
        for name in ["nodes_left", "share_done", "proof_share", "line", "moves"] {
            assert!(pair[0].get(name).is_some(), "{name}: {pair:?}");
        }
    }
    // Expected work search tells the line at which it looks and every open move.
    let seen = during.iter().any(|event| {
        let length = |name: &str| event[name].as_array().map_or(0, Vec::len);
        length("line") > 0 && length("moves") > 10
    });
    assert!(seen, "{during:?}");
    let run = report(&[open, done, "-o", page]);
    assert_eq!((run.code, run.err.as_str(), run.out.as_str()), (0, "", ""), "{run:?}");
    let text = std::fs::read_to_string(page).expect("a page");
    assert!(text.starts_with("<!doctype html>") && text.matches("<svg").count() >= 4);
    assert!(text.contains("<td>open (time)<td>black wins"), "{text}");
    // One page, without anything from elsewhere.
    assert!(!text.contains("http") && !text.contains("NaN"));
    let run = report(&[done, "--out", "-"]);
    assert!(run.code == 0 && run.out.ends_with("</html>\n"), "{run:?}");
}

#[test]
fn wrong_files_are_refused() {
    let refused = |words: &[&str], code: i32, sentence: &str| {
        let run = report(words);
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{run:?}");
        assert!(run.err.starts_with("andor: ") && run.err.contains(sentence), "{}", run.err);
    };
    refused(&[], 1, "no events; expected for example: andor report run.jsonl");
    let expected = "expected a file that andor solve --events wrote";
    refused(&["gone.jsonl"], 1, "file \"gone.jsonl\": cannot be read; expected a file that");
    let other = file("other.jsonl", "{\"a\":1}\n");
    let other = other.to_str().expect("a plain path");
    refused(&[other], 1, &format!("line 1: not an event; {expected}"));
    let empty = file("none.jsonl", "");
    refused(&[empty.to_str().expect("a plain path")], 1, &format!("no event in it; {expected}"));
    let run = solve(&["hex", "3x3", "--events", "-"]);
    let sentence = "andor: --events: standard output has the answer; expected a file\n";
    assert_eq!((run.code, run.err.as_str()), (1, sentence));
    let run = solve(&["hex", "3x3", "--events", "gone/x.jsonl"]);
    assert_eq!((run.code, run.out.as_str()), (5, ""), "{run:?}");
}
