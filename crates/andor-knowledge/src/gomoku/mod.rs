//! Knowledge about freestyle Gomoku: wins by continuous fours, and the replies that they leave.

pub mod fours;
mod oracle;

pub use oracle::{FOUR_THREATS, FOURS, GomokuOracle, THREAT};
