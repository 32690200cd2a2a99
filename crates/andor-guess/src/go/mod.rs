//! Guesses about Go: a model fitted to solved positions, random games to the end of the board,
//! rollouts for the player, and a static evaluation.

mod features;
mod fitted;
mod foresight;
mod glance;
mod learnt;
mod playout;
mod quick;
mod rollout;
mod shape;
mod weights;

pub use features::{FEATURES, Features, features};
pub use fitted::{GoFitted, GoWeights, SIZES, size_class};
pub use foresight::{GoForesight, Learning};
pub use learnt::GoLearnt;
pub use rollout::GoRollouts;
