//! m,n,k games in the solver: their family and their adapter.

use crate::adapter::Adapter;
use crate::error::BadInput;
use crate::in_play::Playing;
use crate::interfaces::{Family, InPlay, Problem};
use andor_certify::Certified;
use andor_checker::Game as CheckedGame;
use andor_core::{NotationError, Player, Symmetric, Symmetry};
use andor_games::any::AnyGame;
use andor_games::notation::coordinates::Style;
use andor_games::points::Point;
use andor_games::size::Size;
use andor_games::toy::mnk::Mnk;

/// The family of m,n,k.
pub static FAMILY: Family = Family {
    name: "mnk",
    title: "m,n,k",
    size_help: "`COLUMNSxROWSxK`: K in a row win, at most 64 points",
    example: "3x3x3",
    style: Some(Style::Hex),
    board: |size| read(size).ok().map(|(size, _)| size),
    read_size: |text| read(text).map(|(size, row)| format!("{size}x{row}")),
    of_certificate,
    open,
    ..Family::DEFAULT
};

/// Reads a size such as `3x3x3`.
fn read(text: &str) -> Result<(Size, u8), NotationError> {
    let read = text
        .rsplit_once('x')
        .and_then(|(size, row)| Some((size.parse::<Size>().ok()?, row.parse::<u8>().ok()?)));
    let fits =
        |(size, row): &(Size, u8)| text.matches('x').count() == 2 && size.area() <= 64 && *row >= 1;
    read.filter(fits).ok_or_else(|| {
        NotationError::new(
            format!("size \"{text}\""),
            "not a game of m,n,k",
            "COLUMNSxROWSxK with at most 64 points, such as 3x3x3",
        )
    })
}

fn of_certificate(problem: &andor_checker::Problem) -> Option<Problem> {
    let CheckedGame::Mnk { row } = problem.game else { return None };
    let size = format!("{}x{}x{row}", problem.columns, problem.rows);
    Problem::of(&FAMILY, &size).ok()
}

fn open(problem: &Problem) -> Result<Box<dyn InPlay>, BadInput> {
    let (size, row) = read(problem.size_text())?;
    Playing::open(AnyGame::Mnk(Mnk::new(size, row)), problem)
}

impl Adapter for Mnk {
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
}
