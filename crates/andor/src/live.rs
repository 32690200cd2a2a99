//! The live line: the progress of a search while it runs.
//!
//! On a terminal one line is redrawn in place; elsewhere a plain line is written from time to time. Both
//! go to standard error, so that standard output holds only the answer.

use andor_solver::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// The time between two plain lines.
const PLAIN_EVERY: Duration = Duration::from_secs(10);

/// Shows progress.
pub struct Live {
    started: Instant,
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl Live {
    /// Starts the clock.
    pub fn new() -> Live {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        Live { started: Instant::now(), bar, last_line: Instant::now() }
    }

    /// Shows how far the search is.
    pub fn show(&mut self, progress: &Progress) {
        let text = line(progress, self.started.elapsed());
        match &self.bar {
            Some(bar) => bar.set_message(text),
            None if self.last_line.elapsed() >= PLAIN_EVERY => {
                self.last_line = Instant::now();
                eprintln!("{text}");
            }
            None => {}
        }
    }

    /// Removes the line.
    pub fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// Progress in words.
fn line(progress: &Progress, time: Duration) -> String {
    let rate = progress.nodes as f64 / time.as_secs_f64().max(1e-3);
    let mut text = format!(
        "{} nodes, {}/s, {} solved, {}B",
        short(progress.nodes as f64),
        short(rate),
        short(progress.solved as f64),
        short(progress.memory as f64)
    );
    if let Some((lower, upper)) = progress.margins {
        text += &format!(", margin from {lower} to {upper}");
    }
    if let Some(chance) = progress.chance {
        text += &format!(", win rate {:.1}%", chance * 100.0);
    }
    if let Some(depth) = progress.depth {
        text += &format!(", depth {depth}");
    }
    if let Some(left) = progress.work_left {
        text += &format!(", expected work {}", short(left.into()));
    }
    if let Some(positions) = progress.strategy {
        text += &format!(", strategy of {} positions", short(positions as f64));
    }
    if let Some(entries) = progress.entries {
        text += &format!(", certificate of {} entries", short(entries as f64));
    }
    if let Some((valued, all)) = progress.valued_moves {
        text += &format!(", {valued} of {all} moves");
    }
    if let Some(share) = progress.share_done() {
        text += &format!(", about {:.0}% done", share * 100.0);
    }
    text
}

/// A number with three digits and a unit.
pub fn short(number: f64) -> String {
    let units = [(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    if number >= 1e18 {
        return format!("{number:.0e}");
    }
    match units.into_iter().find(|(size, _)| number >= *size) {
        Some((size, unit)) => {
            let scaled = number / size;
            let digits = if scaled < 10.0 { 2 } else { usize::from(scaled < 100.0) };
            format!("{scaled:.digits$}{unit}")
        }
        None => format!("{number:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, 999.0, 1234.0, 56_789.0, 1.234e8, 9.99e14, 1e17, 3e22].map(short);
        assert_eq!(shown, ["0", "999", "1.23k", "56.8k", "123M", "999T", "100P", "3e22"]);
    }

    #[test]
    fn the_line_says_what_is_known() {
        let mut progress =
            Progress { nodes: 3000, solved: 20, memory: 5_000_000, ..Progress::default() };
        let second = Duration::from_secs(1);
        assert_eq!(line(&progress, second), "3.00k nodes, 3.00k/s, 20 solved, 5.00MB");
        progress.chance = Some(0.75);
        progress.work_left = Some(1000.0);
        assert_eq!(
            line(&progress, second),
            "3.00k nodes, 3.00k/s, 20 solved, 5.00MB, win rate 75.0%, expected work 1.00k, \
             about 75% done"
        );
        progress.valued_moves = Some((3, 30));
        progress.chance = None;
        progress.depth = Some(13);
        assert_eq!(
            line(&progress, second),
            "3.00k nodes, 3.00k/s, 20 solved, 5.00MB, depth 13, expected work 1.00k, \
             3 of 30 moves, about 10% done"
        );
        (progress.depth, progress.work_left, progress.entries) = (None, None, Some(12_345));
        assert_eq!(
            line(&progress, second),
            "3.00k nodes, 3.00k/s, 20 solved, 5.00MB, certificate of 12.3k entries, \
             3 of 30 moves, about 10% done"
        );
    }
}
