//! The move order of Hex searches: moves by the energy of their points in the circuits of the position.
//!
//! Finding connections is most of the work of a search of Hex. So the order and the oracle
//! ([`HexOracle`](andor_knowledge::hex::oracle::HexOracle)) share the connections that were found last.

use super::Circuit;
use andor_core::{Claim, Game, Guess, Heuristic};
use andor_games::hex::{Hex, HexPosition};
use andor_games::points::Point;
use andor_knowledge::hex::oracle::SharedConnections;

/// Orders moves by energy.
pub struct HexOrder<const W: usize> {
    connections: SharedConnections<W>,
    circuit: Circuit,
}

impl<const W: usize> HexOrder<W> {
    /// The order of moves that goes with an oracle's connections
    /// ([`HexOracle::connections`](andor_knowledge::hex::oracle::HexOracle::connections)).
    pub fn new(connections: SharedConnections<W>) -> HexOrder<W> {
        HexOrder { connections, circuit: Circuit::new() }
    }
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
        self.connections.lend(hex, pos, |connections| self.circuit.measure(hex, connections));
        out.extend(moves.iter().map(|&point| {
            let energy = self.circuit.energy(point) as f32;
            let chance = (0.01 + energy) / (1.02 + energy);
            Guess { chance, work_if_won: 1.0, work_if_lost: 1.0 }
        }));
        let balance = self.circuit.balance(hex.to_move(pos)) as f32;
        1.0 / (1.0 + (-balance).exp())
    }
}
