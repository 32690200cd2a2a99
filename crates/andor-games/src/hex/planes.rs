//! Hex for networks.

use super::{Hex, HexMove, HexPosition};
use crate::points::Point;
use andor_core::{Claim, Game, Painter, PlaneShape, Planes, Player};

/// The planes: own stones, the other player's, ones, ones if Black is to move. There are no draws,
/// so it does not matter whose win is claimed.
impl<const W: usize> Planes for Hex<W> {
    fn planes_version(&self) -> u32 {
        2
    }

    fn plane_shape(&self) -> PlaneShape {
        let size = self.size();
        let [columns, rows] = [size.columns(), size.rows()].map(usize::from);
        PlaneShape { columns, rows, planes: 4, others: 0 }
    }

    fn paint(&self, pos: &HexPosition<W>, _: Claim, painter: &mut Painter<'_>) {
        let mover = self.to_move(pos);
        for player in [mover, mover.other()] {
            painter.points(pos.stones(player).iter().map(Point::index));
        }
        painter.all(true);
        painter.all(mover == Player::Black);
    }

    fn move_index(&self, mv: HexMove) -> usize {
        mv.index()
    }

    fn indexed_move(&self, index: usize) -> HexMove {
        Point(index as u16)
    }
}
