//! The transposition table of lengths: for each class of positions bounds, a move and a zone.

use crate::table::{Growing, Table};
use crate::zones::Zones;
use andor_core::{Game, PointSet, Symmetry};

/// The length of a win that is not known.
pub(super) const NEVER: u32 = u32::MAX;

/// What is known about the length of the attacker's win in a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry<M, Z> {
    /// The attacker does not win within fewer plies.
    pub(super) least: u32,
    /// The attacker wins within so many plies; [`NEVER`] if no win is known.
    pub(super) most: u32,
    /// The zone of the win within the most plies.
    pub(super) zone: Z,
    /// The attacker's move that wins within the most plies, or the defender's reply because of
    /// which there is no win within fewer plies than the least.
    pub(super) best: Option<M>,
}

impl<M, Z: PointSet> Default for Entry<M, Z> {
    fn default() -> Self {
        Entry { least: 0, most: NEVER, zone: Z::NOTHING, best: None }
    }
}

/// An entry of a game's table.
pub(super) type EntryIn<G> = Entry<<G as Game>::Move, <G as Game>::Zone>;

/// The table.
pub(super) struct Lengths<G: Game>(Growing<EntryIn<G>>);

impl<G: Game> Default for Lengths<G> {
    fn default() -> Self {
        Lengths(Growing::default())
    }
}

impl<G: Game> Lengths<G> {
    /// The entry of a position, empty if there is none.
    pub(super) fn look(&self, game: &G, zones: &dyn Zones<G>, pos: &G::Position) -> EntryIn<G> {
        let class = game.class(pos);
        match self.0.get(class.key) {
            Some(entry) if class.symmetry == Symmetry::IDENTITY => entry,
            Some(entry) => mapped(game, zones, game.inverse(class.symmetry), entry),
            None => Entry::default(),
        }
    }

    /// Keeps the entry of a position, which took so much work.
    pub(super) fn keep(
        &self,
        game: &G,
        zones: &dyn Zones<G>,
        pos: &G::Position,
        entry: EntryIn<G>,
        work: u32,
    ) {
        let class = game.class(pos);
        let entry = match class.symmetry {
            Symmetry::IDENTITY => entry,
            symmetry => mapped(game, zones, symmetry, entry),
        };
        self.0.put(class.key, entry, work);
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.bytes()
    }

    pub(super) fn limit(&self, bytes: usize) {
        self.0.limit(bytes);
    }
}

fn mapped<G: Game>(
    game: &G,
    zones: &dyn Zones<G>,
    symmetry: Symmetry,
    entry: EntryIn<G>,
) -> EntryIn<G> {
    let zone = match entry.most {
        NEVER => entry.zone,
        _ => zones.map(game, symmetry, entry.zone),
    };
    Entry { zone, best: entry.best.map(|mv| game.map_move(symmetry, mv)), ..entry }
}
