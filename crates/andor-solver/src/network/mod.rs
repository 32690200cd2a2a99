//! Networks in the solver: which network guesses about a game, and how a search asks it.
//!
//! [`guide`] knows no problems, settings or families, so that settings can hold a network;
//! [`subject`] knows problems; [`shipped`] knows the list of families.

pub(crate) mod guide;
pub(crate) mod shipped;
pub(crate) mod subject;
