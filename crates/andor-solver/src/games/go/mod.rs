//! Go in the solver: its family and its adapter.

mod learning;
mod player;
pub(crate) mod superko;

use crate::adapter::{Adapter, Piece, Purpose, Question, Quoted, SearchGoal, Usual};
use crate::engines::{self, EngineSpec, GamePlugs, Shared, Tuning};
use crate::error::BadInput;
use crate::games::any::plug::Plug;
use crate::in_play::Playing;
use crate::interfaces::{Family, InPlay, Problem, Protocol};
use crate::options::{OptionRow, Values};
use crate::player::Player as GamePlayer;
use crate::room::Room;
use crate::search_name::SearchName;
use andor_certify::view::komi;
use andor_certify::{Certified, Widened};
use andor_checker::Game as CheckedGame;
use andor_core::{
    Claim, Details, Game, Heuristic, KeySource, Margin, NoZone, NotationError, Oracle, Player,
    Repetition, Symmetric, Symmetry, Verdict,
};
use andor_games::any::{AnyGame, AnyMove, AnyZone, Variant};
use andor_games::go::{Atari, Go, Ko, Komi, Move, Position, Rules, Suicide};
use andor_games::notation::coordinates::Style;
use andor_games::notation::record::RecordGame;
use andor_games::points::{Point, Points};
use andor_games::size::Size;
use andor_guess::{AtAGlance, Blend, GoFitted, GoLearnt};
use andor_knowledge::go::GoKnowledge;
use andor_knowledge::go::life::{Life, UnconditionalLife, unconditional_life};
use andor_knowledge::go::territory::{self, UnconditionalTerritory};
use andor_search::Search;
use andor_search::alpha_beta::{AlphaBeta, Entry as AlphaBetaEntry};
use andor_search::expected_work::{LookAhead, Options};
use andor_search::learning::{Busy, Wins};
use andor_search::lockless::{Lockless, Words};
use andor_search::memory::{Entry, LocalTranspositions, Memory, Transpositions, ZonesOfFacts};
use andor_search::save::Lasting;
use andor_search::zones::NoZones;
use andor_search::{shares, table};
use player::GoPlayer;
use std::any::Any;
use std::io::{self, Read, Write};
use std::sync::{Arc, OnceLock};
use superko::{Boards, ByBasicKo, Strategies, SuperkoSetting, WithoutSuperko};

/// Unconditional life, by name.
const LIFE: &str = "life";

/// Unconditional territory, by name.
const TERRITORY: &str = "territory";

/// Relevancy zones, by name.
const ZONES: &str = "zones";

/// The pieces of knowledge about Go.
const KNOWLEDGE: &[Piece] = &[
    Piece {
        name: LIFE,
        sentence: "unconditional life",
        usual: Usual::Always,
        quoted: Quoted::Whole,
    },
    Piece {
        name: TERRITORY,
        sentence: "where the opponent has no room to live; not with suicide",
        usual: Usual::Always,
        quoted: Quoted::Whole,
    },
    Piece {
        name: ZONES,
        sentence: "a win proved with the stones in a zone is reused in every position with the same \
                   zone; under basic ko without suicide, where no moves were played before",
        usual: Usual::WithDearNodes,
        quoted: Quoted::Nothing,
    },
];

/// The options of Go.
const OPTIONS: &[OptionRow] = &[
    OptionRow {
        name: "rules",
        default: "psk",
        values: Values::Text(
            "psk, ssk, nssk, basic-ko, tromp-taylor, chinese, migos and more: docs/go-rules.md",
        ),
        sentence: "the rule set",
    },
    OptionRow {
        name: "komi",
        default: "0",
        values: Values::Text("a whole or half number of points from -1000 to 1000"),
        sentence: "what Black gives White for moving first",
    },
];

/// The family of Go.
pub static FAMILY: Family = Family {
    name: "go",
    title: "Go",
    size_help: "`COLUMNSxROWS`, up to 19x19",
    example: "5x5",
    options: OPTIONS,
    options_of_question: &["komi"],
    knowledge: KNOWLEDGE,
    record: Some(RecordGame::Go),
    style: Some(Style::Go),
    protocol: Some((Protocol::Gtp, "19x19")),
    read_size: |text| Ok(text.parse::<Size>()?.to_string()),
    read_option,
    note,
    of_certificate,
    open: open_any,
    ..Family::DEFAULT
};

fn read_option(name: &str, value: &str) -> Result<String, NotationError> {
    match name {
        "rules" => Ok(value.parse::<Rules>()?.to_string()),
        _ => Ok(value.parse::<Komi>()?.to_string()),
    }
}

fn note(name: &str, value: &str) -> Option<&'static str> {
    let is_japanese = name == "rules" && Rules::is_japanese(value);
    is_japanese.then_some(
        "rules \"japanese\": basic ko with area counting is used, because the Japanese rules of life \
         and death are not formal",
    )
}

fn of_certificate(problem: &andor_checker::Problem) -> Option<Problem> {
    let CheckedGame::Go(rules) = problem.game else { return None };
    let size = Size::new(problem.columns.try_into().ok()?, problem.rows.try_into().ok()?)?;
    let mut rules: Rules = rules.name().parse().ok()?;
    // In a certificate `migos` has one meaning on all boards.
    if rules.atari == Atari::ByBoard && rules.on(size).atari != Atari::DeadUnlessBoth {
        rules.atari = Atari::DeadUnlessBoth;
    }
    let start = Problem::of(&FAMILY, &size.to_string()).ok()?;
    let start = start.with_option("rules", &rules.name()).ok()?;
    match problem.roots.first().and_then(|root| komi(problem, root)) {
        Some(komi) => start.with_option("komi", &komi.to_string()).ok(),
        None => Some(start),
    }
}

/// Opens a problem on a board of any size.
fn open_any(problem: &Problem) -> Result<Box<dyn InPlay>, BadInput> {
    let size: Size = problem.size_text().parse()?;
    let (rules, komi) = rules_and_komi(problem)?;
    match size.area() {
        ..=64 => open(Go::<1>::new(size, rules), komi, problem),
        65..=128 => open(Go::<2>::new(size, rules), komi, problem),
        _ => open(Go::<6>::new(size, rules), komi, problem),
    }
}

/// The rules and the komi of a problem of Go.
pub fn rules_and_komi(problem: &Problem) -> Result<(Rules, Komi), BadInput> {
    let option = |name| problem.option(name).unwrap_or_default();
    Ok((option("rules").parse()?, option("komi").parse()?))
}

/// Opens a problem. The komi is no part of the game; the komi makes the claims.
fn open<const B: usize>(
    game: Go<B>,
    komi: Komi,
    problem: &Problem,
) -> Result<Box<dyn InPlay>, BadInput>
where
    Go<B>: Variant<Move = Move, Position = Position<B>>,
{
    let question = question(&game, komi);
    let new_player = || -> Box<dyn GamePlayer<AnyGame>> { Box::new(GoPlayer::<B>::default()) };
    Playing::with_question(game.wrap(), question, problem, new_player)
}

fn question<const W: usize>(game: &Go<W>, komi: Komi) -> Question {
    let no_result = game.rules().may_have_no_result();
    Question {
        claims: Player::both(|player| komi.claim(player)),
        can_draw: komi.can_draw() || no_result,
        most_margin: Some(game.size().area() as i16),
        no_result,
        // Stones of one colour alone leave the board by suicide only.
        passing_is_sure: game.rules().suicide == Suicide::Forbidden,
    }
}

/// The weight of the fitted model, if random games are played beside it.
const FITTED: f32 = 0.8;

/// The factor, beyond 1, by which a child may fall behind before expected work search leaves it. A
/// quarter saves a quarter of the nodes on the empty 4x4 board and costs a tenth more on positions
/// of 6x6.
const EPSILON: f32 = 0.1;

/// How fast expected work search learns how far the works of the fitted model are wrong, on a board
/// of so many points. The model was fitted on small boards, where it needs no correction.
fn learning_rate(area: usize) -> f32 {
    if area > 16 { 0.3 } else { 0.0 }
}

/// The nodes after which expected work search restarts for the first time, on a board of so many
/// points. With more moves and longer games the search needs more nodes to reach the end of a game.
/// Without restarts one search in some hundreds does not find its way out of a fight for
/// repetitions.
fn first_restart(area: usize) -> u64 {
    (4 * (area as u64).pow(3) / 3).max(500)
}

/// The state that only searches of Go share.
struct GoShared {
    /// Solved positions with their zones, for threads of expected work search; each thread keeps
    /// its own shapes.
    zoned: Arc<table::Shared<Entry<AnyMove, AnyZone>>>,
    /// Solved positions, for searches of alpha-beta under superko that are saved.
    solved: Arc<table::Shared<Entry<Move, NoZone>>>,
    /// Strategies under superko.
    strategies: Arc<Strategies>,
    /// Wins that rest on stones, for threads of the learning search.
    wins: Arc<Wins>,
    /// The positions at which these threads work.
    learning: Arc<Busy>,
}

impl GoShared {
    fn new(room: Room) -> GoShared {
        let zoned = table::Shared::new(shares::without_timeless(room.patterns()));
        let solved = table::Shared::new(room.solved());
        GoShared {
            zoned: Arc::new(zoned),
            solved: Arc::new(solved),
            strategies: Arc::default(),
            wins: Arc::default(),
            learning: Arc::default(),
        }
    }
}

/// Strategies are not saved; they follow from the games without superko.
impl Lasting for GoShared {
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.zoned.save(out)?;
        self.solved.save(out)
    }

    fn load(&self, input: &mut dyn Read) -> io::Result<()> {
        self.zoned.load(input)?;
        self.solved.load(input)
    }
}

/// The knowledge with these names. Where territory speaks it says all that life could.
fn known<const W: usize>(game: &Go<W>, names: &[&str]) -> GoKnowledge {
    let territory = names.contains(&TERRITORY) && territory::applies(game);
    let territory = territory.then_some(UnconditionalTerritory);
    let life = names.contains(&LIFE) && territory.is_none();
    GoKnowledge { territory, life: life.then_some(UnconditionalLife) }
}

/// Bytes of a table that threads fill on a board of so many points. On boards of more than 12
/// points no search has kept more than one entry for a hundred ways to put stones on the board.
/// Small boards get enough in any case.
fn most_words(area: usize) -> usize {
    let stones = u32::try_from(area).map_or(usize::MAX, |area| 3_usize.saturating_pow(area));
    stones.max(1 << 24)
}

impl<const W: usize> Adapter for Go<W> {
    fn question(&self) -> Question {
        question(self, Komi(0))
    }

    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Self::Position, NotationError> {
        Certified::set_up(self, stones, to_move)
    }

    fn in_standard_form(&self, pos: &Self::Position, symmetry: Symmetry) -> Option<Self::Position> {
        Some(self.map_position(symmetry, pos))
    }

    fn knowledge(&self) -> &'static [Piece] {
        KNOWLEDGE
    }

    fn applies(&self, name: &str) -> bool {
        match name {
            TERRITORY => territory::applies(self),
            ZONES => self.has_zones(),
            _ => true,
        }
    }

    /// Zones are used on lines without a past only.
    fn serves(&self, name: &str, search: SearchName, moves: usize) -> bool {
        name != ZONES || uses_zones(search) && moves == 0
    }

    fn settles(&self, name: &str, pos: &Self::Position, claim: Claim) -> Option<Verdict> {
        let settled = match name {
            LIFE => UnconditionalLife.settle(self, pos, claim, Details::VERDICT),
            TERRITORY => UnconditionalTerritory.settle(self, pos, claim, Details::VERDICT),
            _ => None,
        };
        Some(settled?.verdict)
    }

    fn settles_after(
        &self,
        name: &str,
        before: &Self::Position,
        pos: &Self::Position,
        claim: Claim,
    ) -> Option<Verdict> {
        let wanted = Details::VERDICT;
        let settled = match name {
            LIFE => UnconditionalLife.settle_after(self, before, pos, claim, wanted),
            TERRITORY => UnconditionalTerritory.settle_after(self, before, pos, claim, wanted),
            _ => None,
        };
        Some(settled?.verdict)
    }

    /// In play: expected work search. For solving: alpha-beta under superko, if the game without
    /// superko can be searched first; else, under superko, expected work search. Under basic ko:
    /// alpha-beta for margins, expected work search for the winner.
    fn usual(&self, purpose: Purpose) -> SearchName {
        let rules = self.rules();
        match purpose.asked {
            SearchGoal::Move => SearchName::ExpectedWork,
            _ if rules.is_covered_by_basic_ko() => SearchName::AlphaBeta,
            _ if rules.ko != Ko::Basic => SearchName::ExpectedWork,
            SearchGoal::Margin => SearchName::AlphaBeta,
            SearchGoal::Winner => SearchName::ExpectedWork,
        }
    }

    fn has_search(&self, search: SearchName) -> bool {
        search.is_general() || search == SearchName::Learning && learning::applies(self)
    }

    fn standing(&self, pos: &Self::Position) -> Option<Margin> {
        Some(self.margin(pos))
    }

    fn is_pass(&self, mv: Move) -> bool {
        mv == Move::Pass
    }

    fn plan(
        &self,
        name: &str,
        pos: &Self::Position,
        claim: Claim,
    ) -> Option<(Player, Option<Move>)> {
        if name != LIFE {
            return None;
        }
        let (_, life) = UnconditionalLife.why(self, pos, claim)?;
        let goes_on = pos.to_move() == life.side;
        Some((life.side, goes_on.then(|| clean_up(self, pos, &life))))
    }

    fn safe_points(&self, pos: &Self::Position, player: Player) -> Vec<Point> {
        let life = unconditional_life(self.board(), pos.both(), player);
        (life.alive | life.territory).iter().collect()
    }
}

/// The winner's plan of unconditional life: pass, unless an enemy stone stands in the territory;
/// then play on an empty point of the stone's region.
fn clean_up<const W: usize>(game: &Go<W>, pos: &Position<W>, life: &Life<W>) -> Move {
    let own = pos.stones(life.side);
    let intruders = pos.stones(life.side.other()) & life.territory;
    let Some(stone) = intruders.first() else { return Move::Pass };
    let region = game.board().fill(Points::one(stone), game.board().all() - own);
    let empty = region & game.board().empty(pos.both());
    empty.first().map_or(Move::Pass, Move::At)
}

/// The search that is asked for.
pub(super) fn engine<const B: usize>(
    go: &Go<B>,
    spec: &EngineSpec<'_>,
    shared: &Shared<AnyGame>,
) -> Box<dyn Search<AnyGame>>
where
    Go<B>: Variant<Move = Move, Position = Position<B>>,
{
    let tuning =
        Tuning { games: 16, tempo: 0.3, rate: 0.4, bend: 0.7, look_ahead: LookAhead::Moves };
    let tuning = tuning.with(spec.options);
    let knowledge = known(go, spec.knowledge);
    if spec.search == SearchName::AlphaBeta {
        return Box::new(Widened::<_, Go<B>>::new(alpha_beta(go, spec, knowledge, shared)));
    }
    if spec.search == SearchName::Learning
        && let Some(go) = (go as &dyn Any).downcast_ref::<Go<1>>()
    {
        let search = learning::learning(go, spec, knowledge, shared);
        return Box::new(Widened::<_, Go<1>>::new(search));
    }
    let plain = GamePlugs::plain(spec, shared, tuning);
    let is_zoned = spec.uses(ZONES) && go.has_zones();
    let memory: Box<dyn Memory<AnyGame>> = match shared.race() {
        _ if !is_zoned => plain.memory,
        None => Box::new(LocalTranspositions::<AnyGame>::default()),
        Some(_) => {
            let zoned = shared.own(GoShared::new).zoned.clone();
            Box::new(LocalTranspositions::<AnyGame, _>::new(zoned))
        }
    };
    let fitted = GoFitted::new(spec.seed);
    let rate = spec.options.number("ews.learning", learning_rate(go.size().area()));
    let guesses: Box<dyn Heuristic<AnyGame>> = match spec.options.whole("ews.games", 0) {
        0 if rate > 0.0 => Box::new(Plug::<Go<B>, _>::new(GoLearnt::<B>::new(fitted, rate))),
        0 => Box::new(Plug::<Go<B>, _>::new(fitted)),
        games => {
            let fitted = Plug::<Go<B>, _>::new(fitted);
            Box::new(Blend::new(fitted, tuning.playouts(games, spec.seed), FITTED))
        }
    };
    let order = Box::new(tuning.playouts(tuning.games, spec.seed));
    let restart = Some(first_restart(go.size().area()));
    let (look_ahead, epsilon) = (tuning.look_ahead, EPSILON);
    let usual = Options { look_ahead, epsilon, restart, ..Options::default() };
    let expected_work = tuning.expected_work_from(usual, spec.options);
    let knowledge = Box::new(Plug::<Go<B>, _>::new(knowledge));
    let plugs = GamePlugs { knowledge, memory, order, guesses, expected_work, ..plain };
    engines::assemble(spec, shared, plugs)
}

/// The searches that can use zones of Go.
fn uses_zones(search: SearchName) -> bool {
    !search.is_dfpn() && search != SearchName::DepthFirst
}

/// Alpha-beta on Go boards. Where the past forbids moves (superko), solutions must be replayed
/// before they are used again. Elsewhere a table of facts is enough; threads share the table, and
/// each thread has its own zones.
fn alpha_beta<const B: usize>(
    game: &Go<B>,
    spec: &EngineSpec<'_>,
    knowledge: GoKnowledge,
    shared: &Shared<AnyGame>,
) -> Box<dyn Search<Go<B>>> {
    let zones = ZonesOfFacts::<Go<B>>::default;
    let is_zoned = spec.uses(ZONES) && game.has_zones();
    let options = spec.alpha_beta();
    match (game.repetition(), shared.race()) {
        (Repetition::Forbidden, race) => {
            let strict = under_superko(spec, knowledge, shared);
            let race = race.map(|race| (race.words.clone(), race.busy.clone()));
            let (area, bytes) =
                (game.size().area(), Room::beside_strategies(spec.room.searching()));
            if let Some((shared_words, _)) = race.as_ref().filter(|_| shared.is_lasting()) {
                // The table must be there before it is loaded.
                words(shared_words, area, bytes);
            }
            let shared_bytes = if race.is_some() { bytes.min(most_words(area)) } else { 0 };
            let relaxed = move |_: &Go<B>, player: Player| -> Box<dyn Search<Go<B>>> {
                match &race {
                    None => Box::new(AlphaBeta::new(knowledge, AtAGlance).with_options(options)),
                    Some((shared, busy)) => {
                        let table = words(shared, area, bytes);
                        let search = AlphaBeta::with_table(knowledge, AtAGlance, table);
                        let key = KeySource::new(player.index() as u64).next_key();
                        Box::new(search.with_options(options).beside(busy.clone()).apart(key))
                    }
                }
            };
            without_superko_first(game, spec, strict, shared, shared_bytes, Box::new(relaxed))
        }
        (_, None) => {
            let search = AlphaBeta::new(knowledge, AtAGlance).with_options(options);
            Box::new(if is_zoned { search.with_memory(zones()) } else { search })
        }
        (_, Some(race)) => {
            let table = words(&race.words, game.size().area(), spec.room.searching());
            let search = AlphaBeta::with_table(knowledge, AtAGlance, table);
            let search = search.with_options(options).beside(race.busy.clone());
            Box::new(if is_zoned { search.with_memory(zones()) } else { search })
        }
    }
}

/// The table that threads share, on a board of so many points and within so many bytes.
fn words(
    words: &OnceLock<Arc<Words>>,
    area: usize,
    bytes: usize,
) -> Lockless<AlphaBetaEntry<Move>> {
    let made = || Arc::new(Words::new(bytes.min(most_words(area))));
    Lockless::new(words.get_or_init(made).clone())
}

/// Alpha-beta under superko.
fn under_superko<const B: usize>(
    spec: &EngineSpec<'_>,
    knowledge: GoKnowledge,
    shared: &Shared<AnyGame>,
) -> Box<dyn Search<Go<B>>> {
    let memory: Box<dyn Memory<Go<B>>> = match shared.is_lasting() {
        true => {
            let solved = shared.own(GoShared::new).solved.clone();
            Box::new(Transpositions::<Go<B>, NoZones, _>::new(solved))
        }
        false => Box::new(Transpositions::<Go<B>>::default()),
    };
    let search = AlphaBeta::new(knowledge, AtAGlance).with_options(spec.alpha_beta());
    Box::new(search.with_memory(memory))
}

/// Makes the search in the game without superko of a player.
type Relaxed<const B: usize> = Box<dyn Fn(&Go<B>, Player) -> Box<dyn Search<Go<B>>> + Send>;

/// A search first in games without superko, where every win is also a win under superko, then the
/// strict search under superko.
fn without_superko_first<const B: usize>(
    game: &Go<B>,
    spec: &EngineSpec<'_>,
    strict: Box<dyn Search<Go<B>>>,
    shared: &Shared<AnyGame>,
    shared_bytes: usize,
    relaxed: Relaxed<B>,
) -> Box<dyn Search<Go<B>>> {
    let games = Player::both(|player| game.without_superko(player));
    let [Some(black), Some(white)] = games else { return strict };
    let boards = match game.rules().ko {
        Ko::Positional => Boards::Positional,
        _ => Boards::Situational,
    };
    let games = [black, white];
    let knowledge = known(game, spec.knowledge);
    let name = knowledge.territory.map(|_| TERRITORY).or(knowledge.life.map(|_| LIFE));
    let make = move |player: Player| {
        let game = games[player.index()].clone();
        WithoutSuperko { search: relaxed(&game, player), game }
    };
    let around = SuperkoSetting {
        boards,
        names: Vec::from_iter(name),
        strategies: shared.own(GoShared::new).strategies.clone(),
        strategy_bytes: spec.room.strategies(),
        shared_bytes,
    };
    Box::new(ByBasicKo::new(Box::new(make), strict, around))
}
