//! `cargo xtask bench forecast`: how well searches forecast the share of the work that is done.
//!
//! Each work (a position with a search) is done whole, and the reports of the search are kept. At each
//! tenth of the nodes the range of the last report should hold the true share. A work may have several
//! parts, each with shares of its own.

use crate::positions::watched;
use anyhow::Result;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Works, and the search for each.
const WORKS: [(&str, &str); 30] = [
    ("hex 7x7 --moves a4", "dfpn"),
    ("hex 7x7 --moves b4", "dfpn"),
    ("hex 7x7 --moves a7", "dfpn"),
    ("hex 7x7 --moves b2", "dfpn"),
    ("hex 7x7 --moves b3", "dfpn"),
    ("hex 8x8", "dfpn"),
    ("hex 8x8 --moves a1", "dfpn"),
    ("hex 8x8 --moves d5", "dfpn"),
    ("hex 6x6 --knowledge none", "dfpn"),
    ("hex 6x6 --moves a1 --knowledge none", "dfpn"),
    ("hex 6x6 --moves c1 --knowledge none", "dfpn"),
    ("mnk 4x4x4", "dfpn"),
    ("hex 6x6 --knowledge none", "ews"),
    ("hex 6x6 --moves d4 --knowledge none", "ews"),
    ("hex 7x7", "ews"),
    ("mnk 4x4x4", "ews"),
    ("go 3x4 --rules migos --komi 4.5", "ews"),
    ("go 3x5 --rules migos --komi 14.5", "ews"),
    ("go 3x4 --rules psk --komi 3.5", "ews"),
    ("go 2x6 --rules basic-ko --komi 0.5", "ews"),
    ("go 3x5 --rules psk --komi 8.5", "alpha-beta"),
    ("go 3x6 --rules psk --komi 17.5", "alpha-beta"),
    ("go 4x4 --rules migos --komi 1.5", "alpha-beta"),
    ("go 4x4 --rules migos --komi 2.5", "alpha-beta"),
    ("go 4x4 --rules psk --komi 1.5", "alpha-beta"),
    ("go 2x7 --rules migos --komi 4.5", "alpha-beta"),
    ("hex 5x5 --knowledge none", "alpha-beta"),
    ("mnk 4x4x4", "alpha-beta"),
    ("hex 3x4", "depth-first"),
    ("go 2x2 --rules psk --komi 0.5", "depth-first"),
];

/// The shares of the nodes at which the ranges are compared, in tenths.
const TENTHS: std::ops::Range<u64> = 1..10;

/// A report of a search: the part of the work, the nodes, and the range of the share that is done.
#[derive(Clone, Copy, Debug)]
struct Told {
    part: u16,
    nodes: u64,
    done: Option<(f32, f32)>,
}

/// A part of a work: its number, its nodes, and at each tenth the range that was told; the outer `None`
/// stands for no report yet.
type Part = (u16, u64, Vec<Option<Option<(f32, f32)>>>);

/// Prints the table, and how many ranges of each search hold the true share.
pub fn run() -> Result<ExitCode> {
    println!(
        "The range told at each tenth of the nodes, in percent; ! where the share is outside.\n"
    );
    println!("| work | search | part | nodes | 10 | 20 | 30 | 40 | 50 | 60 | 70 | 80 | 90 |");
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    // By search: the tenths with a report, with a range, and with a range that holds.
    let mut counts: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
    for (work, search) in WORKS {
        for (part, nodes, ranges) in parts(work, search)? {
            let count = counts.entry(search).or_default();
            let cells: Vec<String> =
                TENTHS.zip(ranges).map(|(i, told)| cell(i, told, count)).collect();
            println!("| {work} | {search} | {part} | {nodes} | {} |", cells.join(" | "));
        }
    }
    println!("\n| search | tenths | with a range | of these, the share is within |");
    println!("|---|---|---|---|");
    for (search, [all, told, held]) in counts {
        println!("| {search} | {all} | {told} | {held} |");
    }
    Ok(ExitCode::SUCCESS)
}

/// A range as text, and what it adds to the counts.
fn cell(tenth: u64, told: Option<Option<(f32, f32)>>, count: &mut [u32; 3]) -> String {
    let Some(told) = told else { return String::new() };
    count[0] += 1;
    let Some((least, most)) = told else { return "early".to_string() };
    let holds = (least..=most).contains(&(tenth as f32 / 10.0));
    count[1] += 1;
    count[2] += u32::from(holds);
    let miss = if holds { "" } else { "!" };
    format!("{:.0}-{:.0}{miss}", least * 100.0, most * 100.0)
}

/// The parts of a work.
fn parts(work: &str, search: &str) -> Result<Vec<Part>> {
    let mut reports: Vec<Told> = Vec::new();
    let report = watched(work, search, &mut |progress| {
        // The nodes do not grow while a strategy is walked.
        if progress.strategy.is_none() {
            let part = progress.part.map_or(1, |(number, _)| number);
            reports.push(Told { part, nodes: progress.nodes, done: progress.done });
        }
    })?;
    Ok(divided(&reports, report.nodes))
}

/// The reports by part, when the whole work took so many nodes.
fn divided(reports: &[Told], nodes: u64) -> Vec<Part> {
    let chunks: Vec<&[Told]> = reports.chunk_by(|a, b| a.part == b.part).collect();
    let mut begun = 0;
    let mut parts = Vec::new();
    for (i, &reports) in chunks.iter().enumerate() {
        let last = reports[reports.len() - 1];
        let end = if i + 1 == chunks.len() { nodes } else { last.nodes };
        let at = |tenth: u64| {
            let until = begun + (end - begun) * tenth / 10;
            Some(reports.iter().rev().find(|told| told.nodes <= until)?.done)
        };
        parts.push((last.part, end - begun, TENTHS.map(at).collect()));
        begun = end;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::solved;
    use std::time::Duration;

    /// At each tenth the last report counts, in each part for itself.
    #[test]
    fn reports_are_divided() {
        let told = |part, nodes, done| Told { part, nodes, done };
        let (early, late) = (Some((0.1, 0.3)), Some((0.4, 0.9)));
        let reports =
            [told(1, 20, None), told(1, 50, early), told(1, 100, late), told(2, 140, early)];
        let parts = divided(&reports, 200);
        assert_eq!(parts.len(), 2);
        let (part, nodes, ranges) = &parts[0];
        assert_eq!((*part, *nodes), (1, 100));
        assert_eq!(ranges[..2], [None, Some(None)]);
        assert_eq!(ranges[3..6], [Some(None), Some(early), Some(early)]);
        let (part, nodes, ranges) = &parts[1];
        assert_eq!((*part, *nodes, ranges[2], ranges[3]), (2, 100, None, Some(early)));
        let mut count = [0; 3];
        let cells =
            [None, Some(None), Some(early), Some(late)].map(|told| cell(3, told, &mut count));
        assert_eq!(cells, ["", "early", "10-30", "40-90!"]);
        assert_eq!(count, [3, 2, 1]);
    }

    #[test]
    fn works_are_read() -> Result<()> {
        for (work, search) in WORKS {
            solved(work, search, 1, Some(Duration::ZERO))?;
        }
        Ok(())
    }
}
