//! Sound knowledge: what decides a position without search, and why.
//!
//! Each piece is an [`andor_core::Oracle`]; what it says may decide a verdict, so it is never wrong
//! and owes a reason that a certificate can quote.

pub mod go;
pub mod hex;
