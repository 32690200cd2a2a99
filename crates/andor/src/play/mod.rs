//! `andor play`: an engine for Go (GTP), Hex (HTP), Gomoku (Gomocup) or Phutball (commands of GTP)
//! on standard input and output.
//!
//! | module | contents |
//! |---|---|
//! | `command` | commands and answers as text |
//! | `client` | commands that arrive while another command runs, and the switch that stops it |
//! | `answers` | what the engine writes, and whether it could be written |
//! | `clock` | the time for a move |
//! | `engine` | the game in progress, and the commands of GTP and HTP |
//! | `analyze` | thoughts as lines that graphical clients read |
//! | `graphics` | thoughts as drawings on the client's board |
//! | `gtp`, `htp`, `phutball` | the commands of each protocol; `vc` those about knowledge of Hex |
//! | `gomocup` | the protocol of Gomocup tournaments |
//! | `record`, `rules` | records and rules as clients write them |
//!
//! All knowledge of games and searches is behind [`InPlay`].

mod analyze;
mod answers;
mod client;
mod clock;
mod command;
mod engine;
mod gomocup;
mod graphics;
mod gtp;
mod htp;
mod phutball;
mod reading;
pub mod record;
pub mod rules;
mod vc;

use crate::game_options::{GameOptions, tell_notes};
use crate::guide::GuessArguments;
use crate::processor::{self, ClockKind};
use crate::search_args::one_of;
use andor_core::NotationError;
use andor_games::size::Size;
use andor_solver::games::hex::HexBook;
use andor_solver::{InPlay, Problem, Protocol, SearchName, Settings, amounts, families, family};
use answers::{check_open, check_written, write_now};
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use client::ClientInput;
use command::{Command, answer};
use engine::{Engine, EngineState, Reply};
use graphics::Stream;
use std::io::BufReader;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The engine of Go resigns below this chance, unless the user says otherwise.
const HOPELESS: f32 = 0.05;

/// The help of `--search`: the searches that every game has.
fn search_help() -> String {
    let usual = "mcts with --guess, a player of its own for Hex, Go and Gomoku, else ews";
    format!("{} [default: {usual}]", one_of(|engine| engine.games.is_empty()))
}

/// Which game to play, and how.
#[derive(Args)]
pub struct Arguments {
    /// go (GTP), hex (HTP), gomoku (Gomocup) or phutball (commands of GTP)
    game: String,
    /// The size of the board to begin with: COLUMNSxROWS [default: 19x19 for go, 11x11 for
    /// hex, 15x15 for gomoku, 15x19 for phutball]
    size: Option<Size>,
    /// How long to think about a move, where the client sets no clock
    #[arg(long, value_parser = amounts::time, default_value = "5s", allow_negative_numbers = true)]
    time: Duration,
    /// How long to work on a command that solves a position
    #[arg(long, value_parser = amounts::time, default_value = "10m", allow_negative_numbers = true)]
    solve_time: Duration,
    /// The search
    #[arg(long, help = search_help())]
    search: Option<String>,
    /// none, full, or names with commas
    #[arg(long, default_value = "full")]
    knowledge: String,
    /// Keep trees, tables and knowledge below this, such as 4G
    #[arg(long, value_parser = amounts::bytes, default_value = "1G", allow_negative_numbers = true)]
    memory: usize,
    /// How many threads [default: 2 for hex where there are two processors, else 1]
    #[arg(long, value_parser = amounts::threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Where the random numbers start
    #[arg(long, value_parser = amounts::seed, default_value = "1", allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    guess: GuessArguments,
    /// The engine of Go or Hex resigns when its chance stays below this; 0: never [default: 0.05
    /// for go, 0 for hex]
    #[arg(long, value_parser = amounts::chance, allow_negative_numbers = true)]
    resign: Option<f32>,
    /// Think while the opponent thinks; not for gomoku
    #[arg(long)]
    ponder: bool,
    /// Which time counts while a move is chosen: that on the wall, or that of the processors
    #[arg(long, value_enum, default_value = "wall")]
    clock: ClockKind,
    /// A book of openings of Hex, or none [default: the one of Andor]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// The answer to the command name
    #[arg(long, default_value = "Andor")]
    name: String,
    /// The answer to the command version
    #[arg(long, value_name = "VERSION", default_value = env!("CARGO_PKG_VERSION"))]
    engine_version: String,
    /// Where live graphics go [default: stdout for hex, none for go]
    #[arg(long, value_enum)]
    graphics: Option<Stream>,
    /// How points of Hex are named: a1 at the top left, or as GoGui has it
    #[arg(long, value_enum, default_value = "hex")]
    coordinates: Coordinates,
}

/// How points of Hex are named.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Coordinates {
    /// a1 is the top left, no letter is left out.
    Hex,
    /// A1 is the bottom left, the letter I is left out.
    Gogui,
}

/// Plays until the client quits or goes away. An answer that cannot be written is an error.
pub fn run(arguments: &Arguments, options: &GameOptions) -> Result<ExitCode> {
    check_open()?;
    let playable = families().iter().filter(|family| family.protocol.is_some());
    let names: Vec<&str> = playable.map(|family| family.name).collect();
    let expected = names.join(" or ");
    let family = family(&arguments.game)
        .map_err(|error| NotationError { expected: expected.clone(), ..error })?;
    let Some((protocol, usual_size)) = family.protocol else {
        bail!("game \"{}\": there is no protocol for it; expected {expected}", family.name);
    };
    let size = arguments.size.map_or(usual_size.to_string(), |size| size.to_string());
    let problem = options.of_problem(Problem::named(family.name, &size)?)?;
    tell_notes(&problem);
    let game = problem.open()?;
    let guide = arguments.guess.guide(&*game)?;
    // The players of single games have guesses of their own.
    let guided = guide.as_ref().map(|_| SearchName::MonteCarlo);
    let search = arguments.search.as_deref().map(str::parse::<SearchName>).transpose()?;
    let settings = Settings {
        search: search.or(guided),
        guide,
        options: options.of_search(family)?,
        knowledge: arguments.knowledge.as_str().into(),
        memory: arguments.memory,
        threads: arguments.threads.unwrap_or_else(|| usual_threads(protocol)),
        seed: arguments.seed,
        ..Settings::default()
    };
    game.check(&settings)?;
    let book = book(arguments, protocol)?;
    if arguments.ponder && protocol == Protocol::Gomocup {
        bail!("--ponder: not in the protocol of gomoku; expected hex, go or phutball");
    }
    if arguments.clock == ClockKind::Cpu
        && (protocol == Protocol::Gomocup || processor::own_time().is_none())
    {
        bail!("--clock cpu: not for gomoku, nor where the system does not tell it; expected wall");
    }
    let ponders = arguments.ponder;
    let client = Arc::new(match protocol {
        Protocol::Gtp | Protocol::Htp | Protocol::Phutball => ClientInput::default(),
        Protocol::Gomocup => ClientInput::new(gomocup::signal),
    });
    let reader = client.clone();
    std::thread::spawn(move || reader.read(BufReader::new(std::io::stdin())));
    match protocol {
        Protocol::Gtp => {
            let state = state(arguments, game, settings, client.clone(), Stream::None);
            let state = state.resigning(arguments.resign.unwrap_or(HOPELESS));
            converse(&mut gtp::Gtp::new(state), &client, ponders)
        }
        Protocol::Htp => {
            let state = state(arguments, game, settings, client.clone(), Stream::Stdout);
            let state = state.resigning(arguments.resign.unwrap_or(0.0));
            converse(&mut htp::Htp::new(state, arguments.coordinates, book), &client, ponders)
        }
        Protocol::Phutball => {
            let state = state(arguments, game, settings, client.clone(), Stream::None);
            converse(&mut phutball::Phutball::new(state), &client, ponders)
        }
        Protocol::Gomocup => {
            let name = [&arguments.name, &arguments.engine_version].map(String::clone);
            let mut engine = gomocup::Gomocup::new(game, settings, client, arguments.time, name);
            engine.converse()?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn state(
    arguments: &Arguments,
    game: Box<dyn InPlay>,
    settings: Settings,
    client: Arc<ClientInput>,
    graphics: Stream,
) -> EngineState {
    let graphics = arguments.graphics.unwrap_or(graphics);
    EngineState::new(game, settings, client)
        .named(&arguments.name, &arguments.engine_version)
        .times(arguments.time, arguments.solve_time)
        .clock_kind(arguments.clock)
        .graphics(graphics)
}

/// The threads of an engine, unless the user says how many.
fn usual_threads(protocol: Protocol) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    if protocol == Protocol::Htp { processors.min(2) } else { 1 }
}

/// The book of openings that the user asks for.
fn book(arguments: &Arguments, protocol: Protocol) -> Result<Option<HexBook>> {
    match arguments.book.as_deref() {
        Some(_) if protocol != Protocol::Htp => {
            bail!("--book: there are books of openings for hex only")
        }
        Some(none) if none == Path::new("none") => Ok(None),
        Some(file) => Ok(Some(crate::book::read(file)?)),
        None => Ok(Some(HexBook::usual().clone())),
    }
}

/// Answers commands until there are no more; thinks after its own moves if it `ponders`.
fn converse<E: Engine>(engine: &mut E, client: &ClientInput, ponders: bool) -> Result<ExitCode> {
    let commands = E::commands();
    while let Some((number, line)) = client.next() {
        let Some(command) = Command::parse(&line) else { continue };
        engine.state().take(number, command.id.clone());
        let handler = commands.iter().find(|(name, _)| *name == command.name);
        let result = match handler {
            Some((_, handler)) => handler(engine, &command.arguments),
            None => Err("unknown command".to_string()),
        };
        client.end();
        let text = match result {
            Ok(Reply::Text(text)) => answer(command.id.as_deref(), &Ok(text)),
            Ok(Reply::Streamed) => "\n".to_string(),
            Err(text) => answer(command.id.as_deref(), &Err(text)),
        };
        write_now(&text);
        check_written()?;
        if command.name == "quit" {
            break;
        }
        if ponders && command.name.contains("genmove") && command.name != "reg_genmove" {
            engine.state().ponder();
            client.end();
        }
    }
    Ok(ExitCode::SUCCESS)
}
