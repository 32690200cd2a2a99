//! Self-play alone teaches a network to save nodes: four in a row on 5x5.
//!
//! The usual run trains for half as long and asks for less. `ANDOR_SLOW=1` trains three networks,
//! each for about a minute of processor time.

use andor_core::Player;
use andor_net::{Model, Parameters, Subject, Target};
use andor_solver::{Guide, Problem, SearchName, Settings, solve};
use andor_teach::{TrainPlan, train};
use andor_train::{Device, Length, TrainSettings, WatchAnswer};
use std::sync::Arc;

/// Random positions that the player to move wins, by moves from the empty board. The search without
/// a network needs at least 200 nodes in each of them.
const WON: [&str; 16] = [
    "c2,d1,b3,c3,d3,a4",
    "d5,d3,c3,a2,b3,e5",
    "d1,e3,c1,e5,b4,b5,e2,c3,a5",
    "c3,d3,b1,e1,d1,c1",
    "a4,e2,d5,c5,b3,b5",
    "a1,b4,d3,c5,a4,e3",
    "b5,e1,d1,e5,a5,b1,e3,d3,d4,c1",
    "a2,d4,e4,a4,c3,d5,a5,a1",
    "d4,e2,a2,a3,a4,d2",
    "e2,c1,b5,c5,b3,b1",
    "b1,b3,e5,e2,b2,a2,c4,b4,a1",
    "a2,c5,e2,c4,b1,e5,d5,d3,d2",
    "e5,c1,c3,d3,a1,b5,a5,e1,c5",
    "e3,e1,a1,a2,c4,b4,a4",
    "d3,a5,c1,a3,b5,b1,e4,b4,d1",
    "a5,c2,c4,b4,d5,a1",
];

/// More nodes than these are not spent on a position.
const MOST_NODES: u64 = 40_000;

/// The model of a network for a game.
fn model(subject: Subject, parameters: Parameters) -> Model {
    Model {
        game: subject.game,
        rules: subject.rules,
        planes_version: subject.planes_version,
        target: Target::Costs,
        record: String::new(),
        parameters,
        scales: None,
    }
}

/// The nodes of all positions together with a network that has made so many steps.
fn nodes(seed: u64, steps: u64) -> u64 {
    let problem: Problem = "mnk 5x5x4".parse().expect("a problem");
    let game = problem.open().expect("a game");
    let subject = game.network_subject().expect("planes");
    // On processors games cost more than steps, so each position is learned from ten times.
    let settings =
        TrainSettings { passes: 10.0, batch: 128, rate: 2e-3, seed, ..TrainSettings::default() };
    let plan = TrainPlan {
        settings,
        size: (2, 32),
        first: None,
        device: Device::Cpu,
        length: Length::Steps(steps),
        threads: 2,
        attacker: None,
        has_knowledge: true,
        starts: &[],
        proofs: None,
    };
    let trained = train(&problem, &plan, None, &mut |_| WatchAnswer::GoOn).expect("a training");
    let guide = Arc::new(Guide::new(&model(subject, trained.checkpoint.parameters)));
    let count = |moves: &&str| {
        let problem: Problem = format!("mnk 5x5x4 --moves {moves}").parse().expect("a problem");
        let is_even = moves.split(',').count().is_multiple_of(2);
        let mover = if is_even { Player::Black } else { Player::White };
        let settings = Settings {
            search: Some(SearchName::MonteCarlo),
            claimed: Some(mover),
            guide: Some(guide.clone()),
            nodes: Some(MOST_NODES),
            ..Settings::default()
        };
        let report = solve(&problem, &settings, None).expect("a report");
        assert!(report.stop_reason.is_some() || report.winner == Some(mover), "{moves}");
        report.nodes
    };
    WON.iter().map(count).sum()
}

/// After 2000 steps four fifths of the nodes are saved, and after 1000 steps at least half of them.
#[test]
fn self_play_saves_nodes() {
    let (seeds, steps, part) = match std::env::var_os("ANDOR_SLOW") {
        Some(_) => (1..=3, 2000, 5),
        None => (1..=1, 1000, 2),
    };
    for seed in seeds {
        let (untrained, trained) = (nodes(seed, 1), nodes(seed, steps));
        assert!(part * trained <= untrained, "seed {seed}: {trained} nodes of {untrained}");
    }
}
