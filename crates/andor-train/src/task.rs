//! What a training needs, and what it tells.

use crate::checkpoint::Checkpoint;
use crate::history::Point;
use crate::replay::{ProofSample, Replay};
use andor_core::{Claim, Oracle, Planes};
use andor_net::{Parameters, Shape};

/// What a network is trained for.
pub struct Task<'a, G: Planes> {
    /// The game.
    pub game: &'a G,
    /// The claims; each game is about one of them, drawn evenly.
    pub claims: Vec<Claim>,
    /// Positions from which games start; if there are none, games start with random stones.
    pub starts: &'a [G::Position],
    /// Positions that a search has solved, to learn from besides self-play.
    pub proofs: &'a [ProofSample<G>],
    /// Makes the knowledge of a thread. The answers of an oracle must not depend on earlier
    /// questions: otherwise trainings with the same seed differ.
    pub oracle: &'a (dyn Fn() -> Box<dyn Oracle<G>> + Sync),
    /// Threads that play and learn; on a GPU two more ask and train.
    pub threads: usize,
}

/// How a training begins.
#[derive(Clone, Debug)]
pub enum Begin {
    /// With a new network.
    New(Shape),
    /// With this network.
    From(Parameters),
    /// Where another training with the same settings stopped. Without the replay the training first
    /// fills a new one.
    Resume(Box<Checkpoint>, Option<Replay>),
}

/// Where evaluations and steps are computed.
#[derive(Clone, Debug)]
pub enum Device {
    /// On processors.
    Cpu,
    /// On an NVIDIA GPU; trainings with the same seed differ.
    #[cfg(feature = "cuda")]
    Cuda(andor_net::cuda::Gpu),
}

/// When a training ends, unless the watch stops it.
#[derive(Clone, Copy)]
pub enum Length<'a> {
    /// After so many steps, those before a checkpoint included.
    Steps(u64),
    /// When the function says 1: the share that is done.
    Share(&'a (dyn Fn() -> f64 + Sync)),
}

/// How a training goes: what the watch hears, after each round of games or about once a second.
#[derive(Clone, Copy, Debug)]
pub struct TrainProgress<'a> {
    /// The stretch since the watch was last called.
    pub point: &'a Point,
    /// The share that is done.
    pub share: f64,
    /// Positions that are kept.
    pub kept: usize,
    /// Hard positions that are kept.
    pub hard: usize,
    /// After [`WatchAnswer::Save`]: the training as it is now.
    pub state: Option<(&'a Checkpoint, &'a Replay)>,
}

/// What the watch answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchAnswer {
    /// Go on.
    GoOn,
    /// Call the watch again at once, with the training as it is now.
    Save,
    /// Stop; [`train`](crate::train()) gives back the training as it is now.
    Stop,
}

/// A training that has ended.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The network and all that is needed to go on.
    pub checkpoint: Checkpoint,
    /// The positions of the last games.
    pub replay: Replay,
}

/// The shape of a network for a game.
pub fn shape_for<G: Planes>(game: &G, blocks: usize, filters: usize, bins: usize) -> Shape {
    let planes = game.plane_shape();
    Shape {
        width: planes.columns,
        height: planes.rows,
        planes: planes.planes,
        extra_moves: planes.others,
        blocks,
        filters,
        bins,
    }
}
