//! The trait [`Certified`] for Go: how positions and moves of Go appear in certificates.

use crate::certified::{Certified, Picture, points};
use andor_checker::{Game as CheckedGame, GoRules, PointSet, Theorem};
use andor_core::{Claim, NotationError, Player, Verdict};
use andor_games::go::{Go, Move};
use andor_games::points::{Point, sets};
use andor_games::size::Size;
use andor_knowledge::go::life::UnconditionalLife;
use andor_knowledge::go::territory::UnconditionalTerritory;

impl<const W: usize> Certified for Go<W> {
    fn checked_game(&self) -> Option<CheckedGame> {
        GoRules::named(&self.rules().on(self.size()).name()).map(CheckedGame::Go)
    }

    fn size(&self) -> Size {
        Go::size(self)
    }

    fn set_up(
        &self,
        stones: &[(Player, Point)],
        to_move: Player,
    ) -> Result<Self::Position, NotationError> {
        let [black, white] = sets(stones);
        Go::set_up(self, black, white, to_move)
    }

    fn picture(&self, pos: &Self::Position) -> Picture {
        let ko = pos.ko().map(|point| point.0);
        let stones = Player::both(|p| points(pos.stones(p)));
        Picture { stones, passes: pos.passes(), ko, waits: pos.last_pass() - 2 }
    }

    fn number(&self, mv: Move) -> u16 {
        match mv {
            Move::At(point) => point.0,
            Move::Pass => self.size().area() as u16,
        }
    }

    fn leaf(
        &self,
        theorem: Theorem,
        pos: &Self::Position,
        claim: Claim,
    ) -> Option<(Verdict, PointSet)> {
        let (verdict, life) = match theorem {
            Theorem::Life => UnconditionalLife.why(self, pos, claim)?,
            Theorem::Territory => {
                let (verdict, territory) = UnconditionalTerritory.why(self, pos, claim)?;
                (verdict, territory.life)
            }
            Theorem::Room => return None,
        };
        Some((verdict, points(life.alive)))
    }
}
