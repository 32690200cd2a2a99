//! Random positions of Phutball.

use crate::graph::{Graph, World};
use crate::positions::{Drawn, either, one, problem};
use andor_checker::rules::phutball::{Ball, Field, MOST_JUMPS, field, jump, jumps};
use andor_checker::rules::{Board, Line, Outcome, State, after};
use andor_checker::{Game, Player as Stone};
use andor_core::{Game as _, Notation as _};
use andor_games::notation::coordinates::{Style, parse_point};
use andor_games::phutball::Phutball;
use andor_solver::Problem;

/// How many positions of a graph are made.
const MOST: usize = 4_000;

/// Phutball on a board of this size.
struct Rules {
    size: (usize, usize),
}

impl Rules {
    fn point(&self, text: &str) -> Option<usize> {
        Some(parse_point(crate::positions::size(self.size), Style::Go, text).ok()?.index())
    }

    /// The fields after one more jump that ends at a place as it is written; beyond the board any
    /// place will do.
    fn jumped(&self, from: &Field, player: Stone, text: &str) -> Option<Field> {
        let aim = self.point(text);
        let ends = |found: &Field| match found.ball {
            Ball::At(point) => Some(point) == aim,
            Ball::Over(_) => aim.is_none(),
        };
        (0..8).filter_map(|to| jump(self.size, from, to, player).0).find(ends)
    }
}

impl World for Rules {
    type State = State;
    type Key = State;

    fn key(&self, state: &State) -> State {
        state.clone()
    }

    fn to_move(&self, state: &State) -> Stone {
        state.to_move
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome
    }

    fn children(&self, state: &State) -> Vec<State> {
        let Some(before) = field(&state.board) else { return Vec::new() };
        let area = self.size.0 * self.size.1;
        let results = jumps(self.size, &before, state.to_move).results.len();
        let numbers = (0..area).chain(area + 1..area + 1 + results);
        let legal = |number| after(Game::Phutball, self.size, state, number).ok();
        numbers.filter_map(legal).collect()
    }

    fn after(&self, state: &State, text: &str) -> Option<State> {
        let mut places = text.split('-');
        let first = self.point(places.next()?)?;
        let before = field(&state.board)?;
        let mut now = before;
        let mut count = 0;
        for place in places {
            now = self.jumped(&now, state.to_move, place)?;
            count += 1;
        }
        let number = match count {
            0 => first,
            1..=MOST_JUMPS if before.ball == Ball::At(first) => {
                let results = jumps(self.size, &before, state.to_move).results;
                let place = results.iter().position(|result| *result == now)?;
                self.size.0 * self.size.1 + 1 + place
            }
            _ => return None,
        };
        after(Game::Phutball, self.size, state, number).ok()
    }
}

/// A board with men and the ball between the goal lines.
fn board(dice: &mut fastrand::Rng, (columns, rows): (usize, usize)) -> Board {
    let area = columns * rows;
    let of_ten = dice.u8(..if area > 20 { 3 } else { 6 });
    let man = |dice: &mut fastrand::Rng| (dice.u8(..10) < of_ten).then_some(Stone::Black);
    let mut board: Board = (0..area).map(|_| man(dice)).collect();
    board[dice.usize(columns..area - columns)] = Some(Stone::White);
    board
}

/// A random position, or nothing if it is over.
pub fn draw(dice: &mut fastrand::Rng) -> Option<Drawn> {
    let size = one(dice, &[(3, 3), (3, 4), (4, 3), (4, 4), (3, 5), (5, 5), (5, 7)]);
    let (board, to_move) = (board(dice, size), either(dice));
    let rules = Rules { size };
    let line = Line::new(Game::Phutball, size, board.clone(), to_move).ok()?;
    let mut now = line.now().clone();
    let start = Problem::named("phutball", &format!("{}x{}", size.0, size.1)).expect("a problem");
    // The names of turns are Andor's; the checker's rules follow them.
    let game = Phutball::<6>::new(crate::positions::size(size));
    let drawn = problem(start.clone(), &board, to_move, &[]).open().ok()?.scene().picture;
    let mut pos = game.parse_position(&drawn).expect("a position");
    let mut moves = Vec::new();
    for _ in 0..if dice.bool() { dice.usize(..10) } else { 0 } {
        let mut legal = Vec::new();
        game.moves(&pos, &mut legal);
        let jumping: Vec<_> = legal.iter().copied().filter(|turn| !turn.is_man()).collect();
        let among = if jumping.is_empty() || dice.bool() { &legal } else { &jumping };
        let turn = *dice.choice(among)?;
        let next = game.after(&pos, turn);
        if game.outcome(&next).is_none() {
            let text = game.move_text(turn);
            now = rules.after(&now, &text).unwrap_or_else(|| panic!("{drawn}\n{text}: no move"));
            moves.push(text);
            pos = next;
        }
    }
    let problem = problem(start, &board, to_move, &moves);
    let root = Some((now.board.clone(), now.to_move));
    Some(Drawn::new(problem, Box::new(Graph::new(rules, now, MOST)), root))
}
