//! `cargo xtask bench estimates`: what the estimates of expected work search are worth.
//!
//! For each game there are positions after a few random moves. A search that stops after its first expansion tells the
//! chance of the player to move and the expected work; the whole search tells the winner and the true work. The search
//! without win rates (`ews-wr`) and the search without proof sizes (`ews-ps`) have the same plugs, so that the last table
//! shows what each part of the estimates is worth.

use crate::clock;
use crate::figures::{grouped, heading, row};
use crate::positions::{Report, after_random_moves, seen_first, solved};
use andor_solver::ReportAnswer;
use anyhow::{Result, bail};
use std::process::ExitCode;
use std::time::Duration;

/// Works without moves, and the number of random moves before a position.
const WORKS: [(&str, usize); 7] = [
    ("hex 5x5 --knowledge none", 2),
    ("hex 6x6 --knowledge none", 4),
    ("hex 7x7", 3),
    ("go 3x4 --rules psk --komi 0.5", 2),
    ("go 4x4 --rules psk --komi 1.5", 6),
    ("mnk 4x4x4 --for black", 6),
    ("killall 3x4", 4),
];

/// The search and its variants.
const SEARCHES: [&str; 3] = ["ews", "ews-wr", "ews-ps"];

struct Options {
    positions: usize,
    limit: Duration,
}

impl Options {
    fn parse(words: &[&str]) -> Result<Options> {
        let mut options = Options { positions: 20, limit: Duration::from_secs(2) };
        for pair in words.chunks(2) {
            match pair {
                ["--positions", count] => options.positions = count.parse()?,
                ["--limit", limit] => options.limit = clock::limit(limit)?,
                _ => bail!("{pair:?}; expected --positions N or --limit SECONDSs"),
            }
        }
        if options.positions == 0 {
            bail!("--positions 0; expected at least 1");
        }
        Ok(options)
    }
}

/// What the search foresaw about a position, and what was true.
#[derive(Clone, Copy, Debug)]
struct Estimated {
    /// The chance of the player who won.
    chance: f64,
    foreseen: f64,
    nodes: f64,
}

/// Prints the tables.
pub fn run(words: &[&str]) -> Result<ExitCode> {
    let options = Options::parse(words)?;
    let limit = options.limit.as_secs_f64();
    println!(
        "{} positions of each game, one thread, seed 1, at most {limit} s each.\n",
        options.positions
    );
    print!(
        "{}",
        heading(&[
            "positions of",
            "solved",
            "chance on the right side",
            "correlation of the logarithms",
            "true / foreseen work, median",
            "middle half",
        ])
    );
    let mut all = Vec::new();
    for (work, moves) in WORKS {
        let texts = after_random_moves(work, moves, options.positions)?;
        let mut reports: Vec<[Report; 3]> = Vec::new();
        let mut estimates = Vec::new();
        for text in &texts {
            let [ours, others @ ..] =
                SEARCHES.map(|search| solved(text, search, 1, Some(options.limit)));
            let ours = ours?;
            if let Some(estimated) = estimated(text, &ours)? {
                estimates.push(estimated);
            }
            let [without_rates, without_sizes] = others;
            reports.push([ours, without_rates?, without_sizes?]);
        }
        print!("{}", line_of_estimates(work, texts.len(), &reports, &estimates));
        all.push((work, reports));
    }
    println!(
        "\nSolved, and the nodes as a multiple of those of ews where both solve (geometric means):\n"
    );
    print!("{}", heading(&["positions of", "ews", "ews-wr", "× nodes", "ews-ps", "× nodes"]));
    for (work, reports) in all {
        let solved = |i: usize| reports.iter().filter(|all| is_solved(&all[i])).count().to_string();
        let ratio = |i: usize| {
            let both = reports.iter().filter(|all| is_solved(&all[0]) && is_solved(&all[i]));
            let logs: Vec<f64> = both
                .map(|all| (all[i].nodes.max(1) as f64 / all[0].nodes.max(1) as f64).ln())
                .collect();
            format!("{:.2}", mean(&logs).exp())
        };
        print!("{}", row(&[work.to_string(), solved(0), solved(1), ratio(1), solved(2), ratio(2)]));
    }
    Ok(ExitCode::SUCCESS)
}

fn is_solved(report: &Report) -> bool {
    report.answer != ReportAnswer::Stopped
}

/// What was foreseen about a position that was solved by more than its first expansion.
fn estimated(text: &str, report: &Report) -> Result<Option<Estimated>> {
    let Some((chance, foreseen)) = seen_first(text, SEARCHES[0])? else { return Ok(None) };
    if !is_solved(report) {
        return Ok(None);
    }
    let proven = report.answer == ReportAnswer::Proven;
    let mover_wins = proven == (report.claim == report.to_move);
    let chance = f64::from(if mover_wins { chance } else { 1.0 - chance });
    Ok(Some(Estimated { chance, foreseen: foreseen.into(), nodes: report.nodes as f64 }))
}

/// A row of the first table.
fn line_of_estimates(
    work: &str,
    count: usize,
    reports: &[[Report; 3]],
    estimates: &[Estimated],
) -> String {
    let solved = reports.iter().filter(|all| is_solved(&all[0])).count();
    let right = estimates.iter().filter(|told| told.chance > 0.5).count();
    let foreseen: Vec<f64> = estimates.iter().map(|told| told.foreseen.max(1.0).ln()).collect();
    let nodes: Vec<f64> = estimates.iter().map(|told| told.nodes.max(1.0).ln()).collect();
    let mut factors: Vec<f64> =
        estimates.iter().map(|told| told.nodes.max(1.0) / told.foreseen.max(1.0)).collect();
    factors.sort_by(f64::total_cmp);
    let at = |share: f64| match factors.len() {
        0 => "".to_string(),
        len => decimal(factors[((len - 1) as f64 * share).round() as usize]),
    };
    row(&[
        work.to_string(),
        format!("{solved} of {count}"),
        format!("{right} of {}", estimates.len()),
        format!("{:.2}", correlation(&foreseen, &nodes)),
        at(0.5),
        format!("{} to {}", at(0.25), at(0.75)),
    ])
}

/// A factor: `1/250`, `0.52`, `12.30`, `1,234`.
fn decimal(factor: f64) -> String {
    match factor {
        ..0.1 => format!("1/{}", grouped((1.0 / factor).round() as u64)),
        ..100.0 => format!("{factor:.2}"),
        _ => grouped(factor as u64),
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The correlation of two lists; 0 if one of them is constant.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let (mean_a, mean_b) = (mean(a), mean(b));
    let sum = |f: &dyn Fn(f64, f64) -> f64| -> f64 {
        a.iter().zip(b).map(|(x, y)| f(x - mean_a, y - mean_b)).sum()
    };
    let product = sum(&|x, _| x * x) * sum(&|_, y| y * y);
    if product > 0.0 { sum(&|x, y| x * y) / product.sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlations_are_right() {
        let rising = [1.0, 2.0, 3.0, 5.0];
        assert!((correlation(&rising, &rising.map(|x| 2.0 * x + 1.0)) - 1.0).abs() < 1e-9);
        assert!((correlation(&rising, &rising.map(|x| -x)) + 1.0).abs() < 1e-9);
        assert_eq!(correlation(&rising, &[1.0; 4]), 0.0);
        assert!((correlation(&[1.0, 2.0, 3.0], &[1.0, 3.0, 2.0]) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn factors_are_short() {
        let factors = [0.004, 0.52, 12.3, 1234.5];
        assert_eq!(factors.map(decimal), ["1/250", "0.52", "12.30", "1,234"]);
    }

    /// Positions of every game can be made, and the first estimate is told.
    #[test]
    fn works_are_read() -> Result<()> {
        for (work, moves) in WORKS {
            let texts = after_random_moves(work, moves, 2)?;
            assert_eq!(texts, after_random_moves(work, moves, 2)?, "{work}");
            assert_ne!(texts[0], texts[1], "{work}");
            let told =
                texts.iter().map(|text| seen_first(text, "ews")).collect::<Result<Vec<_>>>()?;
            for (chance, work) in told.into_iter().flatten() {
                assert!((0.0..=1.0).contains(&chance) && work >= 0.0);
            }
        }
        Ok(())
    }
}
