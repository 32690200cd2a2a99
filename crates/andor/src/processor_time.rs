//! `--processor-time`: the limit of processor time of a search.
//!
//! On a machine with other work, such as the other positions of a batch, processor time is fairer
//! than the time on the wall.

use crate::processor;
use andor_solver::{BadInput, InPlay, Report, Settings, Stop, Watch};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The clock is read this often.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Solves a position. With a limit the search ends when this process has taken so much processor
/// time for each thread of the search.
pub fn solve_within(
    limit: Option<Duration>,
    game: &dyn InPlay,
    settings: &Settings,
    watch: Option<Watch<'_>>,
) -> Result<Report, BadInput> {
    let Some(limit) = limit else { return game.solve(settings, watch) };
    let limit = limit.saturating_mul(u32::try_from(settings.threads).unwrap_or(u32::MAX));
    let stop = Arc::new(AtomicBool::new(false));
    let limited = Settings { stop: stop.clone(), ..settings.clone() };
    let (report, is_late) =
        limited_to(limit, &stop, &settings.stop, || game.solve(&limited, watch));
    let report = report?;
    let stop_reason = match report.stop_reason {
        Some(Stop::Interrupted) if is_late => Some(Stop::Time),
        other => other,
    };
    Ok(Report { stop_reason, ..report })
}

/// Does some work, and sets `stop` when the processor time reaches the limit or the user
/// interrupts. Says whether the limit was reached.
fn limited_to<T>(
    limit: Duration,
    stop: &AtomicBool,
    interrupted: &AtomicBool,
    work: impl FnOnce() -> T,
) -> (T, bool) {
    let (done, waits) = channel::<()>();
    let is_late = AtomicBool::new(false);
    let late = &is_late;
    let result = std::thread::scope(|scope| {
        scope.spawn(move || {
            while waits.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                late.fetch_or(processor::used() >= limit, Ordering::Relaxed);
                if late.load(Ordering::Relaxed) || interrupted.load(Ordering::Relaxed) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let result = work();
        drop(done);
        result
    });
    (result, is_late.into_inner())
}
