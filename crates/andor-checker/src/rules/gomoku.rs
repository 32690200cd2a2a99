//! Gomoku: five in a row win, a full board is a draw.

use super::board::{Board, Outcome, shifted};
use crate::model::{Five, Player, PointSet};

/// The steps along the rows of a board.
const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The windows of a board: all places of five points in a row.
pub fn windows(size: (usize, usize)) -> impl Iterator<Item = [usize; 5]> {
    (0..size.0 * size.1).flat_map(move |point| {
        STEPS.into_iter().filter_map(move |(right, down)| {
            let mut window = [point; 5];
            for (i, place) in (0..).zip(&mut window) {
                *place = shifted(size, point, (right * i, down * i))?;
            }
            Some(window)
        })
    })
}

/// Whether the player has a row that wins.
#[must_use]
pub fn has_five(
    size: (usize, usize),
    five: Five,
    board: &[Option<Player>],
    player: Player,
) -> bool {
    let own = |point: Option<usize>| point.is_some_and(|point| board[point] == Some(player));
    let from = |point: usize, (right, down): (isize, isize)| {
        let at = |i: isize| own(shifted(size, point, (right * i, down * i)));
        (0..5).all(at) && (five == Five::Freestyle || !at(-1) && !at(5))
    };
    (0..board.len()).any(|point| own(Some(point)) && STEPS.iter().any(|&step| from(point, step)))
}

/// How the game ended, if it is over.
#[must_use]
pub fn outcome(size: (usize, usize), five: Five, board: &[Option<Player>]) -> Option<Outcome> {
    if has_five(size, five, board, Player::Black) {
        Some(Outcome::Margin(1))
    } else if has_five(size, five, board, Player::White) {
        Some(Outcome::Margin(-1))
    } else {
        board.iter().all(Option::is_some).then_some(Outcome::Margin(0))
    }
}

/// The points of all windows with at least `least` stones of the player's, and none of the other's,
/// that are empty.
#[must_use]
pub fn reach(windows: &[[usize; 5]], board: &Board, player: Player, least: usize) -> PointSet {
    let mut reach = PointSet::EMPTY;
    for window in windows {
        let count = |stone| window.iter().filter(|&&point| board[point] == stone).count();
        if count(Some(player.other())) == 0 && count(Some(player)) >= least {
            let empty = window.iter().filter(|&&point| board[point].is_none());
            empty.for_each(|&point| reach.insert(point));
        }
    }
    reach
}
