//! Killall-Go under basic ko: section 5.7 of `docs/certificate.md`.

use super::board::{Board, Outcome, State};
use super::go;
use super::picture::Picture;
use crate::model::{GoRules, Player, PointSet};

/// White has won.
const WHITE: Option<Outcome> = Some(Outcome::Margin(-1));

/// The outcome of a board without passes: White has won when a White stone is alive.
#[must_use]
pub fn outcome(size: (usize, usize), board: &Board) -> Option<Outcome> {
    WHITE.filter(|_| Picture::of_board(size, board).has_life(Player::White))
}

/// The outcome after passes, of which the last was made by the player who is not to move.
#[must_use]
pub fn passed(size: (usize, usize), state: &State) -> Option<Outcome> {
    if state.passes == 0 || state.passes == 1 && state.to_move == Player::Black {
        return None;
    }
    let black = State::new(state.board.clone(), Player::Black);
    let mut plays = (0..state.board.len()).filter(|&point| state.board[point].is_none());
    if state.board.contains(&Some(Player::White)) || plays.any(|p| play(size, &black, p).is_ok()) {
        return WHITE;
    }
    (state.passes == 2).then_some(Outcome::Margin(1))
}

/// The position after a play on an empty point, without its outcome.
fn play(size: (usize, usize), now: &State, point: usize) -> Result<State, &'static str> {
    if Picture::of_board(size, &now.board).is_eye(now.to_move, point) {
        return Err("the move fills a true eye of one's own");
    }
    go::after(GoRules::BASIC_KO, size, now, point)
}

/// The position after a move.
pub(super) fn after(
    size: (usize, usize),
    now: &State,
    point: usize,
) -> Result<State, &'static str> {
    if point < now.board.len() {
        let mut state = play(size, now, point)?;
        state.outcome = outcome(size, &state.board);
        return Ok(state);
    }
    let mut state = State::new(now.board.clone(), now.to_move.other());
    state.passes = now.passes + 1;
    state.outcome = passed(size, &state);
    Ok(state)
}

/// Why these stones of Black's leave White room, if they do: kind 3 of section 4.3.
#[must_use]
pub fn room(size: (usize, usize), board: &Board, stones: &PointSet) -> Option<&'static str> {
    let near = |point: usize| go::neighbours(size.0, size.1, point);
    if stones.is_empty() || stones.iter().any(|p| board[p] != Some(Player::Black)) {
        return Some("the points of the leaf are not stones of Black's");
    }
    let is_beside = |p: usize| near(p).any(|p| stones.contains(p));
    let rest = |p: &usize| board[*p] == Some(Player::Black) && !stones.contains(*p);
    if (0..board.len()).filter(rest).any(is_beside) {
        return Some("the stones of the leaf are not whole blocks");
    }
    let alone: Board = (0..board.len()).map(|p| board[p].filter(|_| stones.contains(p))).collect();
    let picture = Picture::of_board(size, &alone);
    let is_eye = |&p: &usize| board[p].is_none() && picture.is_eye(Player::Black, p);
    let eyes: PointSet = (0..board.len()).filter(is_eye).collect();
    for part in picture.parts(Player::Black) {
        let beside: PointSet = part.stones.iter().flat_map(|&p| near(p)).collect();
        if beside.and(&eyes).len() < 2 {
            return Some("a block of the leaf has fewer than two eyes");
        }
    }
    let is_taken = |p: usize| stones.contains(p) || is_beside(p);
    (!(0..board.len()).all(is_taken)).then_some("White has room beside the leaf")
}
