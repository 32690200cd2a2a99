//! `cargo xtask bench dataset FILE`: searches compared on a set of positions, as in the paper on
//! expected work search (Table 1 and Figure 2).
//!
//! Every position is solved once by every search, one thread, seed 1. A search that does not finish
//! within the limit counts with the limit as its time. Averages are over all positions. An answer that
//! is not the set's is an error, not a row.

use crate::scatter::Scatter;
use andor_solver::dataset::{Dataset, Sample};
use andor_solver::{SearchName, Settings, solve};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The searches; the others are compared with the first.
const SEARCHES: [&str; 5] = ["ews", "ews-wr", "ews-ps", "ews-glance", "alpha-beta"];

struct Options {
    file: PathBuf,
    limit: Duration,
    count: usize,
    plots: Option<PathBuf>,
}

impl Options {
    fn parse(words: &[&str]) -> Result<Options> {
        let [file, options @ ..] = words else {
            bail!("no data set; expected for example: cargo xtask bench dataset data/go-6x6.txt")
        };
        let limit = Duration::from_secs(10);
        let mut read = Options { file: file.into(), limit, count: usize::MAX, plots: None };
        for pair in options.chunks(2) {
            match pair {
                ["--limit", limit] => {
                    let seconds = limit.trim_end_matches('s').parse().context("--limit")?;
                    read.limit = Duration::try_from_secs_f64(seconds).context("--limit")?;
                }
                ["--count", count] => read.count = count.parse().context("--count")?,
                ["--plots", folder] => read.plots = Some(folder.into()),
                _ => bail!("{pair:?}; expected --limit SECONDSs, --count N or --plots FOLDER"),
            }
        }
        Ok(read)
    }
}

/// What a search took for a position.
#[derive(Clone, Copy)]
struct Took {
    nodes: f64,
    seconds: f64,
    solved: bool,
}

/// Solves everything, prints the table and draws the plots.
pub fn run(words: &[&str]) -> Result<ExitCode> {
    let options = Options::parse(words)?;
    let name = options.file.display().to_string();
    let text = std::fs::read_to_string(&options.file).with_context(|| name.clone())?;
    let set = Dataset::parse(&name, &text)?;
    let samples = &set.samples[..set.samples.len().min(options.count)];
    let limit = options.limit.as_secs_f64();
    println!("{} positions of {name}, one thread, at most {limit} s each.\n", samples.len());
    let mut rows = Vec::new();
    for (i, sample) in samples.iter().enumerate() {
        let row = SEARCHES.map(|search| took(&set, sample, search, options.limit));
        let row: Result<Vec<Took>> = row.into_iter().collect();
        rows.push(row.with_context(|| format!("position {}", i + 1))?);
    }
    table(&rows);
    if let Some(folder) = &options.plots {
        let stem = options.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        plots(&rows, folder, &stem)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn took(set: &Dataset, sample: &Sample, search: &str, limit: Duration) -> Result<Took> {
    let search = search.parse::<SearchName>()?;
    let settings = Settings { search, time: Some(limit), ..Settings::default() };
    let report = solve(&set.problem(sample), &settings, None)?;
    let solved = report.stop_reason.is_none();
    let winner = report.winner.as_deref().unwrap_or("draw");
    if solved && winner != sample.winner {
        bail!("{search} says {winner}; the set says {}", sample.winner);
    }
    let seconds = if solved { report.seconds } else { limit.as_secs_f64() };
    Ok(Took { nodes: report.nodes as f64, seconds, solved })
}

/// Averages, and how they compare with the first search.
fn table(rows: &[Vec<Took>]) {
    println!(
        "| search | average s | × {first} | average nodes | × {first} | faster than {first} | \
         fewer nodes than {first} | time-outs |",
        first = SEARCHES[0]
    );
    println!("|---|---|---|---|---|---|---|---|");
    let average = |of: &dyn Fn(&Vec<Took>) -> f64| {
        rows.iter().map(of).sum::<f64>() / rows.len().max(1) as f64
    };
    let (seconds, nodes) = (average(&|row| row[0].seconds), average(&|row| row[0].nodes));
    for (i, search) in SEARCHES.iter().enumerate() {
        let count = |of: &dyn Fn(&Vec<Took>) -> bool| rows.iter().filter(|row| of(row)).count();
        let (own_seconds, own_nodes) =
            (average(&|row| row[i].seconds), average(&|row| row[i].nodes));
        println!(
            "| {search} | {own_seconds:.4} | {:.1} | {own_nodes:.0} | {:.1} | {} | {} | {} |",
            own_seconds / seconds,
            own_nodes / nodes,
            count(&|row| row[i].solved && row[i].seconds < row[0].seconds),
            count(&|row| row[i].solved && row[i].nodes < row[0].nodes),
            count(&|row| !row[i].solved),
        );
    }
}

/// One plot for each of the other searches: its seconds against those of the first.
fn plots(rows: &[Vec<Took>], folder: &Path, stem: &str) -> Result<()> {
    for (i, search) in SEARCHES.iter().enumerate().skip(1) {
        let points = rows.iter().map(|row| (row[i].seconds, row[0].seconds)).collect();
        let plot = Scatter {
            title: format!("{stem}: seconds"),
            across: search.to_string(),
            up: SEARCHES[0].to_string(),
            points,
        };
        let path = folder.join(format!("{stem}-{search}.svg"));
        std::fs::write(&path, plot.svg()).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() -> Result<()> {
        let options = Options::parse(&["set.txt", "--limit", "2s", "--count", "5"])?;
        assert_eq!((options.limit, options.count), (Duration::from_secs(2), 5));
        for wrong in [&[][..], &["set.txt", "--limit", "soon"], &["set.txt", "--best", "1"]] {
            assert!(Options::parse(wrong).is_err(), "{wrong:?}");
        }
        Ok(())
    }

    #[test]
    fn a_wrong_answer_is_noticed() -> Result<()> {
        let set = Dataset::parse("set", "go 2x2 --rules psk --komi 0.5\nwhite 1 A1")?;
        let limit = Duration::from_secs(5);
        let answers = [0, 1].map(|i| {
            let winner = ["black", "white"][i].to_string();
            let sample = Sample { winner, ..set.samples[0].clone() };
            took(&set, &sample, "ews", limit).is_ok()
        });
        assert_ne!(answers[0], answers[1]);
        Ok(())
    }
}
