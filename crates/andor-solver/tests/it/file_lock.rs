//! The lock of a checkpoint is held once.

use andor_solver::tested::FileLock;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

fn path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("andor-{name}-{}.lock", std::process::id()))
}

#[test]
fn a_lock_is_taken_once_until_it_is_dropped() {
    let path = path("once");
    let first = FileLock::take(&path).expect("a file");
    assert!(first.is_some() && FileLock::take(&path).expect("a file").is_none());
    drop(first);
    assert!(path.is_file(), "the file stays");
    assert!(FileLock::take(&path).expect("a file").is_some());
    std::fs::remove_file(&path).expect("a file");
}

/// Handles conflict within a process as they do between processes, also while one of them is
/// dropped.
#[test]
fn two_never_hold_a_lock() {
    let path = path("race");
    let (held, taken) = (AtomicU32::new(0), AtomicU32::new(0));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..5_000 {
                    if let Some(lock) = FileLock::take(&path).expect("a file") {
                        assert_eq!(held.fetch_add(1, Ordering::SeqCst), 0, "two hold the lock");
                        taken.fetch_add(1, Ordering::SeqCst);
                        held.fetch_sub(1, Ordering::SeqCst);
                        drop(lock);
                    }
                }
            });
        }
    });
    assert!(taken.into_inner() >= 4);
    std::fs::remove_file(&path).expect("a file");
}
