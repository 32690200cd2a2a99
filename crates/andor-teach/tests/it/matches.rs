//! Matches between networks.

use andor_solver::{Guide, Problem, shipped};
use andor_teach::{MatchPlan, play_match, policy_positions};
use std::sync::Arc;

/// A network plays as well as itself: each pair of games has the same opening, so that one network
/// wins as many games as the other. The number of threads does not matter.
#[test]
fn a_network_is_as_good_as_itself() {
    let problem: Problem = "killall 9x9".parse().expect("a problem");
    let subject = problem.open().expect("a game").network_subject().expect("planes");
    let guide = Arc::new(Guide::new(&shipped(&subject).expect("a network")));
    let play = |threads| {
        let plan = MatchPlan { games: 2, simulations: 2, opening: 3, seed: 5, threads };
        play_match(&problem, [&guide, &guide], plan).expect("a match")
    };
    let score = play(1);
    assert_eq!((score.wins, score.games()), (score.losses, 2));
    assert_eq!(score, play(3));
}

/// Networks do not see every game.
#[test]
fn a_game_without_planes_is_refused() {
    let problem: Problem = "killall 9x9".parse().expect("a problem");
    let subject = problem.open().expect("a game").network_subject().expect("planes");
    let guide = Arc::new(Guide::new(&shipped(&subject).expect("a network")));
    for text in ["nim 3", "phutball 5x5"] {
        let problem: Problem = text.parse().expect("a problem");
        let error = policy_positions(&problem, &guide, 1, 1).expect_err("no planes");
        assert!(error.to_string().contains("networks do not see"), "{error}");
    }
}
