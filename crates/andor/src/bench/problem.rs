//! One problem of a set: its solution within a limit of processor time, as a JSON object.
//!
//! Two kinds of objects describe a problem. A problem that was read has the fields of the report of
//! `andor solve` and `processor_seconds`. A file that cannot be read has `file` and `error`.

use super::problems::Arguments;
use crate::game_options::GameOptions;
use crate::input::from_file;
use crate::processor;
use crate::search_args::settings_of;
use andor_solver::{Report, Settings, Stop};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The clock is read this often.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// A problem and what became of it.
pub struct Entry(pub Value);

impl Entry {
    /// A file that could not be read, or a problem that could not be solved as it was asked.
    pub fn refused(path: &str, error: &anyhow::Error) -> Entry {
        Entry(json!({ "file": path, "error": format!("{error:#}") }))
    }

    /// The name of the file, without its folder.
    pub fn name(&self) -> &str {
        let path = Path::new(self.0["file"].as_str().unwrap_or_default());
        path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
    }

    /// Why there is no report.
    pub fn error(&self) -> Option<&str> {
        self.0["error"].as_str()
    }

    /// Is there an answer?
    pub fn is_solved(&self) -> bool {
        self.error().is_none() && self.0["stop_reason"].is_null()
    }

    /// The processor time in seconds.
    pub fn seconds(&self) -> f64 {
        self.0["processor_seconds"].as_f64().unwrap_or_default()
    }

    /// The nodes of the search.
    pub fn nodes(&self) -> u64 {
        self.0["nodes"].as_u64().unwrap_or_default()
    }

    /// The answer in two or three words.
    pub fn answer(&self) -> String {
        match self.0["winner"].as_str() {
            Some(winner) => format!("{winner} wins"),
            None if self.is_solved() => "no win".to_string(),
            None => "not solved".to_string(),
        }
    }

    /// The best move of a solved problem.
    pub fn best(&self) -> &str {
        let best = self.0["best_move"].as_str().filter(|_| self.is_solved());
        best.unwrap_or_default()
    }
}

/// Solves the problem of a file in this process.
pub fn solve(
    path: &str,
    arguments: &Arguments,
    options: &GameOptions,
    interrupted: &AtomicBool,
) -> Entry {
    let solved = || -> Result<Entry> {
        let started = processor::used();
        let problem = from_file(path, arguments.game.as_deref(), None)?;
        let problem = options.of_problem(problem)?;
        let stop = Arc::new(AtomicBool::new(false));
        let game = problem.open()?;
        let settings = settings_of(&arguments.how, options, &*game, stop.clone())?;
        let settings = Settings { nodes: arguments.nodes, ..settings };
        let limit = arguments.limit * u32::try_from(arguments.how.threads).unwrap_or(1);
        let (report, is_late) =
            watched(started + limit, &stop, interrupted, || game.solve(&settings, None));
        let report = Report { file: Some(path.to_string()), ..report? };
        let stop_reason = match report.stop_reason {
            Some(Stop::Interrupted) if is_late => Some(Stop::Time),
            other => other,
        };
        let mut value = serde_json::to_value(Report { stop_reason, ..report })
            .context("the answer cannot be written")?;
        value["processor_seconds"] = (processor::used() - started).as_secs_f64().into();
        Ok(Entry(value))
    };
    solved().unwrap_or_else(|error| Entry::refused(path, &error))
}

/// Does some work, and sets `stop` when the processor time reaches the limit or the user
/// interrupts. Says whether the limit was reached.
fn watched<T>(
    limit: Duration,
    stop: &AtomicBool,
    interrupted: &AtomicBool,
    work: impl FnOnce() -> T,
) -> (T, bool) {
    let (done, waits) = channel::<()>();
    let is_late = AtomicBool::new(false);
    let late = &is_late;
    let result = std::thread::scope(|scope| {
        scope.spawn(move || {
            while waits.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                late.fetch_or(processor::used() >= limit, Ordering::Relaxed);
                if late.load(Ordering::Relaxed) || interrupted.load(Ordering::Relaxed) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let result = work();
        drop(done);
        result
    });
    (result, is_late.into_inner())
}
