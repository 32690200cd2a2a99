//! The file of solved positions.
//!
//! The tests are one program, because each program is linked anew.

mod full;
mod store;
