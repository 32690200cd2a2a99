//! Go with area scoring under each rule about repetition.
//!
//! A board play is made on a copy of the board: the opponent's blocks without liberty come off,
//! then one's own; whether the result may be is asked of the line, position by position.

use super::{Board, Line, Outcome, State, flood, shifted};
use crate::model::{GoRules, Ko, Player};

/// The points next to a point.
pub(crate) fn neighbours(
    columns: usize,
    rows: usize,
    point: usize,
) -> impl Iterator<Item = usize> + Clone {
    let by = [(0, -1), (-1, 0), (1, 0), (0, 1)];
    by.into_iter().filter_map(move |by| shifted((columns, rows), point, by))
}

/// The maximal connected set of points with the same content as this one, and the empty points next
/// to points of it: for a stone its block and the liberties.
#[must_use]
pub fn block(
    columns: usize,
    rows: usize,
    board: &[Option<Player>],
    point: usize,
) -> (Vec<usize>, Vec<usize>) {
    let near = |point| neighbours(columns, rows, point);
    let inside = |other: usize| board[other] == board[point];
    let stones = flood(board.len(), [point].into_iter(), near, inside);
    let mut liberties: Vec<usize> =
        stones.iter().flat_map(|&stone| near(stone)).filter(|&p| board[p].is_none()).collect();
    liberties.sort_unstable();
    liberties.dedup();
    (stones, liberties)
}

/// Black's area minus White's.
#[must_use]
pub fn margin(columns: usize, rows: usize, board: &[Option<Player>]) -> i64 {
    let mut margin = 0;
    for point in 0..board.len() {
        let owner = board[point].or_else(|| {
            let (region, _) = block(columns, rows, board, point);
            let edge = region.iter().flat_map(|&empty| neighbours(columns, rows, empty));
            let mut stones = edge.filter_map(|next| board[next]);
            let first = stones.next()?;
            stones.all(|stone| stone == first).then_some(first)
        });
        margin += match owner {
            Some(Player::Black) => 1,
            Some(Player::White) => -1,
            None => 0,
        };
    }
    margin
}

/// The position after a move, or why the move is not legal.
pub(super) fn next(rules: GoRules, line: &Line, point: usize) -> Result<State, &'static str> {
    let (now, (columns, rows)) = (line.now(), line.size());
    let player = now.to_move;
    let mut state = State {
        board: now.board.clone(),
        to_move: player.other(),
        passes: 0,
        ko: None,
        created_by: Some(player),
        outcome: None,
        life: Default::default(),
    };
    if point == line.area() {
        state.passes = now.passes + 1;
        state.created_by = None;
        if state.passes == 2 {
            state.outcome = Some(Outcome::Margin(margin(columns, rows, &state.board)));
        }
        return Ok(state);
    }
    if now.ko == Some(point) {
        return Err("basic ko forbids to retake at once");
    }
    state.board[point] = Some(player);
    let mut taken = 0;
    for near in neighbours(columns, rows, point) {
        if state.board[near] == Some(player.other()) {
            taken += take_if_dead(columns, rows, &mut state.board, near);
        }
    }
    match take_if_dead(columns, rows, &mut state.board, point) {
        0 => {}
        _ if !rules.suicide => return Err("the move would be suicide"),
        1 if rules.ko == Ko::Basic => return Err("the suicide of one stone changes nothing"),
        _ => {}
    }
    let past = line.states();
    match rules.ko {
        Ko::Positional if past.iter().any(|old| old.board == state.board) => {
            Err("the board was there before (psk)")
        }
        Ko::Situational
            if past.iter().any(|old| old.to_move == state.to_move && old.board == state.board) =>
        {
            Err("the board was there before with the same player to move (ssk)")
        }
        Ko::Natural
            if past
                .iter()
                .any(|old| old.created_by == Some(player) && old.board == state.board) =>
        {
            Err("the player created this board before (nssk)")
        }
        Ko::Basic => {
            state.ko = ko_point(columns, rows, &state.board, point, taken);
            if past.iter().any(|old| repeats(old, &state)) {
                state.outcome = Some(Outcome::NoResult);
            }
            Ok(state)
        }
        Ko::Positional | Ko::Situational | Ko::Natural => Ok(state),
    }
}

/// Basic ko: whether a board play leads to what was there after an earlier one, or at the start.
fn repeats(old: &State, new: &State) -> bool {
    old.created_by.is_some()
        && old.to_move == new.to_move
        && old.ko == new.ko
        && old.board == new.board
}

fn take_if_dead(columns: usize, rows: usize, board: &mut Board, point: usize) -> usize {
    let (stones, liberties) = block(columns, rows, board, point);
    if !liberties.is_empty() {
        return 0;
    }
    for &stone in &stones {
        board[stone] = None;
    }
    stones.len()
}

fn ko_point(
    columns: usize,
    rows: usize,
    board: &[Option<Player>],
    point: usize,
    taken: usize,
) -> Option<usize> {
    if taken != 1 || board[point].is_none() {
        return None;
    }
    let (stones, liberties) = block(columns, rows, board, point);
    (stones.len() == 1 && liberties.len() == 1).then(|| liberties[0])
}
