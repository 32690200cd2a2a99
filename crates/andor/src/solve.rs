//! `andor solve`: solves a position and prints the answer. Several positions are a batch.

use crate::batch::{self, Sources};
use crate::events::Events;
use crate::exit::{STOPPED, UNDECIDED};
use crate::game_options::{GameOptions, tell_notes};
use crate::input::{PositionArguments, file, problem};
use crate::interrupt::on_interrupt;
use crate::live::LiveLine;
use crate::output::{Destination, said};
use crate::processor_time::solve_within;
use crate::solve_args::{Arguments, settings};
use crate::watchdog::Watchdog;
use crate::{check, print, store};
use andor_checker::Source;
use andor_solver::{Outlook, Report, ReportAnswer};
use anyhow::{Context, Result, bail};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

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
    if let Some(sources) = batch_of(arguments)? {
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
    let mut live = (!arguments.quiet).then(LiveLine::new);
    let mut show = |outlook: &Outlook| {
        if let Some(events) = &mut events {
            events.hear(outlook);
        }
        if let Some(live) = &mut live {
            live.show(outlook);
        }
    };
    let report = solve_within(arguments.processor_time, &*game, &settings, Some(&mut show));
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

/// The batch that the arguments name; nothing if they name one position.
fn batch_of(arguments: &Arguments) -> Result<Option<Sources<'_>>> {
    let PositionArguments { what, size, .. } = &arguments.position;
    let words = [what].into_iter().chain(size).chain(&arguments.more);
    let batch = Sources::of(words.map(String::as_str).collect());
    if batch.is_some() {
        return Ok(batch);
    }
    if let Some(word) = arguments.more.first() {
        bail!("argument \"{word}\": not understood; expected what andor solve --help lists");
    }
    for (given, option) in
        [(arguments.out.is_some(), "--out"), (arguments.jobs.is_some(), "--jobs")]
    {
        if given {
            bail!(
                "{option}: one position; expected {option} with a folder, a list or several files"
            );
        }
    }
    Ok(None)
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
