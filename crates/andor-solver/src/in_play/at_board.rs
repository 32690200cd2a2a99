//! Operations at a board for which a game in play is opened anew: another size, other options, back
//! to the start.

use crate::error::BadInput;
use crate::interfaces::InPlay;
use andor_games::size::Size;

impl dyn InPlay + '_ {
    /// The size of the board; 1x1 for games without one.
    pub fn size(&self) -> Size {
        self.problem().board().unwrap_or(Size::SMALLEST)
    }

    /// The game at its start, on the empty board.
    pub fn restarted(&self) -> Result<Box<dyn InPlay>, BadInput> {
        self.problem().at_start().open()
    }

    /// The start of the game on a board of another size.
    pub fn resized(&self, size: Size) -> Result<Box<dyn InPlay>, BadInput> {
        self.problem().resized(&size.to_string())?.open()
    }

    /// The game with another value of an option, such as the komi of Go. If the new rules do not
    /// allow the moves so far, the game goes on from the present position.
    pub fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn InPlay>, BadInput> {
        let problem = self.problem();
        problem.clone().with_option(name, value)?.open().or_else(|_| {
            let scene = self.scene();
            let here = problem.at_start().with_option(name, value)?;
            here.with_stones(scene.stones, scene.to_move).open()
        })
    }
}
