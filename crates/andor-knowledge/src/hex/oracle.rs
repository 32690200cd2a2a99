//! All that is known about a Hex position, as plugs of a search.
//!
//! [`HexOracle`] fills a position in with what [`inferior`](super::inferior) cells allow, then
//! finds the [`connections`](super::connections) of what it got. They settle the position or leave a
//! must-play, from which inferior moves are taken as well. Each of these steps keeps the verdict:
//!
//! * *fill-in* keeps who wins, but not which moves do, so that the search goes on in the filled
//!   position;
//! * *must-play*: a move outside it does not meet a threat of the opponent's, and loses;
//! * *split*: if a block [splits](super::split) the board and its owner has a full connection in one of
//!   the parts, the other part decides, and moves in the first may be left out;
//! * *inferior moves*: if no other move wins, they do not either; both may be left out together
//!   (see [`consider`](super::inferior::consider)).
//!
//! Each also tells what it depends on, so that a search can remember a win as a pattern: the carrier of a
//! connection and the stones beside it ([`Connections::zone`]), the lemmas of a fill-in or of a move that
//! was left out ([`grounds`](super::inferior::grounds)). Only of a split nothing is told; a position that
//! was lost with its help depends on everything.
//!
//! To find connections is most of the work of a search. [`SharedConnections`] lends the connections that
//! were found last to other plugs of the search, such as an order of moves, and a quick look is content
//! with the opponent's connections.

use super::End;
use super::Options;
use super::connections::{Connections, Finding};
use super::derivation::{Rule, Strength};
use super::inferior::{Fills, Inferior};
use super::split::Split;
use andor_core::{Claim, Game, Key, Oracle, Player, PointSet, Verdict};
use andor_games::hex::{Hex, HexPosition};
use andor_games::points::{Point, Points};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Why a Hex position is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexReason {
    /// The winner's edges are joined by stones, some of which may be filled in.
    Joined,
    /// The winner's edges are connected; [`Connections::why_won`] derives it.
    Connected,
    /// No move is left for the loser that meets every threat and is not inferior.
    NoMove,
}

/// Connections, the position in which some were found last, and the one in which those of both sides were.
struct Study<const W: usize> {
    connections: Connections<W>,
    seen: Option<Key>,
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
    /// Calls `to` with the connections of both sides in `pos`, which is not over. If the connections that
    /// were found last are those of another position, the connections of `pos` are found first.
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

fn lock<const W: usize>(study: &Mutex<Study<W>>) -> MutexGuard<'_, Study<W>> {
    study.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stones<const W: usize>(pos: &HexPosition<W>) -> [Points<W>; 2] {
    Player::BOTH.map(|player| pos.stones(player))
}

impl<const W: usize> Study<W> {
    /// What the connections of both sides tell.
    fn build(&mut self, hex: &Hex<W>, pos: &HexPosition<W>) -> Finding<W> {
        self.of = Some(hex.key(pos));
        self.seen = self.of;
        self.connections.update(hex, &stones(pos), hex.to_move(pos))
    }

    /// What the opponent's connections tell.
    fn glance(&mut self, hex: &Hex<W>, pos: &HexPosition<W>) -> Finding<W> {
        self.of = None;
        self.seen = Some(hex.key(pos));
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

    /// The zones with which a player would win if to move, which leave as few moves as all connections
    /// of the edges.
    fn threats(&self, hex: &Hex<W>, pos: &HexPosition<W>, player: Player) -> Vec<Points<W>> {
        let own = pos.stones(player);
        let links = self.connections.why_must_play(player).into_iter();
        links.map(|link| self.connections.zone(hex, player, link.carrier, own)).collect()
    }
}

impl<const W: usize> HexOracle<W> {
    /// Knowledge about a game: nothing yet.
    pub fn new() -> HexOracle<W> {
        HexOracle { study: None, inferior: None, splits: false }
    }

    /// With connections.
    pub fn with_connections(mut self, hex: &Hex<W>, options: Options) -> HexOracle<W> {
        let connections = Connections::new(hex, options);
        self.study = Some(Arc::new(Mutex::new(Study { connections, seen: None, of: None })));
        self
    }

    /// With inferior cells, of which some may be filled in.
    pub fn with_inferior(mut self, hex: &Hex<W>, fills: Fills) -> HexOracle<W> {
        self.inferior = Some(Inferior::with_fills(hex, fills));
        self
    }

    /// With what connections tell about boards that fall into two parts.
    pub fn with_splits(self) -> HexOracle<W> {
        HexOracle { splits: true, ..self }
    }

    /// A handle on the oracle's connections, if the oracle has connections.
    pub fn connections(&self) -> Option<SharedConnections<W>> {
        self.study.clone().map(SharedConnections)
    }

    /// The zone with which the player to move has lost, if no move is left. There is none without a
    /// threat: lemmas that speak against all moves say nothing about a player who has won already, as
    /// the loser might with everything outside the zone.
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

    /// What lemmas rest on that speak against all moves on these points.
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

    /// Settles a position that is not over, or says where moves make sense.
    fn look(
        &self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        study_it: impl Fn(&mut Study<W>, &Hex<W>, &HexPosition<W>) -> Finding<W>,
    ) -> Result<(Player, HexReason), Points<W>> {
        let mover = hex.to_move(pos);
        let mut left = hex.empty(pos);
        if let Some(study) = &self.study {
            let mut study = lock(study);
            match study_it(&mut study, hex, pos) {
                Finding::Won(winner) => return Ok((winner, HexReason::Connected)),
                Finding::Open { must_play } => left &= must_play,
            }
            if self.splits {
                left = left - settled_part(hex, &stones(pos), &study.connections);
            }
        }
        if let Some(inferior) = &self.inferior {
            left &= inferior.consider(stones(pos), mover);
        }
        if left.is_empty() { Ok((mover.other(), HexReason::NoMove)) } else { Err(left) }
    }
}

impl<const W: usize> Default for HexOracle<W> {
    fn default() -> Self {
        HexOracle::new()
    }
}

impl<const W: usize> Oracle<Hex<W>> for HexOracle<W> {
    type Reason = HexReason;

    fn settle(
        &self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        claim: Claim,
    ) -> Option<(Verdict, HexReason)> {
        let filled = self.fill(hex, pos, claim);
        let pos = filled.as_ref().unwrap_or(pos);
        if let Some(outcome) = hex.outcome(pos) {
            return Some((claim.judge(outcome), HexReason::Joined));
        }
        let (winner, reason) = self.look(hex, pos, Study::build).ok()?;
        Some((Verdict::for_winner(claim, winner), reason))
    }

    fn consider(
        &self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        claim: Claim,
        moves: &mut Vec<Point>,
    ) -> Option<(Verdict, HexReason)> {
        retain(self.look(hex, pos, Study::build), claim, moves)
    }

    const QUICK: bool = true;

    /// Only the opponent's connections: the must-play is theirs, and in a search which comes here by a
    /// move of the must-play the own ones settle one position in fifty.
    fn consider_quickly(
        &self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        claim: Claim,
        moves: &mut Vec<Point>,
    ) -> Option<(Verdict, HexReason)> {
        retain(self.look(hex, pos, Study::glance), claim, moves)
    }

    fn fill(&self, hex: &Hex<W>, pos: &HexPosition<W>, _: Claim) -> Option<HexPosition<W>> {
        let inferior = self.inferior.as_ref()?;
        let before = stones(pos);
        let filled = inferior.fill(before);
        (filled != before).then(|| hex.set_up(filled, hex.to_move(pos)))
    }

    fn winning_move(&self, hex: &Hex<W>, pos: &HexPosition<W>, claim: Claim) -> Option<Point> {
        let filled = self.fill(hex, pos, claim);
        let pos = filled.as_ref().unwrap_or(pos);
        let mover = hex.to_move(pos);
        let mut study = lock(self.study.as_ref()?);
        (study.of, study.seen) = (None, None);
        let won = hex.outcome(pos).is_none()
            && study.connections.build(hex, &stones(pos), mover) == Finding::Won(mover);
        won.then(|| key_point(&study.connections, mover))?
    }

    /// For the position that was considered last; of no other the connections are at hand.
    fn depends_on<Z: PointSet>(
        &self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        reason: &HexReason,
    ) -> Option<Z> {
        let study = self.study.as_ref().map(|study| lock(study));
        let study = study.as_ref().filter(|study| study.seen == Some(hex.key(pos)));
        let mover = hex.to_move(pos);
        let zone = match reason {
            HexReason::Joined => None,
            HexReason::Connected => {
                let zone = |player, strength| study?.zone(hex, pos, player, strength);
                zone(mover.other(), Strength::Full)
                    .or_else(|| zone(mover, Strength::Semi))
                    .or_else(|| zone(mover, Strength::Full))
            }
            HexReason::NoMove => {
                let threats = study?.threats(hex, pos, mover.other());
                self.lost_zone(hex, pos, &threats)
            }
        };
        zone.map(to_zone)
    }

    fn before_fill<Z: PointSet>(
        &self,
        _: &Hex<W>,
        pos: &HexPosition<W>,
        winner: Player,
        zone: Z,
    ) -> Option<Z> {
        let zone = zone.each().map(|point| Point(point as u16)).collect();
        let zone = match &self.inferior {
            Some(inferior) => inferior.before_fill(stones(pos), winner, zone)?,
            None => zone,
        };
        Some(to_zone(zone))
    }

    fn threats<Z: PointSet>(&self, hex: &Hex<W>, pos: &HexPosition<W>, out: &mut Vec<Z>) {
        let Some(study) = &self.study else { return };
        let study = lock(study);
        if study.seen == Some(hex.key(pos)) {
            let threats = study.threats(hex, pos, hex.to_move(pos).other());
            out.extend(threats.into_iter().map(to_zone::<W, Z>));
        }
    }

    fn inferior<Z: PointSet>(&self, hex: &Hex<W>, pos: &HexPosition<W>, open: Z) -> Option<Z> {
        let open = open.each().map(|point| Point(point as u16)).collect();
        self.zone_against(hex, pos, open).map(to_zone)
    }
}

/// A set of points as another kind of set.
fn to_zone<const W: usize, Z: PointSet>(points: Points<W>) -> Z {
    points.iter().fold(Z::NOTHING, |zone, point| zone | Z::of(point.index()))
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

/// The verdict of a look, or the moves that it leaves.
fn retain<const W: usize>(
    look: Result<(Player, HexReason), Points<W>>,
    claim: Claim,
    moves: &mut Vec<Point>,
) -> Option<(Verdict, HexReason)> {
    match look {
        Ok((winner, reason)) => Some((Verdict::for_winner(claim, winner), reason)),
        Err(left) => {
            moves.retain(|&point| left.contains(point));
            None
        }
    }
}

/// A point on which the player whose edges are connected may go on.
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
