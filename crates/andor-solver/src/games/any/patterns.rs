//! Patterns of a real game as a memory of [`AnyGame`].
//!
//! Patterns take most of the time of a search without knowledge. So they are kept in the words of
//! the real board, and only what a position recalls is changed from one type to the other.

use andor_core::{Claim, Monotone, Oracle, Verdict};
use andor_games::any::{AnyGame, AnyZone, Variant};
use andor_search::Line;
use andor_search::memory::{Memory, PatternProof, Recalled, RecalledIn, Solved, SolvedIn};
use andor_search::zones::{PointRelevancy, Zones};
use std::marker::PhantomData;

/// Patterns of the game `V`, which ask no knowledge, as a memory of [`AnyGame`].
pub(crate) struct PatternsOf<V, M> {
    patterns: M,
    game: PhantomData<fn() -> V>,
}

impl<V, M> PatternsOf<V, M> {
    pub(crate) fn new(patterns: M) -> PatternsOf<V, M> {
        PatternsOf { patterns, game: PhantomData }
    }
}

/// The position of a line as a line of the real game, which never repeats.
fn own<'g, V: Variant>(line: &Line<'g, AnyGame>) -> Line<'g, V> {
    Line::new(V::of(line.game()), V::position(line.position()).clone())
}

impl<V: Variant + Monotone, M: Memory<V>> Memory<AnyGame> for PatternsOf<V, M> {
    fn zones(&self) -> Box<dyn Zones<AnyGame>> {
        Box::new(PointRelevancy)
    }

    fn covers_children(&self) -> bool {
        self.patterns.covers_children()
    }

    fn wants_zones(&self) -> bool {
        self.patterns.wants_zones()
    }

    /// Patterns answer for all children of a position at once.
    fn look(
        &self,
        _: &mut Line<'_, AnyGame>,
        _: Claim,
        _: &dyn Oracle<AnyGame>,
    ) -> Option<SolvedIn<AnyGame>> {
        None
    }

    fn recall(
        &mut self,
        line: &mut Line<'_, AnyGame>,
        claim: Claim,
        _: &dyn Oracle<AnyGame>,
        recalled: &mut RecalledIn<AnyGame>,
    ) -> Option<SolvedIn<AnyGame>> {
        let mut found = Recalled::default();
        let solved = self.patterns.recall(&mut own::<V>(line), claim, &(), &mut found);
        recalled.threats.extend(found.threats.into_iter().map(V::wrap_zone));
        let follow_ups = found.follow_ups.into_iter();
        let follow_ups = follow_ups.map(|(mv, zone)| (V::wrap_move(mv), V::wrap_zone(zone)));
        recalled.follow_ups.extend(follow_ups);
        let Solved { verdict, best, zone, work } = solved?;
        let (best, zone) = (best.map(V::wrap_move), V::wrap_zone(zone));
        Some(Solved { verdict, best, zone, work })
    }

    fn threats(&self, line: &Line<'_, AnyGame>, claim: Claim, threats: &mut Vec<AnyZone>) {
        let mut found = Vec::new();
        self.patterns.threats(&own::<V>(line), claim, &mut found);
        threats.extend(found.into_iter().map(V::wrap_zone));
    }

    fn remember(
        &mut self,
        line: &mut Line<'_, AnyGame>,
        claim: Claim,
        _: &dyn Oracle<AnyGame>,
        solved: &SolvedIn<AnyGame>,
    ) {
        let &Solved { verdict, best, zone, work } = solved;
        let solved = Solved { verdict, best: best.map(V::mv), zone: V::zone(zone), work };
        self.patterns.remember(&mut own::<V>(line), claim, &(), &solved);
    }

    fn pattern_proof(
        &self,
        line: &Line<'_, AnyGame>,
        claim: Claim,
        verdict: Verdict,
    ) -> Option<PatternProof> {
        self.patterns.pattern_proof(&own::<V>(line), claim, verdict)
    }

    fn len(&self) -> usize {
        self.patterns.len()
    }

    fn bytes(&self) -> usize {
        self.patterns.bytes()
    }

    fn limit(&mut self, bytes: usize) {
        self.patterns.limit(bytes);
    }
}
