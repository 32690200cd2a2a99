//! `andor bench`: solves sets of problems and measures.

mod natural;
mod problem;
mod problems;
mod summary;

pub use problems::{Arguments as Set, Compared, compare, files_of};

use crate::game_options::GameOptions;
use anyhow::Result;
use clap::{Args, Subcommand};
use std::process::ExitCode;

/// What to measure.
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Solve every SGF file of a folder: one line for each problem, then a summary.
    Problems(problems::Arguments),
}

/// Measures and prints.
pub fn run(arguments: &Arguments, options: &GameOptions) -> Result<ExitCode> {
    match &arguments.what {
        What::Problems(arguments) => problems::run(arguments, options),
    }
}
