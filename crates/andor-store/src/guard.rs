//! Damage that makes the database panic.
//!
//! The database checks what it reads by assertions in some places. A panic there means a damaged
//! file and nothing else, so it becomes an error. A program whose panic hook ends the process asks
//! [`is_guarded`] first.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Is this thread at work in a store's file? Then a panic is caught, and told as damage of the
/// file.
pub fn is_guarded() -> bool {
    GUARDED.get()
}

/// Does some work; `None` if it panicked.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    let before = GUARDED.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(before);
    done.ok()
}
