//! What the checker accepts, what it refuses, and what it takes.
//!
//! The tests are one program, because each program is linked anew.

mod bounds;
mod life;
mod memory;
mod mutants;
mod reader;
mod support;
mod verify;
