//! Killall-Go for networks.

use super::{Killall, Position};
use crate::go::Move;
use crate::points::Point;
use andor_core::{Claim, Game, Painter, PlaneShape, Planes, Player};

/// The planes: own stones, the other player's, the point that ko forbids, ones if the last move was
/// a pass, ones, ones if Black is to move. There are no draws, so it does not matter whose win is
/// claimed.
impl Planes for Killall {
    fn planes_version(&self) -> u32 {
        2
    }

    fn plane_shape(&self) -> PlaneShape {
        PlaneShape { planes: 6, ..self.go.plane_shape() }
    }

    fn paint(&self, pos: &Position, _: Claim, painter: &mut Painter<'_>) {
        let mover = self.to_move(pos);
        for player in [mover, mover.other()] {
            painter.points(pos.board.stones(player).iter().map(Point::index));
        }
        painter.points(pos.board.ko().map(Point::index));
        painter.all(pos.board.passes() > 0);
        painter.all(true);
        painter.all(mover == Player::Black);
    }

    fn move_index(&self, mv: Move) -> usize {
        self.go.move_index(mv)
    }

    fn indexed_move(&self, index: usize) -> Move {
        self.go.indexed_move(index)
    }
}
