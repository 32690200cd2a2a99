//! `andor match`: a referee for games between two engines.
//!
//! | module | contents |
//! |---|---|
//! | `process` | the process of an engine, its lines and its end |
//! | `side` | the protocol by which an engine is asked; the faults of an engine |
//! | `game` | one game, and its record |
//! | `openings` | openings from a file, or drawn |
//! | `score` | wins, draws, losses and the interval of the score |
//!
//! Each opening is played twice, with both colours. An engine that dies, takes too long, answers something else
//! than a move or makes an illegal move loses the game, and is started anew for the next one.

mod game;
mod openings;
mod process;
mod score;
mod side;

use crate::amounts;
use crate::exit::STOPPED;
use crate::game_options::GameOptions;
use crate::output::{Destination, write_line};
use crate::solve::on_interrupt;
use andor_core::Player;
use andor_games::notation::coordinates::{Style, point_text};
use andor_games::points::Point;
use andor_games::size::Size;
use andor_solver::Problem;
use anyhow::{Context, Result, bail};
use clap::Args;
use game::Ended;
use score::Score;
use serde_json::json;
use side::{Gomocup, Side, Terms};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Which engines, and how they play.
#[derive(Args)]
pub struct Arguments {
    /// The command line of the first engine, such as "andor play gomoku"
    #[arg(id = "first-engine", value_name = "A")]
    first: String,
    /// The command line of the second engine
    #[arg(value_name = "B")]
    second: String,
    /// The size of the board
    #[arg(long, value_name = "SIZE", default_value = "15x15")]
    size: String,
    /// A file with openings, one a line, such as h8 j9 g10 [default: drawn]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many games; each opening is played with both colours [default: two for each opening of the file,
    /// else 2]
    #[arg(long, value_name = "N", value_parser = amounts::number, allow_negative_numbers = true)]
    games: Option<usize>,
    /// The most time for a turn
    #[arg(long, value_parser = amounts::time, default_value = "1s", allow_negative_numbers = true)]
    time: Duration,
    /// The most time of the second engine for a turn [default: as the first]
    #[arg(long, value_parser = amounts::time, allow_negative_numbers = true)]
    second_time: Option<Duration>,
    /// The most time of an engine for all turns of a game
    #[arg(long, value_name = "TIME", value_parser = amounts::time, allow_negative_numbers = true)]
    time_match: Option<Duration>,
    /// Tell the engines to take no more memory than this, such as 350M
    #[arg(long, value_parser = amounts::bytes, allow_negative_numbers = true)]
    memory: Option<usize>,
    /// Write the games as SGF: to a file, or to a folder, which exists, with a file for each game
    #[arg(long, value_name = "PATH")]
    sgf: Option<PathBuf>,
    /// Print one JSON object for each game, and one for the result
    #[arg(long)]
    json: bool,
    /// Where the random numbers of drawn openings start
    #[arg(long, value_parser = amounts::seed, default_value = "1", allow_negative_numbers = true)]
    seed: u64,
}

/// Plays all games and prints.
pub fn run(arguments: &Arguments, options: &GameOptions) -> Result<ExitCode> {
    let problem = options.of_problem(Problem::named("gomoku", &arguments.size)?)?;
    let Some(size) = problem.family().board(problem.size_text()) else {
        bail!("size \"{}\": no size of a board; expected such as 15x15", arguments.size);
    };
    let rules = problem.option("rules").unwrap_or_default().to_string();
    let interrupted = on_interrupt()?;
    let commands = [&arguments.first, &arguments.second];
    let mut engines = Vec::new();
    for command in commands {
        match Gomocup::new(command, interrupted.clone()) {
            Some(engine) => engines.push(engine),
            None => bail!(
                "engine \"{command}\": no command line; expected such as \"andor play gomoku\""
            ),
        }
    }
    let openings = match &arguments.openings {
        Some(path) => {
            let file = path.to_string_lossy();
            let text = std::fs::read_to_string(path);
            let text = text.with_context(|| format!("file \"{file}\": cannot be read"))?;
            Some(openings::read(&text, &file, size, &problem)?)
        }
        None => None,
    };
    let games = arguments.games.unwrap_or(2 * openings.as_ref().map_or(1, Vec::len));
    let mut records = Records::open(arguments.sgf.as_deref())?;
    let turns = [arguments.time, arguments.second_time.unwrap_or(arguments.time)];
    let terms = Terms {
        size,
        rules,
        turn: arguments.time,
        game: arguments.time_match,
        memory: arguments.memory,
    };
    let mut rng = fastrand::Rng::with_seed(arguments.seed);
    let mut opening = Vec::new();
    let (mut score, mut faults) = (Score::default(), [0u32; 2]);
    for number in 0..games {
        // 1. The opening, and who is Black.
        if number % 2 == 0 {
            opening = match &openings {
                Some(openings) => openings[number / 2 % openings.len()].clone(),
                None => openings::draw(size, &problem, &mut rng)?,
            };
        }
        let first_is_black = number % 2 == 0;

        // 2. The game.
        let [first, second] = &mut engines[..] else { unreachable!("two engines") };
        let mut first = Timed { engine: first, turn: turns[0] };
        let mut second = Timed { engine: second, turn: turns[1] };
        let sides: [&mut dyn Side; 2] = match first_is_black {
            true => [&mut first, &mut second],
            false => [&mut second, &mut first],
        };
        let ended = game::play(sides, &terms, &problem, &opening)?;
        if interrupted.load(Ordering::Relaxed) {
            break;
        }

        // 3. The result.
        let first_colour = if first_is_black { Player::Black } else { Player::White };
        match ended.winner {
            Some(winner) if winner == first_colour => score.wins += 1,
            Some(_) => score.losses += 1,
            None => score.draws += 1,
        }
        if let (Some(_), Some(winner)) = (&ended.fault, ended.winner) {
            faults[usize::from(winner == first_colour)] += 1;
        }
        let names = match first_is_black {
            true => commands,
            false => [commands[1], commands[0]],
        };
        records.add(number + 1, &game::record(&ended, &terms, names.map(String::as_str))?)?;
        let told =
            Told { number: number + 1, first_colour, ended: &ended, size, opening: opening.len() };
        records.tell(&if arguments.json { told.json() } else { told.words() })?;
    }
    engines.iter_mut().for_each(Side::end);
    let is_stopped = interrupted.load(Ordering::Relaxed);
    records.tell(&match arguments.json {
        true => {
            let mut object = score.json();
            object["first"] = json!(arguments.first);
            object["second"] = json!(arguments.second);
            object["faults"] = json!(faults);
            object.to_string()
        }
        false => format!("A: {score}; faults of A {}, of B {}", faults[0], faults[1]),
    })?;
    records.close()?;
    Ok(if is_stopped { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS })
}

/// An engine with a limit of its own for a turn.
struct Timed<'a> {
    engine: &'a mut Gomocup,
    turn: Duration,
}

impl Side for Timed<'_> {
    fn begin(&mut self, terms: &Terms) -> Result<(), side::Fault> {
        self.engine.begin(&Terms { turn: self.turn, ..terms.clone() })
    }

    fn choose(&mut self, moves: &[Point], left: Option<Duration>) -> Result<Point, side::Fault> {
        self.engine.choose(moves, left)
    }

    fn end(&mut self) {
        self.engine.end();
    }
}

/// A game that is told.
struct Told<'a> {
    number: usize,
    first_colour: Player,
    ended: &'a Ended,
    size: Size,
    opening: usize,
}

impl Told<'_> {
    /// The winner as A or B.
    fn winner(&self) -> Option<&'static str> {
        let winner = self.ended.winner?;
        Some(if winner == self.first_colour { "A" } else { "B" })
    }

    fn words(&self) -> String {
        let (number, moves) = (self.number, self.ended.moves.len());
        let reason = self.ended.reason();
        match (self.winner(), self.ended.winner) {
            (Some(name), Some(colour)) => {
                format!("game {number}: {name} ({colour}) wins, {moves} moves: {reason}")
            }
            _ => format!("game {number}: draw, {moves} moves: {reason}"),
        }
    }

    fn json(&self) -> String {
        let name = |&point: &Point| point_text(self.size, Style::Go, point);
        let [black, white] = self.ended.longest.map(|time| time.as_secs_f64());
        json!({
            "game": self.number,
            "black": if self.first_colour == Player::Black { "A" } else { "B" },
            "winner": self.winner(),
            "reason": self.ended.reason(),
            "fault": self.ended.fault.is_some(),
            "opening": self.opening,
            "moves": self.ended.moves.iter().map(name).collect::<Vec<_>>().join(" "),
            "longest_black": black,
            "longest_white": white,
        })
        .to_string()
    }
}

/// Where records go.
enum Records {
    Nowhere,
    /// A file for each game.
    Folder(PathBuf),
    /// All games in one file.
    File(Box<Destination>, String),
}

impl Records {
    fn open(path: Option<&Path>) -> Result<Records> {
        Ok(match path {
            None => Records::Nowhere,
            Some(folder) if folder.is_dir() => Records::Folder(folder.to_path_buf()),
            Some(file) => Records::File(Box::new(Destination::open(file)?), String::new()),
        })
    }

    fn add(&mut self, number: usize, record: &str) -> Result<()> {
        match self {
            Records::Nowhere => Ok(()),
            Records::Folder(folder) => {
                let path = folder.join(format!("game-{number:04}.sgf"));
                write_file(&Destination::open(&path)?, record)
            }
            Records::File(_, text) => {
                text.push_str(record);
                Ok(())
            }
        }
    }

    /// Writes a line for the user: not to where the records go.
    fn tell(&self, text: &str) -> Result<()> {
        match self {
            Records::File(destination, _) => destination.write_line(text),
            Records::Nowhere | Records::Folder(_) => write_line(text),
        }
    }

    /// Writes what was kept.
    fn close(self) -> Result<()> {
        match self {
            Records::File(destination, text) => write_file(&destination, &text),
            Records::Nowhere | Records::Folder(_) => Ok(()),
        }
    }
}

fn write_file(destination: &Destination, text: &str) -> Result<()> {
    destination.write(text.as_bytes(), |_| Ok(()))
}
