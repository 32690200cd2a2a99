//! A file in the making: it has a name of its own beside the path that it gets when it is complete.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Tells the parts of a process apart.
static NUMBER: AtomicU32 = AtomicU32::new(0);

/// A file in the making, which is removed at the end of its life.
pub(crate) struct Part {
    path: PathBuf,
    file: File,
}

impl Part {
    /// A new file in the folder of this path.
    pub(crate) fn beside(path: &Path) -> io::Result<Part> {
        let name = path.file_name().ok_or(ErrorKind::InvalidInput)?.to_string_lossy();
        let process = std::process::id();
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = path.with_file_name(format!(".{name}.{process}-{number}.part"));
            match File::options().read(true).write(true).create_new(true).open(&path) {
                // A process with this number was killed once.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                opened => return Ok(Part { path, file: opened? }),
            }
        }
    }

    /// The file.
    pub(crate) fn file(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Gives the file this path, if there is nothing yet.
    pub(crate) fn name(self, path: &Path) -> io::Result<()> {
        match std::fs::hard_link(&self.path, path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
            // Some systems of files have no second names.
            Err(_) if !path.exists() => std::fs::rename(&self.path, path),
            named => named,
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
