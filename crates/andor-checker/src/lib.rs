//! The checker of certificates of solved games, independent of the programs that write them.
//!
//! `docs/certificate.md` is the specification. This crate is written from it and shares no code
//! with the solver. It depends on the standard library and on `ruzstd`, which unpacks compressed
//! blocks. What `ruzstd` gives is not trusted: the raw bytes of a block have a length and a CRC-32,
//! and every entry in them is checked. It has unsafe code of its own; certificates whose blocks are
//! stored never reach it. Its rules of Hex, Go, m,n,k, Gomoku, capture, Phutball and Killall-Go are
//! naive on purpose: plain arrays and flood fills that can be read in one sitting.
//!
//! [`check()`] is the whole check. [`Certificate`] is for programs that write or show certificates.
//!
//! The files from top to bottom; a file uses files below it only:
//!
//! | files | what they do |
//! |---|---|
//! | `check` | checks every entry, then every root |
//! | `check/root` | plays to the position of a root, where the root's entry must hold |
//! | `check/pattern`, `lemma`, `plain`, `ranked`, `credit`, `threat`, `local`, `living`, `shape` | check one kind of entry each |
//! | `check/go`, `position` | what several kinds of entries have in common |
//! | `check/statements` | the statements of entries: all that an entry may use of other entries |
//! | `read` | files, blocks, headers and entries, their form only |
//! | `life`, `cycles`, `fours` | theorems about Go and Gomoku |
//! | `symmetry`, `lattice` | maps of the board, and cells of the lattice of Hex |
//! | `rules` | the games |
//! | `steps`, `report`, `words` | the count of steps, refusals and summaries, claims as sentences |
//! | `model` | the content of certificates, as plain data |
//!
//! `write`, `frames`, `components` and `numbering` are for programs that write certificates; the
//! check uses nothing of them but the constants of the format and the checksum.
#![forbid(unsafe_code)]

mod check;
pub mod components;
pub mod cycles;
pub mod fours;
pub mod frames;
mod lattice;
pub mod life;
mod lock;
mod model;
mod numbering;
mod read;
mod report;
pub mod rules;
mod steps;
pub mod symmetry;
mod words;
pub mod write;

pub use check::{Knowledge, Options, check, check_source};
pub use model::*;
pub use read::Source;
pub use report::{Place, Refusal, Summary};
