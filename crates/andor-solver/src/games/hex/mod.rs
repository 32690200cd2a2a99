//! Hex in the solver: its family and its adapter.

mod book;
mod player;
mod view;

pub use book::{HexBook, HexOpening};
pub use view::{HexCircuit, HexConnection, HexEnd, HexView, Inferiority, hex_view};

use crate::adapter::{Adapter, Piece, Purpose, Question, Quoted, Usual};
use crate::engines::{self, EngineSpec, GamePlugs, Shared, Tuning};
use crate::error::BadInput;
use crate::games::any::patterns::PatternsOf;
use crate::games::any::plug::Plug;
use crate::in_play::Playing;
use crate::interfaces::{Family, InPlay, Problem, Protocol};
use crate::search_name::SearchName;
use andor_certify::hex::INFERIOR;
use andor_certify::{Certified, Widened};
use andor_checker::Game as CheckedGame;
use andor_core::{Game, Halt, Heuristic, NotationError, Player, Symmetric, Symmetry};
use andor_games::any::{AnyGame, Variant};
use andor_games::hex::{Hex, HexPosition};
use andor_games::notation::coordinates::Style;
use andor_games::notation::record::RecordGame;
use andor_games::points::{Point, Points};
use andor_games::size::Size;
use andor_guess::hex::{HexOrder, HexSiblings};
use andor_knowledge::hex::Options as ConnectionOptions;
use andor_knowledge::hex::connections::{Connections, Finding};
use andor_knowledge::hex::inferior::{Fills, Inferior};
use andor_knowledge::hex::oracle::HexOracle;
use andor_search::Search;
use andor_search::conspiracy::Conspiracy;
use andor_search::expected_work::{self, LookAhead};
use andor_search::mcts::Selection;
use andor_search::memory::{Memory, Patterns, SharedPatterns};
use andor_search::widening::{Strategy, Widening};
use player::DeepHex;

/// Virtual connections, by name.
const CONNECTIONS: &str = "connections";

/// With knowledge so many patterns of each winner are kept, those that took most work: a scan of
/// the patterns must not take longer than finding connections.
const MOST_PATTERNS: usize = 1 << 17;

/// Connections of recent positions take so many bytes at most.
const MOST_CONNECTIONS: usize = 64 << 20;

/// On boards larger than 11x11 connections take too long to be computed before the first guess.
const LARGEST_GUESSED: usize = 121;

/// The pieces of knowledge about Hex.
const KNOWLEDGE: &[Piece] = &[
    Piece {
        name: CONNECTIONS,
        sentence: "which points are joined whoever moves",
        usual: Usual::Always,
        quoted: Quoted::Whole,
    },
    Piece {
        name: INFERIOR,
        sentence: "stones that may be filled in, moves that may be left out",
        usual: Usual::Always,
        quoted: Quoted::Part(
            "all but fill-in that leaves a cell of its pattern open or looks farther than a pattern",
        ),
    },
];

/// The family of Hex.
pub static FAMILY: Family = Family {
    name: "hex",
    title: "Hex",
    size_help: "`COLUMNSxROWS`, up to 19x19; Black joins top and bottom and moves first",
    example: "5x5",
    knowledge: KNOWLEDGE,
    record: Some(RecordGame::Hex),
    style: Some(Style::Hex),
    protocol: Some((Protocol::Htp, "11x11")),
    past_matters: false,
    read_size: |text| Ok(text.parse::<Size>()?.to_string()),
    of_certificate,
    open,
    ..Family::DEFAULT
};

fn of_certificate(problem: &andor_checker::Problem) -> Option<Problem> {
    let is_hex = problem.game == CheckedGame::Hex;
    let size = format!("{}x{}", problem.columns, problem.rows);
    if is_hex { Problem::of(&FAMILY, &size).ok() } else { None }
}

fn open(problem: &Problem) -> Result<Box<dyn InPlay>, BadInput> {
    let size: Size = problem.size_text().parse()?;
    match size.area() {
        ..=64 => played(Hex::<1>::new(size), problem),
        65..=128 => played(Hex::<2>::new(size), problem),
        _ => played(Hex::<6>::new(size), problem),
    }
}

/// A game with its player.
fn played<const B: usize>(hex: Hex<B>, problem: &Problem) -> Result<Box<dyn InPlay>, BadInput>
where
    Hex<B>: Variant<Move = Point, Position = HexPosition<B>>,
{
    Playing::played_by(hex.wrap(), problem, || Box::new(DeepHex::<B>::default()))
}

/// The knowledge about Hex that is asked for. For a proof the knowledge is close to what a
/// certificate can express: fills of whole shapes, and no splits. Connections are updated
/// incrementally in any case; for the positions that enter the proof they are built again from the
/// start, with their derivations.
fn oracle<const W: usize>(hex: &Hex<W>, spec: &EngineSpec<'_>) -> HexOracle<W> {
    let mut oracle = HexOracle::new();
    if spec.uses(CONNECTIONS) {
        let options = ConnectionOptions::default();
        oracle = oracle.with_connections(hex, options).within(spec.room.knowledge());
        if !spec.is_proof {
            oracle = oracle.with_splits();
        }
    }
    if spec.uses(INFERIOR) {
        oracle = oracle.with_inferior(hex, if spec.is_proof { Fills::Whole } else { Fills::All });
    }
    oracle
}

/// The plugs of Hex: with knowledge, patterns beside it and the circuit as the source of guesses;
/// without connections random fillings.
fn plugs<const B: usize>(
    hex: &Hex<B>,
    spec: &EngineSpec<'_>,
    shared: &Shared<AnyGame>,
) -> GamePlugs<AnyGame>
where
    Hex<B>: Variant<Move = Point, Position = HexPosition<B>>,
{
    let tuning =
        Tuning { games: 256, tempo: 0.6, rate: 0.9, bend: 0.7, look_ahead: LookAhead::Replies };
    let tuning = tuning.with(spec.options);
    let playouts =
        || -> Box<dyn Heuristic<AnyGame>> { Box::new(tuning.playouts(tuning.games, spec.seed)) };
    let plain = GamePlugs::plain(spec, shared, tuning);
    let plain =
        GamePlugs { order: playouts(), samples: playouts(), selection: Selection::Puct, ..plain };
    let patterns = || shared.own(|room| SharedPatterns::new(hex, room.patterns())).clone();
    if spec.knowledge.is_empty() {
        let memory: Box<dyn Memory<AnyGame>> = match shared.race() {
            None if !spec.search.is_dfpn() => {
                Box::new(PatternsOf::<Hex<B>, _>::new(Patterns::<Hex<B>>::default()))
            }
            _ => Box::new(PatternsOf::<Hex<B>, _>::new(patterns())),
        };
        return GamePlugs { memory, ..plain };
    }
    let oracle = oracle(hex, spec);
    let connections = oracle.connections();
    let knowledge = Box::new(Plug::<Hex<B>, _>::new(oracle));
    // Alpha-beta does not tell zones of what is filled in.
    let memory: Box<dyn Memory<AnyGame>> = match spec.search {
        SearchName::AlphaBeta => shared.memory(),
        _ => Box::new(PatternsOf::<Hex<B>, _>::new(patterns().keep_most(MOST_PATTERNS))),
    };
    let Some(connections) = connections else { return GamePlugs { knowledge, memory, ..plain } };
    let order = || Box::new(Plug::<Hex<B>, _>::new(HexOrder::new(connections.clone())));
    // One refutation answers many moves, as in dfpn: children share their work, and a fifth of them
    // counts.
    let usual = expected_work::Options {
        prior: 0.5,
        share: 0.2,
        shared: true,
        watchful: true,
        epsilon: 0.25,
        ..expected_work::Options::default()
    };
    let expected_work = tuning.expected_work_from(usual, spec.options);
    let (guesses, samples) = (order(), order());
    GamePlugs { knowledge, memory, order: order(), guesses, samples, expected_work, ..plain }
}

/// The search that is asked for.
pub(super) fn engine<const B: usize>(
    hex: &Hex<B>,
    spec: &EngineSpec<'_>,
    shared: &Shared<AnyGame>,
) -> Box<dyn Search<AnyGame>>
where
    Hex<B>: Variant<Move = Point, Position = HexPosition<B>>,
{
    match spec.search {
        SearchName::Widening => Box::new(Widening::new(Strategy::Auto)),
        SearchName::Conspiracy => {
            let options = engines::conspiracy(spec.options);
            let search = match spec.uses(CONNECTIONS) && spec.uses(INFERIOR) {
                true => {
                    let siblings = HexSiblings::new(hex, spec.room.knowledge());
                    Conspiracy::<Hex<B>>::new(siblings, options)
                }
                false => Conspiracy::new((), options),
            };
            Box::new(Widened::<_, Hex<B>>::new(search))
        }
        _ => engines::assemble(spec, shared, plugs(hex, spec, shared)),
    }
}

/// No rule of Hex looks at the past, so that every verdict holds on every line.
impl<const W: usize> Adapter for Hex<W> {
    fn question(&self) -> Question {
        Question::win_or_loss()
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

    /// Connections keep recent positions: half of the memory at most.
    fn knowledge_bytes(&self, names: &[&'static str], of: usize) -> usize {
        if names.contains(&CONNECTIONS) { (of / 2).min(MOST_CONNECTIONS) } else { 0 }
    }

    fn usual(&self, purpose: Purpose) -> SearchName {
        match purpose.has_knowledge {
            true => SearchName::ProofNumber,
            false => SearchName::ExpectedWork,
        }
    }

    fn has_search(&self, search: SearchName) -> bool {
        search.is_for("hex")
    }

    /// Moves after which connections win; if there is none, the must-play without inferior moves.
    fn promising(&self, pos: &Self::Position, halt: &Halt) -> Option<Vec<Point>> {
        if self.size().area() > LARGEST_GUESSED {
            return None;
        }
        let stones = Player::both(|player| pos.stones(player));
        let mover = self.to_move(pos);
        let mut connections = Connections::new(self, ConnectionOptions::default());
        connections.heed(halt);
        let points = match connections.build(self, &stones, mover) {
            Finding::Won(winner) if winner == mover => {
                let wins = |point: &Point| {
                    let mut after = stones;
                    after[mover.index()].insert(*point);
                    connections.build(self, &after, mover.other()) == Finding::Won(mover)
                };
                self.empty(pos).iter().filter(wins).collect()
            }
            Finding::Won(_) => Points::<W>::EMPTY,
            Finding::Open { must_play } => must_play & Inferior::new(self).consider(stones, mover),
        };
        (!points.is_empty()).then(|| points.iter().collect())
    }
}
