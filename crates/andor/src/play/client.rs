//! The input of a client: commands arrive while another command runs.
//!
//! Clients do not wait for an answer before they send the next command. So a thread of its own
//! reads the lines into a queue. The reader also ends thinking: `# interrupt`, or a command of
//! another protocol that ends thinking, stops every command sent before it, and an analysis stops
//! at any input, including the end of the input.
//!
//! A command that solves stops when the client leaves, by `quit` or by the end of the input. A
//! client that does not wait for answers, such as a file of commands, has left before the first
//! answer and wants the answers all the same. So the command goes on for as long as a move has, if
//! its line and the last line came together.

use super::command::{is_interrupt, is_quit};
use andor_core::lock;
use std::collections::VecDeque;
use std::io::{BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Lines longer than this are cut: no command is as long.
const LONGEST_LINE: u64 = 1 << 20;

/// Lines that come within this time of each other are sent by a client that does not wait for
/// answers.
const TOGETHER: Duration = Duration::from_secs(1);

/// The input that ends the work on a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// A line that is a [`Signal::Interrupt`] or a [`Signal::Command`].
    Interrupt,
    /// The same, and when the client leaves: a line that is a [`Signal::Quit`], or the end of the
    /// input.
    Leave,
    /// Any line, or the end of the input.
    Input,
}

/// What a line means to the work on earlier commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Nothing.
    Nothing,
    /// The work ends; the line is no command.
    Interrupt,
    /// The work ends, and the line is a command.
    Command,
    /// The client leaves; the line is a command.
    Quit,
}

/// The lines of a client.
pub struct ClientInput {
    state: Mutex<State>,
    arrived: Condvar,
    signal: fn(&str) -> Signal,
}

impl Default for ClientInput {
    /// The input of GTP and HTP.
    fn default() -> Self {
        ClientInput::new(|line| match line {
            line if is_interrupt(line) => Signal::Interrupt,
            line if is_quit(line) => Signal::Quit,
            _ => Signal::Nothing,
        })
    }
}

#[derive(Default)]
struct State {
    lines: VecDeque<Received>,
    /// How many lines came so far.
    received: u64,
    /// The number of the last line that ends work.
    interrupted: u64,
    is_closed: bool,
    /// When the client left.
    left: Option<Instant>,
    /// When the line came that was taken last.
    taken: Option<Instant>,
    work: Option<Work>,
}

/// A line of the client.
struct Received {
    number: u64,
    at: Instant,
    text: String,
}

/// The command that is being worked on.
struct Work {
    number: u64,
    until: Until,
    stop: Arc<AtomicBool>,
    began: Instant,
    /// When the command came.
    sent: Instant,
}

impl State {
    /// Stops the present work if the input asks for it.
    fn stop_work(&self) {
        let Some(work) = &self.work else { return };
        let is_over = match work.until {
            Until::Interrupt => self.interrupted > work.number,
            Until::Leave => {
                let waited = |left: Instant| left.saturating_duration_since(work.sent) > TOGETHER;
                self.interrupted > work.number || self.left.is_some_and(waited)
            }
            Until::Input => self.received > work.number || self.is_closed,
        };
        if is_over {
            work.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl ClientInput {
    /// The input of a protocol, in which `signal` says what ends work.
    pub fn new(signal: fn(&str) -> Signal) -> ClientInput {
        ClientInput { state: Mutex::default(), arrived: Condvar::new(), signal }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Reads lines until there are no more; for a thread of its own.
    pub fn read(&self, mut input: impl BufRead) {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
            if !matches!(read, Ok(1..)) {
                break;
            }
            if bytes.len() as u64 == LONGEST_LINE && input.skip_until(b'\n').is_err() {
                break;
            }
            self.receive(&String::from_utf8_lossy(&bytes));
        }
        let mut state = self.lock();
        state.is_closed = true;
        state.left.get_or_insert_with(Instant::now);
        state.stop_work();
        drop(state);
        self.arrived.notify_all();
    }

    fn receive(&self, line: &str) {
        let mut state = self.lock();
        state.received += 1;
        let number = state.received;
        let (signal, at) = ((self.signal)(line), Instant::now());
        match signal {
            Signal::Nothing => {}
            Signal::Interrupt | Signal::Command => state.interrupted = number,
            Signal::Quit => _ = state.left.get_or_insert(at),
        }
        if signal != Signal::Interrupt {
            state.lines.push_back(Received { number, at, text: line.to_string() });
        }
        state.stop_work();
        drop(state);
        self.arrived.notify_all();
    }

    /// The next line, with its number; waits for it. `None` when there are no more.
    pub fn next(&self) -> Option<(u64, String)> {
        let mut state = self.lock();
        loop {
            if let Some(Received { number, at, text }) = state.lines.pop_front() {
                state.taken = Some(at);
                return Some((number, text));
            }
            if state.is_closed {
                return None;
            }
            state = self.arrived.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Begins the work on the command with this number: `stop` is set as soon as the work must end,
    /// which may be at once.
    pub fn begin(&self, number: u64, until: Until, stop: &Arc<AtomicBool>) {
        stop.store(false, Ordering::Relaxed);
        let mut state = self.lock();
        let began = Instant::now();
        let sent = state.taken.unwrap_or(began);
        state.work = Some(Work { number, until, stop: stop.clone(), began, sent });
        state.stop_work();
    }

    /// Waits until the present work must end or has ended. Once the client has left, the work must
    /// end when it has taken this time.
    pub fn attend(&self, patience: Duration) {
        let mut state = self.lock();
        while let Some(work) = state.work.as_ref()
            && !work.stop.load(Ordering::Relaxed)
        {
            let rest = patience.saturating_sub(work.began.elapsed());
            state = match state.left {
                None => self.arrived.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(_) if rest.is_zero() => return work.stop.store(true, Ordering::Relaxed),
                Some(_) => {
                    let waited = self.arrived.wait_timeout(state, rest);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// Waits until the present work must end.
    pub fn wait(&self) {
        let mut state = self.lock();
        while state.work.as_ref().is_some_and(|work| !work.stop.load(Ordering::Relaxed)) {
            state = self.arrived.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends the present work.
    pub fn end(&self) {
        self.lock().work = None;
        self.arrived.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_stops_what_was_sent_before_it() {
        let client = ClientInput::default();
        client.receive("genmove b\n");
        let (number, _) = client.next().expect("a line");
        let stop = Arc::new(AtomicBool::new(false));
        client.begin(number, Until::Interrupt, &stop);
        client.receive("name\n");
        assert!(!stop.load(Ordering::Relaxed), "a pipelined command stops nothing");
        client.receive("# interrupt\n");
        assert!(stop.load(Ordering::Relaxed));
        client.end();
        let (number, line) = client.next().expect("a line");
        assert_eq!(line, "name\n");
        client.begin(number, Until::Interrupt, &stop);
        assert!(stop.load(Ordering::Relaxed), "it was sent before the interrupt");
        client.receive("version\n");
        let (number, _) = client.next().expect("a line");
        client.begin(number, Until::Interrupt, &stop);
        assert!(!stop.load(Ordering::Relaxed), "it was sent after the interrupt");
    }

    #[test]
    fn any_input_stops_an_analysis() {
        for input in ["\n", "name\n", "# a comment\n"] {
            let client = ClientInput::default();
            client.receive("analyze\n");
            let (number, _) = client.next().expect("a line");
            let stop = Arc::new(AtomicBool::new(false));
            client.begin(number, Until::Input, &stop);
            assert!(!stop.load(Ordering::Relaxed));
            client.receive(input);
            assert!(stop.load(Ordering::Relaxed), "{input:?}");
            client.wait();
        }
        let client = ClientInput::default();
        client.read("analyze".as_bytes());
        let (number, line) = client.next().expect("a line");
        assert_eq!(line, "analyze");
        let stop = Arc::new(AtomicBool::new(false));
        client.begin(number, Until::Input, &stop);
        assert!(stop.load(Ordering::Relaxed), "the input has ended");
        client.end();
        assert_eq!(client.next(), None);
    }

    /// A client that leaves ends the work, after a while if it did not wait for the answer.
    #[test]
    fn a_client_that_leaves_ends_what_it_waited_for() {
        let client = ClientInput::default();
        client.receive("andor-solve\n");
        client.receive("quit\n");
        let (number, _) = client.next().expect("a line");
        let stop = Arc::new(AtomicBool::new(false));
        client.begin(number, Until::Leave, &stop);
        assert!(!stop.load(Ordering::Relaxed), "the lines came together");
        client.attend(Duration::ZERO);
        assert!(stop.load(Ordering::Relaxed));
        client.begin(number, Until::Interrupt, &stop);
        assert!(!stop.load(Ordering::Relaxed), "a move is answered");
        client.end();

        let client = ClientInput::default();
        client.receive("andor-solve\n");
        let (number, _) = client.next().expect("a line");
        client.begin(number, Until::Leave, &stop);
        std::thread::sleep(TOGETHER + Duration::from_millis(50));
        client.receive("name\n");
        assert!(!stop.load(Ordering::Relaxed), "a command waits");
        client.read("".as_bytes());
        assert!(stop.load(Ordering::Relaxed), "the input has ended");
    }
}
