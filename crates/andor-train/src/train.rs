//! The entry: what a training needs, what it tells, and what its drivers on processors and GPUs share.

use crate::checkpoint::Checkpoint;
use crate::course::Course;
use crate::cpu;
use crate::history::{Counters, History, Point};
use crate::lessons;
use crate::replay::{Batcher, Lesson, Replay};
use crate::selfplay::{Finished, Setup};
use crate::starts::HardStarts;
use andor_core::{Claim, Game, Oracle, Planes};
use andor_net::{Losses, Parameters, Rule, Sample, Shape, State, Training};
use std::sync::Arc;
use std::time::Instant;

/// What a network is trained for.
pub struct Task<'a, G: Planes> {
    /// The game.
    pub game: &'a G,
    /// The claims; each game is about one of them, drawn evenly.
    pub claims: Vec<Claim>,
    /// Positions from which games start; if there are none, games start with random stones.
    pub starts: &'a [G::Position],
    /// Settled positions to learn from, besides self-play.
    pub lessons: &'a [Lesson<G>],
    /// Makes the knowledge of a thread. The answers of an oracle must not depend on earlier questions: otherwise
    /// trainings with the same seed differ.
    pub oracle: &'a (dyn Fn() -> Box<dyn Oracle<G>> + Sync),
    /// Threads that play and learn; on a GPU two more ask and train.
    pub threads: usize,
}

/// How a training begins.
#[derive(Clone, Debug)]
pub enum Begin {
    /// With a new network.
    New(Shape),
    /// With this network.
    From(Parameters),
    /// Where another training with the same settings stopped. Without the replay the training first fills a new one.
    Resume(Box<Checkpoint>, Option<Replay>),
}

/// Where evaluations and steps are computed.
#[derive(Clone, Debug)]
pub enum Device {
    /// On processors.
    Cpu,
    /// On an NVIDIA GPU; trainings with the same seed differ.
    #[cfg(feature = "cuda")]
    Cuda(andor_net::cuda::Gpu),
}

/// When a training ends, unless the watch stops it.
#[derive(Clone, Copy)]
pub enum Length<'a> {
    /// After so many steps, those before a checkpoint included.
    Steps(u64),
    /// When the function says 1: the share that is done.
    Share(&'a (dyn Fn() -> f64 + Sync)),
}

/// What the watch hears, after each round of games or about once a second.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The stretch since the last moment.
    pub point: &'a Point,
    /// The share that is done.
    pub share: f64,
    /// Positions that are kept.
    pub kept: usize,
    /// Hard positions that are kept.
    pub hard: usize,
    /// After [`Wish::Save`]: the training as it is now.
    pub state: Option<(&'a Checkpoint, &'a Replay)>,
}

/// What the watch wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Go on.
    GoOn,
    /// Call the watch again at once, with the training as it is now.
    Save,
    /// Stop; [`train`] gives back the training as it is now.
    Stop,
}

/// A training that has ended.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The network and all that is needed to go on.
    pub checkpoint: Checkpoint,
    /// The positions of the last games.
    pub replay: Replay,
}

/// Why a training cannot begin or go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// A setting is out of its range.
    #[error("{what}: {found}; expected {expected}")]
    Setting {
        /// The setting.
        what: &'static str,
        /// Its value.
        found: String,
        /// The values that can be.
        expected: &'static str,
    },
    /// The network does not fit the game.
    #[error("a network for {found}; the game has {expected}")]
    Shape {
        /// The sizes of the network.
        found: String,
        /// The sizes of the game's planes.
        expected: String,
    },
    /// The checkpoint comes from other settings.
    #[error("a checkpoint with the settings \"{found}\"; expected \"{expected}\"")]
    Resume {
        /// The settings of the checkpoint.
        found: String,
        /// The settings of the training.
        expected: String,
    },
    /// A part of the checkpoint does not fit the rest.
    #[error("a checkpoint whose {0} does not fit the training")]
    Checkpoint(&'static str),
    /// A lesson that cannot be.
    #[error(
        "lesson {number}: {problem}; expected a legal move and a cost that is finite and not below 0"
    )]
    Lesson {
        /// The place of the lesson.
        number: usize,
        /// The problem.
        problem: String,
    },
    /// Every start is settled at once, so there is nothing to learn.
    #[error("the games give no positions to learn from; expected starts that are not settled")]
    NoPositions,
    /// The training has failed.
    #[error("the losses of step {step} are not finite; expected a lower rate")]
    NotFinite {
        /// The step.
        step: u64,
    },
    /// The GPU has failed.
    #[cfg(feature = "cuda")]
    #[error(transparent)]
    Cuda(#[from] andor_net::cuda::CudaError),
}

/// The shape of a network for a game.
pub fn shape_for<G: Planes>(game: &G, blocks: usize, filters: usize, bins: usize) -> Shape {
    let planes = game.plane_shape();
    Shape {
        width: planes.columns,
        height: planes.rows,
        planes: planes.planes,
        extra_moves: planes.others,
        blocks,
        filters,
        bins,
    }
}

/// Trains a network. The watch is called again and again; it can stop the training and ask for checkpoints.
pub fn train<G: Planes>(
    task: &Task<'_, G>,
    course: &Course,
    begin: Begin,
    device: Device,
    length: Length<'_>,
    watch: &mut dyn FnMut(&Moment<'_>) -> Wish,
) -> Result<Trained, Error> {
    let (school, pupil) = School::open(task, course, begin, length)?;
    if school.is_of_lessons() {
        return lessons::run(school, pupil, device, watch);
    }
    match device {
        Device::Cpu => cpu::run(school, pupil, watch),
        #[cfg(feature = "cuda")]
        Device::Cuda(gpu) => crate::gpu::run(school, pupil, &gpu, watch),
    }
}

/// A network and what its training remembers, if it has begun.
pub(crate) struct Pupil {
    pub(crate) parameters: Parameters,
    pub(crate) state: Option<State>,
}

/// A training in progress, without the network.
pub(crate) struct School<'a, G: Planes> {
    pub(crate) task: &'a Task<'a, G>,
    pub(crate) setup: Arc<Setup<'a, G>>,
    pub(crate) replay: Replay,
    pub(crate) hard: HardStarts,
    pub(crate) counters: Counters,
    length: Length<'a>,
    batcher: Batcher,
    history: History,
    settings: String,
    /// Since the last moment.
    before: Counters,
    clock: Instant,
    losses: Losses,
}

impl<'a, G: Planes> School<'a, G> {
    pub(crate) fn open(
        task: &'a Task<'a, G>,
        course: &'a Course,
        begin: Begin,
        length: Length<'a>,
    ) -> Result<(School<'a, G>, Pupil), Error> {
        let bins = match &begin {
            Begin::New(shape) => shape.bins,
            Begin::From(parameters) => parameters.shape().bins,
            Begin::Resume(checkpoint, _) => checkpoint.parameters.shape().bins,
        };
        let setup = Setup::new(task.game, &task.claims, task.starts, course, bins)?;
        let batcher = Batcher::new(task.game, task.lessons, course.lesson_share, course.batch)?;
        let mut school = School {
            task,
            setup: Arc::new(setup),
            replay: Replay::new(course.replay),
            hard: HardStarts::default(),
            counters: Counters::default(),
            length,
            batcher,
            history: History::default(),
            settings: settings(task, course),
            before: Counters::default(),
            clock: Instant::now(),
            losses: Losses::default(),
        };
        let pupil = match begin {
            Begin::New(shape) => {
                check_shape(task.game, &shape)?;
                Pupil { parameters: Parameters::new(shape, course.seed), state: None }
            }
            Begin::From(parameters) => {
                check_shape(task.game, parameters.shape())?;
                Pupil { parameters, state: None }
            }
            Begin::Resume(checkpoint, replay) => school.resume(*checkpoint, replay, course)?,
        };
        Ok((school, pupil))
    }

    fn resume(
        &mut self,
        checkpoint: Checkpoint,
        replay: Option<Replay>,
        course: &Course,
    ) -> Result<Pupil, Error> {
        let Checkpoint { parameters, state, counters, history, settings, hard } = checkpoint;
        check_shape(self.task.game, parameters.shape())?;
        if settings != self.settings {
            return Err(Error::Resume { found: settings, expected: self.settings.clone() });
        }
        let second = matches!(course.rule, Rule::Adam { .. });
        if state.second.is_empty() == second {
            return Err(Error::Checkpoint("rule"));
        }
        if !hard.starts.iter().all(|start| self.setup.is_start(start)) {
            return Err(Error::Checkpoint("list of hard positions"));
        }
        if let Some(replay) = replay {
            let shape = self.setup.shape;
            if replay.capacity != course.replay
                || !replay.records.iter().all(|record| record.is_sound(shape))
            {
                return Err(Error::Checkpoint("replay"));
            }
            self.replay = replay;
        }
        (self.counters, self.before, self.history, self.hard) = (counters, counters, history, hard);
        Ok(Pupil { parameters, state: Some(state) })
    }

    pub(crate) fn course(&self) -> &'a Course {
        self.setup.course
    }

    /// Takes a game that is over.
    pub(crate) fn take(&mut self, finished: Finished) {
        self.counters.games += 1;
        self.counters.proven += u64::from(finished.proven);
        self.counters.plies += finished.plies;
        self.counters.evaluations += finished.evaluations;
        self.counters.positions += finished.records.len() as u64;
        finished.records.into_iter().for_each(|record| self.replay.push(record));
        if let Some(hard) = finished.hard {
            self.hard.push(hard);
        }
    }

    /// The share that is done, 0 to 1.
    pub(crate) fn share(&self) -> f64 {
        match self.length {
            Length::Steps(steps) => self.counters.steps as f64 / steps.max(1) as f64,
            Length::Share(share) => share(),
        }
        .clamp(0.0, 1.0)
    }

    /// How steps on processors are made.
    pub(crate) fn training(&self) -> Training {
        let (rule, threads) = (self.course().rule, self.task.threads);
        Training { rule, threads, ..Training::default() }
    }

    /// Are there lessons, and nothing else to learn from?
    fn is_of_lessons(&self) -> bool {
        !self.task.lessons.is_empty() && self.course().lesson_share >= 1.0
    }

    /// Steps that the positions so far call for.
    pub(crate) fn due(&self) -> u64 {
        let course = self.course();
        let samples = self.counters.positions as f64 * f64::from(course.passes);
        let due = (samples / course.batch as f64) as u64;
        let most = match self.length {
            Length::Steps(steps) => steps,
            Length::Share(_) => u64::MAX,
        };
        due.min(most).saturating_sub(self.counters.steps)
    }

    /// The batch and the rate of the next step.
    pub(crate) fn lesson(&mut self) -> (&[Sample], f32) {
        let rate = self.course().rate * 0.1f32.powf(self.share() as f32);
        let seed = mix(self.course().seed ^ 0x57EB, self.counters.steps);
        (self.batcher.batch(&self.replay, seed), rate)
    }

    /// Takes the losses of a step.
    pub(crate) fn learned(&mut self, losses: &Losses) -> Result<(), Error> {
        self.counters.steps += 1;
        self.losses.policy += losses.policy;
        self.losses.costs[0] += losses.costs[0];
        self.losses.costs[1] += losses.costs[1];
        let Losses { policy, costs: [first, second] } = *losses;
        match (policy + first + second).is_finite() {
            true => Ok(()),
            false => Err(Error::NotFinite { step: self.counters.steps }),
        }
    }

    /// Tells the watch what was done. Does the training go on?
    pub(crate) fn tell(
        &mut self,
        watch: &mut dyn FnMut(&Moment<'_>) -> Wish,
        pupil: &mut dyn FnMut() -> Result<(Parameters, State), Error>,
    ) -> Result<bool, Error> {
        let mut done = self.counters.numbers();
        done.iter_mut().zip(self.before.numbers()).for_each(|(now, before)| *now -= before);
        let done = Counters::of(done);
        let mean = |sum: f64| sum / done.steps.max(1) as f64;
        let losses =
            Losses { policy: mean(self.losses.policy), costs: self.losses.costs.map(mean) };
        let seconds = self.clock.elapsed().as_secs_f64();
        let point = Point { until: self.counters, done, seconds, losses };
        (self.before, self.clock, self.losses) = (self.counters, Instant::now(), Losses::default());
        self.history.push(point);
        let (kept, hard) = (self.replay.len(), self.hard.len());
        let moment = Moment { point: &point, share: self.share(), kept, hard, state: None };
        let mut wish = watch(&moment);
        if wish == Wish::Save {
            let (parameters, state) = pupil()?;
            let checkpoint = self.checkpoint(parameters, state);
            wish = watch(&Moment { state: Some((&checkpoint, &self.replay)), ..moment });
        }
        Ok(wish != Wish::Stop)
    }

    fn checkpoint(&self, parameters: Parameters, state: State) -> Checkpoint {
        Checkpoint {
            parameters,
            state,
            counters: self.counters,
            history: self.history.clone(),
            settings: self.settings.clone(),
            hard: self.hard.clone(),
        }
    }

    pub(crate) fn close(self, parameters: Parameters, state: State) -> Trained {
        Trained { checkpoint: self.checkpoint(parameters, state), replay: self.replay }
    }
}

fn check_shape<G: Planes>(game: &G, shape: &Shape) -> Result<(), Error> {
    if let Err(error) = shape.check() {
        let expected = "sizes that a network may have";
        return Err(Error::Setting { what: "network", found: error.to_string(), expected });
    }
    let text = |shape: &Shape| {
        let Shape { width, height, planes, extra_moves, .. } = shape;
        format!("{width}x{height} points, {planes} planes and {extra_moves} moves besides points")
    };
    let expected = shape_for(game, shape.blocks, shape.filters, shape.bins);
    match *shape == expected {
        true => Ok(()),
        false => Err(Error::Shape { found: text(shape), expected: text(&expected) }),
    }
}

/// All that decides a training, besides the network and its length.
fn settings<G: Planes>(task: &Task<'_, G>, course: &Course) -> String {
    let mut text = format!("{course} planes {}", task.game.planes_version());
    for claim in &task.claims {
        text += &format!(" claim {}:{}", claim.attacker, claim.at_least.0);
    }
    let sum = task.starts.iter().fold(0, |sum, start| mix(sum, Game::key(task.game, start).low()));
    text + &format!(" starts {}:{sum:x}", task.starts.len())
}

/// A seed from two numbers (SplitMix64).
pub(crate) fn mix(first: u64, second: u64) -> u64 {
    let mut value = first.wrapping_add(second.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ value >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::starts::Start;
    use crate::testing::{BINS, CLAIMS, square};
    use andor_games::toy::mnk::Mnk;

    #[test]
    fn hard_positions_must_be_those_of_the_game() {
        let (game, course) = (square(3), Course::default());
        let oracle: fn() -> Box<dyn Oracle<Mnk>> = || Box::new(());
        let (claims, starts, lessons) = (CLAIMS.to_vec(), &[], &[]);
        let task = Task { game: &game, claims, starts, lessons, oracle: &oracle, threads: 1 };
        let parameters = Parameters::new(shape_for(&game, 0, 1, BINS), 1);
        let zeros = vec![0.0; parameters.values().len()];
        let checkpoint = |base: u32, claim: u8, moves: &[u16]| {
            let mut hard = HardStarts::default();
            hard.push(Start { base, claim, moves: moves.to_vec() });
            Checkpoint {
                parameters: parameters.clone(),
                state: State { steps: 3, first: zeros.clone(), second: zeros.clone() },
                counters: Counters::default(),
                history: History::default(),
                settings: settings(&task, &course),
                hard,
            }
        };
        let open = |checkpoint| {
            let begin = Begin::Resume(Box::new(checkpoint), None);
            School::open(&task, &course, begin, Length::Steps(1)).map(|_| ())
        };
        assert_eq!(open(checkpoint(0, 1, &[0, 8])), Ok(()));
        let refused = Err(Error::Checkpoint("list of hard positions"));
        assert_eq!(open(checkpoint(1, 1, &[0, 8])), refused, "no position was given");
        assert_eq!(open(checkpoint(0, 2, &[0, 8])), refused, "there are two claims");
        assert_eq!(open(checkpoint(0, 1, &[0, 0])), refused, "two stones on a point");
        assert_eq!(open(checkpoint(0, 1, &[9])), refused, "no point");
    }

    #[test]
    fn the_rate_falls_to_a_tenth() {
        let (game, course) = (square(3), Course { rate: 1.0, ..Course::default() });
        let oracle: fn() -> Box<dyn Oracle<Mnk>> = || Box::new(());
        let (claims, starts, lessons) = (CLAIMS.to_vec(), &[], &[]);
        let task = Task { game: &game, claims, starts, lessons, oracle: &oracle, threads: 1 };
        let shape = shape_for(&game, 0, 1, BINS);
        for (done, expected) in [(0.0, 1.0), (0.5, 0.1f32.sqrt()), (1.0, 0.1), (7.0, 0.1)] {
            let share = move || done;
            let length = Length::Share(&share);
            let (mut school, _) =
                School::open(&task, &course, Begin::New(shape), length).expect("a training");
            let planes = game.planes(&game.start(), CLAIMS[0]);
            let record = Record::new(school.setup.shape, &planes, 0..9, &[], [1.0; 2]);
            school.replay.push(record);
            let (_, rate) = school.lesson();
            assert!((rate - expected).abs() < 1e-5, "{done}: {rate}");
        }
    }
}
