//! Random positions of Go under every rule set.

use crate::lines::Checked;
use crate::positions::{Drawn, either, one, problem, stones, wander};
use crate::tree::Tree;
use andor_checker::rules::Line;
use andor_checker::{Cycle, Game, GoRules, Ko, Player as Stone};
use andor_games::notation::coordinates::Style;
use andor_solver::Problem;

/// A random set of rules, half of them with basic ko, which has options.
fn rules(dice: &mut fastrand::Rng) -> (String, GoRules) {
    let with_options = |(_, rules): &&(&str, GoRules)| rules.ko == Ko::Basic;
    let basic: Vec<&str> =
        GoRules::ALL.iter().filter(with_options).map(|(name, _)| *name).collect();
    let all = GoRules::ALL.map(|(name, _)| name);
    let mut text = if dice.bool() { one(dice, &all) } else { one(dice, &basic) }.to_string();
    if basic.contains(&text.as_str()) {
        if dice.bool() {
            text += &format!(",cycle={}", one(dice, &["tie", "black", "white", "none"]));
        }
        if dice.u8(..4) == 0 {
            text += &format!(",atari={}", one(dice, &["alive", "dead", "dead-unless-both"]));
        }
    }
    let rules = GoRules::named(&text).expect("rules");
    (text, rules)
}

/// The rules as they hold on the board, which the name `migos` leaves open.
fn on_board(text: &str, rules: GoRules, (columns, rows): (usize, usize)) -> GoRules {
    let is_open = text.starts_with("migos") && !text.contains("atari=");
    match is_open && columns.min(rows) == 1 {
        true => GoRules { atari: andor_checker::Atari::Alive, ..rules },
        false => rules,
    }
}

/// A random position, or nothing if it is not legal.
pub fn draw(dice: &mut fastrand::Rng) -> Option<Drawn> {
    let sizes = [
        (1, 1),
        (1, 2),
        (3, 1),
        (4, 1),
        (1, 5),
        (2, 2),
        (2, 2),
        (2, 3),
        (3, 2),
        (1, 6),
        (2, 4),
        (3, 3),
        (3, 3),
        (4, 3),
    ];
    let size = one(dice, &sizes);
    let area = size.0 * size.1;
    let (text, rules) = rules(dice);
    let is_large = area > 8;
    let of_ten = if area > 9 {
        9
    } else if is_large {
        8
    } else {
        6
    };
    let (mut board, mut to_move) = (vec![None; area], Stone::Black);
    if is_large || dice.bool() {
        (board, to_move) = (stones(dice, area, of_ten), either(dice));
    }
    let game = Game::Go(on_board(&text, rules, size));
    let mut line = Line::new(game, size, board.clone(), to_move).ok()?;
    let moves = wander(dice, &mut line, Style::Go, 15);
    let half_points = i64::from(dice.i8(-9..10)) * i64::from(dice.bool());
    let komi = half_points as f64 / 2.0;
    let start = Problem::named("go", &format!("{}x{}", size.0, size.1));
    let start = start.and_then(|start| start.with_option("rules", &text));
    let start = start.and_then(|start| start.with_option("komi", &komi.to_string()));
    let problem = problem(start.expect("a problem"), &board, to_move, &moves);
    let root = Some((line.now().board.clone(), line.now().to_move));
    let truth = Box::new(Tree::new(Checked { line, style: Style::Go }));
    let no_result = rules.ko == Ko::Basic && rules.cycle == Cycle::NoResult;
    // The least margins beyond the komi.
    let claims = [half_points, -half_points].map(|own| own.div_euclid(2) + 1);
    Some(Drawn { claims, most: Some(area as i64), no_result, ..Drawn::new(problem, truth, root) })
}
