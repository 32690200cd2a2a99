//! Patterns of Hex: section 4.1 of the text.
//!
//! The check of a pattern is set algebra on itself and on the patterns it refers to. It needs no
//! position, so every pattern is checked once, also those that no root leads to.

use crate::check::Checker;
use crate::model::{Game, Pattern, Player, PointSet};
use crate::report::{Place, Refusal};
use crate::rules::{State, hex};
use crate::symmetry;

const SECTION: &str = "4.1";

/// Checks the pattern of this number.
pub(crate) fn check(checker: &Checker<'_>, number: u64, pattern: &Pattern) -> Result<(), Refusal> {
    broken(checker, number, pattern)
        .map_err(|problem| Refusal::wrong(Place::Entry(number), SECTION, problem))
        .map_err(|refusal| refusal.with_picture(|| picture(checker, pattern)))
}

fn broken(checker: &Checker<'_>, number: u64, pattern: &Pattern) -> Result<(), String> {
    let Pattern { winner, zone, need, answers } = pattern;
    let (columns, rows) = checker.size();
    if !need.is_part_of(zone) {
        return Err("the need is not a part of the zone".to_string());
    }
    if answers.is_empty() {
        if !hex::joins(columns, rows, *winner, |point| need.contains(point)) {
            return Err("there are no answers, and the need does not join the edges".to_string());
        }
        return Ok(());
    }
    // The points of the zone where the loser has not been answered so far.
    let mut open = zone.without(need);
    for answer in answers {
        let (point, reference) = (usize::from(answer.point), answer.reference);
        if !zone.contains(point) || need.contains(point) {
            return Err(format!("the move {point} is not in the zone and outside the need"));
        }
        let (map, target_zone, target_need) = checker.target(number, *winner, reference)?;
        let target_zone = symmetry::taken_back(map, &target_zone);
        let mut target_need = symmetry::taken_back(map, &target_need);
        target_need.remove(point);
        let name = reference.entry;
        if !target_need.is_part_of(need) {
            return Err(format!("entry {name} after the move {point} needs more than there is"));
        }
        if !target_zone.is_part_of(zone) {
            return Err(format!("the zone of entry {name} after the move {point} is not inside"));
        }
        let mut covered = target_zone;
        covered.insert(point);
        open = open.and(&covered);
    }
    match open.iter().next() {
        Some(point) => Err(format!("the loser's reply {point} is left without an answer")),
        None => Ok(()),
    }
}

/// Why the pattern does not hold for a position, if it does not.
pub(crate) fn misfit(
    winner: Player,
    zone: &PointSet,
    need: &PointSet,
    state: &State,
) -> Option<String> {
    let missing = need.iter().find(|&point| state.board[point] != Some(winner));
    if let Some(point) = missing {
        return Some(format!("the need has point {point}, where the winner has no stone"));
    }
    let taken = zone.iter().find(|&point| state.board[point] == Some(winner.other()));
    taken.map(|point| format!("the zone has point {point}, where the loser has a stone"))
}

fn picture(checker: &Checker<'_>, pattern: &Pattern) -> String {
    let own = if pattern.winner == Player::Black { 'X' } else { 'O' };
    let letter = |point| match (pattern.need.contains(point), pattern.zone.contains(point)) {
        (true, _) => own,
        (false, true) => '+',
        (false, false) => '.',
    };
    checker.draw(Game::Hex, letter)
}
