//! `andor solve`: solves a position and prints the answer.

use crate::amounts;
use crate::game_options::GameOptions;
use crate::live::{self, Live};
use crate::print;
use crate::watchdog::Watchdog;
use andor_core::Player;
use andor_solver::{Problem, Progress, Proof, Score, SearchName, Settings, family};
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use std::io::Read;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The largest file that is read.
const LARGEST_FILE: u64 = 4 << 20;

/// What to solve, and how.
#[derive(Args)]
pub struct Arguments {
    /// A game (listed by andor options), an SGF file, or a HexWorld link
    what: String,
    /// The size of the board: COLUMNSxROWS (mnk: COLUMNSxROWSxK, nim: heaps such as 3-4-5)
    size: Option<String>,
    /// Moves to play first, such as "d5 e4"
    #[arg(long)]
    moves: Option<String>,
    /// ews, ews-wr, ews-ps, ews-glance, dfpn, alpha-beta or depth-first [default: dfpn for Hex with
    /// knowledge, alpha-beta for Go under superko and for --score, but ews-glance under nssk and
    /// ssk-suicide, else ews]
    #[arg(long)]
    search: Option<String>,
    /// none, full, or names with commas
    #[arg(long, default_value = "full")]
    knowledge: String,
    /// Whose win is claimed; without it the winner is found
    #[arg(long = "for", value_enum)]
    claimed: Option<Side>,
    /// Find Black's exact margin; with a number, start where it is expected
    #[arg(long, value_name = "MARGIN", num_args = 0..=1, require_equals = true)]
    #[arg(allow_negative_numbers = true, conflicts_with = "claimed")]
    score: Option<Option<i16>>,
    /// Also find the value of every move
    #[arg(long)]
    all_moves: bool,
    /// Write a certificate of the answer to this file
    #[arg(long, value_name = "FILE")]
    proof: Option<std::path::PathBuf>,
    /// Do not compress the certificate
    #[arg(long)]
    proof_stored: bool,
    /// Show a line of best play
    #[arg(long)]
    pv: bool,
    /// Show the solution to this many plies
    #[arg(long, value_name = "DEPTH", value_parser = amounts::depth, allow_negative_numbers = true)]
    tree: Option<usize>,
    /// Stop after this time, such as 60s
    #[arg(long, value_parser = amounts::time, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Stop after this many nodes, such as 1e6
    #[arg(long, value_parser = amounts::count, allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Keep trees, tables and knowledge below this, such as 4G
    #[arg(long, value_parser = amounts::bytes, default_value = "2G", allow_negative_numbers = true)]
    memory: usize,
    /// How many threads
    #[arg(long, value_parser = amounts::threads, default_value = "1", allow_negative_numbers = true)]
    threads: usize,
    /// Where the random numbers start; one thread and one seed repeat a search exactly
    #[arg(long, value_parser = amounts::seed, default_value = "1", allow_negative_numbers = true)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    Black,
    White,
}

/// Solves and prints.
pub fn run(arguments: &Arguments, options: &GameOptions, started: Instant) -> Result<ExitCode> {
    if arguments.proof_stored && arguments.proof.is_none() {
        bail!("--proof-stored: no certificate is written; expected --proof FILE with it");
    }
    let watchdog = arguments.time.map(|time| Watchdog::new(started, time));
    let problem = problem(arguments, options)?;
    let game = problem.open()?;
    drop(watchdog);
    let mut settings = settings(arguments, options, &problem)?;
    settings.time = settings.time.map(|time| time.saturating_sub(started.elapsed()));
    let mut live = (!arguments.quiet).then(Live::new);
    let mut show = |progress: &Progress| {
        if let Some(live) = &mut live {
            live.show(progress);
        }
    };
    let report = game.solve(&settings, Some(&mut show));
    drop(live);
    let report = report?;
    if let (Some(path), Some(certificate)) = (&arguments.proof, &report.certificate) {
        write_whole(path, certificate).with_context(|| {
            format!("file \"{}\": the certificate cannot be written", path.display())
        })?;
    }
    if arguments.json {
        let text = serde_json::to_string(&report).context("the answer cannot be written")?;
        write_line(&text)?;
    } else {
        print::report(&report).or_else(closed_pipe)?;
    }
    if let Some(reason) = &report.no_proof {
        eprintln!("andor: no certificate was written: {reason}");
        return Ok(ExitCode::from(2));
    }
    Ok(ExitCode::from(if report.stop_reason.is_some() { 2 } else { 0 }))
}

/// Writes a file so that the file exists whole or not at all.
pub fn write_whole(path: &std::path::Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let part = path.with_file_name(name);
    std::fs::write(&part, bytes)?;
    std::fs::rename(&part, path)
}

/// Writes a line to standard output.
pub fn write_line(text: &str) -> Result<()> {
    use std::io::Write;
    writeln!(std::io::stdout().lock(), "{text}").or_else(closed_pipe)?;
    Ok(())
}

/// A reader that has closed the pipe is no error.
fn closed_pipe(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) }
}

fn problem(arguments: &Arguments, options: &GameOptions) -> Result<Problem> {
    let what = arguments.what.as_str();
    let is_link = what.contains("hexworld.org");
    let mut problem = match &arguments.size {
        Some(size) if is_link || is_file(what) => {
            bail!("size \"{size}\": a file or a link has its own size; expected none")
        }
        Some(size) => Problem::named(what, size)?,
        None if is_link => Problem::from_hexworld(what)?,
        None if is_file(what) => Problem::from_sgf(&place(what), &read(what)?)?,
        None => match family(what) {
            Ok(family) => bail!(
                "no size of the board; expected for example: andor solve {what} {}",
                family.example()
            ),
            Err(error) => bail!("{error}, or an SGF file that exists, or a HexWorld link"),
        },
    };
    problem = options.of_problem(problem)?;
    if let Some(moves) = &arguments.moves {
        problem = problem.with_moves(moves);
    }
    Ok(problem)
}

fn is_file(what: &str) -> bool {
    family(what).is_err() && (what.ends_with(".sgf") || std::path::Path::new(what).is_file())
}

/// The name of a file in messages.
fn place(path: &str) -> String {
    format!("file \"{path}\"")
}

/// Reads a file of moderate size.
pub fn read(path: &str) -> Result<String> {
    let place = place(path);
    let refused = |error: std::io::Error| {
        let problem = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_string(),
            _ => format!("it cannot be read ({error})"),
        };
        anyhow!("{place}: {problem}; expected an SGF file")
    };
    // A pipe has no size, and a file may grow while it is read.
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(refused)?;
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(refused)?;
    if bytes.len() as u64 > LARGEST_FILE {
        bail!("{place}: too long; expected an SGF file of at most {LARGEST_FILE} bytes");
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A switch that Ctrl-C turns on.
pub fn on_interrupt() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let switch = stop.clone();
    ctrlc::set_handler(move || {
        // The first asks the search to end with what it knows; a second one does not wait.
        if switch.swap(true, Ordering::Relaxed) {
            live::clear();
            std::process::exit(130);
        }
    })
    .context("Ctrl-C cannot be caught")?;
    Ok(stop)
}

fn settings(arguments: &Arguments, options: &GameOptions, problem: &Problem) -> Result<Settings> {
    let score = arguments.score.map(|expected| match expected {
        None => Score::Unknown,
        Some(margin) => Score::Expected(margin),
    });
    Ok(Settings {
        search: arguments.search.as_deref().map(str::parse::<SearchName>).transpose()?,
        options: options.of_search(problem.family())?,
        knowledge: arguments.knowledge.clone(),
        claimed: arguments.claimed.map(|side| match side {
            Side::Black => Player::Black,
            Side::White => Player::White,
        }),
        score,
        all_moves: arguments.all_moves,
        proof: match (&arguments.proof, arguments.proof_stored) {
            (None, _) => Proof::None,
            (Some(_), false) => Proof::Compressed,
            (Some(_), true) => Proof::Stored,
        },
        pv: arguments.pv,
        tree_depth: arguments.tree,
        time: arguments.time,
        nodes: arguments.nodes,
        memory: arguments.memory,
        threads: arguments.threads,
        seed: arguments.seed,
        stop: on_interrupt()?,
    })
}
