//! Hex: Black joins top and bottom, White left and right.

use super::{Outcome, flood, shifted};
use crate::model::Player;

const NEIGHBOURS: [(isize, isize); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];

/// Whether the points that are the player's join the player's two edges.
pub fn joins(columns: usize, rows: usize, player: Player, own: impl Fn(usize) -> bool) -> bool {
    let edges = |point: usize| match player {
        Player::Black => (point / columns == 0, point / columns == rows - 1),
        Player::White => (point.is_multiple_of(columns), point % columns == columns - 1),
    };
    let near = |point| NEIGHBOURS.iter().filter_map(move |&by| shifted((columns, rows), point, by));
    let area = columns * rows;
    let reached = flood(area, (0..area).filter(|&point| edges(point).0), near, own);
    reached.into_iter().any(|point| edges(point).1)
}

/// How the game ended, if it is over.
#[must_use]
pub fn outcome(columns: usize, rows: usize, board: &[Option<Player>]) -> Option<Outcome> {
    let won = |player| joins(columns, rows, player, |point| board[point] == Some(player));
    if won(Player::Black) {
        Some(Outcome::Margin(1))
    } else if won(Player::White) {
        Some(Outcome::Margin(-1))
    } else {
        None
    }
}
