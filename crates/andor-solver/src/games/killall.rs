//! Killall-Go in the solver: its family and its adapter.

use crate::adapter::{Adapter, Piece, Purpose, Question, Quoted, Usual};
use crate::engines::{self, EngineSpec, Shared, Tuning};
use crate::error::BadInput;
use crate::in_play::Playing;
use crate::interfaces::{Family, InPlay, Problem};
use crate::options::{OptionRow, Values};
use crate::room::Room;
use crate::search_name::SearchName;
use andor_core::{NotationError, Player};
use andor_games::go::Move;
use andor_games::killall::{Killall, KoRule, LARGEST, Position, Set};
use andor_games::notation::coordinates::Style;
use andor_games::notation::record::{Record, RecordGame, RecordMove};
use andor_games::points::Point;
use andor_games::size::Size;
use andor_guess::KillallOrder;
use andor_search::mcts::Selection;
use andor_search::memory::{Entry, LocalTranspositions, Memory};
use andor_search::{Search, shares, table};
use std::sync::Arc;

/// Relevancy zones, by name.
const ZONES: &str = "zones";

/// The pieces of knowledge about Killall-Go.
const KNOWLEDGE: &[Piece] = &[Piece {
    name: ZONES,
    sentence: "a White win proved with the stones in a zone is reused in every position with the same zone; \
               under basic ko",
    usual: Usual::Always,
    quoted: Quoted::Nothing,
}];

/// The options of Killall-Go.
const OPTIONS: &[OptionRow] = &[OptionRow {
    name: "rules",
    default: "basic-ko",
    values: Values::Text("basic-ko, ssk: docs/killall.md"),
    sentence: "the rule of repetition",
}];

/// The family of Killall-Go.
#[derive(Debug)]
pub struct KillallFamily;

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

impl Family for KillallFamily {
    fn name(&self) -> &'static str {
        "killall"
    }

    fn title(&self) -> &'static str {
        "Killall-Go"
    }

    fn size_help(&self) -> &'static str {
        "`COLUMNSxROWS`, up to 9x9; White moves first and wins with one living stone"
    }

    fn example(&self) -> &'static str {
        "3x3"
    }

    fn options(&self) -> &'static [OptionRow] {
        OPTIONS
    }

    fn knowledge(&self) -> &'static [Piece] {
        KNOWLEDGE
    }

    fn record(&self) -> Option<RecordGame> {
        Some(RecordGame::Go)
    }

    /// The moves before White's first play, if no stones are set up otherwise.
    fn set_up_moves(&self, record: &Record) -> Result<usize, NotationError> {
        let is_play = |mv| matches!(mv, RecordMove::Point(_));
        let first = |turn: &_| {
            let andor_games::notation::record::Turn { player, mv } = *turn;
            player == Player::White && is_play(mv)
        };
        let before = record.moves.iter().position(first).unwrap_or(record.moves.len());
        if !record.stones.is_empty() || before == 0 {
            return Ok(0);
        }
        let is_last = |turn: &_| {
            let andor_games::notation::record::Turn { player, mv } = *turn;
            player == Player::Black && is_play(mv)
        };
        match record.moves[..before].last().is_some_and(is_last) {
            true => Ok(before),
            false => Err(NotationError::new(
                format!("move {before}"),
                "White plays the first stone after a move that is no play of Black's",
                "set-up stones, or plays of Black's with passes of White's between them",
            )),
        }
    }

    fn style(&self) -> Option<Style> {
        Some(Style::Go)
    }

    fn read_size(&self, text: &str) -> Result<String, NotationError> {
        Ok(read(text)?.to_string())
    }

    fn read_option(&self, _: &str, value: &str) -> Result<String, NotationError> {
        Ok(value.parse::<KoRule>()?.to_string())
    }

    fn open(&self, problem: &Problem) -> Result<Box<dyn InPlay>, BadInput> {
        let rule = problem.option("rules").unwrap_or_default().parse()?;
        Playing::open(Killall::new(read(problem.size_text())?, rule), problem)
    }
}

/// Solved positions with their zones, which threads share.
type Zoned = table::Shared<Entry<Move, Set>>;

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
            return Ok(andor_core::Game::start(self));
        }
        let of = |player| -> Set {
            let own = stones.iter().filter(|(owner, _)| *owner == player);
            own.map(|&(_, point)| point).collect()
        };
        Killall::set_up(self, of(Player::Black), of(Player::White), to_move)
    }

    fn knowledge(&self) -> &'static [Piece] {
        KNOWLEDGE
    }

    fn applies(&self, name: &str) -> bool {
        name != ZONES || self.rule() == KoRule::Basic
    }

    fn serves(&self, name: &str, search: SearchName, _moves: usize) -> bool {
        use SearchName::{MonteCarlo, ProofNumber, ProofNumberTree};
        name != ZONES || matches!(search, ProofNumber | ProofNumberTree | MonteCarlo)
    }

    fn forgets_past(&self) -> bool {
        self.rule() == KoRule::Basic
    }

    fn usual(&self, _: Purpose) -> SearchName {
        SearchName::ProofNumber
    }

    fn engine(&self, spec: &EngineSpec<'_>, shared: &Shared<Self>) -> Box<dyn Search<Self>> {
        let memory = || -> Box<dyn Memory<Killall>> {
            match spec.uses(ZONES) {
                true => Box::new(LocalTranspositions::new(shared.own(zoned).clone())),
                false => shared.memory(),
            }
        };
        let (nothing, order) = (Box::new(()), Box::new(KillallOrder));
        match spec.search {
            SearchName::ProofNumber => engines::dfpn(spec, shared, nothing, order, memory()),
            SearchName::ProofNumberTree => engines::pns(spec, nothing, order, memory()),
            SearchName::MonteCarlo => {
                let game = Box::new(Tuning::default().playouts(1, spec.seed));
                engines::mcts(spec, Selection::Uct, nothing, game, memory())
            }
            _ => engines::plain(spec, shared),
        }
    }

    fn stones(&self, pos: &Position) -> [Vec<Point>; 2] {
        Player::BOTH.map(|player| pos.board().stones(player).iter().collect())
    }

    fn is_pass(&self, mv: Move) -> bool {
        mv == Move::Pass
    }
}

/// The table of solved positions with their zones.
fn zoned(room: Room) -> Arc<Zoned> {
    Arc::new(Zoned::new(shares::without_timeless(room.patterns())))
}
