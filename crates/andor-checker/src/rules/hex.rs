//! Hex: Black joins top and bottom, White left and right.
//!
//! A player's board is a graph of the points and of two edges: the number of points stands for the
//! top or left edge, the next number for the other edge.

use super::board::{Outcome, flood, shifted};
use crate::model::Player;

/// The steps to the neighbours of a point: columns to the right and rows down.
pub const NEIGHBOURS: [(isize, isize); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];

/// The neighbours of a point or an edge, for a player: points, and the player's edges.
pub fn near(
    (columns, rows): (usize, usize),
    player: Player,
    node: usize,
) -> impl Iterator<Item = usize> {
    let area = columns * rows;
    let edge = move |point: usize, edge: usize| {
        let (at, last) = match player {
            Player::Black => (point / columns, rows - 1),
            Player::White => (point % columns, columns - 1),
        };
        at == if edge == 0 { 0 } else { last }
    };
    let points = NEIGHBOURS
        .iter()
        .filter_map(move |&by| if node < area { shifted((columns, rows), node, by) } else { None });
    let edges = (0..2).filter(move |&e| node < area && edge(node, e)).map(move |e| area + e);
    let along = (0..area).filter(move |&point| node >= area && edge(point, node - area));
    points.chain(edges).chain(along)
}

/// The points and edges that are connected with a given one, through those that are let in.
pub fn connected(
    (columns, rows): (usize, usize),
    player: Player,
    from: usize,
    own: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let near = |node| near((columns, rows), player, node);
    flood(columns * rows + 2, [from].into_iter(), near, own)
}

/// How the game ended, if it is over.
#[must_use]
pub fn outcome(columns: usize, rows: usize, board: &[Option<Player>]) -> Option<Outcome> {
    let won = |player| {
        let own = |node: usize| board.get(node).is_none_or(|&stone| stone == Some(player));
        connected((columns, rows), player, board.len(), own).contains(&(board.len() + 1))
    };
    if won(Player::Black) {
        Some(Outcome::Margin(1))
    } else if won(Player::White) {
        Some(Outcome::Margin(-1))
    } else {
        None
    }
}
