//! Gomoku for networks.

use super::{Gomoku, GomokuPosition};
use crate::points::Point;
use andor_core::{Claim, Game, Painter, PlaneShape, Planes, Player};

/// The planes: own stones and the other player's; the points on which each completes five, and on
/// which each makes a four; ones; ones if Black is to move; ones if the player to move attacks.
impl<const W: usize, const V: usize> Planes for Gomoku<W, V> {
    fn planes_version(&self) -> u32 {
        1
    }

    fn plane_shape(&self) -> PlaneShape {
        let [columns, rows] = [self.size.columns(), self.size.rows()].map(usize::from);
        PlaneShape { columns, rows, planes: 9, others: 0 }
    }

    fn paint(&self, pos: &GomokuPosition<W, V>, claim: Claim, painter: &mut Painter<'_>) {
        let mover = self.to_move(pos);
        let sides = [mover, mover.other()];
        for player in sides {
            painter.points(pos.stones.of(player).iter().map(Point::index));
        }
        for count in [4, 3] {
            for player in sides {
                let points = pos.stones.reach(&self.layout, player, count..count + 1);
                painter.points(points.iter().map(Point::index));
            }
        }
        painter.all(true);
        painter.all(mover == Player::Black);
        painter.all(mover == claim.attacker);
    }

    fn move_index(&self, mv: Point) -> usize {
        mv.index()
    }

    fn indexed_move(&self, index: usize) -> Point {
        Point(index as u16)
    }
}
