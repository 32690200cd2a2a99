//! How fast one core plays against itself on 15x15 Gomoku with the rule of four threats, without
//! the time of a network: noise stands for evaluations.
//! `cargo run --release -p andor-train --example selfplay_rate -- SECONDS`

#![allow(clippy::print_stdout)]

use andor_core::{Claim, Player};
use andor_games::gomoku::{Rules, SmallGomoku};
use andor_games::size::Size;
use andor_knowledge::gomoku::{FOUR_THREATS, GomokuOracle};
use andor_net::Cost;
use andor_train::selfplay::{Asked, SelfPlay, Setup};
use andor_train::{HardStarts, TrainSettings};
use std::time::Instant;

/// Games side by side, as many as a thread has beside a GPU.
const GAMES: u64 = 128;
/// Policies of noise, which are used in turn.
const POLICIES: usize = 64;

fn main() {
    let seconds: f64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(4.0);
    let game = SmallGomoku::new(Size::new(15, 15).expect("a size"), Rules::Freestyle);
    let (claims, settings, hard) =
        (Player::both(Claim::win), TrainSettings::default(), HardStarts::default());
    let setup = Setup::new(&game, &claims, &[], &settings, 200).expect("right settings");
    let oracle = GomokuOracle::new(|name| name == FOUR_THREATS);
    let mut random = fastrand::Rng::with_seed(1);
    let policies: Vec<Vec<f32>> =
        (0..POLICIES).map(|_| (0..225).map(|_| 3.0 * random.f32()).collect()).collect();
    let mut input = vec![0; andor_core::Planes::plane_shape(&game).words()];
    let mut plays: Vec<SelfPlay<'_, SmallGomoku>> =
        (0..GAMES).map(|_| SelfPlay::new(&setup)).collect();
    let (mut seed, mut games, mut positions, mut evaluations) = (0, 0u64, 0u64, 0u64);
    let clock = Instant::now();
    while clock.elapsed().as_secs_f64() < seconds {
        for play in &mut plays {
            while play.next(&setup, &oracle, &mut input) == Asked::Over {
                let (records, asked) = play.counts();
                games += u64::from(asked > 0);
                positions += records as u64;
                evaluations += asked;
                seed += 1;
                play.begin(&setup, &oracle, &hard, seed);
            }
            let cost =
                |random: &mut fastrand::Rng| Cost { mean: 199.0 * random.f32(), infinite: 0.0 };
            let costs = [cost(&mut random), cost(&mut random)];
            play.feed(&setup, &policies[random.usize(..POLICIES)], costs);
        }
    }
    let time = clock.elapsed().as_secs_f64();
    println!(
        "{:.0} evaluations, {:.0} positions and {:.1} games a second in finished games",
        evaluations as f64 / time,
        positions as f64 / time,
        games as f64 / time
    );
}
