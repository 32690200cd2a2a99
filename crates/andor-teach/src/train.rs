//! Training for the game of a problem, by self-play and from proofs.

use crate::parallel::in_order;
use crate::proofs::{SolvedPosition, evenly, solved_positions};
use crate::with_typed;
use andor_core::{PlaneShape, Planes, Player};
use andor_games::any::AnyGame;
use andor_net::Parameters;
use andor_solver::{Adapter, BadInput, Problem, Settings, Typed};
use andor_train::{
    Begin, Checkpoint, Device, Length, ProofSample, Replay, Task, TrainProgress, TrainSettings,
    Trained, WatchAnswer, opening, shape_for,
};
use std::sync::atomic::{AtomicUsize, Ordering};

/// How a network is trained.
pub struct TrainPlan<'a> {
    /// The settings.
    pub settings: TrainSettings,
    /// The residual blocks of a new network, and their filters.
    pub size: (usize, usize),
    /// The network to begin with, instead of a new one.
    pub first: Option<Parameters>,
    /// Where evaluations and steps are computed.
    pub device: Device,
    /// When the training ends.
    pub length: Length<'a>,
    /// How many threads.
    pub threads: usize,
    /// The player whose win is claimed in all games; without a name each claim in half of the
    /// games.
    pub attacker: Option<Player>,
    /// May knowledge that takes little time settle positions and leave out moves?
    pub has_knowledge: bool,
    /// Positions from which games start; if there are none, games start with random stones.
    pub starts: &'a [Problem],
    /// How positions are solved to be learned from, if they are.
    pub proofs: Option<ProofPlan<'a>>,
}

/// How positions are solved to be learned from.
#[derive(Clone, Copy)]
pub struct ProofPlan<'a> {
    /// The search, its knowledge and its nodes.
    pub settings: &'a Settings,
    /// Says when there are enough, given the number of searches and of solved positions.
    pub enough: &'a (dyn Fn(usize, usize) -> bool + Sync),
    /// The most moves before a position, after the random stones.
    pub most_moves: u32,
}

/// Of the solved positions of a search that are alike so many are learned from.
const MOST_ALIKE: usize = 8;

/// The most bins of a head.
const MOST_BINS: usize = 200;

/// Trains a network, or goes on from a checkpoint and its replay. The watch hears how it goes.
pub fn train(
    problem: &Problem,
    plan: &TrainPlan<'_>,
    begin: Option<(Checkpoint, Option<Replay>)>,
    watch: &mut dyn FnMut(&TrainProgress<'_>) -> WatchAnswer,
) -> Result<Trained, BadInput> {
    with_typed(problem, |typed| trained(typed, plan, begin, watch))
}

fn trained(
    typed: &Typed<'_>,
    plan: &TrainPlan<'_>,
    begin: Option<(Checkpoint, Option<Replay>)>,
    watch: &mut dyn FnMut(&TrainProgress<'_>) -> WatchAnswer,
) -> Result<Trained, BadInput> {
    let game = typed.game();
    let starts = plan.starts.iter().map(|problem| typed.end_of(problem));
    let starts = starts.collect::<Result<Vec<_>, _>>()?;
    let claims = game.question().claims;
    let proofs = match plan.proofs {
        Some(proofs) => proof_samples(typed, proofs, plan)?,
        None => Vec::new(),
    };
    let task = Task {
        game,
        claims: match plan.attacker {
            Some(attacker) => vec![claims[attacker.index()]],
            None => claims.to_vec(),
        },
        starts: &starts,
        proofs: &proofs,
        oracle: &|| match plan.has_knowledge {
            true => typed.quick_knowledge(),
            false => Box::new(()),
        },
        threads: plan.threads,
    };
    let begin = match (begin, &plan.first) {
        (Some((checkpoint, replay)), _) => Begin::Resume(Box::new(checkpoint), replay),
        (None, Some(parameters)) => Begin::From(parameters.clone()),
        (None, None) => {
            let (blocks, filters) = plan.size;
            Begin::New(shape_for(game, blocks, filters, bins(game.plane_shape())))
        }
    };
    let device = plan.device.clone();
    let trained = andor_train::train(&task, &plan.settings, begin, device, plan.length, watch);
    trained.map_err(|error| BadInput::Request(format!("training: {error}")))
}

/// The bins of the heads for a game: enough for the cost of half of the moves of the board, within
/// limits.
fn bins(shape: PlaneShape) -> usize {
    let moves = shape.moves() as f32;
    ((0.5 * moves * moves.log10()) as usize + 3).clamp(MOST_BINS / 10, MOST_BINS)
}

/// The solved positions of as many searches as are wanted, on all threads. Which searches were made
/// depends on the time, but the positions of a search on its number alone.
fn proof_samples(
    typed: &Typed<'_>,
    wanted: ProofPlan<'_>,
    plan: &TrainPlan<'_>,
) -> Result<Vec<ProofSample<AnyGame>>, BadInput> {
    let count = AtomicUsize::new(0);
    let found = in_order(plan.threads, |number| {
        let stops = wanted.settings.stop.load(Ordering::Relaxed);
        if stops || (wanted.enough)(number, count.load(Ordering::Relaxed)) {
            return Ok(None);
        }
        let seed = plan.settings.seed.wrapping_mul(0x9E37_79B9).wrapping_add(number as u64);
        let mut rng = fastrand::Rng::with_seed(seed ^ 0x51A7);
        let start = opening(typed.game(), plan.settings.openings, &mut rng);
        let most = wanted.most_moves;
        let (found, _) = solved_positions(typed, wanted.settings, start, most, seed)?;
        let found = evenly(found, MOST_ALIKE);
        count.fetch_add(found.len(), Ordering::Relaxed);
        Ok(Some(found))
    })?;
    let sample = |solved: SolvedPosition<AnyGame>| ProofSample {
        position: solved.position,
        claim: solved.claim,
        winner: solved.winner,
        cost: solved.size.log10() as f32,
        best: solved.best,
    };
    Ok(found.into_iter().flatten().map(sample).collect())
}
