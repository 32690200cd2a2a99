//! All checks of networks on a GPU, against the plain network, and the rates; a table, and an error
//! if a check fails.
//!
//! ```text
//! cargo run --release -p andor-net --features cuda --example cuda_check [-- ptx|short]
//! ```
//!
//! `ptx` takes the kernels that the driver compiles; `short` leaves out the rates and the large
//! network, for `compute-sanitizer`.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use andor_net::cuda::{Batches, CudaError, Gpu, GpuNetwork, GpuTrainer, Image};
use andor_net::shape::Part;
use andor_net::{
    Output, Parameters, Reference, Rule, Sample, Server, Shape, State, Trainer, Training,
};
use fastrand::Rng;
use std::process::ExitCode;
use std::time::Instant;

const LARGE: Shape =
    Shape { width: 15, height: 15, planes: 8, extra_moves: 0, blocks: 5, filters: 64, bins: 200 };

const SHAPES: [Shape; 6] = [
    Shape { width: 9, height: 9, planes: 17, extra_moves: 1, blocks: 3, filters: 64, bins: 64 },
    Shape { width: 19, height: 19, planes: 5, extra_moves: 1, blocks: 2, filters: 32, bins: 50 },
    Shape { width: 7, height: 4, planes: 3, extra_moves: 8, blocks: 1, filters: 19, bins: 33 },
    Shape { width: 2, height: 19, planes: 1, extra_moves: 0, blocks: 0, filters: 1, bins: 2 },
    Shape { width: 19, height: 15, planes: 64, extra_moves: 2, blocks: 1, filters: 63, bins: 2048 },
    LARGE,
];

/// The rule of the steps whose changes are compared.
const ADAM: Training =
    Training { rule: Rule::Adam { decay: 0.5 }, warm_up: 4, longest_gradient: 0.5, threads: 1 };

/// The results of checks.
#[derive(Default)]
struct Table {
    failed: bool,
}

impl Table {
    /// A row: a number that must not be larger than a limit.
    fn at_most(&mut self, check: &str, found: f64, limit: f64) {
        let ok = found <= limit;
        self.failed |= !ok;
        let verdict = if ok { "ok" } else { "FAILED" };
        println!("| {check} | {found:.2e} | {limit:.0e} | {verdict} |");
    }

    /// A row: something that must hold.
    fn holds(&mut self, check: &str, ok: bool) {
        self.failed |= !ok;
        println!("| {check} | | | {} |", if ok { "ok" } else { "FAILED" });
    }
}

fn main() -> ExitCode {
    let word = std::env::args().nth(1).unwrap_or_default();
    let gpu = if word == "ptx" { Gpu::open_with(Image::Ptx) } else { Gpu::open() };
    let gpu = match gpu {
        Ok(gpu) => gpu,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    println!("{}, {:?}\n\n| check | found | limit | |\n|---|---|---|---|", gpu.name(), gpu.image());
    let mut table = Table::default();
    match checks(&gpu, word == "short", &mut table) {
        Ok(()) if !table.failed => ExitCode::SUCCESS,
        Ok(()) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn checks(gpu: &Gpu, short: bool, table: &mut Table) -> Result<(), CudaError> {
    let shapes = if short { &SHAPES[..5] } else { &SHAPES[..] };
    for (shape, seed) in shapes.iter().zip(1..) {
        let Shape { width, height, blocks, filters, .. } = shape;
        let name = format!("{blocks}x{filters} on {width}x{height}");
        evaluations(gpu, &random_parameters(shape, seed, 0.1), &name, table)?;
        let parameters = random_parameters(shape, seed, 0.4);
        gradients(gpu, &rounded(&parameters), &format!("{name}, weights bf16"), 5e-3, table)?;
        gradients(gpu, &parameters, &name, 2e-2, table)?;
    }
    let parameters = random_parameters(&SHAPES[0], 9, 0.1);
    independence(gpu, &parameters, table)?;
    steps(gpu, &parameters, table)?;
    let refused = Parameters::new(Shape { filters: 65, ..LARGE }, 1);
    let text = Batches::new(gpu, &refused, 1).err().map(|error| error.to_string());
    table.holds("65 filters are refused in words", text.is_some_and(|text| text.contains("65")));
    if !short {
        rates(gpu)?;
    }
    Ok(())
}

/// Outputs against the plain network.
fn evaluations(
    gpu: &Gpu,
    parameters: &Parameters,
    name: &str,
    table: &mut Table,
) -> Result<(), CudaError> {
    let shape = parameters.shape();
    let reference = Reference::new(*shape, parameters.values().to_vec());
    let inputs = random_inputs(shape, 20, 1);
    let mut batches = Batches::new(gpu, parameters, 20)?;
    let answers = batches.evaluate(&inputs.concat())?;
    let (mut worst, mut largest, mut output) = (0f32, 0f32, Output::default());
    for (index, input) in inputs.iter().enumerate() {
        answers.write(index, &mut output);
        let expected = reference.evaluate(input);
        let found = output.policy.iter().chain(&output.heads);
        for (found, expected) in found.zip(expected.policy.iter().chain(&expected.heads)) {
            let error = (found - expected).abs();
            worst = worst.max(if error.is_nan() { f32::INFINITY } else { error });
            largest = largest.max(expected.abs());
        }
    }
    table.at_most(&format!("logits, {name}, largest {largest:.1}"), worst.into(), 3e-2);
    Ok(())
}

/// Gradients and losses of 64 samples against the plain network in `f64`.
fn gradients(
    gpu: &Gpu,
    parameters: &Parameters,
    name: &str,
    limit: f64,
    table: &mut Table,
) -> Result<(), CudaError> {
    let shape = *parameters.shape();
    let samples = random_samples(&shape, 64, 2);
    let values: Vec<f64> = parameters.values().iter().map(|&value| value.into()).collect();
    let reference = &Reference::new(shape, values);
    let parts: Vec<Vec<f64>> = std::thread::scope(|scope| {
        let of_part = |samples: &[Sample]| {
            let mut sum = vec![0.0; shape.parameters()];
            for sample in samples {
                reference.learn(sample, &mut sum);
            }
            sum
        };
        let threads: Vec<_> =
            samples.chunks(4).map(|part| scope.spawn(move || of_part(part))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a gradient")).collect()
    });
    let mut trainer = GpuTrainer::new(gpu, parameters, Training::default(), 64)?;
    let step = trainer.step(&samples, 0.0)?;
    let found = trainer.gradient()?;
    let (mut worst, mut part) = (0f64, String::new());
    for tensor in shape.tensors().filter(|tensor| !tensor.range().is_empty()) {
        let (mut error, mut size) = (0.0, 0.0);
        for index in tensor.range() {
            let expected = parts.iter().map(|part| part[index]).sum::<f64>() / 64.0;
            error += (f64::from(found[index]) - expected).powi(2);
            size += expected.powi(2);
        }
        let relative = (error / size).sqrt();
        if relative > worst || relative.is_nan() {
            let relative = if relative.is_nan() { f64::INFINITY } else { relative };
            (worst, part) = (relative, tensor.part.to_string());
        }
    }
    table.at_most(&format!("gradients, {name}, worst {part}"), worst, limit);
    let losses = Trainer::new(parameters.clone(), Training::default()).step(&samples, 0.0).losses;
    let pairs = [
        (step.losses.policy, losses.policy),
        (step.losses.costs[0], losses.costs[0]),
        (step.losses.costs[1], losses.costs[1]),
    ];
    let worst = pairs.iter().map(|(found, expected)| (found / expected - 1.0).abs());
    table.at_most(&format!("losses, {name}"), worst.fold(0.0, f64::max), 5e-3);
    Ok(())
}

/// Outputs in batches of every kind, and through evaluators in threads.
fn independence(gpu: &Gpu, parameters: &Parameters, table: &mut Table) -> Result<(), CudaError> {
    let shape = parameters.shape();
    let inputs = random_inputs(shape, 300, 3);
    let mut batches = Batches::new(gpu, parameters, 300)?;
    let mut expected = vec![Output::default(); 300];
    for (input, output) in inputs.iter().zip(&mut expected) {
        batches.evaluate(input)?.write(0, output);
    }
    let (mut worst, mut same) = (0f32, expected[0] != expected[1]);
    let answers = batches.evaluate_costs(&inputs.concat())?;
    for (index, output) in expected.iter().enumerate() {
        for (found, expected) in answers.costs(index).into_iter().zip(output.costs()) {
            let errors =
                (found.mean - expected.mean).abs() + (found.infinite - expected.infinite).abs();
            worst = worst.max(if errors.is_nan() { f32::INFINITY } else { errors });
        }
        same &= answers.policies[index * shape.moves()..][..shape.moves()] == output.policy;
    }
    table.at_most("costs against those of the logits", worst.into(), 1e-4);
    let mut output = Output::default();
    for size in [2, 7, 16, 132, 133, 300] {
        let mut order: Vec<usize> = (0..300).collect();
        Rng::with_seed(size as u64).shuffle(&mut order);
        for chunk in order.chunks(size) {
            let batch: Vec<u32> = chunk.iter().flat_map(|&index| inputs[index].clone()).collect();
            let answers = batches.evaluate(&batch)?;
            for (place, &index) in chunk.iter().enumerate() {
                answers.write(place, &mut output);
                same &= output == expected[index];
            }
        }
    }
    table.holds("an output does not depend on its batch, bit by bit", same);
    let other = Parameters::new(*shape, 77);
    batches.load(&other)?;
    let changed = batches.evaluate(&inputs[0])?.heads.to_vec();
    batches.load(parameters)?;
    batches.evaluate(&inputs[0])?.write(0, &mut output);
    let holds = changed != output.heads && output == expected[0];
    table.holds("parameters can be replaced, there and back", holds);
    let network = GpuNetwork::new(gpu, parameters, |_| ())?;
    let same = std::thread::scope(|scope| {
        let ask = |seed: u64| {
            let mut evaluator = network.evaluator();
            let mut order: Vec<usize> = (0..300).collect();
            Rng::with_seed(seed).shuffle(&mut order);
            let mut output = Output::default();
            let alone = order.iter().all(|&index| {
                evaluator.evaluate(&inputs[index], &mut output);
                output == expected[index]
            });
            let mut outputs = Vec::new();
            evaluator.evaluate_all(&inputs.concat(), &mut outputs);
            alone && outputs == expected
        };
        let threads: Vec<_> = (0..8).map(|seed| scope.spawn(move || ask(seed))).collect();
        threads.into_iter().all(|thread| thread.join().is_ok_and(|same| same))
    });
    table.holds("8 threads get these outputs from evaluators", same);
    Ok(())
}

/// Steps: repeated, resumed, by each rule, and not at all where a gradient is not finite.
fn steps(gpu: &Gpu, parameters: &Parameters, table: &mut Table) -> Result<(), CudaError> {
    let samples = random_samples(parameters.shape(), 96, 4);
    let train = |from: &Parameters, state: Option<&State>, range: std::ops::Range<usize>| {
        let mut trainer = match state {
            Some(state) => GpuTrainer::resume(gpu, from, ADAM, state, 64)?,
            None => GpuTrainer::new(gpu, from, ADAM, 64)?,
        };
        for index in range {
            trainer.step(&samples[index * 8..][..64 - index], 1e-3)?;
        }
        Ok::<_, CudaError>((trainer.parameters()?, trainer.state()?))
    };
    let whole = train(parameters, None, 0..4)?;
    table.holds("steps are repeated bit by bit", whole == train(parameters, None, 0..4)?);
    let (middle, state) = train(parameters, None, 0..2)?;
    let resumed = train(&middle, Some(&state), 2..4)?;
    table.holds("a resumed training goes on bit by bit", whole == resumed && state.steps == 2);
    let sgd = Training { rule: Rule::Sgd { momentum: 0.9, decay: 0.1 }, ..ADAM };
    for (name, training) in [("Adam", ADAM), ("gradient descent", sgd)] {
        let worst = changes(gpu, parameters, training, &samples[..64])?;
        table.at_most(&format!("{name}: parameters after 3 steps"), worst, 2e-6);
    }
    let mut wild = parameters.clone();
    wild.values_mut().iter_mut().for_each(|value| *value *= 1e30);
    let mut trainer = GpuTrainer::new(gpu, &wild, ADAM, 64)?;
    let step = trainer.step(&samples[..64], 1e-3)?;
    let nothing = !step.gradient.is_finite() && trainer.parameters()? == wild;
    table.holds(
        "a gradient that is not finite changes nothing",
        nothing && trainer.state()?.steps == 0,
    );
    let (mut first, mut last) = (f64::NAN, f64::NAN);
    let mut trainer = GpuTrainer::new(gpu, parameters, Training::default(), 64)?;
    for _ in 0..400 {
        last = trainer.step(&samples[..64], 1e-3)?.losses.policy;
        first = if first.is_nan() { last } else { first };
    }
    table.at_most(&format!("policy loss after 400 steps, {first:.2} before"), last, 5e-2);
    Ok(())
}

/// The largest difference to parameters that the host changes by the gradients of the GPU.
fn changes(
    gpu: &Gpu,
    parameters: &Parameters,
    training: Training,
    samples: &[Sample],
) -> Result<f64, CudaError> {
    let shape = parameters.shape();
    let mut trainer = GpuTrainer::new(gpu, parameters, training, 64)?;
    let mut values: Vec<f64> = parameters.values().iter().map(|&value| value.into()).collect();
    let (mut first, mut second) = (vec![0f64; values.len()], vec![0f64; values.len()]);
    for step in 1..=3 {
        let rate = 1e-3 * f64::from(step) / 4.0;
        let length = trainer.step(samples, 1e-3)?.gradient;
        let gradient = trainer.gradient()?;
        let norm = gradient.iter().map(|&slope| f64::from(slope).powi(2)).sum::<f64>().sqrt();
        assert!((norm / length - 1.0).abs() < 1e-6 && norm > 0.5, "{norm}, {length}");
        for tensor in shape.tensors() {
            for index in tensor.range() {
                let mut slope = f64::from(gradient[index]) * 0.5 / norm;
                let weight = if tensor.is_bias() { 0.0 } else { values[index] };
                match training.rule {
                    Rule::Adam { decay } => {
                        first[index] = 0.9 * first[index] + 0.1 * slope;
                        second[index] = 0.999 * second[index] + 0.001 * slope * slope;
                        let mean = first[index] / (1.0 - 0.9f64.powi(step));
                        let square = second[index] / (1.0 - 0.999f64.powi(step));
                        values[index] -= rate * f64::from(decay) * weight;
                        values[index] -= rate * mean / (square.sqrt() + 1e-8);
                    }
                    Rule::Sgd { momentum, decay } => {
                        slope += f64::from(decay) * weight;
                        first[index] = f64::from(momentum) * first[index] + slope;
                        values[index] -= rate * first[index];
                    }
                }
            }
        }
    }
    let found = trainer.parameters()?;
    let errors = found.values().iter().zip(&values).map(|(&a, b)| (f64::from(a) - b).abs());
    Ok(errors.fold(0.0, f64::max))
}

/// Evaluations and steps a second, from host to host.
fn rates(gpu: &Gpu) -> Result<(), CudaError> {
    println!("\n| 5x64 on 15x15 | batch | best, µs | mean, µs | a second |\n|---|---|---|---|---|");
    let parameters = random_parameters(&LARGE, 1, 0.1);
    for size in [1, 16, 52, 128, 256, 1024, 4096] {
        let mut batches = Batches::new(gpu, &parameters, size)?;
        let inputs = random_inputs(&LARGE, size, 5).concat();
        measure("evaluations, costs", size, size, || batches.evaluate_costs(&inputs).map(|_| ()))?;
        measure("evaluations, logits", size, size, || batches.evaluate(&inputs).map(|_| ()))?;
    }
    for size in [256, 1024, 4096] {
        let mut trainer = GpuTrainer::new(gpu, &parameters, Training::default(), size)?;
        let samples = random_samples(&LARGE, size, 6);
        measure("steps", size, 1, || trainer.step(&samples, 1e-4).map(|_| ()))?;
    }
    let network = GpuNetwork::new(gpu, &parameters, |_| ())?;
    let inputs = random_inputs(&LARGE, 64, 7);
    for threads in [16, 128] {
        measure(&format!("asked by {threads} threads"), 1, threads * 100, || {
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| {
                        let (mut evaluator, mut output) = (network.evaluator(), Output::default());
                        for input in inputs.iter().cycle().take(100) {
                            evaluator.evaluate(input, &mut output);
                        }
                    });
                }
            });
            Ok(())
        })?;
    }
    Ok(())
}

/// Measures rounds of some evaluations or steps for a second.
fn measure(
    name: &str,
    batch: usize,
    count: usize,
    mut round: impl FnMut() -> Result<(), CudaError>,
) -> Result<(), CudaError> {
    for _ in 0..3 {
        round()?;
    }
    let (mut best, mut rounds) = (f64::INFINITY, 0);
    let start = Instant::now();
    while start.elapsed().as_secs_f64() < 1.0 {
        let begin = Instant::now();
        round()?;
        best = best.min(begin.elapsed().as_secs_f64());
        rounds += 1;
    }
    let mean = start.elapsed().as_secs_f64() / f64::from(rounds);
    let rate = count as f64 / mean;
    println!("| {name} | {batch} | {:.0} | {:.0} | {rate:.0} |", best * 1e6, mean * 1e6);
    Ok(())
}

/// A network in which every parameter matters, with weights of the heads up to `heads`.
fn random_parameters(shape: &Shape, seed: u64, heads: f32) -> Parameters {
    let mut random = Rng::with_seed(seed);
    let mut parameters = Parameters::new(*shape, seed);
    for tensor in shape.tensors() {
        let bound = match tensor.part {
            Part::Convolution(layer) if layer > 0 && layer % 2 == 0 => {
                0.3 * (6.0 / tensor.rows as f32).sqrt()
            }
            Part::Convolution(_) | Part::Hidden => continue,
            Part::Policy | Part::Extra | Part::Value => heads,
            _ => 0.1,
        };
        for value in &mut parameters.values_mut()[tensor.range()] {
            *value = bound * (2.0 * random.f32() - 1.0);
        }
    }
    parameters
}

/// The same network with the weights of its convolutions rounded to bf16, as a GPU rounds them.
fn rounded(parameters: &Parameters) -> Parameters {
    let mut rounded = parameters.clone();
    for tensor in parameters.shape().tensors() {
        if matches!(tensor.part, Part::Convolution(_)) {
            for value in &mut rounded.values_mut()[tensor.range()] {
                let bits = value.to_bits();
                *value = f32::from_bits((bits + 0x7fff + (bits >> 16 & 1)) & 0xffff_0000);
            }
        }
    }
    rounded
}

/// Random stones on all planes.
fn random_inputs(shape: &Shape, count: usize, seed: u64) -> Vec<Vec<u32>> {
    let mut random = Rng::with_seed(seed);
    let mut input = || (0..shape.input_words()).map(|_| random.u32(..) & random.u32(..)).collect();
    (0..count).map(|_| input()).collect()
}

/// Random positions with random targets; every third sample lacks one of the three targets.
fn random_samples(shape: &Shape, count: usize, seed: u64) -> Vec<Sample> {
    let mut random = Rng::with_seed(seed);
    let mut samples = Vec::new();
    for (number, input) in random_inputs(shape, count, seed).into_iter().enumerate() {
        let lacks = |target: usize| number % 3 == 2 && number / 3 % 3 == target;
        let mut weight = |target| if lacks(target) { 0.0 } else { 0.5 + random.f32() };
        let (policy_weight, cost_weights) = (weight(0), [weight(1), weight(2)]);
        let mut legal: Vec<u32> =
            (0..shape.moves().div_ceil(32)).map(|_| random.u32(..) | random.u32(..)).collect();
        let (best, other) = (number % shape.moves(), (7 * number + 1) % shape.moves());
        let policy = match best == other {
            true => vec![(best as u16, 1.0)],
            false => vec![(best as u16, 0.75), (other as u16, 0.25)],
        };
        for index in [best, other] {
            legal[index / 32] |= 1 << (index % 32);
        }
        let mut cost = || match random.u32(..4) {
            0 => f32::INFINITY,
            _ => random.f32() * (shape.bins - 2) as f32,
        };
        let costs = [cost(), cost()];
        samples.push(Sample { input, legal, policy, costs, policy_weight, cost_weights });
    }
    samples
}
