//! `andor eval-net`: what a network is worth, by settled positions, by problems and by games.

use crate::batch::{Compared, ProblemSet, compare};
use crate::game_options::GameOptions;
use crate::guide::{Device, GuessArguments, read_model};
use crate::interrupt::on_interrupt;
use crate::net::problem;
use crate::output::write_line;
use crate::processor;
use crate::search_args::SearchArguments;
use andor_solver::score::Score;
use andor_solver::{SearchName, Settings, amounts};
use andor_teach::{Accuracy, AccuracyPlan, MatchPlan, accuracy, play_match};
use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// The moves before a position of the exam, at most.
const MOST_MOVES: u32 = 20;

/// The random moves at the beginning of a game of a match.
const OPENING: usize = 3;

/// The memory of a search that solves a problem.
const MEMORY: usize = 2 << 30;

/// Which network, and how it is examined.
#[derive(Args)]
pub struct Arguments {
    /// The model file
    file: PathBuf,
    /// The positions from which searches settle what the network is asked about; 0 for no exam
    #[arg(long, default_value = "100", value_parser = amounts::whole, allow_negative_numbers = true)]
    positions: usize,
    /// The nodes of such a search, and the most nodes of a problem
    #[arg(long, default_value = "2000", value_parser = amounts::count, allow_negative_numbers = true)]
    nodes: u64,
    /// Solve the problems of this folder with the network and without it
    #[arg(long, value_name = "DIR")]
    problems: Option<String>,
    /// The most processor time of a problem
    #[arg(long, value_parser = amounts::time, default_value = "20s", allow_negative_numbers = true)]
    limit: Duration,
    /// The search by which problems are solved
    #[arg(long, default_value = "mcts")]
    search: SearchName,
    /// The knowledge of that search: none, full, or names with commas
    #[arg(long, default_value = "full")]
    knowledge: String,
    /// Play a match against the network of this file
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// The games of the match
    #[arg(long, default_value = "100", value_parser = amounts::number, allow_negative_numbers = true)]
    games: usize,
    /// The simulations for a move of the match
    #[arg(long, default_value = "100", value_parser = amounts::count, allow_negative_numbers = true)]
    simulations: u64,
    /// How many searches, problems or games at a time [default: all processors]; the results are
    /// the same
    #[arg(long, value_parser = amounts::threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Where the networks run: auto takes a GPU if there is one
    #[arg(long, value_enum, default_value = "auto")]
    device: Device,
    /// Where the random numbers start
    #[arg(long, value_parser = amounts::seed, default_value = "1", allow_negative_numbers = true)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Examines and prints.
pub fn run(arguments: &Arguments, options: &GameOptions) -> Result<ExitCode> {
    let model = read_model(&arguments.file)?;
    let problem = problem(&model)?;
    let game = problem.open()?;
    let guess = |file: &PathBuf| GuessArguments {
        guess: Some(format!("net:{}", file.display())),
        device: arguments.device,
    };
    let own = guess(&arguments.file);
    let guide = own.guide(&*game)?;
    let stop = on_interrupt()?;
    let threads = arguments.threads.unwrap_or_else(processor::count);
    let mut told = json!({ "file": arguments.file.display().to_string() });
    if arguments.positions > 0 {
        let settings = Settings {
            search: Some(SearchName::MonteCarlo),
            guide: guide.clone(),
            nodes: Some(arguments.nodes),
            seed: arguments.seed,
            stop: stop.clone(),
            ..Settings::default()
        };
        let (positions, most_moves) = (arguments.positions, MOST_MOVES);
        let found = accuracy(&problem, &settings, AccuracyPlan { positions, most_moves, threads })?;
        match arguments.json {
            true => told["exam"] = accuracy_object(&found),
            false => write_line(&accuracy_words(&found))?,
        }
    }
    if let Some(folder) = &arguments.problems {
        let how = SearchArguments {
            search: Some(arguments.search.to_string()),
            knowledge: arguments.knowledge.clone(),
            memory: Some(MEMORY),
            threads: 1,
            seed: arguments.seed,
            guess: own,
        };
        let problems = ProblemSet {
            folder,
            game: problem.game(),
            how,
            processor_time: arguments.limit,
            nodes: arguments.nodes,
            jobs: threads,
        };
        let compared = compare(problems, options, &stop)?;
        match arguments.json {
            true => told["problems"] = compared.object,
            false => {
                let Compared { with, without, .. } = compared;
                write_line(&format!(
                    "problems with the network: {with}\nproblems without it: {without}"
                ))?;
            }
        }
    }
    if let Some(other) = &arguments.against {
        let other = guess(other).guide(&*game)?;
        if let (Some(first), Some(second)) = (&guide, &other) {
            let plan = MatchPlan {
                games: arguments.games,
                simulations: arguments.simulations,
                opening: OPENING,
                seed: arguments.seed,
                threads,
            };
            let score = play_match(&problem, [first, second], plan)?;
            match arguments.json {
                true => told["match"] = match_object(&score),
                false => write_line(&match_words(&score))?,
            }
        }
    }
    if arguments.json {
        write_line(&told.to_string())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn accuracy_words(found: &Accuracy) -> String {
    let [searches, settled] = found.searches;
    let correlation =
        |value: Option<f64>| value.map_or("–".to_string(), |value| format!("{value:.2}"));
    let mut text = format!(
        "{searches} searches, {settled} settled; {} positions\n\
         losses: policy {:.3}, costs {:.3} {:.3}\n\
         cost and logarithm of the size: {} where the winner moves, {} where the loser moves\n\
         chance   positions   won",
        found.positions,
        found.losses.policy,
        found.losses.costs[0],
        found.losses.costs[1],
        correlation(found.correlations[0]),
        correlation(found.correlations[1]),
    );
    for (count, chance, won) in found.calibration.iter().filter(|step| step.0 > 0) {
        text += &format!("\n{chance:6.3} {count:11} {won:5.3}");
    }
    text
}

fn accuracy_object(found: &Accuracy) -> Value {
    let steps = found
        .calibration
        .iter()
        .map(|(count, chance, won)| json!({ "positions": count, "chance": chance, "won": won }));
    json!({
        "searches": found.searches[0],
        "settled": found.searches[1],
        "positions": found.positions,
        "policy_loss": found.losses.policy,
        "cost_losses": found.losses.costs,
        "correlation_winner_to_move": found.correlations[0],
        "correlation_loser_to_move": found.correlations[1],
        "calibration": steps.collect::<Vec<_>>(),
    })
}

fn match_words(score: &Score) -> String {
    let (low, high) = score.interval();
    format!(
        "match: {} won, {} lost, {} drawn; {:.1} % ({:.1} to {:.1})",
        score.wins,
        score.losses,
        score.draws,
        100.0 * score.mean(),
        100.0 * low,
        100.0 * high
    )
}

fn match_object(score: &Score) -> Value {
    let (low, high) = score.interval();
    json!({
        "won": score.wins,
        "lost": score.losses,
        "drawn": score.draws,
        "share": score.mean(),
        "interval": [low, high],
    })
}
