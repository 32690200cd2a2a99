//! `cargo xtask signature`: total nodes over fixed problems, one thread, one seed.
//!
//! The number tells whether a change altered what the searches do. A change that was meant to is
//! recorded with `--record`, and the commit shows the old numbers beside the new ones. Winners are
//! compared as well, with what is known about these positions.

use crate::positions::solved;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const SEED: u64 = 1;

/// Position, search, and who wins.
const PROBLEMS: [(&str, &str, &str); 41] = [
    ("hex 3x3 --knowledge none", "ews", "black"),
    ("hex 3x3 --knowledge none", "ews-wr", "black"),
    ("hex 3x3 --knowledge none", "depth-first", "black"),
    ("hex 4x4 --knowledge none", "ews", "black"),
    ("hex 4x4 --knowledge none", "ews-wr", "black"),
    ("hex 4x4 --knowledge none", "ews-ps", "black"),
    ("hex 4x4 --knowledge none", "alpha-beta", "black"),
    ("hex 4x4 --moves a1 --knowledge none", "ews", "white"),
    ("hex 4x4 --moves d1 --knowledge none", "ews", "black"),
    ("hex 5x4 --knowledge none", "ews", "black"),
    ("hex 4x5 --knowledge none", "ews", "white"),
    ("hex 5x5 --knowledge none", "ews", "black"),
    ("hex 5x5 --knowledge none", "ews-wr", "black"),
    ("hex 5x5 --moves a1 --knowledge none", "ews", "white"),
    ("hex 5x5 --moves a5 --knowledge none", "ews", "black"),
    ("hex 5x5 --moves c3 --knowledge none", "ews", "black"),
    ("hex 5x5 --moves c3,b4 --knowledge none", "ews", "black"),
    ("hex 4x4 --knowledge none", "dfpn", "black"),
    ("hex 6x6", "dfpn", "black"),
    ("hex 6x6", "ews", "black"),
    ("hex 6x6 --moves a6", "dfpn", "black"),
    ("hex 6x6 --moves c2", "dfpn", "black"),
    ("hex 7x7 --moves d4", "dfpn", "black"),
    ("go 2x2 --rules psk --komi 0.5", "ews", "black"),
    ("go 2x2 --rules psk --komi 1", "ews", "nobody"),
    ("go 2x2 --rules ssk --komi 0.5", "ews", "black"),
    ("go 2x2 --rules tromp-taylor --komi 0.5", "ews", "black"),
    ("go 3x3 --rules psk --komi 8.5", "ews", "black"),
    ("go 3x3 --rules psk --komi 9.5", "ews", "white"),
    ("go 3x3 --rules ssk --komi 8.5", "ews", "black"),
    ("go 3x3 --rules tromp-taylor --komi 8.5", "ews", "black"),
    ("go 3x3 --rules psk --komi 8.5", "ews-wr", "black"),
    ("go 3x3 --rules psk --komi 8.5", "ews-glance", "black"),
    ("go 3x3 --rules nssk --komi 5.5", "ews-glance", "white"),
    ("go 3x4 --rules psk --komi 3.5", "ews-glance", "black"),
    ("go 3x3 --rules psk --komi 8.5", "dfpn", "black"),
    ("mnk 3x3x3", "ews", "nobody"),
    ("mnk 3x3x3", "dfpn", "nobody"),
    ("mnk 3x3x3", "alpha-beta", "nobody"),
    ("nim 3-4-5", "ews", "black"),
    ("nim 1-4-5", "alpha-beta", "white"),
];

fn path(root: &Path) -> PathBuf {
    root.join("xtask").join("signature.txt")
}

/// Compares the nodes with those recorded.
pub fn compare(root: &Path) -> Result<ExitCode> {
    let recorded = std::fs::read_to_string(path(root)).context(
        "xtask/signature.txt; expected a file written by cargo xtask signature --record",
    )?;
    let found = measure()?;
    print!("{}", found.text);
    let changes = changes(&recorded, &found.text);
    for change in &changes {
        println!("signature: {change}");
    }
    if !changes.is_empty() {
        println!(
            "signature: the searches behave differently; if that is intended: \
             cargo xtask signature --record"
        );
    }
    let fine = changes.is_empty() && found.wrong == 0;
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Records the nodes.
pub fn record(root: &Path) -> Result<ExitCode> {
    let found = measure()?;
    print!("{}", found.text);
    if found.wrong > 0 {
        println!("signature: not recorded, because a winner is wrong");
        return Ok(ExitCode::FAILURE);
    }
    std::fs::write(path(root), found.text).context("xtask/signature.txt")?;
    Ok(ExitCode::SUCCESS)
}

struct Measured {
    /// A line for each problem and one for the total.
    text: String,
    /// How many winners are wrong.
    wrong: usize,
}

fn measure() -> Result<Measured> {
    let mut text = String::new();
    let (mut total, mut wrong) = (0, 0);
    for (position, search, winner) in PROBLEMS {
        let report = solved(position, search, SEED, None)?;
        total += report.nodes;
        text += &line(report.nodes, &format!("{position} --search {search}"));
        let found = report.winner.as_deref().unwrap_or("nobody");
        if found != winner {
            wrong += 1;
            println!("signature: {position} --search {search}: {found} wins; expected {winner}");
        }
    }
    text += &line(total, "total");
    Ok(Measured { text, wrong })
}

fn line(nodes: u64, name: &str) -> String {
    format!("{nodes:>9}  {name}\n")
}

/// The lines that differ, in words.
fn changes(recorded: &str, found: &str) -> Vec<String> {
    let read = |text: &str| -> Vec<(String, String)> {
        let split = |line: &str| {
            let (nodes, name) = line.trim().split_once("  ")?;
            Some((name.to_string(), nodes.to_string()))
        };
        text.lines().filter_map(split).collect()
    };
    let (recorded, found) = (read(recorded), read(found));
    let nodes = |list: &[(String, String)], name: &str| {
        list.iter().find(|(known, _)| known == name).map(|(_, nodes)| nodes.clone())
    };
    let mut changes = Vec::new();
    for (name, now) in &found {
        match nodes(&recorded, name) {
            Some(before) if before == *now => {}
            Some(before) => changes.push(format!("{name}: {now} nodes; recorded are {before}")),
            None => changes.push(format!("{name}: {now} nodes; none are recorded")),
        }
    }
    let gone = recorded.iter().filter(|(name, _)| nodes(&found, name).is_none());
    changes.extend(gone.map(|(name, _)| format!("{name}: recorded, but no problem any more")));
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_told() {
        let recorded = line(10, "a") + &line(20, "b") + &line(30, "total");
        assert_eq!(changes(&recorded, &recorded), [""; 0]);
        let found = line(10, "a") + &line(21, "c") + &line(31, "total");
        assert_eq!(
            changes(&recorded, &found),
            [
                "c: 21 nodes; none are recorded",
                "total: 31 nodes; recorded are 30",
                "b: recorded, but no problem any more",
            ]
        );
    }
}
