//! How long the connections and the circuit of Hex take, and what connections tell.
//!
//! `cargo run --release -p andor-guess --example hex_connections [plain] [semis=N]`
//!
//! For each board size, empty and with random stones, prints the median times of a build, of an update
//! after one more stone and of a measurement, each for both sides, how often a build decides the position, the mean size of the
//! must-play where it does not, and how many connections there are.
#![allow(clippy::print_stdout)]

use andor_core::Player;
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};
use andor_games::size::Size;
use andor_guess::hex::Circuit;
use andor_knowledge::hex::Options;
use andor_knowledge::hex::connections::{Connections, Finding};
use andor_knowledge::hex::derivation::Strength;
use std::time::{Duration, Instant};

/// Stones on random points, by turns.
fn random_stones<const W: usize>(
    hex: &Hex<W>,
    count: usize,
    rng: &mut fastrand::Rng,
) -> [Points<W>; 2] {
    let mut points: Vec<Point> = hex.board().iter().collect();
    rng.shuffle(&mut points);
    let mut stones = [Points::EMPTY; 2];
    for (i, point) in points.into_iter().take(count).enumerate() {
        stones[i % 2].insert(point);
    }
    stones
}

/// Does the same three times, and says how long the fastest took: other programs run too.
fn best_of_three<T>(mut work: impl FnMut() -> T) -> (T, Duration) {
    let mut timed = || {
        let start = Instant::now();
        (work(), start.elapsed())
    };
    let runs = [timed(), timed(), timed()];
    runs.into_iter().min_by_key(|(_, time)| *time).expect("three runs")
}

/// How long the fastest of three updates takes, each after another stone.
fn time_of_update<const W: usize>(
    hex: &Hex<W>,
    connections: &mut Connections<W>,
    stones: [Points<W>; 2],
    to_move: Player,
    rng: &mut fastrand::Rng,
) -> Duration {
    connections.build_all(hex, &stones, to_move);
    let empty: Vec<Point> = (hex.board() - (stones[0] | stones[1])).iter().collect();
    let times = (0..3).map(|_| {
        let mut next = stones;
        next[to_move.index()].insert(empty[rng.usize(..empty.len())]);
        let start = Instant::now();
        connections.update(hex, &next, to_move.other());
        start.elapsed()
    });
    times.min().expect("three times")
}

/// In milliseconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

fn measure<const W: usize>(side_length: u8, options: Options) {
    let hex = Hex::<W>::new(Size::new(side_length, side_length).expect("a possible size"));
    let mut connections = Connections::new(&hex, options);
    let mut circuit = Circuit::new();
    for count in [0, usize::from(side_length), 2 * usize::from(side_length)] {
        let mut rng = fastrand::Rng::with_seed(1);
        let to_move = if count % 2 == 0 { Player::Black } else { Player::White };
        let (mut builds, mut updates, mut measurements) = (Vec::new(), Vec::new(), Vec::new());
        let (mut decided, mut must_plays) = (0, 0);
        let (mut fulls, mut semis) = (0, 0);
        let rounds = 200;
        for _ in 0..rounds {
            let stones = random_stones(&hex, count, &mut rng);
            let (finding, time) = best_of_three(|| connections.build(&hex, &stones, to_move));
            builds.push(time);
            updates.push(time_of_update(&hex, &mut connections, stones, to_move, &mut rng));
            connections.build(&hex, &stones, to_move);
            match finding {
                Finding::Won(_) => decided += 1,
                Finding::Open { must_play } => {
                    must_plays += must_play.len();
                    let ((), time) = best_of_three(|| circuit.measure(&hex, &connections));
                    measurements.push(time);
                }
            }
            for side in Player::BOTH {
                fulls += connections.found(side, Strength::Full).count();
                semis += connections.found(side, Strength::Semi).count();
            }
        }
        println!(
            "{}, {count:2} stones: build {:.3} ms, update {:.3} ms, circuit {:.3} ms, {decided} of {rounds} decided, must-play {:.1}, \
             {} full, {} semi",
            hex.size(),
            median(builds),
            median(updates),
            median(measurements),
            f64::from(must_plays) / f64::from((rounds - decided).max(1)),
            fulls / rounds as usize,
            semis / rounds as usize,
        );
    }
}

fn main() {
    let mut options = Options::default();
    for word in std::env::args().skip(1) {
        match word.strip_prefix("semis=").map(str::parse) {
            Some(Ok(semis)) => options.semis = semis,
            None if word == "plain" => options.captured = false,
            _ => panic!("\"{word}\"; expected plain or semis=N"),
        }
    }
    (4..=8).for_each(|n| measure::<1>(n, options));
    (9..=11).for_each(|n| measure::<2>(n, options));
}
