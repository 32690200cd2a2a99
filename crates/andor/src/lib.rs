//! Andor solves two-player games of perfect information, and proves its answers.
//!
//! This crate gathers the other crates for users: solving a position, playing, or adding a game.
//! The other crates are its modules.
//!
//! # Solve a position
//!
//! ```
//! use andor::{Player, Problem, Settings, solve};
//!
//! let problem: Problem = "go 2x2 --rules psk --komi 0.5".parse()?;
//! let report = solve(&problem, &Settings::default(), None)?;
//! assert_eq!(report.winner, Some(Player::Black));
//! # Ok::<(), andor::BadInput>(())
//! ```
//!
//! # Guess with a network
//!
//! ```no_run
//! use andor::net::Model;
//! use andor::{Guide, Problem, Settings, solve};
//! use std::sync::Arc;
//!
//! let guide = Guide::new(&Model::read("gomoku.net")?);
//! let settings = Settings { guide: Some(Arc::new(guide)), ..Settings::default() };
//! let report = solve(&"gomoku 15x15 --moves H8,H7".parse::<Problem>()?, &settings, None)?;
//! println!("{:?} after {} nodes", report.winner, report.nodes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A game of one's own
//!
//! A game implements [`Game`] (the rules; its moves are [`Numbered`]), [`Notation`] (moves as
//! text), and [`Playout`] and [`Adapter`], which may stay empty. [`Family::of`] gives the game a
//! name. Then every search, the best move, the values of all moves, draws, threads and JSON are
//! there; see `examples/connect-four` and `docs/adding-a-game.md`.
//!
//! # The parts
//!
//! | module | what it holds |
//! |---|---|
//! | [`core`] | what a game is, claims and verdicts, the traits of plugs, laws for tests |
//! | [`games`] | rules of the games, boards, notation, SGF |
//! | [`knowledge`] | sound knowledge about games |
//! | [`guess`] | guesses about games |
//! | [`net`] | networks: models in files, evaluation on processors and GPUs |
//! | [`search`] | the searches, for any game |
//! | [`certify`] | from a solved position to a certificate |
//! | [`checker`] | the certificate format and its verification |
//! | [`solver`] | adapters, problems, players, games in play, stores |
//! | `train`, `teach` | training of networks, for any game and for a problem; with the feature `train` |
//!
//! The names that most programs need are here, too: problems, settings and reports with all that
//! they hold, and what a game of one's own implements.

pub use andor_certify as certify;
pub use andor_checker as checker;
pub use andor_core as core;
pub use andor_games as games;
pub use andor_guess as guess;
pub use andor_knowledge as knowledge;
pub use andor_net as net;
pub use andor_search as search;
pub use andor_solver as solver;
#[cfg(feature = "train")]
pub use andor_teach as teach;
#[cfg(feature = "train")]
pub use andor_train as train;

pub use andor_core::{
    Claim, Class, Game, Key, KeySource, Margin, NoZone, Notation, NotationError, Numbered, Outcome,
    Player, PointSet, Repetition, Symmetry, Trace, Verdict,
};
pub use andor_guess::Playout;
pub use andor_solver::{
    Adapter, Aim, BadInput, CaptureReport, ENGINES, Engine, Family, Guide, Guided, Horizon, InPlay,
    Knowledge, MoveOutlook, MoveReport, MoveState, MoveThought, OptionRow, OptionValues, Outlook,
    Overflow, Piece, Plies, Problem, Progress, Proof, Protocol, Question, Quoted, Refused, Report,
    ReportAnswer, Scene, Score, SearchName, Settings, Spool, Stop, Thought, TreeReport, Usual,
    Values, Watch, Worth, families, family, search_options, shipped, solve,
};
