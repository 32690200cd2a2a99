//! A problem of the folder that was given on the command line, with the answer that its file
//! expects.

use andor_solver::Problem;
use serde_json::Value;
use std::fmt;

/// Says whether a report, as `andor solve --json` has it, agrees with an answer; nothing if the
/// report does not tell.
pub type Agrees = Box<dyn Fn(&Value) -> Option<bool> + Send + Sync>;

/// A problem of the folder.
#[derive(Debug)]
pub struct Task {
    /// The name in the list.
    pub name: String,
    /// The problem, or why it cannot be read.
    pub problem: Result<Problem, String>,
    /// The answer in the file, if there is one.
    pub expected: Option<Expected>,
}

/// An answer that a file expects.
pub struct Expected {
    /// The answer in words.
    pub words: String,
    /// Compares a report with the answer.
    pub agrees: Agrees,
}

impl fmt::Debug for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Expected").field(&self.words).finish()
    }
}
