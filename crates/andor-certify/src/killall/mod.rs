//! Killall-Go in certificates: positions, moves, and proofs under basic ko.
//!
//! White's wins are local entries, each about the stones in a zone ([`crate::local`]). Black's wins
//! are a graph of positions of the whole board ([`strategy`]).

mod strategy;

use crate::certified::{Certified, Picture, Start, points};
use crate::draft::Draft;
use crate::goal::{NoCertificate, Solution};
use crate::local::{self, OnBoard};
use crate::searcher::Searcher;
use andor_checker::Game as CheckedGame;
use andor_core::{Game, NotationError, Player, Symmetric};
use andor_games::go::{self, Board, Move};
use andor_games::killall::{Killall, KoRule, Position, Set};
use andor_games::points::{Point, sets};
use andor_games::size::Size;
use andor_search::Line;

impl Certified for Killall {
    fn checked_game(&self) -> Option<CheckedGame> {
        (self.rule() == KoRule::Basic).then_some(CheckedGame::Killall)
    }

    fn without_certificates(&self) -> &'static str {
        "Killall-Go under ssk (expected --rules basic-ko)"
    }

    fn size(&self) -> Size {
        Killall::size(self)
    }

    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Position, NotationError> {
        let [black, white] = sets(stones);
        Killall::set_up(self, black, white, to_move)
    }

    fn picture(&self, pos: &Position) -> Picture {
        let stones = Player::both(|player| points(pos.board().stones(player)));
        let ko = pos.board().ko().map(|point| point.0);
        Picture { passes: pos.board().passes(), ko, ..Picture::of_stones(stones) }
    }

    fn number(&self, mv: Move) -> u16 {
        match mv {
            Move::At(point) => point.0,
            Move::Pass => self.size().area() as u16,
        }
    }

    fn own_proof(
        &self,
        draft: &mut Draft,
        searcher: &mut Searcher<'_, Self>,
        line: &mut Line<'_, Self>,
        solution: &Solution<Move>,
    ) -> Result<Option<Start>, NoCertificate> {
        let (pos, goal) = (line.position(), solution.goal());
        let start = match goal.winner() {
            Player::White => local::proof(self, draft, searcher, pos, goal)?,
            Player::Black => strategy::proof(self, draft, searcher, pos, goal)?,
        };
        Ok(Some(start))
    }
}

impl OnBoard<2> for Killall {
    fn board(&self) -> &Board<2> {
        Killall::board(self)
    }

    fn of_go<'p>(&self, pos: &'p Position) -> &'p go::Position<2> {
        pos.board()
    }

    fn after_elsewhere(&self, pos: &Position) -> Position {
        self.after(pos, Move::Pass)
    }

    fn turns(&self) -> u8 {
        self.symmetries()
    }

    fn entry_zone(&self, pos: &Position, zone: Set) -> Set {
        let all = self.board().all();
        if pos.board().stones(Player::White).is_empty() { all } else { zone & all }
    }
}
