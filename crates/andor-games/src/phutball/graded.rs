//! Graded moves of Phutball: jumps and men near the ball first.
//!
//! | width | moves |
//! |---|---|
//! | 0 | jumps; men at most two steps from the ball |
//! | 1 | also men three steps from the ball, and men beside a man |
//! | 2 | all |
//!
//! A threat of order 1 is a [strike](Graded::strike): a turn that wins at once, found by the search
//! for jumps. Its zone is the men over which the ball jumps and the landing points, so the landing
//! points are the only points on which a man of the defender's meets the threat; a jump always
//! does. The proof is in the module of the zones.

use super::{Ball, Next, Phutball, Position, Turn};
use crate::points::{Point, Points};
use andor_core::{Claim, Graded, Player};

/// How far from the ball the men of the first two widths stand at most.
const NEAR: [u8; 2] = [2, 3];

impl<const W: usize> Phutball<W> {
    /// The width of a man on an empty point, and the distance from the ball.
    fn width_of_man(&self, pos: &Position<W>, ball: Point, point: Point) -> (u8, u8) {
        let columns = self.size.column(point).abs_diff(self.size.column(ball));
        let distance = columns.max(self.size.row(point).abs_diff(self.size.row(ball)));
        let is_beside = || {
            let has_man = |next: &Next| matches!(next, Next::To(point) if pos.men.contains(*point));
            self.next[point.index()].iter().any(has_man)
        };
        let width = match distance {
            d if d <= NEAR[0] => 0,
            d if d <= NEAR[1] || is_beside() => 1,
            _ => 2,
        };
        (width, distance)
    }
}

impl<const W: usize> Graded for Phutball<W> {
    fn widths(&self) -> u8 {
        3
    }

    fn attacks(&self, pos: &Position<W>, width: u8, out: &mut Vec<Turn>) {
        let Ball::At(ball) = pos.ball else { return };
        let mut jumps = Vec::new();
        self.jumps(pos, &mut jumps);
        let rows_to_goal = |ball: Ball| match (ball, pos.to_move) {
            (Ball::Over(_), _) => 0,
            (Ball::At(point), Player::Black) => self.size.row(point),
            (Ball::At(point), Player::White) => self.size.rows() - 1 - self.size.row(point),
        };
        jumps.sort_by_key(|jump| rows_to_goal(jump.ball));
        out.extend(jumps.iter().map(|jump| jump.turn));
        let men = self.empty(pos).iter().map(|point| {
            let (width, distance) = self.width_of_man(pos, ball, point);
            (width, distance, rows_to_goal(Ball::At(point)), point)
        });
        let mut men: Vec<_> = men.filter(|(of_man, ..)| *of_man <= width).collect();
        men.sort_unstable();
        out.extend(men.into_iter().map(|(.., point)| Turn::man(point)));
    }

    #[inline]
    fn strike(&self, pos: &Position<W>, _: Claim) -> Option<(Turn, Points<W>)> {
        let turn = self.winning_turn(pos, pos.to_move)?;
        Some((turn, self.zone_of_jumps(pos, pos.to_move, turn)))
    }

    fn sees_strikes(&self, _: Player) -> bool {
        true
    }

    /// Every turn changes the board, and a man may help the attacker.
    fn waiting_is_safe(&self) -> bool {
        false
    }
}
