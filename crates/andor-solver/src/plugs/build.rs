//! Searches put together from their plugs, as the settings ask.

use super::{Common, Plugs};
use crate::engine::{Engine, Recorded};
use crate::settings::{SearchName, Settings};
use andor_core::{Game, Heuristic, Oracle, Verdict};
use andor_guess::{FirstWork, Playouts};
use andor_search::alpha_beta::AlphaBeta;
use andor_search::expected_work::{Backup, ExpectedWork, LookAhead, Options, Order, Team};
use andor_search::memory::{Memory, RefutationOf, Transpositions};
use std::sync::Arc;

/// How the playouts of a game are tuned.
#[derive(Clone, Copy)]
pub(super) struct Tuning {
    pub(super) games: u32,
    pub(super) tempo: f32,
    pub(super) rate: f32,
    pub(super) bend: f32,
    pub(super) look_ahead: LookAhead,
}

/// The team of those who have a memory of this kind.
pub(super) type TeamOf<G, M> = Arc<Team<<G as Game>::Move, RefutationOf<G, M>>>;

/// Who takes part in an expected work search.
pub(super) trait Company<G: Plugs, M: Memory<G>> {
    /// Gives the search its place.
    fn seat<K, H>(self, search: ExpectedWork<K, H, M>) -> Box<dyn Engine<G>>
    where
        G: 'static,
        K: Oracle<G> + 'static,
        H: Heuristic<G> + 'static,
        M: 'static;
}

/// Nobody else.
pub(super) struct Alone;

impl<G: Plugs, M: Memory<G>> Company<G, M> for Alone {
    fn seat<K, H>(self, search: ExpectedWork<K, H, M>) -> Box<dyn Engine<G>>
    where
        G: 'static,
        K: Oracle<G> + 'static,
        H: Heuristic<G> + 'static,
        M: 'static,
    {
        Box::new(search)
    }
}

impl<G: Plugs, M: Memory<G>> Company<G, M> for TeamOf<G, M> {
    fn seat<K, H>(self, search: ExpectedWork<K, H, M>) -> Box<dyn Engine<G>>
    where
        G: 'static,
        K: Oracle<G> + 'static,
        H: Heuristic<G> + 'static,
        M: 'static,
    {
        Box::new(search.beside(self))
    }
}

impl Tuning {
    /// The usual options.
    pub(super) fn usual(self) -> Options {
        Options { look_ahead: self.look_ahead, ..Options::default() }
    }

    /// Random games tuned like this.
    pub(super) fn playouts(self, games: u32, seed: u64) -> Playouts {
        let first_work = FirstWork::Exponential { rate: self.rate, bend: self.bend };
        Playouts::new(games, self.tempo, first_work, seed)
    }
}

/// The search that the settings ask for, guided by random games, unless it is by proof numbers.
pub(super) fn build<G, K, M>(
    settings: &Settings,
    seed: u64,
    tuning: Tuning,
    knowledge: K,
    memory: M,
    company: impl Company<G, M>,
) -> Box<dyn Engine<G>>
where
    G: Plugs + 'static,
    K: Oracle<G> + 'static,
    M: Memory<G> + 'static,
{
    let playouts = tuning.playouts(tuning.games, seed);
    match settings.search {
        SearchName::AlphaBeta => Box::new(AlphaBeta::new(knowledge, playouts, memory)),
        SearchName::DepthFirst => Box::new(Recorded::default()),
        _ => expected_work(settings, tuning.usual(), knowledge, playouts, memory, company),
    }
}

/// Expected work search with the game's usual options, in the variant that the settings ask for.
pub(super) fn expected_work<G, K, H, M>(
    settings: &Settings,
    usual: Options,
    knowledge: K,
    heuristic: H,
    memory: M,
    company: impl Company<G, M>,
) -> Box<dyn Engine<G>>
where
    G: Plugs + 'static,
    K: Oracle<G> + 'static,
    H: Heuristic<G> + 'static,
    M: Memory<G> + 'static,
{
    let conjecture = settings.claimed.map(|_| Verdict::Proven);
    let usual = Options { conjecture, ..usual };
    let options = match settings.search {
        SearchName::WithoutWinRate => Options { order: Order::Work, ..usual },
        SearchName::WithoutProofSize => {
            let order = Order::WinRate { exploration: 0.5 };
            Options { order, backup: Backup::Mean, ..usual }
        }
        _ => usual,
    };
    company.seat(ExpectedWork::new(knowledge, heuristic, memory, options))
}

/// Expected work search with transpositions of its own, or with those that the threads of a team share.
pub(super) fn own_or_common<G, K, H>(
    settings: &Settings,
    usual: Options,
    knowledge: K,
    heuristic: H,
    common: &Common<G>,
) -> Box<dyn Engine<G>>
where
    G: Plugs + 'static,
    K: Oracle<G> + 'static,
    H: Heuristic<G> + 'static,
{
    match common.team() {
        Some(team) => expected_work(settings, usual, knowledge, heuristic, common.memory(), team),
        None => {
            let memory = Transpositions::<G, ()>::default();
            expected_work(settings, usual, knowledge, heuristic, memory, Alone)
        }
    }
}
