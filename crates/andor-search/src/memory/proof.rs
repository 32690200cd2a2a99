//! From a table of patterns to a proof by patterns.
//!
//! A pattern says that the winner wins, although the loser moves, wherever the winner has the
//! needed stones and the loser has none in the zone. The proof of a pattern is a list of answers.
//! Each answer is a stone and a smaller pattern that holds once the stone is placed. No point of
//! the zone may spoil all answers.
//!
//! Every pattern in the table was derived in this way, from earlier patterns of the table or from
//! chains that join the edges. So the answers can be found again by asking the table about the
//! pattern alone: a position in which the other points of the zone are empty, and every point
//! outside the zone belongs to the loser.

use super::pattern_table::{Pattern, PatternTable};
use andor_core::{Monotone, Player, PointSet};
use rustc_hash::FxHashMap;

/// One pattern with its answers; points are numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternStep {
    /// The loser has no stone here.
    pub zone: Vec<usize>,
    /// The winner's stones; without answers they join the winner's edges.
    pub need: Vec<usize>,
    /// Stones, each with the number of the step that holds once it is placed.
    pub answers: Vec<(usize, usize)>,
}

/// A proof that a player wins a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternProof {
    /// The patterns; answers lead to earlier ones only.
    pub steps: Vec<PatternStep>,
    /// The winner's first stone, if the winner moves.
    pub first: Option<usize>,
    /// The step that holds after the first stone.
    pub root: usize,
}

/// Finds proofs in a table.
pub(super) struct Prover<'a, G: Monotone> {
    game: &'a G,
    winner: Player,
    table: &'a PatternTable<G::Zone>,
    steps: Vec<PatternStep>,
    /// Steps by the points of their zone and need.
    known: FxHashMap<(Vec<usize>, Vec<usize>), usize>,
}

/// A pattern that holds after a stone.
#[derive(Clone, Copy)]
struct Candidate<Z> {
    stone: usize,
    zone: Z,
    need: Z,
}

impl<'a, G: Monotone> Prover<'a, G> {
    pub(super) fn new(game: &'a G, winner: Player, table: &'a PatternTable<G::Zone>) -> Self {
        Prover { game, winner, table, steps: Vec::new(), known: FxHashMap::default() }
    }

    /// A proof that the winner wins `pos`.
    pub(super) fn prove(mut self, pos: &G::Position) -> Option<PatternProof> {
        let (own, theirs) =
            (self.game.stones(pos, self.winner), self.game.stones(pos, self.winner.other()));
        let empty = self.game.whole_zone() - (own | theirs);
        if self.game.outcome(pos).is_some() {
            let zone = self.game.winning_zone(self.winner, own);
            let root = self.step(zone, zone)?;
            return Some(PatternProof { steps: self.steps, first: None, root });
        }
        let candidates = self.candidates(own, empty, theirs);
        let moves = self.game.to_move(pos) == self.winner;
        let complete = |candidate: &Candidate<G::Zone>| candidate.need - own == G::Zone::NOTHING;
        let best = candidates
            .into_iter()
            .filter(|candidate| moves || complete(candidate))
            .min_by_key(|candidate| candidate.zone.count())?;
        let root = self.step(best.zone, best.need)?;
        Some(PatternProof { steps: self.steps, first: moves.then_some(best.stone), root })
    }

    /// All patterns that hold after one stone of the winner's: chains and what the table has.
    fn candidates(&self, own: G::Zone, empty: G::Zone, loser: G::Zone) -> Vec<Candidate<G::Zone>> {
        let mut out = Vec::new();
        for stone in self.game.winning_points(self.winner, own, empty).each() {
            let zone = self.game.winning_zone(self.winner, own | G::Zone::of(stone));
            out.push(Candidate { stone, zone, need: zone });
        }
        self.table.fits(self.game.area(), loser, empty, |missing, pattern| {
            let &Pattern { zone, need, .. } = pattern;
            // Where nothing is missing any stone will do; one of the pattern's own cuts least.
            let stone = match missing.count() {
                0 => (zone & empty).each().next().or_else(|| empty.each().next()),
                1 => missing.each().next(),
                _ => None,
            };
            out.extend(stone.map(|stone| Candidate { stone, zone, need }));
        });
        out
    }

    /// The number of the step for a pattern; a new step is made together with all steps that it
    /// needs.
    fn step(&mut self, zone: G::Zone, need: G::Zone) -> Option<usize> {
        let key = (zone.each().collect::<Vec<_>>(), need.each().collect::<Vec<_>>());
        if let Some(&step) = self.known.get(&key) {
            return Some(step);
        }
        let open = zone - need;
        let mut answers = Vec::new();
        if open != G::Zone::NOTHING || !self.joined(need) {
            let outside = self.game.whole_zone() - zone;
            let mut left = open;
            let candidates = self.candidates(need, open, outside);
            while left != G::Zone::NOTHING {
                let best = candidates
                    .iter()
                    .map(|candidate| (self.price(candidate, left), candidate))
                    .filter(|(price, _)| price.is_finite())
                    .min_by(|a, b| a.0.total_cmp(&b.0))
                    .map(|(_, candidate)| *candidate)?;
                left = left & (best.zone | G::Zone::of(best.stone));
                answers.push(best);
            }
            if answers.is_empty() {
                return None;
            }
        }
        let mut numbered = Vec::with_capacity(answers.len());
        for Candidate { stone, zone, need } in answers {
            numbered.push((stone, self.step(zone, need)?));
        }
        let step = self.steps.len();
        self.steps.push(PatternStep {
            zone: key.0.clone(),
            need: key.1.clone(),
            answers: numbered,
        });
        self.known.insert(key, step);
        Some(step)
    }

    fn joined(&self, need: G::Zone) -> bool {
        // A stone that is there already joins the edges exactly if all stones do.
        need.each().next().is_some_and(|stone| {
            let others = need - G::Zone::of(stone);
            self.game.winning_points(self.winner, others, G::Zone::of(stone)) != G::Zone::NOTHING
        })
    }

    /// The price of an answer for each point that the answer covers; existing steps and small
    /// patterns are cheap.
    fn price(&self, candidate: &Candidate<G::Zone>, left: G::Zone) -> f32 {
        let refuted = (left - (candidate.zone | G::Zone::of(candidate.stone))).count();
        if refuted == 0 {
            return f32::INFINITY;
        }
        let key = (candidate.zone.each().collect(), candidate.need.each().collect());
        let size = (candidate.zone - candidate.need).count() as f32;
        let cost = if self.known.contains_key(&key) { 1.0 } else { 2.0 + size };
        cost / refuted as f32
    }
}
