//! The entry: a training with proofs alone, on processors or on a GPU.

use crate::error::Error;
use crate::ongoing::OngoingTraining;
use crate::settings::TrainSettings;
use crate::task::{Begin, Device, Length, Task, TrainProgress, Trained, WatchAnswer};
use crate::{cpu, proofs_only};
use andor_core::Planes;

/// Trains a network. The watch is called again and again; it can stop the training and ask for
/// checkpoints.
pub fn train<G: Planes>(
    task: &Task<'_, G>,
    settings: &TrainSettings,
    begin: Begin,
    device: Device,
    length: Length<'_>,
    watch: &mut dyn FnMut(&TrainProgress<'_>) -> WatchAnswer,
) -> Result<Trained, Error> {
    let (ongoing, initial) = OngoingTraining::open(task, settings, begin, length)?;
    if ongoing.has_only_proofs() {
        return proofs_only::run(ongoing, initial, device, watch);
    }
    match device {
        Device::Cpu => cpu::run(ongoing, initial, watch),
        #[cfg(feature = "cuda")]
        Device::Cuda(gpu) => crate::gpu::run(ongoing, initial, &gpu, watch),
    }
}
