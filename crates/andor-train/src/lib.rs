//! Training of networks by self-play, for any game with [`Planes`](andor_core::Planes).
//!
//! A [`Task`] names the game, the claims, knowledge and solved positions; [`TrainSettings`] are the
//! settings; [`train`] plays games against itself, learns from them and tells a watch how it goes.
//! On processors the same seed gives the same network bit by bit, with every number of threads, and
//! a training that goes on from a [`Checkpoint`] ends as one that was never stopped. The crate
//! knows no particular game, no file and no command line. Of `andor-search` it takes the line
//! alone: the search for a move is its own.
//!
//! | modules | what they do |
//! |---|---|
//! | `task`, `settings`, `train` | what a training needs, its settings, the entry |
//! | [`selfplay`], `forced` | one game as a state machine; rules and knowledge before the network |
//! | `tree`, `root` | the search for a move |
//! | `starts` | openings and hard positions |
//! | `record`, `replay` | packed positions; the batches of a step |
//! | `ongoing`, `cpu`, `gpu`, `parallel`, `proofs_only` | a training in progress, on each machine |
//! | `checkpoint`, `bytes` | a training as bytes |
//! | `history`, [`chart`], [`report`] | curves as a page of HTML |
//!
//! ```
//! use andor_core::{Claim, Player};
//! use andor_games::{size::Size, toy::mnk::Mnk};
//! use andor_train::{Begin, Device, Length, Task, TrainSettings, WatchAnswer, shape_for, train};
//!
//! let game = Mnk::new(Size::new(3, 3).expect("a size"), 3);
//! let task = Task {
//!     game: &game,
//!     claims: Player::both(Claim::win).to_vec(),
//!     starts: &[],
//!     proofs: &[],
//!     oracle: &|| Box::new(()),
//!     threads: 2,
//! };
//! let settings = TrainSettings { simulations: 8, batch: 16, games: 4, ..TrainSettings::default() };
//! let begin = Begin::New(shape_for(&game, 1, 8, 12));
//! let mut losses = Vec::new();
//! let trained = train(&task, &settings, begin, Device::Cpu, Length::Steps(5), &mut |progress| {
//!     losses.push(progress.point.losses.policy);
//!     WatchAnswer::GoOn
//! })?;
//! assert_eq!(trained.checkpoint.counters.steps, 5);
//! # Ok::<(), andor_train::Error>(())
//! ```

mod bytes;
pub mod chart;
mod checkpoint;
mod cpu;
mod error;
mod forced;
#[cfg(feature = "cuda")]
mod gpu;
mod history;
mod ongoing;
#[cfg(any(feature = "cuda", test))]
mod parallel;
mod proofs_only;
mod record;
mod replay;
pub mod report;
mod root;
pub mod selfplay;
mod settings;
mod starts;
mod task;
#[cfg(test)]
mod testing;
mod train;
mod tree;

pub use bytes::BytesError;
pub use checkpoint::Checkpoint;
pub use error::Error;
pub use history::{Counters, History, Point};
pub use replay::{ProofSample, Replay};
pub use settings::{Branching, Root, TrainSettings};
pub use starts::{HardStarts, opening};
pub use task::{Begin, Device, Length, Task, TrainProgress, Trained, WatchAnswer, shape_for};
pub use train::train;
