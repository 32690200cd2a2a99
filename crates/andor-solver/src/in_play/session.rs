//! A session: a game in progress at a board, with moves, undo, positions set up, and another size
//! or other options, for which the game is opened anew.

use crate::error::BadInput;
use crate::interfaces::{InPlay, Problem, Refused, Scene};
use crate::player::thought::{Aim, Thought};
use crate::report::Report;
use crate::settings::{Settings, Watch};
use andor_core::Player;
use andor_games::points::Point;
use andor_games::size::Size;

/// A game in progress.
pub struct Session {
    game: Box<dyn InPlay>,
}

impl Clone for Session {
    fn clone(&self) -> Self {
        Session { game: self.game.boxed_clone() }
    }
}

impl Session {
    /// The game of a problem, with its moves played.
    pub fn new(problem: &Problem) -> Result<Session, BadInput> {
        Ok(Session { game: problem.open()? })
    }

    /// The game.
    pub fn game(&self) -> &dyn InPlay {
        &*self.game
    }

    /// The present position as a problem.
    pub fn problem(&self) -> Problem {
        self.game.problem()
    }

    /// The size of the board; 1x1 for games without one.
    pub fn size(&self) -> Size {
        let problem = self.game.problem();
        (problem.family().board)(problem.size_text()).unwrap_or(Size::SMALLEST)
    }

    /// Back to the start of the game.
    pub fn clear(&mut self) {
        // The same game was opened before.
        if let Ok(game) = self.fresh().open() {
            self.game = game;
        }
    }

    /// The game without stones and moves.
    fn fresh(&self) -> Problem {
        self.game.problem().with_stones(Vec::new(), Player::Black).without_moves()
    }

    /// A new game on a board of another size.
    pub fn resize(&mut self, size: Size) -> Result<(), BadInput> {
        self.game = self.fresh().resized(&size.to_string())?.open()?;
        Ok(())
    }

    /// Changes an option of the game, such as the komi of Go. If the new rules do not allow the
    /// moves so far, the game goes on from the present position.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), BadInput> {
        let changed = self.game.problem().with_option(name, value)?;
        self.game = match changed.open() {
            Ok(game) => game,
            Err(_) => {
                let scene = self.game.scene();
                let here = self.fresh().with_option(name, value)?;
                here.with_stones(scene.stones, scene.to_move).open()?
            }
        };
        Ok(())
    }

    /// Sets up a position, as the start of a new game.
    pub fn set_up(
        &mut self,
        stones: Vec<(Player, Point)>,
        to_move: Player,
    ) -> Result<(), BadInput> {
        self.game.set_up(&stones, to_move)
    }

    /// Replaces the stones on the board by these stones, in a new part of the game; taken back like
    /// a move.
    pub fn replace(
        &mut self,
        stones: Vec<(Player, Point)>,
        to_move: Player,
    ) -> Result<(), BadInput> {
        self.game.replace(&stones, to_move)
    }

    /// The present position as the start of a new part, with this player to move.
    pub fn start_part(&mut self, to_move: Player) {
        self.game.start_part(to_move);
    }

    /// The stones on the board.
    pub fn stones(&self) -> Vec<(Player, Point)> {
        self.game.scene().stones
    }

    /// Plays a move of either player.
    pub fn play(&mut self, player: Player, text: &str) -> Result<(), Refused> {
        self.game.play(player, text)
    }

    /// Plays moves of either player one after another, all or none.
    pub fn play_all(&mut self, moves: &[(Player, &str)]) -> Result<(), Refused> {
        self.game.play_all(moves)
    }

    /// Takes the last move back; says whether there was one.
    pub fn undo(&mut self) -> bool {
        self.game.undo()
    }

    /// The moves since the present part of the game began.
    pub fn moves(&self) -> Vec<(Player, String)> {
        self.game.moves()
    }

    /// Did the game begin on the empty board, and has it been played by the rules since?
    pub fn is_from_start(&self) -> bool {
        self.game.is_from_start()
    }

    /// The player to move.
    pub fn to_move(&self) -> Player {
        self.game.to_move()
    }

    /// Makes it this player's turn: if it is not, a new part of the game begins.
    pub fn give_turn(&mut self, player: Player) {
        self.game.give_turn(player);
    }

    /// The present state of the board.
    pub fn scene(&self) -> Scene {
        self.game.scene()
    }

    /// Can the settings be followed in this game?
    pub fn check(&self, settings: &Settings) -> Result<(), BadInput> {
        self.game.check(settings)
    }

    /// Thinks about the present position until the aim is reached, the settings' time or nodes are
    /// spent, or they are told to stop.
    pub fn think(
        &mut self,
        aim: Aim,
        settings: &Settings,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> Result<Thought, BadInput> {
        self.game.think(aim, settings, hear)
    }

    /// Solves the present position.
    pub fn solve(&self, settings: &Settings, watch: Option<Watch<'_>>) -> Result<Report, BadInput> {
        self.game.solve(settings, watch)
    }
}
