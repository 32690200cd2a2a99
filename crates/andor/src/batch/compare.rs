//! A folder of problems with a network and without it, for `andor eval-net --problems`.

use super::entry::Entry;
use super::table::{Row, Table};
use super::{files_of, line_of, question};
use crate::game_options::GameOptions;
use crate::guide::GuessArguments;
use crate::processes::{self, Lifelines};
use crate::search_args::SearchArguments;
use andor_solver::Settings;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Problems, and how they are solved.
pub struct ProblemSet<'a> {
    /// The folder of the problems, or a file.
    pub folder: &'a str,
    /// The game to read the files as.
    pub game: &'a str,
    /// The search, with the network.
    pub how: SearchArguments,
    /// The most processor time of a problem.
    pub processor_time: Duration,
    /// The most nodes of a problem.
    pub nodes: u64,
    /// How many problems at a time.
    pub jobs: usize,
}

/// What problems take with a network and without it.
pub struct Compared {
    /// With the network, in words.
    pub with: String,
    /// Without it.
    pub without: String,
    /// Both, as an object.
    pub object: Value,
}

/// Solves problems with the network of the search and without it.
pub fn compare(
    mut problems: ProblemSet<'_>,
    options: &GameOptions,
    interrupted: &AtomicBool,
) -> Result<Compared> {
    let files = files_of(problems.folder)?;
    let entries = files.iter().flat_map(|file| Entry::of_file(file, Some(problems.game)));
    let entries: Vec<Entry> = entries.collect();
    let with = problems.solve(&entries, options, interrupted)?;
    if let Some(error) = with.rows.iter().find_map(Row::error_in_words) {
        bail!("{error}");
    }
    problems.how.guess = GuessArguments::default();
    let without = problems.solve(&entries, options, interrupted)?;
    let limit = Some(problems.processor_time.as_secs_f64());
    let [with, without] = [&with, &without].map(|Solved { rows, seconds }| Table {
        rows,
        seconds: *seconds,
        file: None,
        limit,
    });
    Ok(Compared {
        object: json!({
            "with": with.object()["summary"],
            "without": without.object()["summary"],
        }),
        with: with.totals(),
        without: without.totals(),
    })
}

/// Problems that were solved once.
struct Solved {
    rows: Vec<Row>,
    /// Wall-clock time of all.
    seconds: f64,
}

impl ProblemSet<'_> {
    /// Solves the problems, each in a process of its own.
    fn solve(
        &self,
        entries: &[Entry],
        options: &GameOptions,
        interrupted: &AtomicBool,
    ) -> Result<Solved> {
        let started = Instant::now();
        let settings = Settings {
            nodes: Some(self.nodes),
            memory: self.how.memory_for(self.jobs),
            ..self.how.plain_settings()?
        };
        let limit = Some(self.processor_time);
        let words = question::words_of(&settings, &self.how.guess, limit, options);
        let lifelines = Lifelines::default();
        let mut rows: Vec<Option<Row>> = entries.iter().map(|_| None).collect();
        let work = |entry: &Entry| line_of(entry, &words, &lifelines);
        processes::each(entries, self.jobs, interrupted, work, &mut |news| {
            if let Some((number, line)) = news {
                let line = serde_json::from_str(&line).context("a process wrote no object")?;
                rows[number] = Some(Row::new(&entries[number], &line));
            }
            if interrupted.load(Ordering::Relaxed) {
                lifelines.cut();
            }
            Ok(())
        })?;
        let rows = entries.iter().zip(rows);
        let rows = rows.map(|(entry, row)| row.unwrap_or_else(|| Row::not_begun(entry)));
        Ok(Solved { rows: rows.collect(), seconds: started.elapsed().as_secs_f64() })
    }
}
