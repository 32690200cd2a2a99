//! The result of a check: a summary, or the reason for a refusal.

use std::fmt;

/// The part of a file that a refusal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The board or the moves of the header.
    Header,
    /// A root, counted from 0.
    Root(usize),
    /// An entry, counted from 0.
    Entry(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Header => write!(f, "the header"),
            Place::Root(number) => write!(f, "root {number}"),
            Place::Entry(number) => write!(f, "entry {number}"),
        }
    }
}

/// The reason why a file is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The bytes are no certificate of this version.
    Malformed {
        /// The place: a byte of the file, a line of the header, an entry.
        place: String,
        /// The problem and the expected content.
        problem: String,
    },
    /// A certificate that does not prove what it claims.
    Wrong {
        /// The part of the certificate that is wrong.
        place: Place,
        /// The section of `docs/certificate.md` that it breaks.
        section: &'static str,
        /// The problem.
        problem: String,
        /// The present board, drawn; empty if there is none.
        picture: String,
    },
    /// The check would need more than its limit.
    Limit {
        /// The limit that was reached.
        what: String,
    },
}

impl Refusal {
    /// The status with which a program ends: 1 malformed, 2 limit, 3 wrong.
    #[must_use]
    pub fn exit_status(&self) -> u8 {
        match self {
            Refusal::Malformed { .. } => 1,
            Refusal::Limit { .. } => 2,
            Refusal::Wrong { .. } => 3,
        }
    }

    pub(crate) fn wrong(
        place: Place,
        section: &'static str,
        problem: impl Into<String>,
    ) -> Refusal {
        Refusal::Wrong { place, section, problem: problem.into(), picture: String::new() }
    }

    /// The same with a picture, unless it has one.
    pub(crate) fn with_picture(mut self, draw: impl FnOnce() -> String) -> Refusal {
        if let Refusal::Wrong { picture, .. } = &mut self
            && picture.is_empty()
        {
            *picture = draw();
        }
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Malformed { place, problem } => {
                write!(f, "not a certificate: {place}: {problem}")
            }
            Refusal::Wrong { place, section, problem, picture } => {
                write!(f, "wrong: {place}: {problem} (section {section})")?;
                if picture.is_empty() { Ok(()) } else { write!(f, "\n{picture}") }
            }
            Refusal::Limit { what } => write!(f, "stopped: {what}"),
        }
    }
}

impl std::error::Error for Refusal {}

/// What an accepted certificate proves, and its counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// A sentence for each root.
    pub claims: Vec<String>,
    /// How many entries.
    pub entries: u64,
    /// How many answers all entries have.
    pub edges: u64,
    /// The kinds of knowledge leaves that occur, and how many of each.
    pub leaves: Vec<(&'static str, u64)>,
    /// Bytes of the file.
    pub bytes: u64,
    /// Bytes of the body, unpacked.
    pub body_bytes: u64,
    /// Steps that the check took.
    pub steps: u64,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for claim in &self.claims {
            writeln!(f, "{claim}")?;
        }
        let leaves: u64 = self.leaves.iter().map(|(_, count)| count).sum();
        write!(f, "{} entries, {} edges, {leaves} leaves", self.entries, self.edges)?;
        for (kind, count) in &self.leaves {
            write!(f, " ({kind}: {count})")?;
        }
        write!(f, ", {} bytes ({} unpacked), {} steps", self.bytes, self.body_bytes, self.steps)
    }
}
