//! What a search remembers of the positions it solved.
//!
//! The memories share one interface. [`Transpositions`] serves every game: solved positions by
//! class, reused on another line only where they still hold there. [`Patterns`] serves monotone
//! games: a win with a zone is remembered as a pattern and answers for every position that has it,
//! and for every position one move before it. [`LocalTranspositions`] and [`ZonesOfFacts`] serve games
//! with shapes: a win with a zone answers for every position in which the zone looks the same.

mod book;
mod local;
mod patterns;
mod proof;
mod shapes;
mod transpositions;

pub use local::{LocalTranspositions, ZonesOfFacts};
pub use patterns::{Patterns, SharedPatterns};
pub use proof::{PatternProof, PatternStep};
pub(crate) use transpositions::key_for;
pub use transpositions::{Entry, Transpositions};

use crate::line::Line;
use crate::zones::Zones;
use andor_core::{Claim, Game, Oracle, Verdict};

/// The zone that a memory keeps.
pub type ZoneOf<G, M> = <<M as Memory<G>>::Zones as Zones<G>>::Zone;

/// A refutation with the zones that a memory keeps.
pub type RefutationOf<G, M> = <<M as Memory<G>>::Zones as Zones<G>>::Refutation;

/// A settled position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solved<M, Z> {
    /// The verdict on the claim.
    pub verdict: Verdict,
    /// A move that wins, if the winner moves and it is known.
    pub best: Option<M>,
    /// What the verdict depends on.
    pub zone: Z,
    /// The work that went into it, in nodes.
    pub work: u32,
}

/// What a memory tells about a position that it cannot settle.
#[derive(Clone, Debug)]
pub struct Recalled<M, Z> {
    /// Zones with which the opponent wins against every move that does not meet them.
    pub threats: Vec<Z>,
    /// Moves, each with a zone with which the mover then wins against every reply that does not
    /// meet it.
    pub follow_ups: Vec<(M, Z)>,
}

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

/// The memory that forgets everything.
impl<G: Game> Memory<G> for () {
    type Zones = ();

    const KEEPS: bool = false;
    const COVERS_CHILDREN: bool = false;

    fn look(
        &self,
        _: &mut Line<'_, G>,
        _: Claim,
        _: &impl Oracle<G>,
    ) -> Option<Solved<G::Move, ()>> {
        None
    }

    fn recall(
        &mut self,
        _: &mut Line<'_, G>,
        _: Claim,
        _: &impl Oracle<G>,
        _: &mut Recalled<G::Move, ()>,
    ) -> Option<Solved<G::Move, ()>> {
        None
    }

    fn remember(&mut self, _: &Line<'_, G>, _: Claim, _: &Solved<G::Move, ()>) {}

    fn len(&self) -> usize {
        0
    }

    fn bytes(&self) -> usize {
        0
    }

    fn limit(&mut self, _: usize) {}
}

/// Solved positions of one claim.
pub trait Memory<G: Game> {
    /// The zones that are kept.
    type Zones: Zones<G>;

    /// Does the memory keep anything? One that does not is for searches that do without it.
    const KEEPS: bool = true;

    /// Does [`Memory::recall`] tell all that is known about the children of a position, moves that
    /// end the game included? Then they need not be looked up one by one.
    const COVERS_CHILDREN: bool;

    /// A search begins, at the end of this line. Memories that serve lines without a past only look here.
    fn begin(&mut self, _line: &Line<'_, G>) {}

    /// What the verdict on a position depends on that the knowledge settles for this reason.
    fn settled<K: Oracle<G>>(
        &self,
        game: &G,
        pos: &G::Position,
        knowledge: &K,
        reason: &K::Reason,
    ) -> ZoneOf<G, Self> {
        Self::Zones::settled(game, pos, knowledge, reason)
    }

    /// Does the memory keep what verdicts depend on that a search keeps elsewhere?
    const KEEPS_ZONES: bool = false;

    /// What the verdict on the position depends on, if the memory knows it although the verdict was kept
    /// elsewhere.
    fn zone(
        &self,
        _game: &G,
        _pos: &G::Position,
        _claim: Claim,
        _verdict: Verdict,
    ) -> Option<ZoneOf<G, Self>> {
        None
    }

    /// Is the position of the line known?
    fn look(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &impl Oracle<G>,
    ) -> Option<Solved<G::Move, ZoneOf<G, Self>>>;

    /// What is known about a position that is about to be expanded: its solution, or, in
    /// `recalled`, what helps to expand it.
    fn recall(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &impl Oracle<G>,
        recalled: &mut Recalled<G::Move, ZoneOf<G, Self>>,
    ) -> Option<Solved<G::Move, ZoneOf<G, Self>>>;

    /// Appends the zones of threats that are known now against a position that turned out lost: with
    /// them its own zone may become smaller.
    fn threats(&self, _line: &Line<'_, G>, _claim: Claim, _threats: &mut Vec<ZoneOf<G, Self>>) {}

    /// The verdict on the line's position, with its work, as it was found on some line, perhaps not on
    /// this one: no more than a guess, and nothing where the past does not matter.
    fn hint(&self, _line: &Line<'_, G>, _claim: Claim) -> Option<(Verdict, u32)> {
        None
    }

    /// Remembers a solution of the line's position.
    fn remember(
        &mut self,
        line: &Line<'_, G>,
        claim: Claim,
        solved: &Solved<G::Move, ZoneOf<G, Self>>,
    );

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
