//! Walking a certificate: the winner's moves after the loser's replies.
//!
//! The walk reads a certificate without checking it; `andor check` is the check. Where the certificate is
//! wrong the walk says so and stops.

mod export;
mod shapes;
mod threats;
mod walk;

pub use export::{Exported, LeftOut, Limits, sgf};

use crate::certified::Certified;
use andor_checker::{Certificate, Entry, Pattern, Proof};
use andor_core::{NotationError, Player};
use std::fmt::Write;
use walk::{Answer, Walk, why_anywhere};

/// Why a certificate cannot be shown as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotShow {
    /// A move that cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// Something else, in words.
    #[error("{0}")]
    Other(String),
}

/// Reads a certificate.
pub fn read(bytes: &[u8]) -> Result<Certificate, CannotShow> {
    Certificate::decode(bytes).map_err(|refusal| CannotShow::Other(refusal.to_string()))
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

/// The position after some moves from a root, the winner's move or the loser's replies there.
pub fn show<G: Certified>(
    game: &G,
    certificate: &Certificate,
    root: usize,
    moves: &str,
) -> Result<String, CannotShow> {
    let mut walk = Walk::new(game, certificate, root)?;
    for text in moves.split([' ', ',']).filter(|text| !text.is_empty()) {
        walk.step(text)?;
    }
    let mut out = game.draw(walk.line.position());
    let winner = walk.winner;
    if walk.line.outcome().is_some() {
        let _ = writeln!(out, "the game is over, as {winner} wants it");
    } else if walk.line.to_move() == winner {
        match &walk.next {
            Some((number, _)) => {
                let _ = match why_anywhere(*number) {
                    Some(why) => writeln!(out, "{winner} may play anywhere: {why}"),
                    None => writeln!(out, "{winner} plays {}", walk.name(*number)),
                };
            }
            None => {
                let _ = writeln!(out, "settled for {winner} by knowledge");
            }
        }
    } else if let Some(plan) = walk.plan.clone() {
        for player in Player::BOTH {
            let names = walk.filled(&plan, player).into_iter().map(|point| walk.name(point));
            let names: Vec<String> = names.collect();
            if !names.is_empty() {
                let _ = writeln!(out, "as good as {player}'s: {}", names.join(" "));
            }
        }
        let _ = writeln!(out, "after each reply {winner} plays:");
        let mut replies = Vec::new();
        walk.line.moves(&mut replies);
        for reply in replies {
            let text = match walk.answer(&plan, game.number_in(walk.line.position(), reply)) {
                None => "no answer".to_string(),
                Some(Answer { no_better_than: Some(better), .. }) => {
                    format!("no better than {}", walk.name(better))
                }
                Some(Answer { mv: None, .. }) => "nothing: it is settled".to_string(),
                Some(Answer { mv: Some(number), .. }) => match why_anywhere(number) {
                    Some(why) => format!("anything: {why}"),
                    None => {
                        // The reply may have made the move possible.
                        walk.line.play(reply);
                        let name = walk.name(number);
                        walk.line.undo();
                        name
                    }
                },
            };
            let _ = writeln!(out, "  {:5} {text}", game.move_text(reply));
        }
    } else {
        let _ = writeln!(out, "settled for {winner} by knowledge");
    }
    Ok(out)
}
