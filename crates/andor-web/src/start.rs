//! What the page shows first, and what there is to choose from.

use andor_solver::{ENGINES, Family, OptionRow, Problem, Values, families, search_options};
use serde_json::{Value, json};

/// What the command line says to show first.
#[derive(Clone, Debug, Default)]
pub struct First {
    /// A position.
    pub problem: Option<Problem>,
    /// The bytes of a certificate.
    pub certificate: Option<Vec<u8>>,
}

/// The games, the searches and their options.
pub(crate) fn choices() -> Value {
    let searches = ENGINES
        .iter()
        .map(|engine| json!({ "name": engine.search.to_string(), "title": engine.title }));
    json!({
        "games": families().iter().map(|family| game(family)).collect::<Vec<_>>(),
        "searches": searches.collect::<Vec<_>>(),
        "search_options": search_options(&[]).iter().map(row).collect::<Vec<_>>(),
    })
}

fn game(family: &Family) -> Value {
    let pieces = family.knowledge.iter();
    let pieces: Vec<Value> =
        pieces.map(|piece| json!({ "name": piece.name, "sentence": piece.sentence })).collect();
    json!({
        "name": family.name,
        "title": family.title,
        "size_help": family.size_help,
        "example": family.example,
        "board": family.style.is_some(),
        "sgf": family.record.is_some(),
        "options": family.options.iter().map(row).collect::<Vec<_>>(),
        "knowledge": pieces,
    })
}

fn row(row: &OptionRow) -> Value {
    let values = match row.values {
        Values::Words(words) => Some(words),
        Values::Number(..) | Values::Whole(..) | Values::Text(_) => None,
    };
    json!({ "name": row.name, "default": row.default, "values": values, "sentence": row.sentence })
}
