//! Patterns of Hex, with or without dropped moves, fills, chains and captures: section 4.1 of
//! `docs/certificate.md`.
//!
//! The check is set algebra on the statement of the entry and on the statements of the entries it
//! refers to. The check needs no position, so every entry is checked once, including entries that
//! no root leads to.

use super::lemma::{DroppedMove, LemmaOnBoard};
use super::statements::Statements;
use crate::model::{
    Game, Link, Pattern, PatternAnswer, Placed, Player, PointSet, Proof, Reference, Side,
};
use crate::report::{Place, Refusal};
use crate::rules::{State, hex};

const SECTION: &str = "4.1";

/// The steps of laying a lemma on the board.
const LAID: u64 = 20;

/// Checks the entry of this number.
pub(crate) fn check(
    statements: &Statements<'_, '_>,
    number: u64,
    pattern: &Pattern,
) -> Result<(), Refusal> {
    let wrong = |problem: String| {
        Refusal::wrong(Place::Entry(number), SECTION, problem)
            .with_picture(|| picture(statements, &pattern.link))
    };
    let link = &pattern.link;
    let area = statements.area();
    if !link.need.is_part_of(&link.zone) {
        return Err(wrong("the need is not a part of the zone".to_string()));
    }
    if link.ends[0] == link.ends[1] {
        return Err(wrong("the two ends are the same".to_string()));
    }
    let outside = |end: &&u16| usize::from(**end) < area && !link.need.contains(usize::from(**end));
    if let Some(end) = link.ends.iter().find(outside) {
        return Err(wrong(format!("the end {end} is not in the need")));
    }
    statements.look(match &pattern.proof {
        Proof::Capture(points, _) => 10 * points.len() as u64,
        _ => 1,
    })?;
    let target = |reference: Reference| statements.link(number, link.winner, reference);
    let broken = match &pattern.proof {
        Proof::Answers(answers) if answers.is_empty() => joined(statements, link),
        Proof::Answers(answers) => {
            let targets: Result<Vec<_>, _> = answers.iter().map(|a| target(a.reference)).collect();
            threats(link, answers, &targets?)
        }
        Proof::Chain(parts) => {
            let targets: Result<Vec<_>, _> = parts.iter().map(|part| target(*part)).collect();
            chain(link, &targets?)
        }
        Proof::Capture(points, reference) => {
            capture(statements, link, points, &target(*reference)?)
        }
        Proof::Fill(placed, reference) => {
            fill(link, &laid(statements, number, placed)?, &target(*reference)?)
        }
        Proof::Drops(answers, placed) => {
            let targets: Result<Vec<_>, _> = answers.iter().map(|a| target(a.reference)).collect();
            drops(statements, link, (answers, &targets?), &laid(statements, number, placed)?)
        }
    };
    broken.map_err(wrong)
}

/// Lemmas at their places on the board.
fn laid(
    statements: &Statements<'_, '_>,
    number: u64,
    placed: &[Placed],
) -> Result<Vec<LemmaOnBoard>, Refusal> {
    statements.step(LAID * placed.len() as u64)?;
    placed.iter().map(|&placed| statements.lemma_on_board(number, placed)).collect()
}

/// No answers: the need joins the ends.
fn joined(statements: &Statements<'_, '_>, link: &Link) -> Result<(), String> {
    if joins(statements, link, &link.need) {
        return Ok(());
    }
    Err("there are no answers, and the need does not join the ends".to_string())
}

/// Whether stones on these points join the ends.
fn joins(statements: &Statements<'_, '_>, link: &Link, stones: &PointSet) -> bool {
    let [from, to] = link.ends.map(usize::from);
    let own = |node| node >= statements.area() || stones.contains(node);
    hex::connected(statements.size(), link.winner, from, own).contains(&to)
}

/// Does the statement after some moves fit into a link: the ends, the need and the zone?
fn fits(link: &Link, target: &Link, given: &PointSet) -> Result<(), String> {
    let [one, two] = target.ends;
    if link.ends != [one, two] && link.ends != [two, one] {
        return Err("has other ends".to_string());
    }
    inside(link, target, given)
}

fn inside(link: &Link, target: &Link, given: &PointSet) -> Result<(), String> {
    if !target.need.without(given).is_part_of(&link.need) {
        return Err("needs more than there is".to_string());
    }
    if !target.zone.is_part_of(&link.zone) {
        return Err("has a zone that is not inside".to_string());
    }
    Ok(())
}

fn threats(link: &Link, answers: &[PatternAnswer], targets: &[Link]) -> Result<(), String> {
    answered(&unanswered(link, answers, targets)?)
}

fn answered(open: &PointSet) -> Result<(), String> {
    match open.iter().next() {
        Some(point) => Err(format!("the loser's reply {point} is left without an answer")),
        None => Ok(()),
    }
}

/// The points of the zone where the loser is not answered.
fn unanswered(
    link: &Link,
    answers: &[PatternAnswer],
    targets: &[Link],
) -> Result<PointSet, String> {
    let mut open = link.zone.without(&link.need);
    for (answer, target) in answers.iter().zip(targets) {
        let (point, name) = (usize::from(answer.point), answer.reference.entry);
        if !link.zone.contains(point) || link.need.contains(point) {
            return Err(format!("the move {point} is not in the zone and outside the need"));
        }
        fits(link, target, &[point].into_iter().collect())
            .map_err(|problem| format!("entry {name} after the move {point} {problem}"))?;
        let mut covered = target.zone;
        covered.insert(point);
        open = open.and(&covered);
    }
    Ok(open)
}

/// Lemmas fill in cells, and the entry referred to holds in the filled position.
fn fill(link: &Link, lemmas: &[LemmaOnBoard], target: &Link) -> Result<(), String> {
    let mut filled = *link;
    for laid in lemmas {
        laid.applies(&filled)?;
        if laid.lemma.more.iter().any(|side| *side != Side::Nobody) {
            return Err("the second position of a lemma that fills in is not empty".to_string());
        }
        filled.zone = filled.zone.without(&laid.given(Side::Loser));
        laid.given(Side::Winner).iter().for_each(|point| filled.need.insert(point));
    }
    fits(&filled, target, &PointSet::EMPTY)
        .map_err(|problem| format!("the entry referred to {problem}"))
}

/// Every unanswered move is dominated by an answered move, or has an answer that a lemma knows.
fn drops(
    statements: &Statements<'_, '_>,
    link: &Link,
    (answers, targets): (&[PatternAnswer], &[Link]),
    lemmas: &[LemmaOnBoard],
) -> Result<(), String> {
    if answers.is_empty() && !joins(statements, link, &link.zone) {
        return Err("there are no answers, and the zone does not join the ends".to_string());
    }
    let mut open = unanswered(link, answers, targets)?;
    let mut by_lemmas = PointSet::EMPTY;
    for laid in lemmas {
        laid.applies(link)?;
        match laid.dropped_move() {
            Some(DroppedMove::Answered { lost }) => by_lemmas.insert(lost),
            Some(DroppedMove::Dominated { by, .. }) if open.contains(by) => {
                return Err(format!("the move {by}, by which another is dominated, is open"));
            }
            Some(DroppedMove::Dominated { lost, .. }) => open.remove(lost),
            None => return Err("a lemma says nothing about a move of the loser's".to_string()),
        }
    }
    answered(&open.without(&by_lemmas))
}

fn chain(link: &Link, parts: &[Link]) -> Result<(), String> {
    if parts.len() < 2 {
        return Err("a chain has at least two parts".to_string());
    }
    let (mut at, mut used) = (link.ends[0], PointSet::EMPTY);
    for (i, part) in parts.iter().enumerate() {
        inside(link, part, &PointSet::EMPTY).map_err(|problem| format!("part {i} {problem}"))?;
        let free = part.zone.without(&link.need);
        if let Some(point) = free.and(&used).iter().next() {
            return Err(format!("point {point} is in the zones of part {i} and an earlier one"));
        }
        used = used.iter().chain(free.iter()).collect();
        at = match part.ends {
            [from, to] if from == at => to,
            [to, from] if from == at => to,
            _ => return Err(format!("part {i} does not begin where the one before it ends")),
        };
    }
    if at == link.ends[1] {
        Ok(())
    } else {
        Err("the last part does not reach the end".to_string())
    }
}

fn capture(
    statements: &Statements<'_, '_>,
    link: &Link,
    points: &[u16],
    target: &Link,
) -> Result<(), String> {
    let captured: PointSet = points.iter().map(|&point| usize::from(point)).collect();
    if !(1..=2).contains(&points.len()) || captured.len() != points.len() {
        return Err("there must be one captured point, or two different ones".to_string());
    }
    if !captured.is_part_of(&link.zone.without(&link.need)) {
        return Err("a captured point is not in the zone and outside the need".to_string());
    }
    fits(link, target, &captured).map_err(|problem| format!("the entry referred to {problem}"))?;
    if !captured.without(&target.need).and(&target.zone).is_empty() {
        return Err(
            "a captured point is in the zone, but not in the need, of the entry".to_string()
        );
    }
    for x in captured.iter() {
        let stone = |node| {
            node >= statements.area()
                || node != x && (link.need.contains(node) || captured.contains(node))
        };
        let near: Vec<usize> = hex::near(statements.size(), link.winner, x)
            .filter(|&node| node >= statements.area() || target.zone.contains(node))
            .collect();
        for &from in &near {
            // From one thing near x, over stones, to all others.
            let within = |node| node == from || stone(node);
            let mut reached = vec![false; statements.area() + 2];
            let found = hex::connected(statements.size(), link.winner, from, within);
            found.iter().for_each(|&node| reached[node] = true);
            let linked = |to: usize| {
                let mut near = hex::near(statements.size(), link.winner, to);
                reached[to] || near.any(|node| reached[node])
            };
            if let Some(&to) = near.iter().find(|&&to| !linked(to)) {
                return Err(format!("without point {x} nothing links {from} and {to}"));
            }
        }
    }
    Ok(())
}

/// Why the entry does not hold for a position, if it does not.
pub(crate) fn misfit(link: &Link, state: &State) -> Option<String> {
    let area = state.board.len() as u16;
    let mut ends = link.ends;
    ends.sort_unstable();
    if ends != [area, area + 1] {
        return Some("its ends are not the two edges".to_string());
    }
    let missing = link.need.iter().find(|&point| state.board[point] != Some(link.winner));
    if let Some(point) = missing {
        return Some(format!("the need has point {point}, where the winner has no stone"));
    }
    let loser = Some(link.winner.other());
    let taken = link.zone.iter().find(|&point| state.board[point] == loser);
    taken.map(|point| format!("the zone has point {point}, where the loser has a stone"))
}

fn picture(statements: &Statements<'_, '_>, link: &Link) -> String {
    let own = if link.winner == Player::Black { 'X' } else { 'O' };
    let letter = |point| match (link.need.contains(point), link.zone.contains(point)) {
        (true, _) => own,
        (false, true) => '+',
        (false, false) => '.',
    };
    statements.draw(Game::Hex, letter)
}
