//! Go for networks.

use super::{Go, Move, Position};
use crate::points::Point;
use andor_core::{Claim, Painter, PlaneShape, Planes, Player};

/// The margin that the player to move needs is told by so many bits.
const MARGIN_BITS: usize = 10;

/// The last passes are told by so many bits, and the passes beyond two that end the game by so
/// many.
const PASS_BITS: [usize; 2] = [3, 2];

/// The planes: own stones, the other player's, the point that ko forbids, the bits of the last
/// passes and of the passes beyond two that end the game, ones, ones if Black is to move, ones if
/// the player to move attacks, and the bits of the margin that the player to move needs beyond the
/// loss of the whole board.
impl<const W: usize> Planes for Go<W> {
    fn planes_version(&self) -> u32 {
        1
    }

    fn plane_shape(&self) -> PlaneShape {
        let size = self.size();
        let [columns, rows] = [size.columns(), size.rows()].map(usize::from);
        PlaneShape {
            columns,
            rows,
            planes: 6 + PASS_BITS[0] + PASS_BITS[1] + MARGIN_BITS,
            others: 1,
        }
    }

    fn paint(&self, pos: &Position<W>, claim: Claim, painter: &mut Painter<'_>) {
        let mover = pos.to_move();
        for player in [mover, mover.other()] {
            painter.points(pos.stones(player).iter().map(Point::index));
        }
        painter.points(pos.ko().map(Point::index));
        for (passes, bits) in [pos.passes(), pos.last_pass() - 2].into_iter().zip(PASS_BITS) {
            (0..bits).for_each(|bit| painter.all(passes >> bit & 1 == 1));
        }
        painter.all(true);
        painter.all(mover == Player::Black);
        painter.all(mover == claim.attacker);
        let needed = match mover == claim.attacker {
            true => claim.at_least.0,
            false => 1 - claim.at_least.0,
        };
        let beyond = i64::from(needed) + self.size().area() as i64;
        for bit in 0..MARGIN_BITS {
            painter.all(beyond >> bit & 1 == 1);
        }
    }

    fn move_index(&self, mv: Move) -> usize {
        match mv {
            Move::At(point) => point.index(),
            Move::Pass => self.size().area(),
        }
    }

    fn indexed_move(&self, index: usize) -> Move {
        if index == self.size().area() { Move::Pass } else { Move::At(Point(index as u16)) }
    }
}
