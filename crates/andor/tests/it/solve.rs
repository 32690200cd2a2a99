//! `andor solve`, from its options to its exit codes.

use crate::support::{command, file, finished, json, solve};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn text<'a>(report: &'a Value, field: &str) -> &'a str {
    report[field].as_str().unwrap_or_else(|| panic!("{field} is no text in {report}"))
}

fn number(report: &Value, field: &str) -> u64 {
    report[field].as_u64().unwrap_or_else(|| panic!("{field} is no whole number in {report}"))
}

/// Demands a winner: `black`, `white`, or `nobody`.
fn wins(arguments: &str, winner: &str) -> Value {
    let report = json(arguments, 0);
    let expected = if winner == "nobody" { Value::Null } else { winner.into() };
    assert_eq!(report["winner"], expected, "{arguments}");
    assert_eq!(report["stop_reason"], Value::Null, "{arguments}");
    report
}

#[test]
fn winners_are_right() {
    for (arguments, winner) in [
        ("hex 1x1", "black"),
        ("hex 3x3", "black"),
        ("hex 5x5", "black"),
        ("hex 3x5", "white"),
        ("hex 5x3", "black"),
        ("hex 3x3 --moves a1", "white"),
        ("hex 3x3 --moves a1,b2", "white"),
        ("hex 3x3 --moves a1,c1,a2,c2,a3", "black"),
        ("go 1x1 --komi 0.5", "white"),
        ("go 2x2 --rules psk --komi 0.5", "black"),
        ("go 3x3 --rules psk --komi 8.5", "black"),
        ("go 3x3 --rules psk --komi 9", "nobody"),
        ("go 3x3 --rules psk --komi 9.5", "white"),
        ("go 3x3 --komi -9.5", "black"),
        ("mnk 3x3x3", "nobody"),
        ("mnk 4x3x3", "black"),
        ("nim 1-2-3", "white"),
        ("nim 3-4-5", "black"),
    ] {
        wins(arguments, winner);
    }
}

/// Zones are used where they pay or are named, and left out where they are not sound or cannot be
/// quoted.
#[test]
fn zones_are_used_where_they_hold() {
    let (known, zoned) = ("life,territory", "life,territory,zones");
    let named = "--search alpha-beta --knowledge life,territory,zones";
    let proof = format!("--proof {}", file("zones.andor", "").display());
    for (options, used) in [
        ("--rules migos", zoned),
        ("--rules migos --threads 2", zoned),
        ("--rules chinese", zoned),
        ("--rules migos --knowledge life,territory", known),
        ("--rules migos --search alpha-beta", known),
        (&format!("--rules migos {named}"), zoned),
        (&format!("--rules migos --threads 2 {named}"), zoned),
        ("--rules migos --search dfpn --knowledge life,territory,zones", known),
        ("--rules migos --moves a1", known),
        ("--rules psk", known),
        ("--rules tromp-taylor", "life"),
        ("--rules basic-ko-suicide", "life"),
        (&format!("--rules basic-ko {proof}"), known),
    ] {
        let report = json(&format!("go 2x2 --komi 0.5 {options}"), 0);
        assert_eq!(text(&report, "knowledge"), used, "{options}");
        assert_eq!(report["stop_reason"], Value::Null, "{options}");
    }
    for options in ["", "--threads 2", named] {
        wins(&format!("go 2x4 --rules migos --komi 7.5 {options}"), "black");
        wins(&format!("go 2x4 --rules migos --komi 8.5 {options}"), "white");
    }
}

#[test]
fn every_search_and_knowledge_can_be_chosen() {
    for search in ["ews", "ews-wr", "ews-ps", "alpha-beta", "depth-first"] {
        let report = wins(&format!("hex 3x3 --pv --search {search}"), "black");
        assert_eq!(text(&report, "search"), search);
        assert_eq!(text(&report, "best_move"), report["pv"][0].as_str().unwrap_or_default());
    }
    for (asked, used) in [("none", "none"), ("full", "life,territory"), ("life", "life")] {
        let report = wins(&format!("go 2x2 --komi 0.5 --knowledge {asked}"), "black");
        assert_eq!(text(&report, "knowledge"), used);
    }
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let asked = "go 2x2 --komi 0.5 --search ews --all-moves --tree 2 --pv --seed 7";
    let report = wins(asked, "black");
    for (field, expected) in [
        ("game", "go"),
        ("size", "2x2"),
        ("rules", "psk"),
        ("claim", "black"),
        ("answer", "proven"),
        ("search", "ews"),
        ("knowledge", "life,territory"),
    ] {
        assert_eq!(text(&report, field), expected);
    }
    assert_eq!(number(&report, "seed"), 7);
    for field in ["nodes", "expansions", "memory_bytes"] {
        assert!(number(&report, field) > 0, "{field}");
    }
    assert!(report["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0));
    assert!(report["stop_reason"].is_null());
    let pv = report["pv"].as_array().expect("a line of best play");
    assert!(!pv.is_empty() && pv.iter().all(Value::is_string), "{report}");
    assert_eq!(report["best_move"], pv[0]);
    let moves = report["moves"].as_array().expect("a list of moves");
    assert_eq!(moves.len(), 5, "four points and the pass");
    for of_move in moves {
        assert!(of_move["move"].is_string() && of_move["winner"].is_string(), "{of_move}");
    }
    let tree = report["tree"].as_array().expect("a solution");
    assert_eq!(tree.len(), 1, "one move wins: {report}");
    assert_eq!(tree[0]["move"], report["best_move"]);
    assert!(!tree[0]["replies"].as_array().expect("replies").is_empty());

    let plain = wins("hex 3x3", "black");
    assert!(plain["rules"].is_null(), "Hex has no rule sets");
    assert!(plain.get("moves").is_none(), "only with --all-moves");
    assert!(plain.get("pv").is_none(), "only with --pv");
    assert!(plain["best_move"].is_string(), "{plain}");
}

#[test]
fn a_claim_is_answered() {
    for (arguments, answer, winner) in [
        ("hex 3x3 --for black", "proven", Some("black")),
        ("hex 3x3 --for white", "disproven", Some("black")),
        ("go 3x3 --komi 8.5 --for white", "disproven", Some("black")),
        ("mnk 3x3x3 --for black", "disproven", None),
        ("mnk 3x3x3", "disproven", None),
    ] {
        let report = json(arguments, 0);
        assert_eq!(text(&report, "answer"), answer, "{arguments}");
        assert_eq!(report["winner"].as_str(), winner, "{arguments}");
    }
    let run = solve(&["mnk", "3x3x3", "--for", "white"]);
    assert!(run.out.contains("mnk 3x3x3: white cannot force a win\n"), "{}", run.out);
}

#[test]
fn a_seed_repeats_a_search() {
    let nodes =
        |seed: u64| number(&json(&format!("hex 4x4 --knowledge none --seed {seed}"), 0), "nodes");
    assert_eq!(nodes(3), nodes(3));
    assert!((2..12).any(|seed| nodes(seed) != nodes(1)), "the seed changes nothing");
}

#[test]
fn limits_stop_a_search() {
    let stopped = |arguments: &str, reason: &str| {
        let report = json(arguments, 2);
        assert_eq!(text(&report, "stop_reason"), reason, "{arguments}");
        assert_eq!(text(&report, "answer"), "stopped", "{arguments}");
        assert!(report["winner"].is_null(), "{arguments}");
        assert_eq!(report["best_move"].is_string(), report["best_move_is_guess"] == true);
        report
    };
    for search in ["ews", "ews-wr", "ews-ps", "dfpn", "pns", "mcts", "alpha-beta", "depth-first"] {
        let report = stopped(&format!("hex 8x8 --nodes 2e3 --search {search}"), "nodes");
        assert!(number(&report, "nodes") < 10_000, "{search}: {report}");
        // The search without guesses has no guess of the best move.
        assert_eq!(report["best_move"].is_string(), search != "depth-first", "{search}: {report}");
        stopped(&format!("hex 8x8 --time 50ms --search {search}"), "time");
    }
    stopped("go 7x7 --nodes 2k", "nodes");
    stopped("hex 8x8 --nodes 2k --threads 2", "nodes");
    for search in ["ews", "ews-wr", "ews-ps"] {
        let threads = format!("go 6x6 --threads 3 --search {search}");
        let report = stopped(&format!("{threads} --nodes 2k"), "nodes");
        assert!(number(&report, "nodes") < 10_000, "{search}: {report}");
        stopped(&format!("{threads} --time 50ms"), "time");
    }
    stopped("hex 8x8 --nodes 2k --all-moves", "nodes");
    // Black has the best opening: White, to move, is given less than half.
    let report = stopped("hex 8x8 --moves d5 --nodes 2e3 --search ews", "nodes");
    assert!(report["chance"].as_f64().is_some_and(|chance| chance < 0.5), "{report}");
    let run = solve(&["hex", "8x8", "--nodes", "2e3"]);
    assert_eq!(run.code, 2);
    assert!(run.out.contains("hex 8x8: not solved, stopped (nodes)"), "{}", run.out);
    assert!(run.out.contains("\nbest guess: ") && !run.out.contains("best move"), "{}", run.out);
}

/// A search that is stopped tells a range of the share that is done, and the true share lies in the
/// range.
#[test]
fn searches_tell_a_range_of_what_is_done() {
    for (problem, shares) in [
        ("hex 7x7 --moves c2", &[30, 60, 93][..]),
        ("hex 5x5 --knowledge none --search ews", &[75, 93]),
        ("hex 5x5 --knowledge none --search ews-wr", &[50]),
        ("hex 3x3 --search depth-first", &[50]),
        ("mnk 4x3x3 --search ews", &[50]),
    ] {
        let whole = number(&json(problem, 0), "nodes");
        for &share in shares {
            let report = json(&format!("{problem} --nodes {}", whole * share / 100), 2);
            let [least, likely, most] = ["least", "likely", "most"].map(|name| {
                report["share_done"][name].as_f64().unwrap_or_else(|| panic!("{report}"))
            });
            assert!(least <= likely && likely <= most, "{report}");
            let covered = least..=most;
            assert!(covered.contains(&(share as f64 / 100.0)), "{problem}, {share}%: {covered:?}");
            assert!(0.01 < least && least < 0.9, "{problem}: {least} is no figure");
        }
    }
}

/// At first it is not known, and in alpha-beta never; in JSON and in words.
#[test]
fn at_first_the_share_is_not_known() {
    for problem in [
        "hex 11x11 --nodes 100",
        "hex 6x6 --knowledge none --search ews --nodes 100",
        "go 3x5 --komi 4.5 --search alpha-beta --nodes 100",
        "hex 5x5 --search depth-first --nodes 100",
    ] {
        assert_eq!(json(problem, 2)["share_done"], Value::Null, "{problem}");
        let run = solve(&problem.split_whitespace().collect::<Vec<_>>());
        assert!(run.out.contains("not known how much of "), "{}", run.out);
        assert!(!run.out.contains(" 1%") && !run.out.contains("99%"), "{}", run.out);
    }
}

/// Each search tells its own figures and no others.
#[test]
fn every_search_tells_its_own_figures() {
    let fields = ["chance", "expected_work", "proof_number", "disproof_number", "depth"];
    for (search, told) in [
        ("ews", &["chance", "expected_work"][..]),
        ("ews-wr", &["expected_work"]),
        ("ews-ps", &["chance"]),
        ("dfpn", &["proof_number", "disproof_number"]),
        ("pns", &["proof_number", "disproof_number"]),
        ("mcts", &["chance"]),
        ("alpha-beta", &["depth"]),
        ("depth-first", &[]),
    ] {
        let report = json(&format!("hex 6x6 --knowledge none --nodes 3e3 --search {search}"), 2);
        for field in fields {
            let is_told = told.contains(&field);
            assert_eq!(!report[field].is_null(), is_told, "{search}, {field}: {report}");
        }
    }
    let run = solve(&["go", "3x5", "--nodes", "2e4"]);
    assert!(run.out.contains("; it looked 13 plies ahead, it is not known"), "{}", run.out);
}

/// A question that takes several searches says which search the share is about.
#[test]
fn parts_are_told() {
    for (problem, part) in [
        ("mnk 4x4x4 --search dfpn --nodes 1e4", "1 of 2"),
        ("mnk 4x4x4 --search dfpn --nodes 1.8e5", "2 of 2"),
        ("go 3x5 --komi 4.5 --search alpha-beta --nodes 1e4", "1 of 3"),
        ("go 4x4 --rules psk --komi 1.5 --search alpha-beta --nodes 7e5", "3 of 3"),
        ("mnk 4x4x4 --for black --nodes 1e4", "none"),
        ("hex 7x7 --moves a4 --all-moves --nodes 1e3", "1 of 2"),
        ("hex 7x7 --moves a4 --nodes 1e3", "none"),
    ] {
        let report = json(problem, 2);
        let told = report["part"].as_array().map(|part| format!("{} of {}", part[0], part[1]));
        assert_eq!(told.as_deref().unwrap_or("none"), part, "{problem}");
    }
}

/// At the cap the search forgets and goes on.
#[test]
fn memory_stays_below_its_cap() {
    for search in ["ews", "ews-ps", "alpha-beta"] {
        let arguments =
            format!("hex 7x7 --knowledge none --nodes 2e5 --memory 2M --search {search}");
        let report = json(&arguments, 2);
        assert!(number(&report, "memory_bytes") <= 2 << 20, "{search}: {report}");
    }
}

/// A search under superko that is stopped while it does without tells what it held.
#[test]
fn a_stopped_search_tells_what_it_held() {
    let report = json("go 6x6 --nodes 2e4", 2);
    assert_eq!(text(&report, "search"), "alpha-beta");
    assert!(number(&report, "memory_bytes") > 0, "{report}");
}

/// The moves are known as far as the nodes go, and the position itself comes first.
#[test]
fn all_moves_stop_with_what_is_known() {
    let position = number(&json("hex 4x4 --knowledge none", 0), "nodes");
    let nodes = position + 200;
    let report = json(&format!("hex 4x4 --knowledge none --all-moves --nodes {nodes}"), 2);
    assert_eq!(text(&report, "answer"), "proven");
    assert_eq!(text(&report, "stop_reason"), "nodes");
    let moves = report["moves"].as_array().expect("a list of moves");
    assert!(moves.iter().any(|of_move| of_move["winner"].is_null()), "{report}");
}

#[test]
fn all_openings_of_hex_4x4_agree_with_alpha_beta() {
    let openings = |search: &str| {
        let report = wins(&format!("hex 4x4 --all-moves --search {search}"), "black");
        let moves = report["moves"].as_array().expect("a list of moves").clone();
        moves
            .iter()
            .map(|value| format!("{} {}", text(value, "move"), text(value, "winner")))
            .collect::<Vec<_>>()
    };
    let expected = openings("alpha-beta");
    assert_eq!(expected.len(), 16);
    let winning = ["d1 black", "c2 black", "b3 black", "a4 black"];
    let found: Vec<_> = expected.iter().filter(|text| text.ends_with("black")).collect();
    assert_eq!(found, winning);
    for search in ["ews", "ews-wr", "ews-ps", "dfpn"] {
        assert_eq!(openings(search), expected, "{search}");
    }
}

/// Where the position is drawn the best move keeps the draw; where the mover wins there is one.
#[test]
fn best_moves_keep_their_value() {
    let files = [
        file("long.sgf", "(;GM[1]SZ[4]KM[0.5]RU[ssk];B[bb];W[cc];B[bc];W[cb])"),
        file("white.sgf", "(;GM[1]SZ[4:3]KM[0.5]RU[ssk]AB[bb][bc]AW[ca][cb]PL[W])"),
    ];
    let mut problems: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    problems.extend(
        [
            "go 3x3 --komi 9",
            "go 2x2 --komi 1",
            "go 2x2 --komi 0.5 --rules basic-ko",
            "go 2x3 --komi 0 --rules ssk --moves B2",
            "mnk 3x3x3",
            "mnk 3x3x3 --moves b2",
            "mnk 3x3x3 --moves b2,b1",
            "mnk 3x3x3 --moves a1,b1,b2",
            "nim 3-4-5",
            "hex 4x4 --moves a1",
        ]
        .map(str::to_string),
    );
    for problem in problems {
        let report = json(&format!("{problem} --tree 1"), 0);
        let best = report["best_move"].as_str().unwrap_or_else(|| panic!("{problem}: {report}"));
        let after = match problem.contains("--moves") {
            true => format!("{problem},{best}"),
            false => format!("{problem} --moves {best}"),
        };
        assert_eq!(json(&after, 0)["winner"], report["winner"], "{problem}: {best}");
    }
}

#[test]
fn threads_find_the_same() {
    for arguments in [
        "hex 5x5 --threads 2",
        "hex 4x4 --threads 2 --all-moves --memory 64M",
        "hex 5x5 --threads 2 --knowledge none",
        "hex 4x4 --threads 2 --knowledge none --all-moves",
        "go 3x3 --rules psk --komi 8.5 --threads 2 --search ews",
        "go 3x3 --rules ssk --komi 8.5 --threads 2 --search ews-wr",
        "go 2x4 --rules nssk --komi 7.5 --threads 2 --search ews-ps",
        "mnk 3x3x2 --threads 2 --search ews",
    ] {
        let report = wins(arguments, "black");
        assert_eq!(number(&report, "threads"), 2);
    }
}

/// What threads share counts once, and stays below the cap.
#[test]
fn threads_stay_below_the_cap_together() {
    for problem in ["hex 7x7 --knowledge none", "go 6x6 --rules psk --search ews"] {
        let report = json(&format!("{problem} --nodes 2e5 --memory 2M --threads 2"), 2);
        assert!(number(&report, "memory_bytes") <= 2 << 20, "{report}");
        assert_eq!(text(&report, "stop_reason"), "nodes");
    }
}

#[test]
fn the_answer_is_printed_for_people() {
    let run = solve(&["hex", "3x3", "--pv", "--tree", "1", "--all-moves", "--quiet"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[..4], ["   a b c", " 1 . . .", "  2 . . .", "   3 . . ."]);
    assert_eq!(lines[4..6], ["black to move", "hex 3x3: black wins"]);
    let board = "moves:\n   a b c\n 1 w w b\n  2 b b b\n   3 b w w\nb: black wins, ";
    for part in ["best move: ", "best play: ", board, "solution:\n  black ", "seed 1)\n"] {
        assert!(run.out.contains(part), "{part:?} is not in\n{}", run.out);
    }
    let go = solve(&["go", "2x2", "--score", "--all-moves", "--quiet"]);
    let board = "moves:\n    A  B\n 2 +1 +1\n 1 +1 +1\neach point: Black's margin after a move";
    assert!(go.out.contains(board) && go.out.contains("\n  pass  -1\n"), "{}", go.out);
    let nim = solve(&["nim", "1-2", "--all-moves", "--quiet"]);
    assert!(nim.out.contains(" wins\n") && !nim.out.contains("?: not solved"), "{}", nim.out);
    let quiet = solve(&["hex", "3x3", "--json", "--quiet"]);
    assert_eq!((quiet.code, quiet.err.as_str()), (0, ""));
}

#[test]
fn files_and_links_are_solved() {
    let go = file("go.sgf", "(;FF[4]GM[1]SZ[3]RU[ssk]KM[8.5];B[bb];W[ba])");
    let report = wins(&format!("{} --komi 8.5", go.display()), "black");
    assert_eq!(text(&report, "game"), "go");
    assert_eq!(text(&report, "rules"), "ssk");
    assert_eq!(text(&report, "to_move"), "black");

    let set_up = file("set-up.sgf", "(;GM[1]SZ[3:2]AB[aa][bb]AW[cb]PL[W])");
    let run = solve(&[set_up.to_str().expect("a plain path"), "--komi", "0.5"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.starts_with("   A B C\n 2 X . .\n 1 . X O\nwhite to move\n"), "{}", run.out);

    let hex = file("hex-game.sgf", "(;GM[11]SZ[3];B[a1];W[swap-pieces];B[b2])");
    let run = solve(&[hex.to_str().expect("a plain path")]);
    let expected = "   a b c\n 1 O . .\n  2 . X .\n   3 . . .\nwhite to move\n";
    assert!(run.out.starts_with(expected), "{}", run.out);

    let report = wins("https://hexworld.org/board/#4c1,a1 --moves c2,b1", "white");
    assert_eq!(text(&report, "size"), "4x4");
    assert_eq!(text(&report, "to_move"), "white");
}

/// Ctrl-C ends a search cleanly, with what is known.
#[cfg(unix)]
#[test]
fn ctrl_c_stops_cleanly() {
    let child = command()
        .args(["solve", "hex", "8x8", "--search", "depth-first", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command to start");
    // Nothing tells when the handler is in place; half a second is plenty.
    std::thread::sleep(Duration::from_millis(500));
    let sent = Instant::now();
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill").success());
    let run = finished(child.wait_with_output().expect("an end"));
    assert!(sent.elapsed() < Duration::from_secs(10), "it took {:?}", sent.elapsed());
    assert_eq!(run.code, 2, "{run:?}");
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(text(&report, "stop_reason"), "interrupted");
    assert!(number(&report, "nodes") > 0);
}

#[test]
fn help_and_version_are_no_mistakes() {
    for (arguments, part) in [
        (&["--help"][..], "Usage: andor"),
        (&["--version"], "andor "),
        (&["solve", "--help"], "--all-moves"),
    ] {
        let run = finished(command().args(arguments).output().expect("the command to start"));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments:?}");
        assert!(run.out.contains(part), "{arguments:?}");
    }
    let run = finished(command().output().expect("the command to start"));
    assert_eq!(run.code, 1, "nothing was asked");
    assert!(run.err.contains("Usage: andor"));
}
