//! `--guess` and `--device`: the network that guesses.

use crate::exit::{Failure, NOT_WRITTEN};
use crate::live;
use andor_net::cuda::{CudaError, GpuNetwork};
use andor_net::model::FileProblem;
use andor_net::{Encoding, Model};
use andor_solver::{Guide, InPlay, no_network, shipped};
use anyhow::{Result, anyhow, bail};
use clap::{Args, ValueEnum};
use std::path::Path;
use std::sync::Arc;

/// The source of the guesses.
#[derive(Args, Clone, Debug, Default)]
pub struct GuessArguments {
    /// Guesses of a network instead of the game's own: net for the one that is part of Andor, or
    /// net:FILE
    #[arg(long, value_name = "net[:FILE]")]
    pub guess: Option<String>,
    /// Where the network runs: auto takes a GPU if there is one
    #[arg(long, value_enum, default_value = "auto")]
    pub device: Device,
}

/// Where networks run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Device {
    /// On a GPU if there is one, otherwise on the processor.
    #[default]
    Auto,
    /// On the processor.
    Cpu,
    /// On an NVIDIA GPU.
    Cuda,
}

impl Device {
    /// The name, as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Device::Auto => "auto",
            Device::Cpu => "cpu",
            Device::Cuda => "cuda",
        }
    }

    /// A GPU, if this device has one; an error if there must be one.
    pub fn gpu(self) -> Result<Option<andor_net::cuda::Gpu>> {
        match (self, andor_net::cuda::Gpu::open()) {
            (Device::Cpu, _) | (Device::Auto, Err(_)) => Ok(None),
            (_, Ok(gpu)) => Ok(Some(gpu)),
            (Device::Cuda, Err(error)) => {
                bail!(
                    "--device cuda: {error}; expected an NVIDIA GPU with its driver, or --device cpu"
                )
            }
        }
    }
}

/// How many positions a thread asks a GPU about at once.
const TOGETHER: u32 = 16;

/// Reads a model file.
pub fn read_model(path: &Path) -> Result<Model> {
    Model::read(path).map_err(|error| {
        let problem = match error.problem {
            FileProblem::System(error) => {
                format!("cannot be read ({error}); expected a model file")
            }
            problem => problem.to_string(),
        };
        anyhow!("file \"{}\": {problem}", path.display())
    })
}

/// Writes a model file; an old one is replaced only by a complete new one.
pub fn write_model(model: &Model, path: &Path, encoding: Encoding) -> Result<()> {
    model.write(path, encoding).map_err(|error| {
        let words = format!("file \"{}\": cannot be written: {}", path.display(), error.problem);
        Failure { code: NOT_WRITTEN, words }.into()
    })
}

/// Tells the user that a GPU has failed.
fn tell_failure(error: &CudaError) {
    live::tell(&format!("andor: GPU: {error}; the network goes on on the processor"));
}

impl GuessArguments {
    /// The arguments, for another process.
    pub fn arguments(&self) -> impl Iterator<Item = String> {
        let guess = self.guess.iter().map(|guess| format!("--guess={guess}"));
        guess.chain([format!("--device={}", self.device.name())])
    }

    /// The network that guesses about a game, if one is asked for.
    pub fn guide(&self, game: &dyn InPlay) -> Result<Option<Arc<Guide>>> {
        let Some(guess) = self.guess.as_deref() else { return Ok(None) };
        let name = game.problem().game();
        let subject = game.network_subject().ok_or_else(|| anyhow!(no_network(name)))?;
        let model = match guess.split_once(':') {
            Some(("net", file)) => {
                let model = read_model(Path::new(file))?;
                model.check_subject(&subject).map_err(|error| anyhow!("file \"{file}\": {error}"))?;
                model
            }
            None if guess == "net" => shipped(&subject).ok_or_else(|| {
                anyhow!("--guess net: no network for {subject} is part of Andor; expected net:FILE, see andor train")
            })?,
            _ => bail!("--guess \"{guess}\": no source of guesses; expected net or net:FILE"),
        };
        Ok(Some(Arc::new(self.on_device(&model)?)))
    }

    fn on_device(&self, model: &Model) -> Result<Guide> {
        Ok(match self.device.gpu()? {
            Some(gpu) => {
                let network = GpuNetwork::new(&gpu, &model.parameters, tell_failure)?;
                Guide::behind(Box::new(network), model, TOGETHER)
            }
            None => Guide::new(model),
        })
    }
}
