//! Random positions of Killall-Go under both rules of repetition.

use crate::graph::{Graph, World};
use crate::lines::Superko;
use crate::positions::{Drawn, either, name, one, problem, stones, wander};
use crate::tree::{Play, Tree};
use andor_checker::rules::{Board, Line, Outcome, State, after};
use andor_checker::{Game, Player as Stone};
use andor_games::notation::coordinates::{Style, parse_point};
use andor_solver::Problem;

/// How many positions of a graph are made.
const MOST: usize = 3_000;

/// Killall-Go under basic ko: positions may come back, and a game without end is won by Black.
struct BasicKo {
    size: (usize, usize),
}

impl World for BasicKo {
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
        let numbers = 0..=self.size.0 * self.size.1;
        numbers.filter_map(|number| after(Game::Killall, self.size, state, number).ok()).collect()
    }

    fn after(&self, state: &State, text: &str) -> Option<State> {
        let size = crate::positions::size(self.size);
        let number = match text {
            "pass" => size.area(),
            _ => parse_point(size, Style::Go, text).ok()?.index(),
        };
        after(Game::Killall, self.size, state, number).ok()
    }
}

/// Both claims of a game that Black wins unless White does: that White wins, and that White does
/// not.
struct WhiteWins(Graph<BasicKo>);

impl crate::truth::Truth for WhiteWins {
    fn holds(
        &mut self,
        after: Option<&str>,
        game: usize,
        (attacker, _): (Stone, i64),
    ) -> Result<Option<bool>, String> {
        let white = self.0.holds(after, game, (Stone::White, 1))?;
        Ok(white.map(|wins| wins == (attacker == Stone::White)))
    }
}

/// Random moves under superko that do not end the game.
fn wander_apart(dice: &mut fastrand::Rng, game: &mut Superko) -> Vec<String> {
    let (size, area) = (game.size, game.size.0 * game.size.1);
    let mut moves = Vec::new();
    for _ in 0..if dice.bool() { dice.usize(..15) } else { 0 } {
        let mv = if dice.u8(..5) == 0 { area } else { dice.usize(..area) };
        if game.play(mv) {
            match game.outcome() {
                Some(_) => game.undo(),
                None => moves.push(name(size, Style::Go, mv)),
            }
        }
    }
    moves
}

/// Stones with holes, more of Black's than of White's.
fn board(dice: &mut fastrand::Rng, area: usize) -> Board {
    let of_ten = if area > 12 { 8 } else { dice.u8(..8) };
    let mut board = stones(dice, area, of_ten);
    for held in &mut board {
        if held.is_some() && dice.u8(..3) == 0 {
            *held = Some(Stone::Black);
        }
    }
    board
}

/// A random position, or nothing if it is not legal or over.
pub fn draw(dice: &mut fastrand::Rng) -> Option<Drawn> {
    let sizes =
        [(1, 3), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (3, 3), (4, 2), (4, 3), (4, 4), (5, 5)];
    let size = one(dice, &sizes);
    let board = board(dice, size.0 * size.1);
    // Without stones the game starts, and White moves.
    let is_start = board.iter().all(Option::is_none);
    let to_move = if is_start { Stone::White } else { either(dice) };
    let mut line = Line::new(Game::Killall, size, board.clone(), to_move).ok()?;
    if line.now().outcome.is_some() {
        return None;
    }
    let start = Problem::named("killall", &format!("{}x{}", size.0, size.1)).expect("a problem");
    if dice.u8(..3) == 0 {
        let start = start.with_option("rules", "ssk").expect("rules");
        let mut game = Superko { size, states: vec![line.now().clone()] };
        let moves = wander_apart(dice, &mut game);
        let problem = problem(start, &board, to_move, &moves);
        return Some(Drawn::new(problem, Box::new(Tree::new(game)), None));
    }
    let moves = wander(dice, &mut line, Style::Go, 15);
    let problem = problem(start, &board, to_move, &moves);
    let now = line.now();
    let truth = WhiteWins(Graph::new(BasicKo { size }, now.clone(), MOST));
    Some(Drawn::new(problem, Box::new(truth), Some((now.board.clone(), now.to_move))))
}
