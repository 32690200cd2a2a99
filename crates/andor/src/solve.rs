//! `andor solve`: solves a position and prints the answer. Several positions are a batch.

use crate::batch::{self, Sources};
use crate::events::Events;
use crate::exit::{INTERRUPTED, STOPPED, UNDECIDED};
use crate::free_memory;
use crate::game_options::{GameOptions, tell_notes};
use crate::guide::GuessArguments;
use crate::live::{self, Live};
use crate::output::{self, Destination, said};
use crate::watchdog::Watchdog;
use crate::{amounts, check, print, store};
use andor_checker::Source;
use andor_core::Player;
use andor_solver::{
    Checkpoint, InPlay, Outlook, Problem, Proof, Report, ReportAnswer, Score, SearchName, Settings,
    family,
};
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The largest file that is read.
const LARGEST_FILE: u64 = 4 << 20;

/// The usual time between two saves of a checkpoint.
const EVERY: Duration = Duration::from_secs(60);

/// Which position.
#[derive(Args)]
pub struct PositionArguments {
    /// A game (listed by andor options), an SGF file, a HexWorld link, or a position as JSON has it
    pub what: String,
    /// The size of the board: COLUMNSxROWS (mnk: COLUMNSxROWSxK, nim: heaps such as 3-4-5), or an
    /// SGF file to read as that game
    pub size: Option<String>,
    /// Which game of an SGF file, counted from 1
    #[arg(long, value_name = "N", value_parser = amounts::number, allow_negative_numbers = true)]
    pub game: Option<usize>,
    /// Moves to play first, such as "d5 e4"
    #[arg(long)]
    pub moves: Option<String>,
}

/// What to solve, and how.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    pub position: PositionArguments,
    /// Further positions. Several positions, folders of SGF files, lists (.txt, .list, .jsonl)
    /// and - for JSON lines on standard input are a batch: each position has a process of its own
    /// and a JSON line
    #[arg(value_name = "MORE")]
    more: Vec<String>,
    /// Batch: write the lines to this file; what it holds already is not solved again
    #[arg(long, value_name = "FILE")]
    pub out: Option<std::path::PathBuf>,
    /// Batch: how many positions at a time
    #[arg(long, value_name = "N", value_parser = amounts::threads, allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// Solve one position of a batch, which is read from standard input
    #[arg(long, hide = true)]
    worker: bool,
    /// Whose win is claimed; without it the winner is found
    #[arg(long = "for", value_enum)]
    pub claimed: Option<Side>,
    /// Find Black's exact margin; with a number, start where it is expected
    #[arg(long, value_name = "MARGIN", num_args = 0..=1, require_equals = true)]
    #[arg(allow_negative_numbers = true, conflicts_with = "claimed")]
    pub score: Option<Option<i16>>,
    /// Also find the value of every move
    #[arg(long)]
    pub all_moves: bool,
    /// Also find in how many plies the winner wins, if both players play for the length
    #[arg(long)]
    pub shortest: bool,
    /// Write a certificate of the answer to this file, or with - to standard output
    #[arg(long, value_name = "FILE")]
    pub proof: Option<std::path::PathBuf>,
    /// Do not compress the certificate
    #[arg(long)]
    proof_stored: bool,
    /// Do not check the certificate before it is written
    #[arg(long)]
    no_self_check: bool,
    /// Write the progress to this file: a JSON object a second, and the answer; see andor report
    #[arg(long, value_name = "FILE")]
    pub events: Option<std::path::PathBuf>,
    /// Show a line of best play
    #[arg(long)]
    pub pv: bool,
    /// Show the solution to this many plies
    #[arg(long, value_name = "DEPTH", value_parser = amounts::depth, allow_negative_numbers = true)]
    pub tree: Option<usize>,
    /// Stop after this time, such as 60s
    #[arg(long, value_parser = amounts::time, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Stop after this many nodes, such as 1e6
    #[arg(long, value_parser = amounts::count, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Save the search to this file while it goes on, and go on from the file if it is there
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<std::path::PathBuf>,
    /// Take solved positions from this file, and add those that are solved now; see andor store
    #[arg(long, value_name = "FILE")]
    pub store: Option<std::path::PathBuf>,
    /// The time between two saves of the checkpoint and of the store [default: 60s, of the store
    /// 20s]
    #[arg(long, value_name = "TIME", value_parser = amounts::time, allow_negative_numbers = true)]
    pub every: Option<Duration>,
    #[command(flatten)]
    pub how: SearchArguments,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

impl Arguments {
    /// How many positions of a batch at a time.
    pub fn jobs(&self) -> usize {
        self.jobs.unwrap_or(1)
    }

    /// The batch that the arguments name; nothing if they name one position.
    fn batch(&self) -> Result<Option<Sources<'_>>> {
        let PositionArguments { what, size, .. } = &self.position;
        let words = [what].into_iter().chain(size).chain(&self.more);
        let batch = Sources::of(words.map(String::as_str).collect());
        if batch.is_some() {
            return Ok(batch);
        }
        if let Some(word) = self.more.first() {
            bail!("argument \"{word}\": not understood; expected what andor solve --help lists");
        }
        for (given, option) in [(self.out.is_some(), "--out"), (self.jobs.is_some(), "--jobs")] {
            if given {
                bail!(
                    "{option}: one position; expected {option} with a folder, a list or several files"
                );
            }
        }
        Ok(None)
    }
}

/// How to search.
#[derive(Args)]
pub struct SearchArguments {
    /// ews, ews-wr, ews-ps, dfpn, fdfpn, pns, mcts, threats (Gomoku), widening (capture,
    /// Phutball, Gomoku, Hex), conspiracy (Hex), alpha-beta or depth-first [default: dfpn for Hex
    /// with knowledge, for Killall-Go and for Phutball, alpha-beta for Go under superko and for
    /// --score, but ews under nssk and ssk-suicide, threats for Gomoku, widening for capture, else
    /// ews]
    #[arg(long)]
    pub search: Option<String>,
    /// none, full, or names with commas
    #[arg(long, default_value = "full")]
    pub knowledge: String,
    /// Keep trees, tables and knowledge below this, such as 4G [default: half of the free memory,
    /// rounded down to a power of two, divided among --jobs]
    #[arg(long, value_parser = amounts::bytes, allow_negative_numbers = true)]
    pub memory: Option<usize>,
    /// How many threads
    #[arg(long, value_parser = amounts::threads, default_value = "1", allow_negative_numbers = true)]
    pub threads: usize,
    /// Where the random numbers start; one thread and one seed repeat a search exactly
    #[arg(long, value_parser = amounts::seed, default_value = "1", allow_negative_numbers = true)]
    pub seed: u64,
    #[command(flatten)]
    pub guess: GuessArguments,
}

impl SearchArguments {
    /// The memory of each of so many processes.
    pub fn memory_for(&self, processes: usize) -> usize {
        self.memory.unwrap_or_else(|| free_memory::usual(processes))
    }
}

/// A player on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub enum Side {
    /// The player who moves first.
    Black,
    /// The other player.
    White,
}

impl Side {
    /// The player.
    pub fn player(self) -> Player {
        match self {
            Side::Black => Player::Black,
            Side::White => Player::White,
        }
    }
}

/// Solves and prints.
pub fn run(arguments: &Arguments, options: &GameOptions, started: Instant) -> Result<ExitCode> {
    for (given, option) in
        [(arguments.proof_stored, "--proof-stored"), (arguments.no_self_check, "--no-self-check")]
    {
        if given && arguments.proof.is_none() {
            bail!("{option}: no certificate is written; expected --proof FILE with it");
        }
    }
    let is_saved = arguments.checkpoint.is_some() || arguments.store.is_some();
    if arguments.every.is_some() && !is_saved {
        bail!("--every: nothing is saved; expected --checkpoint FILE or --store FILE with it");
    }
    if arguments.worker {
        return batch::work(arguments, options, started);
    }
    if let Some(sources) = arguments.batch()? {
        return batch::run(&sources, arguments, options, started);
    }
    let watchdog = arguments.time.map(|time| Watchdog::new(started, time));
    let problem = problem(&arguments.position, options)?;
    let game = problem.open()?;
    drop(watchdog);
    tell_notes(&problem);
    let mut settings = settings(arguments, options, &*game, on_interrupt()?)?;
    settings.time = settings.time.map(|time| time.saturating_sub(started.elapsed()));
    let proof = arguments.proof.as_deref().map(Destination::open).transpose()?;
    settings.overflow = proof.as_ref().map(Destination::overflow).unwrap_or_default();
    let events = arguments.events.as_deref();
    let mut events = events.map(|path| Events::create(path, started)).transpose()?;
    let mut live = (!arguments.quiet).then(Live::new);
    let mut show = |outlook: &Outlook| {
        if let Some(events) = &mut events {
            events.hear(outlook);
        }
        if let Some(live) = &mut live {
            live.show(outlook);
        }
    };
    let report = game.solve(&settings, Some(&mut show));
    drop(live);
    let file = file(&arguments.position).cloned();
    let report = Report { file, ..report? };
    // The search is over: the next Ctrl-C does not wait for anything.
    settings.stop.store(true, Ordering::Relaxed);
    let printed = match &proof {
        Some(proof) if proof.is_standard_output() => print(io::stderr(), arguments, &report),
        _ => print(io::stdout(), arguments, &report),
    };
    if let (Some(proof), Some(certificate)) = (&proof, &report.certificate) {
        let memory = arguments.how.memory_for(1).saturating_sub(certificate.in_memory());
        proof.copy(certificate.reader(), |source| self_check(source, arguments, memory))?;
    }
    printed?;
    events.map(|events| events.finish(&report, settings.memory)).transpose()?;
    if let Some(reason) = &report.no_checkpoint {
        eprintln!("andor: {reason}");
        return Ok(ExitCode::from(STOPPED));
    }
    report.contradictions.iter().for_each(|place| store::tell_contradiction(place));
    if let Some(reason) = &report.no_store {
        eprintln!("andor: {reason}");
        return Ok(ExitCode::from(STOPPED));
    }
    if let Some(reason) = &report.no_proof {
        eprintln!("andor: no certificate was written: {reason}");
        return Ok(ExitCode::from(STOPPED));
    }
    Ok(match report.answer {
        _ if report.stop_reason.is_some() => ExitCode::from(STOPPED),
        ReportAnswer::Escapes => ExitCode::from(UNDECIDED),
        _ => ExitCode::SUCCESS,
    })
}

/// Prints the answer.
fn print(mut out: impl Write + IsTerminal, arguments: &Arguments, report: &Report) -> Result<()> {
    if arguments.json {
        let text = serde_json::to_string(report).context("the answer cannot be written")?;
        return said(writeln!(out, "{text}"));
    }
    said(print::report(&mut out, report))
}

/// Checks the certificate that is about to be written, in so much memory.
fn self_check(source: &mut dyn Source, arguments: &Arguments, memory: usize) -> Result<()> {
    if arguments.no_self_check {
        return Ok(());
    }
    let usual = andor_checker::Options::default();
    let memory = usual.memory.min(memory);
    let options = andor_checker::Options { threads: arguments.how.threads, memory, ..usual };
    let started = Instant::now();
    check::before_handing_out(source, &options)?;
    if !arguments.quiet {
        eprintln!("certificate checked in {:.3} s", started.elapsed().as_secs_f64());
    }
    Ok(())
}

/// The problem of the arguments.
pub fn problem(arguments: &PositionArguments, options: &GameOptions) -> Result<Problem> {
    let what = arguments.what.as_str();
    let is_link = what.contains("hexworld.org");
    let file = file(arguments);
    if arguments.game.is_some() && file.is_none() {
        bail!("--game: \"{what}\" is no SGF file; expected --game with an SGF file only");
    }
    let problem = match &arguments.size {
        Some(size) if is_link || is_file(what) => {
            bail!("size \"{size}\": a file or a link has its own size; expected none")
        }
        Some(size) if file.is_some() => from_file(size, Some(what), arguments.game)?,
        Some(size) => Problem::named(what, size)?,
        None if is_link => Problem::from_hexworld(what)?,
        None if is_file(what) => from_file(what, None, arguments.game)?,
        // The text of a problem, as JSON has it.
        None if what.contains(' ') => what.parse()?,
        None => match family(what) {
            Ok(family) => bail!(
                "no size of the board; expected for example: andor solve {what} {}",
                family.example()
            ),
            Err(error) => bail!("{error}, or an SGF file that exists, or a HexWorld link"),
        },
    };
    with_options(problem, options, arguments.moves.as_deref())
}

/// The problem with the options and the moves of the command line.
pub fn with_options(
    problem: Problem,
    options: &GameOptions,
    moves: Option<&str>,
) -> Result<Problem> {
    let problem = options.of_problem(problem)?;
    Ok(match moves {
        Some(moves) => problem.with_moves(moves),
        None => problem,
    })
}

/// The problem of an SGF file: of a game of this name, or of the game that the file names.
pub fn from_file(path: &str, family_name: Option<&str>, game: Option<usize>) -> Result<Problem> {
    let (place, text) = (place(path), read(path)?);
    Ok(match family_name {
        Some(name) if is_drawn(name) && !text.trim_start().starts_with('(') => {
            Problem::from_picture(family(name)?, &place, &text)?
        }
        Some(name) => Problem::from_sgf_of(family(name)?, &place, &text, game)?,
        None => Problem::from_sgf(&place, &text, game)?,
    })
}

/// The SGF file of the arguments.
fn file(arguments: &PositionArguments) -> Option<&String> {
    let is_drawing = |size: &str| is_drawn(&arguments.what) && std::path::Path::new(size).is_file();
    let size = arguments.size.as_ref().filter(|size| size.ends_with(".sgf") || is_drawing(size));
    size.or_else(|| Some(&arguments.what).filter(|what| is_file(what)))
}

/// Are drawn boards read as problems of this family?
pub fn is_drawn(name: &str) -> bool {
    ["capture", "phutball"].iter().any(|known| name.eq_ignore_ascii_case(known))
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
    let refused = |error: io::Error| {
        let problem = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_string(),
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
            output::exit(INTERRUPTED);
        }
    })
    .context("Ctrl-C cannot be caught")?;
    Ok(stop)
}

/// The settings of a search that stops when the switch is set.
pub fn settings_of(
    how: &SearchArguments,
    options: &GameOptions,
    game: &dyn InPlay,
    stop: Arc<AtomicBool>,
) -> Result<Settings> {
    Ok(Settings {
        search: how.search.as_deref().map(str::parse::<SearchName>).transpose()?,
        options: options.of_search(game.problem().family())?,
        knowledge: how.knowledge.clone(),
        guide: how.guess.guide(game)?,
        memory: how.memory_for(1),
        threads: how.threads,
        seed: how.seed,
        stop,
        ..Settings::default()
    })
}

/// The settings of the arguments, for a search that stops when the switch is set.
pub fn settings(
    arguments: &Arguments,
    options: &GameOptions,
    game: &dyn InPlay,
    stop: Arc<AtomicBool>,
) -> Result<Settings> {
    let score = arguments.score.map(|expected| match expected {
        None => Score::Unknown,
        Some(margin) => Score::Expected(margin),
    });
    let usual = settings_of(&arguments.how, options, game, stop)?;
    Ok(Settings {
        claimed: arguments.claimed.map(Side::player),
        score,
        all_moves: arguments.all_moves,
        shortest: arguments.shortest,
        proof: match (&arguments.proof, arguments.proof_stored) {
            (None, _) => Proof::None,
            (Some(_), false) => Proof::Compressed,
            (Some(_), true) => Proof::Stored,
        },
        pv: arguments.pv,
        tree_depth: arguments.tree,
        time: arguments.time,
        nodes: arguments.nodes,
        checkpoint: arguments
            .checkpoint
            .as_ref()
            .map(|file| Checkpoint { file: file.clone(), every: arguments.every.unwrap_or(EVERY) }),
        store: arguments.store.clone(),
        store_every: arguments.every.unwrap_or(usual.store_every),
        ..usual
    })
}
