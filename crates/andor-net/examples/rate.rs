//! How many evaluations a second one core computes, for each kernel of the machine, and how many
//! samples a second it learns: the best and the mean of rounds within a second.
//!
//! ```text
//! cargo run --release -p andor-net --example rate -- [SIZE] [BLOCKS] [FILTERS]
//! ```

#![allow(clippy::print_stdout)]

use andor_net::{
    Kernel, Network, Output, Parameters, Sample, Server, Shape, Trainer, Training, calibrate,
};
use std::time::Instant;

/// The evaluations of a round.
const ROUND: usize = 2;

fn main() {
    let mut sizes = std::env::args().skip(1).map(|text| text.parse::<usize>().expect("a number"));
    let side = sizes.next().unwrap_or(15);
    let blocks = sizes.next().unwrap_or(5);
    let filters = sizes.next().unwrap_or(64);
    let shape =
        Shape { width: side, height: side, planes: 8, extra_moves: 0, blocks, filters, bins: 200 };
    let parameters = Parameters::new(shape, 1);
    let mut random = fastrand::Rng::with_seed(1);
    let mut position = || -> Vec<u32> {
        (0..shape.input_words()).map(|_| random.u32(..) & random.u32(..)).collect()
    };
    let inputs: Vec<Vec<u32>> = (0..64).map(|_| position()).collect();
    println!("{blocks}x{filters} on {side}x{side}, {} parameters", shape.parameters());
    for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
        let network = Network::new(&parameters, kernel);
        measure(&format!("f32 {kernel}"), ROUND, evaluations(&network, &inputs));
    }
    let scales = calibrate(&parameters, &inputs);
    let name = if Network::bytes_are_fast() { "int8 AVX-512 VNNI" } else { "int8 plain" };
    measure(name, ROUND, evaluations(&Network::bytes(&parameters, &scales), &inputs));
    let sample = |input: &Vec<u32>| Sample {
        input: input.clone(),
        legal: vec![u32::MAX; shape.moves().div_ceil(32)],
        policy: vec![(0, 1.0)],
        costs: [1.0, f32::INFINITY],
        policy_weight: 1.0,
        cost_weights: [1.0, 1.0],
    };
    let batch: Vec<Sample> = inputs.iter().map(sample).collect();
    let mut trainer = Trainer::new(parameters, Training::default());
    measure("training", batch.len(), || {
        trainer.step(&batch, 1e-3);
    });
}

/// Evaluates some of the inputs, in turn.
fn evaluations(network: &Network, inputs: &[Vec<u32>]) -> impl FnMut() {
    let mut evaluator = network.evaluator();
    let mut output = Output::default();
    let mut next = 0;
    move || {
        for input in inputs.iter().cycle().skip(next).take(ROUND) {
            evaluator.evaluate(input, &mut output);
        }
        next = (next + ROUND) % inputs.len();
    }
}

/// Measures rounds of some evaluations or samples each.
fn measure(name: &str, count: usize, mut round: impl FnMut()) {
    let (mut best, mut rounds) = (f64::INFINITY, 0);
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < 1.0 {
        let begin = Instant::now();
        round();
        best = best.min(begin.elapsed().as_secs_f64());
        rounds += 1;
    }
    let mean = (count * rounds) as f64 / start.elapsed().as_secs_f64();
    println!("{name}: best {:.0}/s, mean {mean:.0}/s", count as f64 / best);
}
