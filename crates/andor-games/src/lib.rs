//! The rules of the games, and the notation of their moves and positions.
//!
//! Each game is a value of a type that implements [`andor_core::Game`]; its fields are the size of
//! the board and the variant of the rules. Every game obeys [`andor_core::laws`].
//!
//! | module | what it has |
//! |---|---|
//! | [`hex`], [`go`], [`killall`], [`gomoku`], [`phutball`] | a game each |
//! | [`go::capture`] | the capture of one block of Go |
//! | [`toy`] | explicit trees and graphs, m,n,k, nim |
//! | [`any`] | one type for all games but Phutball and the explicit trees and graphs |
//! | [`points`], [`size`], [`dihedral`] | sets of points as bits, sizes of boards, symmetries |
//! | [`notation`] | coordinates, drawn boards, SGF, HexWorld links |

pub mod any;
pub mod dihedral;
pub mod go;
pub mod gomoku;
pub mod hex;
pub mod killall;
pub mod notation;
pub mod phutball;
pub mod points;
pub mod size;
pub mod toy;
