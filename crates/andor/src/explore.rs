//! `andor explore`: positions, searches and proofs in a browser.

use crate::batch::Sources;
use crate::free_memory;
use crate::game_options::{GameOptions, tell_notes};
use crate::input::{PositionArguments, problem};
use crate::interrupt::on_interrupt;
use crate::output::write_line;
use andor_checker::write::MAGIC;
use andor_solver::amounts;
use andor_web::{Address, Expected, Explorer, First, IpAddr, Task, serve};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// What to show, and where.
#[derive(Args)]
pub struct Arguments {
    /// A game (listed by andor options), an SGF file, a HexWorld link, a position as JSON has it, a
    /// certificate, a folder of SGF files, or a list of positions (.txt, .list, .jsonl) [default:
    /// hex 5x5]
    what: Option<String>,
    /// The size of the board, or the files to read as that game
    size: Option<String>,
    /// Which game of an SGF file, counted from 1
    #[arg(long, value_name = "N", value_parser = amounts::number, allow_negative_numbers = true)]
    game: Option<usize>,
    /// Moves to play first, such as "d5 e4"
    #[arg(long)]
    moves: Option<String>,
    /// The port [default: 8420, or one of the next if it is taken]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Listen to other machines at this address of this machine, with a token in the address that
    /// is printed
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// The memory of all searches and certificates together, such as 4G [default: half of the free
    /// memory, rounded down to a power of two]
    #[arg(long, value_parser = amounts::bytes, allow_negative_numbers = true)]
    memory: Option<usize>,
}

/// Serves the page until Ctrl-C.
pub fn run(arguments: &Arguments, options: &GameOptions) -> Result<ExitCode> {
    let memory = arguments.memory.unwrap_or_else(|| free_memory::usual(1));
    let explorer = Explorer { memory, ..arguments.shown(options, memory)? };
    let stop = on_interrupt()?;
    // A search that panics ends itself and not the server.
    drop(std::panic::take_hook());
    let address = Address { ip: arguments.listen, port: arguments.port };
    let mut printed = Ok(());
    serve(explorer, address, stop, |url| {
        printed = write_line(&format!("{url}\nCtrl-C ends the explorer"));
        if arguments.open {
            open(url);
        }
    })?;
    printed?;
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    /// What the arguments name.
    fn shown(&self, options: &GameOptions, memory: usize) -> Result<Explorer> {
        let Some(what) = self.what.as_deref() else {
            let start = options.of_problem("hex 5x5".parse()?)?;
            let first = First { problem: Some(start), certificate: None };
            return Ok(Explorer { first, ..Explorer::default() });
        };
        let words: Vec<&str> = std::iter::once(what).chain(self.size.as_deref()).collect();
        if let Some(sources) = Sources::of(words.clone()) {
            if self.game.is_some() {
                bail!(
                    "--game: a folder or a list has every game of a file; expected --game with one SGF file only"
                );
            }
            let folder = words[words.len() - 1];
            let tasks = tasks(&sources, folder, options, self.moves.as_deref())?;
            let folder = Path::new(folder).file_name().unwrap_or(folder.as_ref());
            let folder = Some(folder.to_string_lossy().into_owned());
            let problem = tasks.iter().find_map(|task| task.problem.as_ref().ok()).cloned();
            let first = First { problem, certificate: None };
            return Ok(Explorer { first, folder, tasks, ..Explorer::default() });
        }
        if let Some(bytes) = certificate(Path::new(what), memory)? {
            if self.size.is_some() || self.moves.is_some() || self.game.is_some() {
                bail!(
                    "\"{what}\": a certificate has its own position; expected no other arguments"
                );
            }
            let first = First { problem: None, certificate: Some(bytes) };
            return Ok(Explorer { first, ..Explorer::default() });
        }
        let position = PositionArguments {
            what: what.to_string(),
            size: self.size.clone(),
            game: self.game,
            moves: self.moves.clone(),
        };
        let problem = problem(&position, options)?;
        problem.open()?;
        tell_notes(&problem);
        let first = First { problem: Some(problem), certificate: None };
        Ok(Explorer { first, ..Explorer::default() })
    }
}

/// The problems of a folder or a list, with names inside the folder.
fn tasks(
    sources: &Sources,
    folder: &str,
    options: &GameOptions,
    moves: Option<&str>,
) -> Result<Vec<Task>> {
    let within = |name: &str| {
        let name = name.strip_prefix(folder).unwrap_or(name);
        name.trim_start_matches(std::path::MAIN_SEPARATOR).to_string()
    };
    let task = |entry: crate::batch::Entry| {
        let read = entry.problem(options, moves);
        let opened = read.and_then(|problem| {
            problem.open()?;
            Ok(problem)
        });
        let expected = entry.expected.map(|expected| Expected {
            words: expected.words().to_string(),
            agrees: Box::new(move |report| expected.agrees(report)),
        });
        Task {
            name: within(&entry.name),
            problem: opened.map_err(|error| format!("{error:#}")),
            expected,
        }
    };
    Ok(sources.entries()?.into_iter().map(task).collect())
}

/// The bytes of a file, if it is a certificate.
fn certificate(path: &Path, memory: usize) -> Result<Option<Vec<u8>>> {
    let Ok(mut file) = File::open(path) else { return Ok(None) };
    let mut magic = [0; MAGIC.len()];
    if file.read_exact(&mut magic).is_err() || magic != *MAGIC {
        return Ok(None);
    }
    let mut bytes = magic.to_vec();
    let place = || format!("file \"{}\": expected a certificate that can be read", path.display());
    file.take((memory as u64).saturating_add(1)).read_to_end(&mut bytes).with_context(place)?;
    if bytes.len() > memory {
        let name = path.display();
        bail!(
            "file \"{name}\": larger than the memory of {memory} bytes; expected a larger --memory"
        );
    }
    Ok(Some(bytes))
}

/// Opens an address in the browser; if that fails the address that was printed is enough.
fn open(url: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let begun = Command::new(program)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(error) = begun {
        eprintln!(
            "andor: note: {program} cannot be started ({error}); open the address in a browser"
        );
    }
}
