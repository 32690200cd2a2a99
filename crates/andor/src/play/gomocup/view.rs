//! What the engine shows of its thoughts: messages, or blocks of `INFO` for Yixin-Board.

use super::tell;
use andor_games::notation::coordinates::{Style, parse_point};
use andor_games::size::Size;
use andor_solver::{Thought, Worth};

/// How thoughts are shown.
pub struct View {
    /// The size of the board.
    pub size: Size,
    /// From 1 on messages are shown, from 2 on marks for the board.
    pub detail: u32,
    /// Are lines of play shown in the form of Yixin-Board?
    pub shows_lines: bool,
}

impl View {
    /// Shows the lines of a thought: blocks of `INFO` for Yixin-Board, else messages.
    pub fn show(&self, thought: &Thought) {
        let depth = thought.depth.unwrap_or(0);
        let millis = thought.time.as_millis();
        for (number, told) in thought.moves.iter().enumerate() {
            let line: Vec<String> = told.pv.iter().map(|mv| self.place(mv)).collect();
            if self.shows_lines {
                let speed = u128::from(thought.nodes) * 1000 / millis.max(1);
                tell(&format!(
                    "INFO PV {number}\nINFO NUMPV {}\nINFO DEPTH {depth}\nINFO NODES {}\n\
                     INFO TOTALTIME {millis}\nINFO SPEED {speed}\nINFO EVAL {}\nINFO WINRATE {:.3}\n\
                     INFO BESTLINE {}\nINFO PV DONE",
                    thought.moves.len(),
                    thought.nodes,
                    evaluation(thought, told.chance),
                    told.chance,
                    line.join(" ")
                ));
            } else if self.detail > 0 {
                let chance = 100.0 * told.chance;
                tell(&format!(
                    "MESSAGE line {}: chance {chance:.0} %, depth {depth}, nodes {}, {}",
                    number + 1,
                    thought.nodes,
                    told.pv.join(" ")
                ));
            }
        }
        if self.detail > 1
            && let Some(best) = &thought.best
        {
            tell(&format!("MESSAGE REALTIME REFRESH\nMESSAGE REALTIME BEST {}", self.place(best)));
        }
    }

    /// The client's name of a move in the game.
    pub fn place(&self, mv: &str) -> String {
        match parse_point(self.size, Style::Go, mv) {
            Ok(point) => format!("{},{}", self.size.column(point), self.size.row(point)),
            Err(_) => mv.to_string(),
        }
    }
}

/// An evaluation as Yixin-Board reads it: a number, or the plies to a proven end.
fn evaluation(thought: &Thought, chance: f32) -> String {
    match (thought.worth, thought.plies) {
        (Some(Worth::Won(winner)), Some(plies)) => {
            format!("{}M{plies}", if winner == thought.to_move { '+' } else { '-' })
        }
        _ => format!("{:.0}", 100.0 * (chance / (1.0 - chance).max(1e-6)).max(1e-6).ln()),
    }
}
