//! Training, tests and matches of networks for the games of the solver.
//!
//! The crate `andor-train` trains networks for any game with planes, and knows no game and no
//! search. This crate trains networks for the game of a [`Problem`], with
//! the knowledge, the searches and the claims of the solver. Only the command needs this crate; the
//! solver itself only asks networks.
//!
//! | module | function | what it does |
//! |---|---|---|
//! | `train` | [`train()`] | trains a network by self-play, from proofs, or both |
//! | `accuracy` | [`accuracy()`] | compares a network with positions that a search solves |
//! | `matches` | [`play_match`] | plays games between two networks |
//! | `policy_games` | [`policy_positions`] | positions of games that a network plays by its policy |
//! | `proofs` | | the solved positions of a search, with the sizes of their proofs |
//! | `parallel` | | numbered tasks on several threads |
//!
//! Every function opens the problem and takes the game with its type
//! ([`Typed`]), an [`AnyGame`](andor_games::any::AnyGame). So training is
//! compiled for one type of game. The moves and the stones of the problem do not matter.

mod accuracy;
mod matches;
mod parallel;
mod policy_games;
mod proofs;
mod train;

pub use accuracy::{Accuracy, AccuracyPlan, accuracy};
pub use matches::{MatchPlan, play_match};
pub use policy_games::policy_positions;
pub use train::{ProofPlan, TrainPlan, train};

use andor_solver::{BadInput, Problem, Typed, no_network};

/// Opens a problem and does something with the typed game; an error if networks do not see the
/// game.
fn with_typed<T>(
    problem: &Problem,
    work: impl FnOnce(&Typed<'_>) -> Result<T, BadInput>,
) -> Result<T, BadInput> {
    let opened = problem.open()?;
    match Typed::of(&*opened) {
        Some(typed) => work(&typed),
        None => Err(BadInput::Request(no_network(problem.game()))),
    }
}

/// What only tests see.
#[doc(hidden)]
pub mod tested {
    pub use crate::accuracy::correlation;
    pub use crate::parallel::in_order;
    pub use crate::proofs::{ProofSizes, solved_positions};
}
