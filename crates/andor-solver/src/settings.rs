//! How to search.

use crate::problem::{BadInput, Kind};
use andor_core::Player;
use andor_games::go::Ko;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A search, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchName {
    /// Expected work search.
    ExpectedWork,
    /// Expected work search without win rates.
    WithoutWinRate,
    /// Expected work search without proof sizes.
    WithoutProofSize,
    /// Expected work search with guesses at a glance beside few random games, where the game has them.
    AtAGlance,
    /// Depth-first proof-number search.
    ProofNumber,
    /// Enhanced alpha-beta.
    AlphaBeta,
    /// The plain reference.
    DepthFirst,
}

impl SearchName {
    /// All searches with their names.
    pub const ALL: [(&'static str, SearchName); 7] = [
        ("ews", SearchName::ExpectedWork),
        ("ews-wr", SearchName::WithoutWinRate),
        ("ews-ps", SearchName::WithoutProofSize),
        ("ews-glance", SearchName::AtAGlance),
        ("dfpn", SearchName::ProofNumber),
        ("alpha-beta", SearchName::AlphaBeta),
        ("depth-first", SearchName::DepthFirst),
    ];
}

impl SearchName {
    /// The search that does best with a game and this knowledge: in Hex with knowledge depth-first
    /// proof-number search; in Go alpha-beta for margins and under superko, which it first does without, but where
    /// it cannot do without superko expected work search with guesses at a glance; otherwise expected
    /// work search.
    pub fn usual(kind: &Kind, knowledge: &str, score: Option<Score>) -> SearchName {
        match kind {
            Kind::Hex if knowledge != "none" => SearchName::ProofNumber,
            Kind::Go { rules, .. } if rules.is_covered_by_basic_ko() => SearchName::AlphaBeta,
            Kind::Go { rules, .. } if rules.ko != Ko::Basic => SearchName::AtAGlance,
            Kind::Go { .. } if score.is_some() => SearchName::AlphaBeta,
            _ => SearchName::ExpectedWork,
        }
    }

    /// The search that does best in play, where most positions are not solved and guesses count: in Go under
    /// superko expected work search with guesses at a glance, elsewhere the usual one.
    pub fn in_play(kind: &Kind, knowledge: &str) -> SearchName {
        match kind {
            Kind::Go { rules, .. } if rules.ko != Ko::Basic => SearchName::AtAGlance,
            _ => SearchName::usual(kind, knowledge, None),
        }
    }
}

impl SearchName {
    /// Does the search play many random games for a node?
    pub(crate) fn has_dear_nodes(self) -> bool {
        matches!(
            self,
            SearchName::ExpectedWork | SearchName::WithoutWinRate | SearchName::WithoutProofSize
        )
    }
}

impl fmt::Display for SearchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = SearchName::ALL.iter().find(|(_, search)| search == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

impl FromStr for SearchName {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<SearchName, BadInput> {
        let known = SearchName::ALL.iter().find(|(name, _)| *name == text);
        known.map(|(_, search)| *search).ok_or_else(|| {
            let names = SearchName::ALL.map(|(name, _)| name).join(", ");
            BadInput::Request(format!("search \"{text}\": no search; expected one of {names}"))
        })
    }
}

/// How an exact margin is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// From no expectation.
    Unknown,
    /// Starting with the claim that it is at least this.
    Expected(i16),
}

/// Whether a certificate is written, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// No certificate.
    None,
    /// A certificate with compressed blocks.
    Compressed,
    /// A certificate with stored blocks, which needs no decompressor to read.
    Stored,
}

/// How to search, and what to report.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Which search.
    pub search: SearchName,
    /// Which knowledge: `none`, `full`, or names.
    pub knowledge: String,
    /// Whose win is claimed; without it the winner is found.
    pub claimed: Option<Player>,
    /// Find the exact margin instead of the winner.
    pub score: Option<Score>,
    /// Also the value of every move.
    pub all_moves: bool,
    /// Write a certificate.
    pub proof: Proof,
    /// A whole line of best play, not its first move alone.
    pub pv: bool,
    /// Show the solution to this many plies.
    pub tree_depth: Option<usize>,
    /// Stop after this time.
    pub time: Option<Duration>,
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// Keep trees and tables below this many bytes.
    pub memory: usize,
    /// How many threads.
    pub threads: usize,
    /// Where the random numbers start.
    pub seed: u64,
    /// Stops the search when set.
    pub stop: Arc<AtomicBool>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            search: SearchName::ExpectedWork,
            knowledge: "full".to_string(),
            claimed: None,
            score: None,
            all_moves: false,
            proof: Proof::None,
            pv: true,
            tree_depth: None,
            time: None,
            nodes: None,
            memory: 2 << 30,
            threads: 1,
            seed: 1,
            stop: Arc::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(rules: &str) -> Kind {
        let rules = rules.parse().expect("rules");
        Kind::Go { rules, komi: "0.5".parse().expect("a komi") }
    }

    #[test]
    fn every_game_has_its_usual_search() {
        let check = |kind: Kind, knowledge: &str, score: Option<Score>, expected: &str| {
            let usual = SearchName::usual(&kind, knowledge, score);
            assert_eq!(usual.to_string(), expected, "{kind:?} {knowledge} {score:?}");
        };
        let score = Some(Score::Unknown);
        check(Kind::Hex, "full", None, "dfpn");
        check(Kind::Hex, "none", None, "ews");
        for (rules, usual) in [
            ("psk", "alpha-beta"),
            ("ssk", "alpha-beta"),
            ("tromp-taylor", "alpha-beta"),
            ("aga", "alpha-beta"),
            ("nssk", "ews-glance"),
            ("new-zealand", "ews-glance"),
        ] {
            check(go(rules), "full", None, usual);
            check(go(rules), "none", score, usual);
            assert_eq!(SearchName::in_play(&go(rules), "full"), SearchName::AtAGlance, "{rules}");
        }
        for rules in ["basic-ko", "chinese", "migos", "japanese"] {
            check(go(rules), "full", None, "ews");
            check(go(rules), "full", score, "alpha-beta");
            assert_eq!(SearchName::in_play(&go(rules), "full"), SearchName::ExpectedWork);
        }
        check(Kind::Nim { heaps: vec![1, 2] }, "full", None, "ews");
    }
}
