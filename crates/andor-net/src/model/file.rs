//! Model files on disk.

use super::{Encoding, Model, ModelError};
use std::fs::{File, OpenOptions};
use std::io::{Error, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The most bytes of a file that is read; the largest network has fewer.
const LARGEST: u64 = 1 << 28;

/// Why a model could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    #[source]
    pub problem: FileProblem,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum FileProblem {
    /// The system refuses it.
    #[error(transparent)]
    System(#[from] Error),
    /// The file is longer than any model.
    #[error("more than {LARGEST} bytes; expected a model file")]
    Large,
    /// The bytes are no model.
    #[error(transparent)]
    Model(#[from] ModelError),
}

impl Model {
    /// Reads a file.
    pub fn read(path: impl AsRef<Path>) -> Result<Model, FileError> {
        let path = path.as_ref();
        let read = || -> Result<Model, FileProblem> {
            let mut bytes = Vec::new();
            File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
            if bytes.len() as u64 > LARGEST {
                return Err(FileProblem::Large);
            }
            Ok(Model::decode(&bytes)?)
        };
        read().map_err(|problem| FileError { path: path.to_path_buf(), problem })
    }

    /// Writes a file. A file that is there already is replaced at once, when all bytes are on disk;
    /// if anything goes wrong, the old file stays.
    pub fn write(&self, path: impl AsRef<Path>, encoding: Encoding) -> Result<(), FileError> {
        let path = path.as_ref();
        let write = || -> Result<(), FileProblem> { Ok(replace(path, &self.encode(encoding)?)?) };
        write().map_err(|problem| FileError { path: path.to_path_buf(), problem })
    }
}

/// Writes the bytes beside a path and gives the new file the name of the path.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let part = path.with_file_name(format!(".andor-net-{}-{number}.part", std::process::id()));
    let mut file = OpenOptions::new().write(true).create_new(true).open(&part)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    let done = written.and_then(|()| std::fs::rename(&part, path));
    if done.is_err() {
        // The first error tells more than an error of the cleaning.
        let _ = std::fs::remove_file(&part);
    }
    done
}
