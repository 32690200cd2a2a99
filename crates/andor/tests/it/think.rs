//! `andor think`: a move for one position, in words and as JSON.

use crate::support::{Run, command, finished};

fn think(arguments: &[&str]) -> Run {
    finished(command().arg("think").args(arguments).output().expect("a start"))
}

#[test]
fn a_proven_move_is_told() {
    let run = think(&["hex", "5x5", "--time", "20s"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("black wins\nbest move: "), "{}", run.out);
}

#[test]
fn guesses_are_told_with_visits_and_lines() {
    let run = think(&["hex", "11x11", "--moves", "a2", "--nodes", "40", "--json"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let told: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((&told["to_move"], &told["solved"]), (&"white".into(), &false.into()));
    let moves = told["moves"].as_array().expect("moves");
    assert_eq!(moves[0]["move"], told["best_move"]);
    let visits: u64 = moves.iter().filter_map(|told| told["visits"].as_u64()).sum();
    assert!((20..=40).contains(&visits), "{visits}");
    assert!(moves.iter().all(|told| told["pv"][0] == told["move"]), "{moves:?}");
    let run = think(&["hex", "11x11", "--moves", "a2", "--nodes", "40"]);
    assert!(run.out.contains("chance of white: 0."), "{}", run.out);
    assert!(run.out.contains("each point: the chance of a move there in percent"), "{}", run.out);
}

#[test]
fn other_games_are_thought_about() {
    let run = think(&["gomoku", "15x15", "--moves", "H8 H7 H10 K8 F8 L10", "--time", "2s"]);
    assert!(run.code == 0 && run.out.contains("black wins\nbest move: "), "{}", run.out);
    let run = think(&["go", "4x4", "--moves", "B2", "--time", "0.2s"]);
    assert!(run.code == 0 && run.out.contains("best move: "), "{}", run.out);
}

#[test]
fn bad_input_is_refused() {
    for (arguments, sentence) in [
        (&["hex"][..], "andor: no size of the board; expected"),
        (&["hex", "5x5", "--moves", "z9"], "andor: "),
        (&["hex", "5x5", "--time", "soon"], "andor: --time"),
    ] {
        let run = think(arguments);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{arguments:?}");
        assert!(run.err.starts_with(sentence), "{}", run.err);
    }
}
