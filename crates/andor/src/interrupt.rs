//! Ctrl-C: the first asks a command to end with what it knows, the second ends it at once.

use crate::exit::INTERRUPTED;
use crate::{live, output};
use anyhow::{Context, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A switch that Ctrl-C turns on.
pub fn on_interrupt() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let switch = stop.clone();
    ctrlc::set_handler(move || {
        // The first asks the search to end with what it knows; a second one does not wait.
        if switch.swap(true, Ordering::Relaxed) {
            live::clear();
            output::exit(INTERRUPTED);
        }
    })
    .context("Ctrl-C cannot be caught")?;
    Ok(stop)
}
