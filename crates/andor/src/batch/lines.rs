//! The output of a batch: JSON lines on standard output, or in a file from which a batch goes on.
//!
//! A line is written at once, at the end of the file, so that a kill loses the line that is being
//! written at most. The next run drops such a cut line.

use super::question::BatchQuestion;
use crate::exit::{Failure, NOT_WRITTEN};
use crate::live;
use crate::output::{Destination, said};
use anyhow::{Result, bail};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

/// How every line begins.
const START: &[u8] = b"{\"name\":\"";

/// Where the lines go.
enum Output {
    StandardOutput,
    File(File, PathBuf),
}

/// The lines of a batch.
pub struct BatchLines {
    to: Output,
    /// The lines of the file about each position.
    old: HashMap<String, Vec<Value>>,
    /// The lines about positions that could not be read.
    refused: HashSet<String>,
}

impl BatchLines {
    /// Opens the file, or standard output. A file that holds something else is refused and not
    /// changed.
    pub fn open(named: Option<&Path>) -> Result<BatchLines> {
        let (old, refused) = (HashMap::new(), HashSet::new());
        let mut lines = BatchLines { to: Output::StandardOutput, old, refused };
        let Some(named) = named else { return Ok(lines) };
        if Destination::open(named)?.is_standard_output() {
            return Ok(lines);
        }
        let failed = |error| failure(named, &error);
        let options = OpenOptions::new().read(true).append(true).create(true).open(named);
        let mut file = options.map_err(failed)?;
        let place = format!("file \"{}\"", named.display());
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            bail!(
                "{place}: another process writes to it; expected a file of its own for each batch"
            );
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let kept = lines.take(&place, &bytes)?;
        match bytes.get(kept..) {
            Some([]) | None => {}
            // A whole line without its end.
            Some(rest) if parsed(rest).is_some() => file.write_all(b"\n").map_err(failed)?,
            Some(_) => {
                file.set_len(kept as u64).map_err(failed)?;
                live::tell(&format!("andor: note: {place}: the last line was cut, and is dropped"));
            }
        }
        lines.to = Output::File(file, named.to_path_buf());
        Ok(lines)
    }

    /// Takes the lines of a file; gives the bytes of the lines that have an end.
    fn take(&mut self, place: &str, bytes: &[u8]) -> Result<usize> {
        let mut kept = 0;
        for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            let has_end = line.ends_with(b"\n");
            let is_cut = !has_end && (line.starts_with(START) || START.starts_with(line));
            match parsed(line) {
                Some(value) => self.keep(value, line),
                None if line.trim_ascii().is_empty() || is_cut => {}
                None => bail!(
                    "{place}: line {number}: not a line of a batch; expected a new file, or the file of \
                     an earlier run"
                ),
            }
            kept += if has_end { line.len() } else { 0 };
        }
        Ok(kept)
    }

    fn keep(&mut self, value: Value, line: &[u8]) {
        match value["position"].as_str() {
            Some(position) => self.old.entry(position.to_string()).or_default().push(value),
            None => {
                self.refused.insert(String::from_utf8_lossy(line).trim_end().to_string());
            }
        }
    }

    /// Are there lines of an earlier run?
    pub fn has_old(&self) -> bool {
        !self.old.is_empty()
    }

    /// The line of an earlier run that answers the question about a position; of a solved one, if
    /// there is one.
    pub fn answer(&self, position: &str, question: &BatchQuestion) -> Option<&Value> {
        let fitting = self.old.get(position)?.iter().filter(|line| question.is_answered_by(line));
        fitting.min_by_key(|line| !line["stop_reason"].is_null())
    }

    /// Do the lines go to standard output?
    pub fn is_standard_output(&self) -> bool {
        matches!(self.to, Output::StandardOutput)
    }

    /// Writes a line. Says whether somebody still reads.
    pub fn write(&mut self, line: &str) -> Result<bool> {
        match &mut self.to {
            Output::StandardOutput => {
                let mut out = io::stdout().lock();
                if out.is_terminal() {
                    live::step_aside();
                }
                match out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush()) {
                    Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
                    written => said(written).map(|()| true),
                }
            }
            // The same refusal is not written twice.
            Output::File(..) if self.refused.contains(line) => Ok(true),
            Output::File(file, named) => {
                let written = file.write_all(format!("{line}\n").as_bytes());
                written.map_err(|error| failure(named, &error))?;
                Ok(true)
            }
        }
    }
}

fn failure(named: &Path, error: &io::Error) -> Failure {
    let words = format!("file \"{}\": cannot be written: {error}", named.display());
    Failure { code: NOT_WRITTEN, words }
}

/// The object of a line of a batch.
fn parsed(line: &[u8]) -> Option<Value> {
    let value: Value = serde_json::from_slice(line).ok()?;
    let has = |name: &str| value[name].is_string();
    (has("name") && (has("error") || has("position") && has("question"))).then_some(value)
}
