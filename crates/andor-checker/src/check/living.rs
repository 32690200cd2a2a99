//! Local entries of Killall-Go: section 4.7 of `docs/certificate.md`.
//!
//! Every entry is checked by itself on its own [`Picture`]. White, who answers every reply of
//! Black's, comes to life after a limited number of moves, whatever stands outside the zone.

use super::local::refusal;
use super::statements::Statements;
use crate::model::Player::{Black, White};
use crate::model::{Local, LocalAnswer, Right};
use crate::report::Refusal;
use crate::rules::State;
use crate::rules::picture::{Picture, Taken};

const SECTION: &str = "4.7";

/// How often the check of a reply looks at the whole board, about.
const REPLY: u64 = 6;

/// What is wrong with the statement of an entry.
fn form(local: &Local) -> Option<&'static str> {
    if (local.winner, local.right, local.back) != (White, Right::Nobody, false) {
        return Some("its winner is not White, or it has a right or a target");
    }
    local.form()
}

/// May Black pass without losing at once?
fn may_pass(picture: &Picture, local: &Local) -> bool {
    let can_play =
        |p| picture.is(p, None) && !picture.may_be_eye(Black, p) && picture.has_liberty(Black, p);
    local.white.is_empty() && !local.zone.iter().any(can_play)
}

/// Checks the entry of this number.
pub(crate) fn check(
    statements: &Statements<'_, '_>,
    number: u64,
    local: &Local,
) -> Result<(), Refusal> {
    let wrong = |problem: String| refusal(statements, (number, local), SECTION, problem);
    statements.look(2)?;
    if let Some(problem) = form(local) {
        return Err(wrong(problem.to_string()));
    }
    for reference in local.answers.iter().filter_map(|answer| answer.entry) {
        statements.living(number, reference)?;
    }
    let picture = Picture::of_zone(statements.size(), local);
    let ko = local.ko.map(usize::from);
    let plays = local.zone.iter().filter(|&p| picture.is(p, None) && Some(p) != ko);
    let may_pass = may_pass(&picture, local);
    let outside = (may_pass || local.zone.len() < statements.area()).then_some(None);
    for reply in plays.map(Some).chain(outside) {
        statements.look(REPLY)?;
        let is_illegal = |p| picture.is_eye(Black, p) || picture.is_suicide(Black, p);
        if reply.is_some_and(is_illegal) {
            continue;
        }
        let text = reply.map_or("elsewhere".to_string(), |point| point.to_string());
        let after = |problem: String| wrong(format!("the reply {text}: {problem}"));
        let named = |place: Option<usize>| {
            local.answers.iter().find(|answer| answer.reply.map(usize::from) == place)
        };
        let Some(answer) = named(reply).or_else(|| named(None)) else {
            return Err(after("it has no answer".to_string()));
        };
        if reply.is_none() && may_pass && answer.point.is_none() {
            return Err(after("a second pass ends the game".to_string()));
        }
        let mut next = picture.clone();
        let taken = match reply {
            Some(point) => next.play(Black, point),
            None => {
                next.elsewhere(White);
                Taken::default()
            }
        };
        check_answer(statements, (number, next), (reply, &taken.points), answer)?.map_err(after)?;
    }
    Ok(())
}

/// Checks White's move after a reply that captured these points.
fn check_answer(
    statements: &Statements<'_, '_>,
    (from, mut picture): (u64, Picture),
    reply: (Option<usize>, &[usize]),
    answer: &LocalAnswer,
) -> Result<Result<(), String>, Refusal> {
    let (at, mut taken) = (answer.point.map(usize::from), Taken::default());
    if let Some(point) = at {
        if !picture.is(point, None) {
            return Ok(Err(format!("the point {point} is not known to be empty")));
        }
        if picture.may_be_ko(Black, reply, point) {
            return Ok(Err(format!("the ko rule may forbid the move {point}")));
        }
        if picture.may_be_eye(White, point) {
            return Ok(Err(format!("the move {point} may fill a true eye")));
        }
        let has_liberty = picture.has_liberty(White, point);
        taken = picture.play(White, point);
        if !has_liberty && taken.points.is_empty() {
            return Ok(Err(format!("the move {point} may be suicide")));
        }
    }
    let Some(reference) = answer.entry else {
        let lives = picture.has_life(White);
        return Ok(lives.then_some(()).ok_or("no White stone is alive".to_string()));
    };
    let named = format!("entry {}", reference.entry);
    let (next, map) = statements.living(from, reference)?;
    let differs =
        |&p: &usize| next.zone.contains(map[p]) && picture.cells[p] != Some(next.stone(map[p]));
    if let Some(point) = (0..picture.cells.len()).find(differs) {
        return Ok(Err(format!("{named} has other stones, or the point {point} is unknown")));
    }
    if at.is_none() && may_pass(&Picture::of_zone(picture.size, &next), &next) {
        return Ok(Err(format!("Black may pass in {named}")));
    }
    let back = |ko: u16| map.iter().position(|&image| image == usize::from(ko));
    let forbids = |ko: usize| at.is_some_and(|at| picture.forbids(Black, at, &taken, ko));
    if !next.ko.is_none_or(|ko| back(ko).is_some_and(forbids)) {
        return Ok(Err(format!("the ko of {named} is not forbidden for certain")));
    }
    Ok(Ok(()))
}

/// Why an entry does not hold for a position, if it does not.
pub(crate) fn misfit(size: (usize, usize), local: &Local, now: &State) -> Option<&'static str> {
    if now.to_move != Black {
        return Some("Black is not to move");
    }
    if local.zone.iter().any(|point| now.board[point] != local.stone(point)) {
        return Some("it has other stones");
    }
    if now.passes > 0 && may_pass(&Picture::of_zone(size, local), local) {
        return Some("Black may pass, and a pass came before");
    }
    let ko = local.ko.map(usize::from);
    (ko.is_some() && ko != now.ko).then_some("its ko is not forbidden")
}
