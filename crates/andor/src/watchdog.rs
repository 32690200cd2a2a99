//! The limit of time while a position is read, before there is a search that could heed it.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// The time after the limit in which a position may still be read, so that a search that has no
/// time left reports the position.
const GRACE: Duration = Duration::from_millis(40);

/// Ends the process when the time is up. Dropped when the position is there.
pub struct Watchdog {
    _done: Sender<()>,
}

impl Watchdog {
    /// A watchdog for so much time since the start of the process.
    pub fn new(started: Instant, time: Duration) -> Watchdog {
        let (done, waits) = channel();
        std::thread::spawn(move || {
            let left = time.saturating_add(GRACE).saturating_sub(started.elapsed());
            if waits.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                eprintln!("andor: stopped (time) before the position was read");
                std::process::exit(2);
            }
        });
        Watchdog { _done: done }
    }
}
