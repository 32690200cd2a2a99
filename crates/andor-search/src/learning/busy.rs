//! The positions at which threads work, so that they go different ways.

use andor_core::Key;
use std::sync::atomic::{AtomicU8, Ordering};

/// How many threads work at and below each position; positions may share a counter, which only
/// sends threads other ways.
pub struct Busy(Box<[AtomicU8]>);

/// The counters.
const SLOTS: usize = 1 << 16;

impl Default for Busy {
    fn default() -> Self {
        Busy((0..SLOTS).map(|_| AtomicU8::new(0)).collect())
    }
}

impl Busy {
    #[inline]
    fn slot(&self, key: Key) -> &AtomicU8 {
        &self.0[(key.0 >> 64) as usize & (SLOTS - 1)]
    }

    /// A thread begins to work at a position.
    pub(super) fn enter(&self, key: Key) {
        self.slot(key).fetch_add(1, Ordering::Relaxed);
    }

    /// A thread ends its work at a position.
    pub(super) fn leave(&self, key: Key) {
        self.slot(key).fetch_sub(1, Ordering::Relaxed);
    }

    /// How many threads work there.
    #[inline]
    pub(super) fn count(&self, key: Key) -> u8 {
        self.slot(key).load(Ordering::Relaxed)
    }
}
