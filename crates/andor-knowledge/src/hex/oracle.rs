//! All that is known about a Hex position, as plugs of a search.
//!
//! [`HexOracle`] fills a position in with what [`inferior`](super::inferior) cells allow, then
//! finds the [`connections`](super::connections) of what it got. They settle the position or leave a
//! must-play, from which inferior moves are taken as well. Each of these steps keeps the verdict:
//!
//! * *fill-in* keeps who wins, but not which moves do, so that the search goes on in the filled
//!   position;
//! * *must-play*: a move outside it does not meet a threat of the opponent's, and loses;
//! * *inferior moves*: if no other move wins, they do not either; both may be left out together
//!   (see [`consider`](super::inferior::consider)).
//!
//! [`HexOrder`] orders moves by the energy that they burn in the circuits of the same connections.
//! It is a guess, for the order alone. To find connections is most of the work of a search, so the
//! two share what was found last.

use super::End;
use super::Options;
use super::connections::{Connections, Finding};
use super::derivation::{Rule, Strength};
use super::inferior::{Fills, Inferior};
use super::resistance::Resistance;
use andor_core::{Claim, Game, Guess, Heuristic, Key, Oracle, Player, Verdict};
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

/// The connections found last, and of which position.
struct Study<const W: usize> {
    connections: Connections<W>,
    of: Option<Key>,
    builds: u64,
}

/// Sound knowledge about Hex: connections, inferior cells, or both.
#[derive(Clone)]
pub struct HexOracle<const W: usize> {
    study: Option<Arc<Mutex<Study<W>>>>,
    inferior: Option<Inferior<W>>,
}

fn lock<const W: usize>(study: &Mutex<Study<W>>) -> MutexGuard<'_, Study<W>> {
    study.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stones<const W: usize>(pos: &HexPosition<W>) -> [Points<W>; 2] {
    Player::BOTH.map(|player| pos.stones(player))
}

impl<const W: usize> Study<W> {
    fn build(&mut self, hex: &Hex<W>, pos: &HexPosition<W>) -> Finding<W> {
        self.builds += 1;
        self.of = Some(hex.key(pos));
        self.connections.build(hex, &stones(pos), hex.to_move(pos))
    }
}

impl<const W: usize> HexOracle<W> {
    /// Knowledge about a game: nothing yet.
    pub fn new() -> HexOracle<W> {
        HexOracle { study: None, inferior: None }
    }

    /// With connections.
    pub fn with_connections(mut self, hex: &Hex<W>, options: Options) -> HexOracle<W> {
        let connections = Connections::new(hex, options);
        self.study = Some(Arc::new(Mutex::new(Study { connections, of: None, builds: 0 })));
        self
    }

    /// With inferior cells, of which some may be filled in.
    pub fn with_inferior(mut self, hex: &Hex<W>, fills: Fills) -> HexOracle<W> {
        self.inferior = Some(Inferior::with_fills(hex, fills));
        self
    }

    /// The order of moves that goes with the connections, if there are any.
    pub fn order(&self) -> Option<HexOrder<W>> {
        let study = self.study.clone()?;
        Some(HexOrder { study, resistance: Resistance::new() })
    }

    /// How often connections were built.
    pub fn builds(&self) -> u64 {
        self.study.as_ref().map_or(0, |study| lock(study).builds)
    }

    /// Settles a position that is not over, or says where moves make sense.
    fn look(&self, hex: &Hex<W>, pos: &HexPosition<W>) -> Result<(Player, HexReason), Points<W>> {
        let mover = hex.to_move(pos);
        let mut left = hex.empty(pos);
        if let Some(study) = &self.study {
            match lock(study).build(hex, pos) {
                Finding::Won(winner) => return Ok((winner, HexReason::Connected)),
                Finding::Open { must_play } => left &= must_play,
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
        let (winner, reason) = self.look(hex, pos).ok()?;
        Some((Verdict::for_winner(claim, winner), reason))
    }

    fn consider(
        &self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        claim: Claim,
        moves: &mut Vec<Point>,
    ) -> Option<(Verdict, HexReason)> {
        match self.look(hex, pos) {
            Ok((winner, reason)) => Some((Verdict::for_winner(claim, winner), reason)),
            Err(left) => {
                moves.retain(|&point| left.contains(point));
                None
            }
        }
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
        let won = hex.outcome(pos).is_none() && study.build(hex, pos) == Finding::Won(mover);
        won.then(|| key_point(&study.connections, mover))?
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

/// Orders moves by energy.
pub struct HexOrder<const W: usize> {
    study: Arc<Mutex<Study<W>>>,
    resistance: Resistance,
}

impl<const W: usize> Heuristic<Hex<W>> for HexOrder<W> {
    fn guess(
        &mut self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        _: Claim,
        moves: &[Point],
        out: &mut Vec<Guess>,
    ) -> f32 {
        let mut study = lock(&self.study);
        if study.of != Some(hex.key(pos)) {
            study.build(hex, pos);
        }
        self.resistance.measure(hex, &study.connections);
        out.extend(moves.iter().map(|&point| {
            let energy = self.resistance.energy(point) as f32;
            let chance = (0.01 + energy) / (1.02 + energy);
            Guess { chance, work_if_won: 1.0, work_if_lost: 1.0 }
        }));
        let balance = self.resistance.balance(hex.to_move(pos)) as f32;
        1.0 / (1.0 + (-balance).exp())
    }
}
