//! Trains a network for 15x15 Gomoku with the rule of four threats on a GPU for some seconds, and
//! prints the rates.
//! `cargo run --release -p andor-train --example cuda_train -- SECONDS THREADS GAMES`

#![allow(clippy::print_stdout)]

use andor_core::{Claim, Player};
use andor_games::gomoku::{Rules, SmallGomoku};
use andor_games::size::Size;
use andor_knowledge::gomoku::{FOUR_THREATS, GomokuOracle};
use andor_net::cuda::Gpu;
use andor_train::{
    Begin, Device, Length, Point, Task, TrainProgress, TrainSettings, WatchAnswer, shape_for, train,
};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let mut number = |default| words.next().unwrap_or(Ok(default));
    let cores = std::thread::available_parallelism()?.get();
    let (seconds, threads) = (number(60)?, number(cores.saturating_sub(2).max(1))?);
    let settings = TrainSettings::on_gpu();
    let settings = TrainSettings { games: number(settings.games)?, ..settings };
    let game = SmallGomoku::new(Size::new(15, 15).ok_or("no size")?, Rules::Freestyle);
    let task = Task {
        game: &game,
        claims: Player::both(Claim::win).to_vec(),
        starts: &[],
        proofs: &[],
        oracle: &|| Box::new(GomokuOracle::new(|name| name == FOUR_THREATS)),
        threads,
    };
    let gpu = Gpu::open()?;
    println!("{}, {threads} threads, {settings}", gpu.name());
    let clock = Instant::now();
    let share = || clock.elapsed().as_secs_f64() / seconds as f64;
    let mut watch = |progress: &TrainProgress<'_>| {
        let Point { until, done, seconds, losses } = progress.point;
        if clock.elapsed().as_secs().is_multiple_of(5) {
            println!(
                "{:.0} s: {:.0} evaluations/s, {:.0} positions/s, {:.1} steps/s, {} steps, {} positions; policy {:.3}, \
                 costs {:.3} {:.3}; {:.1} moves a game, {:.2} proven",
                clock.elapsed().as_secs_f64(),
                done.evaluations as f64 / seconds,
                done.positions as f64 / seconds,
                done.steps as f64 / seconds,
                until.steps,
                until.positions,
                losses.policy,
                losses.costs[0],
                losses.costs[1],
                done.plies as f64 / done.games.max(1) as f64,
                done.proven as f64 / done.games.max(1) as f64,
            );
        }
        WatchAnswer::GoOn
    };
    let begin = Begin::New(shape_for(&game, 5, 64, 200));
    let trained =
        train(&task, &settings, begin, Device::Cuda(gpu), Length::Share(&share), &mut watch)?;
    let points = trained.checkpoint.history.points();
    let late = &points[points.len() / 2..];
    let time: f64 = late.iter().map(|point| point.seconds).sum();
    let rate = |count: fn(&Point) -> u64| late.iter().map(count).sum::<u64>() as f64 / time;
    println!(
        "second half: {:.0} evaluations/s, {:.0} positions/s, {:.1} steps/s; checkpoint of {} bytes",
        rate(|point| point.done.evaluations),
        rate(|point| point.done.positions),
        rate(|point| point.done.steps),
        trained.checkpoint.encode().len()
    );
    Ok(())
}
