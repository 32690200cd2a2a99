//! Graded attacks on a block: few moves first, all moves last.
//!
//! | width | moves of the attacker |
//! |---|---|
//! | 0 | the target's liberties |
//! | 1 | also the neighbours of these liberties, the liberties of the attacker's blocks beside the target that have fewer liberties than the target, the last liberty of a block that threatens such a block, and the liberties of weak blocks of the defender's beyond a liberty |
//! | 2 | also weak blocks with one liberty more, and the empty neighbours of the neighbours of the liberties |
//! | 3 | all plays |
//!
//! Widths 0 and 1 are the sets OR1 and OR2 of Cazenave (2001), the latter a little wider. The
//! attacker's pass is in no width: it loses at once.
//!
//! The defender attacks too, in the sense of [`Graded`]: a win of the defender's is an escape. The
//! widths are the same with the liberties of the target as the points that matter; the last width
//! has the pass.

use super::{Capture, Position, State};
use crate::go::Move;
use crate::points::{Point, Points};
use andor_core::{Claim, Game, Graded, Player, Zoned};

/// How many widths there are.
const WIDTHS: u8 = 4;

/// A list of points without doubles.
struct List<const W: usize> {
    points: Vec<Point>,
    listed: Points<W>,
}

impl<const W: usize> List<W> {
    fn add(&mut self, points: Points<W>) {
        for point in points - self.listed {
            self.points.push(point);
        }
        self.listed |= points;
    }
}

impl<const W: usize> Capture<W> {
    /// The liberties of the target, those with more empty neighbours first.
    fn roomy_first(&self, liberties: Points<W>, empty: Points<W>) -> Vec<Point> {
        let mut points: Vec<Point> = liberties.iter().collect();
        let room = |point: &Point| (self.board().adjacent(*point) & empty).len();
        points.sort_by_key(|point| std::cmp::Reverse(room(point)));
        points
    }

    /// Adds the plays near the target: width 1 without slack, width 2 with a slack of one liberty.
    fn add_near(&self, pos: &Position<W>, slack: u32, list: &mut List<W>) {
        let board = self.board();
        let stones = pos.board.both();
        let own = stones[self.attacker().index()];
        let other = stones[self.goal.owner.index()];
        let empty = board.empty(stones);
        let block = self.target_block(&pos.board);
        let target = board.around(block) & empty;
        for weak in board.parts(board.fill(board.around(block) & own, own)) {
            let liberties = board.around(weak) & empty;
            if liberties.len() < target.len() + slack || liberties.len() <= 1 + slack {
                list.add(liberties);
                let against = board.fill(board.around(weak) & other, other) - block;
                for part in board.parts(against) {
                    let last = board.around(part) & empty;
                    if last.len() <= 1 + 2 * slack {
                        list.add(last);
                    }
                }
            }
        }
        let beside = board.around(target);
        list.add(beside & empty);
        for friend in board.parts(board.fill(beside & other, other) - block) {
            let liberties = board.around(friend) & empty;
            if liberties.len() <= 3 + slack {
                list.add(liberties);
            }
        }
        if slack > 0 {
            for part in board.parts(board.fill(beside & own, own)) {
                let liberties = board.around(part) & empty;
                if liberties.len() <= 2 {
                    list.add(liberties);
                }
            }
            list.add(board.around(beside & empty) & empty);
        }
    }
}

impl<const W: usize> Graded for Capture<W> {
    fn widths(&self) -> u8 {
        WIDTHS
    }

    fn attacks(&self, pos: &Position<W>, width: u8, out: &mut Vec<Move>) {
        let empty = self.board().empty(pos.board.both());
        let liberties = self.target_liberties(&pos.board);
        let points = self.roomy_first(liberties, empty);
        let mut list = List { points, listed: liberties };
        if pos.state == State::Retake {
            list.add(Points::one(self.goal.target));
        }
        for slack in 0..width.min(2) {
            self.add_near(pos, slack.into(), &mut list);
        }
        let last = width + 1 >= WIDTHS;
        if last {
            list.add(empty);
        }
        let allowed = |point: &Point| self.go.allows(&pos.board, *point);
        out.extend(list.points.into_iter().filter(allowed).map(Move::At));
        if last && pos.board.to_move == self.goal.owner {
            out.push(Move::Pass);
        }
    }

    /// Each play of the attacker's takes one liberty of the target at most, and the defender may
    /// pass.
    #[inline]
    fn least_moves(&self, pos: &Position<W>, attacker: Player) -> u32 {
        match pos.state {
            State::Open if attacker == self.goal.owner => 1,
            State::Open => self.target_liberties(&pos.board).len(),
            _ => 0,
        }
    }

    fn strike(&self, pos: &Position<W>, _: Claim) -> Option<(Move, Points<W>)> {
        if pos.board.to_move == self.goal.owner {
            return self.jump(pos);
        }
        let liberties = self.target_liberties(&pos.board);
        if liberties.has_two() {
            return None;
        }
        let point = liberties.first()?;
        (pos.board.ko != Some(point)).then(|| self.won_by(pos, Move::At(point)))?
    }

    #[inline]
    fn sees_strikes(&self, attacker: Player) -> bool {
        attacker != self.goal.owner
    }

    fn waiting_move(&self, _: &Position<W>) -> Option<Move> {
        Some(Move::Pass)
    }

    /// The empty points of the zone, and the last liberties of the attacker's blocks that meet the
    /// zone.
    fn replies(&self, pos: &Position<W>, zone: Points<W>, out: &mut Vec<Move>) {
        let board = self.board();
        let others = pos.board.stones[pos.board.to_move.other().index()];
        let empty = board.empty(pos.board.both());
        let mut plays = empty & zone;
        let mut rest = others & zone;
        while let Some(stone) = rest.first() {
            let block = board.fill(Points::one(stone), others);
            let liberties = board.around(block) & empty;
            if !liberties.has_two() {
                plays |= liberties;
            }
            rest = rest - block;
        }
        let allowed = |point: &Point| self.go.allows(&pos.board, *point);
        out.extend(plays.iter().filter(allowed).map(Move::At));
    }

    fn chases(&self, pos: &Position<W>, out: &mut Vec<Move>) {
        let liberties = self.target_liberties(&pos.board);
        if pos.board.to_move != self.goal.owner && liberties.len() == 2 {
            let points = self.roomy_first(liberties, self.board().empty(pos.board.both()));
            let allowed = |point: &Point| self.go.allows(&pos.board, *point);
            out.extend(points.into_iter().filter(allowed).map(Move::At));
        }
    }
}

impl<const W: usize> Capture<W> {
    /// The move with the zone of the position before, if the move wins at once.
    fn won_by(&self, pos: &Position<W>, mv: Move) -> Option<(Move, Points<W>)> {
        let after = self.after(pos, mv);
        let won = self.winner(after.state) == Some(pos.board.to_move);
        won.then(|| (mv, self.winner_zone(pos, mv, self.end_zone(&after))))
    }

    /// A play on a liberty of the target after which the target has escaped.
    fn jump(&self, pos: &Position<W>) -> Option<(Move, Points<W>)> {
        let liberties = self.target_liberties(&pos.board);
        let board = self.board();
        let empty = board.empty(pos.board.both());
        let own = pos.board.stones[self.goal.owner.index()];
        let escapes = |point: &Point| {
            let beside = board.adjacent(*point);
            let joined = board.around(board.fill(beside & own, own)) & empty;
            let after = (joined | liberties | (beside & empty)) - Points::one(*point);
            after.len() >= self.goal.escape.into()
        };
        liberties.iter().filter(escapes).find_map(|point| {
            let allowed = self.go.allows(&pos.board, point);
            allowed.then(|| self.won_by(pos, Move::At(point)))?
        })
    }
}
