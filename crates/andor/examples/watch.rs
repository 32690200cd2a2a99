//! Watches a search, and stops it when it has spent enough.
//!
//! `cargo run --release --example watch`

use andor::{Knowledge, Outlook, Problem, Settings, solve};
use std::sync::atomic::Ordering;

fn main() -> Result<(), andor::BadInput> {
    let problem: Problem = "hex 8x8".parse()?;
    let settings = Settings { knowledge: Knowledge::None, ..Settings::default() };
    let stop = settings.stop.clone();
    let mut watch = move |Outlook { progress, .. }: &Outlook| {
        eprintln!("{} nodes, {:?} done", progress.nodes, progress.done);
        if progress.nodes > 20_000 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let report = solve(&problem, &settings, Some(&mut watch))?;
    eprintln!("stopped by {:?} after {} nodes", report.stop_reason, report.nodes);
    Ok(())
}
