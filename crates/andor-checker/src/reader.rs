//! Reading the bytes: sections 2 and 4 of the text.
//!
//! The reader trusts no number in a file. A count is only used to stop early, never to allocate:
//! what is kept grows with bytes that were really there, and a [`Body`] keeps the raw bytes and
//! where each entry begins, so that its memory is that of the unpacked file, which is limited.
//! Entries are parsed once here, to find mistakes, and again whenever they are looked at.

use crate::header::{self, Header};
use crate::model::{
    Certificate, Entry, Game, Leaf, Pattern, PatternAnswer, Player, PointSet, Position,
    PositionAnswer, Problem, Reference, Then,
};
use crate::report::Refusal;
use crate::write::{LIMIT, MAGIC, VERSION, crc32};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The largest window of a zstd frame.
const MAX_WINDOW: u64 = 1 << 23;

/// A file taken apart: the header, and the entries as bytes.
pub(crate) struct Body {
    pub problem: Problem,
    pub edges: u64,
    pub leaves: u64,
    raw: Vec<u8>,
    starts: Vec<usize>,
}

impl Body {
    /// Reads a file whose body is at most so many bytes long.
    pub fn read(bytes: &[u8], body_limit: u64) -> Result<Body, Refusal> {
        let mut file = Cursor { bytes, at: 0 };
        let Header { problem, counts } = read_header(&mut file)?;
        let mut body = Body { problem, edges: 0, leaves: 0, raw: Vec::new(), starts: Vec::new() };
        for block in 0..counts[3] {
            let place = format!("block {block}, byte {} of the file", file.at);
            let start = body.raw.len();
            let malformed = |problem| Refusal::Malformed { place: place.clone(), problem };
            read_block(&mut file, &mut body.raw).map_err(malformed)?;
            if body.raw.len() as u64 > body_limit {
                let what = format!("the body is longer than {body_limit} bytes");
                return Err(Refusal::Limit { what });
            }
            body.split(start, counts[0])?;
        }
        let place = || format!("byte {} of the file", file.at);
        if file.at != bytes.len() {
            let problem = "expected the end of the file after the last block".to_string();
            return Err(Refusal::Malformed { place: place(), problem });
        }
        let found = [body.entries(), body.edges, body.leaves];
        for ((name, said), found) in ["entries", "edges", "leaves"].iter().zip(counts).zip(found) {
            if said != found {
                let problem = format!("the header says {said} {name}, the body has {found}");
                return Err(Refusal::Malformed { place: place(), problem });
            }
        }
        Ok(body)
    }

    /// Finds the entries of a block.
    fn split(&mut self, start: usize, most: u64) -> Result<(), Refusal> {
        let mut at = start;
        while at < self.raw.len() {
            let number = self.entries();
            let malformed = |problem| Refusal::Malformed {
                place: format!("entry {number}, byte {at} of the body"),
                problem,
            };
            if number >= most {
                return Err(malformed(format!("the header says that there are {most} entries")));
            }
            let mut cursor = Cursor { bytes: &self.raw, at };
            let entry = read_entry(&mut cursor, &self.problem).map_err(malformed)?;
            let (edges, leaves) = entry.counts();
            self.edges += edges;
            self.leaves += leaves;
            self.starts.push(at);
            at = cursor.at;
        }
        Ok(())
    }

    /// How many entries there are.
    pub fn entries(&self) -> u64 {
        self.starts.len() as u64
    }

    /// How many bytes the entries have.
    pub fn bytes(&self) -> u64 {
        self.raw.len() as u64
    }

    /// An entry, if there is one of that number.
    pub fn entry(&self, number: u64) -> Option<Entry> {
        let at = *self.starts.get(usize::try_from(number).ok()?)?;
        read_entry(&mut Cursor { bytes: &self.raw, at }, &self.problem).ok()
    }

    /// The winner of an entry and its two sets, without its answers.
    pub fn sets(&self, number: u64) -> Option<(Player, PointSet, PointSet)> {
        let at = *self.starts.get(usize::try_from(number).ok()?)?;
        let mut cursor = Cursor { bytes: &self.raw, at };
        let (_, winner) = (cursor.byte().ok()?, cursor.player().ok()?);
        let area = self.problem.area();
        Some((winner, cursor.set(area).ok()?, cursor.set(area).ok()?))
    }
}

impl Certificate {
    /// Reads a certificate without asking whether it is right.
    pub fn decode(bytes: &[u8]) -> Result<Certificate, Refusal> {
        let body = Body::read(bytes, crate::Options::default().body_limit)?;
        let entries = (0..body.entries()).filter_map(|number| body.entry(number)).collect();
        Ok(Certificate { problem: body.problem, entries })
    }
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.len());
        let Some(end) = end else {
            let left = self.bytes.len() - self.at;
            return Err(format!("cut short: expected {count} more bytes, there are {left}"));
        };
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn fixed<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn word(&mut self) -> Result<u32, String> {
        Ok(u32::from_le_bytes(self.fixed()?))
    }

    fn byte(&mut self) -> Result<u8, String> {
        Ok(self.fixed::<1>()?[0])
    }

    fn player(&mut self) -> Result<Player, String> {
        match self.byte()? {
            0 => Ok(Player::Black),
            1 => Ok(Player::White),
            other => Err(format!("expected 0 or 1 for a player, found {other}")),
        }
    }

    fn varint(&mut self) -> Result<u64, String> {
        let mut number = 0;
        for shift in (0..70).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 127);
            if shift == 63 && part != 0 {
                return Err("a number is larger than 2^63 - 1".to_string());
            }
            number |= part << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err("a number is longer than 10 bytes".to_string())
    }

    fn up_to(&mut self, most: usize, what: &str) -> Result<u16, String> {
        let number = self.varint()?;
        if number > most as u64 {
            return Err(format!("{what} is {number}, expected at most {most}"));
        }
        Ok(number as u16)
    }

    fn set(&mut self, area: usize) -> Result<PointSet, String> {
        let bytes = self.take(area.div_ceil(8))?;
        let mut set = PointSet::EMPTY;
        for (i, byte) in bytes.iter().enumerate() {
            for bit in (0..8).filter(|bit| byte >> bit & 1 == 1) {
                if i * 8 + bit >= area {
                    return Err("a bit set has a point beyond the board".to_string());
                }
                set.insert(i * 8 + bit);
            }
        }
        Ok(set)
    }

    fn reference(&mut self) -> Result<Reference, String> {
        Ok(Reference { entry: self.varint()?, symmetry: self.byte()? })
    }

    fn leaf(&mut self, problem: &Problem) -> Result<Leaf, String> {
        match (self.byte()?, problem.game) {
            (1, Game::Go(_)) => Ok(Leaf::Life(self.set(problem.area())?)),
            (kind, game) => Err(format!("there is no leaf of kind {kind} in {}", game.name())),
        }
    }

    /// A number of things that take at least so many bytes each.
    fn count(&mut self, least: usize) -> Result<usize, String> {
        let count = self.varint()?;
        let left = (self.bytes.len() - self.at) as u64;
        if count > left / least as u64 {
            return Err(format!("cut short: {count} answers cannot be in {left} bytes"));
        }
        Ok(count as usize)
    }
}

fn read_header(file: &mut Cursor<'_>) -> Result<Header, Refusal> {
    let malformed = |place: &str, problem| Refusal::Malformed { place: place.to_string(), problem };
    let magic = file.take(8).map_err(|problem| malformed("the first 8 bytes", problem))?;
    if magic != MAGIC {
        let problem = "expected the letters ANDORCRT".to_string();
        return Err(malformed("the first 8 bytes", problem));
    }
    let version = file.fixed().map(u16::from_le_bytes);
    let version = version.map_err(|problem| malformed("the version", problem))?;
    if version != VERSION {
        let newer = if version > VERSION { ", which is newer" } else { "" };
        let problem = format!("version {version}{newer}; this checker reads version {VERSION}");
        return Err(malformed("bytes 8 and 9", problem));
    }
    let mut bytes = || {
        let length = file.word()? as usize;
        if length > LIMIT {
            return Err(format!("its length is {length} bytes, expected at most {LIMIT}"));
        }
        let bytes = file.take(length)?;
        if file.word()? != crc32(bytes) {
            return Err("its checksum is not that of its bytes".to_string());
        }
        std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_string())
    };
    header::parse(bytes().map_err(|problem| malformed("the header", problem))?)
}

fn read_block(file: &mut Cursor<'_>, body: &mut Vec<u8>) -> Result<(), String> {
    let method = file.byte()?;
    let (raw_length, length, crc) = (file.word()? as usize, file.word()? as usize, file.word()?);
    if raw_length > LIMIT {
        return Err(format!("its length is {raw_length} bytes, expected at most {LIMIT}"));
    }
    let data = file.take(length)?;
    let start = body.len();
    match method {
        0 => body.extend_from_slice(data),
        1 => unpack(data, raw_length, body)?,
        _ => return Err(format!("its method is {method}, expected 0 (stored) or 1 (zstd)")),
    }
    if body.len() - start != raw_length {
        let found = body.len() - start;
        return Err(format!("it has {found} raw bytes and says that it has {raw_length}"));
    }
    if crc32(&body[start..]) != crc {
        return Err("its checksum is not that of its raw bytes".to_string());
    }
    Ok(())
}

/// Unpacks one zstd frame, and gives up as soon as it is longer than it should be.
fn unpack(data: &[u8], length: usize, body: &mut Vec<u8>) -> Result<(), String> {
    let start = body.len();
    let failed = |error: &dyn std::fmt::Display| format!("its zstd frame is broken: {error}");
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(MAX_WINDOW);
    let mut rest = data;
    decoder.init(&mut rest).map_err(|error| failed(&error))?;
    while !decoder.is_finished() {
        let one = BlockDecodingStrategy::UptoBlocks(1);
        decoder.decode_blocks(&mut rest, one).map_err(|error| failed(&error))?;
        body.extend(decoder.collect().unwrap_or_default());
        if body.len() - start > length {
            return Err(format!("its zstd frame is longer than {length} bytes"));
        }
    }
    if rest.is_empty() { Ok(()) } else { Err("bytes follow its zstd frame".to_string()) }
}

fn read_entry(cursor: &mut Cursor<'_>, problem: &Problem) -> Result<Entry, String> {
    match (cursor.byte()?, problem.game) {
        (0, Game::Hex) => read_pattern(cursor, problem).map(Entry::Pattern),
        (1, Game::Go(_) | Game::Mnk { .. }) => read_position(cursor, problem).map(Entry::Position),
        (kind, game) => Err(format!("there is no entry of kind {kind} in {}", game.name())),
    }
}

fn read_pattern(cursor: &mut Cursor<'_>, problem: &Problem) -> Result<Pattern, String> {
    let area = problem.area();
    let (winner, zone, need) = (cursor.player()?, cursor.set(area)?, cursor.set(area)?);
    let count = cursor.count(3)?;
    let mut answers = Vec::with_capacity(count);
    for _ in 0..count {
        let point = cursor.up_to(area - 1, "a move")?;
        answers.push(PatternAnswer { point, reference: cursor.reference()? });
    }
    Ok(Pattern { winner, zone, need, answers })
}

fn read_position(cursor: &mut Cursor<'_>, problem: &Problem) -> Result<Position, String> {
    let area = problem.area();
    let (winner, black, white) = (cursor.player()?, cursor.set(area)?, cursor.set(area)?);
    let (mut passes, mut ko, mut most) = (0, None, area - 1);
    if matches!(problem.game, Game::Go(_)) {
        passes = cursor.byte()?;
        if passes > 1 {
            return Err(format!("expected 0 or 1 passes just before, found {passes}"));
        }
        ko = Some(cursor.up_to(area, "the ko point")?).filter(|&ko| usize::from(ko) < area);
        most = area;
    }
    let count = cursor.count(2)?;
    let mut answers = Vec::with_capacity(count);
    for _ in 0..count {
        let reply = cursor.up_to(most, "a reply")?;
        let kind = cursor.varint()?;
        let point = if kind < 2 { 0 } else { cursor.up_to(most, "a move")? };
        let then = match kind {
            0 => Then::Over,
            1 => Then::Leaf(cursor.leaf(problem)?),
            2 => Then::MoveOver(point),
            3 => Then::MoveLeaf(point, cursor.leaf(problem)?),
            4 => Then::MoveEntry(point, cursor.reference()?),
            _ => return Err(format!("there is no answer of kind {kind}")),
        };
        answers.push(PositionAnswer { reply, then });
    }
    Ok(Position { winner, black, white, passes, ko, answers })
}
