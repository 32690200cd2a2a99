//! The process of one position of a batch: reads the object of the position, writes its line.
//!
//! Standard input stays open as long as somebody waits for the line. When it is closed, the search
//! ends with what it knows.

use super::entry::{Entry, Place};
use super::question::BatchQuestion;
use crate::game_options::GameOptions;
use crate::interrupt::on_interrupt;
use crate::output::write_line;
use crate::processor;
use crate::processor_time::solve_within;
use crate::solve_args::{Arguments, settings};
use crate::watchdog::Watchdog;
use andor_solver::Report;
use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::{Map, Value};
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The line of a position that was searched.
#[derive(Serialize)]
struct SolvedLine<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game_number: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agrees: Option<bool>,
    #[serde(flatten)]
    report: &'a Report,
    processor_seconds: f64,
    #[serde(flatten)]
    question: BatchQuestion,
}

/// The line of a position that could not be searched.
#[derive(Serialize)]
struct RefusedLine<'a> {
    name: &'a str,
    error: &'a str,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// The line of an entry that could not be searched.
pub fn refused(entry: &Entry, error: &str) -> String {
    let mut rest = entry.object();
    rest.remove("name");
    let line = RefusedLine { name: &entry.name, error, rest };
    serde_json::to_string(&line).unwrap_or_default()
}

/// Reads a position, and writes its line.
pub fn run(arguments: &Arguments, options: &GameOptions, started: Instant) -> Result<ExitCode> {
    let stop = on_interrupt()?;
    let mut text = String::new();
    io::stdin().read_line(&mut text).context("standard input: cannot be read")?;
    let object = serde_json::from_str(&text).context("standard input: no object")?;
    let entry = Entry::of_object(&object, Path::new(""))?;
    let entry = entry.first().context("standard input: no position")?;
    let cut = stop.clone();
    std::thread::spawn(move || {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        cut.store(true, Ordering::Relaxed);
    });
    let line = solve(entry, arguments, options, stop, started);
    write_line(&line.unwrap_or_else(|error| refused(entry, &format!("{error:#}"))))?;
    Ok(ExitCode::SUCCESS)
}

fn solve(
    entry: &Entry,
    arguments: &Arguments,
    options: &GameOptions,
    stop: Arc<AtomicBool>,
    started: Instant,
) -> Result<String> {
    let watchdog = arguments.time.map(|time| Watchdog::new(started, time));
    let game = entry.problem(options, arguments.position.moves.as_deref())?.open()?;
    drop(watchdog);
    let mut settings = settings(arguments, options, &*game, stop)?;
    settings.time = settings.time.map(|time| time.saturating_sub(started.elapsed()));
    let report = solve_within(arguments.processor_time, &*game, &settings, None)?;
    let report = Report { file: entry.file().cloned(), ..report };
    let value = serde_json::to_value(&report).context("the answer cannot be written")?;
    let line = SolvedLine {
        name: &entry.name,
        link: match &entry.place {
            Some(Place::Link(link)) => Some(link),
            _ => None,
        },
        game_number: match entry.place {
            Some(Place::File { number, .. }) => number,
            _ => None,
        },
        expected: entry.expected.map(|expected| expected.name()),
        agrees: entry.expected.and_then(|expected| expected.agrees(&value)),
        report: &report,
        processor_seconds: processor::used().as_secs_f64(),
        question: BatchQuestion::new(arguments, options)?,
    };
    serde_json::to_string(&line).context("the answer cannot be written")
}
