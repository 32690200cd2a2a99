//! A training in progress without its network: what all ways to train share.

use crate::checkpoint::Checkpoint;
use crate::error::Error;
use crate::history::{Counters, History, Point};
use crate::replay::{Batcher, Replay};
use crate::selfplay::{Finished, Setup};
use crate::settings::TrainSettings;
use crate::starts::HardStarts;
use crate::task::{Begin, Length, Task, TrainProgress, Trained, WatchAnswer, shape_for};
use andor_core::{Game, Planes};
use andor_net::{Losses, Parameters, Rule, Sample, Shape, State, Training};
use std::sync::Arc;
use std::time::Instant;

/// A network and what its training remembers, if it has begun.
pub(crate) struct NetworkState {
    pub(crate) parameters: Parameters,
    pub(crate) state: Option<State>,
}

/// A training in progress, without the network.
pub(crate) struct OngoingTraining<'a, G: Planes> {
    pub(crate) task: &'a Task<'a, G>,
    pub(crate) setup: Arc<Setup<'a, G>>,
    pub(crate) replay: Replay,
    pub(crate) hard: HardStarts,
    pub(crate) counters: Counters,
    length: Length<'a>,
    batcher: Batcher,
    history: History,
    settings_text: String,
    /// Since the watch was last called.
    before: Counters,
    clock: Instant,
    losses: Losses,
}

impl<'a, G: Planes> OngoingTraining<'a, G> {
    pub(crate) fn open(
        task: &'a Task<'a, G>,
        settings: &'a TrainSettings,
        begin: Begin,
        length: Length<'a>,
    ) -> Result<(OngoingTraining<'a, G>, NetworkState), Error> {
        let bins = match &begin {
            Begin::New(shape) => shape.bins,
            Begin::From(parameters) => parameters.shape().bins,
            Begin::Resume(checkpoint, _) => checkpoint.parameters.shape().bins,
        };
        let setup = Setup::new(task.game, &task.claims, task.starts, settings, bins)?;
        let batcher = Batcher::new(task.game, task.proofs, settings.proof_share, settings.batch)?;
        let mut ongoing = OngoingTraining {
            task,
            setup: Arc::new(setup),
            replay: Replay::new(settings.replay),
            hard: HardStarts::default(),
            counters: Counters::default(),
            length,
            batcher,
            history: History::default(),
            settings_text: settings_text(task, settings),
            before: Counters::default(),
            clock: Instant::now(),
            losses: Losses::default(),
        };
        let initial = match begin {
            Begin::New(shape) => {
                check_shape(task.game, &shape)?;
                NetworkState { parameters: Parameters::new(shape, settings.seed), state: None }
            }
            Begin::From(parameters) => {
                check_shape(task.game, parameters.shape())?;
                NetworkState { parameters, state: None }
            }
            Begin::Resume(checkpoint, replay) => ongoing.resume(*checkpoint, replay, settings)?,
        };
        Ok((ongoing, initial))
    }

    fn resume(
        &mut self,
        checkpoint: Checkpoint,
        replay: Option<Replay>,
        settings: &TrainSettings,
    ) -> Result<NetworkState, Error> {
        let Checkpoint { parameters, state, counters, history, settings: found, hard } = checkpoint;
        check_shape(self.task.game, parameters.shape())?;
        if found != self.settings_text {
            return Err(Error::Resume { found, expected: self.settings_text.clone() });
        }
        let second = matches!(settings.rule, Rule::Adam { .. });
        if state.second.is_empty() == second {
            return Err(Error::Checkpoint("rule"));
        }
        if !hard.starts.iter().all(|start| self.setup.is_start(start)) {
            return Err(Error::Checkpoint("list of hard positions"));
        }
        if let Some(replay) = replay {
            let shape = self.setup.shape;
            if replay.capacity != settings.replay
                || !replay.records.iter().all(|record| record.is_sound(shape))
            {
                return Err(Error::Checkpoint("replay"));
            }
            self.replay = replay;
        }
        (self.counters, self.before, self.history, self.hard) = (counters, counters, history, hard);
        Ok(NetworkState { parameters, state: Some(state) })
    }

    pub(crate) fn settings(&self) -> &'a TrainSettings {
        self.setup.settings
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
        let (rule, threads) = (self.settings().rule, self.task.threads);
        Training { rule, threads, ..Training::default() }
    }

    /// Are there proofs, and nothing else to learn from?
    pub(crate) fn has_only_proofs(&self) -> bool {
        !self.task.proofs.is_empty() && self.settings().proof_share >= 1.0
    }

    /// Steps that the positions so far call for.
    pub(crate) fn due(&self) -> u64 {
        let settings = self.settings();
        let samples = self.counters.positions as f64 * f64::from(settings.passes);
        let due = (samples / settings.batch as f64) as u64;
        let most = match self.length {
            Length::Steps(steps) => steps,
            Length::Share(_) => u64::MAX,
        };
        due.min(most).saturating_sub(self.counters.steps)
    }

    /// The batch and the rate of the next step.
    pub(crate) fn next_batch(&mut self) -> (&[Sample], f32) {
        let rate = self.settings().rate * 0.1f32.powf(self.share() as f32);
        let seed = mix(self.settings().seed ^ 0x57EB, self.counters.steps);
        (self.batcher.batch(&self.replay, seed), rate)
    }

    /// Adds the losses of a step.
    pub(crate) fn add_losses(&mut self, losses: &Losses) -> Result<(), Error> {
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
        watch: &mut dyn FnMut(&TrainProgress<'_>) -> WatchAnswer,
        now: &mut dyn FnMut() -> Result<(Parameters, State), Error>,
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
        let progress =
            TrainProgress { point: &point, share: self.share(), kept, hard, state: None };
        let mut answer = watch(&progress);
        if answer == WatchAnswer::Save {
            let (parameters, state) = now()?;
            let checkpoint = self.checkpoint(parameters, state);
            answer = watch(&TrainProgress { state: Some((&checkpoint, &self.replay)), ..progress });
        }
        Ok(answer != WatchAnswer::Stop)
    }

    fn checkpoint(&self, parameters: Parameters, state: State) -> Checkpoint {
        Checkpoint {
            parameters,
            state,
            counters: self.counters,
            history: self.history.clone(),
            settings: self.settings_text.clone(),
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
fn settings_text<G: Planes>(task: &Task<'_, G>, settings: &TrainSettings) -> String {
    let mut text = format!("{settings} planes {}", task.game.planes_version());
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
    use andor_core::Oracle;
    use andor_games::toy::mnk::Mnk;

    #[test]
    fn hard_positions_must_be_those_of_the_game() {
        let (game, settings) = (square(3), TrainSettings::default());
        let oracle: fn() -> Box<dyn Oracle<Mnk>> = || Box::new(());
        let (claims, starts, proofs) = (CLAIMS.to_vec(), &[], &[]);
        let task = Task { game: &game, claims, starts, proofs, oracle: &oracle, threads: 1 };
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
                settings: settings_text(&task, &settings),
                hard,
            }
        };
        let open = |checkpoint| {
            let begin = Begin::Resume(Box::new(checkpoint), None);
            OngoingTraining::open(&task, &settings, begin, Length::Steps(1)).map(|_| ())
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
        let (game, settings) = (square(3), TrainSettings { rate: 1.0, ..TrainSettings::default() });
        let oracle: fn() -> Box<dyn Oracle<Mnk>> = || Box::new(());
        let (claims, starts, proofs) = (CLAIMS.to_vec(), &[], &[]);
        let task = Task { game: &game, claims, starts, proofs, oracle: &oracle, threads: 1 };
        let shape = shape_for(&game, 0, 1, BINS);
        for (done, expected) in [(0.0, 1.0), (0.5, 0.1f32.sqrt()), (1.0, 0.1), (7.0, 0.1)] {
            let share = move || done;
            let length = Length::Share(&share);
            let (mut ongoing, _) =
                OngoingTraining::open(&task, &settings, Begin::New(shape), length)
                    .expect("a training");
            let planes = game.planes(&game.start(), CLAIMS[0]);
            let record = Record::new(ongoing.setup.shape, &planes, 0..9, &[], [1.0; 2]);
            ongoing.replay.push(record);
            let (_, rate) = ongoing.next_batch();
            assert!((rate - expected).abs() < 1e-5, "{done}: {rate}");
        }
    }
}
