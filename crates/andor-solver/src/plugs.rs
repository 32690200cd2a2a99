//! Which plugs belong to which game, by name.

use crate::certificate::Recorder;
use crate::engine::{Engine, Recorded};
use crate::problem::BadInput;
use crate::settings::{Proof, SearchName, Settings};
use andor_core::{
    AtAGlance, Claim, Game, Heuristic, Notation, NotationError, Numbered, Oracle, Player, Playout,
    Repetition, Verdict,
};
use andor_games::go::{Go, Move};
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};
use andor_games::toy::mnk::Mnk;
use andor_games::toy::nim::Nim;
use andor_knowledge::go::life::UnconditionalLife;
use andor_knowledge::go::safety::{AlternatingSafety, Promise};
use andor_knowledge::go::territory::{self, UnconditionalTerritory};
use andor_knowledge::hex::Options as ConnectionOptions;
use andor_knowledge::hex::inferior::{Fills, Inferior};
use andor_knowledge::hex::oracle::HexOracle;
use andor_search::alpha_beta::{AlphaBeta, Busy};
use andor_search::blend::Blend;
use andor_search::dfpn::{self, Dfpn};
use andor_search::expected_work::{Backup, ExpectedWork, LookAhead, Options, Order, Team};
use andor_search::first_work::FirstWork;
use andor_search::glances::{Glances, Scale};
use andor_search::lockless::{Lockless, Words};
use andor_search::memory::{
    Entry, LocalTranspositions, Memory, Patterns, RefutationOf, SharedPatterns, Transpositions,
    ZonesOfFacts,
};
use andor_search::playout::Playouts;
use andor_search::table::Shared;
use std::sync::{Arc, OnceLock};

/// A game that can be solved by name.
pub(crate) trait Plugs: Game<Move: Numbered> + Notation + Playout {
    /// The names of its knowledge.
    const KNOWLEDGE: &'static [&'static str];

    /// The names of knowledge that is used only where it is asked for by name, or with the searches
    /// for which it [pays](Plugs::pays).
    const FURTHER: &'static [&'static str] = &[];

    /// Of further knowledge, does this one save a search more than it costs?
    fn pays(_name: &str, _search: SearchName) -> bool {
        false
    }

    /// May the knowledge of this name be used by this search, after so many moves of a given game?
    fn serves(_name: &str, _search: SearchName, _moves: usize) -> bool {
        true
    }

    /// Of all these, what certificates can quote.
    const QUOTABLE: &'static [&'static str] = Self::KNOWLEDGE;

    /// What threads of expected work search share besides solved positions by class.
    type Patterns: Send + Sync;

    /// The same, to take no more than so many bytes.
    fn patterns(bytes: usize) -> Self::Patterns;

    /// The position with these stones.
    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Self::Position, NotationError>;

    /// Has the knowledge of this name something to say under the rules?
    fn applies(&self, _name: &str) -> bool {
        true
    }

    /// Does the knowledge of this name settle the claim in `pos`?
    fn settles(&self, name: &str, pos: &Self::Position, claim: Claim) -> bool;

    /// The search that the settings ask for, with a seed of its own, one of those that have `common`
    /// in common.
    fn engine(
        &self,
        settings: &Settings,
        knowledge: &[&str],
        seed: u64,
        common: &Common<Self>,
    ) -> Box<dyn Engine<Self>>;
}

/// What the searches of one problem, on several threads or one after the other, have in common.
pub(crate) struct Common<G: Plugs> {
    numbers: Arc<dfpn::Common<G::Move>>,
    solved: Arc<SharedTable<G>>,
    /// What else threads share, if there are several.
    race: Option<Race<G>>,
}

/// What threads share besides numbers and solved positions.
struct Race<G: Plugs> {
    /// The table of alpha-beta, made when the first thread asks, and what its threads are at.
    words: OnceLock<Arc<Words>>,
    busy: Arc<Busy>,
    /// The tree of expected work search, without zones and with them.
    team: Arc<Team<G::Move, ()>>,
    patterns: G::Patterns,
}

/// Solved positions that threads share.
type SharedTable<G> = Shared<Entry<<G as Game>::Move, ()>>;

type SharedTranspositions<G> = Transpositions<G, (), Arc<SharedTable<G>>>;

impl<G: Plugs> Common<G> {
    pub(crate) fn new(settings: &Settings) -> Common<G> {
        let half = settings.memory / 2;
        Common {
            numbers: dfpn::Common::new(settings.threads, half),
            // Each search keeps a quarter of its own part for what needs no replay.
            solved: Arc::new(Shared::new(half - half / 4)),
            race: None,
        }
    }

    /// The same for threads that search together, if there are several.
    pub(crate) fn racing(settings: &Settings) -> Common<G> {
        let race = (settings.threads > 1).then(|| Race {
            words: OnceLock::new(),
            busy: Arc::default(),
            team: Arc::default(),
            patterns: G::patterns(settings.memory / 2),
        });
        Common { race, ..Common::new(settings) }
    }

    /// The team of threads that search one tree without zones, if there are several.
    fn team(&self) -> Option<Arc<Team<G::Move, ()>>> {
        self.race.as_ref().map(|race| race.team.clone())
    }

    /// The solved positions that all share.
    fn memory(&self) -> SharedTranspositions<G> {
        Transpositions::new(self.solved.clone())
    }

    /// Depth-first proof-number search with these plugs.
    fn dfpn<K, H, M>(&self, knowledge: K, heuristic: H, memory: M) -> Box<dyn Engine<G>>
    where
        G: 'static,
        K: Oracle<G> + 'static,
        H: Heuristic<G> + 'static,
        M: Memory<G> + 'static,
    {
        let options = dfpn::Options::default();
        Box::new(Dfpn::new(knowledge, heuristic, memory, self.numbers.clone(), options))
    }
}

/// The knowledge that the settings ask for.
pub(crate) fn knowledge<G: Plugs>(
    settings: &Settings,
    game: &str,
) -> Result<Vec<&'static str>, BadInput> {
    match settings.knowledge.as_str() {
        "none" => Ok(Vec::new()),
        "full" => {
            let further = G::FURTHER.iter().filter(|name| G::pays(name, settings.search));
            Ok(G::KNOWLEDGE.iter().chain(further).copied().collect())
        }
        names => names
            .split(',')
            .map(|name| {
                let mut known = G::KNOWLEDGE.iter().chain(G::FURTHER).copied();
                known.find(|known| *known == name).ok_or_else(|| {
                    let mut all = vec!["none", "full"];
                    all.extend(G::KNOWLEDGE);
                    all.extend(G::FURTHER);
                    BadInput::Request(format!(
                        "knowledge \"{name}\": {game} has none of that name; expected {}",
                        all.join(", ")
                    ))
                })
            })
            .collect(),
    }
}

/// How the playouts of a game are tuned.
#[derive(Clone, Copy)]
struct Tuning {
    games: u32,
    tempo: f32,
    rate: f32,
    bend: f32,
    look_ahead: LookAhead,
}

/// The team of those who have a memory of this kind.
type TeamOf<G, M> = Arc<Team<<G as Game>::Move, RefutationOf<G, M>>>;

/// Who takes part in an expected work search.
trait Company<G: Plugs, M: Memory<G>> {
    /// Gives the search its place.
    fn seat<K, H>(self, search: ExpectedWork<K, H, M>) -> Box<dyn Engine<G>>
    where
        G: 'static,
        K: Oracle<G> + 'static,
        H: Heuristic<G> + 'static,
        M: 'static;
}

/// Nobody else.
struct Alone;

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
    fn usual(self) -> Options {
        Options { look_ahead: self.look_ahead, ..Options::default() }
    }

    /// Random games tuned like this.
    fn playouts(self, games: u32, seed: u64) -> Playouts {
        let first_work = FirstWork::Exponential { rate: self.rate, bend: self.bend };
        Playouts::new(games, self.tempo, first_work, seed)
    }
}

/// The search that the settings ask for, guided by random games.
fn build<G, K, M>(
    settings: &Settings,
    seed: u64,
    tuning: Tuning,
    knowledge: K,
    memory: M,
    common: &Common<G>,
    company: impl Company<G, M>,
) -> Box<dyn Engine<G>>
where
    G: Plugs + 'static,
    K: Oracle<G> + 'static,
    M: Memory<G> + 'static,
{
    let playouts = tuning.playouts(tuning.games, seed);
    match settings.search {
        SearchName::ProofNumber => common.dfpn(knowledge, playouts, memory),
        SearchName::AlphaBeta => Box::new(AlphaBeta::new(knowledge, playouts, memory)),
        SearchName::DepthFirst => Box::new(Recorded::default()),
        _ => expected_work(settings, tuning.usual(), knowledge, playouts, memory, company),
    }
}

/// Expected work search with the game's usual options, in the variant that the settings ask for.
fn expected_work<G, K, H, M>(
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
fn own_or_common<G, K, H>(
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

/// The sets of stones of both players.
fn sets<const W: usize>(stones: &[(Player, Point)]) -> [Points<W>; 2] {
    Player::BOTH.map(|player| {
        stones.iter().filter(|(owner, _)| *owner == player).map(|(_, point)| *point).collect()
    })
}

/// Virtual connections, by name.
const CONNECTIONS: &str = "connections";

/// Inferior cells, by name.
const INFERIOR: &str = "inferior";

/// The inferior cells that a certificate may quote.
pub(crate) fn inferior<const W: usize>(hex: &Hex<W>, recorder: &Recorder) -> Option<Inferior<W>> {
    recorder.may_quote(INFERIOR).then(|| Inferior::with_fills(hex, Fills::Whole))
}

/// The knowledge about Hex of these names. For a proof it is close to what a certificate can tell: fills
/// of whole shapes, and no splits. Connections are updated in any case: those of the positions that
/// enter the proof are built again, from nothing, with their derivations.
fn hex_oracle<const W: usize>(hex: &Hex<W>, names: &[&str], is_proof: bool) -> HexOracle<W> {
    let mut oracle = HexOracle::new();
    if names.contains(&CONNECTIONS) {
        oracle = oracle.with_connections(hex, ConnectionOptions::default());
        if !is_proof {
            oracle = oracle.with_splits();
        }
    }
    if names.contains(&INFERIOR) {
        oracle = oracle.with_inferior(hex, if is_proof { Fills::Whole } else { Fills::All });
    }
    oracle
}

impl<const W: usize> Plugs for Hex<W> {
    const KNOWLEDGE: &'static [&'static str] = &[CONNECTIONS, INFERIOR];

    type Patterns = (SharedPatterns<Hex<W>>, TeamOf<Hex<W>, SharedPatterns<Hex<W>>>);

    fn patterns(bytes: usize) -> Self::Patterns {
        (SharedPatterns::new(bytes), Arc::default())
    }

    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Self::Position, NotationError> {
        Ok(Hex::set_up(self, sets(stones), to_move))
    }

    /// Nothing in Hex looks back, so that what is known holds on every line.
    fn settles(&self, _: &str, _: &Self::Position, _: Claim) -> bool {
        false
    }

    fn engine(
        &self,
        settings: &Settings,
        knowledge: &[&str],
        seed: u64,
        common: &Common<Self>,
    ) -> Box<dyn Engine<Self>> {
        let tuning =
            Tuning { games: 256, tempo: 0.6, rate: 0.9, bend: 0.7, look_ahead: LookAhead::Replies };
        if knowledge.is_empty() {
            return match &common.race {
                Some(Race { patterns: (memory, team), .. }) => {
                    build(settings, seed, tuning, (), memory.clone(), common, team.clone())
                }
                None => {
                    let memory = Patterns::<Hex<W>>::default();
                    build(settings, seed, tuning, (), memory, common, Alone)
                }
            };
        }
        // Patterns rest on stones that are there, not on those that are filled in.
        let oracle = hex_oracle(self, knowledge, settings.proof != Proof::None);
        let memory = common.memory();
        match (oracle.order(), common.team()) {
            (Some(order), _) if settings.search == SearchName::ProofNumber => {
                common.dfpn(oracle, order, memory)
            }
            (_, Some(team)) => build(settings, seed, tuning, oracle, memory, common, team),
            (_, None) => build(settings, seed, tuning, oracle, memory, common, Alone),
        }
    }
}

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

/// Bytes of a table that threads fill on a board of so many points. No search has kept more than one
/// entry for a hundred ways to put stones on the board.
fn most_words(area: usize) -> usize {
    let stones = u32::try_from(area).map_or(usize::MAX, |area| 3_usize.saturating_pow(area));
    stones.max(1 << 20)
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

    fn settles(&self, name: &str, pos: &Self::Position, claim: Claim) -> bool {
        match name {
            LIFE => UnconditionalLife.settle(self, pos, claim).is_some(),
            TERRITORY => UnconditionalTerritory.settle(self, pos, claim).is_some(),
            _ => safety(name).is_some_and(|safety| safety.settle(self, pos, claim).is_some()),
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
            SearchName::AlphaBeta => go_alpha_beta(self, settings, life, is_zoned, common),
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
        Some(Race { patterns: ZonedRace { solved, team }, .. }) => {
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
    is_zoned: bool,
    common: &Common<Go<W>>,
) -> Box<dyn Engine<Go<W>>> {
    let zones = ZonesOfFacts::<Go<W>>::default;
    match (game.repetition(), &common.race) {
        (Repetition::Forbidden, _) => {
            let memory = Transpositions::<Go<W>, ()>::default();
            Box::new(AlphaBeta::new(knowledge, AtAGlance, memory))
        }
        (_, None) if is_zoned => Box::new(AlphaBeta::new(knowledge, AtAGlance, zones())),
        (_, None) => Box::new(AlphaBeta::new(knowledge, AtAGlance, ())),
        (_, Some(Race { words, busy, .. })) => {
            let bytes = settings.memory.min(most_words(game.size().area()));
            let words = words.get_or_init(|| Arc::new(Words::new(bytes)));
            let (table, busy) = (Lockless::new(words.clone()), busy.clone());
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

/// What the toy games share: transpositions, no knowledge, no set-up from files.
macro_rules! plain_plugs {
    ($($game:ty),*) => {$(
        impl Plugs for $game {
            const KNOWLEDGE: &'static [&'static str] = &[];

            type Patterns = ();

            fn patterns(_: usize) {}

            fn set_up(
                &self,
                _: &[(Player, Point)],
                _: Player,
            ) -> Result<Self::Position, NotationError> {
                Ok(self.start())
            }

            fn settles(&self, _: &str, _: &Self::Position, _: Claim) -> bool {
                false
            }

            fn engine(
                &self,
                settings: &Settings,
                _: &[&str],
                seed: u64,
                common: &Common<Self>,
            ) -> Box<dyn Engine<Self>> {
                let tuning = Tuning {
                    games: 16,
                    tempo: 0.5,
                    rate: 0.5,
                    bend: 0.7,
                    look_ahead: LookAhead::Moves,
                };
                let playouts = tuning.playouts(tuning.games, seed);
                match settings.search {
                    SearchName::ProofNumber => common.dfpn((), playouts, common.memory()),
                    SearchName::AlphaBeta => {
                        Box::new(AlphaBeta::new((), playouts, common.memory()))
                    }
                    SearchName::DepthFirst => Box::new(Recorded::default()),
                    _ => own_or_common(settings, tuning.usual(), (), playouts, common),
                }
            }
        }
    )*};
}

plain_plugs!(Mnk, Nim);
