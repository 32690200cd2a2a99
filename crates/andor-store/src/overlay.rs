//! A file that is only read: what is written stays in memory.
//!
//! The database puts a file in order by writing to it. Where the disk has no room for that, it
//! writes here.

use andor_core::lock;
use redb::backends::FileBackend;
use redb::{BackendError, DatabaseError, StorageBackend};
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::ops::Bound;
use std::sync::Mutex;

/// The bytes of a block; blocks that are written are kept whole.
const BLOCK: u64 = 4096;

/// A file, and what was written over it.
#[derive(Debug)]
pub(crate) struct Overlay {
    file: FileBackend,
    over: Mutex<Over>,
}

#[derive(Debug)]
struct Over {
    /// The length of what is seen.
    len: u64,
    /// So much of the file is seen; what lies behind is zero.
    of_file: u64,
    /// The blocks that were written.
    blocks: BTreeMap<u64, Box<[u8; BLOCK as usize]>>,
}

impl Overlay {
    /// Nothing is written over this file yet.
    pub(crate) fn over(file: File) -> Result<Overlay, DatabaseError> {
        let file = FileBackend::new(file)?;
        let len = file.len()?;
        Ok(Overlay { file, over: Mutex::new(Over { len, of_file: len, blocks: BTreeMap::new() }) })
    }

    /// Reads from the file; what lies behind its end is zero.
    fn read_file(&self, over: &Over, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let there = over.of_file.saturating_sub(offset).min(out.len() as u64) as usize;
        let (from_file, behind) = out.split_at_mut(there);
        behind.fill(0);
        match from_file.is_empty() {
            true => Ok(()),
            false => self.file.read(offset, from_file),
        }
    }
}

/// The parts of a range of bytes by blocks: the number of the block, the place in it, and the
/// length.
fn parts(offset: u64, len: usize) -> impl Iterator<Item = (u64, usize, usize)> {
    let end = offset + len as u64;
    let mut at = offset;
    std::iter::from_fn(move || {
        let (block, place) = (at / BLOCK, at % BLOCK);
        let len = (BLOCK - place).min(end - at);
        at += len;
        (len > 0).then_some((block, place as usize, len as usize))
    })
}

impl StorageBackend for Overlay {
    fn len(&self) -> io::Result<u64> {
        Ok(lock(&self.over).len)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let over = lock(&self.over);
        if offset + out.len() as u64 > over.len {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut rest = out;
        for (block, place, len) in parts(offset, rest.len()) {
            let (out, behind) = rest.split_at_mut(len);
            match over.blocks.get(&block) {
                Some(written) => out.copy_from_slice(&written[place..place + len]),
                None => self.read_file(&over, block * BLOCK + place as u64, out)?,
            }
            rest = behind;
        }
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut over = lock(&self.over);
        if len < over.len {
            over.of_file = over.of_file.min(len);
            over.blocks.split_off(&len.div_ceil(BLOCK));
            if let Some(last) = over.blocks.get_mut(&(len / BLOCK)) {
                last[(len % BLOCK) as usize..].fill(0);
            }
        }
        over.len = len;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut over = lock(&self.over);
        let mut rest = data;
        for (block, place, len) in parts(offset, data.len()) {
            if !over.blocks.contains_key(&block) {
                let mut whole = Box::new([0; BLOCK as usize]);
                self.read_file(&over, block * BLOCK, &mut whole[..])?;
                over.blocks.insert(block, whole);
            }
            let (data, behind) = rest.split_at(len);
            if let Some(written) = over.blocks.get_mut(&block) {
                written[place..place + len].copy_from_slice(data);
            }
            rest = behind;
        }
        over.len = over.len.max(offset + data.len() as u64);
        Ok(())
    }

    fn close(&self) -> io::Result<()> {
        self.file.close()
    }

    // The file is read: a lock that is shared keeps writers away.
    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_shared_range(start, end)
    }

    fn try_lock_shared_range(
        &self,
        start: Bound<u64>,
        end: Bound<u64>,
    ) -> Result<bool, BackendError> {
        self.file.try_lock_shared_range(start, end)
    }

    fn lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.lock_shared_range(start, end)
    }

    fn lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.unlock_range(start, end)
    }

    fn query_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.query_lock_range(start, end)
    }
}
