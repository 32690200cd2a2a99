//! The entries of a certificate in the making, as bytes, by number.
//!
//! Entries lie in blocks like those of the file, so that a complete log is written block by block.
//! A closed block lies in a spool: the places where its entries end, four bytes each, and behind
//! them the entries. The last block is open and in memory.

use crate::goal::NoCertificate;
use crate::spool::{Overflow, Spool};
use andor_checker::frames::frame_of;
use andor_checker::write::{self, BLOCK, Compress};
use andor_checker::{Entry, Frame, Problem};
use andor_search::Budget;
use std::io::{self, Write};

/// The bytes of the place where an entry ends.
const END: usize = size_of::<u32>();

/// A closed block: the number of its first entry, and its place in the spool.
struct ClosedBlock {
    first: u64,
    at: u64,
}

/// Encoded entries.
pub(crate) struct Log {
    spool: Spool,
    closed: Vec<ClosedBlock>,
    /// The number of the first entry of the open block.
    first: u64,
    /// The entries of the open block, and the places where they end.
    raw: Vec<u8>,
    ends: Vec<u32>,
    edges: u64,
    leaves: u64,
}

fn damaged(problem: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

/// Looks at the clock during the last steps of a certificate.
pub(crate) fn in_time(budget: &mut Budget) -> Result<(), NoCertificate> {
    budget.look().map_or(Ok(()), |stop| Err(NoCertificate::Unfinished(stop)))
}

impl Log {
    /// An empty log with at most so many bytes in memory, besides the open block.
    pub(crate) fn new(limit: usize, overflow: Overflow) -> Log {
        let (closed, raw, ends) = (Vec::new(), Vec::new(), Vec::new());
        let spool = Spool::new(limit, overflow);
        Log { spool, closed, first: 0, raw, ends, edges: 0, leaves: 0 }
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> u64 {
        self.first + self.ends.len() as u64
    }

    /// From now on bytes beyond the memory go there.
    pub(crate) fn overflow(&mut self, overflow: Overflow) {
        self.spool.overflow(overflow);
    }

    /// From now on at most so many bytes are in memory, besides the open block.
    pub(crate) fn limit(&mut self, bytes: usize) -> io::Result<()> {
        self.spool.limit(bytes)
    }

    /// Bytes in memory.
    pub(crate) fn bytes(&self) -> usize {
        let open = self.raw.capacity() + END * self.ends.capacity();
        self.spool.in_memory() + size_of::<ClosedBlock>() * self.closed.capacity() + open
    }

    /// Bytes of all entries, in memory and elsewhere.
    pub(crate) fn length(&self) -> u64 {
        self.spool.length() + self.raw.len() as u64
    }

    /// Adds an entry, which has these bytes. An entry that could not be added is not there.
    pub(crate) fn push(&mut self, entry: &Entry, bytes: &[u8]) -> io::Result<()> {
        if self.raw.len() + bytes.len() > BLOCK {
            self.close()?;
        }
        self.raw.extend_from_slice(bytes);
        self.ends.push(self.raw.len() as u32);
        let (edges, leaves) = entry.counts();
        (self.edges, self.leaves) = (self.edges + edges, self.leaves + leaves);
        Ok(())
    }

    /// Ends the open block.
    fn close(&mut self) -> io::Result<()> {
        if self.ends.is_empty() {
            return Ok(());
        }
        let at = self.spool.length();
        let ends = self.ends.iter().flat_map(|end| end.to_le_bytes());
        let block: Vec<u8> = ends.chain(self.raw.iter().copied()).collect();
        self.spool.write_all(&block)?;
        self.closed.push(ClosedBlock { first: self.first, at });
        self.first = self.len();
        self.raw.clear();
        self.ends.clear();
        Ok(())
    }

    /// The place of a closed block, how many entries it has, and the place behind it.
    fn place(&self, block: usize) -> (u64, usize, u64) {
        let ClosedBlock { first, at } = self.closed[block];
        let next = self.closed.get(block + 1);
        let (after, end) =
            next.map_or((self.first, self.spool.length()), |next| (next.first, next.at));
        (at, (after - first) as usize, end)
    }

    /// The bytes of an entry.
    pub(crate) fn entry_bytes(&self, number: u64) -> io::Result<Vec<u8>> {
        if let Some(place) = number.checked_sub(self.first) {
            let place = place as usize;
            let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
            return Ok(self.raw[start as usize..self.ends[place] as usize].to_vec());
        }
        let block = self.closed.partition_point(|place| place.first <= number) - 1;
        let (at, count, _) = self.place(block);
        let place = (number - self.closed[block].first) as usize;
        let mut ends = [[0; END]; 2];
        match place {
            0 => self.spool.read_at(at, &mut ends[1])?,
            _ => {
                let before = at + (END * (place - 1)) as u64;
                self.spool.read_at(before, ends.as_flattened_mut())?;
            }
        }
        let [start, end] = ends.map(u32::from_le_bytes);
        let length = end.checked_sub(start).ok_or_else(|| damaged("a length is wrong".into()))?;
        let mut bytes = vec![0; length as usize];
        self.spool.read_at(at + (END * count) as u64 + u64::from(start), &mut bytes)?;
        Ok(bytes)
    }

    /// An entry.
    pub(crate) fn entry(&self, number: u64, problem: &Problem) -> io::Result<Entry> {
        Entry::decode(&self.entry_bytes(number)?, problem).map_err(damaged)
    }

    /// The frame of an entry.
    pub(crate) fn frame(&self, number: u64, problem: &Problem) -> io::Result<Frame> {
        Ok(frame_of(&self.entry(number, problem)?))
    }

    /// Writes the certificate with all entries, block by block, unless the budget ends before.
    pub(crate) fn write(
        &self,
        problem: &Problem,
        out: &mut dyn Write,
        compress: Option<Compress<'_>>,
        budget: &mut Budget,
    ) -> Result<(), NoCertificate> {
        let blocks = self.closed.len() as u64 + u64::from(!self.ends.is_empty());
        let counts = [self.len(), self.edges, self.leaves, blocks];
        out.write_all(&write::file_start(&write::header_text(problem, counts)))?;
        for block in 0..self.closed.len() {
            in_time(budget)?;
            let (at, count, end) = self.place(block);
            let at = at + (END * count) as u64;
            let mut raw = vec![0; (end - at) as usize];
            self.spool.read_at(at, &mut raw)?;
            out.write_all(&write::block_bytes(&raw, compress))?;
        }
        if !self.raw.is_empty() {
            in_time(budget)?;
            out.write_all(&write::block_bytes(&self.raw, compress))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_checker::{Game, Local, Player, PointSet, Right};
    use std::io::{Cursor, Read, Seek};

    /// Killall-Go without roots.
    fn problem() -> Problem {
        let (columns, rows) = (9, 9);
        let board = vec![None; columns * rows];
        let (game, to_move, moves, roots) = (Game::Killall, Player::Black, Vec::new(), Vec::new());
        Problem { game, columns, rows, board, to_move, moves, roots }
    }

    /// An entry that differs from others by its number.
    fn entry(number: u64) -> Entry {
        let zone: PointSet = (0..64).filter(|bit| number >> bit & 1 == 1).collect();
        let (black, white) = (PointSet::EMPTY, PointSet::EMPTY);
        let (winner, right, back, ko) = (Player::White, Right::Nobody, false, None);
        Entry::Local(Local { winner, right, back, zone, black, white, ko, answers: Vec::new() })
    }

    fn push(log: &mut Log, number: u64) -> io::Result<()> {
        let bytes = write::entry_bytes(Game::Killall, 81, &entry(number));
        log.push(&entry(number), &bytes)
    }

    fn files() -> Overflow {
        Overflow::to(|| Ok(Box::new(Cursor::new(Vec::new()))))
    }

    /// Entries come back from memory, from a file and from the open block, and make the same
    /// certificate.
    #[test]
    fn entries_come_back() {
        let count = 10_000;
        let written = [usize::MAX, 100_000, 0].map(|limit| {
            let mut log = Log::new(limit, files());
            for number in 0..count {
                push(&mut log, number).expect("a file");
                assert_eq!(log.len(), number + 1);
            }
            assert!(log.closed.len() > 4 && !log.ends.is_empty());
            assert_eq!(log.spool.in_memory() > 0, limit == usize::MAX);
            for number in 0..count {
                assert_eq!(log.entry(number, &problem()).expect("an entry"), entry(number));
            }
            let mut bytes = Vec::new();
            log.write(&problem(), &mut bytes, None, &mut Budget::unlimited()).expect("memory");
            bytes
        });
        let entries = (0..count).map(entry).collect();
        let whole = andor_checker::Certificate { problem: problem(), entries }.encode(None);
        assert!(written.iter().all(|bytes| *bytes == whole));
    }

    /// A file that takes so many bytes.
    struct Full(Cursor<Vec<u8>>, usize);

    impl Read for Full {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.read(buffer)
        }
    }

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let left = self.1.saturating_sub(self.0.position() as usize);
            if left == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.0.write(&bytes[..left.min(bytes.len())])
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for Full {
        fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }

    /// A disk that is full is an error, and the entries before it are there.
    #[test]
    fn a_full_disk_is_an_error() {
        let full = || Ok(Box::new(Full(Cursor::new(Vec::new()), 200_000)) as Box<_>);
        let mut log = Log::new(1000, Overflow::to(full));
        let failed = (0..100_000).find_map(|number| push(&mut log, number).err());
        assert_eq!(failed.map(|error| error.kind()), Some(io::ErrorKind::StorageFull));
        assert!(log.len() > 4000);
        for number in 0..log.len() {
            assert_eq!(log.entry(number, &problem()).expect("an entry"), entry(number));
        }
    }
}
