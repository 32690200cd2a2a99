//! Solving a problem: settling its claims one after another or on several threads.
//!
//! Several threads race for the value of one position: every thread searches with a seed of its own
//! and shares the tables that its search can share. The first answer stops the other threads. The
//! values of all moves are distributed: each thread takes the next move that no thread has taken.

pub(crate) mod explain;
pub(crate) mod job;
pub(crate) mod knowledge;
pub(crate) mod question;
pub(crate) mod report;
pub(crate) mod run;
mod score;
mod shortest;
pub(crate) mod threads;

use crate::error::BadInput;
use crate::interfaces::Problem;
use crate::report::Report;
use crate::settings::{Settings, Watch};

/// Solves a problem.
pub fn solve(
    problem: &Problem,
    settings: &Settings,
    watch: Option<Watch<'_>>,
) -> Result<Report, BadInput> {
    problem.open()?.solve(settings, watch)
}
