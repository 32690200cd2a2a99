//! The lock of a checkpoint: a file beside the checkpoint, which is locked while a run lasts.
//!
//! The file stays when the lock is given up. If it were removed, a process that has already opened
//! the removed file and a process that makes a new one could both hold a lock.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// A lock that is held until it is dropped, or until the process ends.
pub struct FileLock {
    _file: File,
}

impl FileLock {
    /// Takes the lock in this file; nothing if another process has it.
    pub fn take(path: &Path) -> io::Result<Option<FileLock>> {
        let file = File::options().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(FileLock { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}
