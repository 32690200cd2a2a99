//! Training on processors, in rounds: games with the network as it is, then steps over the
//! positions so far.
//!
//! The number of a game decides its seed, and games are taken in the order of their numbers. So a
//! training gives the same bits with every number of threads.

use crate::error::Error;
use crate::ongoing::{NetworkState, OngoingTraining, mix};
use crate::selfplay::{Asked, Finished, SelfPlay};
use crate::task::{TrainProgress, Trained, WatchAnswer};
use andor_core::{Planes, lock, unlocked};
use andor_net::{Kernel, Network, Output, Server, Trainer};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(crate) fn run<G: Planes>(
    mut ongoing: OngoingTraining<'_, G>,
    initial: NetworkState,
    watch: &mut dyn FnMut(&TrainProgress<'_>) -> WatchAnswer,
) -> Result<Trained, Error> {
    let training = ongoing.training();
    let mut trainer = match initial.state {
        None => Trainer::new(initial.parameters, training),
        Some(state) => Trainer::resume(initial.parameters, training, state),
    };
    while ongoing.share() < 1.0 {
        let network = Network::new(trainer.parameters(), Kernel::best());
        let games = round(&ongoing, &network);
        games.into_iter().for_each(|finished| ongoing.take(finished));
        ongoing.counters.rounds += 1;
        if ongoing.replay.is_empty() {
            return Err(Error::NoPositions);
        }
        for _ in 0..ongoing.due() {
            let (batch, rate) = ongoing.next_batch();
            let step = trainer.step(batch, rate);
            ongoing.add_losses(&step.losses)?;
        }
        let mut now = || Ok((trainer.parameters().clone(), trainer.state().clone()));
        if !ongoing.tell(watch, &mut now)? {
            break;
        }
    }
    Ok(ongoing.close(trainer.parameters().clone(), trainer.state().clone()))
}

/// Plays the games of a round; gives them in the order of their numbers.
fn round<G: Planes>(ongoing: &OngoingTraining<'_, G>, network: &Network) -> Vec<Finished> {
    let (setup, settings) = (&ongoing.setup, ongoing.settings());
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(settings.games));
    let work = || {
        let oracle = (ongoing.task.oracle)();
        let (mut evaluator, mut output) = (network.evaluator(), Output::default());
        let mut input = vec![0; setup.shape.words()];
        let mut play = SelfPlay::new(setup);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= settings.games {
                return;
            }
            let seed = mix(settings.seed, ongoing.counters.games + number as u64);
            play.begin(setup, &*oracle, &ongoing.hard, seed);
            while play.next(setup, &*oracle, &mut input) == Asked::Evaluation {
                evaluator.evaluate(&input, &mut output);
                play.feed(setup, &output.policy, output.costs());
            }
            let finished = play.take_finished();
            lock(&results).push((number, finished));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..ongoing.task.threads.clamp(1, settings.games) {
            scope.spawn(work);
        }
    });
    let mut results = unlocked(results);
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, finished)| finished).collect()
}
