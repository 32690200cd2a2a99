//! What can be wrong with a model file.

use super::{LONGEST_TEXT, MAGIC, Subject, VERSION};
use crate::shape::ShapeError;

/// What is wrong with a model file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// The file is no model.
    #[error("it begins with {}; expected {}, a model file", found.escape_ascii(), MAGIC.escape_ascii())]
    Magic {
        /// The first bytes.
        found: Vec<u8>,
    },
    /// The file has another version.
    #[error("version {found} of the format; expected version {VERSION}")]
    Version {
        /// The version of the file.
        found: u16,
    },
    /// Bytes are missing or changed.
    #[error(
        "the checksum of the bytes is {computed:08x}; expected {stored:08x} as stored at the end, so bytes are missing or changed"
    )]
    Checksum {
        /// The checksum of the bytes.
        computed: u32,
        /// The checksum at the end of the file.
        stored: u32,
    },
    /// There are too few bytes or too many.
    #[error("{found} bytes for the {what}; expected {expected}")]
    Length {
        /// What the bytes are for.
        what: String,
        /// The bytes that are there.
        found: usize,
        /// The bytes that are needed.
        expected: usize,
    },
    /// The file goes on after its end.
    #[error("{found} bytes after the last tensor; expected none")]
    Long {
        /// The bytes too many.
        found: usize,
    },
    /// A size of the network is out of range.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A text is too long or no UTF-8.
    #[error("{found} as the {what}; expected at most {LONGEST_TEXT} bytes of UTF-8")]
    Text {
        /// The name of the text.
        what: &'static str,
        /// What is wrong with it.
        found: String,
    },
    /// A number stands for nothing.
    #[error("the number {found} as the {what}; expected {expected}")]
    Choice {
        /// What the number should name.
        what: String,
        /// The number.
        found: u8,
        /// The numbers that stand for something.
        expected: &'static str,
    },
    /// A parameter or a scale is not a number that it may be.
    #[error("{found} among the {what}; expected {expected}")]
    Number {
        /// The numbers.
        what: String,
        /// The wrong one.
        found: f32,
        /// The right ones.
        expected: &'static str,
    },
    /// The file holds a network for something else.
    #[error("a network for {found}; expected {expected}")]
    Subject {
        /// What the network is for.
        found: Box<Subject>,
        /// What was asked for.
        expected: Box<Subject>,
    },
}
