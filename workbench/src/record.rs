//! `cargo xtask bench`: measures docs/benchmarks.md anew.
//!
//! Every work is done once, as `andor solve` does it, with one thread and seed 1. `--record` writes
//! the file; without it the same text is printed. Works of one run are done one after another, so
//! that processor time belongs to one work.

use crate::clock::{self, processor_time};
use crate::figures::{bytes, grouped, heading, row, seconds};
use crate::positions::{Report, solved_by_default};
use crate::strategies;
use crate::works::{GAMES, Work};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;

/// The file, from the root of the workspace.
const FILE: &str = "docs/benchmarks.md";

const COLUMNS: [&str; 9] = [
    "command",
    "answer",
    "search",
    "nodes",
    "expansions",
    "seconds",
    "memory",
    "published by",
    "published figures",
];

/// The explanation of the columns.
const EXPLANATION: &str = "\
The columns:

* **command**: what is typed after `andor solve`. Every command runs once, with one thread and seed 1.
* **answer**: the winner, or Black's margin with `--score`.
* **search**: the default search, or the one that the command names.
* **nodes**: nodes created, or nodes visited by a search that keeps no tree. Every run gives the same
  number.
* **expansions**: nodes whose moves were generated.
* **seconds**: processor time. `>` stands before the limit if the command did not finish within it.
* **memory**: trees and tables at the end of the search.
* **published by**: *EWS* is Randall, Müller, Wei and Hayward, *Expected Work Search: Combining Win Rate
  and Proof Size Estimation*, IJCAI 2024. *MIGOS II* is van der Werf and Winands, *Solving Go for
  rectangular boards*, ICGA Journal 2009, Table 1; MIGOS II starts at the known margin.
* **published figures**: as printed there, from another machine. EWS counts every created child as a node.

The pages in [experiments](experiments/README.md) say what was compared to choose these defaults.
";

/// What is measured.
#[derive(Args, Debug)]
pub struct Options {
    /// Write docs/benchmarks.md instead of printing the text
    #[arg(long, conflicts_with = "only")]
    record: bool,
    /// The time limit of a work
    #[arg(long, value_parser = clock::limit, default_value = "180s")]
    limit: Duration,
    /// Works whose command contains one of these texts, and the table `strategies` [default: all]
    #[arg(long, value_delimiter = ',', value_name = "TEXT,TEXT")]
    only: Vec<String>,
}

impl Options {
    /// Is a work with this command, or a table of this name, wanted?
    fn wants(&self, name: &str) -> bool {
        let is_named = |text: &String| name.contains(text.as_str());
        self.only.is_empty() || self.only.iter().any(is_named)
    }
}

/// The commit and the machine of the measurements.
struct Head {
    commit: String,
    machine: String,
}

/// The measurements of a work.
struct Measured {
    answer: String,
    search: String,
    nodes: u64,
    expansions: u64,
    seconds: String,
    bytes: usize,
}

/// Measures, and prints the file or writes it.
pub fn run(root: &Path, options: &Options) -> Result<ExitCode> {
    let head = Head { commit: commit(root)?, machine: machine() };
    let mut tables = String::new();
    for game in &GAMES {
        let mut rows = Vec::new();
        for work in game.works.iter().filter(|work| options.wants(work.command)) {
            eprintln!("{}", work.command);
            rows.push((work, measured(work, options.limit)?));
        }
        tables += &table(game.name, &rows);
    }
    if options.wants("strategies") {
        tables += &strategies::table(root)?;
    }
    let text = file(&head, &tables);
    if options.record {
        std::fs::write(root.join(FILE), text).context(FILE)?;
        println!("{FILE} is written");
    } else {
        print!("{text}");
    }
    Ok(ExitCode::SUCCESS)
}

fn measured(work: &Work, limit: Duration) -> Result<Measured> {
    let started = processor_time();
    let report = solved_by_default(work.command, limit)?;
    let took = (processor_time() - started).as_secs_f64();
    let is_done = report.stop_reason.is_none();
    Ok(Measured {
        answer: answer(&report),
        seconds: if is_done { seconds(took) } else { format!("> {}", limit.as_secs_f64()) },
        nodes: report.nodes,
        expansions: report.expansions,
        bytes: report.memory_bytes,
        search: report.search.to_string(),
    })
}

/// The answer in a few words.
fn answer(report: &Report) -> String {
    if report.stop_reason.is_some() {
        return "not solved".to_string();
    }
    match (report.lower_bound, report.upper_bound) {
        (Some(lower), Some(upper)) if lower == upper => return lower.to_string(),
        (Some(lower), Some(upper)) => return format!("{lower} to {upper}"),
        _ => {}
    }
    let winner = match &report.winner {
        Some(winner) => format!("{winner} wins"),
        None => "draw".to_string(),
    };
    let Some(moves) = &report.moves else { return winner };
    let winning = moves.iter().filter(|mv| mv.winner.as_ref() == Some(&report.to_move));
    format!("{winner}, by {} of {} moves", winning.count(), moves.len())
}

/// The whole file.
fn file(head: &Head, tables: &str) -> String {
    format!(
        "# Benchmarks\n\n\
         The default searches, measured by `cargo xtask bench --record`, which writes this file.\n\n\
         * Commit: {}\n\
         * Machine: {}\n\n\
         {EXPLANATION}{tables}",
        head.commit, head.machine
    )
}

/// The table of a game; nothing without rows.
fn table(game: &str, rows: &[(&Work, Measured)]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut out = format!("\n## {game}\n\n{}", heading(&COLUMNS));
    for (work, measured) in rows {
        let (by, figures) =
            work.published.map_or(("", ""), |published| (published.by, published.figures));
        out += &row(&[
            format!("`{}`", work.command),
            measured.answer.clone(),
            measured.search.clone(),
            grouped(measured.nodes),
            grouped(measured.expansions),
            measured.seconds.clone(),
            bytes(measured.bytes),
            by.to_string(),
            figures.to_string(),
        ]);
    }
    out
}

/// The commit that is checked out, and whether files differ from it.
pub fn commit(root: &Path) -> Result<String> {
    let git = |words: &[&str]| Command::new("git").args(words).current_dir(root).output();
    let output = git(&["rev-parse", "--short", "HEAD"]).context("git rev-parse")?;
    ensure!(output.status.success(), "git rev-parse: {}", String::from_utf8_lossy(&output.stderr));
    let commit = String::from_utf8_lossy(&output.stdout).trim().to_string();
    let changed = git(&["diff", "--quiet", "HEAD", "--", ".", ":!docs"]).context("git diff")?;
    Ok(if changed.status.success() { commit } else { format!("{commit}, with changes") })
}

fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    machine_in(&text).unwrap_or_else(|| "unknown".to_string())
}

/// The processor and the number of cores, from a text like that of /proc/cpuinfo.
fn machine_in(text: &str) -> Option<String> {
    let values = |name: &'static str| {
        text.lines()
            .filter_map(|line| line.split_once(':'))
            .filter(move |(key, _)| key.trim() == name)
            .map(|(_, value)| value.trim())
    };
    let model = values("model name").next()?;
    Some(match values("processor").count() {
        1 => format!("{model}, 1 core"),
        cores => format!("{model}, {cores} cores"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::works::{Game, ews, work};
    use clap::Parser;

    /// The file may have so many lines.
    const MOST_LINES: usize = 120;

    fn example() -> Measured {
        Measured {
            answer: "black wins".to_string(),
            search: "dfpn".to_string(),
            nodes: 12_345,
            expansions: 678,
            seconds: "1.5".to_string(),
            bytes: 2_600_000,
        }
    }

    fn whole() -> String {
        let head = Head { commit: "1234567".to_string(), machine: "unknown".to_string() };
        let rows = |game: &'static Game| -> Vec<(&Work, Measured)> {
            game.works.iter().map(|work| (work, example())).collect()
        };
        let tables: String = GAMES.iter().map(|game| table(game.name, &rows(game))).collect();
        file(&head, &tables)
    }

    #[test]
    fn a_row_has_all_figures() {
        let works = [ews("hex 4x4", "283 nodes"), work("hex 5x5")];
        let rows: Vec<_> = works.iter().map(|work| (work, example())).collect();
        let table = table("Hex", &rows);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[1], "## Hex");
        assert_eq!(
            lines[5],
            "| `hex 4x4` | black wins | dfpn | 12,345 | 678 | 1.5 | 2.6 MB | EWS | 283 nodes |"
        );
        assert!(lines[6].ends_with("| 2.6 MB |  |  |"));
        assert!(super::table("Hex", &[]).is_empty());
    }

    #[test]
    fn the_file_is_short_and_tells_where_it_comes_from() {
        let text = whole();
        assert!(text.lines().count() <= MOST_LINES, "{} lines", text.lines().count());
        assert!(text.contains("* Commit: 1234567\n* Machine: unknown\n"));
        assert!(text.ends_with("|\n"));
    }

    /// The recorded file has rows of these works only.
    #[test]
    fn the_recorded_file_is_of_these_works() -> Result<()> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(FILE);
        let text = std::fs::read_to_string(path)?;
        assert!(text.lines().count() <= MOST_LINES, "{} lines", text.lines().count());
        let works: Vec<&str> =
            GAMES.iter().flat_map(|game| game.works).map(|w| w.command).collect();
        for line in text.lines() {
            let Some((command, _)) = line.strip_prefix("| `").and_then(|row| row.split_once('`'))
            else {
                continue;
            };
            assert!(works.contains(&command), "{command}");
        }
        Ok(())
    }

    #[test]
    fn every_work_is_read() -> Result<()> {
        for work in GAMES.iter().flat_map(|game| game.works) {
            measured(work, Duration::ZERO)?;
        }
        Ok(())
    }

    #[test]
    fn answers_are_told() -> Result<()> {
        for (command, expected) in [
            ("hex 2x2", "black wins"),
            ("hex 2x2 --all-moves", "black wins, by 2 of 4 moves"),
            ("go 2x2 --rules migos --score", "0"),
            ("mnk 2x2x3", "draw"),
        ] {
            assert_eq!(
                measured(&work(command), Duration::from_secs(60))?.answer,
                expected,
                "{command}"
            );
        }
        let stopped = measured(&work("hex 8x8 --knowledge none"), Duration::from_millis(10))?;
        assert_eq!((stopped.answer.as_str(), stopped.seconds.as_str()), ("not solved", "> 0.01"));
        Ok(())
    }

    #[test]
    fn options_are_read() {
        #[derive(Parser)]
        struct Whole {
            #[command(flatten)]
            options: Options,
        }
        let read = |words: &str| {
            Whole::try_parse_from(["bench"].into_iter().chain(words.split_whitespace()))
                .map(|whole| whole.options)
        };
        let options = read("--limit 2s --only nim,mnk").expect("options");
        assert_eq!(options.limit, Duration::from_secs(2));
        assert!(options.wants("nim 3-4-5") && !options.wants("hex 4x4"));
        assert!(read("--record").expect("options").wants("hex 4x4"));
        for wrong in ["--record --only nim", "--limit", "--limit soon", "--best"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_machine_is_named() {
        let text =
            "processor\t: 0\nmodel name\t: Some CPU\n\nprocessor\t: 1\nmodel name\t: Some CPU\n";
        assert_eq!(machine_in(text).as_deref(), Some("Some CPU, 2 cores"));
        assert_eq!(machine_in(""), None);
    }
}
