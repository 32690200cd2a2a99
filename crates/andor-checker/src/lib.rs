//! The checker of certificates of solved games, independent of the programs that write them.
//!
//! `docs/certificate.md` is the specification. This crate is written from it, shares no code with the
//! solver and depends on nothing but the standard library. Its rules of Hex, Go,
//! m,n,k, Gomoku, capture, Phutball and Killall-Go are naive on purpose: plain arrays and flood fills that can be read in one sitting.
//!
//! [`check`] is the whole check. [`Certificate`] is for programs that write or show certificates.
#![forbid(unsafe_code)]

mod body;
mod check;
pub mod components;
pub mod credit;
pub mod frames;
mod header;
mod lemma;
pub mod life;
mod living;
mod local;
mod meter;
mod model;
mod numbering;
mod pattern;
mod picture;
mod position;
mod ranks;
mod reader;
mod report;
pub mod rules;
mod shape;
pub mod symmetry;
pub mod threat;
mod unzstd;
mod words;
pub mod write;

pub use body::Source;
pub use check::{Knowledge, Options, check, check_source};
pub use model::*;
pub use report::{Place, Refusal, Summary};
