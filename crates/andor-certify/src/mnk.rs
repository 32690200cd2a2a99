//! The trait [`Certified`] for m,n,k games: how positions and moves appear in certificates.

use crate::certified::{Certified, Picture, points};
use andor_checker::Game as CheckedGame;
use andor_core::{NotationError, Player};
use andor_games::points::{Point, sets};
use andor_games::size::Size;
use andor_games::toy::mnk::Mnk;

impl Certified for Mnk {
    fn checked_game(&self) -> Option<CheckedGame> {
        Some(CheckedGame::Mnk { row: self.row().into() })
    }

    fn size(&self) -> Size {
        Mnk::size(self)
    }

    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Self::Position, NotationError> {
        Ok(Mnk::set_up(self, sets(stones), to_move))
    }

    fn picture(&self, pos: &Self::Position) -> Picture {
        Picture::of_stones(Player::both(|p| points(pos.stones(p))))
    }

    fn number(&self, mv: Point) -> u16 {
        mv.0
    }
}
