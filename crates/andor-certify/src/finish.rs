//! From the draft to the certificate: the entries that the roots need, with new numbers and their
//! frames.
//!
//! All of it goes from one log to another, entry by entry: no more than a few bits of each entry
//! are in memory, besides the graph of marks that the ranks of Go need. Where there are ranks, the
//! entries go through a third log: the first walk renumbers the entries and adds what needs no
//! ranks, the second walk adds the ranks. The clock is read at each entry, because the rules of the
//! checker take long on a large board.

use crate::goal::NoCertificate;
use crate::log::{Log, in_time};
use crate::spool::Overflow;
use andor_checker::frames::Frames;
use andor_checker::write::{Compress, entry_bytes};
use andor_checker::{Certificate, Entry, Problem};
use andor_search::{Budget, Stop};
use std::io::{self, Write};

/// The memory of the logs is measured once in so many entries.
const ENTRIES_PER_MEASURE: u64 = 256;

/// A finished certificate, entry by entry.
pub struct Finished {
    problem: Problem,
    log: Log,
}

impl Finished {
    /// The certificate of all roots of a problem; the entries of the log that they do not need are
    /// left out. At most so many bytes are in memory, and the work ends with the budget.
    pub(crate) fn new(
        mut problem: Problem,
        mut draft: Log,
        limit: usize,
        overflow: Overflow,
        budget: &mut Budget,
    ) -> Result<Finished, NoCertificate> {
        draft.limit(limit / 2)?;
        let used = UsedEntries::new(&problem, &draft, budget)?;
        for root in &mut problem.roots {
            root.entry = root.entry.map(|entry| used.number(entry));
        }
        let bytes = |entry: &Entry| entry_bytes(problem.game, problem.area(), entry);
        let mut frames = Frames::new(&problem);
        let mut log = Log::new(limit / 2, overflow.clone());
        for old in used.iter() {
            in_time(budget)?;
            let mut entry = draft.entry(old, &problem)?;
            entry.each_reference(|r| r.entry = used.number(r.entry));
            if let (Some(frames), Entry::Position(position)) = (&mut frames, &mut entry) {
                if log.len().is_multiple_of(ENTRIES_PER_MEASURE) {
                    let left = beside(limit, frames.bytes() + used.bytes())?;
                    draft.limit(left / 2)?;
                    log.limit(left / 2)?;
                }
                frames.add(position, |number| log.frame(number, &problem))?;
            }
            log.push(&entry, &bytes(&entry))?;
        }
        drop((draft, used));
        let log = with_ranks(frames, log, &problem, limit, overflow, budget)?;
        Ok(Finished { problem, log })
    }

    /// How many entries there are.
    pub fn entries(&self) -> u64 {
        self.log.len()
    }

    /// Writes the file block by block, its blocks stored, or zstd frames if there is a compressor.
    /// If the budget ends before, what is written is no certificate.
    pub fn write(
        &self,
        out: &mut dyn Write,
        compress: Option<Compress<'_>>,
        budget: &mut Budget,
    ) -> Result<(), NoCertificate> {
        self.log.write(&self.problem, out, compress, budget)
    }

    /// The certificate with all its entries at once.
    pub fn certificate(&self) -> io::Result<Certificate> {
        let entries = (0..self.log.len()).map(|number| self.log.entry(number, &self.problem));
        Ok(Certificate {
            problem: self.problem.clone(),
            entries: entries.collect::<Result<_, _>>()?,
        })
    }
}

/// The bytes that are left for the logs beside so many others.
fn beside(limit: usize, bytes: usize) -> Result<usize, NoCertificate> {
    limit.checked_sub(bytes).ok_or(NoCertificate::Unfinished(Stop::Memory))
}

/// The entries of a log with their ranks, if there are ranks.
fn with_ranks(
    frames: Option<Frames<'_>>,
    mut log: Log,
    problem: &Problem,
    limit: usize,
    overflow: Overflow,
    budget: &mut Budget,
) -> Result<Log, NoCertificate> {
    let Some(mut frames) = frames else { return Ok(log) };
    log.limit(beside(limit, frames.bytes())? / 2)?;
    frames.rank(&mut || in_time(budget))?;
    let left = beside(limit, frames.bytes())?;
    let mut ranked = Log::new(left / 2, overflow);
    for number in 0..log.len() {
        in_time(budget)?;
        let mut entry = log.entry(number, problem)?;
        if let Entry::Position(position) = &mut entry {
            frames.frame(position, |number| ranked.frame(number, problem))?;
        }
        ranked.push(&entry, &entry_bytes(problem.game, problem.area(), &entry))?;
    }
    Ok(ranked)
}

/// The entries that the roots need: a bit for each entry.
struct UsedEntries {
    words: Vec<u64>,
    /// How many bits are set before each word.
    before: Vec<u64>,
}

impl UsedEntries {
    fn new(
        problem: &Problem,
        log: &Log,
        budget: &mut Budget,
    ) -> Result<UsedEntries, NoCertificate> {
        let words = vec![0; log.len().div_ceil(64) as usize];
        let mut used = UsedEntries { words, before: Vec::new() };
        problem.roots.iter().filter_map(|root| root.entry).for_each(|entry| {
            used.insert(entry);
        });
        // Most references lead back, so that most entries are found on one way from the last to the
        // first.
        let mut open = Vec::new();
        for number in (0..log.len()).rev() {
            if !used.contains(number) {
                continue;
            }
            in_time(budget)?;
            log.entry(number, problem)?.each_reference(|r| {
                if used.insert(r.entry) && r.entry > number {
                    open.push(r.entry);
                }
            });
        }
        while let Some(number) = open.pop() {
            in_time(budget)?;
            log.entry(number, problem)?.each_reference(|r| {
                if used.insert(r.entry) {
                    open.push(r.entry);
                }
            });
        }
        let mut count = 0;
        for word in &used.words {
            used.before.push(count);
            count += u64::from(word.count_ones());
        }
        Ok(used)
    }

    /// Bytes that are taken.
    fn bytes(&self) -> usize {
        size_of::<u64>() * (self.words.len() + self.before.len())
    }

    fn contains(&self, number: u64) -> bool {
        self.words[(number / 64) as usize] >> (number % 64) & 1 == 1
    }

    /// Inserts an entry; says whether it is new.
    fn insert(&mut self, number: u64) -> bool {
        let (word, bit) = (&mut self.words[(number / 64) as usize], 1 << (number % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// The new number of an entry.
    fn number(&self, old: u64) -> u64 {
        let place = (old / 64) as usize;
        let below = self.words[place] & ((1 << (old % 64)) - 1);
        self.before[place] + u64::from(below.count_ones())
    }

    /// The entries in their order.
    fn iter(&self) -> impl Iterator<Item = u64> {
        (0..64 * self.words.len() as u64).filter(|&number| self.contains(number))
    }
}
