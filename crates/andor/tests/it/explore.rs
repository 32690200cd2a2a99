//! `andor explore`: the HTTP interface of docs/explorer.md, and who is let in.

#![cfg(feature = "web")]

use crate::support;
use crate::support::explorer::{Explorer, PATIENCE};
use andor_checker::write;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

fn names(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[test]
fn the_page_and_the_choices_are_served() {
    let explorer = Explorer::start(&["go", "5x5", "--komi", "24.5"]);
    let page = explorer.ask("GET", "/", b"");
    assert_eq!(page.status, 200);
    assert!(page.text().contains("<!doctype html>"), "{page:?}");
    assert!(page.head.contains("content-security-policy: default-src 'self'"), "{}", page.head);
    let start = explorer.get("/api/start");
    assert_eq!(start["problem"], "go 5x5 --komi 24.5");
    let games = start["games"].as_array().expect("a list");
    let go = games.iter().find(|game| game["name"] == "go").expect("Go");
    assert!(go["options"].to_string().contains("komi") && go["sgf"] == true, "{go}");
    assert!(
        names(&json!(
            start["searches"]
                .as_array()
                .expect("a list")
                .iter()
                .map(|search| &search["name"])
                .collect::<Vec<_>>()
        ))
        .contains(&"dfpn")
    );
    for (path, status) in [("/page/nothing.js", 404), ("/page/..%2flib.rs", 404), ("/etc", 404)] {
        let answer = explorer.ask("GET", path, b"");
        assert_eq!(answer.status, status, "{answer:?}");
        assert!(answer.json()["error"].is_string());
    }
}

#[test]
fn positions_are_played() {
    let explorer = Explorer::start(&[]);
    let at = |body: Value| explorer.post("/api/position", &body);
    let start = at(json!({ "problem": "go 3x3" }));
    assert_eq!(start["board"]["names"][0], "A3");
    assert_eq!(start["board"]["shape"], "crossings");
    let next = at(json!({ "problem": "go 3x3", "play": "B2" }));
    assert_eq!(
        (&next["problem"], &next["to_move"]),
        (&json!("go 3x3 --moves B2"), &json!("white"))
    );
    assert_eq!((&next["black"], &next["start"]), (&json!(["B2"]), &json!("go 3x3")));
    let sentence = explorer.refused(
        "/api/position",
        &json!({ "problem": "go 3x3 --moves B2", "play": "B2" }),
        422,
    );
    assert!(sentence.starts_with("B2: "), "{sentence}");
    let ended = at(json!({ "problem": "go 3x3 --komi 3.5 --moves B2,pass,pass" }));
    assert_eq!(ended["outcome"]["words"], "Black wins by 5.5");
    let set = json!({ "black": ["c3"], "white": ["a1"], "to_move": "white" });
    let set = at(json!({ "problem": "hex 4x4", "set_up": set }));
    assert_eq!(set["problem"], "hex 4x4 --black c3 --white a1 --to-move white");
    assert_eq!(set["board"]["shape"], "hexagons");
    let passed = at(json!({ "problem": "hex 4x4 --moves a1", "pass_turn": true }));
    assert_eq!(passed["to_move"], "black");
    let jumps = at(json!({ "problem": "phutball 5x5 --moves C4" }));
    let jump = jumps["legal"].as_array().expect("a list").iter().find(|mv| mv["move"] == "C3-C5");
    assert_eq!(jump.expect("a jump")["point"], "C5");
    assert!(at(json!({ "problem": "nim 3-4-5" }))["board"].is_null());
    for (body, status, expected) in [
        (json!({ "problem": "chess 8x8" }), 400, "expected hex, go"),
        (json!({ "problem": "hex 4x4", "plays": "a1" }), 400, "unknown field `plays`"),
        (json!({ "problem": "hex 4x4 --moves a1,a1" }), 422, "\"a1\""),
        (
            json!({ "problem": "hex 4x4", "set_up": { "black": ["a1", "c3"], "white": ["b2", "c3"],
                "to_move": "black" } }),
            422,
            "point \"c3\": there are a black and a white stone",
        ),
        (
            json!({ "problem": "go 4x4 --black A1,C3 --white C3" }),
            400,
            "point \"C3\": there are a black and a white stone",
        ),
        (
            json!({ "problem": "nim 3-4", "set_up": { "black": [], "white": [], "to_move": "black" } }),
            400,
            "no board",
        ),
    ] {
        let sentence = explorer.refused("/api/position", &body, status);
        assert!(sentence.contains(expected), "{sentence}");
    }
}

#[test]
fn what_is_pasted_is_read_and_written() {
    let explorer = Explorer::start(&[]);
    let read = |text: &str, problem: Option<&str>| {
        explorer.post("/api/read", &json!({ "text": text, "problem": problem }))
    };
    let game = read("(;GM[1]SZ[5]C[start];B[cc](;W[bb])(;W[dd]))", None);
    assert_eq!((&game["start"], &game["at"]), (&json!("go 5x5"), &json!(1)));
    assert_eq!(game["nodes"][2], json!({ "parent": 0, "player": "white", "move": "D2" }));
    let mut labelled = game.clone();
    labelled["nodes"][0]["labels"] = json!({ "C3": "won" });
    let text = explorer.ask("POST", "/api/sgf", labelled.to_string().as_bytes());
    assert!(text.text().contains("LB[cc:won]"), "{text:?}");
    assert_eq!(read(text.text(), None)["nodes"], labelled["nodes"]);
    let killall = read("(;GM[1]SZ[5];B[cc])", Some("killall 5x5"));
    assert!(
        killall["start"].as_str().is_some_and(|start| start.starts_with("killall")),
        "{killall}"
    );
    for (text, problem, start, moves) in [
        ("b2 c3", Some("hex 4x4 --moves a1"), "hex 4x4", 3),
        ("hex 5x5 --moves c3,b2", None, "hex 5x5", 2),
        ("https://hexworld.org/board/#5n,c3b2", None, "hex 5x5", 0),
        (". X .\n. O .\n. . .", Some("go 3x3"), "go 3x3", 0),
    ] {
        let tree = read(text, problem);
        assert!(tree["start"].as_str().is_some_and(|found| found.starts_with(start)), "{tree}");
        assert_eq!(tree["nodes"].as_array().map(Vec::len), Some(moves), "{tree}");
    }
    for (text, problem) in
        [("nonsense", None), ("(;GM[11]SZ[3];B[a9])", None), ("z9", Some("hex 4x4"))]
    {
        let body = json!({ "text": text, "problem": problem });
        assert!(!explorer.refused("/api/read", &body, 422).is_empty());
    }
    let nim = json!({ "start": "nim 3-4", "nodes": [], "at": null });
    assert!(explorer.refused("/api/sgf", &nim, 422).contains("SGF has no number"));
}

/// A run with a certificate, and the whole tree of replies to some depth: every reply has an
/// answer.
#[test]
fn a_proof_is_found_checked_and_walked() {
    let explorer = Explorer::start(&[]);
    for (problem, settings) in [
        ("hex 4x4", json!({ "proof": true })),
        ("hex 4x4 --moves a1", json!({ "proof": true, "knowledge": "none", "search": "ews" })),
        ("go 3x3 --komi 3.5", json!({ "proof": true })),
        ("gomoku 15x15 --black f8,g8,h8 --white a1,b2", json!({ "proof": true })),
        ("killall 3x4", json!({ "proof": true })),
    ] {
        let whole = explorer.run(&json!({ "problem": problem, "settings": settings }));
        assert_eq!(whole["run"]["state"], "done", "{problem}: {whole}");
        assert!(whole["report"]["winner"].is_string(), "{whole}");
        let id = whole["run"]["certificate"].as_u64().unwrap_or_else(|| panic!("{whole}"));
        let head = explorer.checked(id);
        assert_eq!(head["check"]["state"], "right", "{problem}: {head}");
        let mut walked = 0;
        walk(&explorer, id, &mut Vec::new(), 3, &mut walked);
        assert!(walked > 10, "{problem}: {walked}");
        let sgf = explorer.ask("GET", &format!("/api/certificates/{id}/sgf?depth=1"), b"");
        assert!(sgf.status == 422 || sgf.text().starts_with("(;"), "{sgf:?}");
        let file = explorer.ask("GET", &format!("/api/certificates/{id}/file"), b"");
        assert!(file.body.starts_with(write::MAGIC));
    }
}

fn walk(explorer: &Explorer, id: u64, moves: &mut Vec<String>, depth: usize, walked: &mut usize) {
    let place = explorer
        .post(&format!("/api/certificates/{id}/walk"), &json!({ "root": 0, "moves": moves }));
    *walked += 1;
    match place["turn"].as_str() {
        Some("over" | "settled") => {}
        Some("winner") => {
            let legal = &place["position"]["legal"][0]["move"];
            let mv = place["plays"]["move"].as_str().or(legal.as_str()).expect("a move");
            moves.push(mv.to_string());
            walk(explorer, id, moves, depth, walked);
            moves.pop();
        }
        Some("loser") if depth == 0 => {}
        Some("loser") => {
            let replies = place["replies"].as_array().expect("a list");
            assert!(!replies.is_empty(), "{place}");
            for reply in replies {
                assert_ne!(reply["kind"], "open", "{moves:?} {reply}");
                *walked += 1;
            }
            let followed = replies.iter().filter(|reply| reply["kind"] == "answered").take(2);
            for reply in followed {
                moves.push(reply["move"].as_str().expect("a move").to_string());
                walk(explorer, id, moves, depth - 1, walked);
                moves.pop();
            }
        }
        turn => panic!("{turn:?}"),
    }
}

#[test]
fn runs_are_stopped_wait_and_go() {
    let explorer = Explorer::start(&["--memory", "512M"]);
    let long = json!({ "problem": "hex 11x11", "settings": { "search": "ews" } });
    let processors = explorer.get("/api/start")["processors"].as_u64().expect("a number");
    let ids: Vec<u64> = (0..=processors)
        .map(|_| explorer.post("/api/runs", &long)["id"].as_u64().expect("a number"))
        .collect();
    let state = |id: u64| explorer.get(&format!("/api/runs/{id}"))["run"]["state"].clone();
    let (first, last) = (ids[0], ids[ids.len() - 1]);
    assert_eq!((state(first), state(last)), (json!("running"), json!("waiting")));
    explorer.post(&format!("/api/runs/{first}/stop"), &json!({}));
    let whole = explorer.wait(first);
    assert_eq!(whole["run"]["state"], "stopped", "{whole}");
    assert_eq!(whole["report"]["stop_reason"], "interrupted", "{whole}");
    let begun = Instant::now();
    while state(last) == "waiting" {
        assert!(begun.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(state(last), "running");
    let answer = explorer.ask("DELETE", &format!("/api/runs/{last}"), b"");
    assert_eq!(answer.status, 204);
    assert_eq!(explorer.ask("GET", &format!("/api/runs/{last}"), b"").status, 404);
    for id in &ids[1..ids.len() - 1] {
        explorer.post(&format!("/api/runs/{id}/stop"), &json!({}));
    }
}

#[test]
fn settings_are_followed() {
    let explorer = Explorer::start(&[]);
    let run = |body: Value| explorer.run(&body);
    let all = run(json!({ "problem": "hex 3x3", "settings": { "all_moves": true } }));
    assert_eq!(all["report"]["moves"].as_array().map(Vec::len), Some(9), "{all}");
    let score = run(json!({ "problem": "go 3x3", "settings": { "score": true } }));
    assert_eq!(
        (&score["report"]["margin"], &score["run"]["words"]),
        (&json!(9), &json!("Black's margin is +9 with B2"))
    );
    let last = |whole: &Value| whole["moments"].as_array().and_then(|all| all.last().cloned());
    let won = run(json!({ "problem": "hex 5x5 --moves a1", "settings": { "knowledge": "none" } }));
    let states = last(&won).expect("a moment")["moves"].clone();
    assert_eq!(
        (&states[0]["move"], &states[0]["state"]),
        (&won["report"]["best_move"], &json!("won"))
    );
    assert!(
        states.as_array().is_some_and(|all| all.iter().all(|of| of["state"] != "open")),
        "{states}"
    );
    let short = run(json!({ "problem": "hex 3x3", "settings": { "shortest": true } }));
    assert_eq!(short["report"]["plies"]["least"], 5, "{short}");
    let claim = run(json!({ "problem": "mnk 3x3x3", "settings": { "claim": "white" } }));
    assert_eq!(claim["run"]["words"], "White cannot force a win", "{claim}");
    let limit = run(json!({ "problem": "hex 9x9", "settings": { "nodes": 2000 } }));
    assert_eq!(limit["run"]["state"], "stopped", "{limit}");
    let seconds = run(json!({ "problem": "hex 11x11", "settings": { "seconds": 0.3 } }));
    assert!(seconds["moments"].as_array().is_some_and(|moments| !moments.is_empty()), "{seconds}");
    let thought = run(
        json!({ "problem": "hex 5x5 --moves a1", "kind": "think", "settings": { "seconds": 0.5 } }),
    );
    assert_eq!(thought["thought"]["to_move"], "white", "{thought}");
    assert!(thought["thought"]["best"].is_string() && thought["report"].is_null(), "{thought}");
    let failed = run(json!({ "problem": "hex 4x4", "settings": { "knowledge": "magic" } }));
    assert_eq!(failed["run"]["state"], "failed", "{failed}");
    assert!(failed["run"]["error"].as_str().is_some_and(|error| error.contains("magic")));
    for (settings, status, expected) in [
        (json!({ "search": "magic" }), 422, "no search"),
        (json!({ "threads": 0 }), 400, "threads 0"),
        (json!({ "seconds": -1 }), 400, "not negative"),
        (json!({ "claim": "red" }), 400, "expected black or white"),
        (json!({ "options": { "ews.games": "x" } }), 422, "ews.games"),
        (json!({ "colour": 1 }), 400, "unknown field"),
    ] {
        let body = json!({ "problem": "hex 4x4", "settings": settings });
        let sentence = explorer.refused("/api/runs", &body, status);
        assert!(sentence.contains(expected), "{sentence}");
    }
    let endless = json!({ "problem": "hex 4x4", "kind": "think" });
    assert!(explorer.refused("/api/runs", &endless, 400).contains("seconds or nodes"));
}

/// The events of a stream, from a connection that stays open.
fn events(explorer: &Explorer, path: &str) -> impl Iterator<Item = (String, Value)> + use<> {
    let mut stream = TcpStream::connect(&explorer.host).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", explorer.host);
    stream.write_all(head.as_bytes()).expect("a request");
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    std::iter::from_fn(move || {
        let name = lines.find_map(|line| line.strip_prefix("event: ").map(str::to_string))?;
        let data = lines.find_map(|line| line.strip_prefix("data: ").map(str::to_string))?;
        Some((name, serde_json::from_str(&data).expect("JSON")))
    })
}

#[test]
fn events_tell_what_a_run_does_and_say_goodbye() {
    let mut explorer = Explorer::start(&[]);
    let body = json!({ "problem": "hex 11x11", "settings": { "search": "ews" } });
    let id = explorer.post("/api/runs", &body)["id"].clone();
    let mut heard = events(&explorer, &format!("/api/events?run={id}"));
    let mut others = events(&explorer, "/api/events");
    let (name, run) = heard.next().expect("an event");
    assert_eq!((name.as_str(), &run["id"]), ("run", &id));
    let moments: Vec<Value> =
        heard.by_ref().filter(|(name, _)| name == "moment").map(|of| of.1).take(3).collect();
    assert_eq!(moments[2]["id"], id);
    let nodes = |moment: &Value| moment["moment"]["nodes"].as_u64().expect("nodes");
    assert!(nodes(&moments[0]) < nodes(&moments[2]), "{moments:?}");
    let has_moves =
        |moment: &Value| moment["moment"]["moves"].as_array().is_some_and(|moves| moves.len() > 10);
    assert!(heard.by_ref().any(|(_, moment)| has_moves(&moment)));
    let pid = explorer.child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().expect("a signal");
    assert!(sent.success());
    let names: Vec<String> = heard.map(|(name, _)| name).collect();
    assert!(names.contains(&"goodbye".to_string()), "{names:?}");
    let names: Vec<String> = others.by_ref().map(|(name, _)| name).collect();
    assert!(names.iter().all(|name| name != "moment") && names.contains(&"goodbye".to_string()));
    let status = explorer.child.wait().expect("an end");
    assert!(status.success(), "{status}");
}

#[test]
fn the_folder_of_problems_is_solved() {
    let folder = support::file("explore-folder-marker", "").with_file_name("explore-folder");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in [
        ("right.sgf", "(;GM[11]SZ[3]C[expected: black])"),
        ("wrong.sgf", "(;GM[11]SZ[3]C[expected: white])"),
        ("broken.sgf", "(;GM[11]SZ[3];B[z9])"),
        ("plain.sgf", "(;GM[1]SZ[3]KM[3.5];B[bb])"),
    ] {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    let explorer = Explorer::start(&[&folder.to_string_lossy()]);
    let list = explorer.get("/api/problems");
    let rows = list["problems"].as_array().expect("a list");
    assert_eq!(list["folder"], "explore-folder");
    let row = |name: &str| rows.iter().find(|row| row["name"] == name).expect("a row");
    assert_eq!(rows.len(), 4);
    assert!(row("broken.sgf")["error"].is_string() && row("broken.sgf")["problem"].is_null());
    assert_eq!(row("wrong.sgf")["expected"], "White wins");
    let plain = row("plain.sgf")["entry"].as_u64().expect("a number");
    assert_eq!(explorer.get(&format!("/api/problems/{plain}"))["nodes"][0]["move"], "B2");
    let begun = explorer.post("/api/problems/solve", &json!({}));
    let begun = begun["runs"].as_array().expect("a list");
    assert_eq!(begun.len(), 3, "{begun:?}");
    for run in begun {
        let whole = explorer.wait(run["id"].as_u64().expect("a number"));
        assert_eq!(whole["run"]["state"], "done", "{whole}");
        let expected = match whole["run"]["entry"].as_u64() {
            entry if entry == row("right.sgf")["entry"].as_u64() => json!(true),
            entry if entry == row("wrong.sgf")["entry"].as_u64() => json!(false),
            _ => Value::Null,
        };
        assert_eq!(whole["run"]["is_right"], expected, "{whole}");
    }
    let again = explorer.post("/api/problems/solve", &json!({}));
    assert_eq!(again["runs"], json!([]));
    assert_eq!(explorer.ask("GET", "/api/problems/99", b"").status, 404);
}

#[test]
fn strangers_are_refused() {
    let explorer = Explorer::start(&[]);
    let host = &explorer.host;
    let port = host.rsplit(':').next().expect("a port");
    for (head, status) in [
        (format!("GET /api/start HTTP/1.1\r\nHost: {host}"), 200),
        (format!("GET /api/start HTTP/1.1\r\nHost: localhost:{port}"), 200),
        (format!("GET /api/start HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}"), 200),
        ("GET /api/start HTTP/1.1\r\nHost: evil.example".to_string(), 403),
        (format!("GET /api/start HTTP/1.1\r\nHost: {host}\r\nOrigin: http://evil.example"), 403),
        (format!("GET /api/start HTTP/1.1\r\nHost: {host}\r\nOrigin: null"), 403),
        (format!("GET /api/start HTTP/1.1\r\nHost: {host}\r\nOrigin: https://{host}"), 403),
    ] {
        let answer = explorer.send(&head, b"");
        assert_eq!(answer.status, status, "{head}: {answer:?}");
    }
    let explorer = Explorer::start(&["--listen", "127.0.0.1"]);
    let host = &explorer.host;
    let token = explorer.query.strip_prefix("?token=").expect("a token");
    let port = host.rsplit(':').next().expect("a port");
    assert_eq!(token.len(), 32);
    let page = explorer.ask("GET", &format!("/?token={token}"), b"");
    assert!(page.status == 200 && page.head.contains("HttpOnly; SameSite=Strict"), "{page:?}");
    for (more, status) in [
        (String::new(), 401),
        ("\r\nAuthorization: Bearer nonsense".to_string(), 401),
        (format!("\r\nAuthorization: Bearer {token}"), 200),
        (format!("\r\nCookie: other=1; andor-token-{port}={token}"), 200),
        (format!("\r\nCookie: andor-token-1={token}"), 401),
        (format!("\r\nCookie: andor-token-{port}={token}\r\nOrigin: http://evil.example"), 403),
    ] {
        let answer = explorer.send(&format!("GET /api/start HTTP/1.1\r\nHost: {host}{more}"), b"");
        assert_eq!(answer.status, status, "{more}: {answer:?}");
    }
}

/// Malformed requests get a sentence, and the server goes on.
#[test]
fn malformed_requests_are_refused() {
    let explorer = Explorer::start(&[]);
    let large = vec![b' '; (4 << 20) + 1];
    assert_eq!(explorer.ask("POST", "/api/position", &large).status, 413);
    assert_eq!(explorer.ask("PUT", "/api/position", b"{}").status, 405);
    assert_eq!(explorer.ask("GET", "/api/runs/x", b"").status, 404);
    assert_eq!(explorer.ask("GET", "/api/certificates/7", b"").status, 404);
    let mut dice = fastrand::Rng::with_seed(7);
    let paths = ["position", "read", "sgf", "runs", "certificates", "problems/solve"];
    let seed = r#"{"problem":"hex 3x3 --moves a1","text":"(;GM[11]SZ[3];B[a1])","kind":"solve","settings":{"nodes":5}}"#;
    for round in 0..300 {
        let mut body = seed.as_bytes().to_vec();
        for _ in 0..dice.usize(0..6) {
            let at = dice.usize(0..body.len());
            match dice.u8(0..3) {
                0 => body[at] = dice.u8(..),
                1 => body.truncate(at.max(1)),
                _ => body.insert(at, *dice.choice(br#"{}[]":,0-"#).expect("a byte")),
            }
        }
        let path = format!("/api/{}", paths[round % paths.len()]);
        let answer = explorer.ask("POST", &path, &body);
        assert!((200..500).contains(&answer.status), "{path} {body:?}: {answer:?}");
        if answer.status >= 400 {
            assert!(answer.json()["error"].as_str().is_some_and(|error| !error.is_empty()));
        }
    }
    explorer.get("/api/start");
}

/// An address that is not UTF-8 is refused as everything else is.
#[test]
fn addresses_in_other_letters_are_refused() {
    let explorer = Explorer::start(&[]);
    for (method, path) in [
        ("GET", "/%FF"),
        ("GET", "/page/%C3%28"),
        ("GET", "/api/runs/%FF"),
        ("DELETE", "/api/runs/%FF"),
        ("POST", "/api/runs/%FF/stop"),
        ("GET", "/api/events?run=%FF"),
        ("GET", "/api/certificates/%ff"),
        ("GET", "/api/certificates/%ff/file"),
        ("POST", "/api/certificates/%ff/walk"),
        ("GET", "/api/certificates/%ff/sgf?depth=1"),
        ("GET", "/api/certificates/1/sgf?depth=%FF"),
        ("GET", "/api/problems/%FF"),
    ] {
        let answer = explorer.ask(method, path, b"");
        assert!((400..500).contains(&answer.status), "{path}: {answer:?}");
        let head = answer.head.to_ascii_lowercase();
        assert!(head.contains("content-type: application/json"), "{path}: {answer:?}");
        assert!(answer.json()["error"].as_str().is_some_and(|error| !error.is_empty()), "{path}");
    }
}

#[test]
fn wrong_arguments_are_refused() {
    let taken = Explorer::start(&[]);
    let port = taken.host.rsplit(':').next().expect("a port");
    for (arguments, expected) in [
        (
            vec!["explore", "hex", "5x5", "--port", port],
            "expected an address and a port that are free",
        ),
        (vec!["explore", "chess", "8x8"], "expected hex, go"),
        (vec!["explore", "hex", "4x4", "--moves", "a1 a1"], "\"a1\""),
        (vec!["explore", "nothing.sgf"], "nothing.sgf"),
    ] {
        let output = support::command().args(&arguments).output().expect("a process");
        let run = support::finished(output);
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.err.contains(expected), "{run:?}");
    }
}

/// Where the winner of a proof has the point of the answer already, any move goes on.
#[test]
fn any_move_goes_on_where_the_winner_has_the_point() {
    let explorer = Explorer::start(&[]);
    let run = explorer.run(&json!({ "problem": "hex 4x4", "settings": { "proof": true } }));
    let id = run["run"]["certificate"].as_u64().expect("a certificate");
    let place = |moves: &[String]| {
        explorer
            .post(&format!("/api/certificates/{id}/walk"), &json!({ "root": 0, "moves": moves }))
    };
    let mut anywhere = 0;
    let mut dice = fastrand::Rng::with_seed(3);
    for _ in 0..40 {
        let mut moves: Vec<String> = Vec::new();
        loop {
            let here = place(&moves);
            let legal: Vec<&str> = here["position"]["legal"]
                .as_array()
                .expect("a list")
                .iter()
                .filter_map(|mv| mv["move"].as_str())
                .collect();
            let mv = match here["turn"].as_str() {
                Some("winner") => match here["plays"]["move"].as_str() {
                    Some(mv) => {
                        assert!(legal.contains(&mv), "{here}");
                        mv.to_string()
                    }
                    None => {
                        anywhere += 1;
                        legal[dice.usize(0..legal.len())].to_string()
                    }
                },
                Some("loser") => {
                    let replies = here["replies"].as_array().expect("a list");
                    let open = replies.iter().filter(|reply| reply["kind"] != "dominated");
                    let open: Vec<&Value> = open.collect();
                    let reply = open[dice.usize(0..open.len())];
                    reply["move"].as_str().expect("a move").to_string()
                }
                _ => break,
            };
            moves.push(mv);
        }
        let end = place(&moves);
        assert_eq!(end["position"]["outcome"]["winner"], "black", "{moves:?}");
    }
    assert!(anywhere > 0);
}
