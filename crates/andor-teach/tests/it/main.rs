//! Trainings, tests and matches of networks for the games of the solver.
//!
//! The tests are one program, because each program is linked anew.

mod accuracy;
mod matches;
mod networks;
mod parallel;
mod proofs;
mod self_play;
