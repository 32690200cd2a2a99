//! Lines of fours in Gomoku: they are replayed, and the sets that cover the win are found.

use crate::model::{Player, PointSet};
use crate::rules::{Board, gomoku};

/// The sets that cover a win.
type Cover = [PointSet; 3];

/// A board on which the winner is to move.
pub(crate) struct AttackBoard<'a> {
    pub(crate) windows: &'a [[usize; 5]],
    pub(crate) board: Board,
    pub(crate) winner: Player,
}

impl AttackBoard<'_> {
    /// Puts a stone on an empty point.
    pub(crate) fn put(&mut self, player: Player, point: usize) -> Result<(), String> {
        if self.board[point].is_some() {
            return Err(format!("the point {point} is not empty"));
        }
        self.board[point] = Some(player);
        Ok(())
    }

    /// The sets whose i-th is good against i further stones: these never give the loser a window
    /// with `count` stones.
    fn guard(&self, count: usize) -> Cover {
        let loser = self.winner.other();
        [1, 2, 3].map(|i| gomoku::reach(self.windows, &self.board, loser, count - i))
    }

    /// The points on which a player completes five in a row.
    fn fives(&self, player: Player) -> PointSet {
        gomoku::reach(self.windows, &self.board, player, 4)
    }

    /// Replays a line of fours: the cover of the position, or what is wrong with the line.
    pub(crate) fn fours(mut self, moves: &[u16]) -> Result<Cover, String> {
        let mut cover = [PointSet::EMPTY; 3];
        let mut add = |sets: Cover, points: &[usize]| {
            for (set, more) in cover.iter_mut().zip(sets) {
                *set = set.or(&more);
                points.iter().for_each(|&point| set.insert(point));
            }
            cover
        };
        for (number, &point) in moves.iter().enumerate() {
            let (point, is_last) = (usize::from(point), number + 1 == moves.len());
            if self.fives(self.winner).contains(point) {
                let cover = add(self.guard(5), &[point]);
                return if is_last { Ok(cover) } else { Err("moves follow a five".to_string()) };
            }
            self.put(self.winner, point)?;
            if !self.fives(self.winner.other()).is_empty() {
                return Err(format!("after the move {point} the loser can complete five"));
            }
            let fives: Vec<usize> = self.fives(self.winner).iter().take(2).collect();
            let cover = add(self.guard(4), &[&[point], fives.as_slice()].concat());
            match fives[..] {
                [] => return Err(format!("the move {point} makes no four")),
                [reply] => self.put(self.winner.other(), reply)?,
                _ if is_last => return Ok(cover),
                _ => return Err("moves follow a double four".to_string()),
            }
        }
        Err("the line of fours does not end with a win".to_string())
    }
}

/// The cover of a position that the winner, to move, wins by a line of fours; nothing if the line
/// is wrong.
#[must_use]
pub fn cover(
    size: (usize, usize),
    board: Board,
    winner: Player,
    moves: &[u16],
) -> Option<[PointSet; 3]> {
    let windows: Vec<[usize; 5]> = gomoku::windows(size).collect();
    AttackBoard { windows: &windows, board, winner }.fours(moves).ok()
}
