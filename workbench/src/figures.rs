//! The format of numbers in tables.

/// A whole number with commas: `12,345,678`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Seconds, with more digits where there are few: `0.0021`, `0.352`, `14.2`.
pub fn seconds(seconds: f64) -> String {
    let digits = match seconds {
        _ if seconds < 0.01 => 4,
        _ if seconds < 1.0 => 3,
        _ => 1,
    };
    format!("{seconds:.digits$}")
}

/// Bytes in a suitable unit: `0.2 kB`, `205 kB`, `2.6 MB`, `1.4 GB`.
pub fn bytes(bytes: usize) -> String {
    let bytes = bytes as f64;
    match bytes {
        _ if bytes < 1e4 => format!("{:.1} kB", bytes / 1e3),
        _ if bytes < 1e6 => format!("{:.0} kB", bytes / 1e3),
        _ if bytes < 1e9 => format!("{:.1} MB", bytes / 1e6),
        _ => format!("{:.1} GB", bytes / 1e9),
    }
}

/// A row of a Markdown table.
pub fn row<S: AsRef<str>>(cells: &[S]) -> String {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// The first two lines of a Markdown table.
pub fn heading(names: &[&str]) -> String {
    row(names) + &format!("|{}\n", "---|".repeat(names.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let shown = [0, 12, 123, 1234, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "12", "123", "1,234", "1,234,567"]);
    }

    #[test]
    fn seconds_and_bytes_have_few_digits() {
        let shown = [0.0, 0.002_14, 0.3519, 1.04, 1519.0].map(seconds);
        assert_eq!(shown, ["0.0000", "0.0021", "0.352", "1.0", "1519.0"]);
        let shown = [0, 205, 205_400, 2_600_000, 1_400_000_000].map(bytes);
        assert_eq!(shown, ["0.0 kB", "0.2 kB", "205 kB", "2.6 MB", "1.4 GB"]);
    }

    #[test]
    fn tables_have_a_heading_and_rows() {
        assert_eq!(heading(&["a", "b"]), "| a | b |\n|---|---|\n");
        assert_eq!(row(&["1", "2"]), "| 1 | 2 |\n");
    }
}
