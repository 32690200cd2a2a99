//! Games side by side: two groups of games, so that the games of one group go on while the other
//! group's positions are evaluated.
//!
//! Each thread has its own games of both groups. One thread more gathers the positions of a group
//! and evaluates them, and the caller's thread learns. Phases last about a millisecond, so threads
//! spin while they wait for each other instead of sleeping. Games begin anew as soon as they are
//! over; a checkpoint holds no unfinished games.
//!
//! A thread that panics breaks the barrier, at which the others then end, and the panic is the
//! error of the training.

use crate::error::Error;
use crate::ongoing::{OngoingTraining, mix};
use crate::selfplay::{Asked, Finished, SelfPlay, Setup};
use crate::starts::HardStarts;
use crate::task::{Task, TrainProgress, Trained, WatchAnswer};
use andor_core::{Planes, lock};
use andor_net::{Cost, Parameters, Sample, State, Step};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, Instant};

/// Self-play gets the parameters after so many steps.
const STEPS_WITH_PARAMETERS: u64 = 50;
/// Learning begins when there are positions for so many batches.
const BATCHES_AT_FIRST: usize = 16;
/// So many games in a row that are settled at their start are an error.
const MOST_EMPTY_GAMES: u32 = 100;
/// The time between two calls of the watch.
const BETWEEN_CALLS: Duration = Duration::from_secs(1);

/// Evaluates the positions of one group.
pub(crate) trait Answering: Send + Sync {
    /// Goes on with other parameters.
    fn load(&mut self, parameters: &Parameters) -> Result<(), Error>;
    /// The inputs, one after the other.
    fn inputs(&mut self) -> &mut [u32];
    /// Evaluates so many inputs.
    fn compute(&mut self, count: usize) -> Result<(), Error>;
    /// The logits of moves, and maybe more behind them, and the costs for an input of the last
    /// evaluation.
    fn answer(&self, index: usize) -> (&[f32], [Cost; 2]);
}

/// Learns from batches.
pub(crate) trait Learning {
    fn step(&mut self, batch: &[Sample], rate: f32) -> Result<Step, Error>;
    fn parameters(&self) -> Result<Parameters, Error>;
    fn state(&self) -> Result<State, Error>;
}

/// What the threads share.
struct Shared<'a, G: Planes, A> {
    task: &'a Task<'a, G>,
    setup: Arc<Setup<'a, G>>,
    groups: [RwLock<A>; 2],
    /// Of each group and thread: the inputs of its games.
    inputs: [Vec<Mutex<Vec<u32>>>; 2],
    barrier: Barrier,
    /// The phase after which all threads end; set before the barrier of that phase by the thread
    /// that evaluates.
    last: AtomicUsize,
    stop: AtomicBool,
    finished: Mutex<Vec<Finished>>,
    hard: RwLock<HardStarts>,
    /// New parameters for each group.
    parameters: [Mutex<Option<Arc<Parameters>>>; 2],
    error: Mutex<Option<Error>>,
    games: AtomicU64,
    evaluations: AtomicU64,
}

/// The games of a group, as many for each thread.
pub(crate) fn games_of_a_group(games: usize, threads: usize) -> usize {
    let threads = threads.max(1);
    (games / (2 * threads)).max(1) * threads
}

pub(crate) fn run<G: Planes, A: Answering>(
    mut ongoing: OngoingTraining<'_, G>,
    groups: [A; 2],
    mut learner: impl Learning,
    watch: &mut dyn FnMut(&TrainProgress<'_>) -> WatchAnswer,
) -> Result<Trained, Error> {
    let threads = ongoing.task.threads.max(1);
    let games = games_of_a_group(ongoing.settings().games, threads);
    let words = games / threads * ongoing.setup.shape.words();
    let inputs = || (0..threads).map(|_| Mutex::new(vec![0; words])).collect();
    let shared = Shared {
        task: ongoing.task,
        setup: Arc::clone(&ongoing.setup),
        groups: groups.map(RwLock::new),
        inputs: [inputs(), inputs()],
        barrier: Barrier::new(threads + 1),
        last: AtomicUsize::new(usize::MAX),
        stop: AtomicBool::new(false),
        finished: Mutex::default(),
        hard: RwLock::new(ongoing.hard.clone()),
        parameters: [Mutex::default(), Mutex::default()],
        error: Mutex::default(),
        games: AtomicU64::new(ongoing.counters.games),
        evaluations: AtomicU64::new(0),
    };
    let learned = std::thread::scope(|scope| {
        for thread in 0..threads {
            let shared = &shared;
            scope.spawn(move || shared.caught(|| shared.play(thread)));
        }
        scope.spawn(|| shared.caught(|| shared.evaluate(games)));
        let _stop = StopAtEnd(&shared.stop);
        learn(&mut ongoing, &shared, &mut learner, watch)
    });
    learned?;
    shared.collect(&mut ongoing);
    Ok(ongoing.close(learner.parameters()?, learner.state()?))
}

/// Learns until the training is over.
fn learn<G: Planes, A: Answering>(
    ongoing: &mut OngoingTraining<'_, G>,
    shared: &Shared<'_, G, A>,
    learner: &mut impl Learning,
    watch: &mut dyn FnMut(&TrainProgress<'_>) -> WatchAnswer,
) -> Result<(), Error> {
    let settings = ongoing.settings();
    let enough = (BATCHES_AT_FIRST * settings.batch).min(settings.replay.div_ceil(2));
    let mut told = Instant::now();
    while ongoing.share() < 1.0 {
        shared.collect(ongoing);
        if let Some(error) = lock(&shared.error).take() {
            return Err(error);
        }
        if told.elapsed() >= BETWEEN_CALLS {
            told = Instant::now();
            let mut now = || Ok((learner.parameters()?, learner.state()?));
            if !ongoing.tell(watch, &mut now)? {
                return Ok(());
            }
        }
        if ongoing.replay.len() < enough || ongoing.due() == 0 {
            std::thread::sleep(Duration::from_millis(1));
            continue;
        }
        let (batch, rate) = ongoing.next_batch();
        let step = learner.step(batch, rate)?;
        ongoing.add_losses(&step.losses)?;
        if ongoing.counters.steps.is_multiple_of(STEPS_WITH_PARAMETERS) {
            let parameters = Arc::new(learner.parameters()?);
            for place in &shared.parameters {
                *lock(place) = Some(Arc::clone(&parameters));
            }
        }
    }
    Ok(())
}

/// Tells the threads to end, also when the learner panics.
struct StopAtEnd<'a>(&'a AtomicBool);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What a panic says.
fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_string()))
        .unwrap_or_default()
}

impl<'a, G: Planes, A: Answering> Shared<'a, G, A> {
    /// Does the work of a thread. A panic is the error of the training, and all other threads end.
    fn caught(&self, work: impl FnOnce()) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
            lock(&self.error).get_or_insert(Error::Panic(words_of(&*panic)));
            self.barrier.break_up();
        }
    }

    /// Takes the games that are over.
    fn collect(&self, ongoing: &mut OngoingTraining<'_, G>) {
        ongoing.counters.evaluations += self.evaluations.swap(0, Ordering::Relaxed);
        for finished in std::mem::take(&mut *lock(&self.finished)) {
            if let Some(hard) = &finished.hard {
                self.hard.write().expect("no thread panics").push(hard.clone());
            }
            ongoing.take(finished);
        }
    }

    /// Plays the games of one thread.
    fn play(&self, thread: usize) {
        let (setup, oracle) = (&*self.setup, (self.task.oracle)());
        let (words, moves) = (setup.shape.words(), setup.shape.moves());
        let count = lock(&self.inputs[0][thread]).len() / words;
        let begin = |game: &mut SelfPlay<'a, G>| {
            let number = self.games.fetch_add(1, Ordering::Relaxed);
            let hard = self.hard.read().expect("no thread panics");
            game.begin(setup, &*oracle, &hard, mix(setup.settings.seed, number));
        };
        let new = || {
            let mut game = SelfPlay::new(setup);
            begin(&mut game);
            game
        };
        let mut games: [Vec<SelfPlay<'a, G>>; 2] =
            std::array::from_fn(|_| (0..count).map(|_| new()).collect());
        let mut finished = Vec::new();
        for phase in 0.. {
            let group = phase % 2;
            let answers = self.groups[group].read().expect("no thread panics");
            let mut inputs = lock(&self.inputs[group][thread]);
            for (index, (game, input)) in
                games[group].iter_mut().zip(inputs.chunks_exact_mut(words)).enumerate()
            {
                if phase >= 2 {
                    let (policy, costs) = answers.answer(thread * count + index);
                    game.feed(setup, &policy[..moves], costs);
                }
                let mut empty = 0;
                while game.next(setup, &*oracle, input) == Asked::Over {
                    let over = game.take_finished();
                    empty = if over.evaluations == 0 { empty + 1 } else { 0 };
                    if empty > MOST_EMPTY_GAMES {
                        *lock(&self.error) = Some(Error::NoPositions);
                        break;
                    }
                    // Evaluations are counted as they are made.
                    finished.push(Finished { evaluations: 0, ..over });
                    begin(game);
                }
            }
            drop((answers, inputs));
            if !finished.is_empty() {
                lock(&self.finished).append(&mut finished);
            }
            if !self.barrier.wait() || self.last.load(Ordering::Acquire) <= phase {
                return;
            }
        }
    }

    /// Evaluates the positions of one group while the games of the other one go on.
    fn evaluate(&self, count: usize) {
        for phase in 0.. {
            // The positions of a group are written in the phase before.
            if phase >= 1
                && let Err(error) = self.evaluate_group((phase + 1) % 2, count)
            {
                *lock(&self.error) = Some(error);
                self.stop.store(true, Ordering::Relaxed);
            }
            let is_last = self.stop.load(Ordering::Relaxed);
            if is_last {
                self.last.store(phase, Ordering::Release);
            }
            if !self.barrier.wait() || is_last {
                return;
            }
        }
    }

    fn evaluate_group(&self, group: usize, count: usize) -> Result<(), Error> {
        let mut answers = self.groups[group].write().expect("no thread panics");
        let new = lock(&self.parameters[group]).take();
        if let Some(parameters) = new {
            answers.load(&parameters)?;
        }
        let mut rest = answers.inputs();
        for inputs in &self.inputs[group] {
            let inputs = lock(inputs);
            let (own, others) = rest.split_at_mut(inputs.len());
            own.copy_from_slice(&inputs);
            rest = others;
        }
        answers.compute(count)?;
        self.evaluations.fetch_add(count as u64, Ordering::Relaxed);
        Ok(())
    }
}

/// A barrier at which threads spin.
struct Barrier {
    threads: usize,
    waiting: AtomicUsize,
    phase: AtomicUsize,
    /// Has a thread panicked, which will never come?
    is_broken: AtomicBool,
}

impl Barrier {
    /// So many spins before a thread lets others run.
    const SPINS: u32 = 20_000;

    fn new(threads: usize) -> Barrier {
        let (waiting, phase) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Barrier { threads, waiting, phase, is_broken: AtomicBool::new(false) }
    }

    /// From now on no thread waits.
    fn break_up(&self) {
        self.is_broken.store(true, Ordering::Release);
    }

    /// Waits until all threads are here; says whether they are. If not, the barrier is broken.
    fn wait(&self) -> bool {
        let phase = self.phase.load(Ordering::Acquire);
        if self.waiting.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.waiting.store(0, Ordering::Relaxed);
            self.phase.store(phase + 1, Ordering::Release);
            return true;
        }
        let mut spins = 0;
        while self.phase.load(Ordering::Acquire) == phase {
            if self.is_broken.load(Ordering::Acquire) {
                return false;
            }
            spins += 1;
            if spins < Barrier::SPINS {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::TrainSettings;
    use crate::task::{Begin, Length, shape_for};
    use crate::testing::{BINS, CLAIMS, square};
    use andor_core::{Game, Oracle};
    use andor_games::toy::mnk::Mnk;
    use andor_net::{Evaluator, Kernel, Network, Output, Server, Trainer, Training};

    /// What happens after some batches.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Then {
        Error,
        PanicOfTheEvaluation,
        PanicOfAGame,
    }

    const ALWAYS: (usize, Then) = (usize::MAX, Then::Error);

    /// Evaluates on a processor, and fails after some batches.
    struct OnProcessor {
        evaluator: Mutex<Box<dyn Evaluator>>,
        input: Vec<u32>,
        outputs: Vec<Output>,
        loads: Arc<AtomicUsize>,
        batches: usize,
        then: Then,
    }

    impl Answering for OnProcessor {
        fn load(&mut self, parameters: &Parameters) -> Result<(), Error> {
            self.loads.fetch_add(1, Ordering::Relaxed);
            *lock(&self.evaluator) = Network::new(parameters, Kernel::best()).evaluator();
            Ok(())
        }

        fn inputs(&mut self) -> &mut [u32] {
            &mut self.input
        }

        fn compute(&mut self, count: usize) -> Result<(), Error> {
            self.batches = match (self.batches.checked_sub(1), self.then) {
                (None, Then::Error) => return Err(Error::NotFinite { step: 99 }),
                (None, Then::PanicOfTheEvaluation) => panic!("an evaluation that panics"),
                (left, _) => left.unwrap_or(0),
            };
            lock(&self.evaluator).evaluate_all(&self.input, &mut self.outputs);
            assert_eq!(self.outputs.len(), count);
            Ok(())
        }

        fn answer(&self, index: usize) -> (&[f32], [Cost; 2]) {
            let panics = self.batches == 0 && self.then == Then::PanicOfAGame && index == 3;
            assert!(!panics, "game {index} panics");
            (&self.outputs[index].policy, self.outputs[index].costs())
        }
    }

    impl Learning for Trainer {
        fn step(&mut self, batch: &[Sample], rate: f32) -> Result<Step, Error> {
            Ok(Trainer::step(self, batch, rate))
        }

        fn parameters(&self) -> Result<Parameters, Error> {
            Ok(Trainer::parameters(self).clone())
        }

        fn state(&self) -> Result<State, Error> {
            Ok(Trainer::state(self).clone())
        }
    }

    fn settings() -> TrainSettings {
        let (batch, games, hard_share, budget) = (8, 13, 0.5, 4);
        let (replay, simulations) = (400, 8);
        TrainSettings {
            batch,
            games,
            hard_share,
            budget,
            replay,
            simulations,
            openings: 3,
            ..TrainSettings::default()
        }
    }

    /// Runs a training; tells the number of loads too.
    fn train_with(
        starts: &[<Mnk as Game>::Position],
        begin: Option<Trained>,
        (batches, then): (usize, Then),
        length: Length<'_>,
        watch: &mut dyn FnMut(&TrainProgress<'_>) -> WatchAnswer,
    ) -> (Result<Trained, Error>, usize) {
        let game = square(3);
        let oracle: fn() -> Box<dyn Oracle<Mnk>> = || Box::new(());
        let claims = CLAIMS.to_vec();
        let task = Task { game: &game, claims, starts, proofs: &[], oracle: &oracle, threads: 3 };
        let (settings, shape) = (settings(), shape_for(&game, 1, 8, BINS));
        let begin = match begin {
            None => Begin::New(shape),
            Some(trained) => Begin::Resume(Box::new(trained.checkpoint), Some(trained.replay)),
        };
        let (ongoing, initial) =
            OngoingTraining::open(&task, &settings, begin, length).expect("a training");
        let trainer = match initial.state {
            None => Trainer::new(initial.parameters.clone(), Training::default()),
            Some(state) => Trainer::resume(initial.parameters.clone(), Training::default(), state),
        };
        let count = games_of_a_group(settings.games, 3);
        assert_eq!(count, 6);
        let loads = Arc::new(AtomicUsize::new(0));
        let groups = [(); 2].map(|()| OnProcessor {
            evaluator: Mutex::new(Network::new(&initial.parameters, Kernel::best()).evaluator()),
            input: vec![0; count * shape.input_words()],
            outputs: Vec::new(),
            loads: Arc::clone(&loads),
            batches,
            then,
        });
        (run(ongoing, groups, trainer, watch), loads.load(Ordering::Relaxed))
    }

    #[test]
    fn games_side_by_side_train_a_network() {
        let mut watch = |_: &TrainProgress<'_>| WatchAnswer::GoOn;
        let (first, loads) = train_with(&[], None, ALWAYS, Length::Steps(120), &mut watch);
        let first = first.expect("a training");
        let counters = first.checkpoint.counters;
        assert_eq!(counters.steps, 120);
        assert!(counters.positions >= 400 && counters.games >= 50, "{counters:?}");
        assert!(counters.plies >= counters.positions, "{counters:?}");
        assert!(
            counters.evaluations.is_multiple_of(6) && counters.evaluations > counters.positions
        );
        assert!((1..=4).contains(&loads), "{loads} loads for 2 new networks and 2 groups");
        assert!(!first.checkpoint.hard.is_empty());
        // It goes on, and the watch is heard.
        let mut calls = 0;
        let mut stop = |progress: &TrainProgress<'_>| {
            calls += 1;
            assert!(progress.point.until.steps >= 120);
            if progress.state.is_some() { WatchAnswer::Stop } else { WatchAnswer::Save }
        };
        let length = Length::Share(&|| 0.5);
        let (second, _) = train_with(&[], Some(first), ALWAYS, length, &mut stop);
        let second = second.expect("a training").checkpoint;
        assert_eq!(calls, 2);
        assert!(second.counters.steps > 120 && second.counters.games > counters.games);
    }

    #[test]
    fn an_error_ends_the_training() {
        let mut watch = |_: &TrainProgress<'_>| WatchAnswer::GoOn;
        let (failed, _) =
            train_with(&[], None, (20, Then::Error), Length::Steps(1_000_000), &mut watch);
        assert_eq!(failed.expect_err("a failure"), Error::NotFinite { step: 99 });
        // A start with a single move left is settled.
        let game = square(3);
        let mut pos = game.start();
        for index in [0, 1, 2, 4, 3, 5, 7, 6] {
            game.play(&mut pos, game.indexed_move(index));
        }
        let (failed, _) = train_with(&[pos], None, ALWAYS, Length::Steps(10), &mut watch);
        assert_eq!(failed.expect_err("nothing to learn"), Error::NoPositions);
    }

    /// A thread that panics does not let the others wait for ever, and its panic is the error of
    /// the training.
    #[test]
    fn a_panic_ends_the_training() {
        for (then, expected) in [
            (Then::PanicOfTheEvaluation, "an evaluation that panics"),
            (Then::PanicOfAGame, "game 3 panics"),
        ] {
            let mut watch = |_: &TrainProgress<'_>| WatchAnswer::GoOn;
            let (failed, _) =
                train_with(&[], None, (20, then), Length::Steps(1_000_000), &mut watch);
            assert_eq!(failed.expect_err("a panic"), Error::Panic(expected.to_string()));
        }
        // A panic of the caller's thread stays one, after all others have ended.
        let share = || panic!("a caller that panics");
        let panicked = catch_unwind(|| {
            train_with(&[], None, ALWAYS, Length::Share(&share), &mut |_| WatchAnswer::GoOn)
        });
        assert_eq!(words_of(&*panicked.expect_err("a panic")), "a caller that panics");
    }

    #[test]
    fn groups_have_as_many_games_for_each_thread() {
        assert_eq!(games_of_a_group(3584, 14), 1792);
        assert_eq!(games_of_a_group(10, 4), 4);
        assert_eq!(games_of_a_group(1, 3), 3);
        assert_eq!(games_of_a_group(9, 0), 4);
    }
}
