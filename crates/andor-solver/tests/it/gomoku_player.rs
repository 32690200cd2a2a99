//! The player of Gomoku in positions whose best move is known.

use andor_core::Player;
use andor_solver::{Aim, Horizon, Knowledge, Problem, Settings, Thought, Worth};
use std::time::Duration;

fn think(problem: &str, settings: Settings) -> Thought {
    let problem: Problem = problem.parse().expect("a problem");
    let mut game = problem.open().expect("a game");
    let thought = game.think(Aim::Move, &settings, &mut |_| {}).expect("a thought");
    let scene = game.scene();
    assert!(scene.legal.contains(thought.best.as_ref().expect("a move")), "{problem}: {thought:?}");
    thought
}

fn short() -> Settings {
    Settings { time: Some(Duration::from_millis(300)), memory: 64 << 20, ..Settings::default() }
}

/// In each position one of these moves is played.
fn check(problem: &str, moves: &str) -> Thought {
    let thought = think(problem, short());
    let best = thought.best.clone().unwrap_or_default();
    assert!(moves.split(' ').any(|mv| mv == best), "{problem}: {thought:?}, expected {moves}");
    thought
}

#[test]
fn the_first_stone_is_in_the_centre() {
    check("gomoku 15x15", "H8");
    check("gomoku 20x20", "L10");
    check("gomoku 6x9 --rules renju", "D5");
}

#[test]
fn five_is_made_and_prevented_under_all_rules() {
    for rules in ["freestyle", "exact", "renju"] {
        let four = format!("gomoku 15x15 --rules {rules} --moves h8,g8,h9,a1,h10,o1,h11");
        // Black has a straight four: White is lost and blocks.
        let thought = check(&four, "H7 H12");
        assert_eq!((thought.worth, thought.plies), (Some(Worth::Won(Player::Black)), Some(2)));
        let thought = check(&format!("{four},h7"), "H12");
        assert_eq!((thought.worth, thought.plies), (Some(Worth::Won(Player::Black)), Some(1)));
        let one = format!("gomoku 15x15 --rules {rules} --moves h8,h7,h9,a1,h10,o1,h11");
        assert_eq!(check(&one, "H12").worth, None);
    }
}

/// A row of six wins neither for Black in Renju nor with exactly five, so that nobody blocks it.
#[test]
fn rows_that_are_too_long_are_no_threats() {
    let moves = "h8,a1,j8,c1,k8,e1,m8,g1,n8,a3,a15";
    check(&format!("gomoku 15x15 --moves {moves}"), "L8");
    let thought = think(&format!("gomoku 15x15 --rules exact --moves {moves}"), short());
    assert_eq!(thought.worth, None);
}

#[test]
fn a_win_by_fours_is_proven_and_counted() {
    // An open three: a straight four, a block, and five.
    let thought = check("gomoku 15x15 --moves h8,a1,h9,o1,h10,a15", "H7 H11");
    assert_eq!((thought.worth, thought.plies), (Some(Worth::Won(Player::Black)), Some(3)));
    // The same stones under other rules: no proof, but the move.
    let thought = check("gomoku 15x15 --rules exact --moves h8,a1,h9,o1,h10,a15", "H7 H11");
    assert_eq!((thought.worth, thought.plies), (None, None));
}

/// Two open threes at once win, which needs more than fours.
#[test]
fn a_win_by_threats_is_proven() {
    let settings = Settings { time: Some(Duration::from_secs(20)), ..short() };
    let thought = think("gomoku 15x15 --moves h9,a1,h10,o1,j8,a15,k8,o15", settings);
    assert_eq!(thought.worth, Some(Worth::Won(Player::Black)), "{thought:?}");
    assert!(thought.time < Duration::from_secs(15), "{thought:?}");
}

#[test]
fn an_open_three_is_stopped() {
    for rules in ["freestyle", "exact", "renju"] {
        let moves = "h8,a1,h9,o1,h10";
        check(&format!("gomoku 15x15 --rules {rules} --moves {moves}"), "H7 H11 H6 H12");
    }
}

/// Forbidden moves are not played, although they look best.
#[test]
fn renju_moves_are_legal() {
    think("gomoku 15x15 --rules renju --moves h9,a1,h10,c1,j8,e1,k8,g1", short());
}

/// Depth, nodes and time end the thinking; a full board has no move.
#[test]
fn limits_are_kept() {
    let moves = "gomoku 15x15 --moves h8,g9,j9,g7";
    let mut settings = Settings { time: None, nodes: Some(5000), ..short() };
    assert!(think(moves, settings.clone()).nodes <= 5003);
    settings.nodes = None;
    settings.knowledge = Knowledge::None;
    settings.horizon.plies = Some(3);
    assert_eq!(think(moves, settings.clone()).depth, Some(3));
    settings.horizon = Horizon { plies: None, lines: 3, ..settings.horizon };
    settings.time = Some(Duration::from_millis(60));
    let thought = think(moves, settings);
    assert_eq!(thought.moves.len(), 3, "{thought:?}");
    assert!(thought.time < Duration::from_millis(160), "{thought:?}");
}

/// A second thread proves while the first looks ahead.
#[test]
fn two_threads_prove_and_look() {
    let settings = Settings { time: Some(Duration::from_secs(20)), threads: 2, ..short() };
    let thought = think("gomoku 15x15 --moves h9,a1,h10,o1,j8,a15,k8,o15", settings.clone());
    assert_eq!(thought.worth, Some(Worth::Won(Player::Black)), "{thought:?}");
    let settings = Settings { time: Some(Duration::from_millis(200)), ..settings };
    let thought = think("gomoku 15x15 --moves h8,g9", settings);
    assert!(thought.depth.is_some() && thought.time < Duration::from_secs(2), "{thought:?}");
}
