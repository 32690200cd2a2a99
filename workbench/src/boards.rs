//! `cargo xtask boards`: solves empty boards of Go with certificates and keeps
//! docs/solved-boards.md.
//!
//! Each board is solved by `andor solve` and its certificate is checked by `andor check`, as a user
//! does it. The row of the board is written as soon as it is checked; the rows of other boards stay
//! as they are, because all of them together take hours.

use crate::clock;
use crate::figures::{bytes, grouped, heading, row, seconds};
use crate::record::commit;
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// The file, from the root of the workspace.
const FILE: &str = "docs/solved-boards.md";

/// The boards, as the words after `andor solve`, in the order of the file.
const BOARDS: [&str; 19] = [
    "go 2x7 --rules migos --score",
    "go 3x4 --rules migos --score",
    "go 3x5 --rules migos --score",
    "go 4x4 --rules migos --score",
    "go 4x4 --rules psk --komi 1.5 --search ews",
    "go 3x6 --rules migos --score",
    "go 3x6 --rules psk --komi 17.5",
    "go 4x5 --rules migos --score",
    "go 4x5 --rules psk --komi 19.5",
    "go 1x12 --rules migos --score",
    "go 1x13 --rules migos --score",
    "go 2x9 --rules migos --score --search ldfpn",
    "go 2x10 --rules migos --score --search ldfpn",
    "go 2x11 --rules migos --score --search ldfpn",
    "go 3x7 --rules migos --score --search ldfpn",
    "go 3x8 --rules migos --score --search ldfpn",
    "go 4x6 --rules migos --score --search ldfpn",
    "go 5x5 --rules migos --score --search ldfpn",
    "go 5x5 --rules psk --komi 24.5 --search ews",
];

const COLUMNS: [&str; 9] = [
    "command",
    "answer",
    "nodes",
    "seconds",
    "threads",
    "entries",
    "bytes",
    "checked in",
    "commit",
];

const EXPLANATION: &str = "\
# Solved boards of Go

Empty boards that were solved with a certificate, by `cargo xtask boards --record`, which solves a board, checks its
certificate and writes the row. Rows of different commits and machines stand side by side; `--only 3x7` does one
board again.

* **command**: what is typed after `andor solve`, with `--proof FILE` and `--threads`.
* **answer**: Black's margin with `--score`, else the winner.
* **nodes**: of the search and of the certificate, which searches again where moves are missing.
* **seconds**: from the start to the finished certificate, wall-clock.
* **entries**, **bytes**: of the certificate.
* **checked in**: the time of `andor check FILE`, wall-clock.

";

/// What is solved.
#[derive(Args, Debug)]
pub struct Options {
    /// Write docs/solved-boards.md instead of printing the rows
    #[arg(long)]
    record: bool,
    /// The time limit of a board
    #[arg(long, value_parser = clock::limit, default_value = "600s")]
    limit: Duration,
    /// Boards whose command contains one of these texts [default: those without a row]
    #[arg(long, value_delimiter = ',', value_name = "TEXT,TEXT")]
    only: Vec<String>,
    /// How many threads
    #[arg(long, default_value = "2")]
    threads: usize,
    /// How much memory
    #[arg(long, default_value = "8GB")]
    memory: String,
}

/// Solves boards, and writes their rows or prints them.
pub fn run(root: &Path, options: &Options) -> Result<ExitCode> {
    let folder = root.join("target/boards");
    std::fs::create_dir_all(&folder).context("target/boards")?;
    let mut rows = rows_of(&std::fs::read_to_string(root.join(FILE)).unwrap_or_default());
    for command in BOARDS {
        let is_named = |text: &String| command.contains(text.as_str());
        let is_wanted = match options.only.is_empty() {
            true => rows.iter().all(|row| command_of(row) != command),
            false => options.only.iter().any(is_named),
        };
        if !is_wanted {
            continue;
        }
        eprintln!("{command}");
        let new = match solved(root, &folder, command, options)? {
            Ok(row) => row,
            Err(why) => {
                eprintln!("no row: {why}");
                continue;
            }
        };
        print!("{new}");
        rows.retain(|row| command_of(row) != command);
        rows.push(new);
        if options.record {
            std::fs::write(root.join(FILE), file(&rows)).context(FILE)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Solves a board and checks its certificate; gives its row, or says why there is none.
fn solved(
    root: &Path,
    folder: &Path,
    command: &str,
    options: &Options,
) -> Result<Result<String, String>> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let name = command.replace("--", "").replace(' ', "-");
    let proof = folder.join(name);
    let text = |path: &PathBuf| path.display().to_string();
    let (threads, limit) = (options.threads.to_string(), options.limit.as_secs().to_string() + "s");
    let started = Instant::now();
    let mut solve = andor(root);
    solve.arg("solve").args(&words).args(["--threads", &threads, "--memory", &options.memory]);
    solve.args(["--time", &limit, "--json", "--quiet", "--proof", &text(&proof)]);
    let output = solve.output().context("andor solve")?;
    let took = started.elapsed();
    let told = || format!("{command}: {}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).with_context(told)?;
    if let Some(reason) = report["stop_reason"].as_str().or(report["no_proof"].as_str()) {
        return Ok(Err(format!("{} nodes, {reason}", report["nodes"])));
    }
    ensure!(output.status.success(), told());
    let started = Instant::now();
    let check = andor(root).arg("check").arg(&proof).output().context("andor check")?;
    ensure!(check.status.success(), "{command}: the certificate is refused");
    let checked = started.elapsed();
    let number =
        |name: &str| report[name].as_u64().with_context(|| format!("{command}: no {name}"));
    let answer = match report["margin"].as_i64() {
        Some(margin) => margin.to_string(),
        None => format!("{} wins", report["winner"].as_str().unwrap_or("nobody")),
    };
    Ok(Ok(row(&[
        format!("`{command}`"),
        answer,
        grouped(number("nodes")?),
        seconds(took.as_secs_f64()),
        threads,
        grouped(number("proof_entries")?),
        bytes(number("proof_bytes")? as usize),
        format!("{} s", seconds(checked.as_secs_f64())),
        commit(root)?,
    ])))
}

/// The command of this workspace, as it is built.
fn andor(root: &Path) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root).args(["run", "--release", "--quiet", "--package", "andor", "--"]);
    command
}

/// The rows of the file, each with its end of line.
fn rows_of(file: &str) -> Vec<String> {
    file.lines().filter(|line| line.starts_with("| `")).map(|line| format!("{line}\n")).collect()
}

/// The command of a row.
fn command_of(row: &str) -> &str {
    row.split('`').nth(1).unwrap_or_default()
}

/// The whole file, in the order of the boards.
fn file(rows: &[String]) -> String {
    let row = |command: &&str| rows.iter().find(|row| command_of(row) == *command);
    EXPLANATION.to_string()
        + &heading(&COLUMNS)
        + &BOARDS.iter().filter_map(row).map(String::as_str).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_kept_in_the_order_of_the_boards() {
        let later = row(&[format!("`{}`", BOARDS[3]), "2".to_string()]);
        let first = row(&[format!("`{}`", BOARDS[0]), "14".to_string()]);
        let text = file(&[later.clone(), first.clone()]);
        assert!(text.ends_with(&format!("{first}{later}")), "{text}");
        assert_eq!(rows_of(&text), [first, later]);
    }
}
