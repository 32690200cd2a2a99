//! Amounts as people write them: `60s`, `1e6`, `4G`. The command line and the text of settings read
//! them here. An error says what is wrong and what was expected; its place is up to the caller.

use std::time::Duration;

/// Reads a time: a number with `ms`, `s`, `m` or `h`; seconds without a unit.
pub fn time(text: &str) -> Result<Duration, String> {
    let unit = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)]
        .into_iter()
        .find(|(unit, _)| text.ends_with(unit));
    let (number, seconds) = match unit {
        Some((unit, seconds)) => (&text[..text.len() - unit.len()], seconds),
        None => (text, 1.0),
    };
    let expected = || {
        format!("\"{text}\" is no time; expected a number and a unit, such as 500ms, 60s, 5m or 2h")
    };
    let time = number.trim().parse::<f64>().map_err(|_| expected())? * seconds;
    Duration::try_from_secs_f64(time).map_err(|_| expected())
}

/// A time as it is read.
pub fn time_text(time: Duration) -> String {
    format!("{}s", time.as_secs_f64())
}

/// Reads a count: a whole number, also written as `1e6`, or with `k`, `M`, `G`.
pub fn count(text: &str) -> Result<u64, String> {
    let units = [("k", 1e3), ("K", 1e3), ("M", 1e6), ("G", 1e9)];
    let expected = "a whole number, such as 5000, 1e6, 20k or 3M";
    scaled(text, &units).ok_or_else(|| format!("\"{text}\" is no count; expected {expected}"))
}

/// Reads a size in bytes: a number with `k`, `M`, `G` or `T` (powers of 1024), also `GB` or `GiB`.
pub fn bytes(text: &str) -> Result<usize, String> {
    let plain = text.trim_end_matches('B').trim_end_matches('i');
    let kibi = 1024.0;
    let units = [
        ("k", kibi),
        ("K", kibi),
        ("M", kibi * kibi),
        ("G", kibi * kibi * kibi),
        ("T", kibi * kibi * kibi * kibi),
    ];
    let expected = "at least 1M, such as 512M or 4G";
    scaled(plain, &units)
        .and_then(|bytes| usize::try_from(bytes).ok())
        .filter(|&bytes| bytes >= 1 << 20)
        .ok_or_else(|| format!("\"{text}\" is no amount of memory; expected {expected}"))
}

/// A size in bytes as it is read.
pub fn bytes_text(bytes: usize) -> String {
    let units = [("G", 30), ("M", 20), ("k", 10)];
    let unit = units.iter().find(|(_, bits)| bytes > 0 && bytes.trailing_zeros() >= *bits);
    unit.map_or(bytes.to_string(), |(unit, bits)| format!("{}{unit}", bytes >> bits))
}

/// Reads how many threads to use.
pub fn threads(text: &str) -> Result<usize, String> {
    let read = text.parse().ok().filter(|threads| (1..=256).contains(threads));
    read.ok_or_else(|| format!("\"{text}\" is no number of threads; expected 1 to 256"))
}

/// Reads a seed.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| {
        format!("\"{text}\" is no seed; expected a whole number from 0 to {}", u64::MAX)
    })
}

/// Reads a chance.
pub fn chance(text: &str) -> Result<f32, String> {
    let read = text.parse().ok().filter(|chance| (0.0..=1.0).contains(chance));
    read.ok_or_else(|| format!("\"{text}\" is no chance; expected a number from 0 to 1"))
}

/// Reads a depth.
pub fn depth(text: &str) -> Result<usize, String> {
    let read = text.parse().ok().filter(|depth| (1..=1000).contains(depth));
    read.ok_or_else(|| format!("\"{text}\" is no depth; expected a number of plies, 1 to 1000"))
}

/// Reads the number of a thing in a list, counted from 1.
pub fn number(text: &str) -> Result<usize, String> {
    let read = text.parse().ok().filter(|&number| number >= 1);
    read.ok_or_else(|| format!("\"{text}\" is no number in a list; expected a whole number from 1"))
}

/// Reads a whole number, also none.
pub fn whole(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("\"{text}\" is no whole number; expected one from 0"))
}

fn scaled(text: &str, units: &[(&str, f64)]) -> Option<u64> {
    let unit = units.iter().find(|(unit, _)| text.ends_with(unit));
    let (number, factor) = match unit {
        Some((unit, factor)) => (&text[..text.len() - unit.len()], *factor),
        None => (text, 1.0),
    };
    // A number in full is read without rounding.
    if let (None, Some(whole)) = (unit, text.parse::<u64>().ok().filter(|&whole| whole >= 1)) {
        return Some(whole);
    }
    let value = number.trim().parse::<f64>().ok()? * factor;
    (value >= 1.0 && value <= u64::MAX as f64 && value.fract() == 0.0).then_some(value as u64)
}
