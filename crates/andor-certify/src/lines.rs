//! Proofs by lines of play: every legal reply of the loser's, the winner's remembered move, and so
//! on to the ends of the game.
//!
//! A move that the memory has lost, or that does not hold on a line, is searched again. A position
//! with an entry, or an image of such a position, is not walked again if the entry can be used on
//! the present line. Where the past matters (superko) an entry can be used under two conditions: no
//! position that the winner will create is on the line already, and every position that forbids a
//! move of the loser's is on the line. The frames that the checker's crate computes at the end
//! express the same conditions in terms of the format.

use crate::bytes::map_bytes;
use crate::certified::{Certified, Picture};
use crate::draft::Draft;
use crate::goal::{Goal, NoCertificate, Solution, checked};
use crate::leaves::{settled, turned_leaf};
use crate::searcher::Searcher;
use andor_checker::rules::Line as CheckedLine;
use andor_checker::{
    Entry, Frame, Game as CheckedGame, Ko, Leaf, Mark, Position, PositionAnswer, Reference, Root,
    Then, symmetry,
};
use andor_core::{Claim, Key, Player, Repetition, Symmetry, Verdict};
use andor_search::Line;
use rustc_hash::FxHashMap;

/// A strategy with more lines than this is not written.
const MOST_LINES: u64 = 50_000_000;

/// The record of the lines that were walked.
#[derive(Default)]
pub(crate) struct WalkedLines {
    /// The first entry by class, claim and winner.
    by_class: FxHashMap<(Key, Claim, Player), u64>,
    /// By entry the next one of its class: where the past matters there is one for each kind of
    /// line on which an entry was needed.
    same_class: FxHashMap<u64, u64>,
    /// The conditions that entries of Go put on a line.
    conditions: FxHashMap<u64, Conditions>,
    /// The marks on the present line, with the numbers of their classes.
    past: Vec<(Mark, u32)>,
    classes: FxHashMap<Mark, u32>,
    lines: u64,
    /// Bytes of the lists in the maps.
    listed: usize,
}

impl WalkedLines {
    /// The entries of a class, claim and winner, the oldest first.
    fn of_class(&self, name: &(Key, Claim, Player)) -> impl Iterator<Item = u64> {
        let first = self.by_class.get(name).copied();
        std::iter::successors(first, |entry| self.same_class.get(entry).copied())
    }

    /// Adds an entry of a class, claim and winner.
    fn add(&mut self, name: (Key, Claim, Player), entry: u64) {
        if self.of_class(&name).any(|known| known == entry) {
            return;
        }
        match self.of_class(&name).last() {
            Some(last) => self.same_class.insert(last, entry),
            None => self.by_class.insert(name, entry),
        };
    }

    /// Bytes that are taken.
    pub(crate) fn bytes(&self) -> usize {
        map_bytes(&self.by_class)
            + map_bytes(&self.same_class)
            + map_bytes(&self.conditions)
            + map_bytes(&self.classes)
            + self.listed
    }
}

/// A walk through the lines of a strategy.
pub(crate) struct ByLines<'a> {
    pub(crate) draft: &'a mut Draft,
    pub(crate) state: &'a mut WalkedLines,
}

impl ByLines<'_> {
    /// The marks on the line to a root.
    pub(crate) fn remember_past(&mut self, root: &Root) {
        self.state.past.clear();
        let Ok(mut line) = CheckedLine::base(&self.draft.problem) else { return };
        for &point in &root.moves {
            if line.play(point.into()).is_err() {
                return;
            }
        }
        for mark in line.marks() {
            let class = self.class(mark);
            self.state.past.push((*mark, class));
        }
    }

    /// The number of a mark's class.
    fn class(&mut self, mark: &Mark) -> u32 {
        let next = self.state.classes.len() as u32;
        *self.state.classes.entry(symmetry::mark_class(&self.draft.maps, mark)).or_insert(next)
    }

    /// The mark that a position of the line leaves, if it leaves one.
    fn mark<G: Certified>(&self, game: &G, pos: &G::Position) -> Option<Mark> {
        let CheckedGame::Go(rules) = self.draft.problem.game else { return None };
        let Picture { stones: [black, white], passes, ko, .. } = game.picture(pos);
        let to_move = match rules.ko {
            Ko::Positional => andor_checker::Player::Black,
            _ => checked(game.to_move(pos)),
        };
        let leaves = passes == 0 || matches!(rules.ko, Ko::Positional | Ko::Situational);
        leaves.then_some(Mark { black, white, to_move, ko, waits: 0 })
    }

    pub(crate) fn play<G: Certified>(&mut self, line: &mut Line<'_, G>, mv: G::Move) {
        line.play(mv);
        if let Some(mark) = self.mark(line.game(), line.position()) {
            let class = self.class(&mark);
            self.state.past.push((mark, class));
        }
    }

    pub(crate) fn undo<G: Certified>(&mut self, line: &mut Line<'_, G>) {
        if self.mark(line.game(), line.position()).is_some() {
            self.state.past.pop();
        }
        line.undo();
    }

    /// The result of a move of the winner's; the loser is to move.
    pub(crate) fn after<G: Certified>(
        &mut self,
        searcher: &mut Searcher<'_, G>,
        line: &mut Line<'_, G>,
        goal: Goal,
        orientation: Orientation,
    ) -> Result<After, NoCertificate> {
        if let Some(end) = line.verdict(goal.claim) {
            return if end == goal.verdict { Ok(After::Over) } else { Err(NoCertificate::Lost) };
        }
        if let Some(leaf) = settled(self.draft, line.game(), line.position(), goal) {
            return Ok(After::Leaf(leaf));
        }
        self.position(searcher, line, goal, orientation).map(After::Entry)
    }

    /// The entry of a position with the loser to move, which is not over.
    pub(crate) fn position<G: Certified>(
        &mut self,
        searcher: &mut Searcher<'_, G>,
        line: &mut Line<'_, G>,
        goal: Goal,
        orientation: Orientation,
    ) -> Result<Reference, NoCertificate> {
        let game = line.game();
        let mut class = game.class(line.position());
        if orientation == Orientation::Upright {
            class.symmetry = Symmetry::IDENTITY;
        }
        let name = (class.key, goal.claim, goal.winner());
        if orientation == Orientation::Standard
            && let Some(entry) = self.usable(&name, class.symmetry)
        {
            return Ok(Reference { entry, symmetry: class.symmetry.0 });
        }
        self.draft.step(searcher, self.state.bytes())?;
        self.state.lines += 1;
        if self.state.lines > MOST_LINES {
            return Err(NoCertificate::TooLong(MOST_LINES, "lines of play"));
        }
        let mut place = OpenPosition {
            own: self.mark(game, line.position()),
            symmetry: class.symmetry,
            conditions: self.forbidden(line),
        };
        let mut replies = Vec::new();
        line.moves(&mut replies);
        let mut answers = Vec::with_capacity(replies.len());
        for reply in replies {
            self.play(line, reply);
            let then = self.answer(searcher, line, goal, &mut place);
            self.undo(line);
            let reply = game.number(game.map_move(class.symmetry, reply));
            answers.push(PositionAnswer { reply, then: then?, fall: 0 });
        }
        answers.sort_by_key(|answer| answer.reply);
        let standard = game.map_position(class.symmetry, line.position());
        let Picture { stones: [black, white], passes, ko, .. } = game.picture(&standard);
        let frame = Frame { passes, ko, ..Frame::default() };
        let root = self.draft.root_of(goal);
        let entry =
            self.draft.write(Entry::Position(Position { root, black, white, frame, answers }));
        let turned = &self.draft.maps[usize::from(game.inverse(class.symmetry).0)];
        for mark in &mut place.conditions.assumed {
            *mark = symmetry::mark_taken_back(turned, mark);
        }
        // Most entries ask for nothing.
        self.state.listed += place.conditions.bytes();
        let before = match place.conditions.bytes() {
            0 => self.state.conditions.remove(&entry),
            _ => self.state.conditions.insert(entry, place.conditions),
        };
        self.state.listed -= before.map_or(0, |conditions| conditions.bytes());
        if orientation == Orientation::Standard {
            self.state.add(name, entry);
        }
        Ok(Reference { entry, symmetry: class.symmetry.0 })
    }

    /// The winner's move after a reply, which has been played on the line.
    fn answer<G: Certified>(
        &mut self,
        searcher: &mut Searcher<'_, G>,
        line: &mut Line<'_, G>,
        goal: Goal,
        place: &mut OpenPosition,
    ) -> Result<Then, NoCertificate> {
        let (game, symmetry) = (line.game(), place.symmetry);
        let reply_mark = self.mark(game, line.position());
        if let Some(end) = line.verdict(goal.claim) {
            if game.outcome(line.position()).is_none() {
                reply_mark.into_iter().for_each(|mark| place.conditions.assume(mark));
            }
            return if end == goal.verdict { Ok(Then::Over) } else { Err(NoCertificate::Lost) };
        }
        if let Some(leaf) = settled(self.draft, game, line.position(), goal) {
            return Ok(Then::Leaf(turned_leaf(game, symmetry, leaf)));
        }
        let solution = Solution { claim: goal.claim, verdict: goal.verdict, best: None };
        let mv = searcher.winning_move(line, &solution)?;
        self.play(line, mv);
        let after = self.after(searcher, line, goal, Orientation::Standard);
        let last_mark = self.mark(game, line.position());
        let repeats = line.outcome().is_some() && game.outcome(line.position()).is_none();
        let passed = game.picture(line.position()).passes > 0;
        self.undo(line);
        let number = game.number(game.map_move(symmetry, mv));
        let must_differ = self.must_differ(goal);
        if must_differ && self.loser_must_differ() {
            let class = reply_mark.map(|mark| self.class(&mark));
            place.conditions.add_fresh(class.as_slice());
        }
        Ok(match after? {
            After::Over => {
                last_mark
                    .filter(|_| repeats)
                    .into_iter()
                    .for_each(|mark| place.conditions.assume(mark));
                Then::MoveOver(number)
            }
            After::Leaf(leaf) => Then::MoveLeaf(number, turned_leaf(game, symmetry, leaf)),
            After::Entry(reference) => {
                let below =
                    self.state.conditions.get(&reference.entry).cloned().unwrap_or_default();
                if must_differ {
                    let class = last_mark.filter(|_| !passed).map(|mark| self.class(&mark));
                    place.conditions.add_fresh(class.as_slice());
                    place.conditions.add_fresh(&below.fresh);
                }
                let map = &self.draft.maps[usize::from(reference.symmetry)];
                for mark in below.assumed.iter().map(|mark| symmetry::mark_taken_back(map, mark)) {
                    if ![place.own, reply_mark, last_mark].contains(&Some(mark)) {
                        place.conditions.assume(mark);
                    }
                }
                // From the entry's picture to the line's, and on to that of the next entry.
                let next = game.compose(game.inverse(symmetry), Symmetry(reference.symmetry));
                Then::MoveEntry(number, Reference { symmetry: next.0, ..reference })
            }
        })
    }

    /// An entry about a class that can be used on the present line, under this symmetry.
    fn usable(&self, name: &(Key, Claim, Player), symmetry: Symmetry) -> Option<u64> {
        let map = &self.draft.maps[usize::from(symmetry.0)];
        let past = |mark: &Mark| self.state.past.iter().any(|(old, _)| old == mark);
        let can = |entry: &u64| {
            let Some(Conditions { fresh, assumed }) = self.state.conditions.get(entry) else {
                return true;
            };
            self.state.past.iter().all(|(_, class)| fresh.binary_search(class).is_err())
                && assumed.iter().all(|mark| past(&symmetry::mark_taken_back(map, mark)))
        };
        self.state.of_class(name).find(can)
    }

    /// The marks that forbid moves of the loser's: they must be on a line that uses the entry.
    fn forbidden<G: Certified>(&self, line: &mut Line<'_, G>) -> Conditions {
        let mut conditions = Conditions::default();
        let game = line.game();
        if game.repetition() != Repetition::Forbidden {
            return conditions;
        }
        let mut moves = Vec::new();
        game.moves(line.position(), &mut moves);
        let own = self.mark(game, line.position());
        for mv in moves {
            if !line.allows(mv) {
                let mut pos = line.position().clone();
                game.play(&mut pos, mv);
                let mark = self.mark(game, &pos).filter(|mark| Some(*mark) != own);
                mark.into_iter().for_each(|mark| conditions.assume(mark));
            }
        }
        conditions
    }

    /// Must the winner's moves not repeat a position? Only a game without result can be good for
    /// the winner.
    fn must_differ(&self, goal: Goal) -> bool {
        match self.draft.problem.game {
            CheckedGame::Go(rules) => rules.ko != Ko::Basic || goal.verdict == Verdict::Proven,
            CheckedGame::Hex
            | CheckedGame::Mnk { .. }
            | CheckedGame::Gomoku(_)
            | CheckedGame::Capture(_)
            | CheckedGame::Phutball
            | CheckedGame::Killall => false,
        }
    }

    /// Must the loser's moves not repeat a position either, because a repetition ends the game?
    fn loser_must_differ(&self) -> bool {
        matches!(self.draft.problem.game, CheckedGame::Go(rules) if rules.ko == Ko::Basic)
    }
}

/// A position whose entry is being made.
struct OpenPosition {
    /// The mark that the position leaves, if any.
    own: Option<Mark>,
    /// The symmetry that turns the position into the entry's picture.
    symmetry: Symmetry,
    /// The conditions of the entry so far; marks as they lie on the line.
    conditions: Conditions,
}

/// The conditions that an entry of Go puts on the lines that use it.
#[derive(Clone, Default)]
struct Conditions {
    /// Classes of marks that must not be on the line, ascending.
    fresh: Vec<u32>,
    /// Marks that must be on the line, in the entry's own picture.
    assumed: Vec<Mark>,
}

impl Conditions {
    /// Bytes of the lists.
    fn bytes(&self) -> usize {
        size_of::<u32>() * self.fresh.capacity() + size_of::<Mark>() * self.assumed.capacity()
    }

    fn add_fresh(&mut self, more: &[u32]) {
        self.fresh.extend_from_slice(more);
        self.fresh.sort_unstable();
        self.fresh.dedup();
    }

    fn assume(&mut self, mark: Mark) {
        if !self.assumed.contains(&mark) {
            self.assumed.push(mark);
        }
    }
}

/// The orientation of an entry's picture. The entry of a root is not turned; other entries are
/// turned to the standard form of their class, so that symmetric positions share an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Orientation {
    Upright,
    Standard,
}

/// The result of a move of the winner's.
pub(crate) enum After {
    Over,
    Leaf(Leaf),
    Entry(Reference),
}
