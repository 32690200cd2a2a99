//! Sound knowledge: verdicts on positions without search, with reasons.
//!
//! Each piece of knowledge is an [`andor_core::Oracle`]. The answer of an oracle may decide a verdict, so
//! an oracle is never wrong. Where a certificate quotes a piece of knowledge, the piece also gives its
//! reason.

pub mod go;
pub mod gomoku;
pub mod hex;
pub mod killall;
pub mod phutball;
