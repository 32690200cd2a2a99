//! Exit codes, and errors that have an exit code of their own.

use std::fmt;

/// Bad input, or an answer that is not the expected one.
pub const BAD_INPUT: u8 = 1;
/// Stopped before an answer, or before the certificate was complete.
pub const STOPPED: u8 = 2;
/// A certificate or a store is wrong.
pub const WRONG: u8 = 3;
/// The checker refused a certificate that `andor solve` had made.
pub const REFUSED: u8 = 4;
/// A file or standard output could not be written.
pub const NOT_WRITTEN: u8 = 5;
/// The target of a capture reaches the liberties of an escape, which decides nothing.
pub const UNDECIDED: u8 = 6;
/// Ctrl-C ended the command at once.
pub const INTERRUPTED: u8 = 130;

/// The exit codes in the help.
pub const HELP: &str = "\
Exit codes:
  0    solved, or verified
  1    bad input; in a batch also an answer that is not the expected one
  2    stopped before an answer or a complete certificate; check, proof: a limit was reached
  3    andor check: the certificate is wrong; a store has facts that contradict each other
  4    andor solve --proof: the checker refused the certificate; a bug of Andor
  5    a file or standard output could not be written
  6    the target of a capture reaches the liberties of an escape: not decided
  130  Ctrl-C ended the command at once";

/// An error with an exit code of its own. Other errors are bad input.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub code: u8,
    /// The place, the problem and the next step.
    pub words: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl std::error::Error for Failure {}

/// The exit code of an error.
pub fn code(error: &anyhow::Error) -> u8 {
    error.downcast_ref::<Failure>().map_or(BAD_INPUT, |failure| failure.code)
}
