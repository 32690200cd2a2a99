//! How long fill-in and dropping moves take on Hex boards, and what they give.
//!
//! `cargo run --release -p andor-knowledge --example hex_inferior`
//!
//! For each board size and number of random stones, prints the time of a fill-in from nothing, of a
//! fill-in after one more stone, and of finding the moves to consider, with the mean numbers of
//! stones after fill-in and of moves left. Positions are measured in batches, and of the times of a
//! batch the smallest counts, so that other work on the machine disturbs little.
#![allow(clippy::print_stdout)]

use andor_core::Player;
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};
use andor_games::size::Size;
use andor_knowledge::hex::inferior::Inferior;
use std::hint::black_box;
use std::time::{Duration, Instant};

const POSITIONS: usize = 400;
const BATCH: usize = 20;
const ROUNDS: usize = 15;

/// The mean time of something done for each position.
fn time<T, R>(positions: &[T], work: impl Fn(&T) -> R) -> Duration {
    let batch = |some: &[T]| {
        let round = |_| {
            let start = Instant::now();
            some.iter().for_each(|position| {
                black_box(work(position));
            });
            start.elapsed()
        };
        (0..ROUNDS).map(round).min().unwrap_or_default()
    };
    positions.chunks(BATCH).map(batch).sum::<Duration>() / positions.len() as u32
}

/// Stones on random points, by turns.
fn random_stones<const W: usize>(hex: &Hex<W>, count: usize, seed: u64) -> [Points<W>; 2] {
    let mut points: Vec<Point> = hex.board().iter().collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut points);
    let mut stones = [Points::EMPTY; 2];
    for (i, point) in points.into_iter().take(count).enumerate() {
        stones[i % 2].insert(point);
    }
    stones
}

fn measure<const W: usize>(side_length: u8) {
    let hex = Hex::<W>::new(Size::new(side_length, side_length).expect("a possible size"));
    let inferior = Inferior::new(&hex);
    for count in [0, 4, 8, 16, 32] {
        let seeds = 0..POSITIONS as u64;
        let positions: Vec<_> = seeds.map(|seed| random_stones(&hex, count, seed)).collect();
        let filled: Vec<_> = positions.iter().map(|&stones| inferior.fill(stones)).collect();
        let next: Vec<_> = filled
            .iter()
            .filter_map(|&[black, white]| {
                let point = (hex.board() - (black | white)).first()?;
                Some(([black | Points::one(point), white], Points::one(point)))
            })
            .collect();
        let mean = |sum: u32| f64::from(sum) / POSITIONS as f64;
        let kept = |stones: &[Points<W>; 2]| inferior.consider(*stones, Player::Black);
        println!(
            "{}, {count:2} stones: fill {:.1?}, after a stone {:.1?}, consider {:.1?}; {:.1} stones \
             after fill-in, {:.1} moves left",
            hex.size(),
            time(&positions, |&stones| inferior.fill(stones)),
            time(&next, |&(stones, news)| inferior.fill_after(stones, news)),
            time(&filled, |stones| kept(stones)),
            mean(filled.iter().map(|[black, white]| (*black | *white).len()).sum()),
            mean(filled.iter().map(|stones| kept(stones).len()).sum()),
        );
    }
}

fn main() {
    let start = Instant::now();
    Inferior::new(&Hex::<1>::new(Size::new(1, 1).expect("a possible size")));
    println!("start: {:.1?}", start.elapsed());
    measure::<1>(6);
    measure::<1>(8);
    measure::<2>(11);
    measure::<6>(14);
}
