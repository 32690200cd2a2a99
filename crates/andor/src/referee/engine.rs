//! An engine as a referee sees it: begin a game, ask for a move, end.
//!
//! [`GomocupEngine`](super::gomocup::GomocupEngine) and [`GtpEngine`](super::gtp::GtpEngine) speak
//! the protocols.

use super::process::NoAnswer;
use andor_core::Player;
use andor_games::size::Size;
use std::fmt;
use std::time::{Duration, Instant};

/// How long an engine has to start, and to answer a command that is no move.
pub const START: Duration = Duration::from_secs(10);

/// A move that takes the first move of Hex over.
pub const SWAP: &str = "swap-pieces";

/// The terms of a game for one engine.
#[derive(Clone, Debug)]
pub struct GameTerms {
    /// The size of the board.
    pub size: Size,
    /// The name of the rules, where the game has several.
    pub rules: Option<String>,
    /// The points for White, where there are any.
    pub komi: Option<String>,
    /// May the first move be taken over?
    pub swap: bool,
    /// The limit of a turn.
    pub turn: Option<Duration>,
    /// The limit of all turns of an engine in a game.
    pub game: Option<Duration>,
    /// What each turn adds to the limit of the game.
    pub increment: Duration,
    /// The most bytes of an engine.
    pub memory: Option<usize>,
}

/// A turn: whose it is, and how long it may take.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The engine's colour.
    pub player: Player,
    /// What is left of the limit of the game.
    pub left: Option<Duration>,
    /// When the referee stops to wait.
    pub deadline: Instant,
}

/// What an engine answers when it is asked for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// This move.
    Move(String),
    /// The engine gives up.
    Resign,
}

/// Why an engine did not finish a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It did not start.
    Start(String),
    /// It plays another game.
    OtherGame(String),
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
            Fault::OtherGame(how) => write!(f, "plays another game ({how})"),
            Fault::Died => f.write_str("died"),
            Fault::Late => f.write_str("exceeded the time"),
            Fault::Broken(text) => write!(f, "answered \"{text}\""),
            Fault::Illegal(text) => write!(f, "made an illegal move ({text})"),
            Fault::Interrupted => f.write_str("was interrupted"),
        }
    }
}

impl From<NoAnswer> for Fault {
    fn from(silence: NoAnswer) -> Fault {
        match silence {
            NoAnswer::Late => Fault::Late,
            NoAnswer::Gone => Fault::Died,
            NoAnswer::Interrupted => Fault::Interrupted,
        }
    }
}

/// An engine as a referee sees it.
pub trait MatchEngine {
    /// Begins a game. A process that has ended is started again.
    fn begin(&mut self, terms: &GameTerms) -> Result<(), Fault>;

    /// Asks for a move after these moves of the game.
    fn choose(&mut self, moves: &[(Player, String)], turn: Turn) -> Result<Choice, Fault>;

    /// The processor time of the engine so far, where it is known.
    fn processor_time(&self) -> Option<Duration>;

    /// The last lines that the engine wrote.
    fn last_words(&self) -> Vec<String>;

    /// Ends the process, after a fault or when all games are played.
    fn end(&mut self);
}
