//! The engine for Phutball: the commands of GTP, with moves of Phutball.
//!
//! `play black E5` puts a man on E5, `play white E5-G7-G9` moves the ball. There is no pass.

use super::client::Until;
use super::engine::{Commands, Engine, EngineState, board_size, common, ok};
use super::graphics::LiveDrawing;
use andor_core::{Outcome, Player};
use andor_solver::{Aim, Thought};

/// The engine for Phutball.
pub struct Phutball {
    state: EngineState,
}

impl Phutball {
    /// An engine with this state.
    pub fn new(state: EngineState) -> Phutball {
        Phutball { state }
    }
}

impl Engine for Phutball {
    fn commands() -> Commands<Phutball> {
        let mut commands: Commands<Phutball> = common();
        for name in ["boardsize", "rectangular_boardsize"] {
            commands.push((name, |engine, arguments| {
                let size = board_size(arguments)?;
                engine.state.game =
                    engine.state.game.resized(size).map_err(|error| error.to_string())?;
                ok("")
            }));
        }
        commands
    }

    fn state(&mut self) -> &mut EngineState {
        &mut self.state
    }

    fn game_id(&self) -> &'static str {
        "Phutball"
    }

    fn shape(&mut self) -> Result<String, String> {
        let size = self.state.game.size();
        Ok(format!("{} {}", size.columns(), size.rows()))
    }

    fn name_out(&mut self, mv: &str) -> String {
        mv.to_string()
    }

    fn choose(&mut self, player: Player) -> Result<String, String> {
        let game = &mut self.state.game;
        if game.scene().outcome.is_some() {
            return Err("the game is over".to_string());
        }
        game.give_turn(player);
        let time = self.state.time_for(player);
        let mut live = LiveDrawing::new(self.state.stream, "genmove");
        let mut hear = |thought: &Thought| live.show(thought, &|mv| mv.to_string());
        let thought = self.state.think(Aim::Move, Some(time), Until::Interrupt, &mut hear)?;
        thought.best.ok_or_else(|| "no move was found".to_string())
    }

    fn play(&mut self, player: Player, text: &str) -> Result<(), String> {
        let played = self.state.game.play(player, text);
        played.map_err(|refused| format!("illegal move: {refused}"))
    }

    fn score(&mut self) -> Result<String, String> {
        match self.state.game.scene().outcome {
            Some(Outcome::Margin(margin)) if margin.0 > 0 => Ok("B+".to_string()),
            Some(Outcome::Margin(_)) => Ok("W+".to_string()),
            Some(Outcome::NoResult) => Ok("0".to_string()),
            None => Err("cannot score".to_string()),
        }
    }
}
