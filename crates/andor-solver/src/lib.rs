//! Puts game, knowledge, guesses and search together by name, and explains the answer.
//!
//! A [`Problem`] says which position of which game; [`Settings`] say how to search; [`solve`] gives
//! a [`Report`]:
//!
//! ```
//! use andor_solver::{Problem, Settings, solve};
//!
//! let problem = Problem::named("hex", "3x3")?.with_moves("b2 a1");
//! let report = solve(&problem, &Settings::default(), None)?;
//! assert_eq!(report.winner.as_deref(), Some("black"));
//! # Ok::<(), andor_solver::BadInput>(())
//! ```

mod bytes;
mod certificate;
mod certified;
mod cycles;
pub mod dataset;
mod engine;
mod explain;
mod games;
mod lenient;
mod links;
mod playable;
mod plugs;
mod problem;
mod report;
mod score;
mod session;
mod settings;
mod solve;
mod source;
mod strategy;
pub mod view;

pub use problem::{BadInput, Kind, Problem};
pub use report::{MoveReport, Report, TreeReport};
pub use session::{
    Aim, HexCircuit, HexConnection, HexEnd, HexView, Inferiority, MoveThought, Refused, Scene,
    Session, Thought, Worth,
};
pub use settings::{Proof, Score, SearchName, Settings};
pub use solve::{Watch, solve};

pub use andor_search::Progress;

/// The programs in the documents, compiled and run.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../../docs/adding-a-game.md")]
    struct AddingAGame;

    #[doc = include_str!("../../../docs/adding-a-search.md")]
    struct AddingASearch;
}
