//! A spool: bytes that are written once, one after the other, and read anywhere.
//!
//! The bytes are in memory up to a limit. As soon as there are more, all of them go to a temporary
//! file, which the caller opens: this crate knows no files. A file that cannot be written is an
//! error, and the bytes before it stay where they are.

use andor_core::lock;
use std::fmt;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// A temporary file: empty at first, and gone when dropped.
pub trait Scratch: Read + Write + Seek + Send {}

impl<S: Read + Write + Seek + Send> Scratch for S {}

/// Opens a temporary file.
type Open = dyn Fn() -> io::Result<Box<dyn Scratch>> + Send + Sync;

/// The place of bytes beyond the memory. By default there is none: all bytes stay in memory.
#[derive(Clone, Default)]
pub struct Overflow(Option<Arc<Open>>);

impl Overflow {
    /// Bytes beyond the memory go to temporary files that are opened so.
    pub fn to(open: impl Fn() -> io::Result<Box<dyn Scratch>> + Send + Sync + 'static) -> Overflow {
        Overflow(Some(Arc::new(open)))
    }
}

impl fmt::Debug for Overflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Overflow(files)" } else { "Overflow(none)" })
    }
}

/// Bytes in memory or in a temporary file.
pub struct Spool {
    overflow: Overflow,
    limit: usize,
    held: Vec<u8>,
    file: Option<Mutex<Box<dyn Scratch>>>,
    length: u64,
}

impl Spool {
    /// An empty spool with at most so many bytes in memory.
    pub fn new(limit: usize, overflow: Overflow) -> Spool {
        Spool { overflow, limit, held: Vec::new(), file: None, length: 0 }
    }

    /// From now on bytes beyond the memory go there.
    pub fn overflow(&mut self, overflow: Overflow) {
        self.overflow = overflow;
    }

    /// How many bytes were written.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// How many bytes are in memory.
    pub fn in_memory(&self) -> usize {
        self.held.len()
    }

    /// From now on at most so many bytes are in memory.
    pub fn limit(&mut self, bytes: usize) -> io::Result<()> {
        self.limit = bytes;
        if self.held.len() > bytes { self.move_out() } else { Ok(()) }
    }

    /// Moves all bytes from the memory to a file, if there is a place for files.
    fn move_out(&mut self) -> io::Result<()> {
        let (None, Overflow(Some(open))) = (&self.file, &self.overflow) else { return Ok(()) };
        let mut file = open()?;
        file.write_all(&self.held)?;
        self.file = Some(Mutex::new(file));
        self.held = Vec::new();
        Ok(())
    }

    /// Fills a buffer with the bytes from a place on.
    pub fn read_at(&self, at: u64, buffer: &mut [u8]) -> io::Result<()> {
        let Some(file) = &self.file else {
            let bytes = self.held.get(at as usize..).and_then(|rest| rest.get(..buffer.len()));
            buffer.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
            return Ok(());
        };
        let mut file = lock(file);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(buffer)
    }

    /// All bytes at once.
    pub fn to_vec(&self) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; self.length as usize];
        self.read_at(0, &mut bytes)?;
        Ok(bytes)
    }

    /// Reads the bytes from the beginning.
    pub fn reader(&self) -> Reader<'_> {
        Reader { spool: self, at: 0 }
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.held.len() + bytes.len() > self.limit {
            self.move_out()?;
        }
        match &mut self.file {
            None => self.held.extend_from_slice(bytes),
            Some(file) => {
                let file = file.get_mut().unwrap_or_else(PoisonError::into_inner);
                // What a write left behind that failed in the middle is written over.
                file.seek(SeekFrom::Start(self.length))?;
                file.write_all(bytes)?;
            }
        }
        self.length += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Debug for Spool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Spool({} bytes, {} in memory)", self.length, self.held.len())
    }
}

/// Reads a spool from the beginning.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    spool: &'a Spool,
    at: u64,
}

impl Read for Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.spool.length.saturating_sub(self.at);
        let count = left.min(buffer.len() as u64) as usize;
        self.spool.read_at(self.at, &mut buffer[..count])?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for Reader<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.spool.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn bytes_come_back_from_memory_and_from_a_file() {
        for limit in [0, 3, 4, 9, 10, 1000] {
            let mut spool =
                Spool::new(limit, Overflow::to(|| Ok(Box::new(Cursor::new(Vec::new())))));
            for part in [&b"abc"[..], b"", b"defg", b"hij"] {
                spool.write_all(part).expect("a spool that takes bytes");
            }
            assert_eq!(spool.in_memory(), if limit < 10 { 0 } else { 10 }, "limit {limit}");
            assert_eq!(spool.to_vec().expect("bytes"), b"abcdefghij");
            let (mut reader, mut text) = (spool.reader(), String::new());
            reader.seek(SeekFrom::End(-4)).expect("a place");
            reader.read_to_string(&mut text).expect("bytes");
            assert_eq!(text, "ghij");
            assert!(spool.read_at(8, &mut [0; 3]).is_err(), "beyond the end");
            spool.limit(2).expect("a file");
            assert_eq!((spool.in_memory(), spool.length()), (0, 10));
            assert_eq!(spool.to_vec().expect("bytes"), b"abcdefghij");
        }
    }

    #[test]
    fn without_a_place_for_files_all_stays_in_memory() {
        let mut spool = Spool::new(1, Overflow::default());
        spool.write_all(b"abc").expect("memory");
        assert_eq!((spool.in_memory(), spool.to_vec().expect("bytes")), (3, b"abc".to_vec()));
    }

    #[test]
    fn a_file_that_cannot_be_opened_is_an_error() {
        let mut spool = Spool::new(3, Overflow::to(|| Err(io::Error::other("no place"))));
        spool.write_all(b"abc").expect("memory");
        assert_eq!(spool.write_all(b"d").expect_err("no file").to_string(), "no place");
        assert_eq!(spool.to_vec().expect("bytes"), b"abc");
    }
}
