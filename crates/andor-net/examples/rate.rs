//! How many evaluations a second one core computes, for each kernel of the machine: the best and the mean of
//! rounds within a second.
//!
//! ```text
//! cargo run --release -p andor-net --example rate -- [SIZE] [BLOCKS] [FILTERS]
//! ```

#![allow(clippy::print_stdout)]

use andor_net::{Kernel, Network, Output, Parameters, Server, Shape, calibrate};
use std::time::Instant;

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
        measure(&format!("f32 {kernel}"), &Network::new(&parameters, kernel), &inputs);
    }
    let scales = calibrate(&parameters, &inputs);
    let name = if Network::bytes_are_fast() { "int8 AVX-512 VNNI" } else { "int8 plain" };
    measure(name, &Network::bytes(&parameters, &scales), &inputs);
}

fn measure(name: &str, network: &Network, inputs: &[Vec<u32>]) {
    const ROUND: usize = 8;
    let mut evaluator = network.evaluator();
    let mut output = Output::default();
    let (mut best, mut count) = (f64::INFINITY, 0);
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < 1.0 {
        let round = Instant::now();
        for input in inputs.iter().cycle().skip(count % inputs.len()).take(ROUND) {
            evaluator.evaluate(input, &mut output);
        }
        best = best.min(round.elapsed().as_secs_f64());
        count += ROUND;
    }
    let mean = count as f64 / start.elapsed().as_secs_f64();
    println!("{name}: best {:.0}/s, mean {mean:.0}/s", ROUND as f64 / best);
}
