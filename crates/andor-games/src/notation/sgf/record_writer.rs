//! Writes records as SGF files.

use super::moves;
use super::tree::{Property, Tree, Value};
use super::write_trees;
use crate::notation::record::{Record, Turn};
use andor_core::{NotationError, Player};

/// The identifier of a player's move.
fn move_identifier(player: Player) -> &'static str {
    match player {
        Player::Black => "B",
        Player::White => "W",
    }
}

/// The text of a file with one game, which [`parse_record`](super::parse_record) reads back.
///
/// A record that contradicts itself (two stones on one point, a swap in Go) is refused.
pub fn write_record(record: &Record) -> Result<String, NotationError> {
    record.board(usize::MAX)?;
    let mut tree = Tree::new(root(record));
    let mut last = 0;
    for (number, turn) in record.moves.iter().enumerate() {
        last = tree.add(last, vec![move_property(record, *turn, number)?]);
    }
    Ok(write_trees(&[tree]))
}

/// The property of a move, which has this number, counted from 0.
pub(super) fn move_property(
    record: &Record,
    turn: Turn,
    number: usize,
) -> Result<Property, NotationError> {
    let text = moves::move_text(record.game, record.size, turn.mv).ok_or_else(|| {
        let problem = "the file of this game has no move for giving up";
        NotationError::new(format!("move {}", number + 1), problem, "a point or a pass")
    })?;
    Ok(Property::new(move_identifier(turn.player), vec![Value::of_text(&text)]))
}

/// The properties of the first node.
pub(super) fn root(record: &Record) -> Vec<Property> {
    let one = |identifier, value| Property::new(identifier, vec![value]);
    let game = moves::game_number(record.game).to_string();
    let mut root = vec![
        one("FF", Value::of_text("4")),
        one("GM", Value::of_text(&game)),
        one("CA", Value::of_text("UTF-8")),
        one("AP", Value::of_pair("andor", env!("CARGO_PKG_VERSION"))),
        one("SZ", moves::size_value(record.size)),
    ];
    for (identifier, text) in [("RU", &record.rules), ("KM", &record.komi)] {
        root.extend(text.as_ref().map(|text| one(identifier, Value::of_text(text))));
    }
    for (identifier, player) in [("AB", Player::Black), ("AW", Player::White)] {
        let stones: Vec<Value> = record
            .stones
            .iter()
            .filter(|(owner, _)| *owner == player)
            .map(|&(_, point)| Value::of_text(&moves::point_text(record.game, record.size, point)))
            .collect();
        if !stones.is_empty() {
            root.push(Property::new(identifier, stones));
        }
    }
    let first = record.moves.first().map_or(Player::Black, |turn| turn.player);
    if !record.stones.is_empty() || record.to_move != first {
        root.push(one("PL", Value::of_text(move_identifier(record.to_move))));
    }
    root
}
