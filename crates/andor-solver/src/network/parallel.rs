//! Numbered tasks on several threads.

use crate::error::BadInput;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Does the tasks 0, 1, 2 and so on. Each thread takes the next number until a task gives nothing. The results have the
/// order of their numbers.
pub(super) fn in_order<T: Send>(
    threads: usize,
    task: impl Fn(usize) -> Result<Option<T>, BadInput> + Sync,
) -> Result<Vec<T>, BadInput> {
    let next = AtomicUsize::new(0);
    let found: Mutex<BTreeMap<usize, T>> = Mutex::default();
    let work = || -> Result<(), BadInput> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(result) = task(number)? else { return Ok(()) };
            found.lock().unwrap_or_else(PoisonError::into_inner).insert(number, result);
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| match thread.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_the_order_of_their_numbers() {
        for threads in [0, 1, 4, 20] {
            let squares = in_order(threads, |number| {
                // The first tasks take longest.
                std::thread::sleep(std::time::Duration::from_millis(
                    10u64.saturating_sub(number as u64),
                ));
                Ok((number < 12).then_some(number * number))
            });
            let expected: Vec<usize> = (0..12).map(|number| number * number).collect();
            assert_eq!(squares.expect("squares"), expected, "{threads} threads");
        }
        let failed = in_order(3, |number| match number {
            7 => Err(BadInput::Request("seven".to_string())),
            number => Ok((number < 12).then_some(())),
        });
        assert_eq!(failed.expect_err("an error").to_string(), "seven");
    }
}
