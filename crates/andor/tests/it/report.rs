//! The JSON object says which problem was solved, and says no more than is known.

use crate::support::{command, file, finished, json, solve};
use serde_json::Value;

/// The object for these arguments, each a word of the command line.
fn object(arguments: &[&str], code: i32) -> Value {
    let words: Vec<&str> = arguments.iter().copied().chain(["--json", "--quiet"]).collect();
    let run = solve(&words);
    assert_eq!(run.code, code, "{arguments:?}: {run:?}");
    serde_json::from_str(&run.out).expect("JSON")
}

/// `position` is read again as the same problem.
#[test]
fn the_position_can_be_read_again() {
    let set_up = "(;GM[1]SZ[4:3]KM[0.5]RU[ssk]AB[bb][bc]AW[ca][cb]PL[W];W[cc];B[])";
    let set_up = file("position.sgf", set_up).display().to_string();
    let hex = file("position-hex.sgf", "(;GM[11]SZ[4];B[a1];W[b2])").display().to_string();
    let link = "https://hexworld.org/board/#4c1,a1b2".to_string();
    let cases: [(&[&str], &str); 7] = [
        (&["hex", "4x4", "--moves", "a1 b2"], "hex 4x4 --moves a1,b2"),
        (&["go", "2x2", "--komi", "0.5", "--moves", "A1"], "go 2x2 --komi 0.5 --moves A1"),
        (&["mnk", "3x3x3", "--moves", "b2"], "mnk 3x3x3 --moves b2"),
        (&["nim", "3-4-5"], "nim 3-4-5"),
        (
            &[&set_up, "--moves", "A1"],
            "go 4x3 --rules ssk --komi 0.5 --black B2,B1 --white C3,C2 --to-move white --moves C1,pass,A1",
        ),
        (&[&hex], "hex 4x4 --black a1 --white b2"),
        (&[&link], "hex 4x4 --black a1 --white b2"),
    ];
    for (arguments, position) in cases {
        let report = object(arguments, 0);
        assert_eq!(report["position"], position, "{arguments:?}");
        let again = object(&[position], 0);
        let fields = ["position", "played", "game", "size", "rules", "komi", "to_move", "winner"];
        for field in fields {
            assert_eq!(again[field], report[field], "{field} of {position}");
        }
    }
}

#[test]
fn the_object_names_the_problem() {
    let path = file("named.sgf", "(;GM[1]SZ[2]KM[0.5];B[aa])").display().to_string();
    let report = object(&[&path, "--moves", "B1", "--pv", "--tree", "3"], 0);
    assert_eq!(report["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(report["file"], path.as_str());
    assert_eq!(report["played"], serde_json::json!(["A2", "B1"]));
    assert_eq!(report["notes"], serde_json::json!([]));
    let seconds = |field: &str| report[field].as_f64().expect("seconds");
    assert!(seconds("explain_seconds") > 0.0 && seconds("seconds") > 0.0, "{report}");
    let report = json("hex 3x3", 0);
    assert!(report["file"].is_null() && report["best_move_is_guess"] == false, "{report}");
    assert_eq!(report["played"], serde_json::json!([]));
}

/// With a claim a move is `solved` only with a winner or a draw.
#[test]
fn a_claim_about_all_moves_says_no_more_than_is_known() {
    for (arguments, answer) in [
        ("mnk 3x3x3 --for black --all-moves", "disproven"),
        ("mnk 3x3x3 --all-moves", "disproven"),
        ("mnk 4x3x3 --for black --all-moves", "proven"),
        ("go 2x2 --komi 1 --for white --all-moves", "disproven"),
    ] {
        let report = json(arguments, 0);
        let moves = report["moves"].as_array().expect("moves");
        assert!(moves.iter().any(|of| of["answer"] == answer), "{arguments}: {report}");
        for of in moves {
            let is_known = of["winner"].is_string() || of["draw"] == true;
            assert_eq!(of["solved"], is_known, "{arguments}: {of}");
            let claim = report["claim"].as_str();
            let expected = if of["winner"].as_str() == claim { "proven" } else { "disproven" };
            assert_eq!(of["answer"], expected, "{arguments}: {of}");
        }
        if arguments.contains("--for black") && answer == "disproven" {
            assert!(moves.iter().all(|of| of["solved"] == false), "{report}");
        }
    }
    let run = solve(&["mnk", "3x3x3", "--for", "black", "--all-moves", "--quiet"]);
    let board = "   a b c\n 1 - - -\n 2 - - -\n 3 - - -\n";
    let legend = "=: nobody does, -: black does not win, ?: not solved\n";
    assert!(run.out.contains(board) && run.out.contains(legend), "{}", run.out);
}

/// A file of several games needs the number of one.
#[test]
fn a_game_of_a_file_is_chosen() {
    let two = file("two.sgf", "(;GM[1]SZ[2]KM[0.5])\n(;GM[11]SZ[3];B[b2])").display().to_string();
    let one = file("one.sgf", "(;GM[11]SZ[3])").display().to_string();
    let refused = |arguments: &[&str], sentence: String| {
        let run = solve(arguments);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{arguments:?}");
        assert_eq!(run.err, format!("andor: {sentence}\n"), "{arguments:?}");
    };
    let expected = "expected --game with a number from 1 to";
    refused(&[&two], format!("file \"{two}\": 2 games: which game is not said; {expected} 2"));
    let no_such = "there is no such game";
    refused(&[&two, "--game", "3"], format!("file \"{two}\": game 3: {no_such}; {expected} 2"));
    refused(&[&one, "--game", "2"], format!("file \"{one}\": game 2: {no_such}; {expected} 1"));
    let no_file = "is no SGF file; expected --game with an SGF file only".to_string();
    refused(&["hex", "3x3", "--game", "1"], format!("--game: \"hex\" {no_file}"));
    for number in ["0", "-1", "two"] {
        let no_number = "is no number in a list; expected a whole number from 1";
        refused(&[&two, "--game", number], format!("--game: \"{number}\" {no_number}"));
    }
    assert_eq!(object(&[&two, "--game", "1"], 0)["game"], "go");
    assert_eq!(object(&[&two, "--game", "2"], 0)["position"], "hex 3x3 --black b2 --to-move white");
    assert_eq!(object(&[&one], 0)["game"], "hex");
}

/// The Japanese rules are told to be read as other rules.
#[test]
fn japanese_rules_are_told() {
    let sentence = "rules \"japanese\": basic ko with area counting is used, because the Japanese rules of \
                    life and death are not formal";
    let path = file("japanese.sgf", "(;GM[1]SZ[2]KM[0.5]RU[Japanese])").display().to_string();
    let cases: [(&[&str], bool); 5] = [
        (&["go", "2x2", "--rules", "japanese"], true),
        (&["go", "2x2", "--set", "rules=Japanese,cycle=tie"], true),
        (&["go", "2x2", "--rules", "basic-ko"], false),
        (&[&path], true),
        (&[&path, "--rules", "psk"], false),
    ];
    for (arguments, is_told) in cases {
        let run = solve(arguments);
        assert_eq!(run.code, 0, "{run:?}");
        assert_eq!(run.err.contains(&format!("andor: note: {sentence}\n")), is_told, "{run:?}");
        let notes = if is_told { serde_json::json!([sentence]) } else { serde_json::json!([]) };
        assert_eq!(object(arguments, 0)["notes"], notes, "{arguments:?}");
    }
    let play = command().args(["play", "go", "--rules", "japanese"]).output().expect("a start");
    assert!(finished(play).err.contains(sentence));
}
