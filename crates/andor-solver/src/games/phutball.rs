//! Phutball in the solver: its family and its adapter.

use crate::adapter::{Adapter, Piece, Purpose, Question, Quoted, Usual};
use crate::engines::{self, EngineSpec, GamePlugs, Shared, Tuning};
use crate::error::BadInput;
use crate::in_play::Playing;
use crate::interfaces::{Family, InPlay, Problem, Protocol};
use crate::room::Room;
use crate::search_name::SearchName;
use andor_certify::{Certificates, Certified, Certifier};
use andor_checker::Game as CheckedGame;
use andor_core::{Game, Notation, NotationError, Oracle, Player, Symmetric, Symmetry};
use andor_games::notation::coordinates::Style;
use andor_games::notation::picture;
use andor_games::phutball::{Ball, Phutball, Position, SMALLEST, Turn};
use andor_games::points::{Point, Points};
use andor_games::size::Size;
use andor_guess::PhutballOrder;
use andor_knowledge::phutball::Jumps;
use andor_search::dfpn::Options;
use andor_search::memory::{Entry, LocalTranspositions, Memory};
use andor_search::widening::{Strategy, Widening};
use andor_search::{Search, shares, table};
use std::sync::Arc;

/// Wins at once and threats, by name.
const JUMPS: &str = "jumps";

/// Relevancy zones, by name.
const ZONES: &str = "zones";

/// The pieces of knowledge about Phutball.
const KNOWLEDGE: &[Piece] = &[
    Piece {
        name: JUMPS,
        sentence: "wins at once by jumps, and the replies that a threatened win at once leaves",
        usual: Usual::Always,
        quoted: Quoted::Whole,
    },
    Piece {
        name: ZONES,
        sentence: "a win proved with the men in a zone is reused in every position with the same zone",
        usual: Usual::Always,
        quoted: Quoted::Whole,
    },
];

/// The share of the open moves that count in a position besides the first. With a tenth of this,
/// 9x9 is not solved within a million nodes.
const SHARE: f32 = 0.5;

/// The family of Phutball.
pub static FAMILY: Family = Family {
    name: "phutball",
    title: "Phutball",
    size_help: "`COLUMNSxROWS`, from 3x3 to 19x19; Black moves the ball to the top row, White to the bottom row",
    example: "5x5",
    knowledge: KNOWLEDGE,
    style: Some(Style::Go),
    protocol: Some((Protocol::Phutball, "15x19")),
    drawn: Some(drawn),
    read_size: |text| Ok(read(text)?.to_string()),
    of_certificate,
    open,
    ..Family::DEFAULT
};

/// Reads a size such as `7x7`.
fn read(text: &str) -> Result<Size, NotationError> {
    let size: Size = text.parse()?;
    match size.columns().min(size.rows()) >= SMALLEST {
        true => Ok(size),
        false => Err(NotationError::new(
            format!("size \"{text}\""),
            "too small for Phutball",
            "COLUMNSxROWS from 3x3 to 19x19, such as 15x19",
        )),
    }
}

/// The position of a drawn board.
fn drawn(text: &str) -> Result<Problem, BadInput> {
    let size = picture::size_with(text, &["*", "o"]).ok_or_else(|| {
        let expected = "rows of points, each . or * or o";
        NotationError::new("picture", "no drawn board", expected)
    })?;
    let problem = Problem::of(&FAMILY, &size.to_string())?;
    let game = Phutball::<6>::new(size);
    let pos = game.parse_position(text)?;
    let Ball::At(ball) = pos.ball() else {
        let error = NotationError::new("picture", "the game is over", "the ball on the board");
        return Err(error.into());
    };
    let men = pos.men().iter().map(|point| (Player::Black, point));
    let mut stones: Vec<(Player, Point)> = men.chain([(Player::White, ball)]).collect();
    stones.sort_unstable_by_key(|&(_, point)| point);
    Ok(problem.with_stones(stones, game.to_move(&pos)))
}

fn of_certificate(problem: &andor_checker::Problem) -> Option<Problem> {
    let size = format!("{}x{}", problem.columns, problem.rows);
    let is_own = problem.game == CheckedGame::Phutball;
    is_own.then(|| Problem::of(&FAMILY, &size).ok())?
}

fn open(problem: &Problem) -> Result<Box<dyn InPlay>, BadInput> {
    let size = read(problem.size_text())?;
    Playing::open(Phutball::<6>::new(size), problem)
}

/// Solved positions with their zones, which threads share.
type Zoned<const W: usize> = table::Shared<Entry<Turn, Points<W>>>;

impl<const W: usize> Adapter for Phutball<W> {
    fn question(&self) -> Question {
        Question { no_result: true, ..Question::with_draws() }
    }

    /// Black's stones are the men, and White's stone is the ball. Without stones: the start.
    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Position<W>, NotationError> {
        Certified::set_up(self, stones, to_move)
    }

    fn in_standard_form(&self, pos: &Self::Position, symmetry: Symmetry) -> Option<Self::Position> {
        Some(self.map_position(symmetry, pos))
    }

    fn knowledge(&self) -> &'static [Piece] {
        KNOWLEDGE
    }

    fn serves(&self, name: &str, search: SearchName, _moves: usize) -> bool {
        name != ZONES || search.keeps_zones()
    }

    fn forgets_past(&self) -> bool {
        true
    }

    fn usual(&self, _: Purpose) -> SearchName {
        SearchName::ProofNumber
    }

    fn has_search(&self, search: SearchName) -> bool {
        search.is_for("phutball")
    }

    fn certificate(&self) -> Option<&'static dyn Certifier<Self>> {
        Some(&Certificates)
    }

    fn engine(&self, spec: &EngineSpec<'_>, shared: &Shared<Self>) -> Box<dyn Search<Self>> {
        if spec.search == SearchName::Widening {
            return Box::new(Widening::new(Strategy::default()));
        }
        let plain = GamePlugs::plain(spec, shared, Tuning::default().with(spec.options));
        let memory: Box<dyn Memory<Self>> = match (spec.uses(ZONES), shared.race()) {
            (false, _) => plain.memory,
            (true, None) => Box::new(LocalTranspositions::<Self>::default()),
            (true, Some(_)) => Box::new(LocalTranspositions::new(shared.own(zoned::<W>).clone())),
        };
        let knowledge: Box<dyn Oracle<Self>> = match spec.uses(JUMPS) {
            true => Box::new(Jumps),
            false => Box::new(()),
        };
        let dfpn = Options { share: SHARE, guessed: true, ..Options::default() };
        let order = Box::new(PhutballOrder);
        engines::assemble(spec, shared, GamePlugs { knowledge, memory, order, dfpn, ..plain })
    }
}

/// The table of solved positions with their zones.
fn zoned<const W: usize>(room: Room) -> Arc<Zoned<W>> {
    Arc::new(Zoned::new(shares::without_timeless(room.patterns())))
}
