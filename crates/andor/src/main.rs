//! The `andor` command.
//!
//! Exit codes: 0 solved, 1 bad input, 2 stopped before an answer.

mod amounts;
mod live;
mod print;
mod solve;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Solves two-player games of perfect information and proves what it solved.
#[derive(Parser)]
#[command(version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Find out who wins a position.
    Solve(solve::Arguments),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            // Asking for help or the version is no mistake.
            return ExitCode::from(u8::from(error.use_stderr()));
        }
    };
    let Command::Solve(arguments) = cli.command;
    match solve::run(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("andor: {error:#}");
            ExitCode::from(1)
        }
    }
}
