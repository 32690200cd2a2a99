//! Memories: the solved positions that a search can use again.
//!
//! The memories share one interface. [`Transpositions`], a transposition table, serves every game:
//! solved positions by class, reused on another line only where they still hold there. [`Patterns`]
//! serves monotone games: a win with a zone is remembered as a pattern. The pattern answers for
//! every position that has the pattern, and for every position one move before.
//! [`LocalTranspositions`] and [`ZonesOfFacts`] serve games with shapes: a win with a zone answers
//! for every position in which the zone looks the same.

mod archive;
mod local;
mod pattern_table;
mod patterns;
mod proof;
mod shapes;
mod transpositions;

pub use archive::{Archive, Archived, Filed, FiledIn};
pub use local::{LocalTranspositions, ZonesOfFacts};
pub use patterns::{Patterns, SharedPatterns};
pub use proof::{PatternProof, PatternStep};
pub(crate) use transpositions::key_for;
pub use transpositions::{Entry, Transpositions};

use crate::line::Line;
use crate::zones::Zones;
use andor_core::{Claim, Game, Oracle, Repetition, Verdict};

/// A settled position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solved<M, Z> {
    /// The verdict on the claim.
    pub verdict: Verdict,
    /// A move that wins, if the winner moves and it is known.
    pub best: Option<M>,
    /// The zone: the points on which the verdict depends.
    pub zone: Z,
    /// The work that went into it, in nodes.
    pub work: u32,
}

/// A settled position of a game.
pub type SolvedIn<G> = Solved<<G as Game>::Move, <G as Game>::Zone>;

/// The threats and follow-ups that a memory knows in a position it cannot settle.
#[derive(Clone, Debug)]
pub struct Recalled<M, Z> {
    /// Zones with which the opponent wins against every move that does not meet them.
    pub threats: Vec<Z>,
    /// Moves, each with a zone with which the mover then wins against every reply that does not
    /// meet it.
    pub follow_ups: Vec<(M, Z)>,
}

/// The threats and follow-ups that a memory knows in a position of a game.
pub type RecalledIn<G> = Recalled<<G as Game>::Move, <G as Game>::Zone>;

impl<M, Z> Default for Recalled<M, Z> {
    fn default() -> Self {
        Recalled { threats: Vec::new(), follow_ups: Vec::new() }
    }
}

impl<M, Z> Recalled<M, Z> {
    /// Forgets everything, keeps the room.
    pub fn clear(&mut self) {
        self.threats.clear();
        self.follow_ups.clear();
    }
}

/// Solved positions of one claim.
pub trait Memory<G: Game>: Send {
    /// The zones that the search has to use with this memory.
    fn zones(&self) -> Box<dyn Zones<G>>;

    /// Does the memory keep solutions? A memory that keeps none is used beside a table of facts.
    fn keeps(&self) -> bool {
        true
    }

    /// Does the memory keep the zones of verdicts that a search keeps elsewhere?
    fn keeps_zones(&self) -> bool {
        false
    }

    /// Does [`Memory::recall`] report everything that is known about the children of a position,
    /// moves that end the game included? Then the search need not look up the children one by one.
    fn covers_children(&self) -> bool {
        false
    }

    /// A search begins at the end of this line. Memories that serve only lines without a past check
    /// the line here.
    fn begin(&mut self, _line: &Line<'_, G>) {}

    /// Does the search that has begun have any use for the zone of a settled position?
    fn wants_zones(&self) -> bool;

    /// The zone of the verdict on the position, if the memory knows the zone although the verdict
    /// is kept elsewhere.
    fn zone(
        &self,
        _game: &G,
        _pos: &G::Position,
        _claim: Claim,
        _verdict: Verdict,
    ) -> Option<G::Zone> {
        None
    }

    /// Is the position of the line known?
    fn look(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
    ) -> Option<SolvedIn<G>>;

    /// The memory's knowledge of a position that is about to be expanded: its solution, or, in
    /// `recalled`, threats and follow-ups for the expansion.
    fn recall(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        recalled: &mut RecalledIn<G>,
    ) -> Option<SolvedIn<G>>;

    /// A solution that holds for the line's position, although it was found for another position.
    /// `recall` tries only the solutions that were most useful so far; this method tries all of
    /// them.
    fn fitting(&mut self, _line: &Line<'_, G>, _claim: Claim) -> Option<SolvedIn<G>> {
        None
    }

    /// Appends the zones of threats that are known now against a position that turned out lost.
    /// With these threats the zone of the position may become smaller.
    fn threats(&self, _line: &Line<'_, G>, _claim: Claim, _threats: &mut Vec<G::Zone>) {}

    /// Remembers a solution of the line's position.
    fn remember(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        solved: &SolvedIn<G>,
    );

    /// The marks of the positions that must not be in the past if the verdict on the line's
    /// position is to hold on another line; `None` if the memory cannot tell. Without marks the
    /// verdict holds on every line.
    fn holds(
        &self,
        line: &mut Line<'_, G>,
        _claim: Claim,
        _knowledge: &dyn Oracle<G>,
        _verdict: Verdict,
    ) -> Option<u128> {
        (line.game().repetition() == Repetition::Impossible).then_some(0)
    }

    /// Learns a solution of the line's position that was found elsewhere and holds on every line
    /// whose past has none of these marks.
    fn learn(&mut self, line: &mut Line<'_, G>, claim: Claim, solved: &SolvedIn<G>, _marks: u128) {
        self.remember(line, claim, &(), solved);
    }

    /// A proof of a verdict on the line's position by patterns alone, if the memory keeps patterns
    /// and has all that is needed.
    fn pattern_proof(
        &self,
        _line: &Line<'_, G>,
        _claim: Claim,
        _verdict: Verdict,
    ) -> Option<PatternProof> {
        None
    }

    /// How many solutions are remembered.
    fn len(&self) -> usize;

    /// Is nothing remembered?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bytes they take.
    fn bytes(&self) -> usize;

    /// From now on, take no more than this.
    fn limit(&mut self, bytes: usize);
}

/// A memory behind a pointer; every method is forwarded.
impl<G: Game, M: Memory<G> + ?Sized> Memory<G> for Box<M> {
    fn zones(&self) -> Box<dyn Zones<G>> {
        (**self).zones()
    }

    fn keeps(&self) -> bool {
        (**self).keeps()
    }

    fn keeps_zones(&self) -> bool {
        (**self).keeps_zones()
    }

    fn covers_children(&self) -> bool {
        (**self).covers_children()
    }

    fn begin(&mut self, line: &Line<'_, G>) {
        (**self).begin(line);
    }

    fn wants_zones(&self) -> bool {
        (**self).wants_zones()
    }

    fn zone(&self, game: &G, pos: &G::Position, claim: Claim, verdict: Verdict) -> Option<G::Zone> {
        (**self).zone(game, pos, claim, verdict)
    }

    fn look(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
    ) -> Option<SolvedIn<G>> {
        (**self).look(line, claim, knowledge)
    }

    fn recall(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        recalled: &mut RecalledIn<G>,
    ) -> Option<SolvedIn<G>> {
        (**self).recall(line, claim, knowledge, recalled)
    }

    fn fitting(&mut self, line: &Line<'_, G>, claim: Claim) -> Option<SolvedIn<G>> {
        (**self).fitting(line, claim)
    }

    fn threats(&self, line: &Line<'_, G>, claim: Claim, threats: &mut Vec<G::Zone>) {
        (**self).threats(line, claim, threats);
    }

    fn remember(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        solved: &SolvedIn<G>,
    ) {
        (**self).remember(line, claim, knowledge, solved);
    }

    fn holds(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        verdict: Verdict,
    ) -> Option<u128> {
        (**self).holds(line, claim, knowledge, verdict)
    }

    fn learn(&mut self, line: &mut Line<'_, G>, claim: Claim, solved: &SolvedIn<G>, marks: u128) {
        (**self).learn(line, claim, solved, marks);
    }

    fn pattern_proof(
        &self,
        line: &Line<'_, G>,
        claim: Claim,
        verdict: Verdict,
    ) -> Option<PatternProof> {
        (**self).pattern_proof(line, claim, verdict)
    }

    fn len(&self) -> usize {
        (**self).len()
    }

    fn bytes(&self) -> usize {
        (**self).bytes()
    }

    fn limit(&mut self, bytes: usize) {
        (**self).limit(bytes);
    }
}
