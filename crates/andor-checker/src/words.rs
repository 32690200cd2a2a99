//! Claims as sentences and boards as pictures.

use crate::model::{Game, Player, Problem, Root, Verdict};
use std::fmt::Write as _;

/// How many moves before a position a sentence names at most.
const SHOWN: usize = 30;

/// The statement of a root, as a sentence.
pub(crate) fn claim(problem: &Problem, root: &Root) -> String {
    let Problem { columns, rows, .. } = problem;
    let mut text = match problem.game {
        Game::Hex => format!("hex {columns}x{rows}"),
        Game::Mnk { row } => format!("mnk {columns}x{rows}, {row} in a row"),
        Game::Gomoku(five) => format!("gomoku {columns}x{rows}, {}", five.name()),
        Game::Phutball => format!("phutball {columns}x{rows}"),
        Game::Killall => format!("killall {columns}x{rows}, basic-ko"),
        Game::Go(rules) => format!("go {columns}x{rows}, {}", rules.name()),
        Game::Capture(block) => {
            let (target, escape) = (name(problem, block.target), block.escape);
            format!("capture {columns}x{rows}, target {target}, escape with {escape} liberties")
        }
    };
    let stones = |player| problem.board.iter().filter(|&&stone| stone == Some(player)).count();
    match (stones(Player::Black), stones(Player::White)) {
        (men, _) if problem.game == Game::Phutball => {
            let _ = write!(text, ", ball and {men} men");
        }
        (0, 0) => text.push_str(", empty board"),
        (black, white) => {
            let _ = write!(text, ", board with {black} black and {white} white stones");
        }
    }
    let count = problem.moves.len() + root.moves.len();
    if count > 0 {
        let moves = problem.moves.iter().chain(&root.moves).skip(count.saturating_sub(SHOWN));
        let names: Vec<String> = moves.map(|&point| name(problem, point)).collect();
        let more = if count > SHOWN { format!("{count} moves, the last ") } else { String::new() };
        let _ = write!(text, ", after {more}{}", names.join(" "));
    }
    let even = count.is_multiple_of(2);
    let to_move = if even { problem.to_move } else { problem.to_move.other() };
    let (attacker, at_least) = (root.attacker.name(), root.at_least);
    let _ = write!(text, ", {} to move: ", to_move.name());
    let winner = root.winner().name();
    let _ = match (problem.game, at_least, root.verdict) {
        (Game::Capture(_), right, verdict) => {
            let done = match verdict {
                Verdict::Proven => "captured",
                Verdict::Disproven => "not captured before it escapes",
            };
            let who = ["nobody", "the attacker", "the defender"];
            let who = usize::try_from(right).ok().and_then(|right| who.get(right));
            write!(text, "{done} if {} may retake a ko at once", who.unwrap_or(&"?"))
        }
        (Game::Hex | Game::Killall, 0 | 1, _) => write!(text, "{winner} wins"),
        (Game::Mnk { .. } | Game::Gomoku(_) | Game::Phutball, 1, Verdict::Proven) => {
            write!(text, "{winner} wins")
        }
        (Game::Mnk { .. } | Game::Gomoku(_) | Game::Phutball, 1, Verdict::Disproven) => {
            write!(text, "{attacker} cannot force a win")
        }
        (Game::Mnk { .. } | Game::Gomoku(_), 0, Verdict::Proven) => {
            write!(text, "{winner} does not lose")
        }
        (Game::Mnk { .. } | Game::Gomoku(_), 0, Verdict::Disproven) => {
            write!(text, "{winner} wins")
        }
        (_, _, Verdict::Proven) => {
            write!(text, "{attacker} can force a margin of at least {at_least}")
        }
        (_, _, Verdict::Disproven) => {
            write!(text, "{attacker} cannot force a margin of at least {at_least}")
        }
    };
    text
}

/// A move as column and row from 1, so that it cannot be mistaken for a game's own notation.
fn name(problem: &Problem, point: u16) -> String {
    let point = usize::from(point);
    if problem.game == Game::Phutball && point > problem.area() {
        return format!("jump {}", point - problem.area());
    }
    if point == problem.area() {
        return "pass".to_string();
    }
    format!("{}/{}", point % problem.columns + 1, point / problem.columns + 1)
}

/// A board, in Hex as a rhombus.
pub(crate) fn picture(
    game: Game,
    (columns, rows): (usize, usize),
    letter: impl Fn(usize) -> char,
) -> String {
    let mut text = String::new();
    for row in 0..rows {
        if game == Game::Hex {
            text.extend(std::iter::repeat_n(' ', row));
        }
        let letters = (0..columns).map(|column| letter(row * columns + column).to_string());
        text.push_str(&letters.collect::<Vec<_>>().join(" "));
        text.push('\n');
    }
    text.pop();
    text
}

/// The letter of a point's content.
pub(crate) fn letter(stone: Option<Player>) -> char {
    match stone {
        None => '.',
        Some(Player::Black) => 'X',
        Some(Player::White) => 'O',
    }
}
