//! Memories for games with shapes whose rules look back at the past, such as Go.
//!
//! A win with a zone that is not the whole board rests on knowledge alone. Such a win owes nothing
//! to the line on which it was found (see [`Shaped`]), so the win needs no replay. As a shape the
//! win answers for other positions too. Both memories here keep such wins. [`ZonesOfFacts`] keeps
//! nothing else: it is used beside a table of facts and knows the zones on which these facts
//! depend. [`LocalTranspositions`] keeps all solutions; solutions without such a zone are kept as
//! in [`Transpositions`].
//!
//! A search may combine such wins with the results on its own line. Its strategy from the root then
//! ends in ends of the game, in cycles that are good for the winner, and in such wins. In the game
//! that goes on after repetitions this strategy wins: a play repeats good cycles for ever, or it
//! reaches one of these wins, and from there the strategy leads to life that is settled. The winner
//! of the game that goes on also wins the game that ends at the first repetition
//! ([`crate::alpha_beta`] gives the proof).
//!
//! A line with positions before the root of the search is different: a strategy that is good
//! without these positions may come back to one of them and end the game. On such lines no such win
//! is used.

use super::shapes::{Fit, MOST_ZONES, Shapes, TRIED, answers, kind};
use super::{Entry, Memory, RecalledIn, Solved, SolvedIn, Transpositions};
use crate::line::Line;
use crate::shares;
use crate::table::{Growing, Table};
use crate::zones::{LocalRelevancy, Zones};
use andor_core::{Claim, Game, Numbered, Oracle, Shaped, Verdict};

/// The zone of a fact, and its claim.
#[derive(Clone, Copy, Debug)]
struct FactZone<Z> {
    /// The margin of the claim.
    margin: i16,
    zone: Z,
}

/// The zones of facts that a search keeps in a table of its own.
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

/// A solution by a shape that fits the line's position, among so many zones.
fn fitting<G: Shaped>(
    shapes: &mut Shapes<G::Move, G::Zone>,
    line: &Line<'_, G>,
    claim: Claim,
    most: usize,
) -> Option<SolvedIn<G>> {
    let fit = shapes.find(line.game(), line.position(), claim, most)?;
    Some(Solved { verdict: fit.verdict, best: fit.best, zone: fit.zone, work: 1 })
}

/// Keeps a solution as a shape.
fn keep<G: Shaped>(
    shapes: &mut Shapes<G::Move, G::Zone>,
    line: &Line<'_, G>,
    claim: Claim,
    solved: &SolvedIn<G>,
) {
    let &Solved { verdict, best, zone, work } = solved;
    shapes.keep(line.game(), line.position(), claim, &Fit { verdict, best, zone }, work);
}

impl<G: Shaped> Memory<G> for ZonesOfFacts<G> {
    fn zones(&self) -> Box<dyn Zones<G>> {
        Box::new(LocalRelevancy)
    }

    fn keeps(&self) -> bool {
        false
    }

    fn keeps_zones(&self) -> bool {
        true
    }

    fn begin(&mut self, line: &Line<'_, G>) {
        self.has_past = line.ply() > 0;
    }

    fn wants_zones(&self) -> bool {
        !self.has_past
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

    fn look(&self, _: &mut Line<'_, G>, _: Claim, _: &dyn Oracle<G>) -> Option<SolvedIn<G>> {
        None
    }

    fn recall(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        _: &dyn Oracle<G>,
        _: &mut RecalledIn<G>,
    ) -> Option<SolvedIn<G>> {
        if self.has_past { None } else { fitting(&mut self.shapes, line, claim, TRIED) }
    }

    fn remember(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        _: &dyn Oracle<G>,
        solved: &SolvedIn<G>,
    ) {
        let game = line.game();
        if self.has_past || !LocalRelevancy.is_fact(game, solved.zone) {
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
        self.shapes.limit(shares::of_shapes(bytes));
        self.zones.limit(bytes - shares::of_shapes(bytes));
    }
}

/// A table of solved positions with their zones.
type Positions<G> = Growing<Entry<<G as Game>::Move, <G as Game>::Zone>>;

/// Solved positions by class, and as shapes where they have a zone. Threads may share the table by
/// class.
pub struct LocalTranspositions<G: Shaped, T = Positions<G>> {
    positions: Transpositions<G, LocalRelevancy, T>,
    shapes: Shapes<G::Move, G::Zone>,
    has_past: bool,
}

impl<G: Shaped, T: Table<Entry<G::Move, G::Zone>>> LocalTranspositions<G, T> {
    /// A memory with this table, which other threads may share.
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

impl<G: Shaped<Move: Numbered>, T: Table<Entry<G::Move, G::Zone>> + Send> Memory<G>
    for LocalTranspositions<G, T>
{
    fn zones(&self) -> Box<dyn Zones<G>> {
        Box::new(LocalRelevancy)
    }

    fn begin(&mut self, line: &Line<'_, G>) {
        self.has_past = line.ply() > 0;
        self.positions.begin(line);
    }

    fn wants_zones(&self) -> bool {
        self.positions.wants_zones()
    }

    fn look(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
    ) -> Option<SolvedIn<G>> {
        self.positions.look(line, claim, knowledge)
    }

    fn recall(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        recalled: &mut RecalledIn<G>,
    ) -> Option<SolvedIn<G>> {
        let known = self.positions.recall(line, claim, knowledge, recalled);
        if known.is_some() || self.has_past {
            return known;
        }
        fitting(&mut self.shapes, line, claim, TRIED)
    }

    fn fitting(&mut self, line: &Line<'_, G>, claim: Claim) -> Option<SolvedIn<G>> {
        if self.has_past { None } else { fitting(&mut self.shapes, line, claim, MOST_ZONES) }
    }

    fn remember(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        solved: &SolvedIn<G>,
    ) {
        self.positions.remember(line, claim, knowledge, solved);
        if !self.has_past && LocalRelevancy.is_fact(line.game(), solved.zone) {
            keep(&mut self.shapes, line, claim, solved);
        }
    }

    fn holds(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        verdict: Verdict,
    ) -> Option<u128> {
        self.positions.holds(line, claim, knowledge, verdict)
    }

    fn learn(&mut self, line: &mut Line<'_, G>, claim: Claim, solved: &SolvedIn<G>, marks: u128) {
        self.positions.learn(line, claim, solved, marks);
    }

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn bytes(&self) -> usize {
        self.positions.bytes() + self.shapes.bytes()
    }

    fn limit(&mut self, bytes: usize) {
        self.shapes.limit(shares::of_shapes(bytes));
        self.positions.limit(bytes - shares::of_shapes(bytes));
    }
}
