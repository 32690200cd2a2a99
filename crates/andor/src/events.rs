//! `andor solve --events FILE`: the progress of a search as JSON lines, an object a second, and the
//! answer.
//!
//! A line is written at once, so that a program can follow the file while the search runs.

use crate::exit::{Failure, NOT_WRITTEN};
use crate::output::Destination;
use andor_solver::{Moment, Outlook, Report};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time between two events.
const EVERY: Duration = Duration::from_secs(1);

/// The last event: the totals and the answer.
#[derive(Serialize)]
struct LastEvent<'a> {
    seconds: f64,
    nodes: u64,
    expansions: u64,
    playouts: u64,
    solved: u64,
    memory_bytes: usize,
    /// The settings that the report does not have.
    memory_cap: usize,
    processors: usize,
    report: &'a Report,
}

/// A file of events.
pub struct Events {
    file: File,
    named: PathBuf,
    started: Instant,
    last: Option<Instant>,
    failed: Option<io::Error>,
}

impl Events {
    /// Makes the file anew, for a process that started then.
    pub fn create(named: &Path, started: Instant) -> Result<Events> {
        if Destination::open(named)?.is_standard_output() {
            bail!("--events: standard output has the answer; expected a file");
        }
        let file = File::create(named).map_err(|error| failure(named, &error))?;
        Ok(Events { file, named: named.to_path_buf(), started, last: None, failed: None })
    }

    /// Writes an event, if the last one is old enough.
    pub fn hear(&mut self, outlook: &Outlook) {
        if self.last.is_some_and(|last| last.elapsed() < EVERY) {
            return;
        }
        self.last = Some(Instant::now());
        let written = self.write(&Moment::new(outlook, self.started.elapsed().as_secs_f64()));
        // The search goes on; the end says that the file is not whole.
        self.failed = self.failed.take().or(written.err());
    }

    /// Writes the answer of a search under a cap of memory.
    pub fn finish(mut self, report: &Report, memory_cap: usize) -> Result<()> {
        let event = LastEvent {
            seconds: self.started.elapsed().as_secs_f64(),
            nodes: report.nodes,
            expansions: report.expansions,
            playouts: report.playouts,
            solved: report.solved,
            memory_bytes: report.memory_bytes,
            memory_cap,
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            report,
        };
        match self.failed.take().or(self.write(&event).err()) {
            Some(error) => Err(failure(&self.named, &error)).context("the answer was found"),
            None => Ok(()),
        }
    }

    fn write(&mut self, event: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(event)?;
        line.push(b'\n');
        self.file.write_all(&line)
    }
}

fn failure(named: &Path, error: &io::Error) -> Failure {
    let words = format!("file \"{}\": cannot be written: {error}", named.display());
    Failure { code: NOT_WRITTEN, words }
}
