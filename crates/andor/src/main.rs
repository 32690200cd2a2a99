//! The `andor` command.
//!
//! Each command has a file or folder of its name; `andor match` has `referee`. Other files
//! serve several commands:
//!
//! | modules | what they do |
//! |---|---|
//! | `batch`, `processes` | many positions of `andor solve`; problems in processes of their own |
//! | `print`, `live`, `events` | the answer; the progress on the terminal and as JSON lines |
//! | `input`, `search_args`, `solve_args` | the position, the search and all else of the arguments |
//! | `game_options`, `guide` | options of games, and networks, on the command line |
//! | `output`, `exit`, `mistake` | files that are written, exit codes, messages |
//! | `processor`, `free_memory` | processors, memory |
//! | `watchdog`, `processor_time`, `interrupt` | the time before a search, the time of processors; Ctrl-C |

mod batch;
mod book;
mod check;
mod dataset;
mod eval_net;
mod events;
mod exit;
#[cfg(feature = "web")]
mod explore;
mod free_memory;
mod game_options;
mod guide;
mod input;
mod interrupt;
mod live;
mod mistake;
mod net;
mod options;
mod output;
mod play;
mod print;
mod processes;
mod processor;
mod processor_time;
mod proof;
mod referee;
mod report;
mod search_args;
mod solve;
mod solve_args;
mod store;
mod think;
mod train;
mod watchdog;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use game_options::GameOptions;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

/// Solves two-player games of perfect information and proves what it solved.
#[derive(Parser)]
#[command(version, arg_required_else_help = true, after_help = exit::HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Find out who wins a position.
    #[command(after_help = exit::HELP)]
    Solve(solve_args::Arguments),
    /// Let the player of a game choose a move in one position.
    Think(think::Arguments),
    /// Check certificates.
    Check(check::Arguments),
    /// Walk through a certificate.
    Proof(proof::Arguments),
    /// Make a set of positions with their answers, for comparing searches.
    Dataset(dataset::Arguments),
    /// Play Go (GTP), Hex (HTP) or Gomoku (Gomocup) on standard input and output.
    Play(play::Arguments),
    /// Let two engines of Hex, Go or Gomoku play against each other.
    #[command(name = "match")]
    Match(referee::Arguments),
    /// See positions, searches and proofs in a browser.
    #[cfg(feature = "web")]
    Explore(explore::Arguments),
    /// Make a book of openings, or show one.
    Book(book::Arguments),
    /// Train a network for a game by self-play, from proofs, or both.
    Train(train::Arguments),
    /// Find out what a network is worth.
    #[command(name = "eval-net")]
    EvalNet(eval_net::Arguments),
    /// Show what a network's file holds, or write it in another encoding.
    Net(net::Arguments),
    /// Draw what andor solve --events wrote, as a page of HTML.
    Report(report::Arguments),
    /// Look at a store of solved positions, merge, write and verify stores.
    Store(store::Arguments),
    /// Show the options of the games and the searches.
    Options(options::Arguments),
}

/// The commands that open a game, and so have the options of the games.
const OF_GAMES: &[&str] = &[
    "solve",
    "think",
    "dataset",
    "play",
    "match",
    "train",
    #[cfg(feature = "web")]
    "explore",
];

/// The command line, with the options of the games from their tables.
fn command_line() -> clap::Command {
    let add = |command: clap::Command, name| command.mut_subcommand(name, game_options::add_to);
    OF_GAMES.iter().copied().fold(Cli::command(), add)
}

fn main() -> ExitCode {
    let started = Instant::now();
    output::abort_on_panic();
    let matches = match command_line().try_get_matches() {
        Ok(matches) => matches,
        // Asking for help or the version is no mistake; the help is shown to whoever asks nothing.
        Err(error) if !error.use_stderr() => {
            return ended(output::said(error.print()).map(|()| ExitCode::SUCCESS));
        }
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            return ExitCode::from(exit::BAD_INPUT);
        }
        Err(error) => return refuse(&error),
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let options = GameOptions::new(&matches);
    let done = match cli.command {
        Command::Solve(arguments) => solve::run(&arguments, &options, started),
        Command::Think(arguments) => think::run(&arguments, &options),
        Command::Check(arguments) => check::run(&arguments),
        Command::Proof(arguments) => proof::run(&arguments),
        Command::Dataset(arguments) => dataset::run(&arguments, &options),
        Command::Play(arguments) => play::run(&arguments, &options),
        Command::Match(arguments) => referee::run(&arguments, &options),
        #[cfg(feature = "web")]
        Command::Explore(arguments) => explore::run(&arguments, &options),
        Command::Book(arguments) => book::run(&arguments),
        Command::Train(arguments) => train::run(&arguments, &options),
        Command::EvalNet(arguments) => eval_net::run(&arguments, &options),
        Command::Net(arguments) => net::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Store(arguments) => store::run(&arguments, &options),
        Command::Options(arguments) => options::run(&arguments),
    };
    ended(done)
}

/// The exit code of a command, once all that it said is written.
fn ended(done: anyhow::Result<ExitCode>) -> ExitCode {
    let written = || output::said(std::io::stdout().flush());
    match done.and_then(|code| written().map(|()| code)) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("andor: {error:#}");
            ExitCode::from(exit::code(&error))
        }
    }
}

/// Says what is wrong with the words of the command line.
fn refuse(error: &clap::Error) -> ExitCode {
    let command = std::env::args().nth(1).unwrap_or_default();
    let line = Cli::command();
    let names: Vec<&str> = line.get_subcommands().map(clap::Command::get_name).collect();
    let command = if names.contains(&command.as_str()) { command.as_str() } else { "solve" };
    eprintln!("andor: {}", mistake::sentence(error, command, &names));
    ExitCode::from(exit::BAD_INPUT)
}
