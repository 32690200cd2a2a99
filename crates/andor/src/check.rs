//! `andor check`: checks certificates.

use andor_checker::{Knowledge, Options, check_source};
use anyhow::{Context, Result};
use clap::Args;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Which certificates, and what to accept.
#[derive(Args)]
pub struct Arguments {
    /// Certificates
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Refuse certificates that rest on knowledge
    #[arg(long)]
    rules_only: bool,
    /// Give up after this many steps
    #[arg(long, value_parser = crate::amounts::count)]
    steps: Option<u64>,
    /// How much of a certificate may be in memory at once [default: 512M]
    #[arg(long, value_parser = crate::amounts::bytes)]
    memory: Option<usize>,
    /// How many threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// Checks one certificate after another. Ends with the status of the first file that is not right: 1 for a
/// file that is no certificate, 2 for a check that was given up, 3 for a certificate that is wrong.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut options = Options::default();
    if arguments.rules_only {
        options.knowledge = Knowledge::RulesOnly;
    }
    options.steps = arguments.steps.unwrap_or(options.steps);
    options.memory = arguments.memory.unwrap_or(options.memory);
    options.threads = arguments.threads.map_or(options.threads, usize::from);
    let mut status = 0;
    for path in &arguments.files {
        let name = path.display();
        let file = File::open(path)
            .with_context(|| format!("file \"{name}\": expected a certificate that can be read"))?;
        let started = Instant::now();
        match check_source(BufReader::new(file), &options) {
            Ok(summary) => {
                let seconds = started.elapsed().as_secs_f64();
                crate::solve::write_line(&format!("{summary}, {seconds:.3} s\nverified"))?;
            }
            Err(refusal) => {
                eprintln!("andor: file \"{name}\": {refusal}");
                status = if status == 0 { refusal.exit_status() } else { status };
            }
        }
    }
    Ok(ExitCode::from(status))
}
