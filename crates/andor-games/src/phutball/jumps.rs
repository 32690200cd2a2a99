//! The jumps of the ball: all results, and the shortest win at once.
//!
//! The results of a turn are found breadth first, one more jump in each round. So every result is
//! found by one of its shortest routes, and among these by the first route in the order of the
//! directions. The order of the directions is mirrored where the standard form of the position's
//! class is the mirror image, so that the routes of a position and of its mirror image are mirror
//! images of each other.

use super::turns::{DIRECTIONS, MOST_JUMPS, mirrored};
use super::{Ball, Next, Phutball, Position, Turn};
use crate::points::{Point, Points};
use andor_core::Player;
use std::ops::ControlFlow;

/// Results of so many jumps always count. There are at most 3,200 of them, because no jump goes
/// back over the men that the last jump took off.
pub const ALWAYS: usize = 4;

/// The most results of a position, where some need more than [`ALWAYS`] jumps.
pub const MOST_RESULTS: usize = 4000;

/// A result of the jumps of one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump<const W: usize> {
    /// The turn by a shortest route.
    pub turn: Turn,
    /// The ball after the turn.
    pub ball: Ball,
    /// The men after the turn.
    pub men: Points<W>,
}

/// So many results are compared one by one.
const FEW: usize = 24;

/// Where there are more than a few results: their places in the list, by hash, to see whether a
/// result is new.
#[derive(Default)]
struct Known {
    /// Places counted from 1, 0 for none; a power of two of them.
    places: Vec<u16>,
}

impl Known {
    fn is_new<const W: usize>(&mut self, found: &[Jump<W>], ball: Ball, men: &Points<W>) -> bool {
        let is_same = |jump: &Jump<W>| jump.ball == ball && jump.men == *men;
        if found.len() < FEW {
            return !found.iter().any(is_same);
        }
        if 2 * found.len() >= self.places.len() {
            self.places = vec![0; 4 * found.len().next_power_of_two()];
            for (place, jump) in (1..).zip(found) {
                let slot = self.slot(jump.ball, &jump.men, |_| false);
                self.places[slot] = place;
            }
        }
        let slot = self.slot(ball, men, |place| is_same(&found[place]));
        let is_new = self.places[slot] == 0;
        self.places[slot] = if is_new { found.len() as u16 + 1 } else { self.places[slot] };
        is_new
    }

    /// The slot of a result, or the empty slot for it.
    fn slot<const W: usize>(
        &self,
        ball: Ball,
        men: &Points<W>,
        is_same: impl Fn(usize) -> bool,
    ) -> usize {
        let ball = match ball {
            Ball::At(point) => point.0,
            Ball::Over(_) => u16::MAX,
        };
        let mix = |hash: u64, word: u64| {
            (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
        };
        let mut slot =
            men.0.iter().fold(mix(1, ball.into()), |hash, &word| mix(hash, word)) as usize;
        loop {
            slot &= self.places.len() - 1;
            match self.places[slot] {
                0 => return slot,
                place if is_same(place as usize - 1) => return slot,
                _ => slot += 1,
            }
        }
    }
}

/// A jump over a row of men.
struct Row<const W: usize> {
    men: Points<W>,
    count: u8,
    ball: Ball,
}

impl<const W: usize> Phutball<W> {
    /// Is the mirror image of the position the standard form of its class?
    #[inline]
    pub(super) fn is_mirrored(&self, pos: &Position<W>) -> bool {
        pos.keys[1] < pos.keys[0]
    }

    /// The jump of `player` from a point over men, if there is one in this direction.
    #[inline]
    fn row(
        &self,
        men: &Points<W>,
        from: Point,
        direction: usize,
        player: Player,
    ) -> Option<Row<W>> {
        let (mut row, mut count) = (Points::EMPTY, 0);
        let mut next = self.next[from.index()][direction];
        while let Next::To(point) = next
            && men.contains(point)
        {
            row.insert(point);
            count += 1;
            next = self.next[point.index()][direction];
        }
        let ball = match next {
            _ if count == 0 => return None,
            Next::To(point) => Ball::At(point),
            Next::Over(owner) if owner != player => Ball::Over(owner),
            Next::Over(_) | Next::Aside => return None,
        };
        Some(Row { men: row, count, ball })
    }

    /// The ball and the men after jumps that the rules allow.
    pub(super) fn follow(&self, mut men: Points<W>, turn: Turn) -> (Ball, Points<W>) {
        let mut ball = Ball::At(turn.from());
        for (direction, count) in turn.jumps() {
            let Ball::At(from) = ball else { break };
            let mut next = self.next[from.index()][direction];
            for _ in 0..count {
                let Next::To(point) = next else { break };
                men.remove(point);
                next = self.next[point.index()][direction];
            }
            ball = match next {
                Next::To(point) => Ball::At(point),
                Next::Over(owner) => Ball::Over(owner),
                Next::Aside => ball,
            };
        }
        (ball, men)
    }

    /// The jump in a direction after other jumps: its number of men, and the ball after it.
    pub(super) fn one_jump(
        &self,
        (ball, men): (Ball, &Points<W>),
        direction: usize,
        player: Player,
    ) -> Option<(u8, Ball)> {
        let Ball::At(from) = ball else { return None };
        self.row(men, from, direction, player).map(|row| (row.count, row.ball))
    }

    /// The turn of the player to move by jumps in these directions, if it is possible.
    pub fn turn_by(&self, pos: &Position<W>, directions: &[u8]) -> Option<Turn> {
        let Ball::At(from) = pos.ball else { return None };
        let (mut turn, mut ball, mut men) = (Turn::man(from), pos.ball, pos.men);
        for &direction in directions {
            let direction = usize::from(direction);
            let (count, _) = self.one_jump((ball, &men), direction, pos.to_move)?;
            turn = turn.then(direction, count);
            (ball, men) = self.follow(pos.men, turn);
        }
        Some(turn)
    }

    /// Appends all different results of jumps of the player to move, in the order of their numbers
    /// of jumps.
    pub fn jumps(&self, pos: &Position<W>, out: &mut Vec<Jump<W>>) {
        let _ = self.rounds::<()>(pos, pos.to_move, out, |_| ControlFlow::Continue(()));
    }

    /// Appends results of jumps of `player` and shows those of each number of jumps, until it is
    /// told to stop.
    fn rounds<B>(
        &self,
        pos: &Position<W>,
        player: Player,
        out: &mut Vec<Jump<W>>,
        mut see: impl FnMut(&[Jump<W>]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Ball::At(from) = pos.ball else { return ControlFlow::Continue(()) };
        let first = out.len();
        let mut known = Known::default();
        let start = Jump { turn: Turn::man(from), ball: pos.ball, men: pos.men };
        // The first result of the last round.
        let mut last = first;
        for jumps in 1..=MOST_JUMPS {
            let end = out.len();
            let count = if jumps == 1 { 1 } else { end - last };
            for place in last..last + count {
                let begin = if jumps == 1 { start } else { out[place] };
                let Ball::At(from) = begin.ball else { continue };
                for i in 0..DIRECTIONS {
                    let direction = if self.is_mirrored(pos) { mirrored(i) } else { i };
                    let Some(row) = self.row(&begin.men, from, direction, player) else { continue };
                    let men = begin.men - row.men;
                    if known.is_new(&out[first..], row.ball, &men) {
                        let turn = begin.turn.then(direction, row.count);
                        out.push(Jump { turn, ball: row.ball, men });
                    }
                }
                if jumps > ALWAYS && out.len() - first > MOST_RESULTS {
                    out.truncate(end);
                    return ControlFlow::Continue(());
                }
            }
            if out.len() == end {
                break;
            }
            see(&out[end..])?;
            last = end;
        }
        ControlFlow::Continue(())
    }

    /// The points that decide which jumps the player to move has: the men that the ball can jump
    /// over, and the points that stop the ball.
    pub fn points_of_jumps(&self, pos: &Position<W>) -> Points<W> {
        let mut jumps = Vec::new();
        self.jumps(pos, &mut jumps);
        let start = (pos.ball, pos.men);
        let ends = jumps.iter().filter(|jump| jump.turn.len() < MOST_JUMPS);
        let mut read = Points::EMPTY;
        for (ball, men) in std::iter::once(start).chain(ends.map(|jump| (jump.ball, jump.men))) {
            let Ball::At(from) = ball else { continue };
            for direction in 0..DIRECTIONS {
                let mut next = self.next[from.index()][direction];
                while let Next::To(point) = next {
                    read.insert(point);
                    if !men.contains(point) {
                        break;
                    }
                    next = self.next[point.index()][direction];
                }
            }
        }
        read
    }

    /// The zone of a turn of jumps of `player`: the turn is legal in every position with the same
    /// men there, and leaves the same ball. It holds the points over which the ball jumps and on
    /// which the ball lands; for a turn of more than [`ALWAYS`] jumps, all points of the jumps.
    pub fn zone_of_jumps(&self, pos: &Position<W>, player: Player, turn: Turn) -> Points<W> {
        let mut points = match turn.len() > ALWAYS {
            true => self.points_of_jumps(&Position { to_move: player, ..pos.clone() }),
            false => Points::EMPTY,
        };
        let mut from = turn.from();
        for (direction, count) in turn.jumps() {
            for _ in 0..=count {
                let Next::To(point) = self.next[from.index()][direction] else { break };
                points.insert(point);
                from = point;
            }
        }
        points
    }

    /// The shortest turn by which `player`, if it were that player's turn, wins at once, if there
    /// is one.
    pub fn winning_turn(&self, pos: &Position<W>, player: Player) -> Option<Turn> {
        let wins = |jump: &&Jump<W>| self.winner(jump.ball) == Some(player);
        let see = |found: &[Jump<W>]| match found.iter().find(wins) {
            Some(jump) => ControlFlow::Break(jump.turn),
            None => ControlFlow::Continue(()),
        };
        self.rounds(pos, player, &mut Vec::new(), see).break_value()
    }
}
