//! The adapter of [`AnyGame`]: of all games but Phutball.
//!
//! Everything that is generic in the game (searches, jobs, reports, the walk of a store,
//! certificates) is compiled for [`AnyGame`] and not for each game. The adapter hands each question
//! to the adapter of the real game. The folder of the real game makes the searches of [`AnyGame`].

pub(crate) mod patterns;
pub(crate) mod plug;

use crate::adapter::{Adapter, Piece, Purpose, Question};
use crate::engines::{self, EngineSpec, Shared};
use crate::games::{capture, go, gomoku, hex, killall};
use crate::network::guide::{ByPlanes, Networks};
use crate::search_name::SearchName;
use andor_certify::{Certificates, Certifier};
use andor_core::{Claim, Halt, Margin, NotationError, Oracle, Player, Symmetry, Verdict};
use andor_games::any::{AnyGame, AnyMove, AnyPosition, Variant};
use andor_games::each_game;
use andor_games::points::Point;
use andor_search::Search;
use andor_search::shortest::{ByRules, FindsLengths, Shortest};
use andor_search::zones::{NoZones, PointRelevancy};
use plug::Plug;

/// The knowledge of the real game that takes little time.
fn quick<V: Adapter + Variant>(game: &V) -> Box<dyn Oracle<AnyGame>> {
    Box::new(Plug::<V, _>::new(game.quick_knowledge()))
}

impl Adapter for AnyGame {
    fn question(&self) -> Question {
        each_game!(self, game => game.question())
    }

    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<AnyPosition, NotationError> {
        each_game!(self, game => Ok(game.any_position(Adapter::set_up(game, stones, to_move)?)))
    }

    fn in_standard_form(&self, pos: &AnyPosition, symmetry: Symmetry) -> Option<AnyPosition> {
        each_game!(self, game => {
            Some(game.any_position(game.in_standard_form(game.at(pos), symmetry)?))
        })
    }

    fn knowledge(&self) -> &'static [Piece] {
        each_game!(self, game => game.knowledge())
    }

    fn applies(&self, name: &str) -> bool {
        each_game!(self, game => game.applies(name))
    }

    fn knowledge_bytes(&self, names: &[&'static str], of: usize) -> usize {
        each_game!(self, game => game.knowledge_bytes(names, of))
    }

    fn serves(&self, name: &str, search: SearchName, moves: usize) -> bool {
        each_game!(self, game => game.serves(name, search, moves))
    }

    fn forgets_past(&self) -> bool {
        each_game!(self, game => game.forgets_past())
    }

    fn settles(&self, name: &str, pos: &AnyPosition, claim: Claim) -> Option<Verdict> {
        each_game!(self, game => game.settles(name, game.at(pos), claim))
    }

    fn settles_after(
        &self,
        name: &str,
        before: &AnyPosition,
        pos: &AnyPosition,
        claim: Claim,
    ) -> Option<Verdict> {
        each_game!(self, game => game.settles_after(name, game.at(before), game.at(pos), claim))
    }

    fn usual(&self, purpose: Purpose) -> SearchName {
        each_game!(self, game => game.usual(purpose))
    }

    fn has_search(&self, search: SearchName) -> bool {
        each_game!(self, game => game.has_search(search))
    }

    fn engine(&self, spec: &EngineSpec<'_>, shared: &Shared<Self>) -> Box<dyn Search<Self>> {
        match self {
            AnyGame::SmallHex(game) => hex::engine(game, spec, shared),
            AnyGame::MidHex(game) => hex::engine(game, spec, shared),
            AnyGame::LargeHex(game) => hex::engine(game, spec, shared),
            AnyGame::SmallGo(game) => go::engine(game, spec, shared),
            AnyGame::MidGo(game) => go::engine(game, spec, shared),
            AnyGame::LargeGo(game) => go::engine(game, spec, shared),
            AnyGame::Capture(_) => capture::engine(spec, shared),
            AnyGame::Killall(_) => killall::engine(spec, shared),
            AnyGame::Gomoku(game) => gomoku::engine(game, spec, shared),
            AnyGame::LargeGomoku(game) => gomoku::engine(game, spec, shared),
            AnyGame::Mnk(_) | AnyGame::Nim(_) => engines::plain(spec, shared),
        }
    }

    fn shortest(&self) -> Box<dyn FindsLengths<Self>> {
        match self {
            AnyGame::SmallHex(_) | AnyGame::MidHex(_) | AnyGame::LargeHex(_) => {
                Box::new(Shortest::new(ByRules, PointRelevancy))
            }
            AnyGame::Gomoku(game) => gomoku::shortest(game),
            AnyGame::LargeGomoku(game) => gomoku::shortest(game),
            AnyGame::Mnk(_) => Box::new(Shortest::new(ByRules, NoZones)),
            AnyGame::SmallGo(_)
            | AnyGame::MidGo(_)
            | AnyGame::LargeGo(_)
            | AnyGame::Capture(_)
            | AnyGame::Killall(_)
            | AnyGame::Nim(_) => Box::new(Shortest::new((), NoZones)),
        }
    }

    fn certificate(&self) -> Option<&'static dyn Certifier<Self>> {
        match self {
            AnyGame::Nim(_) => None,
            _ => Some(&Certificates),
        }
    }

    fn quick_knowledge(&self) -> Box<dyn Oracle<Self>> {
        each_game!(self, game => quick(game))
    }

    fn networks(&self) -> Option<&'static dyn Networks<Self>> {
        match self {
            AnyGame::Capture(_) | AnyGame::Nim(_) => None,
            _ => Some(&ByPlanes),
        }
    }

    fn standing(&self, pos: &AnyPosition) -> Option<Margin> {
        each_game!(self, game => game.standing(game.at(pos)))
    }

    fn is_pass(&self, mv: AnyMove) -> bool {
        each_game!(self, game => game.is_pass(mv.own()))
    }

    fn plan(
        &self,
        name: &str,
        pos: &AnyPosition,
        claim: Claim,
    ) -> Option<(Player, Option<AnyMove>)> {
        each_game!(self, game => {
            let (winner, mv) = game.plan(name, game.at(pos), claim)?;
            Some((winner, mv.map(AnyMove::of)))
        })
    }

    fn promising(&self, pos: &AnyPosition, halt: &Halt) -> Option<Vec<AnyMove>> {
        each_game!(self, game => {
            let moves = game.promising(game.at(pos), halt)?;
            Some(moves.into_iter().map(AnyMove::of).collect())
        })
    }

    fn safe_points(&self, pos: &AnyPosition, player: Player) -> Vec<Point> {
        each_game!(self, game => game.safe_points(game.at(pos), player))
    }
}
