//! Training on processors, in rounds: games with the network as it is, then steps over the
//! positions so far.
//!
//! The number of a game decides its seed, and games are taken in the order of their numbers. So a
//! training gives the same bits with every number of threads.

use crate::error::Error;
use crate::school::{Pupil, School, mix};
use crate::selfplay::{Asked, Finished, SelfPlay};
use crate::task::{Moment, Trained, Wish};
use andor_core::{Planes, lock, unlocked};
use andor_net::{Kernel, Network, Output, Server, Trainer};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(crate) fn run<G: Planes>(
    mut school: School<'_, G>,
    pupil: Pupil,
    watch: &mut dyn FnMut(&Moment<'_>) -> Wish,
) -> Result<Trained, Error> {
    let training = school.training();
    let mut trainer = match pupil.state {
        None => Trainer::new(pupil.parameters, training),
        Some(state) => Trainer::resume(pupil.parameters, training, state),
    };
    while school.share() < 1.0 {
        let network = Network::new(trainer.parameters(), Kernel::best());
        let games = round(&school, &network);
        games.into_iter().for_each(|finished| school.take(finished));
        school.counters.rounds += 1;
        if school.replay.is_empty() {
            return Err(Error::NoPositions);
        }
        for _ in 0..school.due() {
            let (batch, rate) = school.lesson();
            let step = trainer.step(batch, rate);
            school.learned(&step.losses)?;
        }
        let mut now = || Ok((trainer.parameters().clone(), trainer.state().clone()));
        if !school.tell(watch, &mut now)? {
            break;
        }
    }
    Ok(school.close(trainer.parameters().clone(), trainer.state().clone()))
}

/// Plays the games of a round; gives them in the order of their numbers.
fn round<G: Planes>(school: &School<'_, G>, network: &Network) -> Vec<Finished> {
    let (setup, course) = (&school.setup, school.course());
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(course.games));
    let work = || {
        let oracle = (school.task.oracle)();
        let (mut evaluator, mut output) = (network.evaluator(), Output::default());
        let mut input = vec![0; setup.shape.words()];
        let mut play = SelfPlay::new(setup);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= course.games {
                return;
            }
            let seed = mix(course.seed, school.counters.games + number as u64);
            play.begin(setup, &*oracle, &school.hard, seed);
            while play.next(setup, &*oracle, &mut input) == Asked::Evaluation {
                evaluator.evaluate(&input, &mut output);
                play.feed(setup, &output.policy, output.costs());
            }
            let finished = play.take_finished();
            lock(&results).push((number, finished));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..school.task.threads.clamp(1, course.games) {
            scope.spawn(work);
        }
    });
    let mut results = unlocked(results);
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, finished)| finished).collect()
}
