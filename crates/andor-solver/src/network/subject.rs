//! The subject of a network: the game, the rules and the board that a network is for.

use super::guide::{Guide, Networks};
use crate::error::BadInput;
use crate::interfaces::Problem;
use andor_core::Game;
use andor_net::Subject;

/// What a network for the game of a problem must be for.
pub(crate) fn subject<G: Game + 'static>(
    game: &G,
    networks: &'static dyn Networks<G>,
    problem: &Problem,
) -> Subject {
    let (shape, version) = networks.planes(game);
    // The size, where it is more than the board, and the values of all options.
    let board = format!("{}x{}", shape.columns, shape.rows);
    let size = (problem.size_text() != board).then(|| problem.size_text());
    let options = problem.family().options.iter().filter_map(|row| problem.option(row.name));
    let rules: Vec<&str> = size.into_iter().chain(options).collect();
    Subject {
        game: problem.game().to_string(),
        rules: rules.join(" "),
        board: (shape.columns, shape.rows),
        extra_moves: shape.others,
        planes: shape.planes,
        planes_version: u16::try_from(version).unwrap_or(u16::MAX),
    }
}

/// Is the network, if there is one, for this game, whose networks have this subject? The error
/// names both.
pub(crate) fn check(
    guide: Option<&Guide>,
    expected: Option<Subject>,
    name: &str,
) -> Result<(), BadInput> {
    let Some(guide) = guide else { return Ok(()) };
    let Some(expected) = expected else { return Err(BadInput::Request(no_network(name))) };
    match *guide.subject() == expected {
        true => Ok(()),
        false => Err(BadInput::Request(format!(
            "--guess: the network is for {}; expected one for {expected}",
            guide.subject()
        ))),
    }
}

/// The message that networks do not see a game.
pub fn no_network(name: &str) -> String {
    format!("networks do not see {name}; expected gomoku, killall, hex, go or mnk")
}
