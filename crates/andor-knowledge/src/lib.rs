//! Sound knowledge: verdicts on positions without search, with reasons.
//!
//! Each piece of knowledge is an [`andor_core::Oracle`]. The answer of an oracle may decide a
//! verdict, so an oracle is never wrong. Where a certificate quotes a piece of knowledge, the piece
//! also gives its reason.
//!
//! | module | what it knows |
//! |---|---|
//! | [`go::life`], [`go::territory`] | unconditional life and unconditional territory |
//! | [`hex::connections`] | virtual connections by the AND and OR rules, with must-play |
//! | [`hex::derivation`] | why a connection holds, step by step |
//! | [`hex::graph`] | the full connections of a side as a graph |
//! | [`hex::inferior`] | fill-in and inferior moves, by lemmas of `cargo xtask hex-lemmas` |
//! | [`hex::split`] | boards that fall into two independent parts |
//! | [`hex::oracle`] | all knowledge about Hex as one oracle |
//! | [`gomoku`] | wins by continuous fours, the replies to them, and pairs of points |
//! | [`killall`] | positions in which White has no room to live |
//! | [`phutball`] | wins at once, and the replies to such threats |

pub mod go;
pub mod gomoku;
pub mod hex;
pub mod killall;
pub mod phutball;
