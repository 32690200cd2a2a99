//! Engines that speak GTP, the protocol of Go, or HTP, the protocol of Hex.
//!
//! Both protocols have the same commands, and engines of other games speak them, too. So an engine
//! that has started gets a few moves on the empty board, which its own game allows and other games
//! refuse:
//!
//! * Hex: a2, the centre, b1 and a1, in turn. In Go the stone on a1 would be a suicide, and in
//!   Phutball the ball lies in the centre.
//! * Go: a1, a2, the centre, b1, c1 and a1 again, in turn. White's stone on b1 captures the first
//!   one on a1. In Hex the point would be occupied.
//!
//! An engine that agrees to all of them is believed. The list of commands alone does not tell:
//! engines of Hex that were made of engines of Go know `komi`. But every engine of Go knows it, as
//! the protocol demands.

use super::engine::{Choice, Fault, GameTerms, MatchEngine, START, Turn};
use super::process::{Process, Program};
use crate::play::rules;
use andor_core::Player;
use andor_games::notation::coordinates::{Style, point_text};
use andor_games::size::Size;
use andor_solver::Protocol;
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// An engine of Go or Hex.
pub struct GtpEngine {
    program: Program,
    protocol: Protocol,
    /// Commands that are sent to an engine that has started.
    set_up: Vec<String>,
    process: Option<Process>,
    /// The commands that the engine knows.
    commands: HashSet<String>,
    /// How many moves of the game the engine knows.
    known: usize,
}

impl GtpEngine {
    /// An engine that is not started yet.
    pub fn new(program: Program, protocol: Protocol, set_up: Vec<String>) -> GtpEngine {
        GtpEngine { program, protocol, set_up, process: None, commands: HashSet::new(), known: 0 }
    }

    /// Sends a command and gives the answer to it.
    fn ask(&mut self, command: &str, deadline: Instant) -> Result<String, Fault> {
        let process = self.process.as_mut().ok_or(Fault::Died)?;
        process.send(&format!("{command}\n"));
        // Drawings and other words of the engine may come before the answer.
        let first = loop {
            let line = process.receive(deadline)?;
            if line.starts_with(['=', '?']) {
                break line;
            }
        };
        let mut answer = first[1..].trim().to_string();
        loop {
            match process.receive(deadline)? {
                line if line.is_empty() => break,
                line => answer = format!("{answer}\n{line}"),
            }
        }
        match first.starts_with('=') {
            true => Ok(answer.trim().to_string()),
            false => Err(Fault::Broken(format!("? {answer}"))),
        }
    }

    /// Sends a command that is no question about a move.
    fn tell(&mut self, command: &str) -> Result<String, Fault> {
        self.ask(command, Instant::now() + START)
    }

    /// Sends a command if the engine knows it; then the engine need not agree.
    fn suggest(&mut self, command: &str) -> Result<(), Fault> {
        let name = command.split_whitespace().next().unwrap_or_default();
        if !self.commands.contains(name) {
            return Ok(());
        }
        match self.tell(command) {
            Ok(_) | Err(Fault::Broken(_)) => Ok(()),
            Err(fault) => Err(fault),
        }
    }

    fn start(&mut self) -> Result<(), Fault> {
        let started = Process::start(&self.program);
        self.process = Some(started.map_err(|error| Fault::Start(error.to_string()))?);
        let commands = self.tell("list_commands")?;
        self.commands = commands.split_whitespace().map(str::to_string).collect();
        for command in self.set_up.clone() {
            self.tell(&command)?;
        }
        Ok(())
    }

    /// Refuses an engine that plays another game than that of the match.
    fn try_game(&mut self, size: Size) -> Result<(), Fault> {
        let is_hex = self.protocol == Protocol::Htp;
        if !is_hex && !self.commands.is_empty() && !self.commands.contains("komi") {
            let how = "it does not know the command komi, which is a part of GTP";
            return Err(Fault::OtherGame(how.to_string()));
        }
        // On a smaller board the game is over too early.
        if size.columns().min(size.rows()) < 3 {
            return Ok(());
        }
        let style = if is_hex { Style::Hex } else { Style::Go };
        let centre = point_text(size, style, size.point(size.columns() / 2, size.rows() / 2));
        let moves = match is_hex {
            true => vec!["a2", &centre, "b1", "a1"],
            false => vec!["a1", "a2", &centre, "b1", "c1", "a1"],
        };
        for (mv, player) in moves.iter().zip(Player::BOTH.into_iter().cycle()) {
            match self.tell(&format!("play {player} {mv}")) {
                Err(Fault::Broken(answer)) => {
                    let moves = moves.join(" ");
                    let how = format!("of the moves {moves} it refused {mv}: \"{answer}\"");
                    return Err(Fault::OtherGame(how));
                }
                answer => answer.map(drop)?,
            }
        }
        self.tell("clear_board").map(drop)
    }

    fn set_clock(&mut self, terms: &GameTerms) -> Result<(), Fault> {
        let GameTerms { turn, game, increment, .. } = terms;
        let seconds = |time: &Duration| time.as_secs_f64();
        match (game, turn) {
            (Some(game), _) if !increment.is_zero() => {
                let (game, increment) = (seconds(game), seconds(increment));
                self.suggest(&format!("kata-time_settings fischer {game} {increment}"))
            }
            (Some(game), _) => self.suggest(&format!("time_settings {} 0 0", seconds(game))),
            (None, Some(turn)) => self.suggest(&format!("time_settings 0 {} 1", seconds(turn))),
            (None, None) => Ok(()),
        }
    }
}

impl MatchEngine for GtpEngine {
    fn begin(&mut self, terms: &GameTerms) -> Result<(), Fault> {
        let is_new = self.process.is_none();
        if is_new {
            self.start().map_err(|fault| match fault {
                Fault::Broken(answer) => Fault::Start(answer),
                fault => fault,
            })?;
        }
        let (columns, rows) = (terms.size.columns(), terms.size.rows());
        let is_hex = self.protocol == Protocol::Htp;
        self.tell(&match is_hex {
            true => format!("boardsize {columns} {rows}"),
            false if columns == rows => format!("boardsize {columns}"),
            false => format!("rectangular_boardsize {columns} {rows}"),
        })?;
        self.tell("clear_board")?;
        if is_new {
            self.try_game(terms.size)?;
        }
        self.known = 0;
        if is_hex {
            self.suggest(&format!("param_game allow_swap {}", u8::from(terms.swap)))?;
        }
        if let Some(komi) = &terms.komi {
            self.tell(&format!("komi {komi}"))?;
        }
        if let Some(rules) = terms.rules.as_deref().and_then(rules::named) {
            self.suggest(&format!("kata-set-rules {}", rules::written(rules)))?;
        }
        self.set_clock(terms)
    }

    fn choose(&mut self, moves: &[(Player, String)], turn: Turn) -> Result<Choice, Fault> {
        for (player, mv) in &moves[self.known..] {
            self.ask(&format!("play {player} {mv}"), turn.deadline)?;
        }
        self.known = moves.len();
        let player = turn.player;
        if let Some(left) = turn.left {
            self.suggest(&format!("time_left {player} {:.2} 0", left.as_secs_f64()))?;
        }
        let answer = self.ask(&format!("genmove {player}"), turn.deadline)?.to_ascii_lowercase();
        self.known += 1;
        Ok(if answer == "resign" { Choice::Resign } else { Choice::Move(answer) })
    }

    fn processor_time(&self) -> Option<Duration> {
        self.process.as_ref()?.time()
    }

    fn last_words(&self) -> Vec<String> {
        self.process.as_ref().map(Process::last_words).unwrap_or_default()
    }

    fn end(&mut self) {
        if let Some(process) = self.process.take() {
            process.dismiss("quit\n");
        }
    }
}
