//! `andor bench problems`: the files of a set, one after another or several at a time.
//!
//! One problem at a time is solved in this process, and the processor time of a problem is that of
//! the process. With `--jobs N` each problem has a process of its own,
//! `andor bench problems FILE --json`, whose first line is the object of the problem. So the clock,
//! the limit and the memory of a problem are the same either way.

use super::problem::{Entry, solve};
use super::{natural, summary};
use crate::exit::{BAD_INPUT, STOPPED};
use crate::game_options::GameOptions;
use crate::guide::GuessArguments;
use crate::interrupt::on_interrupt;
use crate::output::write_line;
use crate::search_args::SearchArguments;
use crate::{amounts, apart};
use andor_solver::family;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Which problems, and how to solve them.
#[derive(Args)]
pub struct Arguments {
    /// Folders of SGF files, or SGF files
    #[arg(required = true, value_name = "DIR")]
    paths: Vec<String>,
    /// The game to read the files as, such as killall for records of Go [default: the game of the
    /// file]
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// The most processor time of a problem, times the number of threads
    #[arg(long, value_parser = amounts::time, default_value = "20s", allow_negative_numbers = true)]
    pub limit: Duration,
    /// The most nodes of a problem, such as 1e6
    #[arg(long, value_parser = amounts::count, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// How many problems at a time, each in a process of its own
    #[arg(long, value_name = "N", value_parser = amounts::threads, default_value = "1")]
    #[arg(allow_negative_numbers = true)]
    jobs: usize,
    #[command(flatten)]
    pub how: SearchArguments,
    /// Print one JSON object for each problem, and one for the summary
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// The arguments that solve problems of a game within these limits, so many at a time.
    pub fn of(
        game: &str,
        how: SearchArguments,
        limit: Duration,
        nodes: u64,
        jobs: usize,
    ) -> Arguments {
        Arguments {
            paths: Vec::new(),
            game: Some(game.to_string()),
            limit,
            nodes: Some(nodes),
            jobs,
            how,
            json: false,
        }
    }
}

/// Solves all problems and prints.
pub fn run(arguments: &Arguments, options: &GameOptions) -> Result<ExitCode> {
    arguments.game.as_deref().map(family).transpose()?;
    let mut files = Vec::new();
    for path in &arguments.paths {
        files.extend(files_of(path)?);
    }
    let interrupted = on_interrupt()?;
    let width = files.iter().map(|file| file.rsplit('/').next().map_or(0, str::len)).max();
    let mut entries: Vec<Entry> = Vec::new();
    let mut hear = |entry: Entry| -> Result<()> {
        write_line(&match arguments.json {
            true => entry.0.to_string(),
            false => summary::line(&entry, width.unwrap_or_default()),
        })?;
        entries.push(entry);
        Ok(())
    };
    solve_all(&files, arguments, options, &interrupted, &mut hear)?;
    let limit = arguments.limit.as_secs_f64();
    write_line(&match arguments.json {
        true => summary::object(&entries, limit).to_string(),
        false => summary::words(&entries, limit),
    })?;
    Ok(match entries.iter().any(|entry| entry.error().is_some()) {
        true => ExitCode::from(BAD_INPUT),
        false if interrupted.load(Ordering::Relaxed) => ExitCode::from(STOPPED),
        false => ExitCode::SUCCESS,
    })
}

/// The SGF files of a folder in natural order, or the file itself.
pub fn files_of(path: &str) -> Result<Vec<String>> {
    if !Path::new(path).is_dir() {
        return Ok(vec![path.to_string()]);
    }
    let place = format!("folder \"{path}\"");
    let entries = std::fs::read_dir(path)
        .and_then(|entries| entries.collect::<Result<Vec<_>, _>>())
        .with_context(|| format!("{place}: cannot be read; expected a folder of SGF files"))?;
    let names = entries.iter().map(|entry| entry.path().to_string_lossy().into_owned());
    let mut files: Vec<String> = names.filter(|name| name.ends_with(".sgf")).collect();
    if files.is_empty() {
        bail!("{place}: no problem in it; expected files whose names end with .sgf");
    }
    natural::sort(&mut files);
    Ok(files)
}

/// What a set of problems takes with a network and without it.
pub struct Compared {
    /// With the network, in words.
    pub with: String,
    /// Without it.
    pub without: String,
    /// Both, as an object.
    pub object: Value,
}

/// Solves the problems of a folder with the network of the arguments and without it.
pub fn compare(
    folder: &str,
    mut arguments: Arguments,
    options: &GameOptions,
    interrupted: &AtomicBool,
) -> Result<Compared> {
    let files = files_of(folder)?;
    let all = |arguments: &Arguments| -> Result<Vec<Entry>> {
        let mut entries = Vec::new();
        solve_all(&files, arguments, options, interrupted, &mut |entry| {
            entries.push(entry);
            Ok(())
        })?;
        Ok(entries)
    };
    let with = all(&arguments)?;
    arguments.how.guess = GuessArguments::default();
    let without = all(&arguments)?;
    if let Some((entry, error)) = with.iter().find_map(|entry| Some((entry, entry.error()?))) {
        bail!("file \"{}\": {error}", entry.name());
    }
    let seconds = arguments.limit.as_secs_f64();
    Ok(Compared {
        object: json!({
            "with": summary::object(&with, seconds)["summary"],
            "without": summary::object(&without, seconds)["summary"],
        }),
        with: summary::words(&with, seconds),
        without: summary::words(&without, seconds),
    })
}

/// Solves problems and tells the results in order.
fn solve_all(
    files: &[String],
    arguments: &Arguments,
    options: &GameOptions,
    interrupted: &AtomicBool,
    hear: &mut dyn FnMut(Entry) -> Result<()>,
) -> Result<()> {
    if arguments.jobs > 1 {
        return solve_apart(files, arguments, options, interrupted, hear);
    }
    let goes_on = |_: &&String| !interrupted.load(Ordering::Relaxed);
    let mut files = files.iter().take_while(goes_on);
    files.try_for_each(|file| hear(solve(file, arguments, options, interrupted)))
}

/// Solves several problems at a time, each in a process of its own, and tells the results in order.
fn solve_apart(
    files: &[String],
    arguments: &Arguments,
    options: &GameOptions,
    interrupted: &AtomicBool,
    hear: &mut dyn FnMut(Entry) -> Result<()>,
) -> Result<()> {
    let work = |file: &String| {
        let entry = in_process(file, arguments, options);
        entry.unwrap_or_else(|error| Entry::refused(file, &error))
    };
    let mut early: Vec<Option<Entry>> = files.iter().map(|_| None).collect();
    let mut told = 0;
    apart::each(files, arguments.jobs, interrupted, work, &mut |news| {
        if let Some((number, entry)) = news {
            early[number] = Some(entry);
        }
        while let Some(entry) = early.get_mut(told).and_then(Option::take) {
            told += 1;
            hear(entry)?;
        }
        Ok(())
    })?;
    // After an interruption some problems are missing between others.
    early.into_iter().flatten().try_for_each(hear)
}

/// Solves one problem in a process of its own.
fn in_process(file: &str, arguments: &Arguments, options: &GameOptions) -> Result<Entry> {
    let mut command = apart::this_program()?;
    command.args(["bench", "problems", "--json"]).args(options.arguments());
    command.args(apart::words_of(&arguments.how));
    command.arg(format!("--memory={}", arguments.how.memory_for(arguments.jobs)));
    command.arg(format!("--limit={}", apart::time_text(arguments.limit)));
    command.args(arguments.nodes.map(|nodes| format!("--nodes={nodes}")));
    command.args(arguments.game.iter().map(|game| format!("--game={game}")));
    let (line, messages) = apart::first_line(command.args(["--", file]))?;
    match serde_json::from_str(&line) {
        Ok(value) => {
            eprint!("{messages}");
            Ok(Entry(value))
        }
        Err(_) => Err(anyhow!("{}", messages.trim())),
    }
}
