//! The draft: the entries of a certificate while proofs are written, and the indices over these
//! entries.
//!
//! Every proof method writes on the same draft: patterns of Hex, positions by lines of play,
//! positions of a graph. An entry that exists is not written again.
//!
//! Entries are kept as bytes, and beyond the limit of the memory in a temporary file
//! ([`crate::log`]). The indices stay in memory: when they outgrow the limit, the writing stops.

use crate::bytes::map_bytes;
use crate::finish::Finished;
use crate::goal::{Goal, NoCertificate};
use crate::log::Log;
use crate::searcher::Searcher;
use crate::spool::Overflow;
use andor_checker::cycles::Cycles;
use andor_checker::write::entry_bytes;
use andor_checker::{
    Certificate, Entry, Game as CheckedGame, Link, Pattern, PatternAnswer,
    Problem as CheckedProblem, Proof, Reference, Root, Then, Theorem, life, symmetry,
};
use andor_core::{Claim, Game, Key, Player};
use andor_search::memory::PatternProof;
use andor_search::{Budget, Progress, Stop};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::io;
use std::time::Duration;

/// The clock and the switches are read once in so many checks.
const CHECKS_PER_LOOK: u32 = 64;

/// The estimate of the time that the last steps take in any case.
const FEWEST_LAST_STEPS: Duration = Duration::from_millis(10);

/// The estimate for each entry.
const LAST_STEPS: Duration = Duration::from_micros(4);

/// The estimate for each entry that gets a rank.
const LAST_STEPS_WITH_RANKS: Duration = Duration::from_micros(40);

/// The estimate for each kilobyte that is compressed.
const COMPRESSION: Duration = Duration::from_micros(200);

/// The entry or move that was written about a position of Go where cycles are judged, or of
/// Killall-Go.
#[derive(Clone, Copy)]
pub(crate) enum Written {
    /// With the loser to move: an entry and its credit.
    Entry(u64, i64),
    /// With the winner to move: the move, in the standard picture, and the credit.
    Move(Then, i64),
}

/// The move and entry that were written about a position of Hex, in the standard picture of its
/// class.
#[derive(Clone, Copy)]
pub(crate) struct HexWritten {
    /// The winner's move, if the winner moves and needs one.
    pub(crate) mv: Option<u16>,
    /// The entry that holds after the move.
    pub(crate) reference: Reference,
}

/// The entries of a certificate in the making.
pub struct Draft {
    pub(crate) problem: CheckedProblem,
    pub(crate) maps: Vec<Vec<usize>>,
    log: Log,
    /// The most bytes of the log, the indices and what the proof method keeps.
    limit: usize,
    overflow: Overflow,
    /// Bytes that the proof method keeps besides.
    besides: usize,
    /// The budget of the search whose proof is being written.
    budget: Budget,
    checks: u32,
    /// Why the log does not take or give entries any more.
    failed: Option<NoCertificate>,
    /// By hash the last entry with this hash; `same_hash` has the entry before it, if there were
    /// several.
    written: FxHashMap<u64, u64>,
    same_hash: FxHashMap<u64, u64>,
    /// Entries and moves for positions of Go where cycles are judged and of Killall-Go, by class,
    /// claim and winner.
    pub(crate) positions: FxHashMap<(Key, Claim, Player), Written>,
    /// Moves and entries for positions of Hex, by class and winner.
    told: FxHashMap<(Key, Player), HexWritten>,
    /// The names of the knowledge that may be quoted.
    names: Vec<&'static str>,
}

impl Draft {
    /// An empty draft. The problem has no roots so far.
    pub(crate) fn new(problem: CheckedProblem, names: &[&'static str]) -> Draft {
        Draft {
            maps: symmetry::all(problem.game, problem.columns, problem.rows),
            problem,
            log: Log::new(usize::MAX, Overflow::default()),
            limit: usize::MAX,
            overflow: Overflow::default(),
            besides: 0,
            budget: Budget::unlimited(),
            checks: 0,
            failed: None,
            written: FxHashMap::default(),
            same_hash: FxHashMap::default(),
            positions: FxHashMap::default(),
            told: FxHashMap::default(),
            names: names.to_vec(),
        }
    }

    /// A draft with the roots and entries of an earlier one. Entries that are written again are
    /// found.
    pub(crate) fn resumed(certificate: Certificate, names: &[&'static str]) -> Draft {
        let mut draft = Draft::new(certificate.problem, names);
        certificate.entries.iter().for_each(|entry| {
            let bytes = draft.bytes_of(entry);
            draft.add_with(FxBuildHasher.hash_one(&bytes), entry, &bytes);
        });
        draft
    }

    /// From now on the draft takes at most so many bytes; what entries need beyond goes to files.
    pub(crate) fn keep_within(&mut self, limit: usize, overflow: Overflow) {
        (self.limit, self.overflow) = (limit, overflow.clone());
        self.log.overflow(overflow);
    }

    /// From now on the writing ends with this budget.
    pub(crate) fn spend(&mut self, budget: &Budget) {
        self.budget = budget.clone();
    }

    /// The roots and all entries as bytes.
    pub(crate) fn encode(&self) -> Result<Vec<u8>, NoCertificate> {
        let mut bytes = Vec::new();
        self.log.write(&self.problem, &mut bytes, None, &mut Budget::unlimited())?;
        Ok(bytes)
    }

    /// The move and entry of a class of positions of Hex.
    pub(crate) fn told(&self, class: Key, winner: Player) -> Option<&HexWritten> {
        self.told.get(&(class, winner))
    }

    /// Keeps the move and entry of a class of positions of Hex.
    pub(crate) fn tell(&mut self, class: Key, winner: Player, told: HexWritten) {
        self.told.insert((class, winner), told);
    }

    /// May the knowledge of this name be quoted?
    pub(crate) fn may_quote(&self, name: &str) -> bool {
        self.names.contains(&name)
    }

    /// May any knowledge be quoted?
    pub(crate) fn quotes(&self) -> bool {
        !self.names.is_empty()
    }

    /// The theorems about Go that leaves may rest on, from the weakest to the strongest.
    pub(crate) fn theorems(&self) -> impl DoubleEndedIterator<Item = Theorem> {
        let size = (self.problem.columns, self.problem.rows);
        let may_quote = move |theorem: &Theorem| match self.problem.game {
            CheckedGame::Go(rules) => {
                let is_named = *theorem == Theorem::Life || self.may_quote(theorem.word());
                self.quotes() && is_named && life::holds(*theorem, rules, size)
            }
            CheckedGame::Hex
            | CheckedGame::Mnk { .. }
            | CheckedGame::Gomoku(_)
            | CheckedGame::Capture(_)
            | CheckedGame::Phutball
            | CheckedGame::Killall => false,
        };
        Theorem::ALL.into_iter().filter(may_quote)
    }

    /// The strongest theorem on which leaves may rest where these cycles are good for the winner.
    /// With suicide the loser may repeat positions for ever.
    pub(crate) fn strongest(&self, cycles: Cycles) -> Option<Theorem> {
        let suicide = matches!(self.problem.game, CheckedGame::Go(rules) if rules.suicide);
        self.theorems().next_back().filter(|_| cycles == Cycles::All || !suicide)
    }

    /// The number of points, which is also the number of the pass.
    pub(crate) fn area(&self) -> usize {
        self.problem.area()
    }

    /// The long cycles that are good for the winner of a root, where the rules judge cycles.
    pub(crate) fn cycles(&self, root: &Root) -> Option<Cycles> {
        match self.problem.game {
            CheckedGame::Go(rules) if rules.has_credits() => {
                Some(Cycles::that_suit(rules, self.area(), root))
            }
            _ => None,
        }
    }

    /// The certificate of all roots so far, unless the budget ends before.
    pub(crate) fn finish(self, budget: &mut Budget) -> Result<Finished, NoCertificate> {
        // The indices are given back before the entries are gone through.
        let Draft { problem, log, limit, overflow, failed, .. } = self;
        match failed {
            Some(failed) => Err(failed),
            None => Finished::new(problem, log, limit, overflow, budget),
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
        let entries = (0..self.log.len()).map(|number| self.log.entry(number, &self.problem));
        let entries = entries.collect::<Result<_, _>>().expect("entries that can be read");
        Certificate { problem: self.problem, entries }
    }

    /// Do the rules have ranks?
    pub(crate) fn has_ranks(&self) -> bool {
        matches!(self.problem.game, CheckedGame::Go(rules) if !rules.has_credits())
    }

    /// Writes a proof by patterns; the first move, if the winner moves, and the entry after it.
    pub(crate) fn patterns(
        &mut self,
        winner: andor_checker::Player,
        proof: &PatternProof,
    ) -> Result<(Option<u16>, u64), NoCertificate> {
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
            self.check(0)?;
        }
        Ok((proof.first.map(|point| point as u16), numbers[proof.root]))
    }

    /// The bytes of an entry.
    fn bytes_of(&self, entry: &Entry) -> Vec<u8> {
        entry_bytes(self.problem.game, self.problem.area(), entry)
    }

    /// The number of an entry, written if it is new.
    pub(crate) fn write(&mut self, entry: Entry) -> u64 {
        let bytes = self.bytes_of(&entry);
        self.write_once(FxBuildHasher.hash_one(&bytes), &entry, &bytes)
    }

    /// The number of an entry with this hash, written if it is new.
    fn write_once(&mut self, hash: u64, entry: &Entry, bytes: &[u8]) -> u64 {
        if self.failed.is_some() {
            return self.next();
        }
        let mut of_hash = self.written.get(&hash).copied();
        while let Some(number) = of_hash {
            match self.log.entry_bytes(number) {
                Ok(known) if known == bytes => return number,
                Ok(_) => of_hash = self.same_hash.get(&number).copied(),
                Err(error) => {
                    self.fail(error);
                    return number;
                }
            }
        }
        self.add_with(hash, entry, bytes)
    }

    /// The number of an entry with this hash, which is new.
    fn add_with(&mut self, hash: u64, entry: &Entry, bytes: &[u8]) -> u64 {
        let number = self.push(entry, bytes);
        if let Some(before) = self.written.insert(hash, number) {
            self.same_hash.insert(number, before);
        }
        number
    }

    /// The number of an entry that is new.
    pub(crate) fn add(&mut self, entry: Entry) -> u64 {
        let bytes = self.bytes_of(&entry);
        self.push(&entry, &bytes)
    }

    fn push(&mut self, entry: &Entry, bytes: &[u8]) -> u64 {
        let number = self.next();
        if self.failed.is_none() {
            let left = self.limit.saturating_sub(self.index_bytes() + self.besides);
            let pushed = self.log.limit(left).and_then(|()| self.log.push(entry, bytes));
            pushed.unwrap_or_else(|error| self.fail(error));
        }
        number
    }

    /// Remembers that the log failed. Nothing of it is used any more, and the next check tells it.
    fn fail(&mut self, error: io::Error) {
        self.failed = self.failed.take().or(Some(error.into()));
    }

    /// The number that the next new entry gets.
    pub(crate) fn next(&self) -> u64 {
        self.log.len()
    }

    /// The entry with a number.
    pub(crate) fn entry(&mut self, number: u64) -> Option<Entry> {
        if number >= self.next() {
            return None;
        }
        self.log.entry(number, &self.problem).map_err(|error| self.fail(error)).ok()
    }

    /// Bytes of the indices.
    fn index_bytes(&self) -> usize {
        map_bytes(&self.written)
            + map_bytes(&self.same_hash)
            + map_bytes(&self.positions)
            + map_bytes(&self.told)
    }

    /// Bytes in memory of the entries and of the indices.
    pub(crate) fn bytes(&self) -> usize {
        self.log.bytes() + self.index_bytes()
    }

    /// Can the writing go on? A proof method that keeps so many bytes besides asks for each entry.
    pub(crate) fn check(&mut self, besides: usize) -> Result<(), NoCertificate> {
        self.besides = besides;
        if let Some(failed) = &self.failed {
            return Err(failed.clone());
        }
        if self.index_bytes() + besides > self.limit {
            return Err(NoCertificate::Stopped(Stop::Memory));
        }
        let is_due = self.checks.is_multiple_of(CHECKS_PER_LOOK) || self.budget.has_ended();
        self.checks = self.checks.wrapping_add(1);
        if is_due {
            self.budget.reserve(self.last_steps());
            return self.budget.look().map_or(Ok(()), |stop| Err(NoCertificate::Stopped(stop)));
        }
        Ok(())
    }

    /// An estimate of the time that the last steps of the certificate take.
    fn last_steps(&self) -> Duration {
        let entry = if self.has_ranks() { LAST_STEPS_WITH_RANKS } else { LAST_STEPS };
        let entries = u32::try_from(self.next()).unwrap_or(u32::MAX);
        let kilobytes = u32::try_from(self.log.length() >> 10).unwrap_or(u32::MAX);
        FEWEST_LAST_STEPS + entry.saturating_mul(entries) + COMPRESSION.saturating_mul(kilobytes)
    }

    /// One step of the writing, with a proof method that keeps so many bytes besides.
    pub(crate) fn step<G: Game>(
        &mut self,
        searcher: &mut Searcher<'_, G>,
        besides: usize,
    ) -> Result<(), NoCertificate> {
        self.check(besides)?;
        searcher.step(|progress| self.so_far(progress))
    }

    /// The progress of a search and of the writing of its proofs.
    pub(crate) fn so_far(&self, searched: Progress) -> Progress {
        let (memory, entries) = (searched.memory + self.bytes() + self.besides, Some(self.next()));
        Progress { memory, entries, ..searched.totals() }
    }

    /// The number of a root with this claim and verdict; the present root comes after all others.
    pub(crate) fn root_of(&self, goal: Goal) -> u64 {
        let wanted = goal.root();
        let roots = &self.problem.roots;
        roots.iter().position(|root| root.says_as(&wanted)).unwrap_or(roots.len()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::checked;
    use andor_checker::PointSet;

    /// Different entries with the same hash get numbers of their own; the same entry is written
    /// once.
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
        let mut draft = Draft::new(problem, &[]);
        let entry = |end: u16| {
            let (zone, need) = (PointSet::EMPTY, PointSet::EMPTY);
            let link = Link { winner: checked(Player::Black), ends: [end, 9], zone, need };
            Entry::Pattern(Pattern { link, proof: Proof::Answers(Vec::new()) })
        };
        let hashes = [7, 7, 8, 7];
        for _ in 0..2 {
            for (end, hash) in (0..).zip(hashes) {
                let bytes = draft.bytes_of(&entry(end));
                assert_eq!(draft.write_once(hash, &entry(end), &bytes), u64::from(end));
            }
        }
        assert_eq!(draft.next(), 4);
        assert_eq!(draft.entry(3), Some(entry(3)));
    }
}
