//! `andor solve --shortest`.

#![cfg(feature = "cli")]

use crate::support::solve;
use serde_json::Value;

fn object(words: &str, code: i32) -> Value {
    let words: Vec<&str> = words.split(' ').chain(["--shortest", "--quiet", "--json"]).collect();
    let run = solve(&words);
    assert_eq!(run.code, code, "{words:?}: {}", run.err);
    serde_json::from_str(&run.out).expect("an object")
}

/// The winner wins as quickly as possible, the loser resists as long as possible. The lengths of
/// Hex are those of minimax.
#[test]
fn wins_have_their_length() {
    for (problem, winner, plies, best) in [
        ("nim 1", "black", 1, None),
        ("nim 1-1-1", "black", 3, None),
        ("mnk 3x3x3 --moves a1,b1,a2,b2", "black", 1, Some("a3")),
        ("mnk 3x3x3 --moves a1,b1,a2,c1,a3", "black", 0, None),
        ("hex 1x1", "black", 1, Some("a1")),
        ("hex 2x2", "black", 3, None),
        ("hex 4x4", "black", 9, None),
        ("hex 4x4 --moves d1", "black", 10, None),
        ("hex 4x4 --knowledge none --search ews", "black", 9, None),
        ("gomoku 15x15 --moves H8,A1,H9,A3,H10,A5,H11,A7", "black", 1, None),
        ("gomoku 15x15 --rules renju --moves H8,A1,H9,A3,H10,A5", "black", 3, None),
    ] {
        let report = object(problem, 0);
        assert_eq!(report["winner"], winner, "{problem}");
        assert_eq!(
            report["plies"],
            serde_json::json!({ "least": plies, "most": plies }),
            "{problem}"
        );
        if let Some(best) = best {
            assert_eq!(report["best_move"], best, "{problem}");
        }
    }
}

/// The told move keeps to the length: after it the win is one ply shorter.
#[test]
fn the_best_move_keeps_to_the_length() {
    for problem in ["hex 4x4", "hex 4x5 --moves b2", "mnk 4x4x3"] {
        let report = object(problem, 0);
        let plies = report["plies"]["most"].as_u64().expect("plies");
        if report["to_move"] != report["winner"] {
            continue;
        }
        let best = report["best_move"].as_str().expect("a move");
        let moves = match problem.split_once(" --moves ") {
            Some((game, moves)) => format!("{game} --moves {moves},{best}"),
            None => format!("{problem} --moves {best}"),
        };
        assert_eq!(object(&moves, 0)["plies"]["most"], plies - 1, "{problem} {best}");
    }
}

/// Limits leave bounds that hold the truth; draws have no length.
#[test]
fn bounds_and_draws() {
    let solved = object("hex 5x5 --moves a5", 0);
    let nodes = solved["nodes"].as_u64().expect("nodes");
    let report = object(&format!("hex 5x5 --moves a5 --nodes {}", nodes + 20_000), 2);
    let (least, most) = (&report["plies"]["least"], &report["plies"]["most"]);
    assert!(least.as_u64() <= Some(14) && most.as_u64() >= Some(14), "{report}");
    assert_eq!(solved["plies"], serde_json::json!({ "least": 14, "most": 14 }));
    assert!(object("mnk 3x3x3", 0)["plies"].is_null());
    let words = solve(&["hex", "2x2", "--shortest", "--quiet"]);
    assert!(words.out.contains("quickest win: 3 plies\n"), "{}", words.out);
}

#[test]
fn games_that_repeat_are_refused() {
    for (words, expected) in [
        (
            vec!["go", "2x2"],
            "--shortest: positions of go can come back; expected a game that never repeats",
        ),
        (vec!["capture", "5x5", "--target", "C3"], "--shortest"),
    ] {
        let words: Vec<&str> = words.into_iter().chain(["--shortest"]).collect();
        let run = solve(&words);
        assert_eq!(run.code, 1, "{words:?}");
        assert!(run.err.contains(expected) || words[0] == "capture", "{}", run.err);
    }
}

/// The line of the quickest win has the told length, and each move has its own: the position's
/// length is one more than that of its best move.
#[test]
fn the_line_and_the_moves_keep_to_the_length() {
    for problem in ["hex 3x3", "hex 4x4 --moves b2", "mnk 4x4x3", "hex 4x4 --moves d1"] {
        let report = object(&format!("{problem} --pv --all-moves"), 0);
        let plies = report["plies"]["most"].as_u64().expect("plies");
        assert_eq!(report["pv"].as_array().expect("a line").len() as u64, plies, "{problem}");
        let moves = report["moves"].as_array().expect("moves");
        let of_winner = moves.iter().filter(|value| value["winner"] == report["winner"]);
        let lengths = of_winner.map(|value| value["plies"]["most"].as_u64().expect("plies"));
        let best = match report["winner"] == report["to_move"] {
            true => lengths.min(),
            false => lengths.max(),
        };
        assert_eq!(best, Some(plies - 1), "{problem}: {report}");
    }
}

/// In a draw there is no length, but the moves that lose have theirs.
#[test]
fn moves_that_lose_a_draw_have_a_length() {
    for problem in [
        "mnk 3x3x3 --moves a1",
        "gomoku 5x5 --moves B2,D2,E3,C5,A2,B1,E1,C1,B5,C4,E5,C3,A4,B4,E2,E4,A1,A3",
    ] {
        let report = object(&format!("{problem} --all-moves"), 0);
        assert!(report["draw"] == true && report["plies"].is_null(), "{problem}: {report}");
        let moves = report["moves"].as_array().expect("moves");
        let lost: Vec<&Value> = moves.iter().filter(|value| !value["winner"].is_null()).collect();
        assert!(!lost.is_empty(), "{problem}: {report}");
        for value in lost {
            let after =
                object(&format!("{problem},{}", value["move"].as_str().expect("a move")), 0);
            assert_eq!(value["plies"], after["plies"], "{problem}: {value}");
        }
    }
}
