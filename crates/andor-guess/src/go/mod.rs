//! Guesses about Go: random games to the end of the board, rollouts for the player, and a static evaluation.

mod glance;
mod playout;
mod quick;
mod rollout;
mod shape;

pub use rollout::GoRollouts;
