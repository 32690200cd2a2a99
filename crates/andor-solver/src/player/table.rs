//! The interface of players, and the position that a player is asked about.

use super::thought::{Aim, Thought};
use crate::adapter::{Adapter, Question};
use crate::error::BadInput;
use crate::settings::Settings;
use andor_search::Line;

/// A position with its past, to be thought about.
pub struct Table<'a, G: Adapter> {
    /// The name of the game, for messages.
    pub name: &'static str,
    /// The rules.
    pub game: &'a G,
    /// The claims that say who wins.
    pub question: Question,
    /// The position in which the present part of the game began.
    pub root: &'a G::Position,
    /// The moves since then.
    pub played: &'a [G::Move],
}

impl<'a, G: Adapter> Table<'a, G> {
    /// The line from the root to the present position.
    pub fn line(&self) -> Line<'a, G> {
        self.game.line(self.root, self.played)
    }
}

/// A player of a game: an anytime choice of a move, with knowledge of each move.
pub trait Player<G: Adapter>: Send {
    /// Thinks about the position until the aim is reached, the settings' time or nodes are spent,
    /// or the stop switch is set.
    fn think(
        &mut self,
        table: Table<'_, G>,
        aim: Aim,
        settings: &Settings,
        hear: &mut (dyn FnMut(&Thought) + Send),
    ) -> Result<Thought, BadInput>;
}
