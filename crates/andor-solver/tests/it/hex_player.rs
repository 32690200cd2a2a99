//! The player of Hex: plays well, plays proven wins, keeps to its limits.

use andor_core::Player;
use andor_solver::{Aim, InPlay, Problem, SearchName, Settings, Worth};
use std::time::{Duration, Instant};

fn game(size: &str, moves: &str) -> Box<dyn InPlay> {
    let problem = Problem::named("hex", size).expect("a size").with_moves(moves);
    problem.open().expect("a game")
}

fn by_nodes(nodes: u64) -> Settings {
    Settings { nodes: Some(nodes), ..Settings::default() }
}

/// The winner of a game between two settings, each with a tree of its own.
fn winner(size: &str, opening: &str, settings: &[Settings; 2]) -> Player {
    let mut seats = [game(size, opening), game(size, opening)];
    loop {
        let mover = seats[0].to_move();
        let own = &settings[mover.index()];
        let thought = seats[mover.index()].think(Aim::Move, own, &mut |_| {}).expect("a thought");
        if let Some(Worth::Won(winner)) = thought.worth {
            return winner;
        }
        let mv = thought.best.expect("a move");
        seats.iter_mut().for_each(|seat| seat.play(mover, &mv).expect("legal"));
    }
}

/// With a tenth of the nodes the player wins most games against proof-number search with random
/// games.
#[test]
fn it_wins_against_the_solver_as_a_player() {
    let own = by_nodes(40);
    let other = Settings { search: Some(SearchName::ProofNumber), ..by_nodes(400) };
    let mut won = 0;
    for opening in ["a2", "h8"] {
        let settings = [own.clone(), other.clone()];
        won += usize::from(winner("9x9", opening, &settings) == Player::Black);
        let settings = [other.clone(), own.clone()];
        won += usize::from(winner("9x9", opening, &settings) == Player::White);
    }
    assert!(won >= 3, "{won} of 4");
}

#[test]
fn proven_wins_are_told_and_played() {
    let settings = Settings { time: Some(Duration::from_secs(20)), ..Settings::default() };
    for (size, moves) in [("5x5", ""), ("6x6", "a6 c3"), ("7x7", "a1")] {
        let mut game = game(size, moves);
        let mover = game.to_move();
        let thought = game.think(Aim::Move, &settings, &mut |_| {}).expect("a thought");
        assert_eq!(thought.worth, Some(Worth::Won(mover)), "{size} {moves}");
        let best = thought.best.expect("a move");
        let after =
            Problem::named("hex", size).expect("a size").with_moves(&format!("{moves} {best}"));
        let report = andor_solver::solve(&after, &Settings::default(), None).expect("an answer");
        assert_eq!(report.winner, Some(mover), "{size} {moves}: {best}");
    }
}

/// The same nodes give the same move, and the time holds.
#[test]
fn thinking_repeats_and_ends() {
    let think = |settings: &Settings| {
        game("11x11", "f6 e5").think(Aim::Move, settings, &mut |_| {}).expect("a thought")
    };
    let [one, other] = [(); 2].map(|()| think(&by_nodes(50)));
    assert_eq!((one.best, one.nodes), (other.best, other.nodes));
    assert!(one.moves.is_sorted_by_key(|told| std::cmp::Reverse(told.visits)));
    let started = Instant::now();
    think(&Settings { time: Some(Duration::from_millis(300)), ..Settings::default() });
    assert!(started.elapsed() < Duration::from_millis(1500), "{:?}", started.elapsed());
}

/// A lost position gets a move that must be answered: in the middle of the winner's connection, not
/// anywhere.
#[test]
fn lost_positions_are_played_on() {
    // Black's chain crosses the board by bridges; White can only intrude.
    let mut game = game("7x7", "d4 a1 c6 b1 e2 a2");
    game.play(Player::Black, "g7").expect("legal");
    let thought = game.think(Aim::Move, &by_nodes(50), &mut |_| {}).expect("a thought");
    assert_eq!(thought.worth, Some(Worth::Won(Player::Black)));
    let best = thought.best.expect("a move");
    let intrusions = ["e1", "f1", "d3", "e3", "c5", "d5", "b7", "c7"];
    assert!(intrusions.contains(&best.as_str()), "{best}");
}

/// Threads share one tree and one budget: what they prove is true, and thoughts are told while they
/// think.
#[test]
fn threads_think_together() {
    let settings = Settings { threads: 3, ..by_nodes(1000) };
    for moves in ["a2 c3 d2", "b2 c4 d4", "c1 b4", "d4 a5"] {
        let mut game = game("5x5", moves);
        let thought = game.think(Aim::Move, &settings, &mut |_| {}).expect("a thought");
        let truth = andor_solver::solve(&game.problem(), &Settings::default(), None);
        let winner = truth.expect("an answer").winner.expect("a winner");
        assert_eq!(thought.worth, Some(Worth::Won(winner)), "{moves}");
    }
    let mut game = game("11x11", "a2");
    let settings =
        Settings { threads: 2, time: Some(Duration::from_secs(1)), ..Settings::default() };
    let mut told = Vec::new();
    let thought = game.think(Aim::Move, &settings, &mut |thought| told.push(thought.nodes));
    let thought = thought.expect("a thought");
    assert!(told.len() >= 3 && told.is_sorted(), "{told:?}");
    assert_eq!(told.last(), Some(&thought.nodes));
    let visits: u64 = thought.moves.iter().map(|told| told.visits).sum();
    assert!(visits <= thought.nodes, "{visits} of {}", thought.nodes);
}
