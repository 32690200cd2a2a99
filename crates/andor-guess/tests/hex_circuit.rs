//! The circuits of Hex against a dense solver, and the laws of electricity.

use andor_core::Player;
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};
use andor_guess::hex::Circuit;
use andor_knowledge::hex::connections::Connections;
use andor_knowledge::hex::derivation::Strength;
use andor_knowledge::hex::{End, Options};
use std::collections::BTreeMap;

/// Random stones, by turns.
fn random_stones(hex: &Hex<1>, rng: &mut fastrand::Rng) -> [Points<1>; 2] {
    let mut points: Vec<Point> = hex.board().iter().collect();
    rng.shuffle(&mut points);
    let count = rng.usize(0..points.len() / 2);
    let mut stones = [Points::EMPTY; 2];
    (0..count).for_each(|i| stones[i % 2].insert(points[i]));
    stones
}

/// The links of a side by the text: the smallest full connection of each pair of ends.
fn links(connections: &Connections<1>, empty: Points<1>, side: Player) -> BTreeMap<[End; 2], f64> {
    let mut smallest: BTreeMap<[End; 2], u32> = BTreeMap::new();
    for full in connections.found(side, Strength::Full) {
        let mut ends = full.ends;
        ends.sort();
        let size = full.carrier.len();
        smallest.entry(ends).and_modify(|s| *s = size.min(*s)).or_insert(size);
    }
    let own = |end: End| match end {
        End::Point(point) if empty.contains(point) => 0.5,
        _ => 0.05,
    };
    let conductance =
        |(ends, size): ([End; 2], u32)| 1.0 / (own(ends[0]) + own(ends[1]) + 0.1 * f64::from(size));
    smallest.into_iter().map(|(ends, size)| (ends, conductance((ends, size)))).collect()
}

/// Potentials by relaxation: every node takes the mean of its neighbours until nothing moves.
fn relax(links: &BTreeMap<[End; 2], f64>) -> BTreeMap<End, f64> {
    let mut beside: BTreeMap<End, Vec<(End, f64)>> = BTreeMap::new();
    for (&[a, b], &conductance) in links {
        beside.entry(a).or_default().push((b, conductance));
        beside.entry(b).or_default().push((a, conductance));
    }
    let mut potentials: BTreeMap<End, f64> = beside.keys().map(|&end| (end, 0.0)).collect();
    potentials.insert(End::Edge(0), 1.0);
    potentials.insert(End::Edge(1), 0.0);
    for _ in 0..20_000 {
        let mut moved = 0.0f64;
        for (&end, links) in beside.iter().filter(|(end, _)| !matches!(end, End::Edge(_))) {
            let total: f64 = links.iter().map(|(_, c)| c).sum();
            let mean = links.iter().map(|(other, c)| c * potentials[other]).sum::<f64>() / total;
            moved = moved.max((mean - potentials[&end]).abs());
            potentials.insert(end, mean);
        }
        if moved < 1e-12 {
            break;
        }
    }
    potentials
}

#[test]
fn potentials_are_those_of_relaxation() {
    let hex = Hex::<1>::new("5x6".parse().expect("a size"));
    let mut rng = fastrand::Rng::with_seed(2);
    let mut connections = Connections::new(&hex, Options::default());
    let mut circuit = Circuit::new();
    for _ in 0..40 {
        let stones = random_stones(&hex, &mut rng);
        let empty = hex.board() - (stones[0] | stones[1]);
        connections.build_all(&hex, &stones, Player::Black);
        circuit.measure(&hex, &connections);
        for side in Player::BOTH {
            let links = links(&connections, empty, side);
            let expected = relax(&links);
            for (&end, &potential) in &expected {
                let End::Point(point) = end else { continue };
                let found = circuit.potential(side, point);
                assert!((found - potential).abs() < 1e-6, "{point:?}: {found} but {potential}");
                let energy: f64 = links
                    .iter()
                    .filter(|(ends, _)| ends.contains(&end))
                    .map(|([a, b], c)| c * (expected[a] - expected[b]).powi(2) / 2.0)
                    .sum();
                assert!((circuit.side_energy(side, point) - energy).abs() < 1e-6);
            }
            let edge = |ends: &[End; 2]| ends.contains(&End::Edge(0));
            let current: f64 = links
                .iter()
                .filter(|(ends, _)| edge(ends))
                .map(|([a, b], c)| c * (expected[a] - expected[b]).abs())
                .sum();
            assert!((circuit.conductance(side) - current).abs() < 1e-6);
        }
    }
}

/// On an empty square board nobody stands better, and a reflected point is worth the same.
#[test]
fn the_empty_board_is_balanced() {
    let hex = Hex::<1>::new("7x7".parse().expect("a size"));
    let mut connections = Connections::new(&hex, Options::default());
    connections.build_all(&hex, &[Points::EMPTY; 2], Player::Black);
    let mut circuit = Circuit::new();
    circuit.measure(&hex, &connections);
    assert!(circuit.balance(Player::Black).abs() < 1e-9);
    let size = hex.size();
    for point in size.points() {
        let reflected = size.point(size.row(point), size.column(point));
        let difference = circuit.energy(point) - circuit.energy(reflected);
        assert!(difference.abs() < 1e-9, "{point:?}");
    }
}

/// A stone makes its owner's circuit better and the opponent's worse.
#[test]
fn a_stone_helps_its_owner() {
    let hex = Hex::<2>::new("9x9".parse().expect("a size"));
    let mut connections = Connections::new(&hex, Options::default());
    let mut circuit = Circuit::new();
    let mut balance = |stones: [Points<2>; 2]| {
        connections.build_all(&hex, &stones, Player::Black);
        circuit.measure(&hex, &connections);
        circuit.balance(Player::Black)
    };
    let even = balance([Points::EMPTY; 2]);
    let centre = Points::one(hex.size().point(4, 4));
    let corner = Points::one(hex.size().point(0, 0));
    let better = balance([centre, Points::EMPTY]);
    assert!(better > balance([corner, Points::EMPTY]));
    assert!(better > even);
    assert!(balance([Points::EMPTY, centre]) < even);
}

/// A position that connections decide is judged too, although one side's were not looked for.
#[test]
fn decided_positions_are_measured() {
    let hex = Hex::<1>::new("5x5".parse().expect("a size"));
    let mut connections = Connections::new(&hex, Options::default());
    let mut circuit = Circuit::new();
    for to_move in Player::BOTH {
        connections.build(&hex, &[Points::EMPTY; 2], to_move);
        circuit.measure(&hex, &connections);
        assert!(circuit.balance(to_move) > 0.0);
        let energy: f64 = hex.board().iter().map(|point| circuit.energy(point)).sum();
        assert!(energy.is_finite() && energy > 0.0);
    }
}
