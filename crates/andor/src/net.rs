//! `andor net`: shows what a model file holds, and writes it in another encoding.

use crate::guide::{read_model, write_model};
use crate::output::write_line;
use andor_net::{Encoding, Model, Target, calibrate};
use andor_solver::{Guide, Problem, problem_of};
use andor_teach::policy_positions;
use anyhow::{Result, anyhow};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// The positions by which the activations of a network in bytes are scaled.
const POSITIONS: usize = 256;

/// What to do with a network.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Show what a model file holds
    Info(Info),
    /// Write a model file in another encoding
    Convert(Convert),
}

#[derive(Args)]
struct Info {
    /// The model file
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Convert {
    /// The model file
    file: PathBuf,
    /// The new model file
    out: PathBuf,
    /// How numbers are stored
    #[arg(long, value_enum, default_value = "int8")]
    encoding: Numbers,
}

/// How numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Numbers {
    /// Exactly
    F32,
    /// In half of the bytes
    Bf16,
    /// Weights of convolutions in bytes, for the fastest evaluation on processors
    Int8,
}

/// Does what is asked for.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    match &arguments.task {
        Task::Info(info) => info.run(),
        Task::Convert(convert) => convert.run(),
    }
}

impl Info {
    fn run(&self) -> Result<ExitCode> {
        let model = read_model(&self.file)?;
        let (subject, shape) = (model.subject(), *model.parameters.shape());
        let target = match model.target {
            Target::Costs => "costs of proofs",
            Target::Outcome => "chances of outcomes",
        };
        let text = if self.json {
            serde_json::json!({
                "game": subject.game,
                "rules": subject.rules,
                "columns": shape.width,
                "rows": shape.height,
                "planes": shape.planes,
                "planes_version": subject.planes_version,
                "extra_moves": shape.extra_moves,
                "blocks": shape.blocks,
                "filters": shape.filters,
                "bins": shape.bins,
                "parameters": shape.parameters(),
                "target": target,
                "bytes": model.scales.is_some(),
                "record": model.record,
            })
            .to_string()
        } else {
            let bytes = if model.scales.is_some() { "yes" } else { "no" };
            format!(
                "for {subject}\n{} blocks of {} filters, {} bins, {} parameters\nheads: {target}\n\
                 evaluated in bytes where the processor can: {bytes}\ntraining: {}",
                shape.blocks,
                shape.filters,
                shape.bins,
                shape.parameters(),
                model.record
            )
        };
        write_line(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Convert {
    fn run(&self) -> Result<ExitCode> {
        let model = read_model(&self.file)?;
        let (encoding, scales) = match self.encoding {
            Numbers::F32 => (Encoding::F32, None),
            Numbers::Bf16 => (Encoding::Bf16, None),
            Numbers::Int8 => (Encoding::Int8, Some(scales(&model)?)),
        };
        write_model(&Model { scales, ..model }, &self.out, encoding)?;
        write_line(&format!("\"{}\" is written", self.out.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The scales of activations, from positions of games that the network plays against itself.
pub fn scales(model: &Model) -> Result<Vec<f32>> {
    let problem = problem(model)?;
    let guide = Arc::new(Guide::new(&Model { scales: None, ..model.clone() }));
    Ok(calibrate(&model.parameters, &policy_positions(&problem, &guide, POSITIONS, 1)?))
}

/// The start of the game that a network is for.
pub fn problem(model: &Model) -> Result<Problem> {
    let subject = model.subject();
    problem_of(&subject).ok_or_else(|| {
        anyhow!("the network is for {subject}, which is unknown; expected a network for a game of andor options")
    })
}
