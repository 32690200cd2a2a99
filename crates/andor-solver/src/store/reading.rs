//! An entry of a store in words.

use andor_core::Player;

/// An entry of a store in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Who is to move.
    pub to_move: Player,
    /// The position as the text of a problem, if it can be set up by its stones.
    pub problem: Option<String>,
    /// `black`, `white` or `draw`, where the facts say who wins and the game has no score.
    pub winner: Option<&'static str>,
    /// For each fact the winner's move, if it is known.
    pub best: Vec<Option<String>>,
    /// For each fact the points of the zone, if there is one.
    pub zones: Vec<Option<Vec<String>>>,
}
