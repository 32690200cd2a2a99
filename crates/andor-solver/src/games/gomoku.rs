//! Gomoku in the solver: its family and its adapter.

mod mate;
mod player;

use crate::adapter::{Adapter, Piece, Purpose, Quoted, Usual};
use crate::engines::{self, EngineSpec, GamePlugs, Shared, Tuning};
use crate::error::BadInput;
use crate::games::any::plug::Plug;
use crate::in_play::Playing;
use crate::interfaces::{Family, InPlay, Problem, Protocol};
use crate::options::{OptionRow, Values};
use crate::search_name::SearchName;
use andor_certify::{Narrowed, Widened};
use andor_checker::Game as CheckedGame;
use andor_core::{Heuristic, NotationError, Oracle, Player, Symmetric, Symmetry};
use andor_games::any::{AnyGame, Variant};
use andor_games::gomoku::{Gomoku, LargeGomoku, Rules, SMALL, SmallGomoku};
use andor_games::notation::coordinates::Style;
use andor_games::notation::record::RecordGame;
use andor_games::points::{Point, sets};
use andor_games::size::{LARGEST, Size};
use andor_guess::gomoku::{LearntWorks, Shapes};
use andor_knowledge::gomoku::{FOUR_THREATS, FOURS, GomokuOracle, PAIRS, THREAT};
use andor_search::Search;
use andor_search::dfpn;
use andor_search::shortest::{ByRules, FindsLengths, Shortest};
use andor_search::threats::{self, Threats};
use andor_search::widening::{Strategy, Widening};
use andor_search::zones::{CountedRelevancy, NoZones};
use player::{LargePlayer, SmallPlayer};

/// Wins by threats, by name.
const THREATS: &str = "vct";

/// Quiet moves that threaten a win by threats, by name.
const QUIET: &str = "quiet";

/// Where another search leads, an attack ends after so many expansions.
const CAP: u64 = 3000;

/// The pieces of knowledge about Gomoku.
const KNOWLEDGE: &[Piece] = &[
    Piece {
        name: FOUR_THREATS,
        sentence: "forced blocks and double fours",
        usual: Usual::Always,
        quoted: Quoted::Whole,
    },
    Piece {
        name: FOURS,
        sentence: "wins by continuous fours",
        usual: Usual::Always,
        quoted: Quoted::Whole,
    },
    Piece {
        name: THREAT,
        sentence: "the replies that a threatened win by fours leaves",
        usual: Usual::Always,
        quoted: Quoted::Whole,
    },
    Piece {
        name: PAIRS,
        sentence: "pairs of points that block all rows of a player's",
        usual: Usual::Always,
        quoted: Quoted::Nothing,
    },
    Piece {
        name: THREATS,
        sentence: "wins by moves that threaten a win by fours",
        usual: Usual::Always,
        quoted: Quoted::Whole,
    },
    Piece {
        name: QUIET,
        sentence: "wins by moves that threaten a win by threats",
        usual: Usual::Always,
        quoted: Quoted::Whole,
    },
];

/// The options of Gomoku.
const OPTIONS: &[OptionRow] = &[OptionRow {
    name: "rules",
    default: "freestyle",
    values: Values::Words(&["freestyle", "exact", "renju"]),
    sentence: "five or more in a row win; exactly five; or Renju, with moves that are forbidden to Black",
}];

/// The family of Gomoku.
pub static FAMILY: Family = Family {
    name: "gomoku",
    title: "Gomoku",
    size_help: "`COLUMNSxROWS`, up to 20x20; five in a row win",
    example: "5x5",
    options: OPTIONS,
    knowledge: KNOWLEDGE,
    record: Some(RecordGame::Gomoku),
    style: Some(Style::Go),
    protocol: Some((Protocol::Gomocup, "15x15")),
    board: |size| Size::parse(size, LARGEST).ok(),
    read_size: |text| Ok(Size::parse(text, LARGEST)?.to_string()),
    read_option: |_, value| Ok(value.parse::<Rules>()?.to_string()),
    of_certificate,
    open,
    ..Family::DEFAULT
};

fn of_certificate(problem: &andor_checker::Problem) -> Option<Problem> {
    let CheckedGame::Gomoku(five) = problem.game else { return None };
    let size = format!("{}x{}", problem.columns, problem.rows);
    Problem::of(&FAMILY, &size).ok()?.with_option("rules", five.name()).ok()
}

fn open(problem: &Problem) -> Result<Box<dyn InPlay>, BadInput> {
    let size = Size::parse(problem.size_text(), LARGEST)?;
    let rules: Rules = problem.option("rules").unwrap_or_default().parse()?;
    match size.columns().max(size.rows()) {
        ..=SMALL => {
            let game = AnyGame::Gomoku(SmallGomoku::new(size, rules));
            Playing::played_by(game, problem, || Box::new(SmallPlayer::default()))
        }
        _ => {
            let game = AnyGame::LargeGomoku(LargeGomoku::new(size, rules));
            Playing::played_by(game, problem, || Box::new(LargePlayer::default()))
        }
    }
}

impl<const W: usize, const V: usize> Adapter for Gomoku<W, V> {
    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Self::Position, NotationError> {
        Gomoku::set_up(self, sets(stones), to_move)
    }

    fn in_standard_form(&self, pos: &Self::Position, symmetry: Symmetry) -> Option<Self::Position> {
        Some(self.map_position(symmetry, pos))
    }

    fn knowledge(&self) -> &'static [Piece] {
        KNOWLEDGE
    }

    /// With exactly five in a row and in Renju a stone of one's own may hurt, so that no argument
    /// about further stones holds.
    fn applies(&self, name: &str) -> bool {
        match self.rules() {
            Rules::Freestyle => true,
            Rules::Exact => name == PAIRS,
            Rules::Renju => false,
        }
    }

    fn usual(&self, purpose: Purpose) -> SearchName {
        match purpose.has_knowledge && self.rules() == Rules::Freestyle {
            true => SearchName::Threats,
            false => SearchName::ProofNumber,
        }
    }

    fn has_search(&self, search: SearchName) -> bool {
        search.is_general() || search.is_for("gomoku") && self.rules() == Rules::Freestyle
    }

    fn quick_knowledge(&self) -> Box<dyn Oracle<Self>> {
        match self.applies(FOUR_THREATS) {
            true => Box::new(GomokuOracle::new(|name| name == FOUR_THREATS)),
            false => Box::new(()),
        }
    }
}

/// The search that is asked for. Attacks run on the real game, because the zones of Gomoku are no
/// sets of points.
pub(super) fn engine<const W: usize, const V: usize>(
    game: &Gomoku<W, V>,
    spec: &EngineSpec<'_>,
    shared: &Shared<AnyGame>,
) -> Box<dyn Search<AnyGame>>
where
    Gomoku<W, V>: Variant,
{
    if spec.search == SearchName::Widening {
        let search = Widening::<Gomoku<W, V>>::new(Strategy::Auto);
        return Box::new(Widened::<_, Gomoku<W, V>>::new(search));
    }
    let tuning = Tuning::default().with(spec.options);
    let plain = GamePlugs::plain(spec, shared, tuning);
    let knowledge: Box<dyn Oracle<AnyGame>> = match spec.knowledge.is_empty() {
        true => Box::new(()),
        false => {
            let oracle = GomokuOracle::new(|name| spec.uses(name));
            Box::new(Plug::<Gomoku<W, V>, _>::new(oracle))
        }
    };
    let dfpn = dfpn::Options { guessed: true, lazy: true, ..dfpn::Options::default() };
    let order = Box::new(Plug::<Gomoku<W, V>, _>::new(Shapes::default()));
    let random = tuning.playouts(tuning.games, spec.seed);
    let guesses: Box<dyn Heuristic<AnyGame>> =
        match spec.options.number("ews.learning", LEARNING_RATE) {
            0.0 => Box::new(random),
            rate => Box::new(Plug::<Gomoku<W, V>, _>::new(LearntWorks::<_, W>::new(random, rate))),
        };
    let plugs = GamePlugs { knowledge, order, guesses, dfpn, ..plain };
    let rest = engines::assemble(spec, shared, plugs);
    if spec.search == SearchName::DepthFirst {
        return rest;
    }
    let is_first = spec.search == SearchName::Threats;
    if !is_first && !spec.uses(THREATS) {
        return rest;
    }
    let options = threats::Options {
        quiet: spec.uses(QUIET),
        cap: if is_first { u64::MAX } else { CAP },
        seed: spec.seed,
        ..threats::Options::default()
    };
    let rest = Box::new(Narrowed::new(game.clone().wrap(), rest));
    let search =
        Threats::<Gomoku<W, V>>::new(GomokuOracle::of_fours(), Shapes::default(), rest, options);
    Box::new(Widened::<_, Gomoku<W, V>>::new(search))
}

/// How fast expected work search learns the works of new positions.
const LEARNING_RATE: f32 = 0.3;

/// The search for the shortest win.
pub(super) fn shortest<const W: usize, const V: usize>(
    game: &Gomoku<W, V>,
) -> Box<dyn FindsLengths<AnyGame>>
where
    Gomoku<W, V>: Variant,
{
    match game.rules() {
        Rules::Freestyle => {
            let search = Shortest::<Gomoku<W, V>>::new(ByRules, CountedRelevancy);
            Box::new(Widened::<_, Gomoku<W, V>>::new(search))
        }
        _ => Box::new(Shortest::new(ByRules, NoZones)),
    }
}
