//! The plugs of Go.

use super::build::{Alone, TeamOf, Tuning, expected_work, own_or_common};
use super::{Common, Plugs, sets};
use crate::engine::{Engine, Recorded};
use crate::lenient::{self, Boards, Circumstances, Court, Lenient};
use crate::settings::{SearchName, Settings};
use andor_core::{
    Claim, Game, Heuristic, KeySource, NotationError, Oracle, Player, Repetition, Verdict,
};
use andor_games::go::{Go, Ko, Move};
use andor_games::points::{Point, Points};
use andor_guess::{AtAGlance, Blend, FirstWork, Glances, Scale};
use andor_knowledge::go::life::UnconditionalLife;
use andor_knowledge::go::safety::{AlternatingSafety, Promise};
use andor_knowledge::go::territory::{self, UnconditionalTerritory};
use andor_search::alpha_beta::{AlphaBeta, Entry as AlphaBetaEntry};
use andor_search::expected_work::{LookAhead, Options};
use andor_search::lockless::{Lockless, Words};
use andor_search::memory::{Entry, LocalTranspositions, Transpositions, ZonesOfFacts};
use andor_search::table::Shared;
use std::sync::{Arc, OnceLock};

/// Unconditional life, by name.
const LIFE: &str = "life";

/// How a glance at a Go board becomes a guess.
const GO_SCALE: Scale =
    Scale { scale: 8.0, per_margin: 1.0, noise: 0.5, least_plies: 3.5, plies_per_move: 1.5 };

/// Random games beside a glance, and what the glance counts, on a board of so many points: a glance sees
/// little on the smallest boards, where random games are short.
fn few_games(area: usize) -> (u32, f32) {
    if area <= 9 { (16, 0.4) } else { (2, 0.8) }
}

/// After how many nodes a search that glances begins anew for the first time on a board of so many points.
/// It takes more of them to come to the end of a game where there are more moves and games are longer.
fn first_restart(area: usize) -> u64 {
    ((area as u64).pow(3) / 3).max(500)
}

/// Unconditional territory, by name.
const TERRITORY: &str = "territory";

/// Safety under alternating play, by name.
const SAFETY: &str = "safety";

/// Safety, and what the safe stones grow into, by name.
const GROWTH: &str = "growth";

/// Relevancy zones, by name.
const ZONES: &str = "zones";

/// What threads of expected work search share if they use zones.
pub(crate) struct ZonedRace<const W: usize> {
    solved: Arc<Shared<Entry<Move, Points<W>>>>,
    team: TeamOf<Go<W>, SharedLocal<W>>,
}

/// Solved positions with their zones that threads share; each keeps its own shapes.
type SharedLocal<const W: usize> = LocalTranspositions<Go<W>, Arc<Shared<Entry<Move, Points<W>>>>>;

/// The safety of one of these names.
fn safety(name: &str) -> Option<AlternatingSafety> {
    match name {
        SAFETY => Some(AlternatingSafety { promise: Promise::Safe }),
        GROWTH => Some(AlternatingSafety { promise: Promise::Growing }),
        _ => None,
    }
}

/// Bytes of a table that threads fill on a board of so many points. On boards of more than 12 no search has
/// kept more than one entry for a hundred ways to put stones on the board; small ones have room in any case.
fn most_words(area: usize) -> usize {
    let stones = u32::try_from(area).map_or(usize::MAX, |area| 3_usize.saturating_pow(area));
    stones.max(1 << 24)
}

impl<const W: usize> Plugs for Go<W> {
    const KNOWLEDGE: &'static [&'static str] = &[LIFE, TERRITORY];
    const FURTHER: &'static [&'static str] = &[SAFETY, GROWTH, ZONES];
    const QUOTABLE: &'static [&'static str] = &[LIFE];

    /// Zones save expected work search a third of its nodes. Alpha-beta and searches by a glance have cheap
    /// nodes: to them zones cost as much as they save, or more.
    fn pays(name: &str, search: SearchName) -> bool {
        name == ZONES && search.has_dear_nodes()
    }

    /// Zones are for lines without a past.
    fn serves(name: &str, search: SearchName, moves: usize) -> bool {
        name != ZONES || uses_zones(search) && moves == 0
    }

    type Refutation = ();

    type Patterns = ZonedRace<W>;

    fn patterns(bytes: usize) -> ZonedRace<W> {
        ZonedRace { solved: Arc::new(Shared::new(bytes - bytes / 4)), team: Arc::default() }
    }

    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Self::Position, NotationError> {
        let [black, white] = sets(stones);
        Go::set_up(self, black, white, to_move)
    }

    fn settles(&self, name: &str, pos: &Self::Position, claim: Claim) -> Option<Verdict> {
        match name {
            LIFE => UnconditionalLife.settle(self, pos, claim).map(|(verdict, _)| verdict),
            TERRITORY => {
                UnconditionalTerritory.settle(self, pos, claim).map(|(verdict, _)| verdict)
            }
            _ => safety(name)?.settle(self, pos, claim).map(|(verdict, _)| verdict),
        }
    }

    fn settles_after(
        &self,
        name: &str,
        before: &Self::Position,
        pos: &Self::Position,
        claim: Claim,
    ) -> Option<Verdict> {
        match name {
            LIFE => Some(UnconditionalLife.settle_after(self, before, pos, claim)?.0),
            TERRITORY => Some(UnconditionalTerritory.settle_after(self, before, pos, claim)?.0),
            _ => self.settles(name, pos, claim),
        }
    }

    fn applies(&self, name: &str) -> bool {
        match name {
            TERRITORY => territory::applies(self),
            ZONES => self.has_zones(),
            _ => true,
        }
    }

    fn engine(
        &self,
        settings: &Settings,
        knowledge: &[&str],
        seed: u64,
        common: &Common<Self>,
    ) -> Box<dyn Engine<Self>> {
        let tuning =
            Tuning { games: 16, tempo: 0.3, rate: 0.4, bend: 0.7, look_ahead: LookAhead::Replies };
        let territory = knowledge.contains(&TERRITORY) && territory::applies(self);
        let territory = territory.then_some(UnconditionalTerritory);
        let strongest = [GROWTH, SAFETY].into_iter().find(|name| knowledge.contains(name));
        let safety = strongest.and_then(safety);
        // Where territory or safety speaks it says all that life could.
        let life = knowledge.contains(&LIFE) && territory.is_none() && safety.is_none();
        let life = (territory, (safety, life.then_some(UnconditionalLife)));
        let is_zoned = knowledge.contains(&ZONES) && self.has_zones();
        let playouts = |games| tuning.playouts(games, seed);
        match settings.search {
            SearchName::ProofNumber => common.dfpn(life, playouts(tuning.games), common.memory()),
            SearchName::AlphaBeta => go_alpha_beta(self, settings, life, knowledge, common),
            SearchName::DepthFirst => Box::new(Recorded::default()),
            SearchName::AtAGlance => {
                let first_work = FirstWork::Exponential { rate: 0.5, bend: 0.7 };
                let glances = Glances::new(GO_SCALE, first_work, seed);
                let (games, weight) = few_games(self.size().area());
                let guesses = Blend::new(glances, playouts(games), weight);
                let (doubt, restart) = (Some(0.1), Some(first_restart(self.size().area())));
                let usual = Options { doubt, restart, ..tuning.usual() };
                go_expected_work(settings, usual, life, guesses, is_zoned, common)
            }
            _ => {
                let (usual, playouts) = (tuning.usual(), playouts(tuning.games));
                go_expected_work(settings, usual, life, playouts, is_zoned, common)
            }
        }
    }
}

/// The searches that can use zones of Go.
fn uses_zones(search: SearchName) -> bool {
    !matches!(search, SearchName::ProofNumber | SearchName::DepthFirst)
}

/// Expected work search on Go boards, with zones or without.
fn go_expected_work<const W: usize, K, H>(
    settings: &Settings,
    usual: Options,
    knowledge: K,
    heuristic: H,
    is_zoned: bool,
    common: &Common<Go<W>>,
) -> Box<dyn Engine<Go<W>>>
where
    K: Oracle<Go<W>> + 'static,
    H: Heuristic<Go<W>> + 'static,
{
    match &common.race {
        _ if !is_zoned => own_or_common(settings, usual, knowledge, heuristic, common),
        None => {
            let memory = LocalTranspositions::<Go<W>>::default();
            expected_work(settings, usual, knowledge, heuristic, memory, Alone)
        }
        Some(_) => {
            let ZonedRace { solved, team } = common.patterns();
            let memory = LocalTranspositions::new(solved.clone());
            expected_work(settings, usual, knowledge, heuristic, memory, team.clone())
        }
    }
}

/// Alpha-beta on Go boards. Where moves are forbidden for what they repeat, solutions must be replayed to
/// be used again; elsewhere a table of facts will do, which threads share, with zones of their own.
fn go_alpha_beta<const W: usize, K: Oracle<Go<W>> + 'static>(
    game: &Go<W>,
    settings: &Settings,
    knowledge: K,
    names: &[&str],
    common: &Common<Go<W>>,
) -> Box<dyn Engine<Go<W>>> {
    let zones = ZonesOfFacts::<Go<W>>::default;
    let is_zoned = names.contains(&ZONES) && game.has_zones();
    match (game.repetition(), &common.race) {
        (Repetition::Forbidden, _) => {
            let memory = Transpositions::<Go<W>, ()>::default();
            let strict = Box::new(AlphaBeta::new(knowledge, AtAGlance, memory));
            lenient(game, settings, names, strict, common)
        }
        (_, None) if is_zoned => Box::new(AlphaBeta::new(knowledge, AtAGlance, zones())),
        (_, None) => Box::new(AlphaBeta::new(knowledge, AtAGlance, ())),
        (_, Some(race)) => {
            let area = game.size().area();
            let table = table(&race.words, area, settings.memory);
            let busy = race.busy.clone();
            match is_zoned {
                true => {
                    let search = AlphaBeta::with_table(knowledge, AtAGlance, zones(), table);
                    Box::new(search.beside(busy))
                }
                false => {
                    let search = AlphaBeta::with_table(knowledge, AtAGlance, (), table);
                    Box::new(search.beside(busy))
                }
            }
        }
    }
}

/// The table that threads share, on a board of so many points and in no more than so many bytes.
fn table(
    words: &OnceLock<Arc<Words>>,
    area: usize,
    bytes: usize,
) -> Lockless<AlphaBetaEntry<Move>> {
    let made = || Arc::new(Words::new(bytes.min(most_words(area))));
    Lockless::new(words.get_or_init(made).clone())
}

/// Alpha-beta in lenient games first, where there are some.
fn lenient<const W: usize>(
    game: &Go<W>,
    settings: &Settings,
    names: &[&str],
    strict: Box<dyn Engine<Go<W>>>,
    common: &Common<Go<W>>,
) -> Box<dyn Engine<Go<W>>> {
    let games = Player::BOTH.map(|player| game.lenient(player));
    let [Some(black), Some(white)] = games else { return strict };
    let boards = match game.rules().ko {
        Ko::Positional => Boards::Positional,
        _ => Boards::Situational,
    };
    let (area, games) = (game.size().area(), [black, white]);
    let has = |name| names.contains(&name);
    let territory = (has(TERRITORY) && territory::applies(game)).then_some(UnconditionalTerritory);
    let life = (has(LIFE) && territory.is_none()).then_some(UnconditionalLife);
    let knowledge = (territory, life);
    let name = territory.map(|_| TERRITORY).or(life.map(|_| LIFE));
    let bytes = lenient::table_bytes(settings.memory);
    let race = common.race.as_ref().map(|race| (race.words.clone(), race.busy.clone()));
    let strategies = common.race.as_ref().map(|race| race.strategies.clone()).unwrap_or_default();
    let shared_bytes = if race.is_some() { bytes.min(most_words(area)) } else { 0 };
    let make = move |player: Player| {
        let engine: Box<dyn Engine<Go<W>>> = match &race {
            None => Box::new(AlphaBeta::new(knowledge, AtAGlance, ())),
            Some((words, busy)) => {
                let table = table(words, area, bytes);
                let search = AlphaBeta::with_table(knowledge, AtAGlance, (), table);
                let key = KeySource::new(player.index() as u64).next_key();
                Box::new(search.beside(busy.clone()).apart(key))
            }
        };
        Court { game: games[player.index()].clone(), engine }
    };
    let names = Vec::from_iter(name);
    let strategy_bytes = settings.memory - bytes;
    let around = Circumstances { boards, names, strategies, strategy_bytes, shared_bytes };
    Box::new(Lenient::new(Box::new(make), strict, around))
}
