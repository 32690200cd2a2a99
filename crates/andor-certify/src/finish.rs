//! From the draft to the certificate: the entries that the roots need, with new numbers and their frames.
//!
//! All of it goes from one log to another, entry by entry: no more than a few bits of each entry are in memory,
//! besides the graph of marks that the ranks of Go need.

use crate::log::Log;
use crate::spool::Overflow;
use andor_checker::frames::Frames;
use andor_checker::write::{Compress, entry_bytes};
use andor_checker::{Certificate, Entry, Frame, Problem};
use std::io::{self, Write};

/// A finished certificate, entry by entry.
pub struct Finished {
    problem: Problem,
    log: Log,
}

impl Finished {
    /// The certificate of all roots of a problem; the entries of the log that they do not need are left out.
    /// At most so many bytes are in memory.
    pub(crate) fn new(
        mut problem: Problem,
        mut draft: Log,
        limit: usize,
        overflow: Overflow,
    ) -> io::Result<Finished> {
        draft.limit(limit / 2)?;
        let used = Used::new(&problem, &draft)?;
        for root in &mut problem.roots {
            root.entry = root.entry.map(|entry| used.number(entry));
        }
        let renumbered = |number| {
            let mut entry = draft.entry(number, &problem)?;
            entry.each_reference(|r| r.entry = used.number(r.entry));
            Ok::<Entry, io::Error>(entry)
        };
        let mut frames = Frames::new(&problem);
        if let Some(frames) = &mut frames {
            for old in used.iter() {
                if let Entry::Position(position) = &mut renumbered(old)? {
                    frames.add(position);
                }
            }
            frames.rank();
        }
        let mut log = Log::new(limit / 2, overflow);
        for old in used.iter() {
            let mut entry = renumbered(old)?;
            if let (Some(frames), Entry::Position(position)) = (&frames, &mut entry) {
                frames.frame(log.len(), position, |number| {
                    match log.entry(number, &problem)? {
                        Entry::Position(position) => Ok::<Frame, io::Error>(position.frame),
                        _ => Ok(Frame::default()),
                    }
                })?;
            }
            log.push(&entry, &entry_bytes(problem.game, problem.area(), &entry))?;
        }
        drop(frames);
        Ok(Finished { problem, log })
    }

    /// How many entries there are.
    pub fn entries(&self) -> u64 {
        self.log.len()
    }

    /// Writes the file block by block, its blocks stored, or zstd frames if there is a compressor.
    pub fn write(&self, out: &mut dyn Write, compress: Option<Compress<'_>>) -> io::Result<()> {
        self.log.write(&self.problem, out, compress)
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

/// The entries that the roots need: a bit for each entry.
struct Used {
    words: Vec<u64>,
    /// How many bits are set before each word.
    before: Vec<u64>,
}

impl Used {
    fn new(problem: &Problem, log: &Log) -> io::Result<Used> {
        let words = vec![0; log.len().div_ceil(64) as usize];
        let mut used = Used { words, before: Vec::new() };
        problem.roots.iter().filter_map(|root| root.entry).for_each(|entry| {
            used.insert(entry);
        });
        // Most references lead back, so that most entries are found on one way from the last to the first.
        let mut open = Vec::new();
        for number in (0..log.len()).rev() {
            if !used.contains(number) {
                continue;
            }
            log.entry(number, problem)?.each_reference(|r| {
                if used.insert(r.entry) && r.entry > number {
                    open.push(r.entry);
                }
            });
        }
        while let Some(number) = open.pop() {
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
