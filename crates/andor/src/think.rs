//! `andor think`: lets the player of a game choose a move in one position, and shows how the player
//! sees the moves.

use crate::game_options::{GameOptions, tell_notes};
use crate::input::{PositionArguments, problem};
use crate::interrupt::on_interrupt;
use crate::output::said;
use crate::search_args::{SearchArguments, settings_of};
use andor_core::Player;
use andor_games::notation::picture;
use andor_solver::{Aim, Settings, Thought, Worth, amounts};
use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

/// So many moves are shown with their lines.
const LINES: usize = 8;

/// So many moves of a line are shown.
const LINE: usize = 12;

/// Which position, and how long to think.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// How long to think
    #[arg(long, value_parser = amounts::time, default_value = "5s", allow_negative_numbers = true)]
    time: Duration,
    /// Stop after this many nodes, such as 1e6
    #[arg(long, value_parser = amounts::count, allow_negative_numbers = true)]
    nodes: Option<u64>,
    #[command(flatten)]
    how: SearchArguments,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Thinks and prints.
pub fn run(arguments: &Arguments, options: &GameOptions) -> Result<ExitCode> {
    let problem = problem(&arguments.position, options)?;
    let mut game = problem.open()?;
    tell_notes(&problem);
    let settings = Settings {
        time: Some(arguments.time),
        nodes: arguments.nodes,
        ..settings_of(&arguments.how, options, &*game, on_interrupt()?)?
    };
    let thought = game.think(Aim::Move, &settings, &mut |_| {})?;
    let written = match arguments.json {
        true => writeln!(io::stdout(), "{}", as_json(&problem.to_string(), &thought)),
        false => print(&mut io::stdout(), &game.scene().picture, &thought),
    };
    said(written)?;
    Ok(ExitCode::SUCCESS)
}

/// The winner of a solved position; none of a draw.
fn winner(worth: Option<Worth>) -> Option<Player> {
    match worth {
        Some(Worth::Won(winner)) => Some(winner),
        Some(Worth::Draw) | None => None,
    }
}

/// A value on the board: the winner's letter if it is proven, else the chance in percent.
fn mark(worth: Option<Worth>, chance: f32) -> String {
    match worth {
        Some(Worth::Won(winner)) => winner.to_string().chars().take(1).collect(),
        Some(Worth::Draw) => "=".to_string(),
        None => format!("{:.0}", (chance * 100.0).clamp(1.0, 99.0)),
    }
}

fn print(out: &mut impl Write, board: &str, thought: &Thought) -> io::Result<()> {
    write!(out, "{board}")?;
    match (winner(thought.worth), thought.worth) {
        (Some(winner), _) => writeln!(out, "{winner} wins")?,
        (None, Some(_)) => writeln!(out, "draw")?,
        (None, None) => writeln!(out, "chance of {}: {:.2}", thought.to_move, thought.chance)?,
    }
    let Some(best) = &thought.best else { return writeln!(out, "the game is over") };
    writeln!(out, "best move: {best}")?;
    for told in thought.moves.iter().take(LINES) {
        let line: Vec<&str> = told.pv.iter().take(LINE).map(String::as_str).collect();
        let value = mark(told.worth, told.chance);
        writeln!(out, "{:>4}  {value:>2}  {:>7} visits  {}", told.mv, told.visits, line.join(" "))?;
    }
    let of = |name: &str| thought.moves.iter().find(|told| told.mv == name);
    let seen = |name: &str| {
        let told = of(name).filter(|told| told.visits > 0 || told.worth.is_some())?;
        Some(mark(told.worth, told.chance))
    };
    if let Some(board) = picture::with_texts(board, seen) {
        write!(out, "{board}")?;
        writeln!(
            out,
            "each point: the chance of a move there in percent; b or w: this player wins, proven"
        )?;
    }
    writeln!(out, "{} nodes, {:.3} s", thought.nodes, thought.time.as_secs_f64())
}

fn as_json(position: &str, thought: &Thought) -> Value {
    let name = |worth| winner(worth).map(|winner| winner.to_string());
    let moves: Vec<Value> = thought
        .moves
        .iter()
        .map(|told| {
            json!({
                "move": told.mv,
                "chance": told.chance,
                "visits": told.visits,
                "winner": name(told.worth),
                "solved": told.worth.is_some(),
                "pv": told.pv,
            })
        })
        .collect();
    json!({
        "position": position,
        "to_move": thought.to_move.to_string(),
        "best_move": thought.best,
        "chance": thought.chance,
        "winner": name(thought.worth),
        "solved": thought.worth.is_some(),
        "pv": thought.pv,
        "moves": moves,
        "nodes": thought.nodes,
        "seconds": thought.time.as_secs_f64(),
    })
}
