//! The steps of a check: an estimate of its work that bounds its time.
//!
//! A step is the work on about 16 bytes of a certificate or on 8 points of a board, and takes about
//! 0.1 µs. Work is counted in small pieces, most of it before it is done, so that a limit on the
//! steps limits the time.

use crate::report::Refusal;
use std::sync::atomic::{AtomicU64, Ordering};

/// How often a move, the class of a mark and the living set of a position look at the whole board,
/// about.
pub(crate) const PLAY: u64 = 2;
pub(crate) const CLASS: u64 = 2;
pub(crate) const LIFE: u64 = 4;

/// Counts the steps of all threads together.
pub(crate) struct StepCounter {
    limit: u64,
    steps: AtomicU64,
}

impl StepCounter {
    pub fn new(limit: u64) -> StepCounter {
        StepCounter { limit, steps: AtomicU64::new(0) }
    }

    /// Counts steps, and refuses when they are spent.
    pub fn step(&self, steps: u64) -> Result<(), Refusal> {
        let before = self.steps.fetch_add(steps, Ordering::Relaxed);
        if before.saturating_add(steps) > self.limit {
            let what = format!("the limit of {} steps is reached", self.limit);
            return Err(Refusal::Limit { what });
        }
        Ok(())
    }

    /// Counts the work on so many bytes of a certificate.
    pub fn bytes(&self, bytes: usize) -> Result<(), Refusal> {
        self.step(1 + bytes as u64 / 16)
    }

    /// How many steps there were.
    pub fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }
}
