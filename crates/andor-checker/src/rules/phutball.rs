//! Phutball: men that belong to nobody, and a ball that jumps over them: section 5.6 of
//! `docs/certificate.md`.
//!
//! On boards a black stone is a man and the white stone is the ball.

use super::board::{Board, Outcome, State, shifted};
use crate::model::{Player, PointSet};

/// The columns to the right and the rows down of a step in each direction.
const STEPS: [(isize, isize); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// The most jumps of a turn, the jumps that always count, and the most results where there are more
/// jumps.
pub const MOST_JUMPS: usize = 14;
/// Results of so many jumps always count.
pub const ALWAYS: usize = 4;
/// The most results where some need more jumps.
pub const MOST_RESULTS: usize = 4000;

/// The place of the ball; over a goal line there is no point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ball {
    /// On a point.
    At(usize),
    /// Over the goal line of this player.
    Over(Player),
}

/// The ball and the men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// The ball.
    pub ball: Ball,
    /// The men.
    pub men: PointSet,
}

/// The results of the jumps of a player, and the points that decide which results there are.
pub struct Jumps {
    /// The results in the order of the format.
    pub results: Vec<Field>,
    /// The points that a jump goes over or ends on, or that stop the ball.
    pub asked: PointSet,
}

/// The player who has won when a turn ends with the ball here.
#[must_use]
pub fn winner((columns, rows): (usize, usize), ball: Ball) -> Option<Player> {
    match ball {
        Ball::Over(owner) => Some(owner.other()),
        Ball::At(point) if point / columns == 0 => Some(Player::Black),
        Ball::At(point) if point / columns + 1 == rows => Some(Player::White),
        Ball::At(_) => None,
    }
}

/// The field after one jump of a player in a direction, if there is one, and the points that decide
/// it.
#[must_use]
pub fn jump(
    size: (usize, usize),
    field: &Field,
    direction: u8,
    player: Player,
) -> (Option<Field>, PointSet) {
    let (mut men, mut asked) = (field.men, PointSet::EMPTY);
    let (Ball::At(from), Some(&step)) = (field.ball, STEPS.get(usize::from(direction))) else {
        return (None, asked);
    };
    let mut last = from;
    let ball = loop {
        let Some(point) = shifted(size, last, step) else {
            break match (last / size.0, step.1) {
                (0, -1) if player == Player::Black => Some(Ball::Over(Player::White)),
                (row, 1) if row + 1 == size.1 && player == Player::White => {
                    Some(Ball::Over(Player::Black))
                }
                _ => None,
            };
        };
        asked.insert(point);
        if !men.contains(point) {
            break Some(Ball::At(point));
        }
        men.remove(point);
        last = point;
    };
    (ball.filter(|_| last != from).map(|ball| Field { ball, men }), asked)
}

/// All results of the jumps of a player.
#[must_use]
pub fn jumps(size: (usize, usize), field: &Field, player: Player) -> Jumps {
    let mut asked = PointSet::EMPTY;
    let mut results: std::collections::HashSet<Field> = std::collections::HashSet::new();
    let mut last = vec![*field];
    for count in 1..=MOST_JUMPS {
        let mut next: Vec<Field> = Vec::new();
        let mut new = results.clone();
        for field in &last {
            for direction in 0..8 {
                let (after, points) = jump(size, field, direction, player);
                asked = asked.or(&points);
                next.extend(after.filter(|after| new.insert(*after)));
            }
        }
        if next.is_empty() || count > ALWAYS && new.len() > MOST_RESULTS {
            break;
        }
        (results, last) = (new, next);
    }
    let mut results: Vec<Field> = results.into_iter().collect();
    results.sort_by_key(|field| (field.ball, letters(size.0 * size.1, &field.men)));
    Jumps { results, asked }
}

/// For each point whether a man stands there.
fn letters(area: usize, men: &PointSet) -> Vec<bool> {
    (0..area).map(|point| men.contains(point)).collect()
}

/// The ball and the men of a board, unless it has not exactly one ball.
#[must_use]
pub fn field(board: &Board) -> Option<Field> {
    let on = |player| {
        board.iter().enumerate().filter(move |(_, held)| **held == Some(player)).map(|(p, _)| p)
    };
    let mut balls = on(Player::White);
    let (ball, None) = (Ball::At(balls.next()?), balls.next()) else { return None };
    Some(Field { ball, men: on(Player::Black).collect() })
}

/// How the game ended, if it is over with this board.
#[must_use]
pub fn outcome(size: (usize, usize), board: &Board) -> Option<Outcome> {
    winner(size, field(board)?.ball).map(won)
}

fn won(winner: Player) -> Outcome {
    Outcome::Margin(if winner == Player::Black { 1 } else { -1 })
}

/// The position after a turn, or why it is not legal: the number of a point for a man, larger
/// numbers than that of a pass for jumps.
pub fn after(size: (usize, usize), now: &State, number: usize) -> Result<State, &'static str> {
    let area = size.0 * size.1;
    let Some(before) = field(&now.board) else { return Err("there is no ball") };
    let mut next = before;
    if number < area {
        next.men.insert(number);
    } else {
        let results = jumps(size, &before, now.to_move).results;
        let place = number.checked_sub(area + 1);
        let found = place.and_then(|place| results.get(place));
        next = *found.ok_or("there is no such jump")?;
    }
    let piece = |point| match next.ball {
        Ball::At(ball) if ball == point => Some(Player::White),
        _ => next.men.contains(point).then_some(Player::Black),
    };
    let outcome = winner(size, next.ball).map(won);
    Ok(State { outcome, ..State::new((0..area).map(piece).collect(), now.to_move.other()) })
}
