//! `cargo xtask fit forecast`: the forecast of the share of the work that is done.
//!
//! Each work (a position with a search) is done whole, and the reports of the search are kept: the
//! share that the search measured, and the nodes. At some shares of the nodes the last report
//! counts. Every second work makes the table (`crates/andor-search/src/forecast/table.rs`): the
//! percentiles of the true share over the measured share, for each kind of search. The other works
//! say how good the table is: how often the true share lies in the range that is told, and how
//! often the work that is foreseen is right within a factor of two.

use crate::positions::{after_random_moves, watched};
use andor_core::{lock, unlocked};
use andor_solver::Progress;
use andor_solver::forecast::{Kind, Knot, Share, share_by};
use anyhow::Result;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Works: a game with options, how many random moves come first, how many positions, and the
/// searches.
const WORKS: [(&str, &[usize], usize, &[&str]); 24] = [
    ("hex 5x5 --knowledge none", &[1, 2, 3], 6, &["ews", "dfpn", "pns"]),
    ("hex 6x6 --knowledge none", &[4, 5], 4, &["ews", "dfpn"]),
    ("hex 4x4 --knowledge none", &[0, 1, 2], 6, &["depth-first"]),
    ("hex 3x4", &[0, 1, 2], 6, &["depth-first"]),
    ("hex 6x6", &[0, 1, 2], 8, &["ews", "dfpn", "pns"]),
    ("hex 7x7", &[1, 2], 10, &["ews", "dfpn"]),
    ("hex 8x8", &[2], 4, &["dfpn"]),
    ("mnk 4x4x4", &[2, 3, 4], 6, &["ews", "dfpn", "pns"]),
    ("mnk 5x4x4", &[4, 5], 5, &["ews", "dfpn", "pns"]),
    ("mnk 4x3x3", &[0, 1, 2], 5, &["depth-first", "pns"]),
    ("go 3x3 --rules psk --komi 3.5", &[1, 2, 3], 6, &["ews", "dfpn"]),
    ("go 3x4 --rules psk --komi 3.5", &[0, 2, 4], 6, &["ews"]),
    ("go 4x4 --rules psk --komi 1.5", &[4, 6], 8, &["ews"]),
    ("go 4x4 --rules migos --komi 1.5", &[2, 4, 6], 8, &["ews"]),
    ("go 3x5 --rules migos --komi 4.5", &[2, 4], 8, &["ews"]),
    ("go 4x5 --rules psk --komi 2.5", &[6, 8], 8, &["ews"]),
    ("go 2x2 --rules psk --komi 0.5", &[2, 3, 4], 4, &["depth-first"]),
    ("killall 4x4", &[1, 2, 3], 5, &["dfpn", "ews"]),
    ("killall 5x5", &[3, 4], 5, &["dfpn"]),
    ("hex 5x5 --knowledge none --all-moves", &[2, 3, 4], 6, &["ews", "dfpn"]),
    ("hex 6x6 --all-moves", &[0, 1, 2, 3], 6, &["ews", "dfpn"]),
    ("mnk 4x4x4 --all-moves", &[4, 5], 5, &["ews", "alpha-beta"]),
    ("mnk 4x3x3 --all-moves", &[0, 1], 4, &["ews", "pns"]),
    ("go 3x3 --rules psk --komi 3.5 --all-moves", &[0, 2, 4], 4, &["ews", "alpha-beta"]),
];

/// A work that takes longer is left out.
const LIMIT: Duration = Duration::from_secs(6);

/// A part of a work with fewer nodes is left out.
const LEAST_NODES: u64 = 300;

/// The shares of the nodes at which the last report counts.
const SHARES: [f64; 12] = [0.02, 0.03, 0.045, 0.07, 0.1, 0.14, 0.2, 0.28, 0.4, 0.55, 0.75, 0.95];

/// The share at which the forecast is judged above all.
const TENTH: f64 = 0.1;

/// So many measured shares, in their order, make a knot of the table.
const KNOT: usize = 40;

/// The most knots of a kind.
const MOST_KNOTS: usize = 12;

/// The percentiles of the range and of its middle. Points of the same work depend on each other, so
/// that the range holds for fewer points of other works than for those of the table.
const PERCENTILES: [usize; 3] = [5, 50, 95];

/// A report of a search: the part of the work, the nodes, and the share that the search measured.
#[derive(Clone, Copy, Debug)]
struct Told {
    part: (u16, bool),
    nodes: u64,
    measured: Option<(Kind, f32)>,
}

/// A true share, and the share that the search measured then; `None` if it measured none.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    share: f64,
    measured: Option<(Kind, f32)>,
}

/// Fits the table with every second work, and judges it with the others.
pub fn fit(root: &Path) -> Result<ExitCode> {
    let (fitted, others) = points()?;
    let table: Table = Kind::ALL.map(|(_, kind)| (kind, knots(&fitted, kind)));
    let path = root.join("crates/andor-search/src/forecast/table.rs");
    std::fs::write(&path, text(&table))?;
    println!("{} points; see {}\n", fitted.len(), path.display());
    println!("| kind | at a tenth of the work | told | in the range | within a factor of two |");
    println!("|---|---|---|---|---|");
    let at_tenth: Vec<Point> = others.iter().copied().filter(|at| at.share == TENTH).collect();
    for row in rows(&table, &at_tenth) {
        println!("{row}");
    }
    println!("\n| kind | at all shares | told | in the range | within a factor of two |");
    println!("|---|---|---|---|---|");
    for row in rows(&table, &others) {
        println!("{row}");
    }
    Ok(ExitCode::SUCCESS)
}

/// A row for each kind, and one for all.
fn rows(table: &Table, points: &[Point]) -> Vec<String> {
    // By kind: all, told, in the range, within a factor of two.
    let mut counts: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    for Point { share: truth, measured } in points {
        let name = |kind| Kind::ALL.iter().find(|(_, known)| *known == kind).map_or("", |of| of.0);
        let Some((kind, measured)) = *measured else {
            counts.entry("not measured yet").or_default()[0] += 1;
            continue;
        };
        let of_kind = table.iter().find(|(known, _)| *known == kind);
        let told = of_kind.and_then(|(_, knots)| share_by(knots, measured));
        let holds = told.is_some_and(|Share { least, most, .. }| {
            (f64::from(least)..=f64::from(most)).contains(truth)
        });
        let ratio = told.map_or(0.0, |told| f64::from(told.likely) / truth);
        for name in [name(kind), "together"] {
            let count = counts.entry(name).or_default();
            count[0] += 1;
            count[1] += usize::from(told.is_some());
            count[2] += usize::from(holds);
            count[3] += usize::from((0.5..=2.0).contains(&ratio));
        }
    }
    let row = |(name, [all, told, held, near]): (&str, [usize; 4])| {
        let percent = |count: usize| match told {
            0 => "–".to_string(),
            told => format!("{count} ({:.0} %)", 100.0 * count as f64 / told as f64),
        };
        format!("| {name} | {all} | {told} | {} | {} |", percent(held), percent(near))
    };
    counts.into_iter().map(row).collect()
}

/// The points of every second work, and of the others.
fn points() -> Result<(Vec<Point>, Vec<Point>)> {
    let works = works()?;
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some((work, search)) = works.get(number) else { return };
                    match of_work(work, search) {
                        Ok(points) => {
                            eprintln!("{work} {search}: {} points", points.len());
                            lock(&found).push((number, points));
                        }
                        Err(error) => eprintln!("{work} {search}: {error:#}"),
                    }
                }
            });
        }
    });
    let mut found = unlocked(found);
    found.sort_by_key(|(number, _)| *number);
    found.retain(|(_, points)| !points.is_empty());
    println!("{} works, {} of them whole and long enough", works.len(), found.len());
    let of = |rest: usize| {
        let chosen = found.iter().filter(move |(number, _)| number % 2 == rest);
        chosen.flat_map(|(_, points)| points.iter().copied()).collect()
    };
    Ok((of(0), of(1)))
}

/// All works with their searches.
fn works() -> Result<Vec<(String, &'static str)>> {
    let mut works = Vec::new();
    for (text, plies, count, searches) in WORKS {
        for &plies in plies {
            let positions = match plies {
                0 => vec![text.to_string()],
                plies => after_random_moves(text, plies, count)?,
            };
            for position in positions {
                works.extend(searches.iter().map(|&search| (position.clone(), search)));
            }
        }
    }
    Ok(works)
}

/// The points of all parts of a work; none if the search takes too long.
fn of_work(work: &str, search: &str) -> Result<Vec<Point>> {
    let mut reports: Vec<Told> = Vec::new();
    let report = watched(work, search, Some(LIMIT), &mut |progress: &Progress| {
        // The nodes do not grow while a strategy is walked.
        if progress.strategy.is_none() {
            let part = progress.part.map_or(1, |(number, _)| number);
            let part = (part, progress.valued_moves.is_some());
            reports.push(Told { part, nodes: progress.nodes, measured: progress.measured });
        }
    })?;
    if report.stop_reason.is_some() || reports.is_empty() {
        return Ok(Vec::new());
    }
    Ok(divided(&reports, report.nodes))
}

/// The points by part, when the whole work took so many nodes.
fn divided(reports: &[Told], nodes: u64) -> Vec<Point> {
    let chunks: Vec<&[Told]> = reports.chunk_by(|a, b| a.part == b.part).collect();
    let mut begun = 0;
    let mut points = Vec::new();
    for (i, &reports) in chunks.iter().enumerate() {
        let last = reports[reports.len() - 1];
        let end = if i + 1 == chunks.len() { nodes } else { last.nodes };
        if end.saturating_sub(begun) >= LEAST_NODES {
            points.extend(SHARES.into_iter().filter_map(|share| {
                let until = begun + ((end - begun) as f64 * share) as u64;
                let told = reports.iter().rev().find(|told| told.nodes <= until)?;
                Some(Point { share, measured: told.measured })
            }));
        }
        begun = end;
    }
    points
}

/// The knots of every kind.
type Table = [(Kind, Vec<Knot>); Kind::ALL.len()];

/// The table as Rust.
fn text(table: &Table) -> String {
    let mut text = String::from(
        "//! Percentiles of the share of the work that is done, by the share that a search measures. Written by\n\
         //! `cargo xtask fit forecast`.\n\n\
         use super::{Kind, Knot};\n\n\
         /// The knots of each kind.\n\
         #[rustfmt::skip]\n\
         pub(super) const KNOTS: [(Kind, &[Knot]); Kind::ALL.len()] = [\n",
    );
    for (kind, knots) in table {
        let _ = writeln!(text, "    (Kind::{kind:?}, &[");
        for (at, [least, likely, most]) in knots {
            let _ = writeln!(text, "        ({at:.4}, [{least:.4}, {likely:.4}, {most:.4}]),");
        }
        text += "    ]),\n";
    }
    text + "];\n"
}

/// The knots of a kind: percentiles of neighbouring points, made to grow with the measured share.
fn knots(points: &[Point], kind: Kind) -> Vec<Knot> {
    let of_kind = points.iter().filter_map(|point| match point.measured {
        Some((known, at)) if known == kind && at > 0.0 => Some((f64::from(at), point.share)),
        _ => None,
    });
    let mut sorted: Vec<(f64, f64)> = of_kind.collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let count = (sorted.len() / KNOT).clamp(1, MOST_KNOTS);
    let size = sorted.len().div_ceil(count).max(1);
    let chunks = sorted.chunks(size);
    let middles: Vec<f64> = chunks.clone().map(|chunk| chunk[chunk.len() / 2].0).collect();
    let [least, likely, most] = PERCENTILES.map(|percent| {
        let values = chunks.clone().map(|chunk| {
            let mut shares: Vec<f64> = chunk.iter().map(|(_, share)| *share).collect();
            shares.sort_by(f64::total_cmp);
            (shares[(shares.len() - 1) * percent / 100], chunk.len() as f64)
        });
        growing(values)
    });
    // The upper end stays where a search has measured almost nothing.
    let first = most.first().copied().unwrap_or(0.0);
    let mut knots = vec![(0.0, [0.0, 0.0, first])];
    for (i, &middle) in middles.iter().enumerate() {
        if middle > knots[knots.len() - 1].0 {
            knots.push((middle, [least[i], likely[i], most[i]]));
        }
    }
    // Nobody knows that all is done until all is done.
    let (at, last) = knots[knots.len() - 1];
    knots.push((1.0_f64.max(at + 1e-3), [last[0], last[1].max(0.9), 1.0]));
    knots.into_iter().map(|(at, shares)| (at as f32, shares.map(|share| share as f32))).collect()
}

/// The growing values that are nearest to values with weights: neighbours in the wrong order get
/// their mean (pool adjacent violators).
fn growing(values: impl Iterator<Item = (f64, f64)>) -> Vec<f64> {
    // Mean, weight and number of values of each pool.
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for (value, weight) in values {
        let mut last = (value, weight, 1);
        while let Some(&(mean, weight, count)) = pools.last().filter(|pool| pool.0 > last.0) {
            pools.pop();
            let sum = weight + last.1;
            last = ((mean * weight + last.0 * last.1) / sum, sum, count + last.2);
        }
        pools.push(last);
    }
    pools.into_iter().flat_map(|(mean, _, count)| std::iter::repeat_n(mean, count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::solved;

    const DFPN: Option<(Kind, f32)> = Some((Kind::Dfpn, 0.25));

    /// At each share the last report counts, in each part for itself.
    #[test]
    fn reports_are_divided() {
        let told = |part, nodes, measured| Told { part: (part, false), nodes, measured };
        let late = Some((Kind::Dfpn, 0.5));
        let reports =
            [told(1, 200, None), told(1, 500, DFPN), told(1, 1000, late), told(2, 1400, DFPN)];
        let points = divided(&reports, 2000);
        let point = |share, measured| Point { share, measured };
        assert_eq!(points[..2], [point(0.2, None), point(0.28, None)]);
        assert_eq!(points[3..5], [point(0.55, DFPN), point(0.75, DFPN)]);
        assert_eq!(points.last(), Some(&point(0.95, DFPN)));
        assert_eq!(divided(&reports[..1], 250), []);
    }

    /// The percentiles of many points lie where the points do, in their order, and no other kind
    /// counts.
    #[test]
    fn knots_are_percentiles() {
        let points: Vec<Point> = (1..=1000)
            .map(|i| {
                let at = i as f32 / 1000.0;
                let share = f64::from(at) * [0.5, 1.0, 1.5][i % 3];
                Point { share: share.min(1.0), measured: Some((Kind::Pns, at)) }
            })
            .collect();
        let found = knots(&points, Kind::Pns);
        assert_eq!(found.len(), 14);
        let (at, [least, likely, most]) = found[6];
        assert!((0.4..0.5).contains(&at) && least < likely && likely < most, "{:?}", found[6]);
        assert!((likely / at - 1.0).abs() < 0.2, "{likely} at {at}");
        assert_eq!(knots(&points, Kind::Dfpn).len(), 2);
        let table = Kind::ALL.map(|(_, kind)| (kind, knots(&points, kind)));
        assert!(text(&table).contains("(Kind::Dfpn, &["));
        let rows = rows(&table, &points);
        let own = rows.iter().find(|row| row.starts_with("| pns")).expect("a row");
        assert!(own.contains("| 1000 |") && own.contains(" %)"), "{own}");
    }

    #[test]
    fn works_are_read() -> Result<()> {
        for (work, _, _, searches) in WORKS {
            for search in searches {
                solved(work, search, 1, Some(Duration::ZERO))?;
            }
        }
        Ok(())
    }
}
