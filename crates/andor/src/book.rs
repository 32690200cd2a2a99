//! `andor book`: makes a book of openings, or shows one.

use crate::interrupt::on_interrupt;
use crate::output::{Destination, said, write_line};
use andor_core::Player;
use andor_games::notation::coordinates::{Style, parse_point, point_text};
use andor_games::notation::picture;
use andor_games::points::Point;
use andor_games::size::Size;
use andor_solver::games::hex::{HexBook, HexOpening};
use andor_solver::{Aim, Problem, Settings, Worth, amounts};
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The nodes that a reply in a lost position takes at most.
const LAST_NODES: u64 = 200;

/// What to do with a book.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Find the values of all openings of a board, and put them into a book
    Build(Build),
    /// Show what a book says about a board
    Show(Show),
}

#[derive(Args)]
struct Build {
    /// The game: hex
    game: String,
    /// The board
    size: Size,
    /// The book; openings that are in it already are left as they are
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The time for an opening: half of it to solve, half of it to think
    #[arg(long, value_parser = amounts::time, default_value = "10s", allow_negative_numbers = true)]
    time: Duration,
    /// Keep trees, tables and knowledge below this, such as 4G
    #[arg(long, value_parser = amounts::bytes, default_value = "1G", allow_negative_numbers = true)]
    memory: usize,
    /// How many threads
    #[arg(long, value_parser = amounts::threads, default_value = "1", allow_negative_numbers = true)]
    threads: usize,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

#[derive(Args)]
struct Show {
    /// The game: hex
    game: String,
    /// The board
    size: Size,
    /// The book [default: the one of Andor]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

/// Does what is asked for.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.task {
        Task::Build(build) => build.run(),
        Task::Show(show) => show.run(),
    }
}

/// Refuses a game without books.
fn check_game(game: &str) -> Result<()> {
    if game != "hex" {
        bail!("game \"{game}\": it has no book of openings; expected hex");
    }
    Ok(())
}

/// Reads a book.
pub fn read(file: &Path) -> Result<HexBook> {
    let place = format!("file \"{}\"", file.display());
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("{place}: expected a book of openings that can be read"))?;
    Ok(HexBook::parse(&text, &place)?)
}

impl Build {
    fn run(&self) -> Result<ExitCode> {
        check_game(&self.game)?;
        let mut book = match self.out.exists() {
            true => read(&self.out)?,
            false => HexBook::default(),
        };
        let out = Destination::open(&self.out)?;
        let stop = on_interrupt()?;
        let stones: Vec<Point> = HexBook::stones(self.size).collect();
        for (number, &stone) in stones.iter().enumerate() {
            if book.opening(self.size, stone).is_some() {
                continue;
            }
            let Some(opening) = self.opening(stone, &stop)? else { break };
            book.add(self.size, stone, opening);
            if !out.is_standard_output() {
                out.write(book.to_string().as_bytes(), |_| Ok(()))?;
            }
            if !self.quiet {
                eprint!("\r{} of {} openings", number + 1, stones.len());
                let _ = io::stderr().flush();
            }
        }
        if !self.quiet {
            eprintln!();
        }
        if out.is_standard_output() {
            out.write(book.to_string().as_bytes(), |_| Ok(()))?;
        }
        let known: Vec<HexOpening> =
            stones.iter().filter_map(|&stone| book.opening(self.size, stone)).collect();
        let solved = known.iter().filter(|opening| opening.winner.is_some()).count();
        out.write_line(&format!(
            "{} of {} openings of {}, {solved} of them solved",
            known.len(),
            stones.len(),
            self.size
        ))?;
        Ok(ExitCode::SUCCESS)
    }

    /// What becomes of a stone; nothing if it was interrupted.
    fn opening(&self, stone: Point, stop: &Arc<AtomicBool>) -> Result<Option<HexOpening>> {
        let problem = Problem::named("hex", &self.size.to_string())?.with_moves(&point_text(
            self.size,
            Style::Hex,
            stone,
        ));
        let mut game = problem.open()?;
        let settings = Settings {
            time: Some(self.time / 2),
            memory: self.memory,
            threads: self.threads,
            stop: stop.clone(),
            ..Settings::default()
        };
        if game.scene().outcome.is_some() {
            bail!(
                "board {}: the first stone wins; expected a board of two rows at least",
                self.size
            );
        }
        let report = game.solve(&settings, None)?;
        let mut best = report.best_move.filter(|_| report.winner == Some(Player::White));
        let mut opening = HexOpening {
            winner: report.winner,
            chance: report.winner.map_or(0.5, |winner| Worth::Won(winner).chance(Player::Black)),
            reply: stone,
            nodes: report.nodes,
        };
        if best.is_none() {
            let nodes = report.winner.map(|_| LAST_NODES);
            let settings = Settings { nodes, ..settings };
            let thought = game.think(Aim::Move, &settings, &mut |_| {})?;
            if let (None, Some(Worth::Won(winner))) = (opening.winner, thought.worth) {
                opening.winner = Some(winner);
            }
            if report.winner.is_none() {
                opening.chance = 1.0 - thought.chance;
                opening.nodes += thought.nodes;
            }
            best = thought.best;
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let reply = best.context("a position has a move")?;
        opening.reply = parse_point(self.size, Style::Hex, &reply)?;
        Ok(Some(opening))
    }
}

impl Show {
    fn run(&self) -> Result<ExitCode> {
        check_game(&self.game)?;
        let read = self.book.as_deref().map(read).transpose()?;
        let book = read.as_ref().unwrap_or(HexBook::usual());
        let Some(fairest) = book.fairest(self.size) else {
            bail!("board {}: the book says nothing about it; expected another size", self.size);
        };
        let board = Problem::named("hex", &self.size.to_string())?.open()?.scene().picture;
        let value = |name: &str| {
            let stone = parse_point(self.size, Style::Hex, name).ok()?;
            let opening = book.opening(self.size, stone)?;
            Some(match opening.winner {
                Some(winner) => winner.to_string().chars().take(1).collect(),
                None => format!("{:.0}", (opening.chance * 100.0).clamp(1.0, 99.0)),
            })
        };
        if let Some(board) = picture::with_texts(&board, value) {
            said(write!(io::stdout(), "{board}"))?;
        }
        write_line(
            "each point: Black's chance after a first stone there in percent; b or w: this player wins",
        )?;
        write_line(&format!("fairest opening: {}", point_text(self.size, Style::Hex, fairest)))?;
        Ok(ExitCode::SUCCESS)
    }
}
