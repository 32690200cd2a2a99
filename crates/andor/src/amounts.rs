//! Reads amounts on the command line: `60s`, `1e6`, `4G`.

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
    let value = number.trim().parse::<f64>().ok()? * factor;
    (value >= 1.0 && value <= u64::MAX as f64 && value.fract() == 0.0).then_some(value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_people_write_them() {
        assert_eq!(time("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(time("2h"), Ok(Duration::from_secs(7200)));
        assert_eq!(time("7"), Ok(Duration::from_secs(7)));
        assert_eq!(count("1e6"), Ok(1_000_000));
        assert_eq!(count("20k"), Ok(20_000));
        assert_eq!(bytes("4G"), Ok(4 << 30));
        assert_eq!(bytes("512MiB"), Ok(512 << 20));
        assert_eq!(threads("2"), Ok(2));
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(depth("3"), Ok(3));
        for wrong in ["", "s", "-1s", "soon", "1e400", "NaN", "é"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "0", "-3", "1.5", "many", "1e99", "inf"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "0", "12", "G", "lots", "1e30G"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "0", "257", "-1", "two"] {
            assert!(threads(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "-1", "1.5", "1e3", "18446744073709551616"] {
            assert!(seed(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "0", "1001", "deep"] {
            assert!(depth(wrong).is_err(), "{wrong}");
        }
    }
}
