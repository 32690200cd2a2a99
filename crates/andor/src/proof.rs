//! `andor proof`: walks a certificate.

use crate::exit::{Failure, STOPPED};
use crate::free_memory;
use crate::output::{Destination, write_line};
use andor_checker::write::MAGIC;
use andor_solver::view::{self, CannotShow, Limits};
use anyhow::{Context, Result};
use clap::Args;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Which certificate, and what to show of it.
#[derive(Args)]
pub struct Arguments {
    /// A certificate
    file: PathBuf,
    /// Which of its roots, counted from 1
    #[arg(long, default_value = "1", value_parser = andor_solver::amounts::number)]
    root: usize,
    /// Show the position after these moves from the root, such as "c3 d2"
    #[arg(long, value_name = "MOVES")]
    line: Option<String>,
    /// Write the tree of replies to this SGF file, or with - to standard output
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// How many plies the SGF file goes down; the answer to the last reply comes in addition
    #[arg(long, default_value_t = 6, requires = "sgf")]
    depth: usize,
    /// How many nodes the SGF file has at most
    #[arg(long, default_value_t = 10_000, requires = "sgf")]
    size: usize,
    /// Show how many entries, answers and leaves there are
    #[arg(long)]
    stats: bool,
    /// Give up if the certificate takes more memory than this, such as 4G [default: half of the
    /// free memory, rounded down to a power of two]
    #[arg(long, value_parser = andor_solver::amounts::bytes, allow_negative_numbers = true)]
    memory: Option<usize>,
}

/// Shows what is asked for; without an option, the root.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let name = arguments.file.display();
    let place = || format!("file \"{name}\"");
    let memory = arguments.memory.unwrap_or_else(|| free_memory::usual(1));
    let bytes = read(&arguments.file, memory)
        .with_context(|| format!("{}: expected a certificate that can be read", place()))?;
    let (certificate, _) = view::read(&bytes, memory).map_err(|error| match error {
        CannotShow::TooLarge(what) => {
            let words = format!("{}: {what}; --memory raises the limit", place());
            anyhow::Error::from(Failure { code: STOPPED, words })
        }
        error => anyhow::Error::from(error).context(place()),
    })?;
    let root = arguments.root - 1;
    let sgf = arguments.sgf.as_deref().map(Destination::open).transpose()?;
    let write_line = |text: &str| match &sgf {
        Some(sgf) => sgf.write_line(text),
        None => write_line(text),
    };
    if arguments.stats {
        write_line(view::stats(&certificate, bytes.len()).trim_end())?;
    }
    if let Some(sgf) = &sgf {
        let limits = Limits { depth: arguments.depth, nodes: arguments.size };
        let exported = view::sgf(&certificate, root, limits).with_context(place)?;
        sgf.write(exported.text.as_bytes(), |_| Ok(()))?;
        if let Some(left_out) = exported.left_out {
            eprintln!("andor: note: {left_out}; --depth and --size raise the limits");
        }
    }
    if arguments.line.is_some() || !(arguments.stats || arguments.sgf.is_some()) {
        let moves = arguments.line.as_deref().unwrap_or("");
        let (_, shown) = view::show(&certificate, root, moves).with_context(place)?;
        write_line(shown.to_string().trim_end())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The bytes of a certificate, or little more than a limit; the first ones alone of a file that is
/// none.
fn read(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    (&mut file).take(MAGIC.len() as u64).read_to_end(&mut bytes)?;
    if bytes == MAGIC {
        file.take((most as u64).saturating_add(1)).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}
