//! The `andor` command.
//!
//! Exit codes: 0 solved, 1 bad input, 2 stopped before an answer.

mod amounts;
mod live;
mod mistake;
mod print;
mod solve;

use clap::error::ErrorKind;
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
        // Asking for help or the version is no mistake; the help is shown to whoever asks nothing.
        Err(error) if !error.use_stderr() => {
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            return ExitCode::from(1);
        }
        Err(error) => {
            eprintln!("andor: {}", mistake::sentence(&error));
            return ExitCode::from(1);
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
