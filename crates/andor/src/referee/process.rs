//! The process of an engine: lines to it, lines from it within a time, and its end.
//!
//! A thread reads the engine's output, so that the referee can wait with a limit; another one reads
//! its messages. The last lines of both are kept, for the case that the engine is at fault. The
//! process has a process group of its own; at the end the whole group is killed and the process is
//! waited for, also when the referee ends early. An engine never outlives its [`Process`].

use crate::processor;
use andor_core::lock;
use andor_solver::split_words;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer lines are cut: no answer is as long.
const LONGEST_LINE: u64 = 1 << 16;

/// How long an engine has to end after it was told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// So many lines of an engine are kept, and so many letters of each.
const LAST_LINES: usize = 8;
const LAST_LETTERS: usize = 300;

/// How often the referee looks whether it is to stop.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Why an engine did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The time is up.
    Late,
    /// The process has ended or closed its output.
    Gone,
    /// The referee is to stop.
    Interrupted,
}

/// The program of an engine.
#[derive(Clone)]
pub struct Program {
    words: Vec<String>,
    stop: Arc<AtomicBool>,
}

impl Program {
    /// The program with this command line; `andor` as its first word is this very program.
    pub fn new(command: &str, stop: Arc<AtomicBool>) -> Option<Program> {
        let mut words = split_words(command).filter(|words| !words.is_empty())?;
        if words[0] == "andor"
            && let Ok(own) = std::env::current_exe()
        {
            words[0] = own.to_string_lossy().into_owned();
        }
        Some(Program { words, stop })
    }
}

/// A running engine.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    reader: JoinHandle<()>,
    messages: JoinHandle<()>,
    last: LastWords,
    stop: Arc<AtomicBool>,
}

impl Process {
    /// Starts a program.
    pub fn start(program: &Program) -> std::io::Result<Process> {
        let stop = program.stop.clone();
        let (program, arguments) = program.words.split_first().ok_or_else(|| {
            std::io::Error::new(std::io::ErrorKind::InvalidInput, "no command; expected a program")
        })?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        let (sender, lines) = channel();
        let (output, messages) = (child.stdout.take(), child.stderr.take());
        let last = LastWords::default();
        let said = last.clone();
        let reader = std::thread::spawn(move || {
            let Some(output) = output else { return };
            read(BufReader::new(output), |line| {
                said.add(&line);
                sender.send(line).is_ok()
            });
        });
        let said = last.clone();
        let messages = std::thread::spawn(move || {
            let Some(messages) = messages else { return };
            read(BufReader::new(messages), |line| {
                said.add(&line);
                true
            });
        });
        Ok(Process { child, input, lines, reader, messages, last, stop })
    }

    /// Sends lines. An engine that does not read is noticed when it is asked for an answer.
    pub fn send(&mut self, text: &str) {
        if let Some(input) = &mut self.input
            && input.write_all(text.as_bytes()).and_then(|()| input.flush()).is_err()
        {
            self.input = None;
        }
    }

    /// The next line, before `deadline`.
    pub fn receive(&self, deadline: Instant) -> Result<String, NoAnswer> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK_EVERY)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(NoAnswer::Gone),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    return Err(NoAnswer::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(NoAnswer::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The processor time of the engine and of its own processes so far, where the system tells it.
    pub fn time(&self) -> Option<Duration> {
        processor::group_time(self.child.id())
    }

    /// The last lines that the engine wrote, as output or as messages.
    pub fn last_words(&self) -> Vec<String> {
        // What an engine wrote before its end may still be on its way.
        let until = Instant::now() + FAREWELL;
        let is_silent = || self.reader.is_finished() && self.messages.is_finished();
        while !is_silent() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.last.lines()
    }

    /// Says farewell and gives the engine a moment to end by itself.
    pub fn dismiss(mut self, farewell: &str) {
        self.send(farewell);
        self.input = None;
        // An engine that ends closes its output. It is not waited for before its group is killed.
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until && !self.reader.is_finished() {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        // The leader of the group is not yet waited for, so that its number is still its own.
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The last lines of an engine.
#[derive(Clone, Default)]
struct LastWords(Arc<Mutex<VecDeque<String>>>);

impl LastWords {
    fn add(&self, line: &str) {
        if line.is_empty() {
            return;
        }
        let mut lines = lock(&self.0);
        if lines.len() == LAST_LINES {
            lines.pop_front();
        }
        // Terminals take some control characters for commands.
        lines.push_back(line.chars().filter(|c| !c.is_control()).take(LAST_LETTERS).collect());
    }

    fn lines(&self) -> Vec<String> {
        lock(&self.0).iter().cloned().collect()
    }
}

/// Hands on the lines of an engine, without their ends, until nobody wants them.
fn read(mut output: impl BufRead, mut hear: impl FnMut(String) -> bool) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            return;
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_string();
        if !hear(line) {
            return;
        }
    }
}
