//! How many processors there are, and the processor time of processes, where the system tells it.

use clap::ValueEnum;
use std::time::Duration;

/// Which time counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ClockKind {
    /// The time on the wall.
    Wall,
    /// The time of the processors.
    Cpu,
}

/// How many processors this process may use.
pub fn count() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The kernel counts in hundredths of a second for programs.
const TICK: Duration = Duration::from_millis(10);

/// The fields of a process after its name, which stands in parentheses and may hold anything.
fn fields(process: &str) -> Option<Vec<u64>> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    // The first field is a letter; a field below zero is none that is asked for.
    Some(fields.split_whitespace().skip(1).map(|field| field.parse().unwrap_or(0)).collect())
}

/// The processor time of all threads of a process: in its own code and in the system's.
fn time(fields: &[u64]) -> Option<Duration> {
    let ticks = fields.get(10)? + fields.get(11)?;
    Some(TICK * u32::try_from(ticks).ok()?)
}

/// The processor time of this process.
pub fn own_time() -> Option<Duration> {
    time(&fields("self")?)
}

/// The processor time of all processes of a group that live.
pub fn group_time(group: u32) -> Option<Duration> {
    let mut sum = None;
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| name.parse::<u32>().is_ok()) else { continue };
        if let Some(fields) = fields(name)
            && fields.get(1) == Some(&u64::from(group))
        {
            sum = Some(sum.unwrap_or_default() + time(&fields)?);
        }
    }
    sum
}

/// The processor time that this process has taken, as exactly as the system tells.
#[cfg(unix)]
pub fn used() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Outside Unix: wall-clock time since the first call.
#[cfg(not(unix))]
pub fn used() -> Duration {
    static STARTED: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    STARTED.get_or_init(std::time::Instant::now).elapsed()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn work_takes_processor_time() {
        let before = own_time().expect("a time");
        let mut number = 1u64;
        while own_time().expect("a time") < before + 3 * TICK {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        }
        assert_ne!(number, 0);
        assert_eq!(group_time(u32::MAX), None);
    }
}
