//! Locks that stay usable after a panic.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, even if a thread panicked while it held the lock. The panic is told where that
/// thread is joined; a lock that refused the other threads would only lose the values that they
/// found.
#[inline]
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The value in a mutex that nobody else uses any more, even if a thread panicked while it held the
/// lock.
pub fn unlocked<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_kept_although_a_thread_panicked_with_the_lock() {
        let found = Mutex::new(vec![1]);
        let panicked = std::panic::catch_unwind(|| {
            lock(&found).push(2);
            let _held = lock(&found);
            panic!("a panic with the lock");
        });
        assert!(panicked.is_err() && found.is_poisoned());
        lock(&found).push(3);
        assert_eq!(*lock(&found), [1, 2, 3]);
        assert_eq!(unlocked(found), [1, 2, 3]);
    }
}
