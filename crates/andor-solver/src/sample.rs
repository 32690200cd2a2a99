//! A position of a data set.

/// A position with its answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sample {
    /// The moves that lead to the position.
    pub moves: Vec<String>,
    /// The options of this position alone, with their values.
    pub options: Vec<(String, String)>,
    /// The winner or `draw`, or the code of a capture.
    pub answer: String,
    /// How many nodes the search took.
    pub nodes: u64,
}
