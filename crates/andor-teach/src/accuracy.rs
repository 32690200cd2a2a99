//! How well a network guesses about positions that a search solves.

use crate::parallel::in_order;
use crate::proofs::{SolvedPosition, evenly, solved_positions};
use crate::with_typed;
use andor_core::{Game, Planes};
use andor_games::any::AnyGame;
use andor_net::{Evaluator, Losses, Output, Sample};
use andor_solver::{BadInput, Problem, Settings, Typed};
use std::sync::atomic::Ordering;

/// The positions with which a network is compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AccuracyPlan {
    /// The positions from which searches start.
    pub positions: usize,
    /// The most moves before such a position.
    pub most_moves: u32,
    /// How many searches at a time.
    pub threads: usize,
}

/// How well a network guesses.
#[derive(Clone, Debug, Default)]
pub struct Accuracy {
    /// The searches, and those that solved their position.
    pub searches: [usize; 2],
    /// The solved positions that the network was asked about.
    pub positions: usize,
    /// The mean losses. That of the policy is over positions with a known winning move.
    pub losses: Losses,
    /// How well the cost of the winner's proof goes with the logarithm of its size (the coefficient
    /// of correlation): where the winner is to move, and where the loser is.
    pub correlations: [Option<f64>; 2],
    /// For chances of the player to move from 0 to 1 in ten steps: the positions, their mean
    /// chance, and the share that the player to move wins.
    pub calibration: Vec<(usize, f64, f64)>,
}

/// Of the solved positions that are alike the network is asked about so many.
const MOST_ALIKE: usize = 400;

/// Compares the network of the settings with positions that the search of the settings solves.
pub fn accuracy(
    problem: &Problem,
    settings: &Settings,
    plan: AccuracyPlan,
) -> Result<Accuracy, BadInput> {
    with_typed(problem, |typed| measured(typed, settings, plan))
}

fn measured(
    typed: &Typed<'_>,
    settings: &Settings,
    plan: AccuracyPlan,
) -> Result<Accuracy, BadInput> {
    let Some(guide) = &settings.guide else { return Ok(Accuracy::default()) };
    let made = in_order(plan.threads, |number| {
        if number >= plan.positions || settings.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let seed = settings.seed.wrapping_mul(0x9E37_79B9).wrapping_add(number as u64);
        let start = typed.game().start();
        solved_positions(typed, settings, start, plan.most_moves, seed).map(Some)
    })?;
    let searches = [made.len(), made.iter().filter(|(_, is_solved)| *is_solved).count()];
    let found = made.into_iter().flat_map(|(positions, _)| positions).collect();
    let mut evaluator = guide.evaluator();
    let compared = compare(typed.game(), &mut *evaluator, &evenly(found, MOST_ALIKE));
    Ok(Accuracy { searches, ..compared })
}

/// The sample that a solved position stands for.
fn sample(game: &AnyGame, solved: &SolvedPosition<AnyGame>) -> Sample {
    let mut moves = Vec::new();
    game.moves(&solved.position, &mut moves);
    let mut legal = vec![0; game.plane_shape().moves().div_ceil(32)];
    for index in moves.iter().map(|&mv| game.move_index(mv)) {
        legal[index / 32] |= 1 << (index % 32);
    }
    let cost = solved.size.log10() as f32;
    let wins = solved.winner == game.to_move(&solved.position);
    Sample {
        input: game.planes(&solved.position, solved.claim),
        legal,
        policy: solved.best.iter().map(|&mv| (game.move_index(mv) as u16, 1.0)).collect(),
        costs: if wins { [cost, f32::INFINITY] } else { [f32::INFINITY, cost] },
        policy_weight: if solved.best.is_some() { 1.0 } else { 0.0 },
        cost_weights: [1.0; 2],
    }
}

/// Compares a network with solved positions.
fn compare(
    game: &AnyGame,
    evaluator: &mut dyn Evaluator,
    positions: &[SolvedPosition<AnyGame>],
) -> Accuracy {
    let mut found = Accuracy { positions: positions.len(), ..Accuracy::default() };
    let (mut pairs, mut steps) = ([Vec::new(), Vec::new()], [(0, 0.0, 0.0); 10]);
    let (mut output, mut gradient) = (Output::default(), Output::default());
    let mut with_moves = 0;
    for solved in positions {
        let sample = sample(game, solved);
        evaluator.evaluate(&sample.input, &mut output);
        gradient.clone_from(&output);
        let losses = sample.losses(&output, &mut gradient);
        with_moves += usize::from(solved.best.is_some());
        found.losses.policy += losses.policy;
        found.losses.costs[0] += losses.costs[0];
        found.losses.costs[1] += losses.costs[1];
        let costs = output.costs();
        let loses = usize::from(solved.winner != game.to_move(&solved.position));
        pairs[loses].push((f64::from(costs[loses].mean), solved.size.log10()));
        let chance = 0.5 * f64::from(1.0 - costs[0].infinite + costs[1].infinite);
        let step = &mut steps[((10.0 * chance) as usize).min(9)];
        *step = (step.0 + 1, step.1 + chance, step.2 + (1 - loses) as f64);
    }
    let share = |sum: f64, count: usize| if count > 0 { sum / count as f64 } else { 0.0 };
    found.losses.policy = share(found.losses.policy, with_moves);
    found.losses.costs = found.losses.costs.map(|loss| share(loss, positions.len()));
    found.correlations = pairs.map(|pairs| correlation(&pairs));
    let mean = |&(count, chance, won): &(usize, f64, f64)| {
        (count, share(chance, count), share(won, count))
    };
    found.calibration = steps.iter().map(mean).collect();
    found
}

/// The coefficient of correlation of pairs; nothing if one side does not vary.
pub fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let count = pairs.len() as f64;
    let mean = |side: fn(&(f64, f64)) -> f64| pairs.iter().map(side).sum::<f64>() / count;
    let (x, y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|pair| of(pair.0 - x, pair.1 - y)).sum()
    };
    let spread = (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt();
    (spread > 0.0).then(|| sum(&|x, y| x * y) / spread)
}
