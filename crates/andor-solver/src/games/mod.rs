//! The games, each with its adapter and its family in a folder or file of its own.

mod any;
pub mod capture;
pub mod go;
pub mod gomoku;
pub mod hex;
pub mod killall;
pub mod mnk;
pub mod nim;
pub mod phutball;

use crate::interfaces::Family;

/// All families.
pub fn families() -> &'static [&'static dyn Family] {
    &[
        &hex::HexFamily,
        &go::GoFamily,
        &capture::CaptureFamily,
        &killall::KillallFamily,
        &gomoku::GomokuFamily,
        &phutball::PhutballFamily,
        &mnk::MnkFamily,
        &nim::NimFamily,
    ]
}
