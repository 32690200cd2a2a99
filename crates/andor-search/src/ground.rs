//! The positions before the root of a search, as far as facts in a table depend on them.

use crate::line::Line;
use andor_core::{Class, Game, Key, Repetition, Symmetry};

/// The key of the positions before the root, if the past matters: facts hold for the same past
/// only.
#[derive(Clone, Copy)]
pub(crate) struct Ground {
    past: Key,
    /// Do symmetric positions have the same value on this line?
    symmetric: bool,
    /// May a table keep facts?
    pub(crate) keeps_facts: bool,
    /// Is there no position before the root that matters?
    pub(crate) is_bare: bool,
}

impl Ground {
    /// The ground of a line at the root of a search.
    pub(crate) fn new<G: Game>(line: &Line<'_, G>) -> Ground {
        let game = line.game();
        let keeps_facts = game.repetition() != Repetition::Forbidden;
        if game.repetition() == Repetition::Impossible || line.ply() == 0 {
            return Ground { past: Key::ZERO, symmetric: true, keeps_facts, is_bare: true };
        }
        let all = game.stabilizer(&game.start());
        let symmetric = line.past_stabilizer() == all;
        Ground { past: line.past_key(), symmetric, keeps_facts, is_bare: false }
    }

    /// The same ground with a key that keeps the entries apart from the entries of other games.
    pub(crate) fn apart(self, key: Key) -> Ground {
        Ground { past: self.past ^ key, ..self }
    }

    /// The class of a position, with the past in its key.
    #[inline(always)]
    pub(crate) fn class<G: Game>(&self, game: &G, pos: &G::Position) -> Class {
        let Class { key, symmetry } = match self.symmetric {
            true => game.class(pos),
            false => Class { key: game.key(pos), symmetry: Symmetry::IDENTITY },
        };
        Class { key: key ^ self.past, symmetry }
    }
}
