//! Go under rules that judge long cycles: the last part of section 4.2 of `docs/certificate.md`.
//!
//! Under these rules nothing is forbidden because of the past, so an entry gives the winner's moves in a
//! position on any line. Every cycle must be good for the winner, and this is checked one move at a time:
//! each position has a *credit*, and no move may raise the credit by more than the move gains in the tally
//! of a cycle.

use crate::life::succeeds;
use crate::model::{Frame, GoRules, Mark, Player, Position, Root, Then};
use crate::position::{Fault, GoEntry, Ranked, over};
use crate::rules::{Line, State, go};
use std::collections::HashMap;

/// The worth of a pass where a cycle must be better than even: more than the number of moves of any cycle.
const PASS: i64 = 1 << 32;

/// Stands for the credit of a position in which the winner makes a move to a leaf.
const END: i64 = i64::MIN;

/// The long cycles that are good for the winner of a verdict. The tally of a cycle is how many more stones
/// the winner took in it than the loser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cycles {
    /// All of them.
    All,
    /// Those with a tally of at least 0.
    NotBehind,
    /// Those with a tally above 0.
    Ahead,
    /// None that can be relied on.
    None,
}

impl Cycles {
    /// The cycles that are good for the winner of a root under some rules on a board with so many points.
    #[must_use]
    pub fn that_suit(rules: GoRules, area: usize, root: &Root) -> Cycles {
        let sign = match root.winner() {
            Player::Black => 1,
            Player::White => -1,
        };
        let suits = |tally: i64| succeeds(root, go::cycle(rules, area, sign * tally));
        // A game without result may be worse for the winner than one in which the loser has won.
        match [-1, 0, 1].map(suits) {
            [true, true, true] => Cycles::All,
            [_, true, true] => Cycles::NotBehind,
            [_, _, true] => Cycles::Ahead,
            _ => Cycles::None,
        }
    }

    /// By how much a move may raise the credit, if it adds so much to the winner's tally.
    #[must_use]
    pub fn gain(self, tally: i64) -> i64 {
        match self {
            Cycles::All => 0,
            Cycles::NotBehind => tally,
            Cycles::Ahead => PASS * tally - 1,
            Cycles::None => -1,
        }
    }

    /// By how much the move between two positions may raise the credit.
    fn step(self, root: &Root, before: &State, after: &State) -> i64 {
        let tally = go::tally(before, after);
        self.gain(if root.winner() == Player::Black { tally } else { -tally })
    }
}

/// Checks an entry, and reports the credits that it gives to marks.
pub(crate) fn check(
    entry: &GoEntry<'_, '_, '_>,
    position: &Position,
    credited: Ranked<'_>,
) -> Result<(), Fault> {
    let area = entry.checker.area();
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
    let past = if frame.bound { Some(entry.checker.past(position.root)?) } else { None };
    // The credit of the mark that a state leaves, if the mark is before the root's proof: the game is over.
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

/// The marks of the line of a root before its last state, with the credits that they have for the bound
/// entries of the root. The frame is that of the root's entry.
pub(crate) fn past(rules: GoRules, line: &Line, root: &Root, frame: &Frame) -> HashMap<Mark, i64> {
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

/// The problem with the credits of the marks on the line of a root, if there is one: a return to one of
/// these marks must be good for the winner.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Verdict;

    #[test]
    fn which_cycles_suit_the_winner() {
        let (proven, disproven) = (Verdict::Proven, Verdict::Disproven);
        for (rules, verdict, at_least, expected) in [
            ("migos", proven, 1, Cycles::Ahead),
            ("migos", proven, 0, Cycles::NotBehind),
            ("migos", disproven, 1, Cycles::NotBehind),
            ("migos", disproven, 0, Cycles::Ahead),
            ("migos", proven, -9, Cycles::All),
            ("migos", proven, 10, Cycles::None),
            ("chinese", proven, 0, Cycles::Ahead),
            ("chinese", disproven, 0, Cycles::NotBehind),
            // A lost cycle suits the winner here, but an even one has no result.
            ("chinese", proven, -9, Cycles::Ahead),
            ("chinese", disproven, -9, Cycles::None),
            ("chinese", disproven, 10, Cycles::All),
            ("basic-ko,cycle=tie", proven, 0, Cycles::All),
            ("basic-ko,cycle=tie", proven, 1, Cycles::None),
            ("basic-ko,cycle=white", proven, -8, Cycles::None),
            ("basic-ko,cycle=white", disproven, -8, Cycles::All),
        ] {
            let rules = GoRules::named(rules).expect("rules");
            let root = Root {
                attacker: Player::Black,
                at_least,
                verdict,
                moves: Vec::new(),
                first: None,
                entry: None,
                theorem: None,
            };
            let found = Cycles::that_suit(rules, 9, &root);
            assert_eq!(found, expected, "{} {verdict:?} {at_least}", rules.name());
        }
    }
}
