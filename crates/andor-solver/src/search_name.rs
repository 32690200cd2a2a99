//! Searches by name.

use crate::error::BadInput;
use std::fmt;
use std::str::FromStr;

/// A search, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchName {
    /// Expected work search.
    #[default]
    ExpectedWork,
    /// Expected work search without win rates.
    WithoutWinRate,
    /// Expected work search without proof sizes.
    WithoutProofSize,
    /// Depth-first proof-number search.
    ProofNumber,
    /// Depth-first proof-number search with narrow widening and first numbers that are guessed.
    Focused,
    /// Best-first proof-number search, with the tree in memory.
    ProofNumberTree,
    /// Monte Carlo tree search with proven values.
    MonteCarlo,
    /// Attacks in which every move threatens, then depth-first proof-number search.
    Threats,
    /// Iterative widening over threats and zones.
    Widening,
    /// Sibling conspiracy number search.
    Conspiracy,
    /// Enhanced alpha-beta.
    AlphaBeta,
    /// The plain reference.
    DepthFirst,
}

impl SearchName {
    /// All searches with their names.
    pub const ALL: [(&'static str, SearchName); 12] = [
        ("ews", SearchName::ExpectedWork),
        ("ews-wr", SearchName::WithoutWinRate),
        ("ews-ps", SearchName::WithoutProofSize),
        ("dfpn", SearchName::ProofNumber),
        ("fdfpn", SearchName::Focused),
        ("pns", SearchName::ProofNumberTree),
        ("mcts", SearchName::MonteCarlo),
        ("threats", SearchName::Threats),
        ("widening", SearchName::Widening),
        ("conspiracy", SearchName::Conspiracy),
        ("alpha-beta", SearchName::AlphaBeta),
        ("depth-first", SearchName::DepthFirst),
    ];
}

impl SearchName {
    /// Is it depth-first proof-number search?
    pub fn is_dfpn(self) -> bool {
        matches!(self, SearchName::ProofNumber | SearchName::Focused)
    }

    /// Does the search pass zones of solved positions up to the positions before them?
    pub(crate) fn keeps_zones(self) -> bool {
        self.is_general() && !matches!(self, SearchName::AlphaBeta | SearchName::DepthFirst)
    }

    /// The name in words.
    pub fn title(self) -> &'static str {
        match self {
            SearchName::ExpectedWork => "expected work search",
            SearchName::WithoutWinRate => "expected work search without win rates",
            SearchName::WithoutProofSize => "expected work search without proof sizes",
            SearchName::ProofNumber => "depth-first proof-number search",
            SearchName::Focused => "focused depth-first proof-number search",
            SearchName::ProofNumberTree => "best-first proof-number search",
            SearchName::MonteCarlo => "Monte Carlo tree search with proven values",
            SearchName::Threats => "threats, then proof-number search",
            SearchName::Widening => "iterative widening over threats and zones",
            SearchName::Conspiracy => "sibling conspiracy number search",
            SearchName::AlphaBeta => "alpha-beta",
            SearchName::DepthFirst => "depth-first search",
        }
    }

    /// Can the search solve every game?
    pub fn is_general(self) -> bool {
        !matches!(self, SearchName::Threats | SearchName::Widening | SearchName::Conspiracy)
    }

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
