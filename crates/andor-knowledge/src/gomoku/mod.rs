//! Knowledge about Gomoku: wins by continuous fours and the replies that they leave, in freestyle;
//! and pairs of points, by which a player cannot win.

pub mod fours;
mod oracle;
pub mod pairs;

pub use oracle::{FOUR_THREATS, FOURS, GomokuOracle, PAIRS, THREAT};
