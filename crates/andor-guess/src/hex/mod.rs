//! Guesses about Hex: random fillings of the board, and the electric circuit of a position.

mod circuit;
mod order;
mod playout;
mod siblings;
mod skyline;

pub use circuit::Circuit;
pub use order::HexOrder;
pub use siblings::HexSiblings;
