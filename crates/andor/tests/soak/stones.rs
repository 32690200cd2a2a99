//! Random positions of games in which stones stay, and of Nim.

use crate::lines::{Checked, Own};
use crate::positions::{Drawn, either, one, player, problem, wander};
use crate::tree::Tree;
use crate::truth::Truth;
use andor_checker::rules::{Board, Line};
use andor_checker::{Five, Game, Player as Stone};
use andor_core::{Game as _, Notation as _};
use andor_games::gomoku::{Rules, SmallGomoku};
use andor_games::notation::coordinates::Style;
use andor_games::points::{Point, sets};
use andor_games::toy::nim::Nim;
use andor_solver::Problem;

/// Stones on all but so many points, about as many of each player.
fn filled(dice: &mut fastrand::Rng, area: usize, empty: usize) -> Board {
    let mut points: Vec<usize> = (0..area).collect();
    dice.shuffle(&mut points);
    let mut board = vec![None; area];
    for (number, &point) in points[empty.min(area)..].iter().enumerate() {
        board[point] = Some(Stone::BOTH[number % 2]);
    }
    board
}

/// A random position of Hex, set up or after moves, or nothing if it is over.
pub fn hex(dice: &mut fastrand::Rng) -> Option<Drawn> {
    let size = one(dice, &[(1, 1), (1, 3), (2, 2), (3, 2), (3, 3), (4, 4), (3, 5), (5, 4), (5, 5)]);
    let area = size.0 * size.1;
    let empty = dice.usize(1..=if area > 20 { 14 } else { area });
    let start = Problem::named("hex", &format!("{}x{}", size.0, size.1)).expect("a problem");
    checked(dice, start, Game::Hex, size, empty)
}

/// A random position of m,n,k, or nothing if it is over.
pub fn mnk(dice: &mut fastrand::Rng) -> Option<Drawn> {
    let (columns, rows, row) =
        one(dice, &[(3, 3, 3), (3, 3, 2), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (2, 6, 2)]);
    let area = columns * rows;
    let empty = dice.usize(1..=area.min(10));
    let start = Problem::named("mnk", &format!("{columns}x{rows}x{row}")).expect("a problem");
    checked(dice, start, Game::Mnk { row }, (columns, rows), empty)
}

/// A random position of a game of the checker with so many empty points before the moves.
fn checked(
    dice: &mut fastrand::Rng,
    start: Problem,
    game: Game,
    size: (usize, usize),
    empty: usize,
) -> Option<Drawn> {
    let area = size.0 * size.1;
    let board = filled(dice, area, empty);
    let to_move = if empty == area { Stone::Black } else { either(dice) };
    let mut line = Line::new(game, size, board.clone(), to_move).ok()?;
    if line.now().outcome.is_some() {
        return None;
    }
    let moves = wander(dice, &mut line, Style::Hex, 6);
    let problem = problem(start, &board, to_move, &moves);
    let root = Some((line.now().board.clone(), line.now().to_move));
    let truth = Box::new(Tree::new(Checked { line, style: Style::Hex }));
    Some(Drawn::new(problem, truth, root))
}

/// A random position of Gomoku with few empty points, or nothing if somebody has won.
pub fn gomoku(dice: &mut fastrand::Rng) -> Option<Drawn> {
    let (columns, rows) = one(dice, &[(5, 5), (6, 5), (5, 7), (6, 6), (8, 7)]);
    let (size, area) = ((columns, rows), columns * rows);
    let rules = one(dice, &["freestyle", "freestyle", "exact", "renju"]);
    let empty = dice.usize(2..if rules == "exact" { 6 } else { 9 });
    let mut board = filled(dice, area, empty);
    for point in 1..area {
        // Rows are what the game is about: a stone often stands beside one of its colour.
        if board[point].is_some() && board[point - 1].is_some() && dice.u8(..5) < 3 {
            board[point] = board[point - 1];
        }
    }
    let to_move = either(dice);
    let start = Problem::named("gomoku", &format!("{columns}x{rows}"));
    let start = start.and_then(|start| start.with_option("rules", rules)).expect("a problem");
    if rules == "renju" {
        let held = board.iter().enumerate();
        let held: Vec<_> =
            held.filter_map(|(at, &own)| Some((player(own?), Point(at as u16)))).collect();
        let game = SmallGomoku::new(crate::positions::size(size), Rules::Renju);
        let root = game.set_up(sets(&held), player(to_move)).ok()?;
        let own = Own { game, positions: vec![root.clone()] };
        if crate::tree::Play::outcome(&own).is_some() {
            return None;
        }
        let truth: Box<dyn Truth> = Box::new(Tree::new(own));
        return Some(Drawn::new(problem(start, &board, to_move, &[]), truth, None));
    }
    let five = if rules == "exact" { Five::Exact } else { Five::Freestyle };
    let mut line = Line::new(Game::Gomoku(five), size, board.clone(), to_move).ok()?;
    if line.now().outcome.is_some() {
        return None;
    }
    let moves = wander(dice, &mut line, Style::Go, 3);
    let problem = problem(start, &board, to_move, &moves);
    let root = Some((line.now().board.clone(), line.now().to_move));
    let truth = Box::new(Tree::new(Checked { line, style: Style::Go }));
    Some(Drawn::new(problem, truth, root))
}

/// Random heaps, and a few moves; nothing if no move is left.
pub fn nim(dice: &mut fastrand::Rng) -> Option<Drawn> {
    let heaps: Vec<u8> = (0..dice.usize(1..5)).map(|_| dice.u8(..5)).collect();
    let game = Nim::new(&heaps);
    let mut pos = game.start();
    let mut moves = Vec::new();
    for _ in 0..if dice.bool() { dice.usize(..4) } else { 0 } {
        let mut legal = Vec::new();
        game.moves(&pos, &mut legal);
        let next = dice.choice(&legal).copied()?;
        moves.push(game.move_text(next));
        pos = game.after(&pos, next);
    }
    if game.outcome(&pos).is_some() {
        return None;
    }
    let size = heaps.iter().map(u8::to_string).collect::<Vec<_>>().join("-");
    let start = Problem::named("nim", &size).expect("a problem");
    let problem = problem(start, &Vec::new(), Stone::Black, &moves);
    Some(Drawn::new(problem, Box::new(Tree::new(Own { game, positions: vec![pos] })), None))
}
