//! Killall-Go in the solver: its family and its adapter.

use crate::adapter::{Adapter, Piece, Purpose, Question, Quoted, Usual};
use crate::engines::{self, EngineSpec, GamePlugs, Shared, Tuning};
use crate::error::BadInput;
use crate::games::any::plug::Plug;
use crate::in_play::Playing;
use crate::interfaces::{Family, InPlay, Problem};
use crate::options::{OptionRow, Values};
use crate::room::Room;
use crate::search_name::SearchName;
use andor_certify::Certified;
use andor_checker::Game as CheckedGame;
use andor_core::{Game, NotationError, Oracle, Player, Symmetric, Symmetry};
use andor_games::any::{AnyGame, AnyMove, AnyZone};
use andor_games::go::Move;
use andor_games::killall::{Killall, KoRule, LARGEST, Position};
use andor_games::notation::coordinates::Style;
use andor_games::notation::record::{Record, RecordGame, RecordMove, Turn};
use andor_games::points::Point;
use andor_games::size::Size;
use andor_guess::KillallOrder;
use andor_knowledge::killall::NoRoom;
use andor_search::dfpn::Options;
use andor_search::memory::{Entry, LocalTranspositions, Memory};
use andor_search::{Search, shares, table};
use std::sync::Arc;

/// No room for White to live, by name.
const ROOM: &str = "room";

/// Relevancy zones, by name.
const ZONES: &str = "zones";

/// The pieces of knowledge about Killall-Go.
const KNOWLEDGE: &[Piece] = &[
    Piece {
        name: ROOM,
        sentence: "where White has no room to live between Black stones that stay; under basic ko",
        usual: Usual::Always,
        quoted: Quoted::Whole,
    },
    Piece {
        name: ZONES,
        sentence: "a White win proved with the stones in a zone is reused in every position with the same \
                   zone; under basic ko",
        usual: Usual::Always,
        quoted: Quoted::Whole,
    },
];

/// The options of Killall-Go.
const OPTIONS: &[OptionRow] = &[OptionRow {
    name: "rules",
    default: "basic-ko",
    values: Values::Text("basic-ko, ssk: docs/killall.md"),
    sentence: "the rule of repetition",
}];

/// The share of the open moves that count in a position besides the first.
const SHARE: f32 = 0.1;

/// The family of Killall-Go.
pub static FAMILY: Family = Family {
    name: "killall",
    title: "Killall-Go",
    size_help: "`COLUMNSxROWS`, up to 9x9; White moves first and wins with one living stone",
    example: "3x3",
    options: OPTIONS,
    knowledge: KNOWLEDGE,
    record: Some(RecordGame::Go),
    set_up_moves,
    style: Some(Style::Go),
    read_size: |text| Ok(read(text)?.to_string()),
    read_option: |_, value| Ok(value.parse::<KoRule>()?.to_string()),
    of_certificate,
    open,
    ..Family::DEFAULT
};

/// Reads a size such as `9x9`.
fn read(text: &str) -> Result<Size, NotationError> {
    let size: Size = text.parse()?;
    match size.columns().max(size.rows()) <= LARGEST {
        true => Ok(size),
        false => Err(NotationError::new(
            format!("size \"{text}\""),
            "too large for Killall-Go",
            "COLUMNSxROWS of at most 9x9, such as 9x9",
        )),
    }
}

/// The moves before White's first play, if no stones are set up otherwise.
fn set_up_moves(record: &Record) -> Result<usize, NotationError> {
    let plays =
        |turn: &Turn, player| turn.player == player && matches!(turn.mv, RecordMove::Point(_));
    let first = record.moves.iter().position(|turn| plays(turn, Player::White));
    let before = first.unwrap_or(record.moves.len());
    if !record.stones.is_empty() || before == 0 {
        return Ok(0);
    }
    match record.moves[..before].last().is_some_and(|turn| plays(turn, Player::Black)) {
        true => Ok(before),
        false => Err(NotationError::new(
            format!("move {before}"),
            "White plays the first stone after a move that is no play of Black's",
            "set-up stones, or plays of Black's with passes of White's between them",
        )),
    }
}

fn of_certificate(problem: &andor_checker::Problem) -> Option<Problem> {
    let size = format!("{}x{}", problem.columns, problem.rows);
    let is_own = problem.game == CheckedGame::Killall;
    is_own.then(|| Problem::of(&FAMILY, &size).ok())?
}

fn open(problem: &Problem) -> Result<Box<dyn InPlay>, BadInput> {
    let rule = problem.option("rules").unwrap_or_default().parse()?;
    let killall = Killall::new(read(problem.size_text())?, rule);
    Playing::open(AnyGame::Killall(killall), problem)
}

/// Solved positions with their zones, which threads share.
type Zoned = table::Shared<Entry<AnyMove, AnyZone>>;

impl Adapter for Killall {
    fn question(&self) -> Question {
        Question::win_or_loss()
    }

    /// Without stones: the start, in which White moves.
    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Position, NotationError> {
        if stones.is_empty() {
            return Ok(self.start());
        }
        Certified::set_up(self, stones, to_move)
    }

    fn in_standard_form(&self, pos: &Self::Position, symmetry: Symmetry) -> Option<Self::Position> {
        Some(self.map_position(symmetry, pos))
    }

    fn knowledge(&self) -> &'static [Piece] {
        KNOWLEDGE
    }

    fn applies(&self, _name: &str) -> bool {
        self.rule() == KoRule::Basic
    }

    fn serves(&self, name: &str, search: SearchName, _moves: usize) -> bool {
        name != ZONES || search.keeps_zones()
    }

    fn forgets_past(&self) -> bool {
        self.rule() == KoRule::Basic
    }

    fn quick_knowledge(&self) -> Box<dyn Oracle<Self>> {
        match self.applies(ROOM) {
            true => Box::new(NoRoom),
            false => Box::new(()),
        }
    }

    fn usual(&self, _: Purpose) -> SearchName {
        SearchName::ProofNumber
    }

    fn is_pass(&self, mv: Move) -> bool {
        mv == Move::Pass
    }
}

/// The search that is asked for.
pub(super) fn engine(spec: &EngineSpec<'_>, shared: &Shared<AnyGame>) -> Box<dyn Search<AnyGame>> {
    let plain = GamePlugs::plain(spec, shared, Tuning::default().with(spec.options));
    let memory: Box<dyn Memory<AnyGame>> = match (spec.uses(ZONES), shared.race()) {
        (false, _) => plain.memory,
        (true, None) => Box::new(LocalTranspositions::<AnyGame>::default()),
        (true, Some(_)) => Box::new(LocalTranspositions::new(shared.own(zoned).clone())),
    };
    let knowledge: Box<dyn Oracle<AnyGame>> = match spec.uses(ROOM) {
        true => Box::new(Plug::<Killall, _>::new(NoRoom)),
        false => Box::new(()),
    };
    let dfpn = Options { share: SHARE, ..Options::default() };
    let order = Box::new(Plug::<Killall, _>::new(KillallOrder));
    engines::assemble(spec, shared, GamePlugs { knowledge, memory, order, dfpn, ..plain })
}

/// The table of solved positions with their zones.
fn zoned(room: Room) -> Arc<Zoned> {
    Arc::new(Zoned::new(shares::without_timeless(room.patterns())))
}
