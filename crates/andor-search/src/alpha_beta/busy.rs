//! What other threads are searching right now, so that a thread leaves it for later.
//!
//! Threads that share a table help each other only if they look at different things. Before a move
//! that is not the first is searched, the position after it is looked up among those on which another
//! thread works at the same depth; if it is there the move waits until the others of its node are done,
//! and by then the table often knows the answer (simplified ABDADA: Weill 1996, Kerrigan). It is all
//! about order: what is read here may be outdated or belong to another position.

use andor_core::Key;
use std::sync::atomic::{AtomicU64, Ordering};

/// Places for positions that are being searched; far more than threads search at once.
const PLACES: usize = 1 << 12;

/// The positions that threads are searching.
pub struct Busy(Box<[AtomicU64]>);

impl Default for Busy {
    fn default() -> Self {
        Busy((0..PLACES).map(|_| AtomicU64::new(FREE)).collect())
    }
}

/// Nobody's mark.
const FREE: u64 = 0;

impl Busy {
    #[inline]
    fn mark(key: Key, depth: u16) -> u64 {
        (key.low() ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15)).max(1)
    }

    #[inline]
    fn place(&self, mark: u64) -> &AtomicU64 {
        &self.0[(mark >> 40) as usize % PLACES]
    }

    /// Is somebody searching this position so deep?
    #[inline]
    pub(super) fn has(&self, key: Key, depth: u16) -> bool {
        let mark = Busy::mark(key, depth);
        self.place(mark).load(Ordering::Relaxed) == mark
    }

    /// From now on somebody is.
    #[inline]
    pub(super) fn enter(&self, key: Key, depth: u16) {
        let mark = Busy::mark(key, depth);
        self.place(mark).store(mark, Ordering::Relaxed);
    }

    /// And no longer.
    #[inline]
    pub(super) fn leave(&self, key: Key, depth: u16) {
        self.place(Busy::mark(key, depth)).store(FREE, Ordering::Relaxed);
    }
}
