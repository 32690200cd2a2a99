//! The workspace's own chores, run as `cargo xtask NAME`.
//!
//! * `tidy` compares the crates and their sources with what ARCHITECTURE.md says about them;
//! * `signature` counts nodes over fixed problems, so that a change of search behaviour is seen;
//! * `bench` prints the tables of docs/benchmarks.md; `bench dataset` compares searches on a set of
//!   positions and draws plots;
//! * `hex-lemmas` writes the lemmas about inferior cells of Hex, or proves them again.

#![allow(clippy::print_stdout, reason = "printing is what these commands are for")]

mod bench;
mod dataset;
mod hex_lemmas;
mod positions;
mod scatter;
mod signature;
mod tidy;

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask tidy                    check crates and sources against ARCHITECTURE.md
cargo xtask signature [--record]    count nodes over fixed problems, compare or record
cargo xtask bench [--seeds 5] [--limit 60s] [--only NAME]
                                    print the tables of docs/benchmarks.md
cargo xtask bench dataset FILE [--limit 10s] [--count N] [--plots FOLDER]
                                    compare searches on a set of positions
cargo xtask hex-lemmas [--check]    write the lemmas about inferior cells, or prove them again";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<ExitCode> {
    let root = root()?;
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["tidy"] => tidy::run(&root),
        ["signature"] => signature::compare(&root),
        ["signature", "--record"] => signature::record(&root),
        ["bench", "dataset", ref options @ ..] => dataset::run(options),
        ["bench", ref options @ ..] => bench::run(options),
        ["hex-lemmas"] => hex_lemmas::write(&root),
        ["hex-lemmas", "--check"] => hex_lemmas::check(),
        _ => bail!("expected one of\n{USAGE}"),
    }
}

/// The root of the workspace.
fn root() -> Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    Ok(folder.parent().context("xtask lies in the root of the workspace")?.to_path_buf())
}
