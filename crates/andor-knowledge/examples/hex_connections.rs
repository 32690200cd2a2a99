//! How long the connections of Hex take to build, and what they tell.
//!
//! `cargo run --release -p andor-knowledge --example hex_connections [plain] [semis=N]`
//!
//! For each board size, empty and with random stones, prints the mean time of a build for both
//! sides, how often it decides the position, the mean size of the must-play where it does not, and
//! how many connections there are.
#![allow(clippy::print_stdout)]

use andor_core::Player;
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};
use andor_games::size::Size;
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

fn measure<const W: usize>(side_length: u8, options: Options) {
    let hex = Hex::<W>::new(Size::new(side_length, side_length).expect("a possible size"));
    let mut connections = Connections::new(&hex, options);
    for count in [0, usize::from(side_length), 2 * usize::from(side_length)] {
        let mut rng = fastrand::Rng::with_seed(1);
        let to_move = if count % 2 == 0 { Player::Black } else { Player::White };
        let (mut time, mut decided, mut must_plays) = (Duration::ZERO, 0, 0);
        let (mut fulls, mut semis) = (0, 0);
        let rounds = 200;
        for _ in 0..rounds {
            let stones = random_stones(&hex, count, &mut rng);
            let start = Instant::now();
            let finding = connections.build(&hex, &stones, to_move);
            time += start.elapsed();
            match finding {
                Finding::Won(_) => decided += 1,
                Finding::Open { must_play } => must_plays += must_play.len(),
            }
            for side in Player::BOTH {
                fulls += connections.found(side, Strength::Full).count();
                semis += connections.found(side, Strength::Semi).count();
            }
        }
        println!(
            "{}, {count:2} stones: {:.3} ms, {decided} of {rounds} decided, must-play {:.1}, \
             {} full, {} semi",
            hex.size(),
            time.as_secs_f64() * 1e3 / f64::from(rounds),
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
