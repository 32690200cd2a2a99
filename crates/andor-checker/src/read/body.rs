//! The body of a certificate file: section 2 of `docs/certificate.md`.
//!
//! A certificate may be larger than the memory, so only the place of each block is kept. A block is
//! read again when one of its entries is asked for, and the blocks used last stay in a cache, up to
//! a limit. If a writer puts an entry soon after the entries it refers to, the file is checked in
//! one pass; any other order is only slower.

use super::block::{PackedBlock, take, word};
use super::entry::{Cursor, Statement, read_entry, read_statement};
use super::header::{self, Header};
use crate::lock::lock;
use crate::model::{Certificate, Entry, Problem, Reference, Theorem};
use crate::report::Refusal;
use crate::steps::StepCounter;
use crate::write::{LIMIT, MAGIC, VERSION, crc32};
use std::collections::HashMap;
use std::io::{Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex};

/// A place to read a certificate from.
pub trait Source: Read + Seek + Send {}

impl<S: Read + Seek + Send> Source for S {}

/// An unpacked block, and the places where its entries begin.
pub(crate) struct UnpackedBlock {
    raw: Vec<u8>,
    starts: Vec<u32>,
}

/// The place of a block in the file, and the number of its first entry.
struct BlockPlace {
    offset: u64,
    first: u64,
}

/// A file: the header, and its entries on demand.
pub(crate) struct Body<'s> {
    pub problem: Problem,
    version: u16,
    pub entries: u64,
    pub edges: u64,
    pub leaves: u64,
    /// How many of the leaves rest on unconditional territory.
    pub territories: u64,
    /// Bytes of the file, and of all blocks unpacked.
    pub bytes: [u64; 2],
    /// How many marks get a rank, in Go.
    pub marks: u64,
    counter: &'s StepCounter,
    places: Vec<BlockPlace>,
    source: Mutex<Box<dyn Source + 's>>,
    cache: Mutex<BlockCache>,
}

struct BlockCache {
    blocks: HashMap<usize, (Arc<UnpackedBlock>, u64)>,
    bytes: usize,
    limit: usize,
    clock: u64,
}

fn malformed(place: impl Into<String>, problem: impl Into<String>) -> Refusal {
    Refusal::Malformed { place: place.into(), problem: problem.into() }
}

impl<'s> Body<'s> {
    /// Reads a file once to check its form; later at most so many bytes of blocks are kept.
    pub fn open(
        source: impl Source + 's,
        memory: usize,
        counter: &'s StepCounter,
    ) -> Result<Body<'s>, Refusal> {
        Body::read(source, memory, counter, None)
    }

    /// The same; the entries are kept as well if somebody wants them.
    fn read(
        mut source: impl Source + 's,
        memory: usize,
        counter: &'s StepCounter,
        mut kept: Option<&mut KeptEntries>,
    ) -> Result<Body<'s>, Refusal> {
        let version = read_version(&mut source)?;
        let Header { problem, counts } = read_header(&mut source, counter)?;
        if version < problem.game.version() {
            let since = problem.game.version();
            let problem = format!("there are such rules since version {since} only");
            return Err(malformed("the header", problem));
        }
        let since = problem.roots.iter().filter_map(|root| Some(root.theorem?.version())).max();
        if since.is_some_and(|since| version < since) {
            let problem = "a root rests on unconditional territory, which there is since version 4";
            return Err(malformed("the header", problem));
        }
        if let Some(kept) = &kept {
            kept.expect(counts[0], counts[1])?;
        }
        let cache = BlockCache { blocks: HashMap::new(), bytes: 0, limit: memory, clock: 0 };
        let mut body = Body {
            problem,
            version,
            entries: 0,
            edges: 0,
            leaves: 0,
            territories: 0,
            bytes: [0; 2],
            marks: 0,
            counter,
            places: Vec::new(),
            source: Mutex::new(Box::new(std::io::empty())),
            cache: Mutex::new(cache),
        };
        for number in 0..counts[3] {
            let offset = offset(&mut source)?;
            let place = BlockPlace { offset, first: body.entries };
            let in_block = |problem| malformed(block_name(number, offset), problem);
            let packed = PackedBlock::read(&mut source).map_err(in_block)?;
            counter.bytes(packed.work())?;
            let raw = packed.unpack().map_err(in_block)?;
            let block = body.split(raw, counts[0], kept.as_deref_mut())?;
            lock(&body.cache).put(body.places.len(), &Arc::new(block));
            body.places.push(place);
        }
        let end = offset(&mut source)?;
        let at_end = format!("byte {end} of the file");
        if source.read(&mut [0]).map_err(|error| malformed(&at_end, error.to_string()))? != 0 {
            return Err(malformed(at_end, "expected the end of the file after the last block"));
        }
        body.bytes[0] = end;
        let found = [body.entries, body.edges, body.leaves];
        for ((name, said), found) in ["entries", "edges", "leaves"].iter().zip(counts).zip(found) {
            if said != found {
                let problem = format!("the header says {said} {name}, the body has {found}");
                return Err(malformed(at_end, problem));
            }
        }
        body.source = Mutex::new(Box::new(source));
        Ok(body)
    }

    /// Finds and counts the entries of a new block.
    fn split(
        &mut self,
        raw: Vec<u8>,
        most: u64,
        kept: Option<&mut KeptEntries>,
    ) -> Result<UnpackedBlock, Refusal> {
        let (first, before, version) = (self.entries, self.bytes[1], self.version);
        let mut unlimited = i64::MAX;
        let (mut entries, room, limit) = match kept {
            Some(KeptEntries { entries, room, limit, .. }) => (Some(entries), room, *limit),
            None => (None, &mut unlimited, usize::MAX),
        };
        let (mut found, mut edges, mut leaves, mut marks) = (0, 0, 0, 0);
        let mut territories = 0;
        let starts = starts(&raw, &self.problem, room, |entry| {
            found += 1;
            if first + found > most {
                return Err(format!("the header says that there are {most} entries"));
            }
            if version < entry.version() {
                let since = entry.version();
                return Err(format!("it is of a sort that there is since version {since} only"));
            }
            let counts = entry.counts();
            (edges, leaves) = (edges + counts.0, leaves + counts.1);
            if let Entry::Position(position) = &entry {
                marks += 1 + position.marks();
                let leaves = position.answers.iter().filter_map(|answer| answer.then.leaf());
                territories += leaves.filter(|leaf| leaf.theorem == Theorem::Territory).count();
            }
            if let Some(entries) = &mut entries {
                keep(entries, entry, most);
            }
            Ok(())
        });
        let starts = starts.map_err(|(number, at, problem)| {
            let (number, at) = (first + number as u64, before + at as u64);
            if *room < 0 {
                let what = format!("the first {} of {most} entries take more unpacked", number + 1);
                return too_large(limit, &what);
            }
            malformed(format!("entry {number}, byte {at} of the body"), problem)
        })?;
        self.entries += found;
        self.edges += edges;
        self.leaves += leaves;
        self.territories += territories as u64;
        self.marks += marks;
        self.bytes[1] += raw.len() as u64;
        Ok(UnpackedBlock { raw, starts })
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.places.len()
    }

    /// The numbers of the entries of a block.
    pub fn numbers(&self, block: usize) -> std::ops::Range<u64> {
        self.places[block].first..self.places.get(block + 1).map_or(self.entries, |next| next.first)
    }

    /// An entry, if there is one of that number.
    pub fn entry(&self, number: u64) -> Result<Option<Entry>, Refusal> {
        self.with_entry(number, read_entry)
    }

    /// The statement of an entry, if there is one of that number.
    pub fn statement(&self, number: u64) -> Result<Option<Statement>, Refusal> {
        self.with_entry(number, read_statement)
    }

    fn with_entry<T>(
        &self,
        number: u64,
        read: impl Fn(&mut Cursor<'_>, &Problem) -> Result<T, String>,
    ) -> Result<Option<T>, Refusal> {
        if number >= self.entries {
            return Ok(None);
        }
        let block = self.places.partition_point(|place| place.first <= number) - 1;
        let changed = |problem: String| malformed(format!("entry {number}"), problem);
        let found = self.block(block)?;
        let start = found.starts.get((number - self.places[block].first) as usize);
        let &at = start.ok_or_else(|| changed("the file has changed".to_string()))?;
        let mut cursor = Cursor::new(&found.raw, at as usize);
        let read = read(&mut cursor, &self.problem).map_err(changed)?;
        self.counter.bytes(cursor.at - at as usize)?;
        Ok(Some(read))
    }

    /// A block, from the cache or the file.
    fn block(&self, number: usize) -> Result<Arc<UnpackedBlock>, Refusal> {
        if let Some(block) = lock(&self.cache).get(number) {
            return Ok(block);
        }
        let offset = self.places[number].offset;
        let in_block = |problem| malformed(block_name(number as u64, offset), problem);
        let packed = {
            let mut source = lock(&self.source);
            source.seek(SeekFrom::Start(offset)).map_err(|error| in_block(error.to_string()))?;
            PackedBlock::read(&mut **source).map_err(in_block)?
        };
        self.counter.bytes(packed.work())?;
        let raw = packed.unpack().map_err(in_block)?;
        let mut room = i64::MAX;
        let starts = starts(&raw, &self.problem, &mut room, |_| Ok(()));
        let starts = starts.map_err(|(_, _, problem)| in_block(problem))?;
        let block = Arc::new(UnpackedBlock { raw, starts });
        lock(&self.cache).put(number, &block);
        Ok(block)
    }
}

impl BlockCache {
    fn get(&mut self, number: usize) -> Option<Arc<UnpackedBlock>> {
        self.clock += 1;
        let (block, used) = self.blocks.get_mut(&number)?;
        *used = self.clock;
        Some(Arc::clone(block))
    }

    fn put(&mut self, number: usize, block: &Arc<UnpackedBlock>) {
        self.clock += 1;
        if self.blocks.insert(number, (Arc::clone(block), self.clock)).is_none() {
            self.bytes += block.size();
        }
        if self.bytes <= self.limit {
            return;
        }
        let mut oldest: Vec<(u64, usize)> =
            self.blocks.iter().map(|(&number, (_, used))| (*used, number)).collect();
        oldest.sort_unstable();
        oldest.pop();
        // A part of the memory is left free, so that not every one of many small blocks takes a
        // sort.
        for (_, number) in oldest {
            if self.bytes <= self.limit - self.limit / 8 {
                break;
            }
            let old = self.blocks.remove(&number);
            self.bytes -= old.map_or(0, |(block, _)| block.size());
        }
    }
}

impl UnpackedBlock {
    fn size(&self) -> usize {
        BESIDES + self.raw.capacity() + size_of::<u32>() * self.starts.capacity()
    }
}

/// The memory that a block in the cache takes besides its lists, about.
const BESIDES: usize = 160;

/// The entries of a file that is kept whole, and the memory that is left for them.
struct KeptEntries {
    entries: Vec<Entry>,
    limit: usize,
    /// Those of the file.
    bytes: usize,
    /// Below 0 when the entries take more than the limit.
    room: i64,
}

impl KeptEntries {
    /// Refuses a file whose header says that it is too large in any case.
    fn expect(&self, entries: u64, edges: u64) -> Result<(), Refusal> {
        let sizes = [size_of::<Entry>(), size_of::<Reference>()].map(|size| size as u64);
        // Every entry has at most one edge that is in no list.
        let listed = edges.saturating_sub(entries).saturating_mul(sizes[1]);
        let least = entries.saturating_mul(sizes[0]).saturating_add(listed);
        let least = least.saturating_add(self.bytes as u64);
        if least > self.limit as u64 {
            let what =
                format!("its {entries} entries with {edges} edges take at least {least} unpacked");
            return Err(too_large(self.limit, &what));
        }
        Ok(())
    }
}

/// Adds an entry to a list, which never grows beyond so many entries.
fn keep(entries: &mut Vec<Entry>, entry: Entry, most: u64) {
    if entries.len() == entries.capacity() {
        let left = usize::try_from(most).unwrap_or(usize::MAX) - entries.len();
        entries.reserve_exact((entries.len() / 2).max(64).min(left));
    }
    entries.push(entry);
}

fn too_large(limit: usize, what: &str) -> Refusal {
    let what = format!("the limit of {limit} bytes of memory is too small: {what}");
    Refusal::Limit { what }
}

impl Certificate {
    /// Reads a certificate without checking it, and without a limit: a few kilobytes may take
    /// gigabytes of memory when they are unpacked. For files from elsewhere there is
    /// [`Certificate::decode_within`].
    pub fn decode(bytes: &[u8]) -> Result<Certificate, Refusal> {
        Certificate::decode_within(bytes, usize::MAX).map(|(certificate, _)| certificate)
    }

    /// Reads a certificate without checking it, if its bytes and its entries take at most so many
    /// bytes of memory together; gives the bytes that they take, too. What is too large by the
    /// counts in the header is refused before a block is unpacked, and else as soon as the limit is
    /// reached.
    pub fn decode_within(bytes: &[u8], memory: usize) -> Result<(Certificate, usize), Refusal> {
        let counter = StepCounter::new(u64::MAX);
        let room = i64::try_from(memory).unwrap_or(i64::MAX) - bytes.len() as i64;
        let mut kept = KeptEntries { entries: Vec::new(), limit: memory, bytes: bytes.len(), room };
        let body = Body::read(std::io::Cursor::new(bytes), 0, &counter, Some(&mut kept))?;
        let taken = bytes.len() + (room - kept.room) as usize;
        Ok((Certificate { problem: body.problem, entries: kept.entries }, taken))
    }
}

/// The places where the entries of a block begin, each read and shown once; or the number of an
/// entry that cannot be read, its place in the block and the problem. What the entries take is
/// taken from the room.
fn starts(
    raw: &[u8],
    problem: &Problem,
    room: &mut i64,
    mut each: impl FnMut(Entry) -> Result<(), String>,
) -> Result<Vec<u32>, (usize, usize, String)> {
    let (mut at, mut starts) = (0, Vec::new());
    while at < raw.len() {
        let mut cursor = Cursor::new(raw, at);
        cursor.room = *room - size_of::<Entry>() as i64;
        let entry = read_entry(&mut cursor, problem);
        *room = cursor.room;
        entry.and_then(&mut each).map_err(|problem| (starts.len(), at, problem))?;
        starts.push(at as u32);
        at = cursor.at;
    }
    Ok(starts)
}

fn block_name(number: u64, offset: u64) -> String {
    format!("block {number}, byte {offset} of the file")
}

fn offset(source: &mut impl Seek) -> Result<u64, Refusal> {
    source.stream_position().map_err(|error| malformed("the file", error.to_string()))
}

fn read_version(source: &mut impl Read) -> Result<u16, Refusal> {
    let magic = take(source, 8).map_err(|problem| malformed("the first 8 bytes", problem))?;
    if magic != MAGIC {
        return Err(malformed("the first 8 bytes", "expected the letters ANDORCRT"));
    }
    let version = take(source, 2).map_err(|problem| malformed("the version", problem))?;
    let version = u16::from(version[0]) | u16::from(version[1]) << 8;
    if !(1..=VERSION).contains(&version) {
        let newer = if version > VERSION { ", which is newer" } else { "" };
        let problem =
            format!("version {version}{newer}; this checker reads versions 1 to {VERSION}");
        return Err(malformed("bytes 8 and 9", problem));
    }
    Ok(version)
}

fn read_header(source: &mut impl Read, counter: &StepCounter) -> Result<Header, Refusal> {
    let mut bytes = || {
        let length = word(source)? as usize;
        if length > LIMIT {
            return Err(format!("its length is {length} bytes, expected at most {LIMIT}"));
        }
        let bytes = take(source, length)?;
        if word(source)? != crc32(&bytes) {
            return Err("its checksum is not that of its bytes".to_string());
        }
        String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_string())
    };
    let text = bytes().map_err(|problem| malformed("the header", problem))?;
    counter.bytes(text.len())?;
    header::parse(&text)
}
