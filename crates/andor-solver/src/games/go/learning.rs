//! Learning depth-first proof-number search on boards of Go.

use super::{GoShared, most_words, under_superko, without_superko_first};
use crate::engines::{EngineSpec, Shared};
use crate::room::Room;
use andor_core::{Game, Player, Repetition};
use andor_games::any::AnyGame;
use andor_games::go::{Go, Ko};
use andor_guess::AtAGlance;
use andor_guess::go::{GoForesight, Learning as Rates};
use andor_knowledge::go::GoKnowledge;
use andor_search::Search;
use andor_search::alpha_beta::AlphaBeta;
use andor_search::learning::{Busy, Entry, Learning, MOST_POINTS, Options, Wins};
use andor_search::lockless::{Lockless, Words};
use std::sync::{Arc, OnceLock};

/// Can the search solve a game on this board under these rules?
pub(super) fn applies<const W: usize>(game: &Go<W>) -> bool {
    let rules = game.rules();
    let is_covered = rules.ko == Ko::Basic || rules.is_covered_by_basic_ko();
    game.size().area() <= MOST_POINTS && is_covered
}

/// What makes searches of one problem: those of several threads, and under superko those in the
/// games of both players.
struct Maker {
    knowledge: GoKnowledge,
    options: Options,
    rates: Rates,
    /// Different for each thread.
    seed: u64,
    /// What threads share.
    race: Option<Race>,
}

/// What the searches of several threads share.
struct Race {
    words: Arc<OnceLock<Arc<Words>>>,
    /// Bytes of the table.
    bytes: usize,
    wins: Arc<Wins>,
    busy: Arc<Busy>,
}

impl Maker {
    /// The table that threads share.
    fn table(&self, game: &Go<1>) -> Option<Lockless<Entry>> {
        let Race { words, bytes, .. } = self.race.as_ref()?;
        let made = || Arc::new(Words::new((*bytes).min(most_words(game.size().area()))));
        Some(Lockless::new(words.get_or_init(made).clone()))
    }

    /// A search in a game without superko.
    fn make(&self, game: &Go<1>) -> Box<dyn Search<Go<1>>> {
        let foresight = |player: Player| {
            let seed = self.seed << 1 | player.index() as u64;
            GoForesight::new(game, self.rates).with_liberties().with_noise(seed)
        };
        let rest = AlphaBeta::new(self.knowledge, AtAGlance);
        match (self.table(game), &self.race) {
            (Some(table), Some(Race { wins, busy, .. })) => {
                let search =
                    Learning::with_table(self.knowledge, foresight, rest, table, wins.clone());
                Box::new(search.with_options(self.options).beside(busy.clone()))
            }
            _ => {
                let search = Learning::new(self.knowledge, foresight, rest);
                Box::new(search.with_options(self.options))
            }
        }
    }
}

/// The search on a board for which it [applies].
pub(super) fn learning(
    game: &Go<1>,
    spec: &EngineSpec<'_>,
    knowledge: GoKnowledge,
    shared: &Shared<AnyGame>,
) -> Box<dyn Search<Go<1>>> {
    let usual = (Options::default(), Rates::default());
    let bytes = match game.repetition() {
        Repetition::Forbidden => Room::beside_strategies(spec.room.searching()),
        _ => spec.room.searching(),
    };
    let race = shared.race().map(|race| {
        let GoShared { wins, learning: busy, .. } = shared.own(GoShared::new);
        let (words, wins, busy) = (race.words.clone(), wins.clone(), busy.clone());
        Race { words, bytes: bytes / 3 * 2, wins, busy }
    });
    let maker = Maker {
        knowledge,
        options: Options {
            epsilon: spec.options.number("ldfpn.epsilon", usual.0.epsilon),
            ..usual.0
        },
        rates: Rates { rate: spec.options.number("ldfpn.rate", usual.1.rate), ..usual.1 },
        seed: spec.seed << 8 | spec.thread as u64,
        race,
    };
    match game.repetition() {
        Repetition::Forbidden => {
            let shared_bytes = if maker.race.is_some() { bytes } else { 0 };
            let strict = under_superko(spec, knowledge, shared);
            if shared.is_lasting() {
                // The table must be there before it is loaded.
                maker.table(game);
            }
            let relaxed = move |game: &Go<1>, _: Player| maker.make(game);
            without_superko_first(game, spec, strict, shared, shared_bytes, Box::new(relaxed))
        }
        _ => maker.make(game),
    }
}
