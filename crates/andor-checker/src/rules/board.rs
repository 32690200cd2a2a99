//! Boards, positions and outcomes of all games, and flood fills.

use crate::model::{Player, Root, Verdict};

/// The stones, point by point.
pub type Board = Vec<Option<Player>>;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// With a margin from Black's side.
    Margin(i64),
    /// Without result.
    NoResult,
}

impl Outcome {
    /// Whether the outcome fulfils the claim that the attacker's margin is at least so much.
    #[must_use]
    pub fn fulfils(self, attacker: Player, at_least: i64) -> bool {
        match (self, attacker) {
            (Outcome::NoResult, _) => false,
            (Outcome::Margin(margin), Player::Black) => margin >= at_least,
            (Outcome::Margin(margin), Player::White) => -margin >= at_least,
        }
    }

    /// Whether the outcome makes the root's verdict come true.
    #[must_use]
    pub fn confirms(self, root: &Root) -> bool {
        self.fulfils(root.attacker, root.at_least) == (root.verdict == Verdict::Proven)
    }
}

/// A position, with the data that the rules about the past need.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The stones, point by point.
    pub board: Board,
    /// The player to move.
    pub to_move: Player,
    /// Go and Killall-Go: the number of passes just before.
    pub passes: u8,
    /// Go and Killall-Go: the point that basic ko forbids.
    pub ko: Option<usize>,
    /// Go: how many passes more than two end the game.
    pub waits: u8,
    /// How the game ended, if it is over.
    pub outcome: Option<Outcome>,
}

impl State {
    /// A position that comes about by a stone, or is the first of a game.
    #[must_use]
    pub fn new(board: Board, to_move: Player) -> State {
        State { board, to_move, passes: 0, ko: None, waits: 0, outcome: None }
    }
}

/// The points of a flood fill from some points through the points that are let in.
pub(crate) fn flood<N: Iterator<Item = usize>>(
    area: usize,
    starts: impl Iterator<Item = usize>,
    neighbours: impl Fn(usize) -> N,
    inside: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut seen = vec![false; area];
    let mut found = Vec::new();
    for start in starts.filter(|&start| inside(start)) {
        if !seen[start] {
            seen[start] = true;
            found.push(start);
        }
    }
    let mut at = 0;
    while at < found.len() {
        for next in neighbours(found[at]) {
            if !seen[next] && inside(next) {
                seen[next] = true;
                found.push(next);
            }
        }
        at += 1;
    }
    found
}

/// The point so many columns and rows from another, if it is on the board.
pub(crate) fn shifted(
    (columns, rows): (usize, usize),
    point: usize,
    (right, down): (isize, isize),
) -> Option<usize> {
    let column = (point % columns).checked_add_signed(right).filter(|&c| c < columns)?;
    let row = (point / columns).checked_add_signed(down).filter(|&r| r < rows)?;
    Some(row * columns + column)
}
