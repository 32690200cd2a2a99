//! Wins with a zone as shapes: the stones inside the zone, whatever stands outside.
//!
//! In games in which stones may be captured, a shape fits exactly or not at all: no stone may be
//! missing or added. So a shape is looked up by a key of the zone and its content. There are far
//! fewer zones than shapes: on 4x4 Go a search that keeps twenty thousand shapes has some hundreds
//! of zones. A position is tried against the zones one after another, with one look into the table
//! for each zone.
//!
//! The order of the zones is learnt: a zone that fits changes places with the zone half as far from
//! the front, and a new zone starts near the end of the zones that are tried. Only the first zones
//! are tried: with three times as many the look-ups cost more than their hits save.
//!
//! Shapes are kept as they were found, without their symmetric images: symmetric whole positions
//! are found by class before shapes are asked for.

use crate::table::{Growing, Table};
use andor_core::{Claim, Key, KeySource, Player, PointSet, Shaped, Verdict};
use rustc_hash::FxHashSet;

/// How many zones are tried for a position, for each of the two verdicts.
pub(super) const TRIED: usize = 32;

/// The place of a new zone in the order.
const ENTRY_PLACE: usize = TRIED * 3 / 4;

/// How many zones are kept for each verdict and player to move.
pub(super) const MOST_ZONES: usize = 2048;

/// A win with a zone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape<M> {
    /// The margin of the claim.
    pub(super) margin: i16,
    /// A move that wins, if the winner moves.
    pub(super) best: Option<M>,
}

/// A shape that fits a position.
pub(super) struct Fit<M, Z> {
    pub(super) verdict: Verdict,
    pub(super) best: Option<M>,
    pub(super) zone: Z,
}

/// The shapes of all claims.
pub(super) struct Shapes<M: Copy, Z> {
    table: Growing<Shape<M>>,
    /// By verdict and player to move.
    zones: [ZoneList<Z>; 4],
}

/// Zones in the order in which they are tried.
struct ZoneList<Z> {
    order: Vec<Z>,
    names: FxHashSet<u64>,
}

impl<Z> Default for ZoneList<Z> {
    fn default() -> Self {
        ZoneList { order: Vec::new(), names: FxHashSet::default() }
    }
}

impl<Z: PointSet> ZoneList<Z> {
    fn add(&mut self, zone: Z) {
        if self.order.len() >= MOST_ZONES || !self.names.insert(name(zone)) {
            return;
        }
        self.order.push(zone);
        let last = self.order.len() - 1;
        self.order.swap(last, last.min(ENTRY_PLACE));
    }

    fn fitted(&mut self, place: usize) {
        self.order.swap(place, place / 2);
    }

    fn bytes(&self) -> usize {
        self.order.capacity() * size_of::<Z>() + self.names.capacity() * size_of::<u64>()
    }
}

/// A number for a zone. Two zones with the same number are taken for one, and the second is not
/// tried.
fn name<Z: PointSet>(zone: Z) -> u64 {
    zone.each().fold(0, |name, point| {
        (name ^ (point as u64 + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
    })
}

/// Keys that keep verdicts of the two attackers apart.
const KINDS: [Key; 4] = {
    let mut source = KeySource::new(0x54A9E);
    [source.next_key(), source.next_key(), source.next_key(), source.next_key()]
};

/// A key for the attacker and the verdict.
pub(super) fn kind(claim: Claim, verdict: Verdict) -> Key {
    KINDS[2 * claim.attacker.index() + usize::from(verdict == Verdict::Proven)]
}

/// Does a verdict on a claim of this margin answer another claim of the same attacker?
pub(super) fn answers(margin: i16, claim: Claim, verdict: Verdict) -> bool {
    match verdict {
        Verdict::Proven => margin >= claim.at_least.0,
        Verdict::Disproven => margin <= claim.at_least.0,
    }
}

impl<M: Copy, Z> Default for Shapes<M, Z> {
    fn default() -> Self {
        Shapes { table: Growing::default(), zones: std::array::from_fn(|_| ZoneList::default()) }
    }
}

/// The index of the zones for a verdict with this player to move.
fn place(verdict: Verdict, to_move: Player) -> usize {
    2 * usize::from(verdict == Verdict::Proven) + to_move.index()
}

impl<M: Copy, Z: PointSet> Shapes<M, Z> {
    /// A shape that fits, among so many zones of each verdict.
    pub(super) fn find<G: Shaped<Move = M, Zone = Z>>(
        &mut self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        most: usize,
    ) -> Option<Fit<M, Z>> {
        for verdict in [Verdict::Proven, Verdict::Disproven] {
            if !game.can_have_shape(pos, verdict.winner(claim)) {
                continue;
            }
            let known = &mut self.zones[place(verdict, game.to_move(pos))];
            let kind = kind(claim, verdict);
            for i in 0..known.order.len().min(most) {
                let zone = known.order[i];
                let Some(shape) = self.table.get(game.shape(pos, zone) ^ kind) else { continue };
                if answers(shape.margin, claim, verdict) {
                    known.fitted(i);
                    return Some(Fit { verdict, best: shape.best, zone });
                }
            }
        }
        None
    }

    /// Keeps a win with a zone, found for a position.
    pub(super) fn keep<G: Shaped<Move = M, Zone = Z>>(
        &mut self,
        game: &G,
        pos: &G::Position,
        claim: Claim,
        fit: &Fit<M, Z>,
        work: u32,
    ) {
        let Fit { verdict, best, zone } = *fit;
        if !game.can_have_shape(pos, verdict.winner(claim)) {
            return;
        }
        self.zones[place(verdict, game.to_move(pos))].add(zone);
        let key = game.shape(pos, zone) ^ kind(claim, verdict);
        let old = self.table.get(key);
        if old.is_none_or(|old| !answers(old.margin, claim, verdict)) {
            self.table.put(key, Shape { margin: claim.at_least.0, best }, work);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.zones.iter().map(ZoneList::bytes).sum::<usize>()
    }

    pub(super) fn limit(&mut self, bytes: usize) {
        self.table.limit(bytes);
    }
}
