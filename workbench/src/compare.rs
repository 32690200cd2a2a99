//! `cargo xtask bench compare`: expected work search beside its variants and alpha-beta.
//!
//! Every number is the median over the seeds, with one thread. A search that does not finish within the
//! limit counts with the limit as its time; its nodes so far are not compared.

use crate::clock;
use crate::figures::{self, grouped, heading, row};
use crate::positions::{random_hex, solved};
use anyhow::{Context, Result, bail};
use std::process::ExitCode;
use std::time::Duration;

/// The empty boards.
const BOARDS: [&str; 5] = [
    "hex 4x4 --knowledge none",
    "hex 5x5 --knowledge none",
    "hex 6x6 --knowledge none",
    "go 3x3 --rules psk --komi 8.5",
    "go 4x4 --rules psk --komi 1.5",
];

/// The number of random positions, and the seed.
const POSITIONS: (usize, u64) = (20, 2024);

/// The search with which the other searches are compared, and the other searches.
const REFERENCE: &str = "ews";
const OTHERS: [&str; 3] = ["ews-wr", "ews-ps", "alpha-beta"];

struct Options {
    seeds: u64,
    limit: Duration,
    only: String,
}

impl Options {
    fn parse(words: &[&str]) -> Result<Options> {
        let mut options = Options { seeds: 5, limit: Duration::from_secs(60), only: String::new() };
        for pair in words.chunks(2) {
            match pair {
                ["--seeds", seeds] => options.seeds = seeds.parse().context("--seeds")?,
                ["--limit", limit] => options.limit = clock::limit(limit)?,
                ["--only", name] => options.only = name.to_string(),
                _ => bail!("{pair:?}; expected --seeds N, --limit SECONDSs or --only NAME"),
            }
        }
        if options.seeds == 0 {
            bail!("--seeds 0; expected at least 1");
        }
        Ok(options)
    }
}

/// Medians over the seeds.
#[derive(Clone, Copy, Debug)]
struct Measured {
    nodes: f64,
    seconds: f64,
    /// The number of seeds that were not done within the limit.
    unsolved: u64,
}

impl Measured {
    /// Was at least half of the seeds done?
    fn is_solved(&self, options: &Options) -> bool {
        self.unsolved * 2 < options.seeds
    }
}

/// Prints the tables.
pub fn run(words: &[&str]) -> Result<ExitCode> {
    let options = Options::parse(words)?;
    let limit = options.limit.as_secs_f64();
    println!("Medians of {} seeds, one thread, at most {limit} s each.", options.seeds);
    let boards = BOARDS.into_iter().map(str::to_string);
    let positions = boards.chain(random_hex(POSITIONS.0, POSITIONS.1));
    let positions: Vec<String> = positions.filter(|text| text.contains(&options.only)).collect();

    println!("\nNodes (seconds):\n");
    print!("{}", heading(&[&["position", REFERENCE], &OTHERS[..]].concat()));
    let mut reference = Vec::new();
    let mut others = OTHERS.map(|_| Vec::new());
    for position in positions {
        let ours = measure(&position, REFERENCE, &options)?;
        let mut cells = vec![position.clone(), cell(&ours, &options)];
        reference.push(ours);
        for (search, all) in OTHERS.iter().zip(&mut others) {
            let theirs = measure(&position, search, &options)?;
            cells.push(cell(&theirs, &options));
            all.push(theirs);
        }
        print!("{}", row(&cells));
    }

    println!("\nGeometric means of the ratios to {REFERENCE}:\n");
    let faster = format!("positions where {REFERENCE} is faster");
    print!("{}", heading(&["search", "time-outs", "nodes", "seconds", &faster]));
    for (search, theirs) in OTHERS.iter().zip(&others) {
        print!("{}", summary(search, &reference, theirs, &options));
    }
    Ok(ExitCode::SUCCESS)
}

/// A row of the last table: geometric means of the ratios.
fn summary(search: &str, ours: &[Measured], theirs: &[Measured], options: &Options) -> String {
    let pairs = || ours.iter().zip(theirs);
    let timeouts = theirs.iter().filter(|theirs| !theirs.is_solved(options)).count();
    let both = |(ours, theirs): &(&Measured, &Measured)| {
        ours.is_solved(options) && theirs.is_solved(options)
    };
    let nodes = pairs().filter(both).map(|(ours, theirs)| theirs.nodes / ours.nodes);
    let time = pairs().map(|(ours, theirs)| theirs.seconds / ours.seconds);
    let faster = pairs().filter(|(ours, theirs)| ours.seconds < theirs.seconds).count();
    let at_least = if timeouts > 0 { "at least " } else { "" };
    row(&[
        search.to_string(),
        format!("{timeouts} of {}", theirs.len()),
        format!("{:.2}", geometric_mean(nodes)),
        format!("{at_least}{:.2}", geometric_mean(time)),
        format!("{faster} of {}", theirs.len()),
    ])
}

fn measure(position: &str, search: &str, options: &Options) -> Result<Measured> {
    let (mut nodes, mut seconds, mut unsolved) = (Vec::new(), Vec::new(), 0);
    for seed in 1..=options.seeds {
        let report = solved(position, search, seed, Some(options.limit))?;
        let is_done = report.stop_reason.is_none();
        nodes.push(report.nodes as f64);
        seconds.push(if is_done { report.seconds } else { options.limit.as_secs_f64() });
        unsolved += u64::from(!is_done);
    }
    Ok(Measured { nodes: median(nodes), seconds: median(seconds), unsolved })
}

/// The middle value; the lower one of two.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 2).copied().unwrap_or(f64::NAN)
}

fn geometric_mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), v| (sum + v.ln(), count + 1.0));
    f64::exp(sum / count)
}

fn cell(measured: &Measured, options: &Options) -> String {
    format!("{} ({})", grouped(measured.nodes as u64), seconds(measured, options))
}

fn seconds(measured: &Measured, options: &Options) -> String {
    if measured.is_solved(options) {
        figures::seconds(measured.seconds)
    } else {
        format!("> {}", options.limit.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_means() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.0);
        assert!((geometric_mean([1.0, 4.0].into_iter()) - 2.0).abs() < 1e-9);
    }

    #[test]
    fn options_are_read() -> Result<()> {
        let options = Options::parse(&["--seeds", "3", "--limit", "1.5s", "--only", "go"])?;
        assert_eq!((options.seeds, options.only.as_str()), (3, "go"));
        assert_eq!(options.limit, Duration::from_millis(1500));
        for wrong in [["--seeds", "0"], ["--limit", "soon"], ["--best", "1"]] {
            assert!(Options::parse(&wrong).is_err(), "{wrong:?}");
        }
        Ok(())
    }

    #[test]
    fn a_search_that_is_not_done_counts_with_the_limit() -> Result<()> {
        let options = Options::parse(&["--seeds", "1", "--limit", "0.01s"])?;
        let measured = measure("hex 8x8 --knowledge none", "ews", &options)?;
        assert!(!measured.is_solved(&options));
        assert_eq!(seconds(&measured, &options), "> 0.01");
        Ok(())
    }
}
