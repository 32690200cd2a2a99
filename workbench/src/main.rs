//! The chores that need the solver, run as `cargo xtask NAME`.
//!
//! * `signature` counts nodes over fixed problems, so that a change of search behaviour is seen;
//! * `bench` measures what docs/benchmarks.md shows, and `bench --record` writes that file;
//! * `boards` solves empty boards of Go with certificates, for docs/solved-boards.md;
//! * `fit` fits the guesses about Go, or the forecast of the work that is done, and shows how good
//!   it is;
//! * `hex-lemmas` writes the lemmas about inferior cells of Hex, or proves them again.

#![allow(clippy::print_stdout, reason = "printing is what these commands are for")]

mod boards;
mod clock;
mod figures;
mod fit;
mod forecast;
mod hex_lemmas;
mod positions;
mod record;
mod signature;
mod strategies;
mod works;

use anyhow::{Context, Result};
use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The chores that need the solver.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Chore {
    /// Count nodes over fixed problems and compare them with those recorded
    Signature {
        /// Record them instead
        #[arg(long)]
        record: bool,
    },
    /// Measure the default searches for docs/benchmarks.md
    Bench(record::Options),
    /// Solve empty boards of Go with certificates for docs/solved-boards.md
    Boards(boards::Options),
    /// Fit the guesses about Go or the forecast of the work to searches, and write their table
    Fit {
        /// What is fitted: go, the guesses about Go; forecast, the forecast of the work that is
        /// done
        #[arg(value_parser = ["go", "forecast"])]
        what: String,
        /// So many openings
        #[arg(long, default_value = "1500")]
        openings: usize,
        /// The seed of the openings
        #[arg(long, default_value = "1")]
        seed: u64,
    },
    /// Write the lemmas about inferior cells of Hex
    HexLemmas {
        /// Prove those that are there again instead
        #[arg(long)]
        check: bool,
    },
}

fn main() -> ExitCode {
    match run(Chore::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("workbench: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(chore: Chore) -> Result<ExitCode> {
    let root = root()?;
    match chore {
        Chore::Signature { record: false } => signature::compare(&root),
        Chore::Signature { record: true } => signature::record(&root),
        Chore::Bench(options) => record::run(&root, &options),
        Chore::Boards(options) => boards::run(&root, &options),
        Chore::Fit { what, .. } if what == "forecast" => forecast::fit(&root),
        Chore::Fit { openings, seed, .. } => fit::run(&root, openings, seed),
        Chore::HexLemmas { check: false } => hex_lemmas::write(&root),
        Chore::HexLemmas { check: true } => hex_lemmas::check(),
    }
}

/// The root of the workspace.
fn root() -> Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    Ok(folder.parent().context("the workbench lies in the root of the workspace")?.to_path_buf())
}
