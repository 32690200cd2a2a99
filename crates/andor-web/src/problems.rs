//! The problems of the folder that was given on the command line.

use crate::error::Wrong;
use crate::request::Settings;
use crate::runs::Runs;
use crate::task::Task;
use andor_solver::{GameTree, Problem};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The list, with the newest run of each problem.
pub(crate) fn list(folder: Option<&str>, tasks: &[Task], runs: &Runs) -> Value {
    let rows = tasks.iter().enumerate().map(|(entry, task)| {
        json!({
            "entry": entry,
            "name": task.name,
            "problem": task.problem.as_ref().ok().map(Problem::to_string),
            "error": task.problem.as_ref().err(),
            "expected": task.expected.as_ref().map(|expected| &expected.words),
            "run": runs.newest_of(entry),
        })
    });
    json!({ "folder": folder, "problems": rows.collect::<Vec<_>>() })
}

/// The problem of a number as a game.
pub(crate) fn tree(tasks: &[Task], entry: usize) -> Result<GameTree, Wrong> {
    Ok(GameTree::of(problem(tasks, entry)?)?)
}

fn problem(tasks: &[Task], entry: usize) -> Result<&Problem, Wrong> {
    let missing = || Wrong::missing(format!("problem {entry}: the folder has {}", tasks.len()));
    let task = tasks.get(entry).ok_or_else(missing)?;
    task.problem.as_ref().map_err(|error| Wrong::missing(error.clone()))
}

/// Which problems shall be solved, and how.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    #[serde(default)]
    settings: Settings,
    entries: Option<Vec<usize>>,
}

/// Starts a run for each problem that is asked for; without a list for those that are not solved.
pub(crate) fn solve(tasks: &[Task], runs: &Arc<Runs>, asked: &Asked) -> Result<Value, Wrong> {
    let entries = match &asked.entries {
        Some(entries) => entries.clone(),
        None => {
            let all = 0..tasks.len();
            all.filter(|&entry| tasks[entry].problem.is_ok() && !runs.has_solved(entry)).collect()
        }
    };
    let problems = entries.iter().map(|&entry| Ok((entry, problem(tasks, entry)?)));
    let problems: Vec<(usize, &Problem)> = problems.collect::<Result<_, Wrong>>()?;
    let started = problems
        .into_iter()
        .map(|(entry, problem)| runs.solve_entry(entry, problem.clone(), asked.settings.clone()));
    Ok(json!({ "runs": started.collect::<Result<Vec<_>, Wrong>>()? }))
}
