//! Positions of Go, mnk, Gomoku and Killall-Go: section 4.2 of `docs/certificate.md`.
//!
//! Every entry is checked by itself. In Go an entry states on which lines it holds, by marks that are on
//! the line, marks that are not, and ranks. Each answer must then be right on all of these lines.

use crate::check::{Checker, LIFE, PLAY};
use crate::credit;
use crate::life::{self, succeeds};
use crate::model::{
    Frame, Game, GoRules, Ko, Leaf, Mark, Player, PointSet, Position, PositionAnswer, Reference,
    Root, Then, Theorem, Verdict,
};
use crate::report::{Place, Refusal};
use crate::rules::{Board, Line, Outcome, State, after, go, killall};
use crate::symmetry;
use std::cell::OnceCell;
use std::collections::HashSet;

const SECTION: &str = "4.2";

/// Receives the rank or the credit that an entry gives to a mark.
pub(crate) type Ranked<'a> = &'a mut dyn FnMut(&Root, &Mark, i64);

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

/// Checks an entry, and reports the ranks that it gives to marks.
pub(crate) fn check(
    checker: &Checker<'_, '_>,
    number: u64,
    position: &Position,
    ranked: Ranked<'_>,
) -> Result<(), Refusal> {
    let checked = match checker.game() {
        Game::Go(rules) if rules.has_credits() => GoEntry::new(checker, number, rules, position)
            .and_then(|entry| credit::check(&entry, position, ranked)),
        Game::Go(rules) => GoEntry::new(checker, number, rules, position)
            .and_then(|entry| entry.check(position, ranked)),
        Game::Mnk { .. }
        | Game::Gomoku(_)
        | Game::Hex
        | Game::Capture(_)
        | Game::Phutball
        | Game::Killall => check_plain(checker, number, position),
    };
    checked.map_err(|fault| match fault {
        Fault::Refused(refusal) => refusal,
        Fault::Wrong(section, problem) => Refusal::wrong(Place::Entry(number), section, problem)
            .with_picture(|| {
                checker.draw(checker.game(), |point| crate::check::letter(stone(position, point)))
            }),
    })
}

/// Checks an entry of a game in which the past does not matter.
fn check_plain(checker: &Checker<'_, '_>, number: u64, position: &Position) -> Result<(), Fault> {
    let (root, board) = common(checker, number, position)?;
    let (game, size, frame) = (checker.game(), checker.size(), &position.frame);
    let line = Line::new(game, size, board, root.winner().other())?;
    let ko = frame.ko.map(usize::from);
    let mut now = State { passes: frame.passes, ko, ..line.now().clone() };
    if game == Game::Killall {
        // A game that does not end is won by Black.
        if root.winner() != Player::Black || !succeeds(root, Outcome::Margin(1)) {
            return Err("the winner is not Black by a margin of 1".into());
        }
        now.outcome = now.outcome.or_else(|| killall::passed(size, &now));
    }
    if now.outcome.is_some() {
        return Err("the game is over in the position of the entry".into());
    }
    let play = |state: &State, point: u16| {
        after(game, size, state, usize::from(point))
            .map_err(|problem| format!("the move {point} is not legal: {problem}"))
    };
    let is_free = |reply: &u16| !matches!(now.board.get(usize::from(*reply)), Some(Some(_)));
    for reply in (0..line.moves() as u16).filter(is_free) {
        checker.look(2 * PLAY)?;
        let Ok(first) = play(&now, reply) else { continue };
        let then = answer(position, reply)?.then;
        let in_reply = |problem: String| Fault::from(format!("after the reply {reply}: {problem}"));
        let last = then.point().map(|point| play(&first, point)).transpose().map_err(in_reply)?;
        let last = last.as_ref().unwrap_or(&first);
        match then {
            Then::Over | Then::MoveOver(_) => over(last, root).map_err(in_reply)?,
            Then::MoveEntry(_, reference) => {
                let (next, map) = checker.position(number, root, reference)?;
                if last.outcome.is_some() {
                    return Err(in_reply("the game is over, and an entry follows".to_string()));
                }
                same_stones(&next, last, map).map_err(in_reply)?;
                same_passes(&next, last, map).map_err(in_reply)?;
            }
            Then::Leaf(leaf) | Then::MoveLeaf(_, leaf) => {
                if game != Game::Killall || leaf.theorem != Theorem::Room || last.outcome.is_some()
                {
                    return Err(in_reply("there is no such leaf here".to_string()));
                }
                if let Some(problem) = killall::room(size, &last.board, &leaf.stones) {
                    return Err(Fault::Wrong("4.3", problem.to_string()).after(reply.into()));
                }
            }
        }
    }
    Ok(())
}

/// The conditions on entries of both games: the root they name, and the board.
fn common<'c>(
    checker: &'c Checker<'_, '_>,
    number: u64,
    position: &Position,
) -> Result<(&'c Root, Board), Fault> {
    let root = checker.root_named(position.root);
    let root = root.ok_or_else(|| format!("there is no root {}", position.root))?;
    if !position.black.and(&position.white).is_empty() {
        return Err("a point has a black and a white stone".into());
    }
    if !position.answers.is_sorted_by(|one, next| one.reply < next.reply) {
        return Err("the replies are not in strictly ascending order".into());
    }
    for answer in &position.answers {
        if let Then::MoveEntry(_, reference) = answer.then {
            let (target, _) = checker.position(number, root, reference)?;
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
    Ok((root, (0..checker.area()).map(|point| stone(position, point)).collect()))
}

/// An entry of Go, and the consequences on all lines on which it holds.
pub(crate) struct GoEntry<'c, 'b, 's> {
    pub(crate) checker: &'c Checker<'b, 's>,
    number: u64,
    pub(crate) rules: GoRules,
    pub(crate) root: &'c Root,
    pub(crate) frame: &'c Frame,
    pub(crate) state: State,
    /// Marks that are on all lines.
    known: HashSet<Mark>,
    /// Marks that are on no line.
    fresh: HashSet<Mark>,
    /// Whether the position is ripe by each theorem.
    ripe: [OnceCell<bool>; 2],
}

impl<'c, 'b, 's> GoEntry<'c, 'b, 's> {
    fn new(
        checker: &'c Checker<'b, 's>,
        number: u64,
        rules: GoRules,
        position: &'c Position,
    ) -> Result<Self, Fault> {
        let (root, board) = common(checker, number, position)?;
        let (columns, rows) = checker.size();
        if go::has_dead_block(columns, rows, &board) {
            return Err("a block has no liberty".into());
        }
        let frame = &position.frame;
        if frame.ko.is_some() && rules.ko != Ko::Basic {
            return Err("there is a ko point, and the rules are not basic ko".into());
        }
        let state = State {
            passes: frame.passes,
            ko: frame.ko.map(usize::from),
            waits: frame.waits,
            ..State::new(board, root.winner().other())
        };
        let mut known: HashSet<Mark> = frame.assumed.iter().copied().collect();
        if go::leaves_mark(rules, &state) {
            known.insert(go::mark(rules, &state));
        }
        let (fresh, ripe) = (frame.fresh.iter().copied().collect(), Default::default());
        Ok(GoEntry { checker, number, rules, root, frame, state, known, fresh, ripe })
    }

    fn check(&self, position: &Position, ranked: Ranked<'_>) -> Result<(), Fault> {
        let rank = self.frame.rank as i64;
        if let Some(mark) = self.left(&self.state) {
            ranked(self.root, &mark, rank);
        }
        self.frame.fresh.iter().for_each(|mark| ranked(self.root, mark, rank));
        let mut answers = position.answers.iter().peekable();
        for reply in 0..=self.checker.area() {
            self.count(reply)?;
            let given = answers.next_if(|answer| usize::from(answer.reply) == reply);
            if given.is_some_and(|answer| answer.fall > self.frame.rank) {
                return Err("a fall is greater than the rank of the entry".into());
            }
            let Ok(next) = self.play(&self.state, reply) else { continue };
            let mark = self.left(&next);
            if let (Some(answer), Some(mark)) = (given.filter(|a| a.then.has_fall()), mark) {
                ranked(self.root, &mark, rank - answer.fall as i64);
            }
            let repeats =
                reply < self.checker.area() && mark.is_some_and(|mark| self.known.contains(&mark));
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

    /// Counts the work of a reply.
    pub(crate) fn count(&self, reply: usize) -> Result<(), Refusal> {
        match self.state.board.get(reply) {
            Some(Some(_)) => self.checker.step(1),
            _ => self.checker.look(PLAY),
        }
    }

    pub(crate) fn play(&self, state: &State, point: usize) -> Result<State, &'static str> {
        after(Game::Go(self.rules), self.checker.size(), state, point)
    }

    /// The mark that a position leaves, if it leaves one.
    pub(crate) fn left(&self, state: &State) -> Option<Mark> {
        go::leaves_mark(self.rules, state).then(|| go::mark(self.rules, state))
    }

    /// Is a position ripe by a theorem?
    fn is_ripe(&self, theorem: Theorem, state: &State) -> bool {
        life::ripe(theorem, self.checker.size(), state, self.root)
    }

    /// Is a mark on no line? Its rank may be known or not.
    fn is_new(&self, mark: &Mark, rank: Option<u64>) -> bool {
        rank.is_some_and(|rank| rank < self.frame.rank) || self.fresh.contains(mark)
    }

    /// Is a game without result good for the winner?
    fn may_repeat(&self) -> bool {
        self.rules.ko == Ko::Basic && self.root.verdict == Verdict::Disproven
    }

    fn repeating(&self) -> Result<(), Fault> {
        if self.rules.ko == Ko::Basic && !self.may_repeat() {
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
        let rank = answer.then.has_fall().then(|| self.frame.rank - answer.fall);
        if let (Some(mark), Ko::Basic, Verdict::Proven) = (mark, self.rules.ko, self.root.verdict)
            && !matches!(answer.then, Then::Leaf(_))
            && !self.is_new(mark, rank)
        {
            return Err("it may repeat, so that the game ends without result".into());
        }
        match answer.then {
            Then::Over => over(next, self.root)?,
            Then::Leaf(leaf) => self.leaf_after_reply(next, leaf)?,
            Then::MoveOver(point) => {
                let last = self.moved(next, point)?;
                let repeats = usize::from(point) < self.checker.area()
                    && self.known.contains(&go::mark(self.rules, &last));
                if !(self.may_repeat() && repeats) {
                    over(&last, self.root)?;
                }
            }
            Then::MoveLeaf(point, leaf) => self.leaf_after_move(next, point, leaf)?,
            Then::MoveEntry(point, reference) => {
                let last = self.moved(next, point)?;
                let played = usize::from(point) < self.checker.area();
                self.follow(reference, played, (next, mark, rank), &last)?;
            }
        }
        Ok(())
    }

    /// The position after a move of the winner's.
    pub(crate) fn moved(&self, next: &State, point: u16) -> Result<State, Fault> {
        self.checker.look(PLAY)?;
        let moved = self.play(next, usize::from(point));
        moved.map_err(|problem| format!("the move {point} is not legal: {problem}").into())
    }

    /// Kind 1: a leaf after the reply.
    pub(crate) fn leaf_after_reply(&self, next: &State, leaf: Leaf) -> Result<(), Fault> {
        self.quiet(leaf.theorem)?;
        self.leaf(next, leaf)
    }

    /// Kind 3: a leaf after a move of the winner's.
    pub(crate) fn leaf_after_move(
        &self,
        next: &State,
        point: u16,
        leaf: Leaf,
    ) -> Result<(), Fault> {
        self.quiet(leaf.theorem)?;
        self.not_ripe(leaf.theorem, next)?;
        if usize::from(point) == self.checker.area() {
            return Err("a pass stands before a leaf".into());
        }
        self.leaf(&self.moved(next, point)?, leaf)
    }

    /// Is no earlier position ripe by a theorem?
    fn quiet(&self, theorem: Theorem) -> Result<(), Fault> {
        if self.frame.quiet >= Some(theorem) {
            Ok(())
        } else {
            Err("the entry is not quiet".into())
        }
    }

    fn not_ripe(&self, theorem: Theorem, next: &State) -> Result<(), Fault> {
        self.checker.look(LIFE)?;
        let own = &self.ripe[theorem as usize];
        if *own.get_or_init(|| self.is_ripe(theorem, &self.state)) || self.is_ripe(theorem, next) {
            return Err("the winner plays on from a ripe position".into());
        }
        Ok(())
    }

    fn leaf(&self, state: &State, leaf: Leaf) -> Result<(), Fault> {
        self.checker.look(LIFE)?;
        life::settles(self.rules, self.checker.size(), state, self.root, &leaf)
            .map_err(|problem| Fault::Wrong("4.3", problem.to_string()))
    }

    /// Kind 4: the entry that is about the position after the winner's move, and the symmetry.
    pub(crate) fn target(
        &self,
        reference: Reference,
        next: &State,
        last: &State,
    ) -> Result<(Position, &'c [usize]), Fault> {
        if last.outcome.is_some() {
            return Err("the game is over, and an entry follows".into());
        }
        let (target, map) = self.checker.position(self.number, self.root, reference)?;
        self.checker.look(1 + (target.frame.fresh.len() + target.frame.assumed.len()) as u64)?;
        let wrong = |problem: &str| Fault::from(format!("entry {} {problem}", reference.entry));
        same_stones(&target, last, map)?;
        let frame = &target.frame;
        same_passes(&target, last, map)?;
        if frame.waits != last.waits {
            return Err(wrong("has another number of passes that end the game"));
        }
        if let Some(theorem) = frame.quiet {
            self.quiet(theorem)?;
            self.not_ripe(theorem, next)?;
        }
        Ok((target, map))
    }

    /// Kind 4: an entry holds after the winner's move.
    fn follow(
        &self,
        reference: Reference,
        played: bool,
        (next, mark, rank): (&State, Option<&Mark>, Option<u64>),
        last: &State,
    ) -> Result<(), Fault> {
        let (target, map) = self.target(reference, next, last)?;
        let wrong = |problem: &str| Fault::from(format!("entry {} {problem}", reference.entry));
        let (frame, own) = (&target.frame, self.frame);
        let last_mark = self.left(last);
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

/// Whether a position, turned by the map, has the stones of an entry.
pub(crate) fn same_stones(entry: &Position, state: &State, map: &[usize]) -> Result<(), String> {
    let same = |point: usize| stone(entry, map[point]) == state.board[point];
    if (0..state.board.len()).all(same) {
        return Ok(());
    }
    Err("the entry that follows is about another position".to_string())
}

/// Whether a position, turned by the map, has the passes and the ko point of an entry.
fn same_passes(entry: &Position, state: &State, map: &[usize]) -> Result<(), String> {
    let frame = &entry.frame;
    if frame.passes == state.passes && frame.ko.map(usize::from) == state.ko.map(|ko| map[ko]) {
        return Ok(());
    }
    Err("the entry that follows has other passes or another ko point".to_string())
}

fn answer(position: &Position, reply: u16) -> Result<PositionAnswer, Fault> {
    let found = position.answers.binary_search_by_key(&reply, |a| a.reply);
    let missing = |_| format!("the legal reply {reply} has no answer");
    Ok(position.answers[found.map_err(missing)?])
}

pub(crate) fn over(state: &State, root: &Root) -> Result<(), String> {
    match state.outcome {
        None => Err("the game is not over".to_string()),
        Some(outcome) if succeeds(root, outcome) => Ok(()),
        Some(outcome) => Err(format!("the game ends with {outcome:?}, and the winner fails")),
    }
}

fn stone(position: &Position, point: usize) -> Option<Player> {
    let has = |set: &PointSet| set.contains(point);
    if has(&position.black) {
        Some(Player::Black)
    } else {
        has(&position.white).then_some(Player::White)
    }
}
