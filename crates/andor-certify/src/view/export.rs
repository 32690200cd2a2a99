//! The tree of replies of a certificate as an SGF file.
//!
//! The file begins with the board and the moves of the certificate's header, so that a reader has
//! the same position with the same past. The tree follows. `TE` marks the winner's moves and `BM`
//! the loser's replies. A reply is written together with the winner's answer, so that every line
//! ends with a move of the winner, or where the position is settled (`RIGHT`).

use super::CannotShow;
use super::walk::{Walk, why_anywhere};
use crate::certified::Certified;
use andor_checker::{Certificate, Cycle, Game as CheckedGame, Ko, Problem, Root, Verdict};
use andor_core::Player;
use andor_games::go::Komi;
use andor_games::notation::sgf::tree::{Property, Tree, Value};
use andor_games::notation::sgf::write_trees;
use std::fmt;

/// How much of a tree is exported.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Plies; the answer to the last reply comes in addition.
    pub depth: usize,
    /// Nodes, without the moves of the header.
    pub nodes: usize,
}

/// A tree of replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The SGF file.
    pub text: String,
    /// The moves that the limits cut off, if there are any.
    pub left_out: Option<LeftOut>,
}

/// The number of moves that each limit cut off, with everything that follows these moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    by_depth: usize,
    by_nodes: usize,
    depth: usize,
    nodes: usize,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = [(self.by_depth, self.depth, "plies"), (self.by_nodes, self.nodes, "nodes")];
        let words =
            limits.into_iter().filter(|(count, ..)| *count > 0).map(|(count, limit, unit)| {
                let moves = if count == 1 { "move" } else { "moves" };
                format!("{count} {moves} by the limit of {limit} {unit}")
            });
        write!(f, "left out, with all that follows: {}", words.collect::<Vec<_>>().join(", "))
    }
}

/// The tree of replies as an SGF file.
pub fn sgf<G: Certified>(
    game: &G,
    certificate: &Certificate,
    root: usize,
    limits: Limits,
) -> Result<Exported, CannotShow> {
    let problem = &certificate.problem;
    let mut walk = Walk::new(game, certificate, root)?;
    let claim = &problem.roots[root];
    let mut tree = Tree::new(first_node(problem, claim)?);
    let mut last = 0;
    let mut player = problem.to_move;
    for &mv in problem.moves.iter().chain(&claim.moves) {
        last = tree.add(last, vec![move_property(problem, player.name(), mv)]);
        player = player.other();
    }
    let Limits { depth, nodes } = limits;
    let left_out = LeftOut { by_depth: 0, by_nodes: 0, depth, nodes };
    let mut export = Export { tree, left: nodes.saturating_sub(1), left_out };
    let is_first = walk.line.to_move() == walk.winner && walk.next.is_some();
    match (depth, export.left) {
        (0, _) if is_first => export.left_out.by_depth = 1,
        (_, 0) if is_first => export.left_out.by_nodes = 1,
        _ => export.branch(&mut walk, last, depth),
    }
    let Export { mut tree, left_out, .. } = export;
    let is_cut = left_out.by_depth + left_out.by_nodes > 0;
    let mut comment = statement(problem, claim);
    if is_cut {
        comment += &format!("\n{left_out}");
    }
    tree.push(0, text("C", &comment));
    Ok(Exported { text: write_trees(&[tree]), left_out: is_cut.then_some(left_out) })
}

fn text(name: &str, value: &str) -> Property {
    Property::new(name, vec![Value::of_text(value)])
}

/// The properties of the first node: the game, the rules, the komi and the board.
fn first_node(problem: &Problem, claim: &Root) -> Result<Vec<Property>, CannotShow> {
    let number = match problem.game {
        CheckedGame::Go(_) | CheckedGame::Capture(_) | CheckedGame::Killall => "1",
        CheckedGame::Gomoku(_) => "4",
        CheckedGame::Hex => "11",
        game @ (CheckedGame::Mnk { .. } | CheckedGame::Phutball) => {
            let name = if game == CheckedGame::Phutball { "Phutball" } else { "m,n,k" };
            let expected = "expected a certificate of Go, Gomoku or Hex";
            return Err(CannotShow::Other(format!("SGF has no number for {name}; {expected}")));
        }
    };
    let (columns, rows) = (problem.columns.to_string(), problem.rows.to_string());
    let size = match columns == rows {
        true => Value::of_text(&columns),
        false => Value::of_pair(&columns, &rows),
    };
    let mut first = vec![
        text("FF", "4"),
        text("CA", "UTF-8"),
        text("AP", "andor"),
        text("GM", number),
        Property::new("SZ", vec![size]),
    ];
    if let CheckedGame::Gomoku(five) = problem.game {
        first.push(text("RU", five.name()));
    }
    if let CheckedGame::Go(rules) = problem.game {
        first.push(text("RU", &rules.name()));
        first.extend(komi(problem, claim).map(|komi| text("KM", &komi.to_string())));
    }
    for (name, player) in [("AB", Player::Black), ("AW", Player::White)] {
        let is_own = |point: &u16| {
            problem.board[*point as usize].is_some_and(|owner| owner.name() == player.to_string())
        };
        let own = (0..problem.area() as u16).filter(is_own);
        let points: Vec<Value> = own.map(|p| Value::of_text(&sgf_point(problem, p))).collect();
        if !points.is_empty() {
            first.push(Property::new(name, points));
        }
    }
    first.push(text("PL", letter(problem.to_move.name())));
    Ok(first)
}

/// The komi with which the claim of a root says who wins. With a whole komi a draw is possible, and
/// the certificate has a claim of each player.
pub fn komi(problem: &Problem, claim: &Root) -> Option<Komi> {
    let other = |root: &Root| {
        root.attacker != claim.attacker
            && root.moves == claim.moves
            && root.at_least == 2 - claim.at_least
    };
    let halves = 2 * claim.at_least - if problem.roots.iter().any(other) { 2 } else { 1 };
    let sign = if claim.attacker == andor_checker::Player::Black { 1 } else { -1 };
    Some(Komi(i16::try_from(sign * halves).ok()?)).filter(|komi| komi.0.unsigned_abs() <= 2000)
}

/// The statement of a root in words.
pub fn statement(problem: &Problem, claim: &Root) -> String {
    let (attacker, winner) = (claim.attacker.name(), claim.winner().name());
    let CheckedGame::Go(rules) = problem.game else { return format!("{winner} wins") };
    let komi = komi(problem, claim);
    let with = komi.map(|komi| format!(" with komi {komi}")).unwrap_or_default();
    let may_be_nobody = komi.is_none_or(Komi::can_draw)
        || (rules.ko == Ko::Basic && rules.cycle == Cycle::NoResult);
    match claim.verdict {
        Verdict::Disproven if may_be_nobody => format!("{attacker} cannot force a win{with}"),
        _ => format!("{winner} wins{with}"),
    }
}

/// The letter of a player in SGF.
fn letter(player: &str) -> &'static str {
    if player == "black" { "B" } else { "W" }
}

fn move_property(problem: &Problem, player: &str, mv: u16) -> Property {
    text(letter(player), &sgf_point(problem, mv))
}

/// A point as SGF writes it in the game.
fn sgf_point(problem: &Problem, point: u16) -> String {
    let (column, row) = (point as usize % problem.columns, point as usize / problem.columns);
    let letter = |n: usize| (b'a' + n as u8) as char;
    match problem.game {
        CheckedGame::Hex => format!("{}{}", letter(column), row + 1),
        _ if point as usize == problem.area() => String::new(),
        _ => format!("{}{}", letter(column), letter(row)),
    }
}

/// A tree while it is written.
struct Export {
    tree: Tree,
    /// How many nodes may still be written.
    left: usize,
    left_out: LeftOut,
}

impl Export {
    /// Writes the branches that follow a place of the strategy.
    fn branch<G: Certified>(&mut self, walk: &mut Walk<'_, G>, parent: usize, depth: usize) {
        if walk.line.outcome().is_some() {
            return;
        }
        if walk.line.to_move() == walk.winner {
            if let Some(mv) = walk.planned_move() {
                self.winning_move(walk, parent, mv, depth);
            }
            return;
        }
        let Some(plan) = walk.plan.take() else { return };
        let mut replies = Vec::new();
        walk.line.moves(&mut replies);
        for mv in replies {
            let number = walk.game.number_in(walk.line.position(), mv);
            let answer = walk.answer(&plan, number);
            let needed = 1 + usize::from(answer.as_ref().is_some_and(|answer| answer.mv.is_some()));
            if depth == 0 {
                self.left_out.by_depth += 1;
                continue;
            }
            if self.left < needed {
                self.left_out.by_nodes += 1;
                continue;
            }
            let better = answer.as_ref().and_then(|answer| answer.no_better_than);
            let better = better.map(|better| format!("no better than {}", walk.name(better)));
            let next = answer.and_then(|answer| answer.mv.map(|mv| (mv, answer.then)));
            let is_settled = next.is_none();
            walk.next = next;
            let node = self.played(walk, parent, mv, "BM", better, is_settled);
            self.branch(walk, node, depth - 1);
            walk.line.undo();
            walk.next = None;
        }
        walk.plan = Some(plan);
    }

    /// Writes the winner's move, for which there is room, and what follows.
    fn winning_move<G: Certified>(
        &mut self,
        walk: &mut Walk<'_, G>,
        parent: usize,
        mv: G::Move,
        depth: usize,
    ) {
        let next = walk.next.take();
        let why = next.as_ref().and_then(|(number, _)| why_anywhere(*number));
        let why = why.map(|why| format!("any move: {why}"));
        walk.plan = next.clone().and_then(|(_, then)| then);
        let is_settled = walk.plan.is_none();
        let node = self.played(walk, parent, mv, "TE", why, is_settled);
        self.branch(walk, node, depth.saturating_sub(1));
        walk.line.undo();
        (walk.plan, walk.next) = (None, next);
    }

    /// Plays a move and writes its node.
    fn played<G: Certified>(
        &mut self,
        walk: &mut Walk<'_, G>,
        parent: usize,
        mv: G::Move,
        mark: &str,
        comment: Option<String>,
        is_settled: bool,
    ) -> usize {
        self.left -= 1;
        let problem = &walk.certificate.problem;
        let player = walk.line.to_move().to_string();
        let mut properties = vec![
            move_property(problem, &player, walk.game.number_in(walk.line.position(), mv)),
            text(mark, "1"),
        ];
        walk.line.play(mv);
        let is_over = is_settled || walk.line.outcome().is_some();
        let comment = comment.or(is_over.then(|| "RIGHT".to_string()));
        properties.extend(comment.map(|comment| text("C", &comment)));
        self.tree.add(parent, properties)
    }
}
