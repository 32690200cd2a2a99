//! The Hex oracle: all knowledge about a Hex position, as plugs of a search.
//!
//! [`HexOracle`] fills a position in with [`inferior`](super::inferior) cells, then finds the
//! [`connections`](super::connections) of the filled position. The connections settle the position
//! or leave a must-play, from which inferior moves are removed as well. Each of these steps keeps
//! the verdict:
//!
//! * *fill-in* keeps the winner, but not the set of winning moves, so that the search goes on in
//!   the filled position;
//! * *must-play*: a move outside the must-play does not meet a threat of the opponent's, and loses;
//! * *split*: if a block [splits](super::split) the board and its owner has a full connection in
//!   one of the parts, the other part decides, and moves in the first part may be left out;
//! * *inferior moves*: if no other move wins, they do not win either; dominated and answered moves
//!   may be left out together (see [`consider`](super::inferior::consider)).
//!
//! Each step also reports the points on which it depends, so that a search can remember a win as a
//! pattern: the carrier of a connection and the stones beside it ([`Connections::zone`]), the
//! lemmas of a fill-in or of a move that was left out ([`grounds`](super::inferior::grounds)). A
//! split reports no points; a position that was lost with the help of a split depends on
//! everything.
//!
//! Finding connections is most of the work of a search. [`SharedConnections`] lends the connections
//! that were found last to other plugs of the search, such as an order of moves. A quick look uses
//! the opponent's connections alone.

use super::End;
use super::Options;
use super::connections::{Connections, Finding};
use super::derivation::{Rule, Strength};
use super::inferior::{Fills, Inferior};
use super::split::Split;
use andor_core::{
    Claim, Details, Game, Halt, Key, Oracle, Player, Ruling, RulingIn, Settled, SettledIn,
    Thoroughness, Verdict, lock,
};
use andor_games::hex::{Hex, HexPosition};
use andor_games::points::{Point, Points};
use std::sync::{Arc, Mutex};

/// Connections, and the position in which those of both sides were found last.
struct Study<const W: usize> {
    connections: Connections<W>,
    of: Option<Key>,
}

/// Sound knowledge about Hex: connections, inferior cells, or both.
#[derive(Clone)]
pub struct HexOracle<const W: usize> {
    study: Option<Arc<Mutex<Study<W>>>>,
    inferior: Option<Inferior<W>>,
    splits: bool,
}

/// A handle on the connections of a [`HexOracle`], which the oracle and the handle share.
#[derive(Clone)]
pub struct SharedConnections<const W: usize>(Arc<Mutex<Study<W>>>);

impl<const W: usize> SharedConnections<W> {
    /// Calls `to` with the connections of both sides in `pos`, which is not over. If the
    /// connections that were found last are those of another position, the connections of `pos` are
    /// found first.
    pub fn lend<T>(
        &self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        to: impl FnOnce(&Connections<W>) -> T,
    ) -> T {
        let mut study = lock(&self.0);
        if study.of != Some(hex.key(pos)) {
            study.build(hex, pos);
        }
        to(&study.connections)
    }
}

fn stones<const W: usize>(pos: &HexPosition<W>) -> [Points<W>; 2] {
    Player::both(|player| pos.stones(player))
}

impl<const W: usize> Study<W> {
    /// The result of the connections of both sides.
    fn build(&mut self, hex: &Hex<W>, pos: &HexPosition<W>) -> Finding<W> {
        self.of = Some(hex.key(pos));
        self.connections.update(hex, &stones(pos), hex.to_move(pos))
    }

    /// The result of the opponent's connections.
    fn glance(&mut self, hex: &Hex<W>, pos: &HexPosition<W>) -> Finding<W> {
        self.of = None;
        self.connections.threats(hex, &stones(pos), hex.to_move(pos))
    }

    /// The zone with which a player wins by a connection of the edges.
    fn zone(
        &self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        player: Player,
        strength: Strength,
    ) -> Option<Points<W>> {
        let link = self.connections.of_edges(player, strength).next()?;
        Some(self.connections.zone(hex, player, link.carrier, pos.stones(player)))
    }

    /// The zone with which a player wins by a connection of the edges.
    fn won_zone(&self, hex: &Hex<W>, pos: &HexPosition<W>) -> Option<Points<W>> {
        let mover = hex.to_move(pos);
        let zone = |player, strength| self.zone(hex, pos, player, strength);
        zone(mover.other(), Strength::Full)
            .or_else(|| zone(mover, Strength::Semi))
            .or_else(|| zone(mover, Strength::Full))
    }

    /// A move that keeps the connection of the edges by which the player to move wins. The
    /// connections are built from nothing, with their derivations.
    fn winning_move(&mut self, hex: &Hex<W>, pos: &HexPosition<W>) -> Option<Point> {
        let mover = hex.to_move(pos);
        self.of = None;
        let won = self.connections.build(hex, &stones(pos), mover) == Finding::Won(mover);
        won.then(|| key_point(&self.connections, mover))?
    }

    /// The zones with which a player would win if to move; together they leave as few moves as all
    /// connections of the edges.
    fn threats(&self, hex: &Hex<W>, pos: &HexPosition<W>, player: Player) -> Vec<Points<W>> {
        let own = pos.stones(player);
        let links = self.connections.why_must_play(player).into_iter();
        links.map(|link| self.connections.zone(hex, player, link.carrier, own)).collect()
    }
}

impl<const W: usize> HexOracle<W> {
    /// An oracle without knowledge.
    pub fn new() -> HexOracle<W> {
        HexOracle { study: None, inferior: None, splits: false }
    }

    /// With connections.
    pub fn with_connections(mut self, hex: &Hex<W>, options: Options) -> HexOracle<W> {
        let connections = Connections::new(hex, options);
        self.study = Some(Arc::new(Mutex::new(Study { connections, of: None })));
        self
    }

    /// With no more recent positions than fit into so many bytes.
    pub fn within(self, bytes: usize) -> HexOracle<W> {
        if let Some(study) = &self.study {
            lock(study).connections.limit(bytes);
        }
        self
    }

    /// With inferior cells, of which some may be filled in.
    pub fn with_inferior(mut self, hex: &Hex<W>, fills: Fills) -> HexOracle<W> {
        self.inferior = Some(Inferior::with_fills(hex, fills));
        self
    }

    /// With the results of connections about boards that fall into two parts.
    pub fn with_splits(self) -> HexOracle<W> {
        HexOracle { splits: true, ..self }
    }

    /// A handle on the oracle's connections, if the oracle has connections.
    pub fn connections(&self) -> Option<SharedConnections<W>> {
        self.study.clone().map(SharedConnections)
    }

    /// The zone with which the player to move has lost, if no move is left. There is no zone
    /// without a threat: lemmas that speak against all moves say nothing about a player who has won
    /// already, as the loser might have with everything outside the zone.
    fn lost_zone(
        &self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        threats: &[Points<W>],
    ) -> Option<Points<W>> {
        let common = threats.iter().fold(hex.empty(pos), |common, threat| common & *threat);
        let zone = threats.iter().copied().reduce(|zone, threat| zone | threat)?;
        Some(zone | self.zone_against(hex, pos, common)?)
    }

    /// The points on which lemmas rest that speak against all moves on these points.
    fn zone_against(
        &self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        open: Points<W>,
    ) -> Option<Points<W>> {
        if open.is_empty() {
            return Some(open);
        }
        let (inferior, mover) = (self.inferior.as_ref()?, hex.to_move(pos));
        let mut found = Vec::new();
        inferior.consider_and_tell(stones(pos), mover, |drop| found.push(drop));
        let against = inferior.against(&found, open, mover.other())?;
        Some(against.carrier | against.need)
    }

    /// Settles a position that is not over, or gives the moves worth trying.
    fn look(
        &self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        claim: Claim,
        look: Thoroughness,
        wanted: Details,
    ) -> Result<SettledIn<Hex<W>>, Left<W>> {
        let mover = hex.to_move(pos);
        let mut study = self.study.as_ref().map(|study| lock(study));
        let mut left = hex.empty(pos);
        if let Some(study) = &mut study {
            let finding = match look {
                Thoroughness::Full => study.build(hex, pos),
                Thoroughness::Quick => study.glance(hex, pos),
            };
            match finding {
                Finding::Won(winner) => {
                    let zone = if wanted.zone { study.won_zone(hex, pos) } else { None };
                    let wins = wanted.best && winner == mover;
                    let best = if wins { study.winning_move(hex, pos) } else { None };
                    let verdict = Verdict::for_winner(claim, winner);
                    return Ok(Settled { verdict, best, zone });
                }
                Finding::Open { must_play } => left &= must_play,
            }
            if self.splits {
                left = left - settled_part(hex, &stones(pos), &study.connections);
            }
        }
        if let Some(inferior) = &self.inferior {
            left &= inferior.consider(stones(pos), mover);
        }
        let threats = match (&study, wanted.zone && left != hex.empty(pos)) {
            (Some(study), true) => study.threats(hex, pos, mover.other()),
            _ => Vec::new(),
        };
        if !left.is_empty() {
            return Err(Left { points: left, threats });
        }
        let zone = if wanted.zone { self.lost_zone(hex, pos, &threats) } else { None };
        Ok(Settled { verdict: Verdict::for_winner(claim, mover.other()), best: None, zone })
    }
}

/// The moves worth trying, and the zones of the threats that exclude the others.
struct Left<const W: usize> {
    points: Points<W>,
    threats: Vec<Points<W>>,
}

impl<const W: usize> Default for HexOracle<W> {
    fn default() -> Self {
        HexOracle::new()
    }
}

impl<const W: usize> Oracle<Hex<W>> for HexOracle<W> {
    fn heed(&mut self, halt: &Halt) {
        if let Some(study) = &self.study {
            lock(study).connections.heed(halt);
        }
    }

    fn bytes(&self) -> usize {
        let connections = self.study.as_ref().map_or(0, |study| lock(study).connections.bytes());
        connections + self.inferior.as_ref().map_or(0, Inferior::bytes)
    }

    /// Gives no zone for a position that is filled in before it is looked at.
    fn settle(
        &self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        claim: Claim,
        wanted: Details,
    ) -> Option<SettledIn<Hex<W>>> {
        let filled = self.fill(hex, pos, claim);
        let wanted = Details { zone: wanted.zone && filled.is_none(), ..wanted };
        let pos = filled.as_ref().unwrap_or(pos);
        if let Some(outcome) = hex.outcome(pos) {
            return Some(Settled { verdict: claim.judge(outcome), best: None, zone: None });
        }
        self.look(hex, pos, claim, Thoroughness::Full, wanted).ok()
    }

    /// A quick look finds the opponent's connections alone: these give the must-play. In a search
    /// that comes here by a move of the must-play the own connections settle one position in fifty.
    fn consider(
        &self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        claim: Claim,
        look: Thoroughness,
        wanted: Details,
        moves: &mut Vec<Point>,
    ) -> RulingIn<Hex<W>> {
        match self.look(hex, pos, claim, look, wanted) {
            Ok(settled) => Ruling::Settled(settled),
            Err(Left { points, threats }) => {
                moves.retain(|&point| points.contains(point));
                Ruling::Open { threats }
            }
        }
    }

    fn has_quick_look(&self) -> bool {
        true
    }

    fn fill(&self, hex: &Hex<W>, pos: &HexPosition<W>, _: Claim) -> Option<HexPosition<W>> {
        let inferior = self.inferior.as_ref()?;
        let before = stones(pos);
        let filled = inferior.fill(before);
        (filled != before).then(|| hex.set_up(filled, hex.to_move(pos)))
    }

    fn before_fill(
        &self,
        _: &Hex<W>,
        pos: &HexPosition<W>,
        winner: Player,
        zone: Points<W>,
    ) -> Option<Points<W>> {
        match &self.inferior {
            Some(inferior) => inferior.before_fill(stones(pos), winner, zone),
            None => Some(zone),
        }
    }

    fn zone_without(
        &self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        open: Points<W>,
    ) -> Option<Points<W>> {
        self.zone_against(hex, pos, open)
    }
}

/// The empty points of a part of the board that is settled: see [`Split`].
fn settled_part<const W: usize>(
    hex: &Hex<W>,
    stones: &[Points<W>; 2],
    connections: &Connections<W>,
) -> Points<W> {
    let Some(split) = Split::find(hex, *stones) else { return Points::EMPTY };
    let is_settled = |edge: usize| {
        let mut carriers = connections.to_edge(split.owner, split.block, edge);
        carriers.any(|carrier| carrier.is_subset(&split.parts[edge]))
    };
    let settled = (0..2).filter(|&edge| is_settled(edge)).map(|edge| split.parts[edge]);
    settled.fold(Points::EMPTY, |all, part| all | part)
}

/// A point where the player whose edges are connected may go on.
fn key_point<const W: usize>(connections: &Connections<W>, winner: Player) -> Option<Point> {
    let semi = connections.of_edges(winner, Strength::Semi).next();
    let connection = semi.or_else(|| connections.of_edges(winner, Strength::Full).next())?;
    match connections.derivation(winner, &connection).claim().rule {
        Rule::And { over: End::Point(point), .. } if connection.strength == Strength::Semi => {
            Some(point)
        }
        _ => connection.carrier.first(),
    }
}
