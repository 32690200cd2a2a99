//! Processor time, and time limits of options.

use anyhow::{Context, Result};
use std::time::Duration;

/// The processor time that this program has taken.
#[cfg(unix)]
pub fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Outside Unix: wall-clock time since the first call.
#[cfg(not(unix))]
pub fn processor_time() -> Duration {
    static STARTED: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    STARTED.get_or_init(std::time::Instant::now).elapsed()
}

/// Reads a limit in seconds: `20s`, `0.2s`.
pub fn limit(text: &str) -> Result<Duration> {
    let seconds = text.trim_end_matches('s').parse().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .context("expected seconds, for example 20s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() -> Result<()> {
        assert_eq!(limit("1.5s")?, Duration::from_millis(1500));
        assert_eq!(limit("20")?, Duration::from_secs(20));
        for wrong in ["soon", "-1s", ""] {
            assert!(limit(wrong).is_err(), "{wrong}");
        }
        Ok(())
    }

    #[test]
    fn processor_time_does_not_fall() {
        let before = processor_time();
        assert!(processor_time() >= before);
    }
}
