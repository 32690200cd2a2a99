//! [`AnyGame`] in certificates: positions, moves and proofs of the real game.

mod searches;

pub use searches::{Narrowed, Widened, own_line};

use crate::certified::{Certified, Picture, Start};
use crate::draft::Draft;
use crate::goal::{Goal, NoCertificate, Solution};
use crate::searcher::Searcher;
use andor_checker::{Game as CheckedGame, PointSet, Root, Theorem};
use andor_core::{Claim, NotationError, Player, Verdict};
use andor_games::any::{AnyGame, AnyMove, AnyPosition, Variant};
use andor_games::only_games;
use andor_games::points::Point;
use andor_games::size::Size;
use andor_search::Line;

/// Matches a game that the format knows.
macro_rules! certified {
    ($any:expr, $game:ident => $body:expr) => {
        only_games!($any, [SmallHex, MidHex, LargeHex, SmallGo, MidGo, LargeGo, Capture, Killall, Gomoku, LargeGomoku, Mnk] $game => $body)
    };
}

/// The proof of the real game.
fn own_proof<V: Certified + Variant>(
    _: &V,
    any: &AnyGame,
    draft: &mut Draft,
    searcher: &mut Searcher<'_, AnyGame>,
    line: &Line<'_, AnyGame>,
    solution: &Solution<AnyMove>,
) -> Result<Option<Start>, NoCertificate> {
    let &Solution { claim, verdict, best } = solution;
    let solution = Solution { claim, verdict, best: best.map(V::mv) };
    let Searcher { search, budget, hear, steps, told } = searcher;
    let mut search = Narrowed::new(any.clone(), &mut **search);
    let (steps, told) = (*steps, *told);
    let searcher = &mut Searcher { search: &mut search, budget, hear: &mut **hear, steps, told };
    V::of(any).own_proof(draft, searcher, &mut own_line(line), &solution)
}

impl Certified for AnyGame {
    fn checked_game(&self) -> Option<CheckedGame> {
        match self {
            AnyGame::Nim(_) => None,
            _ => certified!(self, game => game.checked_game()),
        }
    }

    fn checked_game_from(&self, root: &AnyPosition) -> Option<CheckedGame> {
        match self {
            AnyGame::Nim(_) => None,
            _ => certified!(self, game => game.checked_game_from(game.at(root))),
        }
    }

    fn root(&self, goal: Goal) -> Root {
        certified!(self, game => game.root(goal))
    }

    fn without_certificates(&self) -> &'static str {
        match self {
            AnyGame::Nim(_) => "this game",
            _ => certified!(self, game => game.without_certificates()),
        }
    }

    fn size(&self) -> Size {
        certified!(self, game => Certified::size(game))
    }

    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<AnyPosition, NotationError> {
        certified!(self, game => Ok(game.any_position(Certified::set_up(game, stones, to_move)?)))
    }

    fn picture(&self, pos: &AnyPosition) -> Picture {
        certified!(self, game => game.picture(game.at(pos)))
    }

    fn number(&self, mv: AnyMove) -> u16 {
        certified!(self, game => game.number(mv.own()))
    }

    fn number_in(&self, pos: &AnyPosition, mv: AnyMove) -> u16 {
        certified!(self, game => game.number_in(game.at(pos), mv.own()))
    }

    fn leaf(
        &self,
        theorem: Theorem,
        pos: &AnyPosition,
        claim: Claim,
    ) -> Option<(Verdict, PointSet)> {
        certified!(self, game => game.leaf(theorem, game.at(pos), claim))
    }

    fn own_proof(
        &self,
        draft: &mut Draft,
        searcher: &mut Searcher<'_, Self>,
        line: &mut Line<'_, Self>,
        solution: &Solution<AnyMove>,
    ) -> Result<Option<Start>, NoCertificate> {
        match self {
            AnyGame::SmallHex(game) => own_proof(game, self, draft, searcher, line, solution),
            AnyGame::MidHex(game) => own_proof(game, self, draft, searcher, line, solution),
            AnyGame::LargeHex(game) => own_proof(game, self, draft, searcher, line, solution),
            AnyGame::Capture(game) => own_proof(game, self, draft, searcher, line, solution),
            AnyGame::Killall(game) => own_proof(game, self, draft, searcher, line, solution),
            AnyGame::Gomoku(game) => own_proof(game, self, draft, searcher, line, solution),
            AnyGame::LargeGomoku(game) => own_proof(game, self, draft, searcher, line, solution),
            AnyGame::SmallGo(_)
            | AnyGame::MidGo(_)
            | AnyGame::LargeGo(_)
            | AnyGame::Mnk(_)
            | AnyGame::Nim(_) => Ok(None),
        }
    }
}
