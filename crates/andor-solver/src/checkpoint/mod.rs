//! Checkpoints: a search that was killed goes on where it was last saved.
//!
//! A checkpoint keeps the tables that the threads of a search share (solved positions, patterns,
//! proof numbers, the table of alpha-beta, the tree of expected work search), and with the values
//! of all moves the finished moves and their proofs. Trees of other best-first searches are not
//! kept: with what is solved they grow again. A thread of its own saves the tables while the search
//! goes on, because every entry is true by itself.
//!
//! A checkpoint belongs to one problem and one way to solve it. The threads, the seed, the memory
//! and the limits may change from run to run. Only one process at a time uses a checkpoint.

mod file;
pub(crate) mod lock;

use crate::error::BadInput;
use andor_core::lock;
use andor_search::save::Lasting;
use file::{Header, Reader};
use lock::FileLock;
use std::mem::take;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The usual time between two saves.
const EVERY: Duration = Duration::from_secs(60);

/// What earlier runs of a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Before {
    /// Wall-clock time in seconds.
    pub seconds: f64,
    /// Nodes.
    pub nodes: u64,
}

/// A finished move: its text, and its value in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finished {
    pub(crate) mv: String,
    pub(crate) value: String,
}

/// The finished moves, and the certificate of their proofs as bytes; empty if there is none.
#[derive(Clone, Default)]
struct Kept {
    moves: Vec<Finished>,
    proofs: Arc<Vec<u8>>,
}

/// Keeps the checkpoint of one run.
pub(crate) struct Keeper<'a> {
    file: &'a Path,
    every: Duration,
    /// What the checkpoint is about: names and values that must agree.
    subject: Vec<(&'static str, String)>,
    /// The open file of an earlier run, until its tables are loaded.
    saved: Mutex<Option<Reader>>,
    before: Option<Before>,
    kept: Mutex<Kept>,
    started: Instant,
    /// Why the last save failed, if it did.
    failed: Mutex<Option<String>>,
    /// Locked as long as the run lasts.
    _lock: FileLock,
}

impl<'a> Keeper<'a> {
    /// Opens a checkpoint about a subject. A file that is there is read as far as its tables.
    pub(crate) fn open(
        path: &'a Path,
        every: Option<Duration>,
        subject: Vec<(&'static str, String)>,
    ) -> Result<Keeper<'a>, BadInput> {
        let lock = locked(path)?;
        let mut saved = Reader::open(path).map_err(|problem| refused(path, &problem))?;
        let (mut before, mut kept) = (None, Kept::default());
        if let Some(reader) = &mut saved {
            let Header { fields, seconds, nodes, moves } = &reader.header;
            let differs = subject.iter().find_map(|(name, wanted)| {
                let found = fields.iter().find(|(field, _)| field == name).map(|(_, value)| value);
                (found != Some(wanted)).then_some((name, wanted, found))
            });
            if let Some((name, wanted, found)) = differs {
                let problem = match found {
                    Some(found) => format!("it is about the {name} \"{found}\", not \"{wanted}\""),
                    None => {
                        format!("it has no line \"{name}\", as another build of Andor wrote it")
                    }
                };
                return Err(refused(path, &problem));
            }
            before = Some(Before { seconds: *seconds, nodes: *nodes });
            kept = Kept { moves: moves.clone(), proofs: Arc::new(take(&mut reader.proofs)) };
        }
        file::try_out(path).map_err(|error| {
            let place = place(path);
            BadInput::Request(format!(
                "{place}: it cannot be written ({error}); expected a file in a folder that can be written"
            ))
        })?;
        Ok(Keeper {
            file: path,
            every: every.unwrap_or(EVERY),
            subject,
            saved: Mutex::new(saved),
            before,
            kept: Mutex::new(kept),
            started: Instant::now(),
            failed: Mutex::default(),
            _lock: lock,
        })
    }

    /// The time between two saves.
    pub(crate) fn every(&self) -> Duration {
        self.every
    }

    /// What earlier runs took, if there were any.
    pub(crate) fn before(&self) -> Option<Before> {
        self.before
    }

    /// Why the last save failed, if it did.
    pub(crate) fn failed(&self) -> Option<String> {
        lock(&self.failed).clone()
    }

    /// Loads the tables of an earlier run, if there was one.
    pub(crate) fn load(&self, tables: &[&dyn Lasting]) -> Result<(), BadInput> {
        let Some(reader) = lock(&self.saved).take() else { return Ok(()) };
        reader.tables(tables).map_err(|problem| refused(self.file, &problem))
    }

    /// The finished moves of earlier runs.
    pub(crate) fn moves(&self) -> Vec<Finished> {
        lock(&self.kept).moves.clone()
    }

    /// The certificate of the finished moves, if there is one.
    pub(crate) fn proofs(&self) -> Option<Arc<Vec<u8>>> {
        Some(lock(&self.kept).proofs.clone()).filter(|bytes| !bytes.is_empty())
    }

    /// Notes more finished moves, and the certificate with their proofs.
    pub(crate) fn finish(&self, moves: Vec<Finished>, proofs: Vec<u8>) {
        let mut kept = lock(&self.kept);
        kept.moves.extend(moves);
        kept.proofs = Arc::new(proofs);
    }

    /// Saves the tables and what is finished, after so many nodes of this run. A save that fails
    /// leaves the file as it was, and the search goes on.
    pub(crate) fn save(&self, tables: &[&dyn Lasting], nodes: u64) {
        let Kept { moves, proofs } = lock(&self.kept).clone();
        let before = self.before.unwrap_or_default();
        let fields = self.subject.iter().map(|(name, value)| (name.to_string(), value.clone()));
        let header = Header {
            fields: fields.collect(),
            seconds: before.seconds + self.started.elapsed().as_secs_f64(),
            nodes: before.nodes + nodes,
            moves,
        };
        let saved = file::write(self.file, &header, &proofs, tables);
        *lock(&self.failed) = saved
            .err()
            .map(|error| format!("{}: it could not be saved ({error})", place(self.file)));
    }
}

/// The name of a checkpoint in messages.
fn place(path: &Path) -> String {
    format!("checkpoint \"{}\"", path.display())
}

fn refused(path: &Path, problem: &str) -> BadInput {
    let expected = "expected a checkpoint of the same problem and settings, or none: move it away to begin anew";
    BadInput::Request(format!("{}: {problem}; {expected}", place(path)))
}

/// Takes the lock of a checkpoint.
fn locked(checkpoint: &Path) -> Result<FileLock, BadInput> {
    let place = place(checkpoint);
    match FileLock::take(&file::beside(checkpoint, "lock")) {
        Ok(Some(lock)) => Ok(lock),
        Ok(None) => Err(BadInput::Request(format!(
            "{place}: another process uses it; expected a checkpoint of its own for each process"
        ))),
        Err(error) => Err(BadInput::Request(format!(
            "{place}: it cannot be written ({error}); expected a file in a folder that can be written"
        ))),
    }
}
