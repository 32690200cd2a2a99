//! Blocks as they lie in a file: section 2 of `docs/certificate.md`.

use super::zstd;
use crate::write::{LIMIT, crc32};
use std::io::Read;

/// A block as it lies in the file.
pub(super) struct PackedBlock {
    method: u8,
    raw_length: usize,
    crc: u32,
    data: Vec<u8>,
}

impl PackedBlock {
    pub(super) fn read(source: &mut (impl Read + ?Sized)) -> Result<PackedBlock, String> {
        let method = take(source, 1)?[0];
        let (raw_length, length) = (word(source)? as usize, word(source)? as usize);
        for (length, most) in [(raw_length, LIMIT), (length, 2 * LIMIT)] {
            if length > most {
                return Err(format!("its length is {length} bytes, expected at most {most}"));
            }
        }
        Ok(PackedBlock { method, raw_length, crc: word(source)?, data: take(source, length)? })
    }

    /// How many bytes have to be read to unpack the block.
    pub(super) fn work(&self) -> usize {
        self.data.len() + self.raw_length
    }

    pub(super) fn unpack(self) -> Result<Vec<u8>, String> {
        let raw = match self.method {
            0 => self.data,
            1 => zstd::unpack(&self.data, self.raw_length)?,
            method => {
                return Err(format!("its method is {method}, expected 0 (stored) or 1 (zstd)"));
            }
        };
        if raw.len() != self.raw_length {
            let (found, said) = (raw.len(), self.raw_length);
            return Err(format!("it has {found} raw bytes and says that it has {said}"));
        }
        if crc32(&raw) != self.crc {
            return Err("its checksum is not that of its raw bytes".to_string());
        }
        Ok(raw)
    }
}

/// The next bytes, read piece by piece, because a length may be wrong.
pub(super) fn take(source: &mut (impl Read + ?Sized), count: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = source.take(count as u64).read_to_end(&mut bytes);
    read.map_err(|error| format!("it cannot be read: {error}"))?;
    if bytes.len() < count {
        let found = bytes.len();
        return Err(format!("cut short: expected {count} more bytes, there are {found}"));
    }
    Ok(bytes)
}

/// The next unsigned number of four bytes.
pub(super) fn word(source: &mut (impl Read + ?Sized)) -> Result<u32, String> {
    let bytes = take(source, 4)?;
    Ok(bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte)))
}
