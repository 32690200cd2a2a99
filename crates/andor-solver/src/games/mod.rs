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

/// All families, in the order in which they are told.
static FAMILIES: [&Family; 8] = [
    &hex::FAMILY,
    &go::FAMILY,
    &capture::FAMILY,
    &killall::FAMILY,
    &gomoku::FAMILY,
    &phutball::FAMILY,
    &mnk::FAMILY,
    &nim::FAMILY,
];

/// All families.
pub fn families() -> &'static [&'static Family] {
    &FAMILIES
}
