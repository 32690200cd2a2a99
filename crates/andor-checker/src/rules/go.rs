//! Go with area scoring under each rule about repetition.
//!
//! A board play is made on a copy of the board: the opponent's blocks without liberty are taken
//! off, then the player's own. The line compares its marks to find out whether the result repeats a
//! position.

use super::board::{Board, Outcome, State, flood, shifted};
use crate::model::{Atari, Cycle, GoRules, Ko, Mark, Player, PointSet};

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

/// The margin of a game that ends with this board: blocks with one liberty may be dead.
#[must_use]
pub fn end(rules: GoRules, columns: usize, rows: usize, board: &[Option<Player>]) -> i64 {
    let in_atari = |&point: &usize| block(columns, rows, board, point).1.len() == 1;
    let dead = |player| -> Vec<usize> {
        (0..board.len()).filter(|&p| board[p] == Some(player)).filter(in_atari).collect()
    };
    let dead = match rules.atari {
        Atari::Alive => return margin(columns, rows, board),
        Atari::Dead | Atari::DeadUnlessBoth => [dead(Player::Black), dead(Player::White)],
    };
    let mut left = board.to_vec();
    if rules.atari == Atari::Dead || dead.iter().any(Vec::is_empty) {
        dead.iter().flatten().for_each(|&point| left[point] = None);
    }
    margin(columns, rows, &left)
}

/// The amount that a move adds to a cycle's tally, Black's passes minus White's: the player who
/// captured more stones in a cycle passed as many times more.
#[must_use]
pub fn tally(before: &State, after: &State) -> i64 {
    match (after.passes > 0, before.to_move) {
        (false, _) => 0,
        (true, Player::Black) => 1,
        (true, Player::White) => -1,
    }
}

/// How a game ends by a long cycle with this tally.
#[must_use]
pub fn cycle(rules: GoRules, area: usize, tally: i64) -> Outcome {
    let whole = area as i64;
    match (rules.captures, tally.signum(), rules.cycle) {
        (true, sign @ (1 | -1), _) => Outcome::Margin(sign * whole),
        (_, _, Cycle::NoResult) => Outcome::NoResult,
        (_, _, Cycle::Tie) => Outcome::Margin(0),
        (_, _, Cycle::Won(Player::Black)) => Outcome::Margin(whole),
        (_, _, Cycle::Won(Player::White)) => Outcome::Margin(-whole),
    }
}

/// Whether some block has no liberty.
#[must_use]
pub fn has_dead_block(columns: usize, rows: usize, board: &[Option<Player>]) -> bool {
    let dead = |point| block(columns, rows, board, point).1.is_empty();
    (0..board.len()).any(|point| board[point].is_some() && dead(point))
}

/// The position after a move on the board or a pass, without the rule of repetition.
pub(super) fn after(
    rules: GoRules,
    (columns, rows): (usize, usize),
    now: &State,
    point: usize,
) -> Result<State, &'static str> {
    let player = now.to_move;
    let mut state = State::new(now.board.clone(), player.other());
    if point == columns * rows {
        (state.passes, state.waits) = (now.passes + 1, now.waits);
        if state.passes >= 2 + state.waits {
            state.outcome = Some(Outcome::Margin(end(rules, columns, rows, &state.board)));
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
    if rules.ko == Ko::Basic {
        state.ko = ko_point(columns, rows, &state.board, point, taken);
    }
    if rules.waits && state.ko.is_some() {
        state.waits = if now.passes == 0 { (now.waits + 1).min(2) } else { 1 };
    }
    Ok(state)
}

/// Whether a position leaves a mark on its line.
#[must_use]
pub fn leaves_mark(rules: GoRules, state: &State) -> bool {
    state.passes == 0 || matches!(rules.ko, Ko::Positional | Ko::Situational)
}

/// The part of a position that the rule about repetition compares.
#[must_use]
pub fn mark(rules: GoRules, state: &State) -> Mark {
    let stones = |player| -> PointSet {
        let own = |point: &usize| state.board[*point] == Some(player);
        (0..state.board.len()).filter(own).collect()
    };
    Mark {
        black: stones(Player::Black),
        white: stones(Player::White),
        to_move: if rules.ko == Ko::Positional { Player::Black } else { state.to_move },
        ko: state.ko.map(|ko| ko as u16),
        waits: state.waits,
    }
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
