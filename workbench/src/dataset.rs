//! `cargo xtask bench dataset FILE`: searches compared on a set of positions, as in the paper on expected
//! work search (Table 1 and Figure 2).
//!
//! Every position is solved once by every search, with one thread and seed 1. Seconds are processor time,
//! and so is the limit, so that the figures mean the same on a busy machine (outside Unix they are
//! wall-clock time). As in the paper, the average of a search is compared with the average of the
//! reference on the same positions: those that both searches solve within the limit. Next to it is the
//! average over all positions, in which an unfinished search counts with the limit. An answer that differs
//! from the set's answer is an error, not a row.
//!
//! With `--rows FILE` the measurements are kept in a file, a line for each position, and an interrupted
//! run continues from that file. A line has the number of the position and for each search seconds and
//! nodes; seconds equal to the limit mean that the search did not finish.

use crate::clock::{self, processor_time};
use crate::positions::solved_until;
use crate::scatter::Scatter;
use andor_solver::dataset::{Dataset, Sample};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The searches; plots compare the others with the first.
const SEARCHES: [&str; 4] = ["ews", "ews-wr", "ews-ps", "alpha-beta"];

/// The searches with which tables compare all others, by number.
const REFERENCES: [usize; 2] = [0, 3];

/// The time between two looks whether a search is past its limit.
const LOOK_EVERY: Duration = Duration::from_millis(5);

struct Options {
    file: PathBuf,
    limit: Duration,
    count: usize,
    plots: Option<PathBuf>,
    rows: Option<PathBuf>,
}

impl Options {
    fn parse(words: &[&str]) -> Result<Options> {
        let [file, options @ ..] = words else {
            bail!("no data set; expected for example: cargo xtask bench dataset data/go-6x6.txt")
        };
        let limit = Duration::from_secs(10);
        let mut read =
            Options { file: file.into(), limit, count: usize::MAX, plots: None, rows: None };
        for pair in options.chunks(2) {
            match pair {
                ["--limit", limit] => read.limit = clock::limit(limit)?,
                ["--count", count] => read.count = count.parse().context("--count")?,
                ["--plots", folder] => read.plots = Some(folder.into()),
                ["--rows", file] => read.rows = Some(file.into()),
                _ => bail!(
                    "{pair:?}; expected --limit SECONDSs, --count N, --plots FOLDER or --rows FILE"
                ),
            }
        }
        Ok(read)
    }
}

/// The time and nodes of a search for a position.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    println!(
        "{} positions of {name}, one thread, at most {limit} s of processor time each.",
        samples.len()
    );
    let kept = match &options.rows {
        Some(file) if file.exists() => std::fs::read_to_string(file)?,
        _ => format!("limit {limit}\n"),
    };
    let place = || options.rows.as_ref().map_or(String::new(), |file| file.display().to_string());
    let mut rows = read_rows(&kept, limit).with_context(place)?;
    rows.truncate(samples.len());
    let mut text = kept;
    for (i, sample) in samples.iter().enumerate().skip(rows.len()) {
        let row = SEARCHES.map(|search| took(&set, sample, search, options.limit));
        let row: Result<Vec<Took>> = row.into_iter().collect();
        let row = row.with_context(|| format!("position {}", i + 1))?;
        let told = row.iter().map(|took| format!("{:.4} {}", took.seconds, took.nodes));
        let line = format!("{}: {}", i + 1, told.collect::<Vec<_>>().join(", "));
        eprintln!("{line}");
        text += &format!("{line}\n");
        if let Some(file) = &options.rows {
            std::fs::write(file, &text).with_context(place)?;
        }
        rows.push(row);
    }
    REFERENCES.iter().for_each(|&reference| println!("\n{}", table(&rows, reference)));
    if let Some(folder) = &options.plots {
        let stem = options.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        plots(&rows, folder, &stem)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The measurements of an earlier run with this limit.
fn read_rows(text: &str, limit: f64) -> Result<Vec<Vec<Took>>> {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    if first != format!("limit {limit}") {
        bail!("line 1: \"{first}\"; expected \"limit {limit}\", or another file");
    }
    let mut rows = Vec::new();
    for (i, line) in lines.enumerate() {
        let row = line.strip_prefix(&format!("{}: ", i + 1)).and_then(|row| read_row(row, limit));
        let expected = format!("position {} with seconds and nodes of all searches", i + 1);
        rows.push(row.with_context(|| format!("line {}: \"{line}\"; expected {expected}", i + 2))?);
    }
    Ok(rows)
}

fn read_row(text: &str, limit: f64) -> Option<Vec<Took>> {
    let row: Option<Vec<Took>> = text
        .split(", ")
        .map(|cell| {
            let (seconds, nodes) = cell.split_once(' ')?;
            let (seconds, nodes) = (seconds.parse().ok()?, nodes.parse().ok()?);
            Some(Took { nodes, seconds, solved: seconds < limit })
        })
        .collect();
    row.filter(|row| row.len() == SEARCHES.len())
}

/// Does the work, and sets the switch once the work has taken so much processor time; gives the time
/// taken.
fn within<T>(limit: Duration, stop: &AtomicBool, work: impl FnOnce() -> T) -> (T, Duration) {
    let done = AtomicBool::new(false);
    let started = processor_time();
    let result = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if processor_time() - started >= limit {
                    stop.store(true, Ordering::Relaxed);
                }
                std::thread::park_timeout(LOOK_EVERY);
            }
        });
        let result = work();
        done.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        result
    });
    (result, processor_time() - started)
}

fn took(set: &Dataset, sample: &Sample, search: &str, limit: Duration) -> Result<Took> {
    let stop = Arc::<AtomicBool>::default();
    let problem = set.problem(sample)?;
    let work = || solved_until(&problem, search, stop.clone());
    let (report, time) = within(limit, &stop, work);
    let report = report?;
    let solved = report.stop_reason.is_none();
    let winner = report.winner.map_or("draw".to_string(), |winner| winner.to_string());
    if solved && winner != sample.answer {
        bail!("{search} says {winner}; the set says {}", sample.answer);
    }
    let solved = solved && time < limit;
    let seconds = if solved { time } else { limit }.as_secs_f64();
    Ok(Took { nodes: report.nodes as f64, seconds, solved })
}

/// An average over rows; not a number if there are none.
fn average(rows: &[&Vec<Took>], of: impl Fn(&[Took]) -> f64) -> f64 {
    rows.iter().map(|row| of(row)).sum::<f64>() / rows.len() as f64
}

/// A figure with so many digits after the point, if there is one.
fn written(figure: f64, digits: usize) -> String {
    if figure.is_nan() { "none".to_string() } else { format!("{figure:.digits$}") }
}

/// How the searches compare with the reference.
fn table(rows: &[Vec<Took>], reference: usize) -> String {
    let first = SEARCHES[reference];
    let mut out = format!(
        "| search | solved | solved by {first} too | there, average s | × {first} | average nodes | \
         × {first} | faster than {first} | fewer nodes | all positions: average s | × {first} |\n\
         |---|---|---|---|---|---|---|---|---|---|---|\n"
    );
    let all: Vec<&Vec<Took>> = rows.iter().collect();
    let whole = average(&all, |row| row[reference].seconds);
    for (i, search) in SEARCHES.iter().enumerate() {
        let both: Vec<&Vec<Took>> =
            rows.iter().filter(|row| row[i].solved && row[reference].solved).collect();
        let count = |of: &dyn Fn(&[Took]) -> bool| rows.iter().filter(|row| of(row)).count();
        let seconds = average(&both, |row| row[i].seconds);
        let nodes = average(&both, |row| row[i].nodes);
        let every = average(&all, |row| row[i].seconds);
        let cells = [
            search.to_string(),
            count(&|row| row[i].solved).to_string(),
            both.len().to_string(),
            written(seconds, 4),
            written(seconds / average(&both, |row| row[reference].seconds), 2),
            written(nodes, 0),
            written(nodes / average(&both, |row| row[reference].nodes), 2),
            count(&|row| row[i].solved && row[i].seconds < row[reference].seconds).to_string(),
            count(&|row| row[i].solved && row[i].nodes < row[reference].nodes).to_string(),
            written(every, 4),
            written(every / whole, 2),
        ];
        out += &format!("| {} |\n", cells.join(" | "));
    }
    out
}

/// One plot for each of the other searches: its seconds against those of the first.
fn plots(rows: &[Vec<Took>], folder: &Path, stem: &str) -> Result<()> {
    for (i, search) in SEARCHES.iter().enumerate().skip(1) {
        let points = rows.iter().map(|row| (row[i].seconds, row[0].seconds)).collect();
        let plot = Scatter {
            title: format!("{stem}: seconds of processor time"),
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

    /// The averages are over positions that both solve, as worked out by hand.
    #[test]
    fn searches_are_compared_where_both_are_done() {
        let took = |nodes, seconds, solved| Took { nodes, seconds, solved };
        let open = took(50.0, 4.0, false);
        let row = |first, second| vec![first, second, open, open];
        let rows = [
            row(took(10.0, 1.0, true), took(20.0, 3.0, true)),
            row(took(30.0, 2.0, true), took(20.0, 1.5, true)),
            row(took(30.0, 2.0, true), open),
        ];
        let table = table(&rows, 0);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(
            lines[3],
            "| ews-wr | 2 | 2 | 2.2500 | 1.50 | 20 | 1.00 | 1 | 1 | 2.8333 | 1.70 |"
        );
        assert!(lines[2].starts_with("| ews | 3 | 3 | 1.6667 | 1.00 | 23 | 1.00 | 0 | 0 |"));
        assert!(lines[4].starts_with("| ews-ps | 0 | 0 | none | none |"));
    }

    #[test]
    fn rows_are_read_again() -> Result<()> {
        let line = "1: 0.2000 7, 0.1000 61, 0.0004 8, 0.0300 10";
        let rows = read_rows(&format!("limit 0.2\n{line}\n"), 0.2)?;
        assert_eq!(rows[0][0], Took { nodes: 7.0, seconds: 0.2, solved: false });
        assert_eq!(rows[0][1], Took { nodes: 61.0, seconds: 0.1, solved: true });
        assert_eq!((rows.len(), rows[0].len()), (1, 4));
        for wrong in ["", "limit 0.5\n", "limit 0.2\n2: 0.1 1", "limit 0.2\n1: 0.1 x, 1"] {
            assert!(read_rows(wrong, 0.2).is_err(), "{wrong}");
        }
        Ok(())
    }

    #[test]
    fn a_search_past_its_limit_is_stopped() -> Result<()> {
        let set = Dataset::parse("set", "go 6x6 --rules psk --komi 3.5\nwhite 1 A1")?;
        let took = took(&set, &set.samples[0], "ews", Duration::from_millis(50))?;
        assert!(!took.solved && took.seconds == 0.05);
        Ok(())
    }

    #[test]
    fn a_wrong_answer_is_noticed() -> Result<()> {
        let set = Dataset::parse("set", "go 2x2 --rules psk --komi 0.5\nwhite 1 A1")?;
        let limit = Duration::from_secs(5);
        let answers = [0, 1].map(|i| {
            let answer = ["black", "white"][i].to_string();
            let sample = Sample { answer, ..set.samples[0].clone() };
            took(&set, &sample, "ews", limit).is_ok()
        });
        assert_ne!(answers[0], answers[1]);
        Ok(())
    }
}
