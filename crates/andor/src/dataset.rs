//! `andor dataset`: makes a set of positions with their answers.

use crate::game_options::{GameOptions, tell_notes};
use crate::interrupt::on_interrupt;
use crate::output::Destination;
use andor_solver::dataset::generate;
use andor_solver::{Problem, Settings, amounts};
use anyhow::{Context, Result};
use clap::Args;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Which positions, and where to write them.
#[derive(Args)]
pub struct Arguments {
    /// A game: go, hex, mnk, capture
    game: String,
    /// The size of the board: COLUMNSxROWS (mnk: COLUMNSxROWSxK)
    size: String,
    /// How many positions
    #[arg(long, value_parser = amounts::count, allow_negative_numbers = true)]
    count: u64,
    /// Write them to this file, or with - to standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A position must be solved within this many nodes
    #[arg(long, value_parser = amounts::count, default_value = "10k", allow_negative_numbers = true)]
    nodes: u64,
    /// How many threads; the set does not depend on it
    #[arg(long, value_parser = amounts::threads, default_value = "1", allow_negative_numbers = true)]
    threads: usize,
    /// Where the random numbers start; one seed gives the same set every time
    #[arg(long, value_parser = amounts::seed, default_value = "1", allow_negative_numbers = true)]
    seed: u64,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

/// Makes a set and writes it.
pub fn run(arguments: &Arguments, options: &GameOptions) -> Result<ExitCode> {
    let start = options.of_problem(Problem::named(&arguments.game, &arguments.size)?)?;
    tell_notes(&start);
    let of_search = options.of_search(start.family())?;
    let out = Destination::open(&arguments.out)?;
    let settings = Settings {
        options: of_search,
        nodes: Some(arguments.nodes),
        threads: arguments.threads,
        seed: arguments.seed,
        stop: on_interrupt()?,
        ..Settings::default()
    };
    let count = usize::try_from(arguments.count).context("--count")?;
    let mut show = |found: usize| {
        if !arguments.quiet {
            eprint!("\r{found} of {count} positions");
            let _ = std::io::stderr().flush();
        }
    };
    let set = generate(&start, count, &settings, &mut show);
    if !arguments.quiet {
        eprintln!();
    }
    let set = set?;
    let text = format!("# andor dataset {}\n{set}", words(arguments, options));
    out.write(text.as_bytes(), |_| Ok(()))?;
    out.write_line(&summary(&set))?;
    Ok(ExitCode::SUCCESS)
}

/// The command line that makes the same set again.
fn words(arguments: &Arguments, options: &GameOptions) -> String {
    let Arguments { game, size, count, nodes, seed, .. } = arguments;
    format!("{game} {size}{} --count {count} --seed {seed} --nodes {nodes}", options.words())
}

/// The number of positions, their answers, and the lengths of the games.
fn summary(set: &andor_solver::dataset::Dataset) -> String {
    let samples = &set.samples;
    let mut answers: BTreeMap<&str, usize> = BTreeMap::new();
    samples.iter().for_each(|sample| *answers.entry(&sample.answer).or_default() += 1);
    let told = answers.iter().map(|(answer, count)| match *answer {
        "black" | "white" => format!("{count} won by {answer}"),
        "draw" => format!("{count} drawn"),
        code => format!("{count} with code {code}"),
    });
    let told: Vec<String> = told.collect();
    let mut plies: Vec<usize> = samples.iter().map(|sample| sample.moves.len()).collect();
    plies.sort_unstable();
    let middle = plies.get(plies.len() / 2).copied().unwrap_or_default();
    let nodes: u64 = samples.iter().map(|sample| sample.nodes).sum();
    format!(
        "{} positions, {}; after {} to {} moves, median {middle}; {} nodes on average",
        samples.len(),
        told.join(", "),
        plies.first().copied().unwrap_or_default(),
        plies.last().copied().unwrap_or_default(),
        nodes / samples.len().max(1) as u64,
    )
}
