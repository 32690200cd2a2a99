//! The file format of a saved search: writing and reading.
//!
//! A saved search is a sequence of numbers in little-endian order. Every part begins with four letters
//! that name the part, and a version, so that a file of another kind or version is refused. The caller
//! handles files, checksums and the name of the problem.

use andor_core::{Key, Numbered, PointSet, Verdict};
use std::io::{self, Error, ErrorKind, Read, Write};

/// The version of all parts.
const VERSION: u32 = 2;

/// The error for a search that cannot be saved.
pub fn unsupported() -> Error {
    Error::new(ErrorKind::Unsupported, "this search cannot be saved; expected dfpn")
}

/// The error for a saved file with unexpected content.
fn wrong(expected: &str) -> Error {
    Error::new(ErrorKind::InvalidData, format!("not a saved search; expected {expected}"))
}

/// Begins a part.
pub(crate) fn begin(out: &mut dyn Write, name: &[u8; 4]) -> io::Result<()> {
    out.write_all(name)?;
    number(out, VERSION.into())
}

/// Reads the beginning of a part.
pub(crate) fn expect(input: &mut dyn Read, name: &[u8; 4]) -> io::Result<()> {
    let mut found = [0; 4];
    input.read_exact(&mut found)?;
    if &found != name {
        return Err(wrong(&format!("the part {}", String::from_utf8_lossy(name))));
    }
    match read_number(input)? {
        version if version == u64::from(VERSION) => Ok(()),
        version => Err(wrong(&format!("version {VERSION}, not {version}"))),
    }
}

/// Writes a number.
pub(crate) fn number(out: &mut dyn Write, number: u64) -> io::Result<()> {
    out.write_all(&number.to_le_bytes())
}

/// Reads a number.
pub(crate) fn read_number(input: &mut dyn Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// Reads a number of 32 bits.
pub(crate) fn read_small(input: &mut dyn Read) -> io::Result<u32> {
    u32::try_from(read_number(input)?).map_err(|_| wrong("a number of 32 bits"))
}

/// Writes a key.
pub(crate) fn key(out: &mut dyn Write, key: Key) -> io::Result<()> {
    out.write_all(&key.0.to_le_bytes())
}

/// Reads a key.
pub(crate) fn read_key(input: &mut dyn Read) -> io::Result<Key> {
    let mut bytes = [0; 16];
    input.read_exact(&mut bytes)?;
    Ok(Key(u128::from_le_bytes(bytes)))
}

/// Writes a set of points.
pub(crate) fn points(out: &mut dyn Write, set: impl PointSet) -> io::Result<()> {
    number(out, set.count().into())?;
    set.each().try_for_each(|point| number(out, point as u64))
}

/// Reads a set of points, each below `area`.
pub(crate) fn read_points<Z: PointSet>(input: &mut dyn Read, area: usize) -> io::Result<Z> {
    let mut set = Z::NOTHING;
    for _ in 0..read_number(input)? {
        match usize::try_from(read_number(input)?) {
            Ok(point) if point < area => set = set | Z::of(point),
            _ => return Err(wrong(&format!("points below {area}"))),
        }
    }
    Ok(set)
}

/// Writes a verdict.
pub(crate) fn verdict(out: &mut dyn Write, verdict: Verdict) -> io::Result<()> {
    number(out, u64::from(verdict == Verdict::Proven))
}

/// Reads a verdict.
pub(crate) fn read_verdict(input: &mut dyn Read) -> io::Result<Verdict> {
    match read_number(input)? {
        0 => Ok(Verdict::Disproven),
        1 => Ok(Verdict::Proven),
        _ => Err(wrong("a verdict")),
    }
}

/// Writes a move, or none.
pub(crate) fn mv(out: &mut dyn Write, mv: Option<impl Numbered>) -> io::Result<()> {
    out.write_all(&mv.map_or(0, |mv| mv.number() + 1).to_le_bytes())
}

/// Reads a move, or none.
pub(crate) fn read_mv<M: Numbered>(input: &mut dyn Read) -> io::Result<Option<M>> {
    let mut bytes = [0; 16];
    input.read_exact(&mut bytes)?;
    Ok(u128::from_le_bytes(bytes).checked_sub(1).map(M::with_number))
}
