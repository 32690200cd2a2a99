//! What all entries that are positions have in common: section 4.2 of `docs/certificate.md`.

use super::statements::Statements;
use crate::life;
use crate::model::{Game, Mark, Position, Root, Then};
use crate::report::{Place, Refusal};
use crate::rules::{Board, Line, State};
use crate::words::letter;

const SECTION: &str = "4.2";

/// Receives the rank or the credit that an entry gives to a mark.
pub(crate) type GiveRank<'a> = &'a mut dyn FnMut(&Root, &Mark, i64);

/// Why an answer is wrong: a section of the text and a sentence; or the file cannot be read.
pub(crate) enum Fault {
    Wrong(&'static str, String),
    Refused(Refusal),
}

impl Fault {
    /// The fault, found after a reply.
    pub(crate) fn after(self, reply: usize) -> Fault {
        match self {
            Fault::Wrong(section, problem) => {
                Fault::Wrong(section, format!("the reply {reply}: {problem}"))
            }
            refused @ Fault::Refused(_) => refused,
        }
    }

    /// The refusal of an entry that has the fault.
    pub(crate) fn of_entry(
        self,
        statements: &Statements<'_, '_>,
        number: u64,
        position: &Position,
    ) -> Refusal {
        match self {
            Fault::Refused(refusal) => refusal,
            Fault::Wrong(section, problem) => {
                Refusal::wrong(Place::Entry(number), section, problem).with_picture(|| {
                    statements.draw(statements.game(), |point| letter(position.stone(point)))
                })
            }
        }
    }
}

impl From<String> for Fault {
    fn from(problem: String) -> Fault {
        Fault::Wrong(SECTION, problem)
    }
}

impl From<&str> for Fault {
    fn from(problem: &str) -> Fault {
        Fault::Wrong(SECTION, problem.to_string())
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        Fault::Refused(refusal)
    }
}

/// The conditions on entries of both games: the root they name, and the board.
pub(crate) fn common<'c>(
    statements: &'c Statements<'_, '_>,
    number: u64,
    position: &Position,
) -> Result<(&'c Root, Board), Fault> {
    let root = statements.root_named(position.root);
    let root = root.ok_or_else(|| format!("there is no root {}", position.root))?;
    if !position.black.and(&position.white).is_empty() {
        return Err("a point has a black and a white stone".into());
    }
    if !position.answers.is_sorted_by(|one, next| one.reply < next.reply) {
        return Err("the replies are not in strictly ascending order".into());
    }
    for answer in &position.answers {
        if let Then::MoveEntry(_, reference) = answer.then {
            let (target, _) = statements.position(number, root, reference)?;
            let is_one_line = match (position.frame.bound, target.frame.bound) {
                (true, true) => target.root == position.root && reference.symmetry == 0,
                (one, other) => one == other,
            };
            if !is_one_line {
                let problem = "is not bound to the same root, or is turned";
                return Err(format!("entry {} {problem}", reference.entry).into());
            }
        }
    }
    Ok((root, (0..statements.area()).map(|point| position.stone(point)).collect()))
}

/// Checks that an entry holds on the line of a root, without the marks' ranks.
pub(crate) fn check_root(
    game: Game,
    line: &Line,
    root: &Root,
    position: &Position,
) -> Result<(), String> {
    let (now, frame) = (line.now(), &position.frame);
    let upright: Vec<usize> = (0..=line.area()).collect();
    same_stones(position, now, &upright)?;
    if now.to_move == root.winner() {
        return Err("the loser is not to move where an entry should hold".to_string());
    }
    same_passes(position, now, &upright)?;
    if !matches!(game, Game::Go(_)) {
        return Ok(());
    }
    if frame.waits != now.waits {
        return Err("the entry has another number of passes that end the game".to_string());
    }
    if frame.fresh.iter().any(|mark| line.has_mark(mark)) {
        return Err("a fresh mark of the entry is on the line".to_string());
    }
    if !frame.assumed.iter().all(|mark| line.has_mark(mark)) {
        return Err("an assumed mark of the entry is not on the line".to_string());
    }
    let before = &line.states()[..line.states().len() - 1];
    let is_ripe = |theorem| before.iter().any(|s| life::ripe(theorem, line.size(), s, root));
    if frame.quiet.is_some_and(is_ripe) {
        return Err("the entry is quiet, and a position before it is ripe".to_string());
    }
    Ok(())
}

/// Whether a position, turned by the map, has the stones of an entry.
pub(crate) fn same_stones(entry: &Position, state: &State, map: &[usize]) -> Result<(), String> {
    let same = |point: usize| entry.stone(map[point]) == state.board[point];
    if (0..state.board.len()).all(same) {
        return Ok(());
    }
    Err("the entry that follows is about another position".to_string())
}

/// Whether a position, turned by the map, has the passes and the ko point of an entry.
pub(crate) fn same_passes(entry: &Position, state: &State, map: &[usize]) -> Result<(), String> {
    let frame = &entry.frame;
    if frame.passes == state.passes && frame.ko.map(usize::from) == state.ko.map(|ko| map[ko]) {
        return Ok(());
    }
    Err("the entry that follows has other passes or another ko point".to_string())
}

pub(crate) fn over(state: &State, root: &Root) -> Result<(), String> {
    match state.outcome {
        None => Err("the game is not over".to_string()),
        Some(outcome) if outcome.confirms(root) => Ok(()),
        Some(outcome) => Err(format!("the game ends with {outcome:?}, and the winner fails")),
    }
}
