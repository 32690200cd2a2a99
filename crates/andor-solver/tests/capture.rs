//! Questions about blocks of Go: the codes and moves of drawn problems.

use andor_solver::{CaptureReport, Problem, Report, Settings, family};
use std::time::Duration;

/// The report on a drawn board.
fn report(picture: &str, options: &[(&str, &str)], settings: &Settings) -> Report {
    let family = family("capture").expect("the family");
    let mut problem = Problem::from_picture(family, "the picture", picture).expect("a board");
    for (name, value) in options {
        problem = problem.with_option(name, value).expect("an option");
    }
    let game = problem.open().unwrap_or_else(|error| panic!("{error}\n{picture}"));
    game.solve(settings, None).expect("an answer")
}

/// The code of the first player, and the move where one is named.
fn check(picture: &str, target: &str, first: &str, code: Option<u8>, best: Option<&str>) -> Report {
    let settings = Settings { nodes: Some(3_000_000), pv: true, ..Settings::default() };
    let report = report(picture, &[("target", target), ("first", first)], &settings);
    let CaptureReport { code: found, at_least, .. } = report.capture.clone().expect("an answer");
    assert_eq!((found, at_least), (code, false), "{first} first at {target} in\n{picture}");
    if best.is_some() {
        assert_eq!(report.best_move.as_deref(), best, "{first} first at {target} in\n{picture}");
    }
    report
}

const NET: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . O . . . . .
    . . O X . . . . .
    . . O . . . . . .
    . . . . O . . . .
    . . . . . . . . .
    . . . . . . . . .
    white to move";

#[test]
fn a_net_captures_and_its_point_saves() {
    let report = check(NET, "d5", "attacker", Some(1), None);
    assert!(report.capture.is_some_and(|capture| !capture.zone.is_empty()));
    check(NET, "d5", "defender", Some(1), None);
}

const KO: &str = "
    . . . . . . .
    . . X O . . .
    . X . X O . .
    . . X O . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    white to move";

#[test]
fn a_ko_is_taken_first() {
    let report = check(KO, "d5", "attacker", Some(2), Some("C5"));
    let words = report.capture.expect("an answer").words;
    assert_eq!(words, "captured by ko by C5, White takes first");
    check(KO, "d5", "defender", Some(1), Some("C5"));
}

#[test]
fn a_forbidden_ko_needs_a_threat() {
    let settings = Settings { nodes: Some(3_000_000), ..Settings::default() };
    let taken = KO.replace(". X . X O . .", ". X O . O . .");
    let options = [("target", "c5"), ("first", "attacker"), ("forbidden", "d5")];
    let capture = report(&taken.replace("white", "black"), &options, &settings).capture;
    assert_eq!(capture.expect("an answer").code, Some(3));
}

#[test]
fn a_snapback_is_no_capture() {
    let snapback = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X . . . .
        O O X . . . .
        X . X . . . .
        white to move";
    check(snapback, "a1", "attacker", Some(0), None);
    check(snapback, "a1", "defender", Some(1), Some("B1"));
    check(snapback, "a2", "attacker", Some(1), Some("B1"));
    check(snapback, "a2", "defender", Some(0), None);
}

/// A ladder across the whole board, and a stone that breaks it.
#[test]
fn ladders_run_across_the_board() {
    let board = |breaker: Option<(usize, usize)>| {
        let mut rows = vec![vec!["."; 19]; 19];
        for (column, row) in [(2, 2), (3, 1), (4, 1), (2, 3)] {
            rows[row][column] = "O";
        }
        rows[2][3] = "X";
        if let Some((column, row)) = breaker {
            rows[row][column] = "X";
        }
        let rows: Vec<String> = rows.into_iter().map(|row| row.join(" ")).collect();
        rows.join("\n") + "\nwhite to move"
    };
    let settings = Settings { nodes: Some(20_000), ..Settings::default() };
    let options = [("target", "d17"), ("first", "attacker")];
    let capture = report_of(&board(None), &options, &settings);
    assert_eq!(capture.code, Some(1), "{}", capture.words);
    assert!(capture.zone.len() > 60, "a ladder across the board: {:?}", capture.zone);
    let chase = [options[0], options[1], ("escape", "4")];
    let broken = report_of(&board(Some((10, 10))), &chase, &settings);
    assert_ne!(broken.code, Some(1), "{}", broken.words);
}

fn report_of(picture: &str, options: &[(&str, &str)], settings: &Settings) -> CaptureReport {
    report(picture, options, settings).capture.expect("an answer")
}

/// Every first move has its code, and the best move has the code of the answer.
#[test]
fn all_moves_have_codes() {
    let settings = Settings {
        nodes: Some(300_000),
        all_moves: true,
        time: Some(Duration::from_secs(20)),
        ..Settings::default()
    };
    let small = "
        . . . .
        . X O .
        . . X .
        . . . .
        black to move";
    let report = report(small, &[("target", "c3"), ("first", "attacker")], &settings);
    let moves = report.moves.expect("the moves");
    let code = |name: &str| moves.iter().find(|told| told.mv == name).and_then(|told| told.code);
    assert_eq!(code("pass"), Some(0));
    let best = report.capture.and_then(|capture| capture.code);
    assert_eq!(report.best_move.as_deref().and_then(code), best);
}
