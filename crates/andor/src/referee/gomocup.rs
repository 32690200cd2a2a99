//! Engines that speak the protocol of Gomocup tournaments.

use super::engine::{Choice, Fault, GameTerms, MatchEngine, START, Turn};
use super::process::{Process, Program};
use andor_core::Player;
use andor_games::notation::coordinates::{Style, parse_point, point_text};
use std::time::{Duration, Instant};

/// The milliseconds that managers send where there is no limit.
const UNLIMITED: u128 = i32::MAX as u128;

/// An engine of Gomoku.
pub struct GomocupEngine {
    program: Program,
    /// Lines that are sent to an engine that has started.
    set_up: Vec<String>,
    process: Option<Process>,
    terms: Option<GameTerms>,
    /// How many moves of the game the engine knows.
    known: usize,
}

impl GomocupEngine {
    /// An engine that is not started yet.
    pub fn new(program: Program, set_up: Vec<String>) -> GomocupEngine {
        GomocupEngine { program, set_up, process: None, terms: None, known: 0 }
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

impl MatchEngine for GomocupEngine {
    fn begin(&mut self, terms: &GameTerms) -> Result<(), Fault> {
        if self.process.is_none() {
            let started = Process::start(&self.program);
            self.process = Some(started.map_err(|error| Fault::Start(error.to_string()))?);
            self.send(&self.set_up.iter().map(|line| format!("{line}\n")).collect::<String>());
        }
        let (columns, rows) = (terms.size.columns(), terms.size.rows());
        let start = match columns == rows {
            true => format!("START {columns}"),
            false => format!("RECTSTART {columns},{rows}"),
        };
        let rule = match terms.rules.as_deref() {
            Some("exact") => 1,
            Some("renju") => 4,
            _ => 0,
        };
        // Without a limit managers send the largest number for a turn, and 0 for a game.
        let millis = |time: Option<Duration>, none| time.map_or(none, |time| time.as_millis());
        self.send(&format!(
            "{start}\nINFO rule {rule}\nINFO game_type 1\nINFO timeout_turn {}\n\
             INFO timeout_match {}\nINFO max_memory {}\n",
            millis(terms.turn, UNLIMITED),
            millis(terms.game, 0),
            terms.memory.unwrap_or(0)
        ));
        (self.terms, self.known) = (Some(terms.clone()), 0);
        match self.answer(Instant::now() + START)? {
            line if line.eq_ignore_ascii_case("OK") => Ok(()),
            line => Err(Fault::Broken(line)),
        }
    }

    fn choose(&mut self, moves: &[(Player, String)], turn: Turn) -> Result<Choice, Fault> {
        let Some(GameTerms { size, .. }) = self.terms else { return Err(Fault::Died) };
        let place = |name: &str| match parse_point(size, Style::Go, name) {
            Ok(point) => format!("{},{}", size.column(point), size.row(point)),
            Err(_) => unreachable!("moves of Gomoku are points"),
        };
        let shown = turn.left.map_or(UNLIMITED, |left| left.as_millis());
        let mut text = format!("INFO time_left {shown}\n");
        text += &match moves {
            [] => "BEGIN\n".to_string(),
            [.., (_, last)] if moves.len() == self.known + 1 => format!("TURN {}\n", place(last)),
            moves => {
                let owner = |player| if player == turn.player { 1 } else { 2 };
                let stone =
                    |(player, mv): &(Player, String)| format!("{},{}\n", place(mv), owner(*player));
                format!("BOARD\n{}DONE\n", moves.iter().map(stone).collect::<String>())
            }
        };
        self.send(&text);
        let line = self.answer(turn.deadline)?;
        let point = || {
            let (x, y) = line.split_once(',')?;
            let (x, y) = (x.trim().parse::<u8>().ok()?, y.trim().parse::<u8>().ok()?);
            (x < size.columns() && y < size.rows()).then(|| size.point(x, y))
        };
        let point = point().ok_or_else(|| Fault::Broken(line.clone()))?;
        self.known = moves.len() + 1;
        Ok(Choice::Move(point_text(size, Style::Go, point)))
    }

    fn processor_time(&self) -> Option<Duration> {
        self.process.as_ref()?.time()
    }

    fn last_words(&self) -> Vec<String> {
        self.process.as_ref().map(Process::last_words).unwrap_or_default()
    }

    fn end(&mut self) {
        if let Some(process) = self.process.take() {
            process.dismiss("END\n");
        }
    }
}
