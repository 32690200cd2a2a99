//! Networks of the games of the solver: shipped ones in bytes, and one that learns from proofs.

use andor_net::{Kernel, Network, Output, Server};
use andor_solver::{Guide, Problem, Settings, shipped};
use andor_teach::{ProofPlan, TrainPlan, policy_positions, train};
use andor_train::{Device, Length, TrainSettings, WatchAnswer};
use std::sync::Arc;

fn problem(text: &str) -> Problem {
    text.parse().expect("a problem")
}

/// Chances that differ by less are even.
const EVEN: f32 = 0.04;

/// The shipped networks in bytes choose the moves and the winners of the same networks in floats.
#[test]
fn bytes_say_what_floats_say() {
    for text in ["gomoku 15x15", "killall 9x9"] {
        let problem = problem(text);
        let game = problem.open().expect("a game");
        let subject = game.network_subject().expect("planes");
        let model = shipped(&subject).expect("a network");
        let scales = model.scales.clone().expect("scales");
        let floats = Network::new(&model.parameters, Kernel::best());
        let bytes = Network::bytes(&model.parameters, &scales);
        let (mut floats, mut bytes) = (floats.evaluator(), bytes.evaluator());
        let guide = Arc::new(Guide::new(&model));
        let (mut exact, mut coarse) = (Output::default(), Output::default());
        let shape = *model.parameters.shape();
        let area = shape.width * shape.height;
        let [mut moves, mut winners, mut count, mut decided] = [0; 4];
        for input in policy_positions(&problem, &guide, 200, 3).expect("positions") {
            floats.evaluate(&input, &mut exact);
            bytes.evaluate(&input, &mut coarse);
            let is_empty = |&index: &usize| {
                let planes = [0, area.div_ceil(32)];
                planes.iter().all(|plane| input[plane + index / 32] >> (index % 32) & 1 == 0)
            };
            let best = |output: &Output| {
                let empty = (0..area).filter(is_empty);
                empty.max_by(|&a, &b| output.policy[a].total_cmp(&output.policy[b]))
            };
            let lead = |output: &Output| {
                let [own, other] = output.costs();
                other.infinite - own.infinite
            };
            moves += usize::from(best(&exact) == best(&coarse));
            count += 1;
            // Where both players have the same chances there is no winner to agree on.
            if lead(&exact).abs() >= EVEN {
                winners += usize::from((lead(&exact) > 0.0) == (lead(&coarse) > 0.0));
                decided += 1;
            }
        }
        assert!(100 * moves >= 95 * count, "{text}: {moves} of {count} best moves");
        assert!(100 * winners >= 98 * decided, "{text}: {winners} of {decided} winners");
        assert!(10 * decided >= 8 * count, "{text}: {decided} of {count} decided");
    }
}

/// A short training by proofs alone: the network learns what the solver has proven.
#[test]
fn a_network_learns_from_proofs() {
    let problem = problem("mnk 4x4x3");
    let search = Settings { nodes: Some(300), memory: 1 << 26, ..Settings::default() };
    let plan = TrainPlan {
        settings: TrainSettings { proof_share: 1.0, batch: 64, ..TrainSettings::default() },
        size: (1, 16),
        first: None,
        device: Device::Cpu,
        length: Length::Steps(400),
        threads: 2,
        attacker: None,
        has_knowledge: true,
        starts: &[],
        proofs: Some(ProofPlan {
            settings: &search,
            enough: &|searches, _| searches >= 40,
            most_moves: 6,
        }),
    };
    let mut losses = Vec::new();
    let trained = train(&problem, &plan, None, &mut |progress| {
        losses.push(progress.point.losses);
        WatchAnswer::GoOn
    });
    let checkpoint = trained.expect("a training").checkpoint;
    assert_eq!((checkpoint.counters.steps, checkpoint.counters.games), (400, 0));
    let (first, last) = (losses[0], losses[losses.len() - 1]);
    assert!(last.policy < 0.95 * first.policy, "{first:?} {last:?}");
    assert!(last.costs[0] < 0.7 * first.costs[0], "{first:?} {last:?}");
}
