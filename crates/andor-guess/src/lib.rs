//! Guesses about games.
//!
//! A guess is an unsound estimate: a chance to win, or the work that a proof needs. A search orders
//! its moves by guesses, and no verdict depends on any of them. This crate knows no search, reads
//! no file, starts no thread and asks no clock.
//!
//! * [`Playout`] is the trait of games with random games; [`Playouts`] turns the [`Tally`] of
//!   random games into a heuristic.
//! * [`Glance`] is the trait of games with a static evaluation; [`Glances`] turns the evaluation
//!   into a heuristic, [`AtAGlance`] into an evaluation for a search with a horizon.
//! * [`Blend`] is a weighted mean of two heuristics.
//! * [`FirstWork`] is the first guess about the work that a position needs.
//! * [`hex::Circuit`] is the electric circuit of a Hex position; [`hex::HexOrder`] orders moves by
//!   the energy in that circuit.
//! * [`hex::HexSiblings`] compares the moves of a Hex position with each other.
//! * [`GoFitted`] guesses about Go by a model that was fitted to solved positions.
//! * [`GoLearnt`] corrects the works of that model while a search runs.
//! * [`GoRollouts`] plays games of Go to the end for the player of Go, and guesses about its moves.
//! * [`gomoku::Shapes`] rates moves of Gomoku and tells the kinds of moves of an attack;
//!   [`gomoku::Sight`] tells where a player looks; [`gomoku::LearntWorks`] learns works while a
//!   search runs.
//! * [`KillallOrder`] orders the moves of Killall-Go by the points round them.
//! * [`PhutballOrder`] orders the moves of Phutball by the place of the ball.
//! * [`Network`] asks a network of `andor-net`.
//! * [`laws`] holds the properties of every source of guesses, as functions that a test calls.
//!
//! The plug traits [`Heuristic`](andor_core::Heuristic) and [`Evaluate`](andor_core::Evaluate)
//! belong to `andor-core`: a search takes any implementation of them.

mod any;
mod blend;
mod first_work;
mod glance;
pub mod go;
pub mod gomoku;
pub mod hex;
mod killall;
pub mod laws;
mod network;
mod phutball;
mod playout;
mod playouts;
mod toy;
mod windows;

pub use blend::Blend;
pub use first_work::FirstWork;
pub use glance::{AtAGlance, Glance, Glances, Scale};
pub use go::{GoFitted, GoForesight, GoLearnt, GoRollouts};
pub use killall::KillallOrder;
pub use network::{Network, Works};
pub use phutball::PhutballOrder;
pub use playout::{MoveTally, Playout, Tally, random_games};
pub use playouts::Playouts;
