//! Phutball on the command line, as certificates and over the commands of GTP.

use crate::support::{command, file, json, solve};
use std::io::Write;
use std::process::Stdio;

const BOARD: &str = "
   A B C D E
 7 . . . . .
 6 . . . * .
 5 . . * . .
 4 . . o . .
 3 . . . . .
 2 . . * . .
 1 . . . . .
";

#[test]
fn drawn_boards_are_solved() {
    for (player, nodes) in [("black", 1_000), ("white", 1_000)] {
        let path = file(&format!("phutball-{player}.txt"), &format!("{BOARD}{player} to move\n"));
        let report = json(&format!("phutball {} --pv", path.display()), 0);
        assert!(report["winner"].is_string(), "{report}");
        assert_eq!(report["to_move"], player);
        assert!(report["nodes"].as_u64().is_some_and(|found| found <= nodes), "{report}");
    }
}

#[test]
fn bad_drawings_are_refused() {
    for (name, text, expected) in [
        ("two-balls", BOARD.replace("* . .\n 1", "o . .\n 1"), "there is more than one ball"),
        ("no-ball", BOARD.replace('o', "."), "there is no ball; expected one ball o on the board"),
        ("letter", BOARD.replace("* . .\n 1", "# . .\n 1"), "line 8: \"#\" is no point"),
        ("turn", format!("{BOARD}red to move"), "below the board: \"red to move\""),
        ("empty", String::new(), "no drawn board; expected rows of points, each . or * or o"),
        ("small", ". o\n. .\n. .".to_string(), "too small for Phutball"),
    ] {
        let path = file(&format!("phutball-{name}.txt"), &text);
        let run = solve(&["phutball", path.to_str().expect("a path"), "--quiet"]);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{name}");
        assert!(run.err.contains(expected) && run.err.contains("file \""), "{name}: {}", run.err);
    }
}

fn finished(arguments: &[&str]) -> String {
    let output = command().args(arguments).output().expect("andor runs");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The certificate is checked and shown.
#[test]
fn certificates_are_checked_and_shown() {
    let path = file("phutball-7x7.cert", "");
    let path = path.to_str().expect("a path");
    let run = solve(&["phutball", "7x7", "--quiet", "--proof", path]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        finished(&["check", path])
            .contains("phutball 7x7, ball and 0 men, black to move: black wins")
    );
    let shown = finished(&["proof", path]);
    let first = shown.lines().find_map(|line| line.strip_prefix("black plays ")).expect("a move");
    let replies = finished(&["proof", path, "--line", first]);
    assert!(replies.contains("after each reply black plays:"), "{replies}");
    assert!(!replies.contains("no answer"), "{replies}");
    let (_, list) = replies.split_once("plays:\n").expect("a list of replies");
    assert_eq!(list.lines().count(), 47, "{replies}");
    for reply in list.lines().step_by(5).filter_map(|line| line.split_whitespace().next()) {
        let after = finished(&["proof", path, "--line", &format!("{first} {reply}")]);
        assert!(after.contains("black plays "), "{reply}: {after}");
    }
}

/// Sends lines to the engine and returns all that it wrote.
fn converse(input: &str) -> String {
    let mut child = command()
        .args(["play", "phutball", "5x7", "--time", "2s"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    child.stdin.take().expect("input").write_all(input.as_bytes()).expect("the engine reads");
    let output = child.wait_with_output().expect("the engine ends");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_game_over_the_commands_of_gtp() {
    let lines = [
        ("boardsize 2", "? "),
        ("boardsize 5 7", "=\n"),
        ("play black C5", "=\n"),
        ("play white C4-C7", "? illegal move: there is no jump to \"C7\"\n"),
        ("play white C4", "? illegal move: the ball is there\n"),
        ("play white pass", "? illegal move: not the name of a point\n"),
        ("play white c3", "=\n"),
        ("play black C4-C6", "=\n"),
        (
            "showboard",
            "=\n   A B C D E\n 7 . . . . .\n 6 . . o . .\n 5 . . . . .\n 4 . . . . .\n 3 . . * . .\n \
             2 . . . . .\n 1 . . . . .\nwhite to move\n",
        ),
        ("undo", "=\n"),
        ("play black C6", "=\n"),
        ("play white A1", "=\n"),
        ("final_score", "? cannot score\n"),
        ("genmove black", "= C4-C7\n"),
        ("final_score", "= B+\n"),
        ("genmove white", "? the game is over\n"),
        ("play white A2", "? illegal move: the game is over\n"),
        ("undo", "=\n"),
        ("andor-value", "= black\n"),
        ("gogui-rules_board_size", "= 5 7\n"),
    ];
    let input: String = lines.iter().map(|(line, _)| format!("{line}\n")).collect();
    let output = converse(&input);
    let answers: Vec<&str> = output.split_inclusive("\n\n").collect();
    assert_eq!(answers.len(), lines.len(), "{output}");
    for ((line, expected), answer) in lines.iter().zip(answers) {
        let is_right = match *expected {
            "? " => answer.starts_with("? "),
            _ => answer == format!("{expected}\n"),
        };
        assert!(is_right, "{line}: {answer}");
    }
}
