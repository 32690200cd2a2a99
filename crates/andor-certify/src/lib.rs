//! Writing a certificate for a solved position, and walking a certificate.
//!
//! A search keeps its solutions in a memory. A [`Recorder`] asks the search, through a
//! [`Searcher`], for the winner's moves and writes entries that the checker accepts. The format
//! belongs to `andor-checker` (`docs/certificate.md`); the checker trusts nothing in this crate.
//!
//! | module | what it does |
//! |---|---|
//! | `certified` | how a game appears in certificates; `hex`, `go`, `mnk`, `gomoku`, `phutball`, `killall`, `capture` implement it |
//! | `certifier` | the same behind one object-safe trait |
//! | `any` | [`AnyGame`](andor_games::any::AnyGame) in certificates; searches of a real game as searches of any game, and back |
//! | `draft` | the entries, written once each |
//! | `log`, `spool` | the bytes of the entries, in memory and beyond it in temporary files |
//! | `finish` | from the draft to the file |
//! | `lines` | proofs by lines of play |
//! | `cycles` | proofs by a graph, where the rules of Go judge long cycles |
//! | `hex` | proofs by knowledge about Hex |
//! | `phutball` | proofs by shapes |
//! | `local`, `capture` | proofs by local entries, which hold whatever stands outside their zone |
//! | `killall` | local entries for White's wins, a graph of positions for Black's wins |
//! | `recorder` | one root after the other, each by the method that serves it |
//! | `searcher` | the search that is asked meanwhile |
//! | [`view`] | walking a certificate |

mod any;
mod bytes;
pub mod capture;
mod certified;
mod certifier;
mod cycles;
mod draft;
mod finish;
mod go;
mod goal;
mod gomoku;
pub mod hex;
mod killall;
mod leaves;
mod lines;
mod local;
mod log;
mod mnk;
mod phutball;
mod recorder;
mod searcher;
mod spool;
pub mod view;

pub use any::{Narrowed, Widened, own_line};
pub use certified::{Certified, Picture, Start, points};
pub use certifier::{Certificates, Certifier};
pub use draft::Draft;
pub use finish::Finished;
pub use goal::{Goal, NoCertificate, Solution};
pub use recorder::Recorder;
pub use searcher::{ProgressListener, Searcher};
pub use spool::{Overflow, Reader, Scratch, Spool};
