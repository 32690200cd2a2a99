//! What the searches of one problem have in common.

use super::Plugs;
use crate::engine::Engine;
use crate::lenient::Strategies;
use crate::settings::Settings;
use andor_core::{Game, Heuristic, Oracle};
use andor_search::alpha_beta::Busy;
use andor_search::dfpn::{self, Dfpn};
use andor_search::expected_work::Team;
use andor_search::lockless::Words;
use andor_search::memory::{Entry, Memory, Transpositions};
use andor_search::table::Shared;
use andor_search::zones::Zones;
use std::sync::{Arc, OnceLock};

/// What the searches of one problem, on several threads or one after the other, have in common.
pub(crate) struct Common<G: Plugs> {
    numbers: Arc<dfpn::Common<G::Move, G::Refutation>>,
    solved: Arc<SharedTable<G>>,
    /// Solved positions that answer for others as well, made when the first search asks, and how many
    /// bytes they may take.
    patterns: (OnceLock<G::Patterns>, usize),
    /// What else threads share, if there are several.
    pub(super) race: Option<Race<G>>,
}

/// What threads share besides numbers and solved positions.
pub(super) struct Race<G: Plugs> {
    /// The table of alpha-beta, made when the first thread asks, and what its threads are at.
    pub(super) words: Arc<OnceLock<Arc<Words>>>,
    pub(super) busy: Arc<Busy>,
    /// The tree of expected work search, without zones and with them.
    pub(super) team: Arc<Team<G::Move, ()>>,
    /// Strategies under superko.
    pub(super) strategies: Arc<Strategies>,
}

/// Solved positions that threads share.
pub(super) type SharedTable<G> = Shared<Entry<<G as Game>::Move, ()>>;

pub(super) type SharedTranspositions<G> = Transpositions<G, (), Arc<SharedTable<G>>>;

impl<G: Plugs> Common<G> {
    pub(crate) fn new(settings: &Settings) -> Common<G> {
        let half = settings.memory / 2;
        Common {
            numbers: dfpn::Common::new(settings.threads, half),
            // Each search keeps a quarter of its own part for what needs no replay.
            solved: Arc::new(Shared::new(half - half / 4)),
            patterns: (OnceLock::new(), half),
            race: None,
        }
    }

    /// The same for threads that search together, if there are several.
    pub(crate) fn racing(settings: &Settings) -> Common<G> {
        let race = (settings.threads > 1).then(|| Race {
            words: Arc::default(),
            busy: Arc::default(),
            team: Arc::default(),
            strategies: Arc::default(),
        });
        Common { race, ..Common::new(settings) }
    }

    /// The team of threads that search one tree without zones, if there are several.
    pub(super) fn team(&self) -> Option<Arc<Team<G::Move, ()>>> {
        self.race.as_ref().map(|race| race.team.clone())
    }

    /// The solved positions that all share, where they answer for others as well.
    pub(super) fn patterns(&self) -> &G::Patterns {
        let (patterns, bytes) = &self.patterns;
        patterns.get_or_init(|| G::patterns(*bytes))
    }

    /// The solved positions that all share.
    pub(super) fn memory(&self) -> SharedTranspositions<G> {
        Transpositions::new(self.solved.clone())
    }

    /// Depth-first proof-number search with these plugs.
    pub(super) fn dfpn<K, H, M>(&self, knowledge: K, heuristic: H, memory: M) -> Box<dyn Engine<G>>
    where
        G: 'static,
        K: Oracle<G> + 'static,
        H: Heuristic<G> + 'static,
        M: Memory<G, Zones: Zones<G, Refutation = G::Refutation>> + 'static,
    {
        let options = dfpn::Options::default();
        Box::new(Dfpn::new(knowledge, heuristic, memory, self.numbers.clone(), options))
    }
}
