//! From a solved position to a certificate.
//!
//! The format and its meaning are the checker's (`docs/certificate.md`); here a search's memory is
//! turned into entries that satisfy it. Hex proofs are lists of patterns, which a memory of patterns
//! gives as they are. Elsewhere the strategy is walked: every legal reply of the loser's, the
//! winner's remembered move, and so on to the ends. What the memory has lost, or does not believe on
//! this line, is searched again.
//!
//! A position that was dealt with is not walked again, not even one of its images, if its entry can
//! be used on the line at hand. Where the past matters that is so if nothing that the winner will
//! create is there already, and all that forbids something to the loser is. The same question again, in terms
//! of the format, is answered by the frames that the checker's crate fills in at the end.

use crate::bytes::{listed_bytes, map_bytes};
use crate::certified::{Certified, Picture};
use crate::cycles::{Graph, Positions, Start};
use crate::explain::Solution;
use crate::source::Source;
use andor_checker::credit::Cycles;
use andor_checker::rules::Line as CheckedLine;
use andor_checker::{
    Certificate, Entry, Frame, Game as CheckedGame, Ko, Leaf, Link, Mark, Pattern, PatternAnswer,
    PointSet, Position, PositionAnswer, Problem as CheckedProblem, Proof, Reference, Root, Then,
    frames, symmetry,
};
use andor_core::{Claim, Key, Player, Repetition, Symmetry, Verdict};
use andor_search::memory::PatternProof;
use andor_search::{Line, Progress, Stop};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// A strategy with more lines than this is not written.
const MOST_LINES: u64 = 50_000_000;

/// Why there is no certificate although there is an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoCertificate {
    #[error("certificates of {0} are not defined")]
    Game(String),
    #[error("the proof could not be completed before the search had to stop ({0})")]
    Stopped(Stop),
    #[error("the proof has more than {0} {1}")]
    TooLong(u64, &'static str),
    #[error("the search found no proof that can be written down")]
    Lost,
    #[error("after {0}: {1}")]
    After(String, Box<NoCertificate>),
}

/// The player as the checker calls them.
pub(crate) fn checked(player: Player) -> andor_checker::Player {
    match player {
        Player::Black => andor_checker::Player::Black,
        Player::White => andor_checker::Player::White,
    }
}

/// Writes down proofs, one root after the other.
pub(crate) struct Recorder {
    problem: CheckedProblem,
    maps: Vec<Vec<usize>>,
    entries: Vec<Entry>,
    /// By hash the last entry that was written; if there were others of its hash, `same_hash` has the one before.
    written: FxHashMap<u64, u64>,
    same_hash: FxHashMap<u64, u64>,
    /// Entries by class, claim and winner: one where the past does not matter, else one for each
    /// kind of line it was needed on.
    by_class: FxHashMap<(Key, Claim, Player), Vec<u64>>,
    /// What entries of Go ask of a line.
    asked: FxHashMap<u64, Asked>,
    /// The marks on the line at hand, with the numbers of their classes.
    past: Vec<(Mark, u32)>,
    classes: FxHashMap<Mark, u32>,
    lines: u64,
    /// What was written about positions of Go where cycles are judged.
    pub(crate) positions: Positions,
    /// What was said about positions of Hex, by class and winner.
    told: FxHashMap<(Key, Player), Told>,
    /// The names of the knowledge that may be quoted.
    names: Vec<&'static str>,
    /// Bytes that entries take besides their own size.
    listed_bytes: usize,
}

/// What was said about a position of Hex, in the standard picture of its class.
pub(crate) struct Told {
    /// The winner's move, if the winner moves and needs one.
    pub(crate) mv: Option<u16>,
    /// The entry that holds then.
    pub(crate) reference: Reference,
}

/// What an entry of Go asks of the lines on which it is used.
#[derive(Clone, Default)]
struct Asked {
    /// Classes of marks that must not be on the line, ascending.
    fresh: Vec<u32>,
    /// Marks that must be on the line, in the entry's own picture.
    assumed: Vec<Mark>,
}

impl Asked {
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

impl Recorder {
    /// A recorder that may quote knowledge if the search could. The problem has no roots so far.
    pub(crate) fn new(problem: CheckedProblem, names: &[&'static str]) -> Recorder {
        Recorder {
            maps: symmetry::all(problem.game, problem.columns, problem.rows),
            problem,
            entries: Vec::new(),
            written: FxHashMap::default(),
            same_hash: FxHashMap::default(),
            by_class: FxHashMap::default(),
            asked: FxHashMap::default(),
            past: Vec::new(),
            classes: FxHashMap::default(),
            lines: 0,
            positions: Positions::default(),
            told: FxHashMap::default(),
            names: names.to_vec(),
            listed_bytes: 0,
        }
    }

    /// What was said about a class of positions of Hex.
    pub(crate) fn told(&self, class: Key, winner: Player) -> Option<&Told> {
        self.told.get(&(class, winner))
    }

    /// Keeps what is said about a class of positions of Hex.
    pub(crate) fn tell(&mut self, class: Key, winner: Player, told: Told) {
        self.told.insert((class, winner), told);
    }

    /// Whether the knowledge of this name may be quoted.
    pub(crate) fn may_quote(&self, name: &str) -> bool {
        self.names.contains(&name)
    }

    /// Whether unconditional life may be quoted where these cycles suit the winner. With suicide the
    /// loser may go round for ever.
    pub(crate) fn may_quote_life(&self, cycles: Cycles) -> bool {
        let suicide = matches!(self.problem.game, CheckedGame::Go(rules) if rules.suicide);
        !self.names.is_empty() && (cycles == Cycles::All || !suicide)
    }

    /// The number of points, which also stands for a pass.
    pub(crate) fn area(&self) -> usize {
        self.problem.area()
    }

    /// Which long cycles suit the winner of a root, where the rules judge them.
    fn cycles(&self, root: &Root) -> Option<Cycles> {
        match self.problem.game {
            CheckedGame::Go(rules) if rules.has_credits() => {
                Some(Cycles::that_suit(rules, self.area(), root))
            }
            _ => None,
        }
    }

    /// The certificate of all roots so far.
    pub(crate) fn finish(self) -> Certificate {
        let mut certificate = Certificate { problem: self.problem, entries: self.entries };
        certificate.drop_unused();
        frames::fill(&mut certificate);
        certificate
    }

    /// Adds the proof of a solution of the line's position, reached from the base position by
    /// `moves`.
    pub(crate) fn root<G: Certified>(
        &mut self,
        source: &mut Source<'_, G>,
        line: &mut Line<'_, G>,
        solution: &Solution<G::Move>,
        moves: &[G::Move],
    ) -> Result<(), NoCertificate> {
        let game = line.game();
        let &Solution { claim, verdict, .. } = solution;
        let goal = Goal { claim, verdict };
        let winner = goal.winner();
        let moves = moves.iter().map(|&mv| game.number(mv)).collect();
        let mut root = Root { moves, ..goal.root() };
        self.remember_past(&root);
        if line.outcome().is_none() {
            if game.checked_game() == Some(CheckedGame::Hex) {
                let (first, entry) = match source.engine.pattern_proof(line, claim, verdict) {
                    Some(proof) => self.patterns(checked(winner), &proof),
                    None if !self.names.is_empty() => {
                        game.link_proof(self, source, line, solution)?
                    }
                    None => return Err(NoCertificate::Lost),
                };
                (root.first, root.entry) = (first, Some(entry));
            } else if self.settled(game, line.position(), goal).is_some() {
                root.life = true;
            } else if let Some(cycles) = self.cycles(&root) {
                let graph = Graph::new(game, goal, cycles, self);
                let start = graph.prove(source, line, solution.best)?;
                (root.first, root.entry, root.life) = (start.first, start.entry, start.life);
            } else if let Some(start) = self.lenient(source, line, solution)? {
                (root.first, root.entry, root.life) = (start.first, start.entry, start.life);
            } else if line.to_move() == winner {
                let mv = source.winning_move(line, solution)?;
                root.first = Some(game.number(mv));
                self.play(line, mv);
                let after = self.after(source, line, goal, Turn::Upright);
                self.undo(line);
                match after? {
                    After::Over => {}
                    After::Leaf(_) => root.life = true,
                    After::Entry(reference) => root.entry = Some(reference.entry),
                }
            } else {
                let turn = Turn::Upright;
                let reference = self.position(source, line, goal, turn)?;
                root.entry = Some(reference.entry);
            }
        }
        self.problem.roots.push(root);
        Ok(())
    }

    /// The proof of a solution that was found without superko, if there is one that never needs it.
    fn lenient<G: Certified>(
        &mut self,
        source: &mut Source<'_, G>,
        line: &mut Line<'_, G>,
        solution: &Solution<G::Move>,
    ) -> Result<Option<Start>, NoCertificate> {
        let &Solution { claim, verdict, best } = solution;
        let goal = Goal { claim, verdict };
        let Some((game, engine)) = source.engine.lenient(line, claim, goal.winner()) else {
            return Ok(None);
        };
        let mut lenient = Source::new(engine, source.budget, source.hear);
        match Graph::new(game, goal, Cycles::None, self).prove(&mut lenient, line, best) {
            Ok(start) => Ok(Some(start)),
            Err(NoCertificate::Lost) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// Adds a root at the base position whose proof is written already.
    #[cfg(test)]
    pub(crate) fn add_root(&mut self, goal: Goal, first: Option<u16>, entry: u64) {
        self.problem.roots.push(Root { first, entry: Some(entry), ..goal.root() });
    }

    /// The certificate with all entries, used or not.
    #[cfg(test)]
    pub(crate) fn with_all_entries(self) -> Certificate {
        Certificate { problem: self.problem, entries: self.entries }
    }

    /// The marks on the line to a root.
    fn remember_past(&mut self, root: &Root) {
        self.past.clear();
        let Ok(mut line) = CheckedLine::base(&self.problem) else { return };
        for &point in &root.moves {
            if line.play(point.into()).is_err() {
                return;
            }
        }
        for mark in line.marks() {
            let class = self.class(mark);
            self.past.push((*mark, class));
        }
    }

    /// The number of a mark's class.
    fn class(&mut self, mark: &Mark) -> u32 {
        let next = self.classes.len() as u32;
        *self.classes.entry(symmetry::mark_class(&self.maps, mark)).or_insert(next)
    }

    /// Whether the rules are ones with ranks.
    pub(crate) fn has_ranks(&self) -> bool {
        matches!(self.problem.game, CheckedGame::Go(rules) if !rules.has_credits())
    }

    /// The mark that a position of the line leaves, if it leaves one.
    fn mark<G: Certified>(&self, game: &G, pos: &G::Position) -> Option<Mark> {
        let CheckedGame::Go(rules) = self.problem.game else { return None };
        let Picture { stones: [black, white], passes, ko, .. } = game.picture(pos);
        let to_move = match rules.ko {
            Ko::Positional => andor_checker::Player::Black,
            _ => checked(game.to_move(pos)),
        };
        let leaves = passes == 0 || matches!(rules.ko, Ko::Positional | Ko::Situational);
        leaves.then_some(Mark { black, white, to_move, ko, waits: 0 })
    }

    fn play<G: Certified>(&mut self, line: &mut Line<'_, G>, mv: G::Move) {
        line.play(mv);
        if let Some(mark) = self.mark(line.game(), line.position()) {
            let class = self.class(&mark);
            self.past.push((mark, class));
        }
    }

    fn undo<G: Certified>(&mut self, line: &mut Line<'_, G>) {
        if self.mark(line.game(), line.position()).is_some() {
            self.past.pop();
        }
        line.undo();
    }

    /// Writes a proof by patterns; the first move, if the winner moves, and the entry after it.
    fn patterns(
        &mut self,
        winner: andor_checker::Player,
        proof: &PatternProof,
    ) -> (Option<u16>, u64) {
        let mut numbers: Vec<u64> = Vec::with_capacity(proof.steps.len());
        for step in &proof.steps {
            let answers = step.answers.iter().map(|&(stone, next)| PatternAnswer {
                point: stone as u16,
                reference: Reference { entry: numbers[next], symmetry: 0 },
            });
            let edge = self.problem.area() as u16;
            let link = Link {
                winner,
                ends: [edge, edge + 1],
                zone: step.zone.iter().copied().collect(),
                need: step.need.iter().copied().collect(),
            };
            let proof = Proof::Answers(answers.collect());
            numbers.push(self.write(Entry::Pattern(Pattern { link, proof })));
        }
        (proof.first.map(|point| point as u16), numbers[proof.root])
    }

    /// The number of an entry, written if it is new.
    pub(crate) fn write(&mut self, entry: Entry) -> u64 {
        self.write_once(FxBuildHasher.hash_one(&entry), entry)
    }

    /// The number of an entry with this hash, written if it is new.
    fn write_once(&mut self, hash: u64, entry: Entry) -> u64 {
        let last = self.written.get(&hash).copied();
        let of_hash = std::iter::successors(last, |number| self.same_hash.get(number).copied());
        let mut of_hash = of_hash.filter(|&number| self.entries[number as usize] == entry);
        if let Some(number) = of_hash.next() {
            return number;
        }
        let number = self.add(entry);
        if let Some(before) = self.written.insert(hash, number) {
            self.same_hash.insert(number, before);
        }
        number
    }

    /// The number of an entry that is new.
    pub(crate) fn add(&mut self, entry: Entry) -> u64 {
        self.listed_bytes += listed_bytes(&entry);
        self.entries.push(entry);
        self.entries.len() as u64 - 1
    }

    /// The number that the next new entry gets.
    pub(crate) fn next(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The entry with a number.
    pub(crate) fn entry(&self, number: u64) -> Option<&Entry> {
        self.entries.get(number as usize)
    }

    /// Bytes that are taken by what was written and what is remembered of it.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
            + self.listed_bytes
            + map_bytes(&self.written)
            + map_bytes(&self.same_hash)
            + map_bytes(&self.by_class)
            + map_bytes(&self.asked)
            + map_bytes(&self.classes)
            + map_bytes(&self.positions)
            + map_bytes(&self.told)
    }

    /// How far a search and the writing of its proofs are.
    pub(crate) fn so_far(&self, searched: Progress) -> Progress {
        let (memory, entries) = (searched.memory + self.bytes(), Some(self.next()));
        Progress { memory, entries, chance: None, work_left: None, ..searched }
    }

    /// The life that settles a position, if it may be quoted.
    pub(crate) fn settled<G: Certified>(
        &self,
        game: &G,
        pos: &G::Position,
        goal: Goal,
    ) -> Option<PointSet> {
        let life = if self.names.is_empty() { None } else { game.life(pos, goal.claim) };
        life.filter(|(settled, _)| *settled == goal.verdict).map(|(_, stones)| stones)
    }

    /// What is so in a position with the loser to move.
    fn after<G: Certified>(
        &mut self,
        source: &mut Source<'_, G>,
        line: &mut Line<'_, G>,
        goal: Goal,
        turn: Turn,
    ) -> Result<After, NoCertificate> {
        if let Some(end) = line.verdict(goal.claim) {
            return if end == goal.verdict { Ok(After::Over) } else { Err(NoCertificate::Lost) };
        }
        if let Some(stones) = self.settled(line.game(), line.position(), goal) {
            return Ok(After::Leaf(Leaf::Life(stones)));
        }
        self.position(source, line, goal, turn).map(After::Entry)
    }

    /// The entry of a position with the loser to move, which is not over.
    fn position<G: Certified>(
        &mut self,
        source: &mut Source<'_, G>,
        line: &mut Line<'_, G>,
        goal: Goal,
        turn: Turn,
    ) -> Result<Reference, NoCertificate> {
        let game = line.game();
        let mut class = game.class(line.position());
        if turn == Turn::Upright {
            class.symmetry = Symmetry::IDENTITY;
        }
        let name = (class.key, goal.claim, goal.winner());
        if turn == Turn::Standard
            && let Some(entry) = self.usable(&name, class.symmetry)
        {
            return Ok(Reference { entry, symmetry: class.symmetry.0 });
        }
        source.step(|progress| self.so_far(progress))?;
        self.lines += 1;
        if self.lines > MOST_LINES {
            return Err(NoCertificate::TooLong(MOST_LINES, "lines of play"));
        }
        let mut place = Place {
            own: self.mark(game, line.position()),
            symmetry: class.symmetry,
            asked: self.forbidden(line),
        };
        let mut replies = Vec::new();
        line.moves(&mut replies);
        let mut answers = Vec::with_capacity(replies.len());
        for reply in replies {
            self.play(line, reply);
            let then = self.answer(source, line, goal, &mut place);
            self.undo(line);
            let reply = game.number(game.map_move(class.symmetry, reply));
            answers.push(PositionAnswer { reply, then: then?, fall: 0 });
        }
        answers.sort_by_key(|answer| answer.reply);
        let standard = game.image(class.symmetry, line.position());
        let Picture { stones: [black, white], passes, ko, .. } = game.picture(&standard);
        let frame = Frame { passes, ko, ..Frame::default() };
        let root = self.root_of(goal);
        let entry = self.write(Entry::Position(Position { root, black, white, frame, answers }));
        let turned = &self.maps[usize::from(game.inverse(class.symmetry).0)];
        for mark in &mut place.asked.assumed {
            *mark = symmetry::mark_taken_back(turned, mark);
        }
        self.asked.insert(entry, place.asked);
        let known = self.by_class.entry(name).or_default();
        if turn == Turn::Standard && !known.contains(&entry) {
            known.push(entry);
        }
        Ok(Reference { entry, symmetry: class.symmetry.0 })
    }

    /// What the winner does after a reply, which has been played at a place of the line.
    fn answer<G: Certified>(
        &mut self,
        source: &mut Source<'_, G>,
        line: &mut Line<'_, G>,
        goal: Goal,
        place: &mut Place,
    ) -> Result<Then, NoCertificate> {
        let (game, symmetry) = (line.game(), place.symmetry);
        let reply_mark = self.mark(game, line.position());
        if let Some(end) = line.verdict(goal.claim) {
            if game.outcome(line.position()).is_none() {
                reply_mark.into_iter().for_each(|mark| place.asked.assume(mark));
            }
            return if end == goal.verdict { Ok(Then::Over) } else { Err(NoCertificate::Lost) };
        }
        if let Some(stones) = self.settled(game, line.position(), goal) {
            return Ok(Then::Leaf(Leaf::Life(turned(game, symmetry, stones))));
        }
        let solution = Solution { claim: goal.claim, verdict: goal.verdict, best: None };
        let mv = source.winning_move(line, &solution)?;
        self.play(line, mv);
        let after = self.after(source, line, goal, Turn::Standard);
        let last_mark = self.mark(game, line.position());
        let repeats = line.outcome().is_some() && game.outcome(line.position()).is_none();
        let passed = game.picture(line.position()).passes > 0;
        self.undo(line);
        let number = game.number(game.map_move(symmetry, mv));
        let must_differ = self.must_differ(goal);
        if must_differ && self.loser_must_differ() {
            let class = reply_mark.map(|mark| self.class(&mark));
            place.asked.add_fresh(class.as_slice());
        }
        Ok(match after? {
            After::Over => {
                last_mark.filter(|_| repeats).into_iter().for_each(|mark| place.asked.assume(mark));
                Then::MoveOver(number)
            }
            After::Leaf(Leaf::Life(stones)) => {
                Then::MoveLeaf(number, Leaf::Life(turned(game, symmetry, stones)))
            }
            After::Entry(reference) => {
                let below = self.asked.get(&reference.entry).cloned().unwrap_or_default();
                if must_differ {
                    let class = last_mark.filter(|_| !passed).map(|mark| self.class(&mark));
                    place.asked.add_fresh(class.as_slice());
                    place.asked.add_fresh(&below.fresh);
                }
                let map = &self.maps[usize::from(reference.symmetry)];
                for mark in below.assumed.iter().map(|mark| symmetry::mark_taken_back(map, mark)) {
                    if ![place.own, reply_mark, last_mark].contains(&Some(mark)) {
                        place.asked.assume(mark);
                    }
                }
                // From the entry's picture to the line's, and on to that of the next entry.
                let next = game.then(game.inverse(symmetry), Symmetry(reference.symmetry));
                Then::MoveEntry(number, Reference { symmetry: next.0, ..reference })
            }
        })
    }

    /// An entry about a class that can be used on the line at hand, turned so.
    fn usable(&self, name: &(Key, Claim, Player), symmetry: Symmetry) -> Option<u64> {
        let map = &self.maps[usize::from(symmetry.0)];
        let past = |mark: &Mark| self.past.iter().any(|(old, _)| old == mark);
        let can = |entry: &&u64| {
            let Some(Asked { fresh, assumed }) = self.asked.get(entry) else { return true };
            self.past.iter().all(|(_, class)| fresh.binary_search(class).is_err())
                && assumed.iter().all(|mark| past(&symmetry::mark_taken_back(map, mark)))
        };
        self.by_class.get(name)?.iter().find(can).copied()
    }

    /// What the past forbids the loser: these marks must be on a line.
    fn forbidden<G: Certified>(&self, line: &mut Line<'_, G>) -> Asked {
        let mut asked = Asked::default();
        let game = line.game();
        if game.repetition() != Repetition::Forbidden {
            return asked;
        }
        let mut moves = Vec::new();
        game.moves(line.position(), &mut moves);
        let own = self.mark(game, line.position());
        for mv in moves {
            if !line.allows(mv) {
                let mut pos = line.position().clone();
                game.play(&mut pos, mv);
                let mark = self.mark(game, &pos).filter(|mark| Some(*mark) != own);
                mark.into_iter().for_each(|mark| asked.assume(mark));
            }
        }
        asked
    }

    /// A root with this claim and verdict; the one at hand comes after all others.
    pub(crate) fn root_of(&self, goal: Goal) -> u64 {
        let wanted = goal.root();
        let roots = &self.problem.roots;
        roots.iter().position(|root| root.says_as(&wanted)).unwrap_or(roots.len()) as u64
    }

    /// Whether the winner's moves must not repeat: only a game without result can suit the winner.
    fn must_differ(&self, goal: Goal) -> bool {
        match self.problem.game {
            CheckedGame::Go(rules) => rules.ko != Ko::Basic || goal.verdict == Verdict::Proven,
            CheckedGame::Hex | CheckedGame::Mnk { .. } => false,
        }
    }

    /// Whether the loser's moves must not repeat either, because that ends the game.
    fn loser_must_differ(&self) -> bool {
        matches!(self.problem.game, CheckedGame::Go(rules) if rules.ko == Ko::Basic)
    }
}

/// What is to be shown.
#[derive(Clone, Copy)]
pub(crate) struct Goal {
    pub(crate) claim: Claim,
    pub(crate) verdict: Verdict,
}

impl Goal {
    pub(crate) fn winner(self) -> Player {
        self.verdict.winner(self.claim)
    }

    /// A root that says so, without a proof.
    fn root(self) -> Root {
        Root {
            attacker: checked(self.claim.attacker),
            at_least: self.claim.at_least.0.into(),
            verdict: match self.verdict {
                Verdict::Proven => andor_checker::Verdict::Proven,
                Verdict::Disproven => andor_checker::Verdict::Disproven,
            },
            moves: Vec::new(),
            first: None,
            entry: None,
            life: false,
        }
    }
}

/// A position for which an entry is being made.
struct Place {
    /// The mark that it leaves, if it leaves one.
    own: Option<Mark>,
    /// Turns it into the entry's picture.
    symmetry: Symmetry,
    /// What the entry asks of a line, so far; marks as they lie on the line.
    asked: Asked,
}

/// A set of points after a symmetry.
pub(crate) fn turned<G: Certified>(game: &G, symmetry: Symmetry, set: PointSet) -> PointSet {
    set.iter().map(|point| game.turned(symmetry, point)).collect()
}

/// How an entry's picture lies: roots name their entries as they stand, others are turned to the
/// standard form of their class so that symmetric positions are shared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Upright,
    Standard,
}

/// What is so after a move of the winner's.
enum After {
    Over,
    Leaf(Leaf),
    Entry(Reference),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entries that differ have numbers of their own, whatever their hashes; the same one is written once.
    #[test]
    fn entries_may_have_the_same_hash() {
        let problem = CheckedProblem {
            game: CheckedGame::Hex,
            columns: 3,
            rows: 3,
            board: vec![None; 9],
            to_move: andor_checker::Player::Black,
            moves: Vec::new(),
            roots: Vec::new(),
        };
        let mut recorder = Recorder::new(problem, &[]);
        let entry = |end: u16| {
            let (zone, need) = (PointSet::EMPTY, PointSet::EMPTY);
            let link = Link { winner: checked(Player::Black), ends: [end, 9], zone, need };
            Entry::Pattern(Pattern { link, proof: Proof::Answers(Vec::new()) })
        };
        let hashes = [7, 7, 8, 7];
        for _ in 0..2 {
            for (end, hash) in (0..).zip(hashes) {
                assert_eq!(recorder.write_once(hash, entry(end)), u64::from(end));
            }
        }
        assert_eq!(recorder.next(), 4);
        assert_eq!(recorder.entry(3), Some(&entry(3)));
        assert!(recorder.bytes() >= 4 * size_of::<Entry>());
    }
}
