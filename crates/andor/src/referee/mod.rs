//! `andor match`: a referee for games between two engines.
//!
//! | module | contents |
//! |---|---|
//! | `process` | the process of an engine, its lines, its processor time and its end |
//! | `engine` | an engine as a referee sees it, and its faults |
//! | `gtp`, `gomocup` | the protocols: GTP and HTP, Gomocup |
//! | `game` | one game, and its record |
//! | `openings` | openings from a file, or drawn |
//! | `played` | a game that was played, as it is shown and kept |
//! | `score` | wins, draws and losses, Elo, and the test that ends a match |
//! | `folder`, `report` | what is kept of a match |
//!
//! Each opening is played twice, with both colours. An engine that dies, takes too long, answers
//! something else than a move or makes an illegal move is started anew for the next game. If that
//! happens before its first move in the match, the command line is wrong rather than the play, and
//! the match ends with an error.

mod engine;
mod folder;
mod game;
mod gomocup;
mod gtp;
mod openings;
mod played;
mod process;
mod report;

use crate::exit::STOPPED;
use crate::game_options::GameOptions;
use crate::interrupt::on_interrupt;
use crate::output::write_line;
use crate::processor::{self, ClockKind};
use andor_core::lock;
use andor_solver::score::{Sprt, Tested};
use andor_solver::{Problem, Protocol, amounts, families};
use anyhow::{Context, Result, bail};
use clap::Args;
use engine::{GameTerms, MatchEngine};
use folder::MatchFolder;
use game::{EndReason, EndedGame, FaultRule, MatchRules};
use gomocup::GomocupEngine;
use gtp::GtpEngine;
use openings::Opening;
use played::{EngineName, PlayedGame};
use process::Program;
use report::MatchReport;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

/// Which engines, and how they play.
#[derive(Args)]
pub struct Arguments {
    /// The command line of the first engine, such as "andor play hex"
    #[arg(id = "first-engine", value_name = "A")]
    first: String,
    /// The command line of the second engine
    #[arg(value_name = "B")]
    second: String,
    /// hex (engines speak HTP), go (GTP) or gomoku (Gomocup) [default: the game of an engine "andor
    /// play GAME"]
    #[arg(long)]
    game: Option<String>,
    /// The size of the board [default: 11x11 for hex, 19x19 for go, 15x15 for gomoku]
    #[arg(long)]
    size: Option<String>,
    /// A line that is sent to the first engine when it has started; may be given several times
    #[arg(long, value_name = "LINE")]
    first_setup: Vec<String>,
    /// The same for the second engine
    #[arg(long, value_name = "LINE")]
    second_setup: Vec<String>,
    /// A file with openings, one a line, such as h8 j9 g10 [default: drawn]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many games; each opening is played with both colours [default: two for each opening of
    /// the file, else 2]
    #[arg(long, value_name = "N", value_parser = amounts::number, allow_negative_numbers = true)]
    games: Option<usize>,
    /// The most time for a turn [default: 1s without --time-match]
    #[arg(long, value_parser = amounts::time, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// The most time of the second engine for a turn [default: as the first]
    #[arg(long, value_parser = amounts::time, allow_negative_numbers = true)]
    second_time: Option<Duration>,
    /// The most time of an engine for all turns of a game
    #[arg(long, value_name = "TIME", value_parser = amounts::time, allow_negative_numbers = true)]
    time_match: Option<Duration>,
    /// What each turn adds to the time of a game
    #[arg(long, value_name = "TIME", value_parser = amounts::time, allow_negative_numbers = true)]
    increment: Option<Duration>,
    /// Which time counts
    #[arg(long, value_enum, default_value = "wall")]
    clock: ClockKind,
    /// How much later than its limit an engine may answer
    #[arg(long, value_name = "TIME", value_parser = amounts::time, default_value = "100ms",
          allow_negative_numbers = true)]
    grace: Duration,
    /// When an engine is at fault: for how long the last position is solved to find out who wins,
    /// before the game is void; or lose
    #[arg(long, value_name = "TIME", default_value = "10s", allow_negative_numbers = true)]
    faults: FaultRule,
    /// In hex: the second player may take the first move over
    #[arg(long)]
    swap: bool,
    /// Tell the engines of Gomoku to take no more memory than this, such as 350M
    #[arg(long, value_parser = amounts::bytes, allow_negative_numbers = true)]
    memory: Option<usize>,
    /// How many games are played at the same time
    #[arg(long, value_name = "N", value_parser = amounts::threads, default_value = "1",
          allow_negative_numbers = true)]
    jobs: usize,
    /// Stop as soon as one of two differences in Elo is the right one, with 5 % error, such as 0,50
    #[arg(long, value_name = "LOWER,UPPER", allow_negative_numbers = true)]
    sprt: Option<Sprt>,
    /// Keep the games as SGF and the report as JSON and HTML in this folder; a match that was
    /// stopped goes on
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Print one JSON object for each game, and one for the result
    #[arg(long)]
    json: bool,
    /// Where the random numbers of drawn openings start
    #[arg(long, value_parser = amounts::seed, default_value = "1", allow_negative_numbers = true)]
    seed: u64,
}

/// A match that is ready to begin.
struct Match {
    commands: [String; 2],
    set_ups: [Vec<String>; 2],
    protocol: Protocol,
    regulations: MatchRules,
    /// The terms of the two engines.
    terms: [GameTerms; 2],
    /// The openings of the games: each of two games.
    openings: Vec<Opening>,
    games: usize,
    /// Has the engine made a move?
    moved: [AtomicBool; 2],
    stop: Arc<AtomicBool>,
}

/// Plays all games and prints.
pub fn run(arguments: &Arguments, options: &GameOptions) -> Result<ExitCode> {
    let stop = on_interrupt()?;
    let (this, settings) = prepare(arguments, options, stop.clone())?;
    let mut folder = None;
    let mut games: BTreeMap<usize, PlayedGame> = BTreeMap::new();
    if let Some(path) = &arguments.folder {
        let (opened, played) = MatchFolder::open(path, &settings)?;
        folder = Some(opened);
        games.extend(played.into_iter().map(|game| (game.game, game)));
    }
    let queue: Vec<usize> =
        (1..=this.games).rev().filter(|number| !games.contains_key(number)).collect();
    let queue = Mutex::new(queue);

    let mut is_decided = false;
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..arguments.jobs {
            let (sender, this, queue) = (sender.clone(), &this, &queue);
            scope.spawn(move || this.work(queue, &sender));
        }
        drop(sender);
        let mut keep = |played: PlayedGame, record: String| -> Result<()> {
            let line = match arguments.json {
                true => serde_json::to_string(&played)?,
                false => played.to_string(),
            };
            if let Some(folder) = &mut folder {
                folder.add(&played, &record)?;
            }
            games.insert(played.game, played);
            write_line(&line)?;
            let games: Vec<PlayedGame> = games.values().cloned().collect();
            let report = MatchReport { settings: &settings, games: &games, sprt: arguments.sprt };
            if let Some(folder) = &folder {
                folder.report(&report.json(), &report.html())?;
            }
            if let Some(sprt) = arguments.sprt {
                is_decided |= sprt.tested(&report.score()) != Tested::Open;
            }
            if is_decided {
                stop.store(true, Ordering::Relaxed);
            }
            Ok(())
        };
        for result in receiver {
            let kept: Result<()> = result.and_then(|(played, record)| keep(played, record));
            if kept.is_err() {
                stop.store(true, Ordering::Relaxed);
                return kept;
            }
        }
        Ok(())
    })?;

    let games: Vec<PlayedGame> = games.into_values().collect();
    let report = MatchReport { settings: &settings, games: &games, sprt: arguments.sprt };
    write_line(&if arguments.json { report.json().to_string() } else { report.words() })?;
    let is_stopped = stop.load(Ordering::Relaxed) && !is_decided;
    Ok(if is_stopped { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS })
}

/// The match of the command line, and its settings as they are kept.
fn prepare(
    arguments: &Arguments,
    options: &GameOptions,
    stop: Arc<AtomicBool>,
) -> Result<(Match, Value)> {
    let commands = [&arguments.first, &arguments.second].map(String::clone);
    for command in &commands {
        if Program::new(command, stop.clone()).is_none() {
            bail!("engine \"{command}\": no command line; expected such as \"andor play hex\"");
        }
    }
    let (name, protocol, usual_size) = game_of(arguments.game.as_deref(), &commands)?;
    let size = arguments.size.as_deref().unwrap_or(usual_size);
    let problem = options.of_problem(Problem::named(name, size)?)?;
    let (Some(size), Some(record)) = (problem.board(), problem.family().record) else {
        bail!("size \"{size}\": no size of a board; expected such as {usual_size}");
    };
    if arguments.clock == ClockKind::Cpu && processor::own_time().is_none() {
        bail!("--clock cpu: the system does not tell the time of processors; expected wall");
    }
    if arguments.increment.is_some() && arguments.time_match.is_none() {
        bail!("--increment: the games have no clock; expected --time-match too");
    }
    if arguments.swap && (protocol != Protocol::Htp || size.columns() != size.rows()) {
        bail!("--swap: no first move is taken over here; expected hex on a square board");
    }
    let from_file = match &arguments.openings {
        Some(path) => {
            let file = path.to_string_lossy();
            let text = std::fs::read_to_string(path);
            let text = text.with_context(|| format!("file \"{file}\": cannot be read"))?;
            Some(openings::read(&text, &file, &problem)?)
        }
        None => None,
    };
    let games = arguments.games.unwrap_or(2 * from_file.as_ref().map_or(1, Vec::len));
    let mut rng = fastrand::Rng::with_seed(arguments.seed);
    let mut drawn = Vec::new();
    while from_file.is_none() && 2 * drawn.len() < games {
        drawn.push(openings::draw(&problem, record, size, &mut rng)?);
    }
    let openings = from_file.clone().unwrap_or(drawn);
    let first =
        arguments.time.or_else(|| arguments.time_match.is_none().then_some(Duration::from_secs(1)));
    let terms = [first, arguments.second_time.or(first)].map(|turn| GameTerms {
        size,
        rules: problem.option("rules").map(str::to_string),
        komi: problem.option("komi").map(str::to_string),
        swap: arguments.swap,
        turn,
        game: arguments.time_match,
        increment: arguments.increment.unwrap_or_default(),
        memory: arguments.memory,
    });
    let settings = json!({
        "first": arguments.first,
        "second": arguments.second,
        "first_setup": arguments.first_setup,
        "second_setup": arguments.second_setup,
        "problem": problem.to_string(),
        "seconds": terms.each_ref().map(|terms| terms.turn.map(|time| time.as_secs_f64())),
        "seconds_match": arguments.time_match.map(|time| time.as_secs_f64()),
        "seconds_increment": arguments.increment.map(|time| time.as_secs_f64()),
        "clock": format!("{:?}", arguments.clock).to_lowercase(),
        "seconds_grace": arguments.grace.as_secs_f64(),
        "faults": match arguments.faults {
            FaultRule::Lose => json!("lose"),
            FaultRule::Solve(time) => json!(time.as_secs_f64()),
        },
        "swap": arguments.swap,
        "openings": from_file,
        "seed": arguments.seed,
    });
    let regulations = MatchRules {
        problem,
        record,
        clock: arguments.clock,
        grace: arguments.grace,
        faults: arguments.faults,
    };
    let set_ups = [arguments.first_setup.clone(), arguments.second_setup.clone()];
    let moved = Default::default();
    let this =
        Match { commands, set_ups, protocol, regulations, terms, openings, games, moved, stop };
    Ok((this, settings))
}

/// The name of the game, its protocol and its usual size.
fn game_of(
    named: Option<&str>,
    commands: &[String; 2],
) -> Result<(&'static str, Protocol, &'static str)> {
    let mut playable = Vec::new();
    for family in families() {
        if let Some((protocol, size)) = family.protocol
            && family.record.is_some()
        {
            playable.push((family.name, protocol, size));
        }
    }
    let names: Vec<&str> = playable.iter().map(|&(name, ..)| name).collect();
    let expected = names.join(" or ");
    let told = commands.iter().find_map(|command| {
        let mut words = command.split_whitespace().skip_while(|&word| word != "play");
        words.nth(1)
    });
    let Some(asked) = named.or(told) else {
        bail!("--game: the engines do not tell their game; expected {expected}");
    };
    match playable.into_iter().find(|&(name, ..)| name == asked) {
        Some(found) => Ok(found),
        None => bail!("game \"{asked}\": there are no matches of it; expected {expected}"),
    }
}

/// A game with its record.
type GameAndRecord = (PlayedGame, String);

impl Match {
    /// An engine, by its number.
    fn engine(&self, number: usize) -> Option<Box<dyn MatchEngine>> {
        let program = Program::new(&self.commands[number], self.stop.clone())?;
        let set_up = self.set_ups[number].clone();
        Some(match self.protocol {
            Protocol::Gomocup => Box::new(GomocupEngine::new(program, set_up)),
            protocol => Box::new(GtpEngine::new(program, protocol, set_up)),
        })
    }

    /// Plays games of the queue with two engines until there are no more.
    fn work(
        &self,
        queue: &Mutex<Vec<usize>>,
        results: &std::sync::mpsc::Sender<Result<GameAndRecord>>,
    ) {
        let (Some(mut first), Some(mut second)) = (self.engine(0), self.engine(1)) else { return };
        loop {
            let next = lock(queue).pop();
            let Some(number) = next.filter(|_| !self.stop.load(Ordering::Relaxed)) else { break };
            let played = self.play(number, [first.as_mut(), second.as_mut()]);
            if let Some(played) = played.transpose()
                && results.send(played).is_err()
            {
                break;
            }
        }
        first.end();
        second.end();
    }

    /// Why an engine without a move cannot play the match.
    fn no_engine(&self, number: usize, ended: &EndedGame, words: &[String]) -> String {
        let (name, command) = (EngineName::BOTH[number], &self.commands[number]);
        let EndReason::Fault(_, fault) = &ended.how else { return String::new() };
        let protocol = match self.protocol {
            Protocol::Gtp | Protocol::Phutball => "GTP",
            Protocol::Htp => "HTP",
            Protocol::Gomocup => "the protocol of Gomocup",
        };
        let game = self.regulations.problem.family().name;
        let said = match words {
            [] => "The engine said nothing.".to_string(),
            words => format!("The last words of the engine:\n  {}", words.join("\n  ")),
        };
        format!(
            "engine {name}, \"{command}\", has made no move: it {fault}; expected an engine of \
             {game} that speaks {protocol}\n{said}"
        )
    }

    /// Plays one game; none if the match was stopped meanwhile.
    fn play(
        &self,
        number: usize,
        engines: [&mut dyn MatchEngine; 2],
    ) -> Result<Option<GameAndRecord>> {
        let opening = &self.openings[(number - 1) / 2 % self.openings.len()];
        let [first, second] = engines;
        // The numbers of Black's engine and of White's.
        let (engines, numbers): ([&mut dyn MatchEngine; 2], [usize; 2]) = match number % 2 {
            1 => ([first, second], [0, 1]),
            _ => ([second, first], [1, 0]),
        };
        let terms = numbers.map(|number| &self.terms[number]);
        let moved = numbers.map(|number| &self.moved[number]);
        let ended = game::play(engines, terms, moved, &self.regulations, opening)?;
        if ended.is_interrupted() {
            return Ok(None);
        }
        if let (Some(words), Some(player)) = (&ended.last_words, ended.guilty()) {
            bail!(self.no_engine(numbers[player.index()], &ended, words));
        }
        let names = numbers.map(|number| self.commands[number].as_str());
        let record = game::written(&ended, terms[0], &self.regulations, names)?;
        Ok(Some((PlayedGame::new(number, opening.clone(), &ended), record)))
    }
}
