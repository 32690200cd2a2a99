//! The strategies of iterative widening, compared on a set of questions about the capture of a
//! block.
//!
//! Every strategy asks, for each block of the set that is captured whatever the defender does,
//! whether the block is captured although the defender may retake every ko at once. A question has
//! a limit of nodes, so that the numbers of questions and nodes are the same on every machine. An
//! answer "not captured" would be wrong, and is an error.

use crate::clock::processor_time;
use crate::figures::{grouped, heading, row, seconds};
use andor_solver::dataset::Dataset;
use andor_solver::{Problem, Settings, solve};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::time::Duration;

/// The set, from the root of the workspace.
const SET: &str = "data/capture-9x9.txt";

/// The most nodes of a question.
const NODES: u64 = 50_000;

/// The strategies of the paper by their numbers, and the usual one.
const STRATEGIES: [&str; 10] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "auto"];

/// What a strategy reached.
#[derive(Default)]
struct Reached {
    captured: usize,
    nodes: u64,
    time: Duration,
}

/// The questions of the set in which the block is captured whatever the defender does.
fn questions(set: &Dataset) -> Result<Vec<Problem>> {
    let mut questions = Vec::new();
    for sample in &set.samples {
        let problem = set.problem(sample)?.with_option("ko", "defender")?;
        let nothing = Settings { nodes: Some(1), ..Settings::default() };
        let report = solve(&problem, &nothing, None)?;
        let attacks = report.to_move == report.claim;
        if sample.answer == if attacks { "1" } else { "0" } {
            questions.push(problem);
        }
    }
    Ok(questions)
}

fn reached(questions: &[Problem], strategy: &str) -> Result<Reached> {
    let mut reached = Reached::default();
    for question in questions {
        let problem = question.clone().with_option("strategy", strategy)?;
        let settings = Settings { nodes: Some(NODES), ..Settings::default() };
        let started = processor_time();
        let report = solve(&problem, &settings, None)?;
        reached.time += processor_time() - started;
        reached.nodes += report.nodes;
        if let Some(winner) = report.winner {
            ensure!(winner == report.claim, "strategy {strategy}: not captured: {problem}");
            reached.captured += 1;
        }
    }
    Ok(reached)
}

/// The table of all strategies.
pub fn table(root: &Path) -> Result<String> {
    let text = std::fs::read_to_string(root.join(SET)).context(SET)?;
    let set = Dataset::parse(SET, &text)?;
    let questions = questions(&set)?;
    let mut out = format!(
        "\n## Strategies of widening\n\nThe {} blocks of `{SET}` (of {}) that are captured whatever the defender does, \
         with at most {} nodes each.\n\n",
        questions.len(),
        set.samples.len(),
        grouped(NODES),
    );
    out += &heading(&["strategy", "captured", "nodes", "seconds"]);
    for strategy in STRATEGIES {
        eprintln!("strategy {strategy}");
        let Reached { captured, nodes, time } = reached(&questions, strategy)?;
        let time = seconds(time.as_secs_f64());
        out += &row(&[strategy, &captured.to_string(), &grouped(nodes), &time]);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captured_blocks_are_captured() -> Result<()> {
        let text =
            "capture 5x5 --ko all\n1 1 --target A5 B5 A5 C5 A4 A3\n0 1 --target A5 B5 A5 C3\n";
        let set = Dataset::parse("set", text)?;
        let questions = questions(&set)?;
        assert_eq!(questions.len(), 1);
        for strategy in STRATEGIES {
            assert_eq!(reached(&questions, strategy)?.captured, 1, "strategy {strategy}");
        }
        Ok(())
    }
}
