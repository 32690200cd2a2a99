//! `andor play`: an engine for Go (GTP) or Hex (HTP) on standard input and output.
//!
//! | module | what it knows |
//! |---|---|
//! | `command` | how a line becomes a command, and an answer text |
//! | `wire` | commands that come while others are worked on, and what stops the work |
//! | `clock` | how long to think |
//! | `desk` | the game in progress, and what both protocols do with it |
//! | `analyze` | thoughts as lines that graphical clients read |
//! | `graphics` | thoughts as drawings on the client's board |
//! | `gtp`, `htp` | the commands of each protocol; `vc` those about knowledge of Hex |
//! | `record`, `rules` | records and rules as clients write them |
//!
//! What is known about games and searches stays behind `andor_solver::Session`.

mod analyze;
mod clock;
mod command;
mod desk;
mod graphics;
mod gtp;
mod htp;
mod record;
mod rules;
mod vc;
mod wire;

use crate::amounts;
use andor_games::size::Size;
use andor_solver::{Kind, SearchName, Session, Settings};
use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use command::{Command, answer};
use desk::{Desk, Engine, Reply};
use graphics::Stream;
use std::io::{BufReader, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use wire::Wire;

/// Which game to play, and how.
#[derive(Args)]
pub struct Arguments {
    /// go (GTP) or hex (HTP)
    #[arg(value_enum)]
    game: Game,
    /// The size of the board to begin with: COLUMNSxROWS [default: 19x19 for go, 11x11 for hex]
    size: Option<Size>,
    /// Rules of Go to begin with
    #[arg(long, default_value = "psk")]
    rules: String,
    /// Komi to begin with
    #[arg(long, default_value = "0", allow_negative_numbers = true)]
    komi: String,
    /// How long to think about a move, where the client sets no clock
    #[arg(long, value_parser = amounts::time, default_value = "5s", allow_negative_numbers = true)]
    time: Duration,
    /// How long to work on a command that solves a position
    #[arg(long, value_parser = amounts::time, default_value = "10m", allow_negative_numbers = true)]
    solve_time: Duration,
    /// ews, ews-wr, ews-ps, ews-glance, dfpn, alpha-beta or depth-first [default: dfpn for
    /// Hex with knowledge, ews-glance for Go under superko, else ews]
    #[arg(long)]
    search: Option<String>,
    /// none, full, or names with commas
    #[arg(long, default_value = "full")]
    knowledge: String,
    /// Keep trees and tables below this, such as 4G
    #[arg(long, value_parser = amounts::bytes, default_value = "1G", allow_negative_numbers = true)]
    memory: usize,
    /// How many threads solve
    #[arg(long, value_parser = amounts::threads, default_value = "1", allow_negative_numbers = true)]
    threads: usize,
    /// Where the random numbers start
    #[arg(long, value_parser = amounts::seed, default_value = "1", allow_negative_numbers = true)]
    seed: u64,
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Game {
    Go,
    Hex,
}

/// How points of Hex are named.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Coordinates {
    /// a1 is the top left, no letter is left out.
    Hex,
    /// A1 is the bottom left, the letter I is left out.
    Gogui,
}

/// Plays until the client quits or goes away.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let size = |usual: &str| match arguments.size {
        Some(size) => Ok(size),
        None => usual.parse::<Size>().map_err(|error| anyhow!("{error}")),
    };
    let kind = match arguments.game {
        Game::Hex => Kind::Hex,
        Game::Go => Kind::Go {
            rules: arguments.rules.parse().map_err(|error| anyhow!("{error}"))?,
            komi: arguments.komi.parse().map_err(|error| anyhow!("{error}"))?,
        },
    };
    let settings = Settings {
        search: match &arguments.search {
            Some(name) => name.parse::<SearchName>()?,
            None => SearchName::in_play(&kind, &arguments.knowledge),
        },
        knowledge: arguments.knowledge.clone(),
        memory: arguments.memory,
        threads: arguments.threads,
        seed: arguments.seed,
        ..Settings::default()
    };
    let wire = Arc::new(Wire::default());
    let reader = wire.clone();
    std::thread::spawn(move || reader.read(BufReader::new(std::io::stdin())));
    match arguments.game {
        Game::Go => {
            let session = Session::new(kind, size("19x19")?);
            session.check(&settings)?;
            let desk = desk(arguments, session, settings, wire.clone(), Stream::None);
            converse(&mut gtp::Gtp::new(desk), &wire)
        }
        Game::Hex => {
            let session = Session::new(kind, size("11x11")?);
            session.check(&settings)?;
            let desk = desk(arguments, session, settings, wire.clone(), Stream::Stdout);
            converse(&mut htp::Htp::new(desk, arguments.coordinates), &wire)
        }
    }
}

fn desk(
    arguments: &Arguments,
    session: Session,
    settings: Settings,
    wire: Arc<Wire>,
    graphics: Stream,
) -> Desk {
    let graphics = arguments.graphics.unwrap_or(graphics);
    Desk::new(session, settings, wire)
        .named(&arguments.name, &arguments.engine_version)
        .times(arguments.time, arguments.solve_time)
        .graphics(graphics)
}

/// Answers commands until there are no more.
fn converse<E: Engine>(engine: &mut E, wire: &Wire) -> Result<ExitCode> {
    let commands = E::commands();
    while let Some((number, line)) = wire.next() {
        let Some(command) = Command::parse(&line) else { continue };
        engine.desk().take(number, command.id.clone());
        let handler = commands.iter().find(|(name, _)| *name == command.name);
        let result = match handler {
            Some((_, handler)) => handler(engine, &command.arguments),
            None => Err("unknown command".to_string()),
        };
        wire.end();
        let text = match result {
            Ok(Reply::Text(text)) => answer(command.id.as_deref(), &Ok(text)),
            Ok(Reply::Streamed) => "\n".to_string(),
            Err(text) => answer(command.id.as_deref(), &Err(text)),
        };
        let mut out = std::io::stdout().lock();
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        // A client that has gone away needs no answer.
        if written.is_err() || command.name == "quit" {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}
