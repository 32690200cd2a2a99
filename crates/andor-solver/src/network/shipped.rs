//! Networks and the list of games: the networks that are part of Andor, and the game that a network
//! is for.

use crate::family::family;
use crate::interfaces::Problem;
use andor_net::{Model, Subject};

/// The networks that are part of Andor.
const SHIPPED: &[&[u8]] = &[
    include_bytes!("../../data/nets/gomoku-15x15.net"),
    include_bytes!("../../data/nets/killall-9x9.net"),
];

/// The network that is part of Andor and is for this, if there is one.
pub fn shipped(subject: &Subject) -> Option<Model> {
    let mut models = SHIPPED.iter().filter_map(|bytes| Model::decode(bytes).ok());
    models.find(|model| model.subject() == *subject)
}

/// The start of the game that a network is for, if there is such a game.
pub fn problem_of(subject: &Subject) -> Option<Problem> {
    let family = family(&subject.game).ok()?;
    let mut words: Vec<&str> = subject.rules.split(' ').filter(|word| !word.is_empty()).collect();
    let rows = family.options;
    let board = format!("{}x{}", subject.board.0, subject.board.1);
    let size = if words.len() > rows.len() { words.remove(0) } else { &board };
    let mut problem = Problem::of(family, size).ok()?;
    for (row, value) in rows.iter().zip(words) {
        problem = problem.with_option(row.name, value).ok()?;
    }
    let found = problem.open().ok()?.network_subject()?;
    (found == *subject).then_some(problem)
}
