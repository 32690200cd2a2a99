//! What `andor explore` does with certificates that are brought to it: wrong ones, bombs, too many.

#![cfg(feature = "web")]

use crate::support;
use crate::support::explorer::Explorer;
use andor_checker::{Certificate, Entry, Verdict};
use serde_json::json;
use std::time::Duration;

#[test]
fn a_wrong_certificate_is_told_as_wrong() {
    let path = support::file("explore-proof.cert", "");
    let run = support::solve(&["hex", "3x3", "--quiet", "--proof", &path.to_string_lossy()]);
    assert_eq!(run.code, 0, "{run:?}");
    let bytes = std::fs::read(&path).expect("a certificate");
    let explorer = Explorer::start(&[&path.to_string_lossy()]);
    assert_eq!(explorer.get("/api/start")["certificate"], 1);
    assert_eq!(explorer.checked(1)["check"]["state"], "right");
    let mut certificate = Certificate::decode(&bytes).expect("a certificate");
    certificate.problem.roots[0].verdict = match certificate.problem.roots[0].verdict {
        Verdict::Proven => Verdict::Disproven,
        Verdict::Disproven => Verdict::Proven,
    };
    let answer = explorer.ask("POST", "/api/certificates", &certificate.encode(None));
    assert_eq!(answer.status, 201, "{answer:?}");
    let head = explorer.checked(answer.json()["id"].as_u64().expect("a number"));
    assert_eq!(head["check"]["state"], "wrong", "{head}");
    assert!(
        head["check"]["words"].as_str().is_some_and(|words| words.contains("section")),
        "{head}"
    );
    let mut broken = bytes.clone();
    let last = broken.len() - 5;
    broken[last] ^= 1;
    let answer = explorer.ask("POST", "/api/certificates", &broken);
    assert_eq!(answer.status, 422, "{answer:?}");
    assert!(
        answer.json()["error"].as_str().is_some_and(|words| words.contains("not a certificate"))
    );
    let sentence =
        explorer.refused("/api/certificates/1/walk", &json!({ "root": 7, "moves": [] }), 422);
    assert!(sentence.contains("no such root"), "{sentence}");
}

/// A file that is small and would be large in memory is refused with a sentence, and nothing of it
/// is kept.
#[test]
fn a_bomb_is_refused() {
    let explorer = Explorer::start(&["--memory", "256M"]);
    let limit = 64 << 20;
    // The header tells that there is not enough memory; or the lists of the entries, when they are
    // read.
    let few = (limit - (4 << 20)) / size_of::<Entry>() as u64;
    for (entries, words) in
        [(220 * support::BOMB_ENTRIES, "at least"), (few, "entries take more unpacked")]
    {
        let bytes = support::bomb(entries.div_ceil(support::BOMB_ENTRIES), entries);
        assert!(bytes.len() < 20_000, "{} bytes", bytes.len());
        let answer = explorer.ask("POST", "/api/certificates", &bytes);
        assert_eq!(answer.status, 413, "{answer:?}");
        let body = answer.json();
        let sentence = body["error"].as_str().expect("a sentence");
        assert!(sentence.contains(&format!("limit of {limit} bytes of memory")), "{sentence}");
        assert!(sentence.contains(words), "{sentence}");
    }
    for id in [0, 1, 2] {
        let answer = explorer.ask("GET", &format!("/api/certificates/{id}"), b"");
        assert_eq!(answer.status, 404, "{answer:?}");
    }
    if cfg!(target_os = "linux") {
        let status = std::fs::read_to_string(format!("/proc/{}/status", explorer.child.id()));
        let status = status.expect("a process");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
        let peak: u64 = peak.trim().trim_end_matches("kB").trim().parse().expect("a number");
        assert!(peak < 256 << 10, "{peak} kB");
    }
}

/// A certificate whose entry is a part of itself is told as wrong, and the walk has no answers.
#[test]
fn a_walk_in_a_circle_ends() {
    let explorer = Explorer::start(&["--memory", "256M"]);
    let answer = explorer.ask("POST", "/api/certificates", &support::circle());
    assert_eq!(answer.status, 201, "{answer:?}");
    assert_eq!(explorer.checked(1)["check"]["state"], "wrong");
    let place = explorer.post("/api/certificates/1/walk", &json!({ "root": 0, "moves": [] }));
    let replies = place["replies"].as_array().expect("a list");
    assert!(replies.len() == 4 && replies.iter().all(|reply| reply["kind"] == "open"), "{place}");
}

/// A check takes a seat among the runs: while all seats are taken it waits.
#[test]
fn checks_wait_for_a_seat() {
    let path = support::file("explore-seat.cert", "");
    let run = support::solve(&["hex", "3x3", "--quiet", "--proof", &path.to_string_lossy()]);
    assert_eq!(run.code, 0, "{run:?}");
    let bytes = std::fs::read(&path).expect("a certificate");
    let explorer = Explorer::start(&["--memory", "512M"]);
    let long = json!({ "problem": "hex 11x11", "settings": { "search": "ews" } });
    let processors = explorer.get("/api/start")["processors"].as_u64().expect("a number");
    let ids: Vec<u64> = (0..processors)
        .map(|_| explorer.post("/api/runs", &long)["id"].as_u64().expect("a number"))
        .collect();
    for _ in 0..3 {
        let answer = explorer.ask("POST", "/api/certificates", &bytes);
        assert_eq!(answer.status, 201, "{answer:?}");
    }
    std::thread::sleep(Duration::from_millis(500));
    for id in 1..=3 {
        let head = explorer.get(&format!("/api/certificates/{id}"));
        assert_eq!(head["check"]["state"], "running", "{head}");
    }
    // One seat is enough for all of them, and for a run that waits.
    let waiting = explorer.post("/api/runs", &json!({ "problem": "hex 3x3" }));
    explorer.post(&format!("/api/runs/{}/stop", ids[0]), &json!({}));
    for id in 1..=3 {
        assert_eq!(explorer.checked(id)["check"]["state"], "right");
    }
    let whole = explorer.wait(waiting["id"].as_u64().expect("a number"));
    assert_eq!(whole["run"]["state"], "done", "{whole}");
    for id in &ids[1..] {
        explorer.post(&format!("/api/runs/{id}/stop"), &json!({}));
    }
}

/// With little memory searches run all the same, and old certificates leave for new ones.
#[test]
fn little_memory_is_shared_out() {
    let path = support::file("explore-small.cert", "");
    let run = support::solve(&[
        "hex",
        "4x4",
        "--all-moves",
        "--quiet",
        "--proof",
        &path.to_string_lossy(),
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let bytes = std::fs::read(&path).expect("a certificate");
    let explorer = Explorer::start(&["--memory", "1M"]);
    let solved = explorer.run(&json!({ "problem": "hex 3x3", "settings": { "memory": 1 } }));
    assert_eq!(solved["run"]["state"], "done", "{solved}");
    let mut last = 0;
    for _ in 0..20 {
        let answer = explorer.ask("POST", "/api/certificates", &bytes);
        last = answer.json()["id"].as_u64().expect("a number");
    }
    let status = |id: u64| explorer.ask("GET", &format!("/api/certificates/{id}"), b"").status;
    assert_eq!((status(1), status(last)), (404, 200));
}
