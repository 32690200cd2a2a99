//! The live line of a batch: how many positions are done, and how long the others may take.

use crate::live::{LiveLine, clock, fit};
use std::time::Duration;

/// The columns of the bar.
const BAR: usize = 20;

/// The positions that must be done before a forecast.
const ENOUGH: usize = 3;

/// How far a batch is.
pub struct BatchProgress {
    live: Option<LiveLine>,
    /// All positions.
    all: usize,
    /// The positions that are done, also by an earlier run, and those among them that are solved.
    done: usize,
    solved: usize,
    /// How many positions at a time.
    jobs: usize,
    /// The wall-clock times of the positions of this run in seconds.
    times: Vec<f64>,
    /// The most time of a position.
    limit: Option<f64>,
}

impl BatchProgress {
    /// A batch that begins, with a line if the user wants one.
    pub fn new(
        live: Option<LiveLine>,
        all: usize,
        jobs: usize,
        limit: Option<Duration>,
    ) -> BatchProgress {
        let limit = limit.map(|limit| limit.as_secs_f64());
        BatchProgress { live, all, done: 0, solved: 0, jobs, times: Vec::new(), limit }
    }

    /// A position is done; with its time, if it was searched in this run.
    pub fn add(&mut self, is_solved: bool, time: Option<Duration>) {
        self.done += 1;
        self.solved += usize::from(is_solved);
        self.times.extend(time.map(|time| time.as_secs_f64()));
    }

    /// Draws the line.
    pub fn show(&mut self) {
        let Some(mut live) = self.live.take() else { return };
        live.draw(|time, width| fit(self.figures(time), width));
        self.live = Some(live);
    }

    /// Removes the line.
    pub fn finish(&mut self) {
        self.live = None;
    }

    fn figures(&self, time: Duration) -> Vec<(u8, String)> {
        let full = BAR * self.done / self.all.max(1);
        let bar = format!("[{}{}]", "#".repeat(full), ".".repeat(BAR - full));
        let left = match self.left() {
            Some((least, most)) => range(least, most),
            None => "time left: too early to tell".to_string(),
        };
        vec![
            (0, format!("{} of {}", self.done, self.all)),
            (4, bar),
            (2, format!("{} solved", self.solved)),
            (3, clock(time.as_secs())),
            (1, left),
        ]
    }

    /// A range of the seconds that are left: the mean time so far for every position that is left,
    /// with twice the standard error of their sum on both sides. No position takes more than its
    /// limit.
    fn left(&self) -> Option<(f64, f64)> {
        let count = self.times.len() as f64;
        if self.times.len() < ENOUGH {
            return None;
        }
        let left = (self.all - self.done) as f64;
        let mean = self.times.iter().sum::<f64>() / count;
        let squares = self.times.iter().map(|time| (time - mean).powi(2)).sum::<f64>();
        let variance = squares / (count - 1.0);
        let error = 2.0 * (variance * left * (1.0 + left / count)).sqrt();
        let jobs = (self.jobs as f64).min(left).max(1.0);
        let most = match self.limit {
            Some(limit) => (mean * left + error).min(limit.max(mean) * left),
            None => mean * left + error,
        };
        Some(((mean * left - error).max(0.0) / jobs, most / jobs))
    }
}

/// A range of times in words.
fn range(least: f64, most: f64) -> String {
    let (least, most) = (clock(least as u64), clock(most.ceil() as u64));
    match least.as_str() {
        "0s" => format!("under {most} left"),
        _ if least == most => format!("{most} left"),
        _ => format!("{least} to {most} left"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(times: &[f64], all: usize, jobs: usize) -> BatchProgress {
        let mut progress = BatchProgress::new(None, all, jobs, None);
        times.iter().for_each(|&time| progress.add(true, Some(Duration::from_secs_f64(time))));
        progress
    }

    #[test]
    fn the_rest_is_forecast_by_the_mean() {
        assert_eq!(progress(&[1.0, 1.0], 10, 1).left(), None);
        assert_eq!(progress(&[2.0, 2.0, 2.0], 10, 1).left(), Some((14.0, 14.0)));
        assert_eq!(progress(&[2.0, 2.0, 2.0], 11, 2).left(), Some((8.0, 8.0)));
        let (least, most) = progress(&[1.0, 2.0, 3.0], 23, 1).left().expect("a forecast");
        assert!((10.0..25.0).contains(&least) && (55.0..80.0).contains(&most), "{least} {most}");
        let limited = BatchProgress { limit: Some(2.5), ..progress(&[1.0, 2.0, 3.0], 23, 1) };
        assert_eq!(limited.left().map(|(_, most)| most), Some(50.0));
    }

    #[test]
    fn the_line_shows_what_is_done() {
        let line =
            |progress: &BatchProgress, width| fit(progress.figures(Duration::from_secs(80)), width);
        let early = progress(&[1.0], 4, 1);
        assert_eq!(
            line(&early, 100),
            "1 of 4, [#####...............], 1 solved, 1m20s, time left: too early to tell"
        );
        let late = progress(&[60.0, 60.0, 60.0], 4, 1);
        assert_eq!(line(&late, 45), "3 of 4, 3 solved, 1m20s, 1m00s left");
        assert_eq!(line(&late, 20), "3 of 4, 1m00s left");
        assert_eq!(range(0.2, 4.1), "under 5s left");
        assert_eq!(range(70.0, 100.0), "1m10s to 1m40s left");
    }
}
