//! m,n,k: a number of stones in a row wins, a full board is a draw.

use super::board::{Outcome, shifted};
use crate::model::Player;

/// Whether the player has enough stones in a row.
#[must_use]
pub fn has_row(
    columns: usize,
    rows: usize,
    row: usize,
    board: &[Option<Player>],
    player: Player,
) -> bool {
    // Lines begin at a stone behind which there is no other one, so that no stone is counted often.
    let from = |point: usize, (right, down): (isize, isize)| {
        let own = |i: isize| {
            shifted((columns, rows), point, (right * i, down * i))
                .is_some_and(|next| board[next] == Some(player))
        };
        !own(-1) && (0..row as isize).all(own)
    };
    (0..board.len()).any(|point| [(1, 0), (0, 1), (1, 1), (-1, 1)].iter().any(|&d| from(point, d)))
}

/// How the game ended, if it is over.
#[must_use]
pub fn outcome(
    columns: usize,
    rows: usize,
    row: usize,
    board: &[Option<Player>],
) -> Option<Outcome> {
    if has_row(columns, rows, row, board, Player::Black) {
        Some(Outcome::Margin(1))
    } else if has_row(columns, rows, row, board, Player::White) {
        Some(Outcome::Margin(-1))
    } else {
        board.iter().all(Option::is_some).then_some(Outcome::Margin(0))
    }
}
