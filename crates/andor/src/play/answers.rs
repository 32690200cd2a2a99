//! The answers of the engine on standard output.
//!
//! An engine whose answers are lost is of no use. So the first text that cannot be written is
//! remembered, and the engine ends with an error after the command.

use crate::exit::{Failure, NOT_WRITTEN};
use anyhow::Result;
use std::io::{self, Write};
use std::sync::OnceLock;

/// The first failure to write.
static FAILED: OnceLock<io::Error> = OnceLock::new();

/// Writes text to the client at once.
pub fn write_now(text: &str) {
    let mut out = io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        let _ = FAILED.set(error);
    }
}

/// An error if something could not be written so far.
pub fn check_written() -> Result<()> {
    match FAILED.get() {
        None => Ok(()),
        Some(error) => Err(failure(format!("the answer cannot be written: {error}"))),
    }
}

/// An error if standard output is closed from the beginning.
pub fn check_open() -> Result<()> {
    match is_replaced() {
        true => Err(failure("standard output is closed; expected a client that reads".to_string())),
        false => Ok(()),
    }
}

fn failure(words: String) -> anyhow::Error {
    Failure { code: NOT_WRITTEN, words }.into()
}

/// Does the null device stand in for standard output? Rust opens it for reading and writing in the
/// place of a stream that is closed when a program starts; a shell opens it for writing only.
fn is_replaced() -> bool {
    let is_null = std::fs::read_link("/proc/self/fd/1").is_ok_and(|path| path == *NULL_DEVICE);
    is_null && std::fs::read_to_string("/proc/self/fdinfo/1").is_ok_and(|text| is_both_ways(&text))
}

/// The path of the null device.
const NULL_DEVICE: &str = "/dev/null";

/// Do the flags of an open file, as Linux tells them in octal digits, allow to read and to write?
fn is_both_ways(text: &str) -> bool {
    let flags = text.lines().find_map(|line| line.strip_prefix("flags:"));
    flags.is_some_and(|flags| flags.trim().ends_with('2'))
}
