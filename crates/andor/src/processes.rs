//! Several problems at a time, each in a process of its own: batches of `andor solve`, and the
//! problems of `andor eval-net`.
//!
//! A process that is started here runs the same program and writes one line. A process may hold a
//! lifeline: its standard input, which stays open after the first line. Such a process ends with
//! what it knows when the lifeline is cut, and so also when this process is killed.

use crate::live;
use andor_core::lock;
use anyhow::{Context, Result, anyhow};
use std::collections::BTreeMap;
use std::io::Write;
use std::process::{ChildStdin, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

/// The listener hears at least this often.
const HEAR_EVERY: Duration = Duration::from_millis(100);

/// Does some work for each thing, on so many threads, and tells the results as they come, with the
/// numbers of their things. The listener also hears `None` while there is no result, so that it can
/// redraw a line.
pub fn each<T: Sync, R: Send>(
    things: &[T],
    jobs: usize,
    interrupted: &AtomicBool,
    work: impl Fn(&T) -> R + Sync,
    hear: &mut dyn FnMut(Option<(usize, R)>) -> Result<()>,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let (send, receive) = channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(things.len()) {
            let (send, next, work) = (send.clone(), &next, &work);
            scope.spawn(move || {
                while !interrupted.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(thing) = things.get(number) else { break };
                    if send.send((number, work(thing))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        loop {
            match receive.recv_timeout(HEAR_EVERY) {
                Ok(result) => hear(Some(result))?,
                Err(RecvTimeoutError::Timeout) => hear(None)?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    })
}

/// The standard inputs of processes that run.
#[derive(Default)]
pub struct Lifelines(Mutex<HeldInputs>);

#[derive(Default)]
struct HeldInputs {
    inputs: BTreeMap<usize, ChildStdin>,
    next: usize,
    is_cut: bool,
}

impl Lifelines {
    /// Cuts all lifelines, also those that come later: the processes end with what they know.
    pub fn cut(&self) {
        let mut held = self.held();
        held.is_cut = true;
        held.inputs.clear();
    }

    fn held(&self) -> MutexGuard<'_, HeldInputs> {
        lock(&self.0)
    }

    /// Holds an input until it is released by the number that it gets here.
    fn hold(&self, input: ChildStdin) -> usize {
        let mut held = self.held();
        let number = held.next;
        held.next += 1;
        if !held.is_cut {
            held.inputs.insert(number, input);
        }
        number
    }

    fn release(&self, number: usize) {
        self.held().inputs.remove(&number);
    }
}

/// The command that runs this program.
pub fn this_program() -> Result<Command> {
    Ok(Command::new(std::env::current_exe().context("the program is gone")?))
}

/// Runs a process that reads a line and holds a lifeline: the first line that the process wrote.
/// The messages are told; those of a process without a line are the error.
pub fn answer_to(line: &str, command: &mut Command, lifelines: &Lifelines) -> Result<String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().context("no process could be started")?;
    let held = child.stdin.take().map(|mut input| {
        // A process that is gone has said why.
        let _ = writeln!(input, "{line}");
        lifelines.hold(input)
    });
    let output = child.wait_with_output();
    held.into_iter().for_each(|number| lifelines.release(number));
    line_of(&output.context("a process was lost")?)
}

fn line_of(output: &Output) -> Result<String> {
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = String::from_utf8_lossy(&output.stderr);
    match (text.lines().next(), messages.trim()) {
        (Some(line), "") => Ok(line.to_string()),
        (Some(line), words) => {
            live::tell(words);
            Ok(line.to_string())
        }
        (None, "") => Err(anyhow!("its process ended without an answer ({})", output.status)),
        (None, words) => Err(anyhow!("{}", words.strip_prefix("andor: ").unwrap_or(words))),
    }
}
