//! Walking a certificate: the winner's moves after the loser's replies.
//!
//! The walk reads a certificate without checking it; `andor check` is the check. Where the certificate is
//! wrong the walk says so and stops.

mod walk;

use crate::certified::Certified;
use andor_checker::{Certificate, Entry, Game as CheckedGame, Pattern, Proof};
use andor_core::{NotationError, Player};
use andor_games::notation::sgf::tree::{Property, Tree, Value};
use andor_games::notation::sgf::write_trees;
use std::fmt::Write;
use walk::{Answer, Walk};

/// Why a certificate cannot be shown as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotShow {
    /// A move that cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// Something else, in words.
    #[error("{0}")]
    Other(String),
}

/// Reads a certificate.
pub fn read(bytes: &[u8]) -> Result<Certificate, CannotShow> {
    Certificate::decode(bytes).map_err(|refusal| CannotShow::Other(refusal.to_string()))
}

/// How much of a tree is exported.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Plies.
    pub depth: usize,
    /// Nodes.
    pub nodes: usize,
}

/// Numbers about a certificate.
pub fn stats(certificate: &Certificate, bytes: usize) -> String {
    let counts = certificate.entries.iter().map(Entry::counts);
    let (edges, leaves) = counts.fold((0, 0), |(e, l), (edges, leaves)| (e + edges, l + leaves));
    let widest = certificate.entries.iter().map(|entry| entry.counts().0).max().unwrap_or(0);
    let (mut ends, mut lemmas, mut fills, mut drops) = (0, 0, 0, 0);
    for entry in &certificate.entries {
        match entry {
            Entry::Lemma(_) => lemmas += 1,
            Entry::Pattern(Pattern { proof: Proof::Fill(..), .. }) => fills += 1,
            Entry::Pattern(Pattern { proof: Proof::Drops(..), .. }) => drops += 1,
            _ => ends += usize::from(entry.counts().0 == 0),
        }
    }
    let by_lemmas = match lemmas {
        0 => String::new(),
        _ => format!(
            "{lemmas} lemmas, by which {fills} entries fill in and {drops} leave out moves\n"
        ),
    };
    let problem = &certificate.problem;
    format!(
        "{} {}x{}, {} roots\n{} entries, of them {ends} without answers\n{by_lemmas}{edges} answers, at \
         most {widest} in an entry\n{leaves} leaves\n{bytes} bytes\n",
        problem.game.name(),
        problem.columns,
        problem.rows,
        problem.roots.len(),
        certificate.entries.len(),
    )
}

/// The position after some moves from a root, the winner's move or the loser's replies there.
pub fn show<G: Certified>(
    game: &G,
    certificate: &Certificate,
    root: usize,
    moves: &str,
) -> Result<String, CannotShow> {
    let mut walk = Walk::new(game, certificate, root)?;
    for text in moves.split([' ', ',']).filter(|text| !text.is_empty()) {
        walk.step(text)?;
    }
    let mut out = game.draw(walk.line.position());
    let winner = walk.winner;
    if walk.line.outcome().is_some() {
        let _ = writeln!(out, "the game is over, as {winner} wants it");
    } else if walk.line.to_move() == winner {
        match &walk.next {
            Some((u16::MAX, _)) => {
                let _ = writeln!(out, "{winner} may play anywhere");
            }
            Some((number, _)) => {
                let _ = writeln!(out, "{winner} plays {}", walk.name(*number));
            }
            None => {
                let _ = writeln!(out, "settled for {winner} by knowledge");
            }
        }
    } else if let Some(plan) = walk.plan.clone() {
        for player in Player::BOTH {
            let names = walk.filled(&plan, player).into_iter().map(|point| walk.name(point));
            let names: Vec<String> = names.collect();
            if !names.is_empty() {
                let _ = writeln!(out, "as good as {player}'s: {}", names.join(" "));
            }
        }
        let _ = writeln!(out, "after each reply {winner} plays:");
        let mut replies = Vec::new();
        walk.line.moves(&mut replies);
        for reply in replies {
            let text = match walk.answer(&plan, game.number(reply)) {
                None => "no answer".to_string(),
                Some(Answer { no_better_than: Some(better), .. }) => {
                    format!("no better than {}", walk.name(better))
                }
                Some(Answer { mv: None, .. }) => "nothing: it is settled".to_string(),
                Some(Answer { mv: Some(u16::MAX), .. }) => "anything".to_string(),
                Some(Answer { mv: Some(number), .. }) => walk.name(number),
            };
            let _ = writeln!(out, "  {:5} {text}", game.move_text(reply));
        }
    } else {
        let _ = writeln!(out, "settled for {winner} by knowledge");
    }
    Ok(out)
}

/// The tree of replies as an SGF file: winning moves are marked `TE`, losing replies `BM`, and a comment
/// `RIGHT` stands where the position is settled.
pub fn sgf<G: Certified>(
    game: &G,
    certificate: &Certificate,
    root: usize,
    limits: Limits,
) -> Result<String, CannotShow> {
    let problem = &certificate.problem;
    let number = match problem.game {
        CheckedGame::Go(_) => "1",
        CheckedGame::Hex => "11",
        CheckedGame::Mnk { .. } => {
            let problem = "SGF has no number for m,n,k; expected a certificate of Go or Hex";
            return Err(CannotShow::Other(problem.to_string()));
        }
    };
    let mut walk = Walk::new(game, certificate, root)?;
    let (columns, rows) = (problem.columns.to_string(), problem.rows.to_string());
    let size = match columns == rows {
        true => Value::of_text(&columns),
        false => Value::of_pair(&columns, &rows),
    };
    let text = |name: &str, value: &str| Property::new(name, vec![Value::of_text(value)]);
    let mut first = vec![
        text("FF", "4"),
        text("CA", "UTF-8"),
        text("AP", "andor"),
        text("GM", number),
        Property::new("SZ", vec![size]),
    ];
    let picture = game.picture(walk.line.position());
    for (name, stones) in ["AB", "AW"].into_iter().zip(picture.stones) {
        let points: Vec<Value> =
            stones.iter().map(|point| Value::of_text(&sgf_point(problem, point as u16))).collect();
        if !points.is_empty() {
            first.push(Property::new(name, points));
        }
    }
    first.push(text("PL", if walk.line.to_move() == Player::Black { "B" } else { "W" }));
    let mut tree = Tree::new(first);
    let mut nodes = limits.nodes.saturating_sub(1);
    branch(&mut walk, &mut tree, 0, limits.depth, &mut nodes);
    Ok(write_trees(&[tree]))
}

/// A point as SGF writes it in the game.
fn sgf_point(problem: &andor_checker::Problem, point: u16) -> String {
    let (column, row) = (point as usize % problem.columns, point as usize / problem.columns);
    let letter = |n: usize| (b'a' + n as u8) as char;
    match problem.game {
        CheckedGame::Hex => format!("{}{}", letter(column), row + 1),
        _ if point as usize == problem.area() => String::new(),
        _ => format!("{}{}", letter(column), letter(row)),
    }
}

/// Writes the branches that follow a place of the strategy.
fn branch<G: Certified>(
    walk: &mut Walk<'_, G>,
    tree: &mut Tree,
    parent: usize,
    depth: usize,
    nodes: &mut usize,
) {
    let game = walk.game;
    let winner_moves = walk.line.to_move() == walk.winner;
    let moves: Vec<G::Move> = if depth == 0 || walk.line.outcome().is_some() {
        Vec::new()
    } else if winner_moves {
        walk.planned_move().into_iter().collect()
    } else if walk.plan.is_some() {
        let mut replies = Vec::new();
        walk.line.moves(&mut replies);
        replies
    } else {
        Vec::new()
    };
    for mv in moves {
        if *nodes == 0 {
            return;
        }
        *nodes -= 1;
        let number = game.number(mv);
        let point = Value::of_text(&sgf_point(&walk.certificate.problem, number));
        let player = if walk.line.to_move() == Player::Black { "B" } else { "W" };
        let mark = if winner_moves { "TE" } else { "BM" };
        let mut properties = vec![
            Property::new(player, vec![point]),
            Property::new(mark, vec![Value::of_text("1")]),
        ];
        let (plan, next) = (walk.plan.take(), walk.next.take());
        if winner_moves {
            walk.plan = next.clone().and_then(|(_, then)| then);
        } else {
            let answer = plan.as_ref().and_then(|plan| walk.answer(plan, number));
            walk.next = answer.and_then(|answer| answer.mv.map(|mv| (mv, answer.then)));
        }
        walk.line.play(mv);
        let settled = walk.plan.is_none() && walk.next.is_none();
        if settled || walk.line.outcome().is_some() {
            properties.push(Property::new("C", vec![Value::of_text("RIGHT")]));
        }
        let node = tree.add(parent, properties);
        branch(walk, tree, node, depth - 1, nodes);
        walk.line.undo();
        (walk.plan, walk.next) = (plan, next);
    }
}
