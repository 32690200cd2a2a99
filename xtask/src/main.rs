//! The workspace's own chores, run as `cargo xtask NAME`.
//!
//! * `tidy` compares the crates and their sources with what ARCHITECTURE.md says about them, and
//!   needs nothing of the solver;
//! * all other chores are those of the `workbench`, which is built first.

#![allow(clippy::print_stdout, reason = "printing is what these commands are for")]

mod tidy;

use anyhow::{Context, Result};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode> {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    match words.first().and_then(|word| word.to_str()) {
        Some("tidy") if words.len() == 1 => tidy::run(&root()?),
        Some("tidy") => anyhow::bail!("cargo xtask tidy: it takes no options"),
        _ => workbench(&words),
    }
}

/// Builds the workbench and lets it do a chore.
fn workbench(words: &[OsString]) -> Result<ExitCode> {
    let status = cargo()
        .args(["run", "--release", "--quiet", "--package", "workbench", "--"])
        .args(words)
        .status()
        .context("cargo run --package workbench")?;
    Ok(ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
}

/// The cargo that runs this program.
fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The root of the workspace.
fn root() -> Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    Ok(folder.parent().context("xtask lies in the root of the workspace")?.to_path_buf())
}
