//! The search and the pieces of knowledge that the settings ask for.

use crate::adapter::{Adapter, Purpose, SearchGoal, Usual};
use crate::error::BadInput;
use crate::search_name::SearchName;
use crate::settings::{Knowledge, Settings};

/// The search that the settings ask for, or the search that does best.
pub(crate) fn chosen<G: Adapter>(game: &G, settings: &Settings, asked: SearchGoal) -> SearchName {
    let purpose = Purpose { has_knowledge: settings.knowledge != Knowledge::None, asked };
    settings.search.unwrap_or_else(|| game.usual(purpose))
}

/// The pieces of knowledge that the settings ask for.
pub(crate) fn knowledge<G: Adapter>(
    game: &G,
    name_of_game: &str,
    settings: &Settings,
    search: SearchName,
) -> Result<Vec<&'static str>, BadInput> {
    let pieces = game.knowledge();
    let is_usual = |usual: Usual| match usual {
        Usual::Always => true,
        Usual::WithDearNodes => search.has_dear_nodes(),
    };
    match &settings.knowledge {
        Knowledge::None => Ok(Vec::new()),
        Knowledge::Full => {
            let usual = pieces.iter().filter(|piece| is_usual(piece.usual));
            Ok(usual.map(|piece| piece.name).collect())
        }
        Knowledge::Named(names) => names
            .iter()
            .map(|name| {
                let known = pieces.iter().find(|piece| piece.name == *name);
                known.map(|piece| piece.name).ok_or_else(|| {
                    let mut all = vec!["none", "full"];
                    all.extend(pieces.iter().map(|piece| piece.name));
                    BadInput::Request(format!(
                        "knowledge \"{name}\": {name_of_game} has none of that name; expected {}",
                        all.join(", ")
                    ))
                })
            })
            .collect(),
    }
}
