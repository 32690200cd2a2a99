//! The `andor` command.
//!
//! Exit codes: 0 solved or verified, 1 bad input, 2 stopped before an answer, 3 a certificate that is
//! wrong.

mod amounts;
mod check;
mod dataset;
mod live;
mod mistake;
mod play;
mod print;
mod proof;
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
    /// Check certificates.
    Check(check::Arguments),
    /// Walk through a certificate.
    Proof(proof::Arguments),
    /// Make a set of positions with their answers, for comparing searches.
    Dataset(dataset::Arguments),
    /// Play Go (GTP) or Hex (HTP) on standard input and output.
    Play(play::Arguments),
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
            let command = std::env::args().nth(1).unwrap_or_default();
            let is_known =
                ["solve", "check", "proof", "dataset", "play"].contains(&command.as_str());
            let command = if is_known { command.as_str() } else { "solve" };
            eprintln!("andor: {}", mistake::sentence(&error, command));
            return ExitCode::from(1);
        }
    };
    let done = match cli.command {
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Proof(arguments) => proof::run(&arguments),
        Command::Dataset(arguments) => dataset::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
    };
    match done {
        Ok(code) => code,
        Err(error) => {
            eprintln!("andor: {error:#}");
            ExitCode::from(1)
        }
    }
}
