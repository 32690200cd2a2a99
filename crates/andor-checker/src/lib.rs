//! Checks certificates of solved games, independently of whoever wrote them.
//!
//! `docs/certificate.md` is the specification; this crate is written from it, shares no code with
//! the solver and depends on nothing but the standard library and a decompressor. Its rules of Hex,
//! Go and m,n,k are naive on purpose: plain arrays and flood fills that can be read in one sitting.
#![forbid(unsafe_code)]

mod model;
pub mod write;

pub use model::*;
