//! Go under rules that judge long cycles: the last part of section 4.2 of `docs/certificate.md`.
//!
//! Under these rules nothing is forbidden because of the past, so an entry gives the winner's moves
//! in a position on any line. Every cycle must be good for the winner, and this is checked one move
//! at a time: each position has a *credit*, and no move may raise the credit by more than the move
//! gains in the tally of a cycle.

use super::go::GoEntry;
use super::position::{Fault, GiveRank, over};
use super::statements::Statements;
use crate::cycles::Cycles;
use crate::model::{Frame, Game, GoRules, Mark, Position, Problem, Root, Then};
use crate::read::Statement;
use crate::report::Refusal;
use crate::rules::{Line, State, go};
use crate::steps::PLAY;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Stands for the credit of a position in which the winner makes a move to a leaf.
const END: i64 = i64::MIN;

/// Checks an entry, and reports the credits that it gives to marks.
pub(crate) fn check(
    statements: &Statements<'_, '_>,
    number: u64,
    rules: GoRules,
    position: &Position,
    pasts: &Pasts,
    credited: GiveRank<'_>,
) -> Result<(), Fault> {
    let entry = GoEntry::new(statements, number, rules, position)?;
    let area = statements.area();
    let cycles = Cycles::that_suit(entry.rules, area, entry.root);
    let frame = &position.frame;
    if frame.passes > 1 + frame.waits {
        return Err("the game is over in the position of the entry".into());
    }
    if frame.waits > 0 && !entry.rules.waits {
        return Err("under these rules two passes end the game".into());
    }
    let mut give = |state: &State, credit: i64| {
        if let Some(mark) = entry.left(state).filter(|_| cycles != Cycles::All) {
            credited(entry.root, &mark, credit);
        }
    };
    give(&entry.state, frame.credit as i64);
    let past = if frame.bound { Some(pasts.past(statements, position.root)?) } else { None };
    // The credit of the mark that a state leaves, if the mark is before the root's proof: the game
    // is over.
    let closes =
        |state: &State| past.zip(entry.left(state)).and_then(|(p, mark)| p.get(&mark).copied());
    let mut answers = position.answers.iter().peekable();
    for reply in 0..=area {
        entry.count(reply)?;
        let given = answers.next_if(|answer| usize::from(answer.reply) == reply);
        let Ok(next) = entry.play(&entry.state, reply) else { continue };
        let most = frame.credit as i64 + cycles.step(entry.root, &entry.state, &next);
        let mut check = || -> Result<(), Fault> {
            let then = given.ok_or("it has no answer")?.then;
            if let Some(credit) = closes(&next) {
                if then != Then::Over {
                    return Err("the reply closes a cycle, and an answer follows".into());
                }
                return enough(cycles, credit, most);
            }
            let last = then.point().map(|point| entry.moved(&next, point)).transpose()?;
            let closed = last.as_ref().and_then(|last| Some((closes(last)?, last)));
            if let Some((credit, last)) = closed {
                if !matches!(then, Then::MoveOver(_)) {
                    return Err("the move closes a cycle, and more follows".into());
                }
                let between = credit - cycles.step(entry.root, &next, last);
                give(&next, between);
                return enough(cycles, between, most);
            }
            match then {
                Then::Over => over(&next, entry.root)?,
                Then::Leaf(leaf) => entry.leaf_after_reply(&next, leaf)?,
                Then::MoveOver(point) => over(&entry.moved(&next, point)?, entry.root)?,
                Then::MoveLeaf(point, leaf) => {
                    entry.leaf_after_move(&next, point, leaf)?;
                    give(&next, END);
                }
                Then::MoveEntry(point, reference) => {
                    let last = entry.moved(&next, point)?;
                    let (target, _) = entry.target(reference, &next, &last)?;
                    let after = target.frame.credit as i64;
                    let between = after - cycles.step(entry.root, &next, &last);
                    enough(cycles, between, most)?;
                    give(&next, between);
                }
            }
            Ok(())
        };
        check().map_err(|fault| fault.after(reply))?;
    }
    Ok(())
}

/// Is the credit of the state after a reply small enough?
fn enough(cycles: Cycles, credit: i64, most: i64) -> Result<(), Fault> {
    if cycles == Cycles::All || credit <= most {
        return Ok(());
    }
    Err(format!("what follows has too large a credit: {credit} instead of {most}").into())
}

/// The marks of a root's line before its last position, with their credits; or why there are none.
type Past = Result<HashMap<Mark, i64>, String>;

/// For each root the marks before its proof, found where bound entries ask for them.
pub(crate) struct Pasts(Vec<OnceLock<Past>>);

impl Pasts {
    pub fn new(problem: &Problem) -> Pasts {
        Pasts(problem.roots.iter().map(|_| OnceLock::new()).collect())
    }

    /// The marks of a root's line before its last position, with the credits that they have for the
    /// bound entries of the root; or why the root has no such entries.
    fn past(
        &self,
        statements: &Statements<'_, '_>,
        number: u64,
    ) -> Result<&HashMap<Mark, i64>, Fault> {
        let place = usize::try_from(number).ok().and_then(|number| self.0.get(number));
        let (Some(root), Some(place)) = (statements.root_named(number), place) else {
            return Err(format!("there is no root {number}").into());
        };
        if place.get().is_none() {
            let past = find_past(statements, number, root)?;
            let _ = place.set(past);
        }
        match place.get() {
            Some(Ok(past)) => Ok(past),
            Some(Err(problem)) => Err(problem.clone().into()),
            None => Err("its root has no line".into()),
        }
    }
}

fn find_past(statements: &Statements<'_, '_>, number: u64, root: &Root) -> Result<Past, Refusal> {
    let problem = statements.problem();
    statements.look(PLAY * (2 + problem.moves.len() + root.moves.len()) as u64)?;
    let start = root.entry.map(|entry| statements.statement(entry)).transpose()?.flatten();
    let Some(Statement::Position(Position { frame, root: named, .. })) = start else {
        return Ok(Err(format!("root {number} begins with no entry")));
    };
    if !frame.bound || named != number {
        return Ok(Err(format!("root {number} does not begin with an entry bound to it")));
    }
    let played = Line::base(problem).and_then(|mut line| {
        let mut moves = root.moves.iter().chain(&root.first);
        moves.try_for_each(|&point| line.play(usize::from(point)))?;
        Ok(line)
    });
    Ok(match (played, statements.game()) {
        (Ok(line), Game::Go(rules)) => Ok(past(rules, &line, root, &frame)),
        _ => Err(format!("the moves of root {number} are not legal")),
    })
}

/// The marks of the line of a root before its last state, with the credits that they have for the
/// bound entries of the root. The frame is that of the root's entry.
fn past(rules: GoRules, line: &Line, root: &Root, frame: &Frame) -> HashMap<Mark, i64> {
    let cycles = Cycles::that_suit(rules, line.area(), root);
    let mut credit = frame.credit as i64;
    let mut past = HashMap::new();
    for pair in line.states().windows(2).rev() {
        credit = credit.saturating_sub(cycles.step(root, &pair[0], &pair[1]));
        if go::leaves_mark(rules, &pair[0]) {
            past.insert(go::mark(rules, &pair[0]), credit);
        }
    }
    past
}

/// The problem with the credits of the marks on the line of a root, if there is one: a return to
/// one of these marks must be good for the winner.
pub(crate) fn behind(
    rules: GoRules,
    line: &Line,
    root: &Root,
    frame: &Frame,
    known: impl Fn(&Mark) -> Option<i64>,
) -> Option<String> {
    let cycles = Cycles::that_suit(rules, line.area(), root);
    if cycles == Cycles::All {
        return None;
    }
    let mut gained: i64 = 0;
    for pair in line.states().windows(2).rev() {
        gained = gained.saturating_add(cycles.step(root, &pair[0], &pair[1]));
        let mark = Some(&pair[0]).filter(|state| go::leaves_mark(rules, state));
        match mark.and_then(|state| known(&go::mark(rules, state))) {
            Some(END) => {
                let problem = "the winner's last move is to be made in a position of the line";
                return Some(problem.to_string());
            }
            Some(credit) if credit.saturating_add(gained) < frame.credit as i64 => {
                return Some(format!("a mark on the line has the smaller credit {credit}"));
            }
            _ => {}
        }
    }
    None
}
