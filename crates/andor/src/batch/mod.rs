//! Batches of `andor solve`: many positions, each in a process of its own, with a JSON line for
//! each.
//!
//! Every position has a process, also with `--jobs 1`: the clock, the memory and the end of one
//! position are no matter of the others. A file of an earlier run is read first, and the batch goes
//! on from there.

mod compare;
mod entry;
mod lines;
mod natural;
mod progress;
mod question;
mod sources;
mod speed;
mod table;
mod worker;

pub use compare::{Compared, ProblemSet, compare};
pub use entry::Entry;
pub use sources::{Sources, files_of};
pub use table::answer_in_words;
pub use worker::run as work;

use crate::exit::{BAD_INPUT, STOPPED, UNDECIDED};
use crate::game_options::GameOptions;
use crate::interrupt::on_interrupt;
use crate::live::LiveLine;
use crate::output::{said, write_line};
use crate::processes::{self, Lifelines};
use crate::solve_args::Arguments;
use andor_solver::SearchName;
use anyhow::{Context, Result, bail};
use lines::BatchLines;
use progress::BatchProgress;
use question::BatchQuestion;
use serde_json::Value;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use table::{Row, Table};

/// Solves all positions and prints.
pub fn run(
    sources: &Sources,
    arguments: &Arguments,
    options: &GameOptions,
    started: Instant,
) -> Result<ExitCode> {
    refuse_options(arguments)?;
    let entries = sources.entries()?;
    let mut lines = BatchLines::open(arguments.out.as_deref())?;
    let mut batch = Batch::new(&entries, arguments, options);
    batch.take_old(&lines)?;
    batch.solve(&mut lines)?;
    batch.finish(&lines, started)
}

/// Refuses options that are for one position alone, and options that would be wrong for every
/// position.
fn refuse_options(arguments: &Arguments) -> Result<()> {
    for (given, option) in
        [(arguments.proof.is_some(), "--proof"), (arguments.checkpoint.is_some(), "--checkpoint")]
    {
        if given {
            bail!("{option}: several positions; expected {option} with one position");
        }
    }
    if arguments.events.is_some() {
        bail!("--events: several positions; expected --events with one position");
    }
    if arguments.position.game.is_some() {
        bail!("--game: a batch has every game of a file; expected --game with one SGF file only");
    }
    arguments.how.search.as_deref().map(str::parse::<SearchName>).transpose()?;
    Ok(())
}

struct Batch<'a> {
    entries: &'a [Entry],
    arguments: &'a Arguments,
    options: &'a GameOptions,
    rows: Vec<Option<Row>>,
    progress: BatchProgress,
}

impl<'a> Batch<'a> {
    fn new(entries: &'a [Entry], arguments: &'a Arguments, options: &'a GameOptions) -> Batch<'a> {
        let live = (!arguments.quiet).then(LiveLine::new);
        Batch {
            entries,
            arguments,
            options,
            rows: entries.iter().map(|_| None).collect(),
            progress: BatchProgress::new(live, entries.len(), arguments.jobs(), arguments.time),
        }
    }

    /// Takes the answers of an earlier run.
    fn take_old(&mut self, lines: &BatchLines) -> Result<()> {
        if !lines.has_old() {
            return Ok(());
        }
        let question = BatchQuestion::new(self.arguments, self.options)?;
        let moves = self.arguments.position.moves.as_deref();
        for (entry, row) in self.entries.iter().zip(&mut self.rows) {
            // The process of the entry says what is wrong with a position.
            let Ok(problem) = entry.problem(self.options, moves) else { continue };
            let Ok(game) = problem.open() else { continue };
            if let Some(line) = lines.answer(&game.problem().to_string(), &question) {
                let old = Row::old(entry, line);
                self.progress.add(old.is_solved(), None);
                *row = Some(old);
            }
        }
        Ok(())
    }

    /// Solves the positions that have no answer, and writes their lines.
    fn solve(&mut self, lines: &mut BatchLines) -> Result<()> {
        let (interrupted, lifelines) = (on_interrupt()?, Lifelines::default());
        let words = question::words(self.arguments, self.options)?;
        let entries = self.entries;
        let open: Vec<usize> = (0..entries.len()).filter(|&i| self.rows[i].is_none()).collect();
        let work = |&number: &usize| {
            let started = Instant::now();
            (line_of(&entries[number], &words, &lifelines), started.elapsed())
        };
        let jobs = self.arguments.jobs();
        processes::each(&open, jobs, &interrupted, work, &mut |news| {
            let mut goes_on = Ok(true);
            if let Some((place, (line, time))) = news {
                goes_on = self.hear(open[place], &line, time, lines);
            }
            // Nobody reads the lines, or they cannot be written.
            if !matches!(goes_on, Ok(true)) {
                interrupted.store(true, Ordering::Relaxed);
            }
            if interrupted.load(Ordering::Relaxed) {
                lifelines.cut();
            }
            self.progress.show();
            goes_on.map(|_| ())
        })
    }

    /// Takes the line of a position. Says whether somebody still reads the lines.
    fn hear(
        &mut self,
        number: usize,
        line: &str,
        time: Duration,
        lines: &mut BatchLines,
    ) -> Result<bool> {
        let value: Value = serde_json::from_str(line).context("a process wrote no object")?;
        let row = Row::new(&self.entries[number], &value);
        self.progress.add(row.is_solved(), Some(time));
        self.rows[number] = Some(row);
        lines.write(line)
    }

    /// Prints the table. Lines on standard output have standard output for themselves.
    fn finish(mut self, lines: &BatchLines, started: Instant) -> Result<ExitCode> {
        self.progress.finish();
        let rows = self.entries.iter().zip(self.rows);
        let rows: Vec<Row> =
            rows.map(|(entry, row)| row.unwrap_or_else(|| Row::not_begun(entry))).collect();
        let file = self.arguments.out.as_deref().map(|path| path.to_string_lossy());
        let seconds = started.elapsed().as_secs_f64();
        let limits = [self.arguments.time, self.arguments.processor_time];
        let limit = limits.into_iter().flatten().min().map(|limit| limit.as_secs_f64());
        let table = Table { rows: &rows, seconds, file: file.as_deref(), limit };
        let text = match self.arguments.json {
            true => table.object().to_string(),
            false => table.words(),
        };
        match lines.is_standard_output() {
            true => said(writeln!(std::io::stderr(), "{text}"))?,
            false => write_line(&text)?,
        }
        Ok(match () {
            () if table.refused() + table.different() > 0 => ExitCode::from(BAD_INPUT),
            () if table.is_solved() => ExitCode::SUCCESS,
            () if !table.is_open() => ExitCode::from(UNDECIDED),
            () => ExitCode::from(STOPPED),
        })
    }
}

/// The line of an entry, from a process of its own.
fn line_of(entry: &Entry, words: &[String], lifelines: &Lifelines) -> String {
    if let Some(error) = &entry.error {
        return worker::refused(entry, error);
    }
    let object = Value::from(entry.object()).to_string();
    let answer = processes::this_program().and_then(|mut command| {
        command.args(["solve", "--worker", "-"]).args(words);
        let line = processes::answer_to(&object, &mut command, lifelines)?;
        serde_json::from_str::<Value>(&line).context("its process wrote no object")?;
        Ok(line)
    });
    answer.unwrap_or_else(|error| worker::refused(entry, &format!("{error:#}")))
}
