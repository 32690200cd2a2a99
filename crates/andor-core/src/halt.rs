//! The handle by which a long computation learns that its result is no longer wanted.

use std::fmt;
use std::sync::Arc;

/// Says when a computation is to end early. Knowledge and guesses ask this handle, so that they
/// need not know the clock, the budget or the search.
///
/// An oracle that ends early answers with what it has found so far: less than it could know, but
/// nothing wrong. A heuristic that ends early may guess anything.
#[derive(Clone, Default)]
pub struct Halt(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Halt {
    /// A handle that is due as soon as the function says so. The function may read a clock, so that
    /// it is called about once in a hundred microseconds, not in an inner loop.
    pub fn when(is_due: impl Fn() -> bool + Send + Sync + 'static) -> Halt {
        Halt(Some(Arc::new(is_due)))
    }

    /// Is the computation to end? Never with the default handle.
    pub fn is_due(&self) -> bool {
        self.0.as_ref().is_some_and(|is_due| is_due())
    }
}

impl fmt::Debug for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Halt(when)" } else { "Halt(never)" })
    }
}
