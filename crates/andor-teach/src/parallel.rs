//! Numbered tasks on several threads.

use andor_core::{lock, unlocked};
use andor_solver::BadInput;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does the tasks 0, 1, 2 and so on. Each thread takes the next number until a task gives nothing.
/// The results have the order of their numbers.
pub fn in_order<T: Send>(
    threads: usize,
    task: impl Fn(usize) -> Result<Option<T>, BadInput> + Sync,
) -> Result<Vec<T>, BadInput> {
    let next = AtomicUsize::new(0);
    let found: Mutex<BTreeMap<usize, T>> = Mutex::default();
    let work = || -> Result<(), BadInput> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(result) = task(number)? else { return Ok(()) };
            lock(&found).insert(number, result);
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| match thread.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    Ok(unlocked(found).into_values().collect())
}
