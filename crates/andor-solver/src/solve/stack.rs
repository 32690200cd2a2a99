//! Threads with a stack that is deep enough for every search.

use crate::error::BadInput;

/// Searches run on a stack of this size: their depth is that of the game.
pub(crate) const STACK: usize = 1 << 30;

/// Does something on a thread with a stack that is deep enough for every search.
pub(crate) fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, BadInput> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        match thread.spawn_scoped(scope, work).map(|handle| handle.join()) {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(BadInput::Request(format!("no thread could be started: {error}"))),
        }
    })
}
