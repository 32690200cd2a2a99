//! Positions of Go with ranks: section 4.2 of `docs/certificate.md`.
//!
//! An entry states on which lines it holds, by marks that are on the line, marks that are not, and
//! ranks. Each answer must be right on all of these lines.

use super::go::GoEntry;
use super::position::{Fault, GiveRank, over};
use super::statements::Statements;
use crate::model::{Frame, GoRules, Ko, Mark, Position, PositionAnswer, Reference, Then, Verdict};
use crate::rules::{Line, State, go};
use crate::symmetry;
use std::collections::HashSet;

/// Checks an entry, and reports the ranks that it gives to marks.
pub(crate) fn check(
    statements: &Statements<'_, '_>,
    number: u64,
    rules: GoRules,
    position: &Position,
    ranked: GiveRank<'_>,
) -> Result<(), Fault> {
    let entry = GoEntry::new(statements, number, rules, position)?;
    let mut known: HashSet<Mark> = entry.frame.assumed.iter().copied().collect();
    known.extend(entry.left(&entry.state));
    let fresh = entry.frame.fresh.iter().copied().collect();
    RankedEntry { entry, known, fresh }.check(position, ranked)
}

/// An entry with ranks.
struct RankedEntry<'c, 'b, 's> {
    entry: GoEntry<'c, 'b, 's>,
    /// Marks that are on all lines.
    known: HashSet<Mark>,
    /// Marks that are on no line.
    fresh: HashSet<Mark>,
}

impl RankedEntry<'_, '_, '_> {
    fn check(&self, position: &Position, ranked: GiveRank<'_>) -> Result<(), Fault> {
        let rank = self.entry.frame.rank as i64;
        if let Some(mark) = self.entry.left(&self.entry.state) {
            ranked(self.entry.root, &mark, rank);
        }
        self.entry.frame.fresh.iter().for_each(|mark| ranked(self.entry.root, mark, rank));
        let mut answers = position.answers.iter().peekable();
        for reply in 0..=self.entry.statements.area() {
            self.entry.count(reply)?;
            let given = answers.next_if(|answer| usize::from(answer.reply) == reply);
            if given.is_some_and(|answer| answer.fall > self.entry.frame.rank) {
                return Err("a fall is greater than the rank of the entry".into());
            }
            let Ok(next) = self.entry.play(&self.entry.state, reply) else { continue };
            let mark = self.entry.left(&next);
            if let (Some(answer), Some(mark)) = (given.filter(|a| a.then.has_fall()), mark) {
                ranked(self.entry.root, &mark, rank - answer.fall as i64);
            }
            let repeats = reply < self.entry.statements.area()
                && mark.is_some_and(|mark| self.known.contains(&mark));
            let checked = if repeats {
                self.repeating()
            } else {
                given
                    .ok_or_else(|| "it has no answer".into())
                    .and_then(|answer| self.answer(answer, &next, mark.as_ref()))
            };
            checked.map_err(|fault| fault.after(reply))?;
        }
        Ok(())
    }

    /// Is a mark on no line? Its rank may be known or not.
    fn is_new(&self, mark: &Mark, rank: Option<u64>) -> bool {
        rank.is_some_and(|rank| rank < self.entry.frame.rank) || self.fresh.contains(mark)
    }

    /// Is a game without result good for the winner?
    fn may_repeat(&self) -> bool {
        self.entry.rules.ko == Ko::Basic && self.entry.root.verdict == Verdict::Disproven
    }

    fn repeating(&self) -> Result<(), Fault> {
        if self.entry.rules.ko == Ko::Basic && !self.may_repeat() {
            return Err("it repeats, and the game ends without result".into());
        }
        Ok(())
    }

    /// Case 2: an answer to a reply that may be legal.
    fn answer(
        &self,
        answer: &PositionAnswer,
        next: &State,
        mark: Option<&Mark>,
    ) -> Result<(), Fault> {
        let rank = answer.then.has_fall().then(|| self.entry.frame.rank - answer.fall);
        if let (Some(mark), Ko::Basic, Verdict::Proven) =
            (mark, self.entry.rules.ko, self.entry.root.verdict)
            && !matches!(answer.then, Then::Leaf(_))
            && !self.is_new(mark, rank)
        {
            return Err("it may repeat, so that the game ends without result".into());
        }
        match answer.then {
            Then::Over => over(next, self.entry.root)?,
            Then::Leaf(leaf) => self.entry.leaf_after_reply(next, leaf)?,
            Then::MoveOver(point) => {
                let last = self.entry.moved(next, point)?;
                let repeats = usize::from(point) < self.entry.statements.area()
                    && self.known.contains(&go::mark(self.entry.rules, &last));
                if !(self.may_repeat() && repeats) {
                    over(&last, self.entry.root)?;
                }
            }
            Then::MoveLeaf(point, leaf) => self.entry.leaf_after_move(next, point, leaf)?,
            Then::MoveEntry(point, reference) => {
                let last = self.entry.moved(next, point)?;
                let played = usize::from(point) < self.entry.statements.area();
                self.follow(reference, played, (next, mark, rank), &last)?;
            }
        }
        Ok(())
    }

    /// Kind 4: an entry holds after the winner's move.
    fn follow(
        &self,
        reference: Reference,
        played: bool,
        (next, mark, rank): (&State, Option<&Mark>, Option<u64>),
        last: &State,
    ) -> Result<(), Fault> {
        let (target, map) = self.entry.target(reference, next, last)?;
        let wrong = |problem: &str| Fault::from(format!("entry {} {problem}", reference.entry));
        let (frame, own) = (&target.frame, self.entry.frame);
        let last_mark = self.entry.left(last);
        if let (Some(last_mark), true, false) = (&last_mark, played, self.may_repeat())
            && (!self.is_new(last_mark, Some(frame.rank)) || Some(last_mark) == mark)
        {
            return Err(wrong("comes after a move that may repeat"));
        }
        if frame.rank > own.rank || mark.is_some() && rank.is_some_and(|rank| frame.rank > rank) {
            return Err(wrong("has a greater rank than what is on the line"));
        }
        let back = |mark: &Mark| symmetry::mark_taken_back(map, mark);
        let left = |fresh: &Mark| Some(fresh) == mark || Some(fresh) == last_mark.as_ref();
        for fresh in frame.fresh.iter().map(back) {
            if left(&fresh) || frame.rank == own.rank && !self.fresh.contains(&fresh) {
                return Err(wrong("wants a mark to be fresh that may be on the line"));
            }
        }
        if !frame.assumed.iter().map(back).all(|m| self.known.contains(&m) || left(&m)) {
            return Err(wrong("assumes a mark that may not be on the line"));
        }
        Ok(())
    }
}

/// The problem with the ranks of the marks on the line of a root, if there is one.
pub(crate) fn behind(
    line: &Line,
    frame: &Frame,
    known: impl Fn(&Mark) -> Option<i64>,
) -> Option<String> {
    let smaller = |mark: &Mark| known(mark).filter(|&rank| rank < frame.rank as i64);
    let rank = line.marks().find_map(smaller)?;
    Some(format!("a mark on the line has the smaller rank {rank}"))
}
