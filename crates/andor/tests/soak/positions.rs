//! What random positions of all games have in common.

use crate::truth::Truth;
use andor_checker::rules::{Board, Line};
use andor_checker::{Game, Player as Stone};
use andor_core::Player;
use andor_games::notation::coordinates::{Style, point_text};
use andor_games::points::Point;
use andor_games::size::Size;
use andor_solver::Problem;

/// A random position, with brute force about it.
pub struct Drawn {
    pub problem: Problem,
    pub truth: Box<dyn Truth>,
    /// The board and the player to move, for comparison with the certificate.
    pub root: Option<(Board, Stone)>,
    /// The margin that each player needs for a win.
    pub claims: [i64; 2],
    /// The largest margin, in a game with a score.
    pub most: Option<i64>,
    /// Can a game end without result?
    pub no_result: bool,
    /// The game of the brute force, where there are several.
    pub game: usize,
}

impl Drawn {
    /// A position of a game that one player wins by any margin.
    pub fn new(problem: Problem, truth: Box<dyn Truth>, root: Option<(Board, Stone)>) -> Drawn {
        Drawn { problem, truth, root, claims: [1, 1], most: None, no_result: false, game: 0 }
    }
}

/// One of several things.
pub fn one<T: Copy>(dice: &mut fastrand::Rng, of: &[T]) -> T {
    of[dice.usize(..of.len())]
}

/// The player, as the checker calls them.
pub fn stone(player: Player) -> Stone {
    match player {
        Player::Black => Stone::Black,
        Player::White => Stone::White,
    }
}

/// The player, as the solver calls them.
pub fn player(stone: Stone) -> Player {
    match stone {
        Stone::Black => Player::Black,
        Stone::White => Player::White,
    }
}

/// A random player.
pub fn either(dice: &mut fastrand::Rng) -> Stone {
    one(dice, &Stone::BOTH)
}

/// A size from its columns and rows.
pub fn size((columns, rows): (usize, usize)) -> Size {
    Size::new(columns as u8, rows as u8).expect("a size")
}

/// Stones on about so many of ten points.
pub fn stones(dice: &mut fastrand::Rng, area: usize, of_ten: u8) -> Board {
    (0..area).map(|_| (dice.u8(..10) < of_ten).then(|| either(dice))).collect()
}

/// The name of a move.
pub fn name(columns_and_rows: (usize, usize), style: Style, number: usize) -> String {
    match number == columns_and_rows.0 * columns_and_rows.1 {
        true => "pass".to_string(),
        false => point_text(size(columns_and_rows), style, Point(number as u16)),
    }
}

/// A problem with these stones and these moves, read from its text: what a command would solve.
pub fn problem(start: Problem, board: &Board, to_move: Stone, moves: &[String]) -> Problem {
    let stones = board.iter().enumerate();
    let stones = stones.filter_map(|(at, &held)| Some((player(held?), Point(at as u16))));
    let problem = start.with_stones(stones.collect(), player(to_move));
    let text = problem.with_moves(&moves.join(",")).to_string();
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays random moves at the end of a line, none of which ends the game; gives their names. A pass
/// is as likely as one in five where there are passes.
pub fn wander(dice: &mut fastrand::Rng, line: &mut Line, style: Style, most: usize) -> Vec<String> {
    let (size, area) = (line.size(), line.area());
    let has_pass = matches!(line.game(), Game::Go(_) | Game::Killall);
    let mut moves = Vec::new();
    for _ in 0..if dice.bool() { dice.usize(..most) } else { 0 } {
        let mv = if has_pass && dice.u8(..5) == 0 { area } else { dice.usize(..area) };
        if line.play(mv).is_ok() {
            match line.now().outcome {
                Some(_) => line.undo(),
                None => moves.push(name(size, style, mv)),
            }
        }
    }
    moves
}
