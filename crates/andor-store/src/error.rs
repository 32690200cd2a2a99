//! Why a store cannot be used.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A store that cannot be used: the file, the problem, what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("store \"{}\": {problem}; expected {expected}", path.display())]
pub struct StoreError {
    /// The file.
    pub path: PathBuf,
    /// The problem.
    pub problem: String,
    /// The expected state.
    pub expected: String,
    /// Is the file all right, and only used by another process at the moment?
    pub is_busy: bool,
    /// Is the file all right or not there, and only the room on the disk missing?
    pub is_full: bool,
}

impl StoreError {
    pub(crate) fn new(path: &Path, problem: impl Into<String>, expected: &str) -> StoreError {
        let (problem, expected) = (problem.into(), expected.to_string());
        StoreError { path: path.to_path_buf(), problem, expected, is_busy: false, is_full: false }
    }

    /// Another process kept the file for so long.
    pub(crate) fn busy(path: &Path, patience: Duration) -> StoreError {
        let problem = format!("another process has used it for {} s", patience.as_secs());
        let expected = "a store that others use for moments only";
        StoreError { is_busy: true, ..StoreError::new(path, problem, expected) }
    }

    pub(crate) fn damaged(path: &Path, how: &str) -> StoreError {
        StoreError::new(
            path,
            format!("it is damaged ({how})"),
            "a whole store, such as a copy of it",
        )
    }

    pub(crate) fn missing(path: &Path) -> StoreError {
        let expected = "a file that andor solve --store wrote";
        StoreError::new(path, "there is no such file", expected)
    }

    pub(crate) fn none(path: &Path) -> StoreError {
        StoreError::new(path, "it is no store", "a file that andor solve --store wrote")
    }

    /// A file of an earlier run that ended before the store was made.
    pub(crate) fn unfinished(path: &Path) -> StoreError {
        let problem =
            "it is no store: it holds nothing, as if a run had ended while it made the store";
        let expected = "a store or no file; remove it, and the next run makes a new store";
        StoreError::new(path, problem, expected)
    }

    /// An error of the system.
    pub(crate) fn io(path: &Path, error: &std::io::Error) -> StoreError {
        match error.kind() {
            ErrorKind::NotFound => StoreError::missing(path),
            // A limit on the size of files is met where a disk would be full.
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                let problem = format!("there is no room for it ({error})");
                StoreError { is_full: true, ..StoreError::new(path, problem, "a disk with room") }
            }
            _ => {
                let problem = format!("it cannot be used ({error})");
                StoreError::new(path, problem, "a file that can be read and written")
            }
        }
    }
}
