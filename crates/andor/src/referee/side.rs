//! The side of a protocol that a referee needs: begin a game, and ask for a move.
//!
//! [`Gomocup`] is the protocol of Gomoku. Another protocol is another [`Side`].

use super::process::{Process, Silence, words};
use andor_games::points::Point;
use andor_games::size::Size;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long an engine has to start and to answer that it is ready.
const START: Duration = Duration::from_secs(10);

/// An engine may answer so much later than its limit says: lines take time to arrive.
pub const GRACE: Duration = Duration::from_millis(100);

/// The terms of a game.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The size of the board.
    pub size: Size,
    /// The name of the rules.
    pub rules: String,
    /// The limit of a turn.
    pub turn: Duration,
    /// The limit of all turns of an engine in a game.
    pub game: Option<Duration>,
    /// The most bytes of an engine.
    pub memory: Option<usize>,
}

/// Why an engine lost a game that it had not lost on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It did not start.
    Start(String),
    /// It ended.
    Died,
    /// It took too long.
    Late,
    /// It said something else than a move.
    Broken(String),
    /// Its move is not allowed.
    Illegal(String),
    /// Nobody's fault: the referee was stopped.
    Interrupted,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Start(problem) => write!(f, "did not start ({problem})"),
            Fault::Died => f.write_str("died"),
            Fault::Late => f.write_str("exceeded the time"),
            Fault::Broken(text) => write!(f, "answered \"{text}\""),
            Fault::Illegal(text) => write!(f, "made an illegal move ({text})"),
            Fault::Interrupted => f.write_str("was interrupted"),
        }
    }
}

impl From<Silence> for Fault {
    fn from(silence: Silence) -> Fault {
        match silence {
            Silence::Late => Fault::Late,
            Silence::Gone => Fault::Died,
            Silence::Interrupted => Fault::Interrupted,
        }
    }
}

/// An engine as a referee sees it.
pub trait Side {
    /// Begins a game. A process that has ended is started again.
    fn begin(&mut self, terms: &Terms) -> Result<(), Fault>;

    /// Asks for a move after these moves, of which the engine has made every second one backwards from the
    /// last but one; `left` is left of the limit of the game.
    fn choose(&mut self, moves: &[Point], left: Option<Duration>) -> Result<Point, Fault>;

    /// Ends the process, after a fault or when all games are played.
    fn end(&mut self);
}

/// An engine that speaks the protocol of Gomocup tournaments.
pub struct Gomocup {
    words: Vec<String>,
    stop: Arc<AtomicBool>,
    process: Option<Process>,
    terms: Option<Terms>,
    /// How many moves of the game the engine knows.
    known: usize,
}

impl Gomocup {
    /// The engine with this command line; `andor` as its first word is this very program.
    pub fn new(command: &str, stop: Arc<AtomicBool>) -> Option<Gomocup> {
        let mut words = words(command)?;
        if words[0] == "andor"
            && let Ok(own) = std::env::current_exe()
        {
            words[0] = own.to_string_lossy().into_owned();
        }
        Some(Gomocup { words, stop, process: None, terms: None, known: 0 })
    }

    /// The next line that is no message, before the deadline.
    fn answer(&self, deadline: Instant) -> Result<String, Fault> {
        let process = self.process.as_ref().ok_or(Fault::Died)?;
        loop {
            let line = process.receive(deadline)?;
            let name = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
            let is_answer = !matches!(name.as_str(), "" | "MESSAGE" | "DEBUG" | "INFO" | "SUGGEST");
            if is_answer {
                return Ok(line);
            }
        }
    }

    fn send(&mut self, text: &str) {
        if let Some(process) = &mut self.process {
            process.send(text);
        }
    }
}

impl Side for Gomocup {
    fn begin(&mut self, terms: &Terms) -> Result<(), Fault> {
        if self.process.is_none() {
            let started = Process::start(&self.words, self.stop.clone());
            self.process = Some(started.map_err(|error| Fault::Start(error.to_string()))?);
        }
        let (columns, rows) = (terms.size.columns(), terms.size.rows());
        let start = match columns == rows {
            true => format!("START {columns}"),
            false => format!("RECTSTART {columns},{rows}"),
        };
        let rule = match terms.rules.as_str() {
            "exact" => 1,
            "renju" => 4,
            _ => 0,
        };
        let millis = |time: Duration| time.as_millis();
        self.send(&format!(
            "{start}\nINFO rule {rule}\nINFO game_type 1\nINFO timeout_turn {}\n\
             INFO timeout_match {}\nINFO max_memory {}\n",
            millis(terms.turn),
            millis(terms.game.unwrap_or_default()),
            terms.memory.unwrap_or(0)
        ));
        (self.terms, self.known) = (Some(terms.clone()), 0);
        match self.answer(Instant::now() + START)? {
            line if line.eq_ignore_ascii_case("OK") => Ok(()),
            line => Err(Fault::Broken(line)),
        }
    }

    fn choose(&mut self, moves: &[Point], left: Option<Duration>) -> Result<Point, Fault> {
        let Some(Terms { size, turn, .. }) = self.terms.clone() else { return Err(Fault::Died) };
        let place = |point: Point| format!("{},{}", size.column(point), size.row(point));
        // Without a limit managers send the largest number.
        let shown = left.map_or(i32::MAX as u128, |left| left.as_millis());
        let mut text = format!("INFO time_left {shown}\n");
        text += &match moves {
            [] => "BEGIN\n".to_string(),
            [.., last] if moves.len() == self.known + 1 => format!("TURN {}\n", place(*last)),
            moves => {
                let owner = |i: usize| if (moves.len() - i).is_multiple_of(2) { 1 } else { 2 };
                let stones = moves.iter().enumerate();
                let stones = stones.map(|(i, &mv)| format!("{},{}\n", place(mv), owner(i)));
                format!("BOARD\n{}DONE\n", stones.collect::<String>())
            }
        };
        self.send(&text);
        let limit = left.map_or(turn, |left| left.min(turn));
        let line = self.answer(Instant::now() + limit + GRACE)?;
        let point = || {
            let (x, y) = line.split_once(',')?;
            let (x, y) = (x.trim().parse::<u8>().ok()?, y.trim().parse::<u8>().ok()?);
            (x < size.columns() && y < size.rows()).then(|| size.point(x, y))
        };
        let point = point().ok_or_else(|| Fault::Broken(line.clone()))?;
        self.known = moves.len() + 1;
        Ok(point)
    }

    fn end(&mut self) {
        if let Some(process) = self.process.take() {
            process.dismiss("END\n");
        }
    }
}
