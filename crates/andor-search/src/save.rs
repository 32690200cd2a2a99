//! The file format of the saved tables of a search: writing and reading.
//!
//! A saved table is a sequence of numbers, each in as few bytes as it needs: seven bits a byte, the
//! lowest first. Every part begins with four letters that name the part, and a version, so that a
//! file of another kind or version is refused. The caller handles files, checksums and the name of
//! the problem.
//!
//! Tables that threads share can be saved while the search goes on ([`Lasting`]): every entry is
//! true by itself, so it does not matter which of the entries that are written meanwhile are part
//! of the file.

use crate::table::Table;
use andor_core::{Key, Numbered, PointSet, Verdict};
use std::io::{self, Error, ErrorKind, Read, Write};

/// The version of all parts.
const VERSION: u32 = 3;

/// The error for a saved file with unexpected content.
pub(crate) fn wrong(expected: &str) -> Error {
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

/// A table that is saved while a search uses it.
pub trait Lasting: Send + Sync {
    /// Writes the entries.
    fn save(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads what a table of the same kind wrote, for the same problem. A wrong file is refused;
    /// the entries before the mistake are kept.
    fn load(&self, input: &mut dyn Read) -> io::Result<()>;
}

/// A value that is saved as a part of something else.
pub(crate) trait Saved: Sized {
    /// Writes the value.
    fn save(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads a value.
    fn load(input: &mut dyn Read) -> io::Result<Self>;
}

impl Saved for f32 {
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.to_le_bytes())
    }

    fn load(input: &mut dyn Read) -> io::Result<f32> {
        let mut bytes = [0; 4];
        input.read_exact(&mut bytes)?;
        Ok(f32::from_le_bytes(bytes))
    }
}

impl<T: Lasting> Lasting for std::sync::Arc<T> {
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        (**self).save(out)
    }

    fn load(&self, input: &mut dyn Read) -> io::Result<()> {
        (**self).load(input)
    }
}

/// Writes the entries of a table, each after a 1, and a 0 at the end: other threads may change the
/// table meanwhile.
pub(crate) fn entries<E: Copy>(
    out: &mut dyn Write,
    table: &impl Table<E>,
    mut write: impl FnMut(&mut dyn Write, Key, u32, E) -> io::Result<()>,
) -> io::Result<()> {
    let mut done = Ok(());
    table.each(&mut |key, worth, entry| {
        if done.is_ok() {
            done = out.write_all(&[1]).and_then(|()| write(out, key, worth, entry));
        }
    });
    done?;
    out.write_all(&[0])
}

/// Reads entries until a 0.
pub(crate) fn read_entries(
    input: &mut dyn Read,
    mut read: impl FnMut(&mut dyn Read) -> io::Result<()>,
) -> io::Result<()> {
    loop {
        let mut more = [0];
        input.read_exact(&mut more)?;
        match more {
            [0] => return Ok(()),
            [1] => read(input)?,
            _ => return Err(wrong("an entry")),
        }
    }
}

/// Writes a number.
pub(crate) fn number(out: &mut dyn Write, number: u64) -> io::Result<()> {
    long(out, number.into())
}

/// Reads a number.
pub(crate) fn read_number(input: &mut dyn Read) -> io::Result<u64> {
    u64::try_from(read_long(input)?).map_err(|_| wrong("a number of 64 bits"))
}

/// Writes a number of up to 128 bits.
fn long(out: &mut dyn Write, mut number: u128) -> io::Result<()> {
    let mut bytes = [0; 19];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = (number & 0x7f) as u8;
        number >>= 7;
        if number == 0 {
            return out.write_all(&bytes[..=i]);
        }
        *byte |= 0x80;
    }
    unreachable!("19 times 7 bits are more than 128")
}

/// Reads a number of up to 128 bits.
fn read_long(input: &mut dyn Read) -> io::Result<u128> {
    let mut number = 0_u128;
    for shift in (0..128).step_by(7) {
        let mut byte = [0];
        input.read_exact(&mut byte)?;
        let bits = u128::from(byte[0] & 0x7f);
        if bits << shift >> shift != bits {
            break;
        }
        number |= bits << shift;
        if byte[0] & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(wrong("a number of 128 bits at most"))
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

/// Writes a set of points, or each of the sets that belong together.
pub(crate) fn points<Z: PointSet>(out: &mut dyn Write, set: Z) -> io::Result<()> {
    (0..Z::PARTS).try_for_each(|part| {
        number(out, set.each_of(part).count() as u64)?;
        set.each_of(part).try_for_each(|point| number(out, point as u64))
    })
}

/// Reads a set of points, each below `area` and below the end of such sets.
pub(crate) fn read_points<Z: PointSet>(input: &mut dyn Read, area: usize) -> io::Result<Z> {
    let end = area.min(Z::END);
    let mut set = Z::NOTHING;
    for part in 0..Z::PARTS {
        for _ in 0..read_number(input)? {
            match usize::try_from(read_number(input)?) {
                Ok(point) if point < end => set.put(part, point),
                _ => return Err(wrong(&format!("points below {end}"))),
            }
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
    long(out, mv.map_or(0, |mv| mv.number() + 1))
}

/// Reads a move, or none.
pub(crate) fn read_mv<M: Numbered>(input: &mut dyn Read) -> io::Result<Option<M>> {
    Ok(read_long(input)?.checked_sub(1).map(M::with_number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use andor_core::NoZone;
    use andor_games::gomoku::Cover;
    use andor_games::points::{Point, Points};

    #[test]
    fn numbers_come_back_and_long_ones_are_refused() {
        let numbers = [0, 1, 127, 128, 300, u128::from(u64::MAX), u128::MAX / 3, u128::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&n| long(&mut bytes, n).expect("a vector takes all"));
        let mut input = &bytes[..];
        assert!(numbers.iter().all(|&n| read_long(&mut input).ok() == Some(n)));
        assert!(input.is_empty());
        assert!(read_long(&mut &bytes[..0]).is_err(), "cut");
        assert!(read_long(&mut &[0x80_u8; 40][..]).is_err(), "endless");
        let mut last = [0xff_u8; 19];
        last[18] = 4;
        assert!(read_long(&mut &last[..]).is_err(), "129 bits");
        assert!(
            read_number(&mut &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2][..])
                .is_err()
        );
    }

    fn comes_back<Z: PointSet>(set: Z) {
        let mut bytes = Vec::new();
        points(&mut bytes, set).expect("a vector takes all");
        let mut input = &bytes[..];
        assert_eq!(read_points::<Z>(&mut input, Z::END).ok(), Some(set));
        assert!(input.is_empty());
    }

    #[test]
    fn sets_of_points_come_back() {
        comes_back(NoZone);
        comes_back(Points::<1>::one(Point(63)));
        // A board of 20x20 has the points 0 to 399.
        comes_back(Points::<7>::first_points(400));
        let nested = [1, 30, 400].map(Points::<7>::first_points);
        comes_back(Cover(nested));
    }

    #[test]
    fn points_beyond_the_set_are_refused() {
        let saved = |point: u16| {
            let mut bytes = Vec::new();
            points(&mut bytes, Points::<7>::one(Point(point))).expect("a vector takes all");
            bytes
        };
        assert!(read_points::<Points<1>>(&mut &saved(63)[..], 361).is_ok());
        assert!(read_points::<Points<1>>(&mut &saved(64)[..], 361).is_err());
        assert!(read_points::<Points<7>>(&mut &saved(361)[..], 361).is_err());
        assert!(read_points::<NoZone>(&mut &saved(0)[..], 361).is_err());
    }
}
