//! The zones of fill-in and of left-out moves: the points on which lemmas rest.
//!
//! A win has a *zone* if the winner also wins with no more stones than those inside the zone, and
//! with every point outside the zone given to the loser: then nothing outside matters. A step of a
//! fill-in, or a reason against a move, stays true there if its lemma still applies at its place:
//! the cells of its shape are in the zone, and so are the winner's stones on its ring. The loser's
//! stones on the ring are outside, where everything is the loser's. The cells of the ring that the
//! lemma leaves open may hold anything.

use super::consider::{Drop, DropRule};
use super::fill::FillRule;
use super::lemma::Lemma;
use super::local::Known;
use super::shape::{Shape, map_cell};
use super::{Inferior, Spot, lemma, shapes};
use crate::hex::split::flood;
use andor_core::Player;
use andor_games::points::Points;

/// Lemmas that speak against moves, and the points on which they rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Against<const W: usize> {
    /// The lemmas, in an order in which they may be quoted: a move is dominated by a move that is
    /// answered elsewhere or against which an earlier lemma speaks.
    pub spots: Vec<Spot>,
    /// The cells of their shapes.
    pub carrier: Points<W>,
    /// The opponent's stones on their rings.
    pub need: Points<W>,
}

impl<const W: usize> Inferior<W> {
    /// The stones of both players on which a placed lemma rests.
    pub fn grounds(&self, spot: &Spot) -> [Points<W>; 2] {
        let Lemma { shape, ring, .. } = lemma(spot.lemma);
        let Shape { cells, ring: around } = &shapes()[*shape];
        let size = self.hex.size();
        let mut grounds = [Points::EMPTY; 2];
        for (&(column, row), known) in around.iter().zip(ring) {
            let owner = match known {
                Known::Nothing => continue,
                Known::Black => spot.player,
                Known::White => spot.player.other(),
            };
            let (right, down) = map_cell(spot.turn, (column - cells[0].0, row - cells[0].1));
            // What lies beyond an edge is no stone.
            if let Some(point) = size.step(spot.at, right, down) {
                grounds[owner.index()].insert(point);
            }
        }
        grounds
    }

    /// The zone of a win in a position, if `zone` is a zone of the win in the filled position.
    /// `None` in a rare case: if a lemma rests on points that were cut off from the winner.
    ///
    /// The steps are taken back from the last to the first. A step that gave the winner a stone
    /// inside the zone is needed, and with it the points on which it rests. The step may rest on
    /// stones that an earlier step gave the loser. Outside the zone these stones are the loser's
    /// anyway. Where the zone takes in one of them, the earlier step is needed, too, and the
    /// computation begins again. Steps that are not needed are left out: each of the other steps
    /// finds its shape as empty as it was.
    ///
    /// Points that are cut off from the loser's paths rest on the winner's stones round them and
    /// round the loser's blocks among them and beside them. While these stones stand, a path of the
    /// loser's leaves the points by the same block, point or edge by which the path came, whatever
    /// is the loser's besides. So the points are as dead as before, whoever has them, and need not
    /// be in the zone.
    pub fn before_fill(
        &self,
        stones: [Points<W>; 2],
        winner: Player,
        zone: Points<W>,
    ) -> Option<Points<W>> {
        let mut steps = Vec::new();
        let filled = self.fill_and_tell(stones, self.hex.board(), |step| steps.push(step));
        let (own, other) = (winner.index(), winner.other().index());
        if !zone.meets(&(filled[own] - stones[own])) {
            return Some(zone);
        }
        let mut needed = Points::EMPTY;
        loop {
            let (mut before, mut rested_on) = (zone, Points::EMPTY);
            let mut then = filled;
            for step in steps.iter().rev() {
                [0, 1].into_iter().for_each(|i| then[i] = then[i] - step.stones[i]);
                if !step.stones[own].meets(&before) && !step.stones[other].meets(&needed) {
                    continue;
                }
                match step.rule {
                    FillRule::Lemma(spot) => {
                        let grounds = self.grounds(&spot);
                        before |= step.carrier | grounds[own];
                        rested_on |= grounds[other] - stones[other];
                    }
                    FillRule::CutOff(from) if from == winner => return None,
                    FillRule::CutOff(_) => {
                        let dead = step.carrier;
                        let among = flood(&self.hex, dead, dead | then[other]);
                        before = (before - dead) | (self.hex.grown(among) & then[own]);
                        rested_on |= (among & then[other]) - stones[other];
                    }
                }
            }
            let more = (rested_on & before) - needed;
            if more.is_empty() {
                return Some(before);
            }
            needed |= more;
        }
    }

    /// Lemmas that speak against all moves on the points `open`, if the other moves of a player
    /// lose. The lemmas are chosen from those that were found to speak against moves of the
    /// player's.
    pub fn against(
        &self,
        found: &[Drop<W>],
        mut open: Points<W>,
        opponent: Player,
    ) -> Option<Against<W>> {
        let mut out = Against { spots: Vec::new(), carrier: Points::EMPTY, need: Points::EMPTY };
        let mut answered = Points::EMPTY;
        while !(open - answered).is_empty() {
            let is_of_use = |drop: &&Drop<W>| match drop.rule {
                _ if !open.contains(drop.point) => false,
                DropRule::Answered { .. } => !answered.contains(drop.point),
                DropRule::Dominated { by } => !open.contains(by),
            };
            // A move that is answered is looked at again only where others are dominated by it: the
            // answer does not speak against those.
            let cost = |drop: &&Drop<W>| {
                (answered.contains(drop.point), (drop.carrier - out.carrier).len())
            };
            let drop = found.iter().filter(is_of_use).min_by_key(cost)?;
            match drop.rule {
                DropRule::Answered { .. } => answered.insert(drop.point),
                DropRule::Dominated { .. } => open.remove(drop.point),
            }
            out.carrier |= drop.carrier;
            out.need |= self.grounds(&drop.spot)[opponent.index()];
            out.spots.push(drop.spot);
        }
        Some(out)
    }
}
