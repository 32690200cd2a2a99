//! The capture of one block in the solver: its family, its adapter, and the chain of claims that
//! gives a code.

mod answer;
mod in_play;
mod question;
mod sample;

pub use answer::{Answer, answer};
pub use question::{Question, Rights};

use crate::adapter::{Adapter, Purpose, Question as Claims};
use crate::dataset::Sample;
use crate::engines::{self, EngineSpec, Shared};
use crate::error::BadInput;
use crate::interfaces::{Family, InPlay, Problem};
use crate::options::{OptionRow, Values};
use crate::search_name::SearchName;
use crate::settings::Settings;
use andor_core::{NotationError, Player};
use andor_games::any::AnyGame;
use andor_games::go::Move;
use andor_games::go::capture::{Capture, Position};
use andor_games::notation::coordinates::Style;
use andor_games::notation::record::{Hints, Record, RecordGame};
use andor_games::points::{Point, sets};
use andor_games::size::{Size, USUAL_LARGEST};
use andor_search::Search;
use andor_search::memory::LocalTranspositions;
use andor_search::widening::{Strategy, Widening};

/// The target that the marks of a file name.
const MARKED: &str = "marked";

/// No point.
const NONE: &str = "none";

/// The options of the capture game.
const OPTIONS: &[OptionRow] = &[
    OptionRow {
        name: "target",
        default: MARKED,
        values: Values::Text(
            "a point with a stone, such as C3, or marked: the block under the root's mark",
        ),
        sentence: "the block to capture",
    },
    OptionRow {
        name: "first",
        default: "mover",
        values: Values::Words(&["mover", "attacker", "defender"]),
        sentence: "who moves first; mover is the player to move, the attacker if a file does not say",
    },
    OptionRow {
        name: "ko",
        default: "all",
        values: Values::Words(&["all", "none", "attacker", "defender"]),
        sentence: "who may retake a ko at once; all asks about each case and finds the code",
    },
    OptionRow {
        name: "escape",
        default: "5",
        values: Values::Whole(2, 20),
        sentence: "the target is safe with so many liberties when the attacker is to move",
    },
    OptionRow {
        name: "forbidden",
        default: NONE,
        values: Values::Text("a point, or none"),
        sentence: "the point where the player to move must not retake a ko",
    },
    OptionRow {
        name: "strategy",
        default: "auto",
        values: Values::Text("auto, or a strategy of the paper from 1 to 9: docs/capture.md"),
        sentence: "how the search widens",
    },
];

/// The family of capture problems.
#[derive(Debug)]
pub struct CaptureFamily;

impl Family for CaptureFamily {
    fn name(&self) -> &'static str {
        "capture"
    }

    fn title(&self) -> &'static str {
        "the capture of a block of Go"
    }

    fn size_help(&self) -> &'static str {
        "an SGF file or a drawn board, or `COLUMNSxROWS` with stones; can this block be captured?"
    }

    fn example(&self) -> &'static str {
        "5x5"
    }

    fn options(&self) -> &'static [OptionRow] {
        OPTIONS
    }

    fn record(&self) -> Option<RecordGame> {
        Some(RecordGame::Go)
    }

    fn options_of_record(
        &self,
        record: &Record,
        hints: &Hints,
    ) -> Vec<(&'static str, Result<String, NotationError>)> {
        question::options_of_record(record, hints)
    }

    fn style(&self) -> Option<Style> {
        Some(Style::Go)
    }

    fn past_matters(&self) -> bool {
        false
    }

    fn read_size(&self, text: &str) -> Result<String, NotationError> {
        Ok(Size::parse(text, USUAL_LARGEST)?.to_string())
    }

    fn read_option(&self, name: &str, value: &str) -> Result<String, NotationError> {
        question::read_option(name, value)
    }

    fn of_certificate(&self, problem: &andor_checker::Problem) -> Option<Problem> {
        question::of_certificate(&CaptureFamily, problem)
    }

    fn sampled(&self) -> &'static [&'static str] {
        &["target", "first", "forbidden", "strategy"]
    }

    fn sample(
        &self,
        start: &Problem,
        settings: &Settings,
        number: usize,
    ) -> Result<Option<Sample>, BadInput> {
        sample::sample(start, settings, number)
    }

    fn open(&self, problem: &Problem) -> Result<Box<dyn InPlay>, BadInput> {
        in_play::open(problem)
    }
}

impl<const W: usize> Adapter for Capture<W> {
    fn question(&self) -> Claims {
        Claims::win_or_loss()
    }

    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Position<W>, NotationError> {
        let [black, white] = sets(stones);
        Capture::set_up(self, black, white, to_move)
    }

    fn forgets_past(&self) -> bool {
        true
    }

    fn usual(&self, _: Purpose) -> SearchName {
        SearchName::Widening
    }

    fn has_search(&self, search: SearchName) -> bool {
        search.is_general() || search == SearchName::Widening
    }

    fn is_pass(&self, mv: Move) -> bool {
        mv == Move::Pass
    }
}

/// The search that is asked for.
pub(super) fn engine(spec: &EngineSpec<'_>, shared: &Shared<AnyGame>) -> Box<dyn Search<AnyGame>> {
    match spec.search {
        SearchName::Widening => Box::new(Widening::new(Strategy::Auto)),
        search if search.is_dfpn() => {
            let memory = Box::new(LocalTranspositions::<AnyGame>::default());
            engines::dfpn(spec, shared, Box::new(()), Box::new(()), memory)
        }
        _ => engines::plain(spec, shared),
    }
}
