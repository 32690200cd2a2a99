//! `cargo xtask bench`: the tables of docs/benchmarks.md, measured anew.
//!
//! Every number is the median over the seeds, one thread. A search that does not finish within the
//! limit counts with the limit as its time; nodes it had by then are not compared.

use crate::positions::{random_hex, solved};
use anyhow::{Context, Result, bail};
use std::process::ExitCode;
use std::time::Duration;

/// The empty boards, with what the paper says about its own search: nodes and seconds.
const BOARDS: [(&str, &str, &str); 5] = [
    ("hex 4x4 --knowledge none", "283", "0.002"),
    ("hex 5x5 --knowledge none", "37,034", "0.253"),
    ("hex 6x6 --knowledge none", "94.0 M", "1,519"),
    ("go 3x3 --rules psk --komi 8.5", "161", "0.053"),
    ("go 4x4 --rules psk --komi 1.5", "495,494", "13.626"),
];

/// How many random positions, and where they come from.
const POSITIONS: (usize, u64) = (20, 2024);

/// The search that the others are compared with, and the others.
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
                ["--limit", limit] => {
                    let seconds = limit.trim_end_matches('s').parse().context("--limit")?;
                    options.limit = Duration::try_from_secs_f64(seconds).context("--limit")?;
                }
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
    expansions: f64,
    seconds: f64,
    bytes: f64,
    /// How many seeds were not done within the limit.
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
    let boards: Vec<_> =
        BOARDS.into_iter().filter(|(name, ..)| name.contains(&options.only)).collect();
    let mut positions: Vec<String> = boards.iter().map(|(name, ..)| name.to_string()).collect();
    let ours = empty_boards(&boards, &options)?;
    let mut reference = ours;
    for position in random_hex(POSITIONS.0, POSITIONS.1) {
        if position.contains(&options.only) {
            reference.push(measure(&position, REFERENCE, &options)?);
            positions.push(position);
        }
    }
    comparison(&positions, &reference, &options)?;
    Ok(ExitCode::SUCCESS)
}

fn empty_boards(boards: &[(&str, &str, &str)], options: &Options) -> Result<Vec<Measured>> {
    println!("\n## Empty boards, {REFERENCE}\n");
    println!(
        "| position | nodes | expansions | seconds | memory | paper: nodes | paper: seconds |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut all = Vec::new();
    for (name, paper_nodes, paper_seconds) in boards {
        let measured = measure(name, REFERENCE, options)?;
        println!(
            "| {name} | {} | {} | {} | {} | {paper_nodes} | {paper_seconds} |",
            grouped(measured.nodes),
            grouped(measured.expansions),
            seconds(&measured, options),
            megabytes(measured.bytes),
        );
        all.push(measured);
    }
    Ok(all)
}

fn comparison(positions: &[String], reference: &[Measured], options: &Options) -> Result<()> {
    println!("\n## Every position, every search: nodes (seconds)\n");
    println!("| position | {REFERENCE} | {} |", OTHERS.join(" | "));
    println!("|---|---|{}", "---|".repeat(OTHERS.len()));
    let mut others = OTHERS.map(|_| Vec::new());
    for (position, ours) in positions.iter().zip(reference) {
        let mut cells = vec![position.clone(), cell(ours, options)];
        for (search, all) in OTHERS.iter().zip(&mut others) {
            let theirs = measure(position, search, options)?;
            cells.push(cell(&theirs, options));
            all.push(theirs);
        }
        println!("| {} |", cells.join(" | "));
    }
    println!("\n## Against {REFERENCE}\n");
    println!(
        "| search | time-outs | nodes, as a multiple | seconds, as a multiple | positions where \
         {REFERENCE} is faster |"
    );
    println!("|---|---|---|---|---|");
    for (search, theirs) in OTHERS.iter().zip(&others) {
        println!("{}", summary(search, reference, theirs, options));
    }
    Ok(())
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
    format!(
        "| {search} | {timeouts} of {} | {:.2} | {}{:.2} | {faster} of {} |",
        theirs.len(),
        geometric_mean(nodes),
        if timeouts > 0 { "at least " } else { "" },
        geometric_mean(time),
        theirs.len(),
    )
}

fn measure(position: &str, search: &str, options: &Options) -> Result<Measured> {
    let mut reports = Vec::new();
    for seed in 1..=options.seeds {
        reports.push(solved(position, search, seed, Some(options.limit))?);
    }
    let of = |part: &dyn Fn(&andor_solver::Report) -> f64| median(reports.iter().map(part));
    let limit = options.limit.as_secs_f64();
    Ok(Measured {
        nodes: of(&|report| report.nodes as f64),
        expansions: of(&|report| report.expansions as f64),
        seconds: of(&|report| if report.stop_reason.is_some() { limit } else { report.seconds }),
        bytes: of(&|report| report.memory_bytes as f64),
        unsolved: reports.iter().filter(|report| report.stop_reason.is_some()).count() as u64,
    })
}

/// The middle value; the lower one of two.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 2).copied().unwrap_or(f64::NAN)
}

fn geometric_mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), v| (sum + v.ln(), count + 1.0));
    f64::exp(sum / count)
}

fn cell(measured: &Measured, options: &Options) -> String {
    format!("{} ({})", grouped(measured.nodes), seconds(measured, options))
}

fn seconds(measured: &Measured, options: &Options) -> String {
    if !measured.is_solved(options) {
        return format!("> {}", options.limit.as_secs_f64());
    }
    let digits = if measured.seconds < 1.0 { 4 } else { 1 };
    format!("{:.digits$}", measured.seconds)
}

fn megabytes(bytes: f64) -> String {
    format!("{:.1} MB", bytes / 1e6)
}

/// A whole number with commas: `12,345,678`.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let shown = [0.0, 12.0, 123.0, 1234.0, 1_234_567.0].map(grouped);
        assert_eq!(shown, ["0", "12", "123", "1,234", "1,234,567"]);
    }

    #[test]
    fn medians_and_means() {
        assert_eq!(median([3.0, 1.0, 2.0].into_iter()), 2.0);
        assert_eq!(median([4.0, 1.0, 2.0, 3.0].into_iter()), 2.0);
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
