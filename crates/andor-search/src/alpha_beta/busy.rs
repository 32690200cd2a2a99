//! The positions that other threads are searching now: parallel alpha-beta puts off moves to these
//! positions.
//!
//! The method is simplified ABDADA (Weill 1996, Kerrigan). Threads that share a transposition table
//! help each other only if the threads search different positions. Before a thread searches a move
//! other than the first move of a node, the thread looks up the position after the move among the
//! positions that another thread searches at the same depth. If the position is there, the move
//! waits until the other moves of the node are searched; by then the table often has the answer.
//!
//! The marks change the order of moves only. A mark may be outdated or belong to another position.

use andor_core::Key;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of places for marks: far more than the positions that threads search at the same
/// time.
const PLACES: usize = 1 << 12;

/// Marks of the positions that threads are searching.
pub struct Busy(Box<[AtomicU64]>);

impl Default for Busy {
    fn default() -> Self {
        Busy((0..PLACES).map(|_| AtomicU64::new(FREE)).collect())
    }
}

/// The content of a place without a mark.
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

    /// Does a thread search this position to this depth?
    #[inline]
    pub(super) fn has(&self, key: Key, depth: u16) -> bool {
        let mark = Busy::mark(key, depth);
        self.place(mark).load(Ordering::Relaxed) == mark
    }

    /// Marks the position: a thread searches the position to this depth.
    #[inline]
    pub(super) fn enter(&self, key: Key, depth: u16) {
        let mark = Busy::mark(key, depth);
        self.place(mark).store(mark, Ordering::Relaxed);
    }

    /// Removes the mark of the position.
    #[inline]
    pub(super) fn leave(&self, key: Key, depth: u16) {
        self.place(Busy::mark(key, depth)).store(FREE, Ordering::Relaxed);
    }
}
