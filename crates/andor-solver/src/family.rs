//! The list of families of games: the source of the command line, messages, SGF and the tables of
//! the documents.

use crate::games::families;
use crate::interfaces::Family;
use andor_core::NotationError;

/// The names of the families, for messages:
/// `hex, go, capture, killall, gomoku, phutball, mnk or nim`.
pub fn family_names() -> String {
    let names: Vec<&str> = families().iter().map(|family| family.name).collect();
    match names.split_last() {
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The family with a name, in any case of letters.
pub fn family(name: &str) -> Result<&'static Family, NotationError> {
    let found = families().iter().find(|family| family.name.eq_ignore_ascii_case(name));
    found.copied().ok_or_else(|| {
        NotationError::new(format!("game \"{name}\""), "not a game Andor knows", family_names())
    })
}
