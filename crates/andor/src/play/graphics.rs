//! Drawings on the client's board, in the language of GoGui and HexGui.
//!
//! A drawing is lines such as `LABEL a1 W a2 L`, `COLOR green b2`, `VAR b c3 w b2`, `TEXT …`. As
//! the answer to a command of type gfx the drawing is shown when the command is done. Live, while
//! the engine thinks, a drawing is a block that begins with `gogui-gfx:` and ends with a blank
//! line. HexGui reads live blocks on standard output, GoGui on standard error.

use super::answers::write_now;
use andor_core::Player;
use andor_solver::{Thought, Worth};
use clap::ValueEnum;
use std::io::Write;
use std::time::{Duration, Instant};

/// The stream for live drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Stream {
    /// Standard output, as HexGui reads them.
    Stdout,
    /// Standard error, as GoGui reads them.
    Stderr,
    /// Nowhere.
    None,
}

/// The time between two drawings.
const EVERY: Duration = Duration::from_millis(500);

/// Live drawings.
pub struct LiveDrawing {
    stream: Stream,
    title: &'static str,
    last: Option<Instant>,
}

impl LiveDrawing {
    /// Drawings under a title.
    pub fn new(stream: Stream, title: &'static str) -> LiveDrawing {
        LiveDrawing { stream, title, last: None }
    }

    /// Draws a thought, unless the last drawing is too recent.
    pub fn show(&mut self, thought: &Thought, name: &dyn Fn(&str) -> String) {
        let is_due = self.last.is_none_or(|last| last.elapsed() >= EVERY);
        if self.stream == Stream::None || !is_due {
            return;
        }
        self.last = Some(Instant::now());
        let block = format!("gogui-gfx:\n{}\n{}\n\n", self.title, drawing(thought, name));
        match self.stream {
            Stream::Stdout => write_now(&block),
            // A drawing beside the answers that cannot be shown is no reason to stop.
            _ => _ = std::io::stderr().lock().write_all(block.as_bytes()),
        }
    }
}

/// The letter of a player in a variation.
fn letter(player: Player) -> char {
    match player {
        Player::Black => 'B',
        Player::White => 'W',
    }
}

/// A sequence of moves that begins with `player`: `B c3 W b2`.
pub fn variation(player: Player, moves: &[String], name: &dyn Fn(&str) -> String) -> String {
    let mut words = Vec::new();
    let mut mover = player;
    for mv in moves {
        words.push(format!("{} {}", letter(mover), name(mv)));
        mover = mover.other();
    }
    words.join(" ")
}

/// The worth of a move for the player who makes it, as a short label: `W`, `L`, `D`, or a chance.
pub fn label(worth: Option<Worth>, chance: f32, player: Player) -> String {
    match worth {
        Some(Worth::Won(winner)) if winner == player => "W".to_string(),
        Some(Worth::Won(_)) => "L".to_string(),
        Some(Worth::Draw) => "D".to_string(),
        None => format!("{:.0}", chance * 100.0),
    }
}

/// A thought as a drawing: the line of play, a label on every move, colours on the solved ones, and
/// a sentence.
pub fn drawing(thought: &Thought, name: &dyn Fn(&str) -> String) -> String {
    let mut lines = Vec::new();
    if !thought.pv.is_empty() {
        lines.push(format!("VAR {}", variation(thought.to_move, &thought.pv, name)));
    }
    let on_board = || thought.moves.iter().filter(|told| told.mv != "pass");
    let labels: Vec<String> = on_board()
        .map(|told| {
            let label = label(told.worth, told.chance, thought.to_move);
            format!("{} {label}", name(&told.mv))
        })
        .collect();
    if !labels.is_empty() {
        lines.push(format!("LABEL {}", labels.join(" ")));
    }
    let of_worth = |worth: Worth| {
        let moves = on_board().filter(move |told| told.worth == Some(worth));
        moves.map(|told| name(&told.mv)).collect::<Vec<_>>().join(" ")
    };
    for (colour, worth) in [
        ("green", Worth::Won(thought.to_move)),
        ("red", Worth::Won(thought.to_move.other())),
        ("gray", Worth::Draw),
    ] {
        let points = of_worth(worth);
        if !points.is_empty() {
            lines.push(format!("COLOR {colour} {points}"));
        }
    }
    lines.push(format!("TEXT {}", sentence(thought)));
    lines.join("\n")
}

/// A thought in a sentence.
pub fn sentence(thought: &Thought) -> String {
    let worth = match thought.worth {
        Some(Worth::Won(winner)) => format!("{winner} wins"),
        Some(Worth::Draw) => "nobody can force a win".to_string(),
        None => format!("not solved, {} is given {:.0}%", thought.to_move, thought.chance * 100.0),
    };
    let solved = thought.moves.iter().filter(|told| told.worth.is_some()).count();
    let length = thought.plies.map(|plies| format!(" in {plies} plies")).unwrap_or_default();
    format!(
        "{worth}{length}; {solved}/{} moves solved, {} nodes, {:.1} s",
        thought.moves.len(),
        thought.nodes,
        thought.time.as_secs_f64()
    )
}
