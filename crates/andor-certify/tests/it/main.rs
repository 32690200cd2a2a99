//! Certificates from searches without the solver.
//!
//! The tests are one program, because each program is linked anew.

mod any;
mod overflow;
mod support;
