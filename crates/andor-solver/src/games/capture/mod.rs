//! The capture of one block in the solver: its family, its adapter, and the chain of claims that
//! gives a code.

mod answer;
mod in_play;
mod question;
mod sample;

pub use answer::{Answer, answer};
pub use question::{Question, Rights};

use crate::adapter::{Adapter, Purpose, Question as Claims};
use crate::engines::{self, EngineSpec, Shared};
use crate::interfaces::Family;
use crate::options::{OptionRow, Values};
use crate::search_name::SearchName;
use andor_core::{NotationError, Player};
use andor_games::any::AnyGame;
use andor_games::go::Move;
use andor_games::go::capture::{Capture, Position};
use andor_games::notation::coordinates::Style;
use andor_games::notation::record::RecordGame;
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
pub static FAMILY: Family = Family {
    name: "capture",
    title: "the capture of a block of Go",
    size_help: "an SGF file or a drawn board, or `COLUMNSxROWS` with stones; can this block be captured?",
    example: "5x5",
    options: OPTIONS,
    record: Some(RecordGame::Go),
    options_of_record: question::options_of_record,
    style: Some(Style::Go),
    past_matters: false,
    read_size: |text| Ok(Size::parse(text, USUAL_LARGEST)?.to_string()),
    read_option: question::read_option,
    of_certificate: |problem| question::of_certificate(&FAMILY, problem),
    sampled: &["target", "first", "forbidden", "strategy"],
    sample: Some(sample::sample),
    open: in_play::open,
    ..Family::DEFAULT
};

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
