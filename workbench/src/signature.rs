//! `cargo xtask signature`: total nodes over fixed problems, with one thread and one seed, and the
//! sizes of some certificates.
//!
//! The signature shows whether a change altered the behaviour of the searches. An intended change
//! is recorded with `--record`, and the commit shows the old numbers beside the new ones. Winners
//! are compared with the known winners of these positions.

use crate::positions::{certified, solved};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const SEED: u64 = 1;

/// Position, search, and winner; `usual` is the default search.
const PROBLEMS: [(&str, &str, &str); 71] = [
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
    ("go 3x3 --rules nssk --komi 5.5", "ews", "white"),
    ("go 3x4 --rules psk --komi 3.5", "ews", "black"),
    ("go 3x3 --rules psk --komi 8.5", "dfpn", "black"),
    ("mnk 3x3x3", "ews", "nobody"),
    ("mnk 3x3x3", "dfpn", "nobody"),
    ("mnk 3x3x3", "alpha-beta", "nobody"),
    ("nim 3-4-5", "ews", "black"),
    ("nim 1-4-5", "alpha-beta", "white"),
    ("hex 5x5", "usual", "black"),
    ("hex 4x4 --knowledge none", "usual", "black"),
    ("go 4x4 --rules psk --komi 1.5", "usual", "black"),
    ("go 3x4 --rules psk --komi 3.5", "usual", "black"),
    ("go 3x3 --rules ssk --komi 8.5", "usual", "black"),
    ("go 3x3 --rules tromp-taylor --komi 8.5", "usual", "black"),
    ("go 3x3 --rules nssk --komi 5.5", "usual", "white"),
    ("go 3x3 --rules basic-ko --komi 8.5", "usual", "black"),
    ("go 2x4 --rules chinese --komi 0.5", "usual", "black"),
    ("go 3x3 --rules psk --score", "usual", "black"),
    ("go 3x3 --rules basic-ko --score", "usual", "black"),
    ("go 3x4 --rules chinese --score", "usual", "black"),
    ("go 3x4 --rules migos --score", "usual", "black"),
    ("mnk 4x3x3", "usual", "black"),
    ("nim 3-4-5", "usual", "black"),
    ("killall 2x3", "usual", "black"),
    ("killall 3x3", "usual", "white"),
    ("killall 3x3 --rules ssk", "usual", "white"),
    ("killall 3x3", "pns", "white"),
    ("gomoku 15x15 --moves H8,H7,H10,K8,F8,L10", "usual", "black"),
    ("gomoku 15x15 --moves H8,H7,H10,K8,F8,L10 --knowledge 4t,vcf,threat", "dfpn", "black"),
    ("gomoku 5x5", "usual", "nobody"),
    ("gomoku 6x5 --rules exact", "usual", "nobody"),
    ("hex 4x4 --knowledge none", "pns", "black"),
    ("hex 4x4 --knowledge none", "mcts", "black"),
    ("hex 4x4 --knowledge none", "fdfpn", "black"),
    ("phutball 5x7", "usual", "black"),
    ("phutball 7x7", "usual", "black"),
    ("phutball 7x7", "widening", "black"),
    (CAPTURE, "usual", "white"),
    ("hex 4x4 --knowledge none", "widening", "black"),
];

/// The capture of a block in a net.
const CAPTURE: &str = "capture 7x7 --target D5 --moves D5,D6,pass,C5,pass,C4,pass,E3,pass";

/// Certificates whose entries and bytes, not compressed, are recorded, by the default search.
const CERTIFICATES: [&str; 11] = [
    "hex 5x5",
    "hex 6x6 --moves a6",
    "go 3x3 --rules psk --komi 8.5",
    "go 2x4 --rules migos --score",
    "go 2x3 --rules nssk --komi 0",
    "mnk 3x3x3",
    "gomoku 15x15 --moves H8,H7,H10,K8,F8,L10",
    "phutball 7x7",
    CAPTURE,
    "killall 2x4",
    "killall 3x3",
];

/// The file with the recorded signature.
pub fn path(root: &Path) -> PathBuf {
    root.join("workbench").join("signature.txt")
}

/// Compares the nodes with those recorded.
pub fn compare(root: &Path) -> Result<ExitCode> {
    let recorded = std::fs::read_to_string(path(root)).context(
        "workbench/signature.txt; expected a file written by cargo xtask signature --record",
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
    std::fs::write(path(root), found.text).context("workbench/signature.txt")?;
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
        let found = report.winner.map_or("nobody".to_string(), |winner| winner.to_string());
        if found != winner {
            wrong += 1;
            println!("signature: {position} --search {search}: {found} wins; expected {winner}");
        }
    }
    for position in CERTIFICATES {
        let report = certified(position)?;
        let entries = report.proof_entries.unwrap_or_default();
        let bytes = report.proof_bytes.unwrap_or_default();
        total += entries as u64;
        text +=
            &line(entries as u64, &format!("entries of {position}, {bytes} bytes of certificate"));
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
