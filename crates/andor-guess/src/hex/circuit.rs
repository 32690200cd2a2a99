//! The electric circuit of a Hex position: how well connected the edges of each side are.
//!
//! Shannon played connection games by an analogue circuit. The side's two edges are the poles of a
//! battery, the side's stones conduct freely, empty points resist, and the opponent's stones do not
//! conduct at all. Anshelevich added links between points that are virtually connected. The
//! resistance between the poles estimates how good a side's position is, and the energy at an empty
//! point estimates how much depends on the point. Both are guesses, for ordering moves only.
//!
//! The circuit of a side has a node for each end of its connections
//! ([`End`](andor_knowledge::hex::End)). The edges are the poles at potentials 1 and 0. A link
//! stands for every pair of ends that the [`Graph`] of full connections joins, touching ends among
//! them. An empty point adds a resistance of 1/2 to each of its links, a block adds little. Every
//! point of the smallest carrier adds to the resistance, since a connection is worth less the more
//! room it needs.
//!
//! The potentials solve a linear system whose matrix is sparse and positive definite. Points are
//! numbered along the board and blocks come last, so that the Cholesky factor stays within a narrow
//! skyline.

use super::skyline::Skyline;
use andor_core::Player;
use andor_games::hex::Hex;
use andor_games::points::Point;
use andor_knowledge::hex::connections::Connections;
use andor_knowledge::hex::graph::{EDGES, Graph};

/// The resistance that an empty point adds to each of its links.
const EMPTY_POINT: f64 = 0.5;

/// The resistance that a block adds to each of its links.
const BLOCK: f64 = 0.05;

/// The resistance that each point of a carrier adds to a link, unless said otherwise.
pub const CARRIER: f64 = 0.1;

/// The conductance between every node and the zero pole, so that a node without any link has a
/// potential.
const LEAK: f64 = 1e-9;

/// The circuit of one side.
#[derive(Clone, Debug, Default)]
struct SideCircuit {
    /// The links: two ends and the conductance.
    links: Vec<(u16, u16, f64)>,
    /// The potential of each end.
    potentials: Vec<f64>,
    /// The row of each end in the matrix, and the first column of each row.
    rows: Vec<usize>,
    first: Vec<usize>,
    matrix: Skyline,
    right: Vec<f64>,
    /// Potential and energy of each point.
    by_point: Vec<(f64, f64)>,
    /// The current through each end, and through each point.
    currents: Vec<f64>,
    current_by_point: Vec<f64>,
    conductance: f64,
}

/// The circuits of both sides, and the memory to measure those of the next position.
#[derive(Clone, Debug)]
pub struct Circuit {
    sides: [SideCircuit; 2],
    carrier: f64,
}

impl Default for Circuit {
    fn default() -> Circuit {
        Circuit::with_carrier(CARRIER)
    }
}

impl Circuit {
    /// A circuit without a measurement.
    pub fn new() -> Circuit {
        Circuit::default()
    }

    /// A circuit in which each point of a carrier adds this resistance to a link.
    pub fn with_carrier(carrier: f64) -> Circuit {
        Circuit { sides: Default::default(), carrier }
    }

    /// Measures the circuits of a position whose connections were found. If the connections decided
    /// the position, a side whose connections were not looked for conducts nothing.
    pub fn measure<const W: usize>(&mut self, hex: &Hex<W>, connections: &Connections<W>) {
        for side in Player::BOTH {
            self.sides[side.index()].measure(hex, connections.graph(side), self.carrier);
        }
    }

    /// The potential of an empty point in a side's circuit, from 1 at the top or the left to 0; the
    /// potential of its block for a stone of the side.
    pub fn potential(&self, side: Player, point: Point) -> f64 {
        self.sides[side.index()].by_point[point.index()].0
    }

    /// The energy of a point in a side's circuit: half of the energy of its links. An opponent's
    /// stone has none.
    pub fn side_energy(&self, side: Player, point: Point) -> f64 {
        self.sides[side.index()].by_point[point.index()].1
    }

    /// How much depends on an empty point for both sides: the sum of its energies, each as a share
    /// of its circuit's energy. The larger the sum, the better a move there is likely to be.
    pub fn energy(&self, point: Point) -> f64 {
        let share = |side: Player| {
            let circuit = &self.sides[side.index()];
            circuit.by_point[point.index()].1 / circuit.conductance.max(LEAK)
        };
        share(Player::Black) + share(Player::White)
    }

    /// The current through an empty point in a side's circuit, as a share of the circuit's current.
    pub fn side_current(&self, side: Player, point: Point) -> f64 {
        let circuit = &self.sides[side.index()];
        circuit.current_by_point[point.index()] / circuit.conductance.max(LEAK)
    }

    /// How much flows through an empty point for both sides: the sum of its currents, each as a
    /// share of its circuit's current.
    pub fn current(&self, point: Point) -> f64 {
        self.side_current(Player::Black, point) + self.side_current(Player::White, point)
    }

    /// The current between the poles of a side: the inverse of the resistance.
    pub fn conductance(&self, side: Player) -> f64 {
        self.sides[side.index()].conductance
    }

    /// How much better the side stands than the opponent: the logarithm of the ratio of
    /// conductances.
    pub fn balance(&self, side: Player) -> f64 {
        let [own, other] = [side, side.other()].map(|side| self.conductance(side).max(LEAK));
        (own / other).ln()
    }
}

impl SideCircuit {
    fn measure<const W: usize>(&mut self, hex: &Hex<W>, graph: Graph<'_, W>, carrier: f64) {
        if graph.count() == 0 {
            self.conductance = 0.0;
            self.by_point.clear();
            self.by_point.resize(hex.size().area(), (0.0, 0.0));
            self.current_by_point.clear();
            self.current_by_point.resize(hex.size().area(), 0.0);
            return;
        }
        self.find_links(graph, carrier);
        self.number_rows(graph);
        self.fill_matrix();
        self.matrix.factorise();
        self.matrix.solve(&mut self.right);
        for (end, &row) in self.rows.iter().enumerate().filter(|(_, row)| **row != usize::MAX) {
            self.potentials[end] = self.right[row];
        }
        self.find_energies(hex, graph);
    }

    /// Finds the links. Of the full connections of a pair the one with the smallest carrier counts.
    fn find_links<const W: usize>(&mut self, graph: Graph<'_, W>, carrier: f64) {
        self.links.clear();
        let resistance = |end| if graph.is_solid(end) { BLOCK } else { EMPTY_POINT };
        graph.each_joined(|a, b, size| {
            let room = carrier * f64::from(size);
            self.links.push((a, b, 1.0 / (resistance(a) + resistance(b) + room)));
        });
    }

    /// Numbers the rows of the matrix: empty points in their order, then blocks.
    fn number_rows<const W: usize>(&mut self, graph: Graph<'_, W>) {
        let count = graph.count();
        let ends = 0..count as u16;
        let empty = ends.clone().filter(|&end| graph.is_empty_point(end));
        let blocks = ends.filter(|&end| end > EDGES.1 && graph.is_solid(end));
        self.rows.clear();
        self.rows.resize(count, usize::MAX);
        let mut rows = 0;
        for end in empty.chain(blocks) {
            self.rows[end as usize] = rows;
            rows += 1;
        }
        self.first.clear();
        self.first.extend(0..rows);
        for &(a, b, _) in &self.links {
            if a > EDGES.1 && b > EDGES.1 {
                let (a, b) = (self.rows[a as usize], self.rows[b as usize]);
                let first = &mut self.first[a.max(b)];
                *first = (*first).min(a.min(b));
            }
        }
        self.potentials.clear();
        self.potentials.resize(count, 0.0);
        self.potentials[EDGES.0 as usize] = 1.0;
    }

    /// Fills in the matrix by Kirchhoff's laws: the current into a node equals the current out of
    /// it.
    fn fill_matrix(&mut self) {
        self.matrix.reset(self.first.iter().copied());
        self.right.clear();
        self.right.resize(self.first.len(), 0.0);
        for row in 0..self.first.len() {
            *self.matrix.entry(row, row) = LEAK;
        }
        for &(a, b, conductance) in &self.links {
            for (end, other) in [(a, b), (b, a)] {
                if end > EDGES.1 {
                    let row = self.rows[end as usize];
                    *self.matrix.entry(row, row) += conductance;
                    if other <= EDGES.1 {
                        self.right[row] += conductance * self.potentials[other as usize];
                    }
                }
            }
            if a > EDGES.1 && b > EDGES.1 {
                let (a, b) = (self.rows[a as usize], self.rows[b as usize]);
                *self.matrix.entry(a.max(b), a.min(b)) -= conductance;
            }
        }
    }

    /// Finds the energies and the currents by point, and the current out of the pole.
    fn find_energies<const W: usize>(&mut self, hex: &Hex<W>, graph: Graph<'_, W>) {
        self.conductance = 0.0;
        self.right.clear();
        self.right.resize(self.potentials.len(), 0.0);
        self.currents.clear();
        self.currents.resize(self.potentials.len(), 0.0);
        for &(a, b, conductance) in &self.links {
            let drop = self.potentials[a as usize] - self.potentials[b as usize];
            let energy = conductance * drop * drop;
            self.right[a as usize] += energy / 2.0;
            self.right[b as usize] += energy / 2.0;
            // What flows into an end flows out of it.
            self.currents[a as usize] += conductance * drop.abs() / 2.0;
            self.currents[b as usize] += conductance * drop.abs() / 2.0;
            if a == EDGES.0 || b == EDGES.0 {
                self.conductance += conductance * drop.abs();
            }
        }
        let current = |point| graph.number(point).map_or(0.0, |end| self.currents[end as usize]);
        self.current_by_point.clear();
        self.current_by_point.extend(hex.size().points().map(current));
        self.by_point.clear();
        self.by_point.extend(hex.size().points().map(|point| match graph.number(point) {
            Some(end) => (self.potentials[end as usize], self.right[end as usize]),
            None => (0.0, 0.0),
        }));
    }
}
