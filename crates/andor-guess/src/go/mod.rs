//! Guesses about Go: random games to the end of the board, and a static evaluation.

mod glance;
mod playout;
