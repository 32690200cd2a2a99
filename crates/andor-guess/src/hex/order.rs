//! Guesses of Hex searches from the circuits of a position: the chance by their balance, the order
//! of moves by the energy of their points.
//!
//! Finding connections is most of the work of a search of Hex. So the guesses and the oracle
//! ([`HexOracle`](andor_knowledge::hex::oracle::HexOracle)) share the connections that were found
//! last.

use super::Circuit;
use andor_core::{Claim, Game, Guess, Heuristic, LEAST_CHANCE};
use andor_games::hex::{Hex, HexPosition};
use andor_games::points::Point;
use andor_knowledge::hex::oracle::SharedConnections;

/// The least energy of a move, as a share of the largest one.
const LEAST_ENERGY: f32 = 1e-6;

/// Guesses by the circuits.
pub struct HexOrder<const W: usize> {
    connections: SharedConnections<W>,
    circuit: Circuit,
    energies: Vec<f32>,
}

impl<const W: usize> HexOrder<W> {
    /// The guesses that go with an oracle's connections
    /// ([`HexOracle::connections`](andor_knowledge::hex::oracle::HexOracle::connections)).
    pub fn new(connections: SharedConnections<W>) -> HexOrder<W> {
        HexOrder { connections, circuit: Circuit::new(), energies: Vec::new() }
    }
}

/// The chance for the logarithm of the odds.
fn chance(log_odds: f32) -> f32 {
    (1.0 / (1.0 + (-log_odds).exp())).clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE)
}

impl<const W: usize> Heuristic<Hex<W>> for HexOrder<W> {
    /// The odds of the position are the ratio of the conductances. A move's odds are as many times
    /// smaller as its energy is than the largest energy of the moves.
    fn guess(
        &mut self,
        hex: &Hex<W>,
        pos: &HexPosition<W>,
        _: Claim,
        moves: &[Point],
        out: &mut Vec<Guess>,
    ) -> f32 {
        self.connections.lend(hex, pos, |connections| self.circuit.measure(hex, connections));
        let balance = self.circuit.balance(hex.to_move(pos)) as f32;
        self.energies.clear();
        self.energies.extend(moves.iter().map(|&point| self.circuit.energy(point) as f32));
        let most = self.energies.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        out.extend(self.energies.iter().map(|energy| {
            let chance = chance(balance + (energy / most).max(LEAST_ENERGY).ln());
            Guess { chance, work_if_won: 1.0, work_if_lost: 1.0 }
        }));
        chance(balance)
    }
}
