//! Knowledge against brute force.
//!
//! The tests are one program, because each program is linked anew.

mod go_after;
mod go_life;
mod go_territory;
mod gomoku;
mod hex_connections;
mod hex_inferior;
mod hex_oracle;
mod hex_split;
mod support;
