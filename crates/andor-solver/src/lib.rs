//! The solver: assembles game, knowledge, guesses and search by name, and explains the answer.
//!
//! A [`Problem`] names a position of a game; [`Settings`] say how to search; [`solve`] gives
//! a [`Report`]:
//!
//! ```
//! use andor_core::Player;
//! use andor_solver::{Problem, Settings, solve};
//!
//! let problem: Problem = "hex 3x3 --moves b2,a1".parse()?;
//! let report = solve(&problem, &Settings::default(), None)?;
//! assert_eq!(report.winner, Some(Player::Black));
//! # Ok::<(), andor_solver::BadInput>(())
//! ```
//!
//! Each game has an [`Adapter`] and a [`Family`] in a folder of its own ([`games`]); the list of
//! families ([`families`]) is the only place that names them all. [`InPlay`] is a game in play,
//! behind `dyn`.
//!
//! | modules | what they do |
//! |---|---|
//! | [`games`] | an adapter and a family for each game; `games::any`: the adapter of `AnyGame` |
//! | `interfaces` | [`Family`], [`Problem`] and [`InPlay`], which refer to each other |
//! | `family`, `game_family` | the list of families; the family of a game outside this crate |
//! | `problem`, `settings`, `options` | problems as text, the search, the tables of options |
//! | [`amounts`] | times, counts and sizes as people write them |
//! | `solve`, `report` | settles the claims; the answer |
//! | `engines`, `search_name` | searches built from plugs; the table of searches |
//! | `in_play`, [`player`] | a game in play; players that give a move |
//! | `room` | the division of the memory |
//! | `checkpoint`, [`store`] | searches that are saved; solved positions that outlast a search |
//! | `network` | which network guesses |
//! | [`Typed`] | from [`InPlay`] back to the type of the game, for the training of networks |
//! | `outlook`, `moment` | what a listener hears while a search runs; the same as JSON |
//! | [`dataset`], [`score`] | sets of positions; the score of a match |
//! | [`view`], `game_tree` | certificates for display; games with variations |

mod adapter;
pub mod amounts;
mod checkpoint;
pub mod dataset;
mod engines;
mod error;
mod family;
mod game_family;
mod game_tree;
pub mod games;
mod in_play;
mod interfaces;
mod moment;
mod network;
mod options;
mod outlook;
pub mod player;
mod problem;
mod report;
mod room;
mod sample;
pub mod score;
mod search_name;
mod settings;
mod solve;
pub mod store;
pub mod view;

pub use adapter::{Adapter, Piece, Purpose, Question, Quoted, SearchGoal, Usual};
pub use engines::{
    EXPLORATION, EngineSpec, Race, Shared, Tuning, alpha_beta, dfpn, expected_work, mcts, plain,
    pns,
};
pub use error::BadInput;
pub use family::{family, family_names};
pub use game_tree::{GameTree, TreeMove, TreeNote};
pub use games::families;
pub use in_play::{Playing, Typed};
pub use interfaces::{
    Family, Guided, InPlay, MakeSample, OptionOfRecord, Problem, Protocol, ReadDrawn, Refused,
    Scene,
};
pub use moment::Moment;
pub use network::guide::{ByPlanes, Guide, Networks};
pub use network::shipped::{problem_of, shipped};
pub use network::subject::no_network;
pub use options::{OptionRow, OptionValues, Values};
pub use outlook::{MoveOutlook, MoveState, Outlook};
pub use player::{Aim, MoveThought, Thought, Worth};
pub use report::{CaptureReport, MoveReport, Plies, Report, ReportAnswer, TreeReport, named};
pub use room::Room;
pub use search_name::{ENGINES, Engine, SearchName, search_options};
pub use settings::{Horizon, Knowledge, Proof, Score, Settings, Watch, split_words};
pub use solve::solve;

pub use andor_certify::{Overflow, Spool};
pub use andor_search::forecast;
pub use andor_search::{Progress, Stop};

/// What only tests see: a test inside the crate would compile the whole solver a second time.
#[doc(hidden)]
pub mod tested {
    pub use crate::checkpoint::lock::FileLock;
    pub use crate::games::go::superko::boards::{Boards, Name};
    pub use crate::games::go::superko::strategy::Strategy;
    pub use crate::games::go::superko::walk::{Walk, share_out};
    pub use crate::solve::threads::{Proofs, Shares};
}

/// The programs in the documents, compiled and run.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../../docs/adding-a-game.md")]
    struct AddingAGame;

    #[doc = include_str!("../../../docs/adding-a-search.md")]
    struct AddingASearch;
}
