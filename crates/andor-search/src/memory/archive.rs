//! An archive: solved positions that outlast the search and that other searches share, such as a
//! file.
//!
//! [`Archived`] puts an archive beside any memory. A position that the memory does not know is
//! looked up in the archive when the search expands the position, and a solution that took much
//! work is filed in the archive. The memory learns what was found, so that the search goes on as if
//! it had solved the position itself.
//!
//! What is filed must hold without the line on which it was found. In games that never repeat every
//! solution does. Under superko the memory says with which [marks](Memory::holds) in the past the
//! solution still holds; a solution for which the memory cannot tell is not filed. A zone is filed
//! in games that never repeat: there the zone is a fact about the position. Elsewhere a zone
//! belongs to the memory that made it.

use super::{Memory, PatternProof, RecalledIn, Solved, SolvedIn};
use crate::line::Line;
use crate::zones::Zones;
use andor_core::{Claim, Class, Game, Oracle, Repetition, Verdict};
use std::sync::Arc;

/// A solution in the standard form of the class of its position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filed<M, Z> {
    /// The verdict on the claim.
    pub verdict: Verdict,
    /// A move that wins, if the winner moves and it is known.
    pub best: Option<M>,
    /// The zone, if there is one.
    pub zone: Option<Z>,
    /// The work that went into it, in nodes.
    pub work: u32,
    /// The solution holds on every line whose past has none of these marks.
    pub marks: u128,
}

/// A solution of a position of a game.
pub type FiledIn<G> = Filed<<G as Game>::Move, <G as Game>::Zone>;

/// Solved positions that searches share.
pub trait Archive<G: Game>: Send + Sync {
    /// The solution of a position of this class, if it is filed.
    fn find(&self, game: &G, pos: &G::Position, class: Class, claim: Claim) -> Option<FiledIn<G>>;

    /// Files a solution of a position of this class.
    fn file(&self, game: &G, pos: &G::Position, class: Class, claim: Claim, filed: &FiledIn<G>);

    /// Solutions that took less work than this are not filed.
    fn least_work(&self) -> u32;
}

/// A memory with an archive beside it.
pub struct Archived<G: Game> {
    memory: Box<dyn Memory<G>>,
    zones: Box<dyn Zones<G>>,
    archive: Arc<dyn Archive<G>>,
}

impl<G: Game> Archived<G> {
    /// This memory with this archive.
    pub fn new(memory: Box<dyn Memory<G>>, archive: Arc<dyn Archive<G>>) -> Archived<G> {
        Archived { zones: memory.zones(), memory, archive }
    }

    /// The solution of the line's position by the archive, which the memory learns.
    fn find(&mut self, line: &mut Line<'_, G>, claim: Claim) -> Option<SolvedIn<G>> {
        let (game, pos) = (line.game(), line.position());
        let class = game.class(pos);
        let filed = self.archive.find(game, pos, class, claim)?;
        if filed.marks & line.past_marks() != 0 && game.repetition() != Repetition::Impossible {
            return None;
        }
        let back = game.inverse(class.symmetry);
        let best = filed.best.map(|mv| game.map_move(back, mv));
        let zone = match filed.zone.filter(|_| has_zones(game, &*self.zones)) {
            Some(zone) => self.zones.map(game, back, zone),
            None => self.zones.whole(game),
        };
        let mut moves = Vec::new();
        line.moves(&mut moves);
        if best.is_some_and(|mv| !moves.contains(&mv)) {
            return None;
        }
        let solved = Solved { verdict: filed.verdict, best, zone, work: filed.work };
        self.memory.learn(line, claim, &solved, filed.marks);
        Some(solved)
    }
}

/// Are zones facts about positions of this game?
fn has_zones<G: Game>(game: &G, zones: &dyn Zones<G>) -> bool {
    zones.is_used() && game.repetition() == Repetition::Impossible
}

impl<G: Game> Memory<G> for Archived<G> {
    fn zones(&self) -> Box<dyn Zones<G>> {
        self.memory.zones()
    }

    fn keeps(&self) -> bool {
        self.memory.keeps()
    }

    fn keeps_zones(&self) -> bool {
        self.memory.keeps_zones()
    }

    fn covers_children(&self) -> bool {
        self.memory.covers_children()
    }

    fn begin(&mut self, line: &Line<'_, G>) {
        self.memory.begin(line);
    }

    fn wants_zones(&self) -> bool {
        self.memory.wants_zones()
    }

    fn zone(&self, game: &G, pos: &G::Position, claim: Claim, verdict: Verdict) -> Option<G::Zone> {
        self.memory.zone(game, pos, claim, verdict)
    }

    fn look(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
    ) -> Option<SolvedIn<G>> {
        self.memory.look(line, claim, knowledge)
    }

    fn recall(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        recalled: &mut RecalledIn<G>,
    ) -> Option<SolvedIn<G>> {
        let known = self.memory.recall(line, claim, knowledge, recalled);
        known.or_else(|| self.find(line, claim))
    }

    fn fitting(&mut self, line: &Line<'_, G>, claim: Claim) -> Option<SolvedIn<G>> {
        self.memory.fitting(line, claim)
    }

    fn threats(&self, line: &Line<'_, G>, claim: Claim, threats: &mut Vec<G::Zone>) {
        self.memory.threats(line, claim, threats);
    }

    fn remember(
        &mut self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        solved: &SolvedIn<G>,
    ) {
        self.memory.remember(line, claim, knowledge, solved);
        if solved.work < self.archive.least_work() || line.outcome().is_some() {
            return;
        }
        let Some(marks) = self.memory.holds(line, claim, knowledge, solved.verdict) else { return };
        let (game, pos) = (line.game(), line.position());
        let class = game.class(pos);
        let zone = (has_zones(game, &*self.zones) && self.memory.wants_zones())
            .then(|| self.zones.map(game, class.symmetry, solved.zone));
        let best = solved.best.map(|mv| game.map_move(class.symmetry, mv));
        let Solved { verdict, work, .. } = *solved;
        let filed = Filed { verdict, best, zone, work, marks };
        self.archive.file(game, pos, class, claim, &filed);
    }

    fn holds(
        &self,
        line: &mut Line<'_, G>,
        claim: Claim,
        knowledge: &dyn Oracle<G>,
        verdict: Verdict,
    ) -> Option<u128> {
        self.memory.holds(line, claim, knowledge, verdict)
    }

    fn learn(&mut self, line: &mut Line<'_, G>, claim: Claim, solved: &SolvedIn<G>, marks: u128) {
        self.memory.learn(line, claim, solved, marks);
    }

    fn pattern_proof(
        &self,
        line: &Line<'_, G>,
        claim: Claim,
        verdict: Verdict,
    ) -> Option<PatternProof> {
        self.memory.pattern_proof(line, claim, verdict)
    }

    fn len(&self) -> usize {
        self.memory.len()
    }

    fn bytes(&self) -> usize {
        self.memory.bytes()
    }

    fn limit(&mut self, bytes: usize) {
        self.memory.limit(bytes);
    }
}
