//! `cargo xtask bench forecast`: how well searches forecast the work that is left.
//!
//! Each work (a position with a search) is done whole, then stopped after shares of its nodes. The nodes
//! so far and the forecast should add up to the whole.

use crate::positions::searched;
use anyhow::{Context, Result};
use std::process::ExitCode;

/// Works, and the search for each.
const WORKS: [(&str, &str); 16] = [
    ("hex 7x7 --moves a4", "dfpn"),
    ("hex 7x7 --moves d1", "dfpn"),
    ("hex 7x7 --moves b6", "dfpn"),
    ("hex 8x8 --moves d5", "dfpn"),
    ("hex 6x6 --moves c1 --knowledge none", "dfpn"),
    ("go 3x5 --rules psk --komi 8.5", "alpha-beta"),
    ("go 3x5 --rules migos --komi 4.5", "alpha-beta"),
    ("go 2x7 --rules migos --komi 4.5", "alpha-beta"),
    ("go 3x6 --rules psk --komi 17.5", "alpha-beta"),
    ("hex 5x5 --knowledge none", "alpha-beta"),
    ("go 3x4 --rules psk --komi 3.5", "ews"),
    ("go 2x6 --rules psk --komi 0.5", "ews"),
    ("go 4x4 --rules psk --komi 1.5", "ews-glance"),
    ("hex 6x6 --knowledge none", "ews"),
    ("hex 6x6 --moves d4 --knowledge none", "ews"),
    ("hex 3x4", "depth-first"),
];

/// A work is stopped after one part in so many of its nodes.
const SHARES: [u64; 3] = [8, 4, 2];

/// Prints the table.
pub fn run() -> Result<ExitCode> {
    println!("Foreseen as a multiple of the whole work, after a part of it.\n");
    println!("| work | search | nodes | an eighth | a quarter | half |");
    println!("|---|---|---|---|---|---|");
    let mut far = [0.0; SHARES.len()];
    for (work, search) in WORKS {
        let whole = searched(work, search, None)?.nodes;
        let mut cells = Vec::new();
        for (share, far) in SHARES.iter().zip(&mut far) {
            let foreseen = foreseen(work, search, whole / share)? / whole as f64;
            *far += foreseen.ln().abs() / WORKS.len() as f64;
            cells.push(format!("{foreseen:.2}"));
        }
        println!("| {work} | {search} | {whole} | {} |", cells.join(" | "));
    }
    let factors = far.map(|far| format!("{:.1}", far.exp()));
    println!("| off by a factor of, on average | | | {} |", factors.join(" | "));
    Ok(ExitCode::SUCCESS)
}

/// The whole work in nodes, as forecast by a search that is stopped after so many nodes.
fn foreseen(work: &str, search: &str, nodes: u64) -> Result<f64> {
    let report = searched(work, search, Some(nodes))?;
    let left = report.work_left.with_context(|| format!("{search} on {work} told nothing"))?;
    Ok(report.nodes as f64 + f64::from(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works_are_read_and_tell_what_is_left() -> Result<()> {
        for (work, search) in WORKS {
            // Some that the knowledge makes short have few nodes, and iterations need some.
            let nodes = if search == "dfpn" { 200 } else { 2_000 };
            let foreseen = foreseen(work, search, nodes)?;
            assert!(foreseen > nodes as f64, "{search} on {work}: {foreseen}");
        }
        Ok(())
    }
}
