//! Engines: searches assembled from their plugs, by name.

use crate::network::guide::{Guide, Guided, Networks};
use crate::options::OptionValues;
use crate::room::Room;
use crate::search_name::SearchName;
use crate::settings::Settings;
use andor_core::{Evaluate, Game, Heuristic, NoZone, Numbered, Oracle, Verdict};
use andor_guess::{FirstWork, Playout, Playouts, Works};
use andor_net::Target;
use andor_search::Search;
use andor_search::alpha_beta::{self, AlphaBeta, Busy};
use andor_search::conspiracy;
use andor_search::depth_first::DepthFirst;
use andor_search::dfpn::{self, Dfpn};
use andor_search::expected_work::{self, Backup, ExpectedWork, LookAhead, Order, TeamOf};
use andor_search::lockless::Words;
use andor_search::mcts::{self, MonteCarlo, Selection};
use andor_search::memory::{Archive, Archived, Entry, Memory, Transpositions};
use andor_search::pns::ProofNumberSearch;
use andor_search::save::Lasting;
use andor_search::table::Shared as SharedTable;
use andor_search::zones::NoZones;
use std::any::Any;
use std::sync::{Arc, OnceLock};

/// The factor of the exploration term of Monte Carlo tree search with a network, for values between
/// 0 and 1. That of Wu et al. 2022 is 0.75 in these terms. More helps where the network is wrong,
/// less where it is right.
pub const EXPLORATION: f32 = 1.2;

/// The options of sibling conspiracy number search.
pub fn conspiracy(options: &OptionValues) -> conspiracy::Options {
    let usual = conspiracy::Options::default();
    let leaf = match options.get("conspiracy.delta").and_then(|text| text.parse().ok()) {
        None => usual.leaf,
        Some(0.0) => conspiracy::Leaf::TwoSteps,
        Some(width) => conspiracy::Leaf::ManySteps(width),
    };
    conspiracy::Options {
        leaf,
        epsilon: options.number("conspiracy.epsilon", usual.epsilon),
        most: (
            options.number("conspiracy.most", usual.most.0),
            options.number("conspiracy.most", usual.most.1),
        ),
        interlude: options.whole("conspiracy.interlude", usual.interlude),
        forget: options.number("conspiracy.forget", usual.forget),
        balance: options.number("conspiracy.balance", usual.balance),
        tempo: options.number("conspiracy.tempo", usual.tempo),
        siblings: options.get("conspiracy.siblings") != Some("no"),
        ..usual
    }
}

/// A search by name, with its options.
#[derive(Clone, Copy, Debug)]
pub struct EngineSpec<'a> {
    /// The search.
    pub search: SearchName,
    /// The names of the pieces of knowledge that the search may use.
    pub knowledge: &'a [&'static str],
    /// The options that were set.
    pub options: &'a OptionValues,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The number of the thread, from 0.
    pub thread: usize,
    /// The memory.
    pub room: Room,
    /// Will a certificate be written?
    pub is_proof: bool,
    /// The expected verdict, if one is conjectured.
    pub conjecture: Option<Verdict>,
}

impl EngineSpec<'_> {
    /// May the search use this piece of knowledge?
    pub fn uses(&self, name: &str) -> bool {
        self.knowledge.contains(&name)
    }

    /// The options of depth-first proof-number search, where these are usual. The focused search of
    /// the paper on proof cost networks looks at a tenth of the moves, and its first numbers are
    /// guesses. The first numbers of a network are costs, which add up to the costs of the
    /// position.
    fn dfpn(&self, usual: dfpn::Options, guide: Option<&Guide>) -> dfpn::Options {
        let usual = match self.search {
            SearchName::Focused => dfpn::Options { share: 0.1, guessed: true, ..usual },
            _ => usual,
        };
        let usual = match guide {
            Some(guide) => {
                let narrow = guide.target() == Target::Outcome;
                dfpn::Options { guessed: !narrow, sum: !narrow, narrow, ..usual }
            }
            None => usual,
        };
        dfpn::Options {
            epsilon: self.options.number("dfpn.epsilon", usual.epsilon),
            base: self.options.whole("dfpn.base", usual.base),
            share: self.options.number("dfpn.share", usual.share),
            guessed: match self.options.get("dfpn.first") {
                Some(word) => word == "guess",
                None => usual.guessed,
            },
            ..usual
        }
    }

    /// The options of Monte Carlo tree search.
    fn mcts(&self, selection: Selection, guide: Option<&Guide>) -> mcts::Options {
        let usual = match guide {
            Some(guide) => mcts::Options {
                selection: Selection::Puct,
                exploration: EXPLORATION,
                batch: guide.together(),
            },
            None => mcts::Options { selection, ..mcts::Options::default() },
        };
        mcts::Options {
            exploration: self.options.number("mcts.exploration", usual.exploration),
            batch: self.options.whole("mcts.batch", usual.batch),
            ..usual
        }
    }

    /// The options of alpha-beta.
    pub fn alpha_beta(&self) -> alpha_beta::Options {
        let usual = alpha_beta::Options::default();
        let step = |usual: u16| {
            self.options.whole("alpha-beta.longest-step", usual.into()).min(u16::MAX.into()) as u16
        };
        let whole = |name: &str, usual: u32| self.options.whole(name, usual);
        alpha_beta::Options {
            longest_of_many: step(usual.longest_of_many),
            longest_of_few: step(usual.longest_of_few),
            gain: whole("alpha-beta.gain", usual.gain as u32) as i32,
            bounded_from: whole("alpha-beta.bounded-from", usual.bounded_from.into()) as u16,
            ..usual
        }
    }
}

/// How random games become guesses in a game, and how expected work search looks at children.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Random games for each guess.
    pub games: u32,
    /// The share of the best move's gain that a move loses because the opponent is next.
    pub tempo: f32,
    /// How fast the first expected work grows with the plies left.
    pub rate: f32,
    /// How fast the first expected work grows with the loser's chance.
    pub bend: f32,
    /// The guesses by which new children are judged.
    pub look_ahead: LookAhead,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning { games: 16, tempo: 0.5, rate: 0.5, bend: 0.7, look_ahead: LookAhead::Moves }
    }
}

impl Tuning {
    /// The same tuning with the options that were set.
    pub fn with(self, options: &OptionValues) -> Tuning {
        Tuning {
            games: options.whole("ews.games", self.games),
            tempo: options.number("ews.tempo", self.tempo),
            rate: options.number("ews.rate", self.rate),
            bend: options.number("ews.bend", self.bend),
            look_ahead: match options.get("ews.look-ahead") {
                Some("moves") => LookAhead::Moves,
                Some(_) => LookAhead::Replies,
                None => self.look_ahead,
            },
        }
    }

    /// The options of expected work search.
    pub fn expected_work(self, options: &OptionValues) -> expected_work::Options {
        let usual = expected_work::Options::default();
        let usual = expected_work::Options { look_ahead: self.look_ahead, ..usual };
        self.expected_work_from(usual, options)
    }

    /// The options of expected work search, where these are usual.
    pub fn expected_work_from(
        self,
        usual: expected_work::Options,
        options: &OptionValues,
    ) -> expected_work::Options {
        expected_work::Options {
            look_ahead: match options.get("ews.look-ahead") {
                Some(_) => self.look_ahead,
                None => usual.look_ahead,
            },
            prior: options.number("ews.prior", usual.prior),
            epsilon: options.number("ews.epsilon", usual.epsilon),
            ..usual
        }
    }

    /// So many random games for each guess, from a seed.
    pub fn playouts(self, games: u32, seed: u64) -> Playouts {
        let first_work = FirstWork::Exponential { rate: self.rate, bend: self.bend };
        Playouts::new(games, self.tempo, first_work, seed)
    }
}

/// The state of one game that its searches share, and that can be saved.
pub trait Own: Lasting + Any {}

impl<T: Lasting + Any> Own for T {}

/// The state that the searches of one problem share, on several threads or one after another.
pub struct Shared<G: Game + 'static> {
    numbers: Arc<dfpn::CommonOf<G>>,
    solved: Arc<SharedTable<Entry<G::Move, NoZone>>>,
    /// The state that only this game shares, made when the first search asks for it.
    own: OnceLock<Box<dyn Own>>,
    /// The state that threads share in addition, if there are several.
    race: Option<Race<G>>,
    /// Are all tables shared, so that they can be saved?
    is_lasting: bool,
    /// The network that guides the searches, if there is one.
    guided: Option<Guided<G>>,
    /// Solved positions that outlast the search, if there are any.
    archive: Option<Arc<dyn Archive<G>>>,
    room: Room,
}

/// The state that threads share in addition to proof numbers and solved positions.
pub struct Race<G: Game> {
    /// The table of alpha-beta, made when the first thread asks.
    pub words: Arc<OnceLock<Arc<Words>>>,
    /// The positions that the threads of alpha-beta are searching.
    pub busy: Arc<Busy>,
    /// The tree of expected work search.
    pub team: Arc<TeamOf<G>>,
}

impl<G: Game<Move: Numbered> + 'static> Shared<G> {
    /// The state for searches one after another.
    pub fn new(room: Room) -> Shared<G> {
        Shared {
            numbers: dfpn::Common::new(room.threads(), room.numbers()),
            solved: Arc::new(SharedTable::new(room.solved())),
            own: OnceLock::new(),
            race: None,
            is_lasting: false,
            guided: None,
            archive: None,
            room,
        }
    }

    /// The state for threads that search together, if there are several.
    pub fn racing(room: Room) -> Shared<G> {
        let race = (room.threads() > 1).then(|| Race {
            words: Arc::default(),
            busy: Arc::default(),
            team: Arc::default(),
        });
        Shared { race, ..Shared::new(room) }
    }

    /// The state for searches that are saved while they go on: threads or not, their tables are
    /// shared.
    pub fn lasting(room: Room) -> Shared<G> {
        let race = Race { words: Arc::default(), busy: Arc::default(), team: Arc::default() };
        Shared { race: Some(race), is_lasting: true, ..Shared::new(room) }
    }

    /// With the network of the settings, if there is one and networks see the game, as the source
    /// of all guesses.
    pub(crate) fn guided(
        self,
        game: &G,
        networks: Option<&'static dyn Networks<G>>,
        settings: &Settings,
    ) -> Shared<G> {
        let guide = settings.guide.as_ref();
        let guided = Guided::of(game, networks, guide, settings.is_symmetric());
        Shared { guided, ..self }
    }

    /// With these solved positions, which outlast the search.
    pub(crate) fn with_archive(self, archive: Option<Arc<dyn Archive<G>>>) -> Shared<G> {
        Shared { archive, ..self }
    }

    /// The memory with the archive beside it, if there is one.
    fn archived(&self, memory: Box<dyn Memory<G>>) -> Box<dyn Memory<G>> {
        match &self.archive {
            Some(archive) => Box::new(Archived::new(memory, archive.clone())),
            None => memory,
        }
    }

    /// The network that guides the searches.
    fn guide(&self) -> Option<&Guide> {
        self.guided.as_ref().map(|guided| &*guided.guide)
    }

    /// The network's guesses, or these if there is no network.
    pub(crate) fn guesses(
        &self,
        own: Box<dyn Heuristic<G>>,
        works: Works,
    ) -> Box<dyn Heuristic<G>> {
        self.guided.as_ref().map_or(own, |guided| guided.heuristic(works))
    }

    /// The additional state of threads, if there are several.
    pub fn race(&self) -> Option<&Race<G>> {
        self.race.as_ref()
    }

    /// The team of threads that search one tree, if there are several.
    pub fn team(&self) -> Option<Arc<TeamOf<G>>> {
        self.race.as_ref().map(|race| race.team.clone())
    }

    /// The state that only this game shares, in one type; made to fit into the memory.
    pub fn own<T: Own>(&self, make: impl FnOnce(Room) -> T) -> &T {
        let own: &dyn Any = &**self.own.get_or_init(|| Box::new(make(self.room)));
        own.downcast_ref().unwrap_or_else(|| unreachable!("a game shares values of one type"))
    }

    /// All tables that outlast a search, in the order of a checkpoint. Tables that are made when a
    /// search asks for them must have been asked for.
    pub fn tables(&self) -> Vec<&dyn Lasting> {
        let mut tables: Vec<&dyn Lasting> = vec![&self.numbers, &self.solved];
        if let Some(own) = self.own.get() {
            tables.push(&**own);
        }
        if let Some(race) = &self.race {
            tables.push(&race.team);
            tables.extend(race.words.get().map(|words| words as &dyn Lasting));
        }
        tables
    }

    /// Are all tables shared, even if there is one thread, so that they can be saved?
    pub fn is_lasting(&self) -> bool {
        self.is_lasting
    }

    /// The memory of solved positions that all searches share.
    pub fn memory(&self) -> Box<dyn Memory<G>> {
        Box::new(Transpositions::<G, NoZones, _>::new(self.solved.clone()))
    }

    /// The memory of a search: alpha-beta and depth-first proof-number search share the table, the
    /// others have a table of their own, unless they are threads of a team.
    pub fn memory_of(&self, search: SearchName) -> Box<dyn Memory<G>> {
        match search {
            SearchName::AlphaBeta | SearchName::Threats => self.memory(),
            search if search.is_dfpn() => self.memory(),
            _ => self.own_or_shared(),
        }
    }

    /// The search's own transposition table, or the table that the threads of a team share.
    pub fn own_or_shared(&self) -> Box<dyn Memory<G>> {
        match &self.race {
            Some(_) => self.memory(),
            None => Box::new(Transpositions::<G>::default()),
        }
    }
}

/// Depth-first proof-number search with these plugs and the usual options.
pub fn dfpn<G: Game<Move: Numbered> + 'static>(
    spec: &EngineSpec<'_>,
    shared: &Shared<G>,
    knowledge: Box<dyn Oracle<G>>,
    heuristic: Box<dyn Heuristic<G>>,
    memory: Box<dyn Memory<G>>,
) -> Box<dyn Search<G>> {
    dfpn_with(spec, dfpn::Options::default(), shared, knowledge, heuristic, memory)
}

/// Depth-first proof-number search with these plugs, in a game with these default options.
pub fn dfpn_with<G: Game<Move: Numbered> + 'static>(
    spec: &EngineSpec<'_>,
    usual: dfpn::Options,
    shared: &Shared<G>,
    knowledge: Box<dyn Oracle<G>>,
    heuristic: Box<dyn Heuristic<G>>,
    memory: Box<dyn Memory<G>>,
) -> Box<dyn Search<G>> {
    let heuristic = shared.guesses(heuristic, Works::ProofNumbers);
    let options = spec.dfpn(usual, shared.guide());
    let memory = shared.archived(memory);
    Box::new(Dfpn::new(knowledge, heuristic, memory, shared.numbers.clone(), options))
}

/// Best-first proof-number search with these plugs.
pub fn pns<G: Game<Move: Numbered> + 'static>(
    spec: &EngineSpec<'_>,
    shared: &Shared<G>,
    knowledge: Box<dyn Oracle<G>>,
    heuristic: Box<dyn Heuristic<G>>,
    memory: Box<dyn Memory<G>>,
) -> Box<dyn Search<G>> {
    let heuristic = shared.guesses(heuristic, Works::ProofNumbers);
    let memory = shared.archived(memory);
    Box::new(ProofNumberSearch::new(knowledge, heuristic, memory, spec.seed))
}

/// Monte Carlo tree search with these plugs: UCT for a heuristic that guesses about positions
/// alone, PUCT for a heuristic that also guesses about moves, such as a network.
pub fn mcts<G: Game<Move: Numbered> + 'static>(
    spec: &EngineSpec<'_>,
    shared: &Shared<G>,
    selection: Selection,
    knowledge: Box<dyn Oracle<G>>,
    heuristic: Box<dyn Heuristic<G>>,
    memory: Box<dyn Memory<G>>,
) -> Box<dyn Search<G>> {
    let options = spec.mcts(selection, shared.guide());
    let heuristic = shared.guesses(heuristic, Works::Nodes);
    let memory = shared.archived(memory);
    Box::new(MonteCarlo::new(knowledge, heuristic, memory, options, spec.seed))
}

/// How much longer every other thread with a tree of its own stays below a child, so that threads
/// go different ways.
const OWN_WAY: f32 = 0.4;

/// Expected work search, in the variant that is asked for. Threads search one tree together, unless
/// the search restarts: then they share their memory alone, because solutions are all that is left
/// of a tree. A network guesses about all moves of a position at once, so that children are judged
/// by the guesses about their moves.
pub fn expected_work<G: Game<Move: Numbered> + 'static>(
    spec: &EngineSpec<'_>,
    shared: &Shared<G>,
    usual: expected_work::Options,
    knowledge: Box<dyn Oracle<G>>,
    heuristic: Box<dyn Heuristic<G>>,
    memory: Box<dyn Memory<G>>,
) -> Box<dyn Search<G>> {
    let look_ahead = match (shared.guide(), spec.options.get("ews.look-ahead")) {
        (Some(_), None) => LookAhead::Moves,
        _ => usual.look_ahead,
    };
    let usual = expected_work::Options { conjecture: spec.conjecture, look_ahead, ..usual };
    let heuristic = shared.guesses(heuristic, Works::Nodes);
    let options = match spec.search {
        SearchName::WithoutWinRate => expected_work::Options { order: Order::Work, ..usual },
        SearchName::WithoutProofSize => {
            let order = Order::WinRate { exploration: 0.5 };
            expected_work::Options { order, backup: Backup::Mean, ..usual }
        }
        _ => usual,
    };
    let memory = shared.archived(memory);
    let own_way = if spec.thread % 2 == 1 { OWN_WAY } else { 0.0 };
    Box::new(match shared.team() {
        Some(team) if options.restart.is_none() => {
            ExpectedWork::new(knowledge, heuristic, memory, options).beside(team)
        }
        _ => {
            let epsilon = options.epsilon + own_way;
            let options = expected_work::Options { epsilon, ..options };
            ExpectedWork::new(knowledge, heuristic, memory, options)
        }
    })
}

/// Alpha-beta with plugs behind `dyn`, for games whose nodes cost more than a call.
pub fn alpha_beta<G: Game<Move: Numbered> + 'static>(
    spec: &EngineSpec<'_>,
    shared: &Shared<G>,
    knowledge: Box<dyn Oracle<G>>,
    evaluation: Box<dyn Evaluate<G>>,
    memory: Box<dyn Memory<G>>,
) -> Box<dyn Search<G>> {
    let evaluation = shared.guided.as_ref().map_or(evaluation, Guided::evaluation);
    let search = AlphaBeta::new(knowledge, evaluation);
    let memory = shared.archived(memory);
    Box::new(search.with_options(spec.alpha_beta()).with_memory(memory))
}

/// The plugs of a game and the usual options of its searches: put together once, for every search.
pub struct GamePlugs<G: Game> {
    /// The knowledge.
    pub knowledge: Box<dyn Oracle<G>>,
    /// The memory of solved positions.
    pub memory: Box<dyn Memory<G>>,
    /// The order of moves of proof-number searches.
    pub order: Box<dyn Heuristic<G>>,
    /// The guesses of expected work search.
    pub guesses: Box<dyn Heuristic<G>>,
    /// The guesses of Monte Carlo tree search.
    pub samples: Box<dyn Heuristic<G>>,
    /// How Monte Carlo tree search selects with them.
    pub selection: Selection,
    /// The evaluation of alpha-beta.
    pub evaluation: Box<dyn Evaluate<G>>,
    /// The usual options of depth-first proof-number search.
    pub dfpn: dfpn::Options,
    /// The usual options of expected work search.
    pub expected_work: expected_work::Options,
}

impl<G: Game<Move: Numbered> + Playout + 'static> GamePlugs<G> {
    /// The plugs of a game without knowledge: random games guide every search.
    pub fn plain(spec: &EngineSpec<'_>, shared: &Shared<G>, tuning: Tuning) -> GamePlugs<G> {
        let playouts = |games| Box::new(tuning.playouts(games, spec.seed));
        GamePlugs {
            knowledge: Box::new(()),
            memory: shared.memory_of(spec.search),
            order: match spec.search {
                SearchName::ProofNumberTree => Box::new(()),
                _ => playouts(tuning.games),
            },
            guesses: playouts(tuning.games),
            samples: playouts(1),
            selection: Selection::Uct,
            evaluation: playouts(tuning.games),
            dfpn: dfpn::Options::default(),
            expected_work: tuning.expected_work(spec.options),
        }
    }
}

/// The general search that is asked for, with these plugs.
pub fn assemble<G: Game<Move: Numbered> + 'static>(
    spec: &EngineSpec<'_>,
    shared: &Shared<G>,
    plugs: GamePlugs<G>,
) -> Box<dyn Search<G>> {
    let GamePlugs { knowledge, memory, order, guesses, samples, evaluation, .. } = plugs;
    match spec.search {
        SearchName::ProofNumberTree => pns(spec, shared, knowledge, order, memory),
        SearchName::MonteCarlo => mcts(spec, shared, plugs.selection, knowledge, samples, memory),
        SearchName::AlphaBeta => alpha_beta(spec, shared, knowledge, evaluation, memory),
        SearchName::DepthFirst => Box::new(DepthFirst::default()),
        SearchName::ExpectedWork | SearchName::WithoutWinRate | SearchName::WithoutProofSize => {
            expected_work(spec, shared, plugs.expected_work, knowledge, guesses, memory)
        }
        _ => dfpn_with(spec, plugs.dfpn, shared, knowledge, order, memory),
    }
}

/// Any search of a game without knowledge, guided by random games.
pub fn plain<G>(spec: &EngineSpec<'_>, shared: &Shared<G>) -> Box<dyn Search<G>>
where
    G: Game<Move: Numbered> + Playout + 'static,
{
    assemble(spec, shared, GamePlugs::plain(spec, shared, Tuning::default().with(spec.options)))
}
