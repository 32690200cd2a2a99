//! Threads of searches.

use std::fmt;
use std::io;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The stack of a thread that searches: the depth of a search is that of the game.
const STACK: usize = 1 << 30;

/// The work of a thread. It is boxed so that a thread's start is compiled once, and not for each
/// game and each closure.
pub type Work<'a> = Box<dyn FnOnce() + Send + 'a>;

/// The system starts no thread.
#[derive(Debug)]
pub struct NoThread(io::Error);

impl fmt::Display for NoThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no thread could be started: {}", self.0)
    }
}

impl std::error::Error for NoThread {}

/// Starts a thread with a stack that is deep enough for every search.
pub fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: Work<'scope>,
) -> Result<ScopedJoinHandle<'scope, ()>, NoThread> {
    Builder::new().stack_size(STACK).spawn_scoped(scope, work).map_err(NoThread)
}

/// Does something on a thread with a stack that is deep enough for every search.
pub fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, NoThread> {
    let mut result = None;
    alone(Box::new(|| result = Some(work())))?;
    Ok(result.unwrap_or_else(|| unreachable!("the thread has ended without a panic")))
}

/// Does the work on a thread, and waits for it.
fn alone(work: Work<'_>) -> Result<(), NoThread> {
    std::thread::scope(|scope| match start(scope, work)?.join() {
        Ok(()) => Ok(()),
        Err(panic) => std::panic::resume_unwind(panic),
    })
}
