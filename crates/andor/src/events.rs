//! `andor solve --events FILE`: the progress of a search as JSON lines, an object a second, and the answer.
//!
//! A line is written at once, so that a program can follow the file while the search runs.

use crate::exit::{Failure, NOT_WRITTEN};
use crate::output::Destination;
use andor_solver::{Progress, Report};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time between two events.
const EVERY: Duration = Duration::from_secs(1);

/// How far a search is.
#[derive(Serialize)]
struct Event<'a> {
    /// Wall-clock time since the start of the process.
    seconds: f64,
    nodes: u64,
    expansions: u64,
    playouts: u64,
    solved: u64,
    memory_bytes: usize,
    #[serde(flatten)]
    rest: Rest<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Rest<'a> {
    During(During),
    End { report: &'a Report },
}

/// What is known while the search runs.
#[derive(Serialize)]
struct During {
    chance: Option<f32>,
    expected_work: Option<f32>,
    proof_number: Option<u32>,
    disproof_number: Option<u32>,
    depth: Option<u16>,
    lower_bound: Option<i16>,
    upper_bound: Option<i16>,
    valued_moves: Option<(usize, usize)>,
    part: Option<(u16, u16)>,
    share_done: Option<(f32, f32)>,
    /// The least and the most nodes that are left, as a forecast; without an upper bound the second is null.
    nodes_left: Option<(f64, Option<f64>)>,
    /// The same in seconds.
    seconds_left: Option<(f64, Option<f64>)>,
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
    pub fn hear(&mut self, progress: &Progress) {
        if self.last.is_some_and(|last| last.elapsed() < EVERY) {
            return;
        }
        self.last = Some(Instant::now());
        let seconds = self.started.elapsed().as_secs_f64();
        let proof_numbers = progress.proof_numbers.unzip();
        let margins = progress.margins.unzip();
        let left = |spent: f64| left(progress, spent);
        let during = During {
            chance: progress.chance,
            expected_work: progress.expected_work,
            proof_number: proof_numbers.0,
            disproof_number: proof_numbers.1,
            depth: progress.depth,
            lower_bound: margins.0,
            upper_bound: margins.1,
            valued_moves: progress.valued_moves,
            part: progress.part,
            share_done: progress.done,
            nodes_left: left(progress.nodes as f64),
            seconds_left: left(seconds),
        };
        let written = self.write(&Event {
            seconds,
            nodes: progress.nodes,
            expansions: progress.expansions,
            playouts: progress.playouts,
            solved: progress.solved,
            memory_bytes: progress.memory,
            rest: Rest::During(during),
        });
        // The search goes on; the end says that the file is not whole.
        self.failed = self.failed.take().or(written.err());
    }

    /// Writes the answer.
    pub fn finish(mut self, report: &Report) -> Result<()> {
        let event = Event {
            seconds: self.started.elapsed().as_secs_f64(),
            nodes: report.nodes,
            expansions: report.expansions,
            playouts: report.playouts,
            solved: report.solved,
            memory_bytes: report.memory_bytes,
            rest: Rest::End { report },
        };
        match self.failed.take().or(self.write(&event).err()) {
            Some(error) => Err(failure(&self.named, &error)).context("the answer was found"),
            None => Ok(()),
        }
    }

    fn write(&mut self, event: &Event<'_>) -> io::Result<()> {
        let mut line = serde_json::to_vec(event)?;
        line.push(b'\n');
        self.file.write_all(&line)
    }
}

/// A range of what is left of a search that has spent so much; nothing if the search is a part of the work.
fn left(progress: &Progress, spent: f64) -> Option<(f64, Option<f64>)> {
    let (least, most) = progress.done.filter(|_| !progress.is_partial())?;
    let rest = |share: f32| (share > 0.0).then(|| spent * (1.0 / f64::from(share) - 1.0).max(0.0));
    Some((rest(most)?, rest(least)))
}

fn failure(named: &Path, error: &io::Error) -> Failure {
    let words = format!("file \"{}\": cannot be written: {error}", named.display());
    Failure { code: NOT_WRITTEN, words }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_follows_from_the_share() {
        let progress = |done, part| Progress { done, part, ..Progress::default() };
        assert_eq!(left(&progress(None, None), 100.0), None);
        assert_eq!(left(&progress(Some((0.25, 0.5)), None), 100.0), Some((100.0, Some(300.0))));
        assert_eq!(left(&progress(Some((0.0, 1.0)), None), 100.0), Some((0.0, None)));
        assert_eq!(left(&progress(Some((0.25, 0.5)), Some((1, 2))), 100.0), None);
    }
}
