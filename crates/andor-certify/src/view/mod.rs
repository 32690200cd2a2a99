//! Walking a certificate: the winner's moves after the loser's replies.
//!
//! The walk reads a certificate without checking it; `andor check` is the check. Where the
//! certificate is wrong the walk says so and stops.

mod export;
mod shapes;
mod shown;
mod threats;
mod walk;

pub use export::{Exported, LeftOut, Limits, komi, sgf, statement};
pub use shown::{Reason, Reply, ReplyStatus, Statement, StrategyPlace, Turn, show};

use andor_checker::{Certificate, Entry, Pattern, Proof, Refusal};
use andor_core::NotationError;

/// Why a certificate cannot be shown as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotShow {
    /// A move that cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A certificate that takes more memory than it may.
    #[error("{0}")]
    TooLarge(String),
    /// Something else, in words.
    #[error("{0}")]
    Other(String),
}

/// Reads a certificate that takes at most so many bytes of memory; gives the bytes that it takes,
/// too.
pub fn read(bytes: &[u8], memory: usize) -> Result<(Certificate, usize), CannotShow> {
    Certificate::decode_within(bytes, memory).map_err(|refusal| match refusal {
        Refusal::Limit { what } => CannotShow::TooLarge(what),
        Refusal::Malformed { .. } | Refusal::Wrong { .. } => CannotShow::Other(refusal.to_string()),
    })
}

/// Numbers about a certificate.
pub fn stats(certificate: &Certificate, bytes: usize) -> String {
    let counts = certificate.entries.iter().map(Entry::counts);
    let (edges, leaves) = counts.fold((0, 0), |(e, l), (edges, leaves)| (e + edges, l + leaves));
    let widest = certificate.entries.iter().map(|entry| entry.counts().0).max().unwrap_or(0);
    let (mut ends, mut lemmas, mut fills, mut drops) = (0, 0, 0, 0);
    for entry in &certificate.entries {
        match entry {
            Entry::Lemma(_) => lemmas += 1,
            Entry::Pattern(Pattern { proof: Proof::Fill(..), .. }) => fills += 1,
            Entry::Pattern(Pattern { proof: Proof::Drops(..), .. }) => drops += 1,
            _ => ends += usize::from(entry.counts().0 == 0),
        }
    }
    let by_lemmas = match lemmas {
        0 => String::new(),
        _ => format!(
            "{lemmas} lemmas, by which {fills} entries fill in and {drops} leave out moves\n"
        ),
    };
    let problem = &certificate.problem;
    format!(
        "{} {}x{}, {} roots\n{} entries, of them {ends} without answers\n{by_lemmas}{edges} answers, at \
         most {widest} in an entry\n{leaves} leaves\n{bytes} bytes\n",
        problem.game.name(),
        problem.columns,
        problem.rows,
        problem.roots.len(),
        certificate.entries.len(),
    )
}
