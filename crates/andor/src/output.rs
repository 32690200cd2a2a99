//! Files that the command writes: certificates, SGF files, sets of positions.
//!
//! A destination is opened before the work, so that a path that cannot be written is refused before
//! the work. The bytes go to a new file with a name of its own in the folder of the destination
//! (the part file). A rename puts the complete part file in the place of the destination, with the
//! permissions of the old file. So the destination is the old file or the complete new file at any
//! time. The part file is removed if the writing fails, on Ctrl-C, and on a panic.

use crate::exit::{Failure, NOT_WRITTEN};
use andor_checker::Source;
use andor_core::lock;
use andor_solver::Overflow;
use anyhow::{Result, bail};
use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io::{self, BufReader, Cursor, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

/// The path that means standard output.
const STANDARD_OUTPUT: &str = "-";

/// The part files that exist.
static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn parts() -> MutexGuard<'static, Vec<PathBuf>> {
    lock(&PARTS)
}

/// Removes all part files. A part file that cannot be removed stays.
fn remove_all(parts: &mut Vec<PathBuf>) {
    parts.drain(..).for_each(|part| _ = std::fs::remove_file(part));
}

/// Removes the part files and ends the command.
pub fn exit(code: u8) -> ! {
    // Held to the end: no other thread makes a part file or renames one.
    let mut parts = parts();
    remove_all(&mut parts);
    std::process::exit(code.into())
}

/// Makes a panic of any thread remove the part files and abort the command.
pub fn abort_on_panic() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if andor_solver::store::is_guarded() {
            return;
        }
        // The thread that panics may hold the lock.
        if let Ok(mut parts) = PARTS.try_lock() {
            remove_all(&mut parts);
        }
        usual(panic);
        std::process::abort();
    }));
}

/// Writes a line to standard output.
pub fn write_line(text: &str) -> Result<()> {
    said(writeln!(io::stdout(), "{text}"))
}

/// The end of writing words for the user. A reader that has closed the pipe is no error.
pub fn said(written: io::Result<()>) -> Result<()> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let words = format!("the answer cannot be written: {error}");
            Err(Failure { code: NOT_WRITTEN, words }.into())
        }
        _ => Ok(()),
    }
}

/// Where a file is written to.
pub struct Destination {
    /// The path as it was given, for messages.
    named: PathBuf,
    to: DestinationKind,
}

enum DestinationKind {
    StandardOutput,
    /// A plain file; with the data of the old file, if there is one.
    File(PathBuf, Option<Metadata>),
}

impl Destination {
    /// Opens a destination and changes nothing. What exists and is no plain file is refused, and so
    /// is a path that cannot be written. A symbolic link stays: the destination is the file behind
    /// the link.
    pub fn open(named: &Path) -> Result<Destination> {
        let to = if named == Path::new(STANDARD_OUTPUT) {
            DestinationKind::StandardOutput
        } else {
            let place = format!("file \"{}\"", named.display());
            let failed = |error: io::Error| {
                let expected = "expected a plain file in a folder that takes new files";
                let words = format!("{place}: cannot be written ({error}); {expected}");
                Failure { code: NOT_WRITTEN, words }
            };
            if let Some(kind) = unfit(named).map_err(failed)? {
                bail!("{place}: {kind}; expected a plain file, or - for standard output");
            }
            let (path, old) = resolved(named).map_err(failed)?;
            tried(&path, old.as_ref()).map_err(failed)?;
            DestinationKind::File(path, old)
        };
        Ok(Destination { named: named.to_path_buf(), to })
    }

    /// Does the file go to standard output? Then the words for the user go to standard error.
    pub fn is_standard_output(&self) -> bool {
        matches!(self.to, DestinationKind::StandardOutput)
    }

    /// Writes a line for the user.
    pub fn write_line(&self, text: &str) -> Result<()> {
        match self.is_standard_output() {
            true => said(writeln!(io::stderr(), "{text}")),
            false => write_line(text),
        }
    }

    /// Temporary files in the folder of the destination; for standard output, in the usual folder
    /// for such files.
    pub fn overflow(&self) -> Overflow {
        let beside = match &self.to {
            DestinationKind::StandardOutput => std::env::temp_dir().join(STANDARD_OUTPUT),
            DestinationKind::File(path, _) => path.clone(),
        };
        Overflow::to(move || {
            let place = |error: io::Error| {
                let words = format!("folder \"{}\": {error}", folder(&beside).display());
                io::Error::new(error.kind(), words)
            };
            Ok(Box::new(PartFile::unnamed(&beside).map_err(place)?))
        })
    }

    /// Writes the file, if `accept` agrees to the bytes as they were written.
    pub fn write(
        &self,
        bytes: &[u8],
        accept: impl FnOnce(&mut dyn Source) -> Result<()>,
    ) -> Result<()> {
        self.copy(Cursor::new(bytes), accept)
    }

    /// Copies the file from a source, if `accept` agrees to the bytes as they were written.
    pub fn copy(
        &self,
        mut source: impl Source,
        accept: impl FnOnce(&mut dyn Source) -> Result<()>,
    ) -> Result<()> {
        let failed = |error: io::Error| Failure {
            code: NOT_WRITTEN,
            words: format!("file \"{}\": cannot be written: {error}", self.named.display()),
        };
        let (path, old) = match &self.to {
            DestinationKind::StandardOutput => {
                accept(&mut source)?;
                let mut out = io::stdout().lock();
                source.rewind().map_err(failed)?;
                io::copy(&mut source, &mut out).and_then(|_| out.flush()).map_err(failed)?;
                return Ok(());
            }
            DestinationKind::File(path, old) => (path, old.as_ref()),
        };
        let mut part = PartFile::new(path, old).map_err(failed)?;
        io::copy(&mut source, &mut part.file).map_err(failed)?;
        part.file.sync_all().map_err(failed)?;
        part.file.rewind().map_err(failed)?;
        accept(&mut BufReader::new(&part.file))?;
        Ok(part.finish(path, old).map_err(failed)?)
    }
}

/// The data of the file at a path, behind symbolic links, if there is a file.
fn data(path: &Path) -> io::Result<Option<Metadata>> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        data => data.map(Some),
    }
}

/// What a path leads to, in words, if no plain file can stand there.
fn unfit(path: &Path) -> io::Result<Option<&'static str>> {
    if path.file_name().is_none() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Ok(Some("the name of a folder"));
    }
    Ok(data(path)?.filter(|data| !data.is_file()).map(|data| kind(data.file_type())))
}

/// The file behind the symbolic links of a path, and its data if there is such a file.
fn resolved(path: &Path) -> io::Result<(PathBuf, Option<Metadata>)> {
    if let Some(data) = data(path)? {
        return Ok((std::fs::canonicalize(path)?, Some(data)));
    }
    // A new file, perhaps behind links, which end: a circle of links is no file that is not found.
    let mut path = path.to_path_buf();
    while let Ok(next) = std::fs::read_link(&path) {
        path = folder(&path).join(next);
    }
    Ok((path, None))
}

/// A kind of file that is not written to, in words.
fn kind(found: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if found.is_fifo() {
            return "a FIFO";
        } else if found.is_socket() {
            return "a socket";
        } else if found.is_char_device() || found.is_block_device() {
            return "a device";
        }
    }
    if found.is_dir() { "a folder" } else { "no plain file" }
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Tries whether a file could be written: the old file may be changed, and the folder takes a new
/// file.
fn tried(path: &Path, old: Option<&Metadata>) -> io::Result<()> {
    if old.is_some() {
        OpenOptions::new().append(true).open(path)?;
    }
    PartFile::new(path, old)?;
    Ok(())
}

/// A part file; removed when dropped.
struct PartFile {
    file: File,
    path: PathBuf,
}

impl PartFile {
    /// A new part file beside a file.
    fn new(beside: &Path, old: Option<&Metadata>) -> io::Result<PartFile> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        if old.is_some() {
            // Nobody else reads the new content before the permissions of the old file are set.
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        let mut parts = parts();
        let mut number = 0;
        loop {
            let name = format!(".andor-{}-{number}.part", std::process::id());
            let path = folder(beside).join(name);
            match options.open(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
                Ok(file) => {
                    parts.push(path.clone());
                    return Ok(PartFile { file, path });
                }
            }
        }
    }

    /// A temporary file in the folder of a file. On Unix it loses its name at once, so that not
    /// even a kill leaves it behind.
    fn unnamed(beside: &Path) -> io::Result<PartFile> {
        let part = PartFile::new(beside, None)?;
        #[cfg(unix)]
        part.remove();
        Ok(part)
    }

    /// Removes the file. What is open stays readable.
    fn remove(&self) {
        let mut parts = parts();
        if parts.contains(&self.path) {
            let _ = std::fs::remove_file(&self.path);
            parts.retain(|path| *path != self.path);
        }
    }

    /// Puts the part file in the place of a file, with the permissions and the owner of the old
    /// file.
    fn finish(self, target: &Path, old: Option<&Metadata>) -> io::Result<()> {
        if let Some(old) = old {
            #[cfg(unix)]
            {
                use std::os::unix::fs::{MetadataExt, fchown};
                // Only root gives files away; others keep at least the group, where they may.
                let owned = fchown(&self.file, Some(old.uid()), Some(old.gid()));
                let _ = owned.or_else(|_| fchown(&self.file, None, Some(old.gid())));
            }
            self.file.set_permissions(old.permissions())?;
        }
        let mut parts = parts();
        std::fs::rename(&self.path, target)?;
        parts.retain(|path| *path != self.path);
        Ok(())
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        self.remove();
    }
}

impl Read for PartFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.read(buffer)
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for PartFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
