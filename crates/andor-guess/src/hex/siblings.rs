//! The moves of a Hex position compared: by the current through their points in the circuits of the
//! position.
//!
//! One look fills in inferior cells, finds the connections, the must-play and the moves to
//! consider, and measures the circuits. Connections are computed from those of recent positions.
//! Inside the search all cells that keep the winner are filled in; at the root only captured cells
//! are, because other fill does not keep every winning move.

use super::Circuit;
use andor_core::{Claim, Comparison, Details, Game, Halt, Oracle, Player, Siblings, TreePlace};
use andor_games::hex::{Hex, HexPosition};
use andor_games::points::{Point, Points};
use andor_knowledge::hex::Options;
use andor_knowledge::hex::connections::{Connections, Finding};
use andor_knowledge::hex::derivation::Strength;
use andor_knowledge::hex::inferior::{Fills, Inferior};
use andor_knowledge::hex::oracle::HexOracle;

/// The resistance that each point of a carrier adds.
const CARRIER: f64 = 0.02;

/// The positions whose connections are kept.
const RECENT: u16 = 24;

/// The least strength of a move.
const LEAST: f64 = 1e-6;

/// Looks at positions of Hex.
pub struct HexSiblings<const W: usize> {
    inferior: Inferior<W>,
    captured: Inferior<W>,
    connections: Connections<W>,
    circuit: Circuit,
}

impl<const W: usize> HexSiblings<W> {
    /// Looks at positions of this board, with connections that take at most so many bytes.
    pub fn new(hex: &Hex<W>, bytes: usize) -> HexSiblings<W> {
        let mut connections =
            Connections::new(hex, Options { recent: RECENT, ..Options::default() });
        connections.limit(bytes);
        HexSiblings {
            inferior: Inferior::new(hex),
            captured: Inferior::with_fills(hex, Fills::Captured),
            connections,
            circuit: Circuit::with_carrier(CARRIER),
        }
    }
}

impl<const W: usize> Siblings<Hex<W>> for HexSiblings<W> {
    fn heed(&mut self, halt: &Halt) {
        self.connections.heed(halt);
    }

    fn look(&mut self, hex: &Hex<W>, pos: &HexPosition<W>, place: TreePlace) -> Comparison<Point> {
        let mover = hex.to_move(pos);
        let mut stones = Player::both(|player| pos.stones(player));
        if place == TreePlace::Root {
            stones = self.captured.fill(stones);
        }
        let must_play = match self.connections.update(hex, &stones, mover) {
            Finding::Won(winner) => return Comparison::Won(winner),
            Finding::Open { must_play } => must_play,
        };
        let considered = self.inferior.consider(stones, mover) & must_play;
        if considered.is_empty() {
            return Comparison::Won(mover.other());
        }
        self.circuit.measure(hex, &self.connections);
        let strength = |point| self.circuit.current(point).max(LEAST).ln() as f32;
        let mut moves: Vec<(Point, f32)> =
            considered.iter().map(|point| (point, strength(point))).collect();
        moves.sort_by(|one, other| other.1.total_cmp(&one.1));
        Comparison::Open { moves, value: Some(self.circuit.balance(mover) as f32) }
    }

    fn after(
        &mut self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        mv: Point,
        place: TreePlace,
    ) -> HexPosition<W> {
        let mover = hex.to_move(pos);
        let mut stones = Player::both(|player| pos.stones(player));
        stones[mover.index()].insert(mv);
        let stones = match place {
            TreePlace::Root => self.inferior.fill(stones),
            TreePlace::Inside => self.inferior.fill_after(stones, Points::one(mv)),
        };
        hex.set_up(stones, mover.other())
    }

    fn winning_move(&mut self, hex: &Hex<W>, pos: &HexPosition<W>) -> Option<Point> {
        let claim = Claim::win(hex.to_move(pos));
        let oracle = HexOracle::new().with_connections(hex, Options::default());
        oracle.settle(hex, pos, claim, Details::MOVE)?.best
    }

    /// The point of the winner's smallest connection of which the winner's circuit needs the most.
    fn last_resort(&mut self, hex: &Hex<W>, pos: &HexPosition<W>) -> Option<Point> {
        let (mover, stones) = (hex.to_move(pos), Player::both(|player| pos.stones(player)));
        self.connections.update(hex, &stones, mover);
        self.circuit.measure(hex, &self.connections);
        let mut connections = self.connections.of_edges(mover.other(), Strength::Full);
        let carrier = connections.next().map(|connection| connection.carrier);
        let empty = hex.board() - (stones[0] | stones[1]);
        let room = carrier.map(|carrier| carrier & empty).filter(|room| !room.is_empty());
        let needed = |point| self.circuit.side_current(mover.other(), point);
        let points = room.unwrap_or(empty).iter();
        points.max_by(|&one, &other| needed(one).total_cmp(&needed(other)))
    }

    fn bytes(&self) -> usize {
        self.connections.bytes()
    }
}
