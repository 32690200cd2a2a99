//! Every search against brute force, and what they share.
//!
//! The tests are one program, because each program is linked anew.

mod agreement;
mod archive;
mod capture;
mod conspiracy;
mod pattern_proofs;
mod rave;
mod save;
mod shortest;
mod support;
mod widening;
