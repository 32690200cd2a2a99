//! Why a training cannot begin or go on.

/// Why a training cannot begin or go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// A setting is out of its range.
    #[error("{what}: {found}; expected {expected}")]
    Setting {
        /// The setting.
        what: &'static str,
        /// Its value.
        found: String,
        /// The values that can be.
        expected: &'static str,
    },
    /// The network does not fit the game.
    #[error("a network for {found}; the game has {expected}")]
    Shape {
        /// The sizes of the network.
        found: String,
        /// The sizes of the game's planes.
        expected: String,
    },
    /// The checkpoint comes from other settings.
    #[error("a checkpoint with the settings \"{found}\"; expected \"{expected}\"")]
    Resume {
        /// The settings of the checkpoint.
        found: String,
        /// The settings of the training.
        expected: String,
    },
    /// A part of the checkpoint does not fit the rest.
    #[error("a checkpoint whose {0} does not fit the training")]
    Checkpoint(&'static str),
    /// A solved position that cannot be learned from.
    #[error(
        "proof sample {number}: {problem}; expected a legal move and a cost that is finite and not below 0"
    )]
    ProofSample {
        /// The place in the list.
        number: usize,
        /// The problem.
        problem: String,
    },
    /// Every start is settled at once, so there is nothing to learn.
    #[error("the games give no positions to learn from; expected starts that are not settled")]
    NoPositions,
    /// The training has failed.
    #[error("the losses of step {step} are not finite; expected a lower rate")]
    NotFinite {
        /// The step.
        step: u64,
    },
    /// A thread has panicked.
    #[error("a fault of the program: {0}")]
    Panic(String),
    /// The GPU has failed.
    #[cfg(feature = "cuda")]
    #[error(transparent)]
    Cuda(#[from] andor_net::cuda::CudaError),
}
