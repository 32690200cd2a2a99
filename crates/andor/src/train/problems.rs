//! `andor train --problems`: how many problems the network of each save solves.
//!
//! A thread beside the training takes the network of the last save and solves every problem with
//! it, on the processor. The training does not wait for the thread and takes nothing from it. Each
//! round over the problems gives a row of the file `problems.tsv`.

use super::subject_of;
use crate::batch;
use crate::game_options::GameOptions;
use crate::input::from_file;
use andor_core::lock;
use andor_net::{Model, Subject};
use andor_solver::{BadInput, Guide, Problem, SearchName, Settings, amounts, family, solve};
use andor_train::Checkpoint;
use andor_train::report::Solved;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;

/// The most nodes of a problem, if no other number is given.
const NODES: u64 = 2000;

/// The first line of the file of rows.
const HEADING: &str = "steps\tminutes\tsolved\tproblems\tnodes";

/// Which problems, and how long each is searched.
#[derive(Args)]
pub struct Arguments {
    /// Solve these problems (SGF files) with the network of every save; problems.tsv and the report
    /// show how many
    #[arg(long, value_name = "FILE|DIR")]
    problems: Option<String>,
    /// The most nodes of such a problem [default: 2000]
    #[arg(long, value_name = "N", value_parser = amounts::count, allow_negative_numbers = true)]
    problem_nodes: Option<u64>,
}

impl Arguments {
    /// The problems, if there are any. Each must be one that a network for the subject can solve.
    pub fn read(&self, subject: &Subject, options: &GameOptions) -> Result<Option<Problems>> {
        let Some(path) = &self.problems else {
            match self.problem_nodes {
                None => return Ok(None),
                Some(_) => {
                    bail!("--problem-nodes: there are no problems; expected --problems with it")
                }
            }
        };
        let read = |file: &String| {
            let problem = options.of_problem(from_file(file, Some(&subject.game), None)?)?;
            let found = subject_of(&problem)?;
            match found == *subject {
                true => Ok(problem),
                false => bail!("file \"{file}\": a problem of {found}; expected one of {subject}"),
            }
        };
        let list = batch::files_of(path)?.iter().map(read).collect::<Result<Vec<_>>>()?;
        let settings = Settings {
            search: Some(SearchName::MonteCarlo),
            options: options.of_search(family(&subject.game)?)?,
            nodes: Some(self.problem_nodes.unwrap_or(NODES)),
            ..Settings::default()
        };
        Ok(Some(Problems { list, settings }))
    }
}

/// Problems, and how they are solved.
pub struct Problems {
    list: Vec<Problem>,
    settings: Settings,
}

/// What a network solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The steps of training before.
    pub steps: u64,
    minutes: f64,
    solved: u64,
    problems: u64,
    /// The nodes of all searches.
    nodes: u64,
}

impl Row {
    /// Reads a line of the file.
    fn read(line: &str) -> Option<Row> {
        let words: Vec<&str> = line.split('\t').collect();
        let [steps, minutes, solved, problems, nodes] = words.try_into().ok()?;
        Some(Row {
            steps: steps.parse().ok()?,
            minutes: minutes.parse().ok()?,
            solved: solved.parse().ok()?,
            problems: problems.parse().ok()?,
            nodes: nodes.parse().ok()?,
        })
    }

    /// The line of the file.
    fn line(&self) -> String {
        let Row { steps, minutes, solved, problems, nodes } = self;
        format!("{steps}\t{minutes:.2}\t{solved}\t{problems}\t{nodes}\n")
    }
}

/// In words.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { solved, problems, nodes, .. } = self;
        write!(f, "{solved} of {problems} problems solved, {nodes} nodes")
    }
}

/// The rows of a training; clones share them.
#[derive(Clone, Debug, Default)]
pub struct Rows(Arc<Mutex<Vec<Row>>>);

impl Rows {
    /// Reads the rows of a file, if there is one.
    pub fn read(path: &Path) -> Result<Rows> {
        let place = format!("file \"{}\"", path.display());
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Rows::default());
            }
            text => text.with_context(|| format!("{place}: cannot be read"))?,
        };
        let mut lines = (1..).zip(text.lines());
        let expected = HEADING.replace('\t', ", ");
        if lines.next().is_none_or(|(_, line)| line != HEADING) {
            bail!("{place}: line 1: no heading; expected {expected}, with tabs");
        }
        let rows = lines.map(|(number, line)| {
            Row::read(line).ok_or_else(|| {
                anyhow!(
                    "{place}: line {number}: no row; expected numbers for {expected}, with tabs"
                )
            })
        });
        Ok(Rows(Arc::new(Mutex::new(rows.collect::<Result<_>>()?))))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Row>> {
        lock(&self.0)
    }

    /// The file, if there are rows.
    pub fn text(&self) -> Option<String> {
        let rows = self.lock();
        let lines: String = rows.iter().map(Row::line).collect();
        (!rows.is_empty()).then(|| format!("{HEADING}\n{lines}"))
    }

    /// The rows as the report takes them.
    pub fn solved(&self) -> Vec<Solved> {
        self.lock().iter().map(|row| Solved { steps: row.steps, problems: row.solved }).collect()
    }

    /// The last row.
    pub fn last(&self) -> Option<Row> {
        self.lock().last().copied()
    }
}

/// A thread that solves problems.
pub struct ProblemSolver {
    saves: Sender<Save>,
    thread: JoinHandle<Result<(), BadInput>>,
}

/// The network of a save.
struct Save {
    model: Model,
    steps: u64,
    minutes: f64,
}

impl ProblemSolver {
    /// Starts the thread, which adds a row for each round over the problems and ends when `stop` is
    /// set.
    pub fn start(problems: Problems, stop: &Arc<AtomicBool>, rows: &Rows) -> ProblemSolver {
        let (saves, receiver) = channel();
        let Problems { list, settings } = problems;
        let (settings, rows) = (Settings { stop: stop.clone(), ..settings }, rows.clone());
        let thread = std::thread::spawn(move || solve_rounds(&receiver, &list, settings, &rows));
        ProblemSolver { saves, thread }
    }

    /// Hands over the network of a save.
    pub fn take(&self, model: Model, checkpoint: &Checkpoint) {
        let steps = checkpoint.counters.steps;
        let minutes = checkpoint.history.seconds() / 60.0;
        // A thread that has failed takes nothing; the end tells its error.
        let _ = self.saves.send(Save { model, steps, minutes });
    }

    /// Waits until the last network has solved its problems.
    pub fn finish(self) -> Result<()> {
        drop(self.saves);
        match self.thread.join() {
            Ok(done) => Ok(done?),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

/// Solves the problems with the network of the last save, again and again, until there is no
/// further one.
fn solve_rounds(
    saves: &Receiver<Save>,
    problems: &[Problem],
    mut settings: Settings,
    rows: &Rows,
) -> Result<(), BadInput> {
    while let Ok(save) = saves.recv() {
        let Save { model, steps, minutes } = saves.try_iter().last().unwrap_or(save);
        settings.guide = Some(Arc::new(Guide::new(&model)));
        let count = problems.len() as u64;
        let mut row = Row { steps, minutes, solved: 0, problems: count, nodes: 0 };
        for problem in problems {
            let report = solve(problem, &settings, None)?;
            if settings.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            row.solved += u64::from(report.stop_reason.is_none());
            row.nodes += report.nodes;
        }
        rows.lock().push(row);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_were_written() {
        let path = std::env::temp_dir().join(format!("andor-rows-{}.tsv", std::process::id()));
        assert_eq!(Rows::read(&path).expect("no file is no row").text(), None);
        let text = format!("{HEADING}\n400\t1.00\t3\t10\t15000\n812\t2.03\t10\t10\t9000\n");
        std::fs::write(&path, &text).expect("written");
        let rows = Rows::read(&path).expect("rows");
        assert_eq!(rows.text(), Some(text.clone()));
        assert_eq!(rows.last().map(|row| (row.steps, row.nodes)), Some((812, 9000)));
        let solved: Vec<u64> = rows.solved().iter().map(|row| row.problems).collect();
        assert_eq!(solved, [3, 10]);
        let refused = |text: &str, expected: &str| {
            std::fs::write(&path, text).expect("written");
            let error = Rows::read(&path).expect_err("no rows").to_string();
            assert!(error.contains(expected), "{error}");
        };
        refused("", "line 1: no heading; expected steps, minutes, solved, problems, nodes");
        refused("steps\n1\n", "line 1: no heading");
        refused(&format!("{text}900\t3.0\t10\t10\n"), "line 4: no row; expected numbers");
        refused(&text.replace("812", "-1"), "line 3: no row");
        std::fs::remove_file(&path).expect("the file goes");
    }
}
