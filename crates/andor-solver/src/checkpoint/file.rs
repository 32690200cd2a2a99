//! The file of a checkpoint.
//!
//! ```text
//! andor checkpoint 1              the kind of file and its version
//! a line for each field           NAME: VALUE, what must agree with the run that goes on
//! seconds: S, nodes: N            what it took so far
//! move: MOVE VALUE                a line for each finished move
//! (an empty line)
//! the length of the certificate in eight bytes, and the certificate of the finished moves
//! the tables, one after another   (andor_search::save)
//! the CRC-32 of all of the above in four bytes
//! ```
//!
//! The file is written beside its place, flushed to the disk, and renamed: at every moment there is
//! a whole file or none.

use super::Finished;
use andor_search::save::Lasting;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Take, Write};
use std::path::{Path, PathBuf};

/// The first word of the file.
const KIND: &str = "andor checkpoint";

/// The version of the format. The program's own version is a field: tables of another version may
/// mean something else.
const VERSION: u32 = 1;

/// The lines of a header are shorter than this together.
const LONGEST_HEADER: u64 = 64 << 20;

/// Bytes that are read or written at a time.
const BUFFER: usize = 1 << 20;

/// The readable part.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Header {
    pub(super) fields: Vec<(String, String)>,
    pub(super) seconds: f64,
    pub(super) nodes: u64,
    pub(super) moves: Vec<Finished>,
}

/// A file beside the checkpoint, with this ending.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// Finds out whether the checkpoint can be written.
pub(super) fn try_out(path: &Path) -> io::Result<()> {
    if path.exists() {
        File::options().append(true).open(path)?;
    }
    let new = beside(path, "new");
    File::create(&new)?;
    std::fs::remove_file(new)
}

/// Writes a checkpoint in the place of the one before.
pub(super) fn write(
    path: &Path,
    header: &Header,
    proofs: &[u8],
    tables: &[&dyn Lasting],
) -> io::Result<()> {
    let new = beside(path, "new");
    let written = write_to(File::create(&new)?, header, proofs, tables);
    written.and_then(|()| std::fs::rename(&new, path)).inspect_err(|_| {
        // What is half written is of no use.
        let _ = std::fs::remove_file(&new);
    })?;
    // The name reaches the disk with its folder, where folders can be flushed.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn write_to(file: File, header: &Header, proofs: &[u8], tables: &[&dyn Lasting]) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(BUFFER, Summed::new(file));
    writeln!(out, "{KIND} {VERSION}")?;
    for (name, value) in &header.fields {
        writeln!(out, "{name}: {}", value.replace('\n', " "))?;
    }
    writeln!(out, "seconds: {}\nnodes: {}", header.seconds, header.nodes)?;
    for Finished { mv, value } in &header.moves {
        writeln!(out, "move: {mv} {value}")?;
    }
    writeln!(out)?;
    out.write_all(&(proofs.len() as u64).to_le_bytes())?;
    out.write_all(proofs)?;
    tables.iter().try_for_each(|table| table.save(&mut out))?;
    let Summed { inner: mut file, sum } =
        out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.write_all(&sum.finalize().to_le_bytes())?;
    file.sync_all()
}

/// A checkpoint that is being read: everything before the tables is read.
pub(super) struct Reader {
    input: BufReader<Summed<Take<File>>>,
    /// The checksum that the file has at its end.
    sum: u32,
    pub(super) header: Header,
    pub(super) proofs: Vec<u8>,
}

impl Reader {
    /// Opens a checkpoint, if the file is there.
    pub(super) fn open(path: &Path) -> Result<Option<Reader>, String> {
        let mut file = match File::open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("it cannot be read ({error})")),
            Ok(file) => file,
        };
        let about = file.metadata().map_err(|error| damaged(&error))?;
        if !about.is_file() {
            return Err("it is no file".to_string());
        }
        let length = about.len().checked_sub(4).ok_or("it is no checkpoint")?;
        let mut sum = [0; 4];
        file.seek(SeekFrom::End(-4))
            .and_then(|_| file.read_exact(&mut sum))
            .and_then(|()| file.rewind())
            .map_err(|error| damaged(&error))?;
        let sum = u32::from_le_bytes(sum);
        let mut input = BufReader::with_capacity(BUFFER, Summed::new(file.take(length)));
        let mut left = LONGEST_HEADER;
        let first = line(&mut input, &mut left).map_err(|_| "it is no checkpoint".to_string())?;
        let version = first.strip_prefix(KIND).map(str::trim).ok_or("it is no checkpoint")?;
        if version != VERSION.to_string() {
            return Err(format!("it has version {version} of the format, not {VERSION}"));
        }
        let mut header = Header::default();
        loop {
            let line = line(&mut input, &mut left).map_err(|error| damaged(&error))?;
            if line.is_empty() {
                break;
            }
            let unknown = || format!("it has the line \"{line}\"");
            let (name, value) = line.split_once(": ").ok_or_else(unknown)?;
            match name {
                "seconds" => header.seconds = value.parse().map_err(|_| unknown())?,
                "nodes" => header.nodes = value.parse().map_err(|_| unknown())?,
                "move" => {
                    let (mv, value) = value.split_once(' ').ok_or_else(unknown)?;
                    header.moves.push(Finished { mv: mv.to_string(), value: value.to_string() });
                }
                _ => header.fields.push((name.to_string(), value.to_string())),
            }
        }
        let mut bytes = [0; 8];
        input.read_exact(&mut bytes).map_err(|error| damaged(&error))?;
        let wanted = u64::from_le_bytes(bytes);
        let mut proofs = Vec::new();
        if wanted > length {
            return Err(damaged(&ErrorKind::UnexpectedEof.into()));
        }
        let read = (&mut input).take(wanted).read_to_end(&mut proofs);
        if read.map_err(|error| damaged(&error))? as u64 != wanted {
            return Err(damaged(&ErrorKind::UnexpectedEof.into()));
        }
        Ok(Some(Reader { input, sum, header, proofs }))
    }

    /// Reads the tables, and checks the whole file.
    pub(super) fn tables(mut self, tables: &[&dyn Lasting]) -> Result<(), String> {
        let input = &mut self.input;
        let loaded = tables.iter().try_for_each(|table| table.load(input));
        loaded.map_err(|error| damaged(&error))?;
        match input.read(&mut [0]) {
            Ok(0) if input.get_ref().sum.clone().finalize() == self.sum => Ok(()),
            Ok(0) => Err("it is damaged: its checksum is wrong".to_string()),
            Ok(_) => Err("it is damaged: it is too long".to_string()),
            Err(error) => Err(damaged(&error)),
        }
    }
}

fn damaged(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::UnexpectedEof => "it is damaged: it ends too early".to_string(),
        _ => format!("it is damaged ({error})"),
    }
}

/// A line without its end.
fn line(input: &mut impl Read, left: &mut u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    loop {
        let mut byte = [0];
        input.read_exact(&mut byte)?;
        *left = left.checked_sub(1).ok_or_else(|| io::Error::other("its header is too long"))?;
        match byte {
            [b'\n'] => break,
            [byte] => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("its header is no text"))
}

/// What is read or written, with the checksum of it.
struct Summed<T> {
    inner: T,
    sum: crc32fast::Hasher,
}

impl<T> Summed<T> {
    fn new(inner: T) -> Summed<T> {
        Summed { inner, sum: crc32fast::Hasher::new() }
    }
}

impl<T: Write> Write for Summed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T: Read> Read for Summed<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(bytes)?;
        self.sum.update(&bytes[..read]);
        Ok(read)
    }
}
