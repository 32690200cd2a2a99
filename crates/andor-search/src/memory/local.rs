//! Memories for games with shapes, where the rules look back.
//!
//! A win with a zone that is not the whole board rests on knowledge alone and owes nothing to the line on
//! which it was found (see [`Shaped`]), so that it needs no replay; as a shape it answers for other
//! positions too. Both memories here keep such wins. [`ZonesOfFacts`] keeps nothing else: it stands beside
//! a table of facts and tells what these depend on. [`LocalTranspositions`] keeps all solutions, those
//! without such a zone as [`Transpositions`] does.
//!
//! A search may put such wins together with what it finds on its own line. Its strategy from the root then
//! ends in ends of the game, in cycles that are good for the winner and in such wins. In the game that goes on
//! after repetitions it wins: a play comes back by good cycles for ever, or it reaches one of these wins
//! and is led from there to life that is settled. Who wins that game wins the one that ends at
//! the first repetition ([`crate::alpha_beta`] says why).
//!
//! A line that has positions before the root of the search is different: a strategy that is good without
//! them may come back there and end the game. On such lines nothing of this is used.

use super::shapes::{Fit, Shapes, answers, kind};
use super::{Entry, Memory, Recalled, Solved, Transpositions};
use crate::line::Line;
use crate::table::{Growing, Table};
use crate::zones::{LocalRelevancy, Zones};
use andor_core::{Claim, Game, Oracle, Shaped, Verdict, Zoned};

/// One part in so many of a memory is for shapes.
const SHAPES_SHARE: usize = 4;

/// What a fact depends on.
#[derive(Clone, Copy, Debug)]
struct FactZone<Z> {
    /// The margin of the claim.
    margin: i16,
    zone: Z,
}

/// What facts depend on that a search keeps in a table of its own.
pub struct ZonesOfFacts<G: Shaped> {
    zones: Growing<FactZone<G::Zone>>,
    shapes: Shapes<G::Move, G::Zone>,
    has_past: bool,
}

impl<G: Shaped> Default for ZonesOfFacts<G> {
    fn default() -> Self {
        ZonesOfFacts { zones: Growing::default(), shapes: Shapes::default(), has_past: false }
    }
}

/// A solution by a shape that fits the line's position.
fn fitting<G: Shaped>(
    shapes: &mut Shapes<G::Move, G::Zone>,
    line: &Line<'_, G>,
    claim: Claim,
) -> Option<Solved<G::Move, G::Zone>> {
    let fit = shapes.find(line.game(), line.position(), claim)?;
    Some(Solved { verdict: fit.verdict, best: fit.best, zone: fit.zone, work: 1 })
}

/// Keeps a solution as a shape.
fn keep<G: Shaped>(
    shapes: &mut Shapes<G::Move, G::Zone>,
    line: &Line<'_, G>,
    claim: Claim,
    solved: &Solved<G::Move, G::Zone>,
) {
    let &Solved { verdict, best, zone, work } = solved;
    shapes.keep(line.game(), line.position(), claim, &Fit { verdict, best, zone }, work);
}

impl<G: Shaped> Memory<G> for ZonesOfFacts<G> {
    type Zones = LocalRelevancy;

    const KEEPS: bool = false;
    const KEEPS_ZONES: bool = true;
    const COVERS_CHILDREN: bool = false;

    fn begin(&mut self, line: &Line<'_, G>) {
        self.has_past = line.ply() > 0;
    }

    fn settled<K: Oracle<G>>(
        &self,
        game: &G,
        pos: &G::Position,
        knowledge: &K,
        reason: &K::Reason,
    ) -> G::Zone {
        match self.has_past {
            true => game.whole_zone(),
            false => LocalRelevancy::settled(game, pos, knowledge, reason),
        }
    }

    fn zone(&self, game: &G, pos: &G::Position, claim: Claim, verdict: Verdict) -> Option<G::Zone> {
        if self.has_past {
            return None;
        }
        let class = game.class(pos);
        let entry = self.zones.get(class.key ^ kind(claim, verdict))?;
        let back = game.inverse(class.symmetry);
        answers(entry.margin, claim, verdict).then(|| game.map_zone(back, entry.zone))
    }

    fn look(
        &self,
        _: &mut Line<'_, G>,
        _: Claim,
        _: &impl Oracle<G>,
    ) -> Option<Solved<G::Move, G::Zone>> {
        None
    }

    fn recall(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        _: &impl Oracle<G>,
        _: &mut Recalled<G::Move, G::Zone>,
    ) -> Option<Solved<G::Move, G::Zone>> {
        if self.has_past { None } else { fitting(&mut self.shapes, line, claim) }
    }

    fn remember(&mut self, line: &Line<'_, G>, claim: Claim, solved: &Solved<G::Move, G::Zone>) {
        let game = line.game();
        if self.has_past || !LocalRelevancy::is_fact(game, solved.zone) {
            return;
        }
        let class = game.class(line.position());
        let zone = game.map_zone(class.symmetry, solved.zone);
        let entry = FactZone { margin: claim.at_least.0, zone };
        self.zones.put(class.key ^ kind(claim, solved.verdict), entry, solved.work);
        keep(&mut self.shapes, line, claim, solved);
    }

    fn len(&self) -> usize {
        self.zones.len()
    }

    fn bytes(&self) -> usize {
        self.zones.bytes() + self.shapes.bytes()
    }

    fn limit(&mut self, bytes: usize) {
        self.shapes.limit(bytes / SHAPES_SHARE);
        self.zones.limit(bytes - bytes / SHAPES_SHARE);
    }
}

/// A table of solved positions with their zones.
type Positions<G> = Growing<Entry<<G as Game>::Move, <G as Zoned>::Zone>>;

/// Solved positions by class, and as shapes where they have a zone. Threads may share a table of the former.
pub struct LocalTranspositions<G: Shaped, T = Positions<G>> {
    positions: Transpositions<G, LocalRelevancy, T>,
    shapes: Shapes<G::Move, G::Zone>,
    has_past: bool,
}

impl<G: Shaped, T: Table<Entry<G::Move, G::Zone>>> LocalTranspositions<G, T> {
    /// Solved positions in this table, which others may share.
    pub fn new(table: T) -> Self {
        let (positions, shapes) = (Transpositions::new(table), Shapes::default());
        LocalTranspositions { positions, shapes, has_past: false }
    }
}

impl<G: Shaped> Default for LocalTranspositions<G> {
    fn default() -> Self {
        LocalTranspositions::new(Growing::default())
    }
}

impl<G: Shaped, T: Table<Entry<G::Move, G::Zone>>> Memory<G> for LocalTranspositions<G, T> {
    type Zones = LocalRelevancy;

    const COVERS_CHILDREN: bool = false;

    fn begin(&mut self, line: &Line<'_, G>) {
        self.has_past = line.ply() > 0;
        self.positions.begin(line);
    }

    fn settled<K: Oracle<G>>(
        &self,
        game: &G,
        pos: &G::Position,
        knowledge: &K,
        reason: &K::Reason,
    ) -> G::Zone {
        self.positions.settled(game, pos, knowledge, reason)
    }

    fn look(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &impl Oracle<G>,
    ) -> Option<Solved<G::Move, G::Zone>> {
        self.positions.look(line, claim, knowledge)
    }

    fn recall(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &impl Oracle<G>,
        recalled: &mut Recalled<G::Move, G::Zone>,
    ) -> Option<Solved<G::Move, G::Zone>> {
        let known = self.positions.recall(line, claim, knowledge, recalled);
        if known.is_some() || self.has_past {
            return known;
        }
        fitting(&mut self.shapes, line, claim)
    }

    fn hint(&self, line: &Line<'_, G>, claim: Claim) -> Option<(Verdict, u32)> {
        self.positions.hint(line, claim)
    }

    fn remember(&mut self, line: &Line<'_, G>, claim: Claim, solved: &Solved<G::Move, G::Zone>) {
        self.positions.remember(line, claim, solved);
        if !self.has_past && LocalRelevancy::is_fact(line.game(), solved.zone) {
            keep(&mut self.shapes, line, claim, solved);
        }
    }

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn bytes(&self) -> usize {
        self.positions.bytes() + self.shapes.bytes()
    }

    fn limit(&mut self, bytes: usize) {
        self.shapes.limit(bytes / SHAPES_SHARE);
        self.positions.limit(bytes - bytes / SHAPES_SHARE);
    }
}
