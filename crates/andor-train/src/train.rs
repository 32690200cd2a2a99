//! The entry: a training with lessons alone, on processors or on a GPU.

use crate::course::Course;
use crate::error::Error;
use crate::school::School;
use crate::task::{Begin, Device, Length, Moment, Task, Trained, Wish};
use crate::{cpu, lessons};
use andor_core::Planes;

/// Trains a network. The watch is called again and again; it can stop the training and ask for
/// checkpoints.
pub fn train<G: Planes>(
    task: &Task<'_, G>,
    course: &Course,
    begin: Begin,
    device: Device,
    length: Length<'_>,
    watch: &mut dyn FnMut(&Moment<'_>) -> Wish,
) -> Result<Trained, Error> {
    let (school, pupil) = School::open(task, course, begin, length)?;
    if school.is_of_lessons() {
        return lessons::run(school, pupil, device, watch);
    }
    match device {
        Device::Cpu => cpu::run(school, pupil, watch),
        #[cfg(feature = "cuda")]
        Device::Cuda(gpu) => crate::gpu::run(school, pupil, &gpu, watch),
    }
}
