//! The table of searches ([`ENGINES`]). The names, the help of `--search`, the messages about
//! searches and the options of the searches come from the table.
//!
//! A game outside this workspace may have searches of its own: rows of the same kind in its family
//! (`Family::searches`), which the game's adapter builds.

use crate::error::BadInput;
use crate::options::{self, OptionRow};
use std::fmt;
use std::str::FromStr;

/// The name of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchName(&'static str);

/// The searches of the table.
#[allow(non_upper_case_globals, reason = "they read like the cases of an enum")]
impl SearchName {
    /// Expected work search.
    pub const ExpectedWork: SearchName = SearchName("ews");
    /// Expected work search without win rates.
    pub const WithoutWinRate: SearchName = SearchName("ews-wr");
    /// Expected work search without proof sizes.
    pub const WithoutProofSize: SearchName = SearchName("ews-ps");
    /// Depth-first proof-number search.
    pub const ProofNumber: SearchName = SearchName("dfpn");
    /// Depth-first proof-number search with narrow widening and first numbers that are guessed.
    pub const Focused: SearchName = SearchName("fdfpn");
    /// Depth-first proof-number search with numbers that are learnt while the search runs.
    pub const Learning: SearchName = SearchName("ldfpn");
    /// Best-first proof-number search, with the tree in memory.
    pub const ProofNumberTree: SearchName = SearchName("pns");
    /// Monte Carlo tree search with proven values.
    pub const MonteCarlo: SearchName = SearchName("mcts");
    /// Attacks in which every move threatens, then depth-first proof-number search.
    pub const Threats: SearchName = SearchName("threats");
    /// Iterative widening over threats and zones.
    pub const Widening: SearchName = SearchName("widening");
    /// Sibling conspiracy number search.
    pub const Conspiracy: SearchName = SearchName("conspiracy");
    /// Enhanced alpha-beta.
    pub const AlphaBeta: SearchName = SearchName("alpha-beta");
    /// The plain reference.
    pub const DepthFirst: SearchName = SearchName("depth-first");
}

/// A row of the table of searches.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// The name.
    pub search: SearchName,
    /// The name in words.
    pub title: &'static str,
    /// The method, in a sentence.
    pub sentence: &'static str,
    /// The names of the games that have the search; empty for a search that every game has.
    pub games: &'static [&'static str],
    /// The questions for which the search is the default, in words; empty for none.
    pub usual_for: &'static str,
    /// The options.
    pub options: &'static [OptionRow],
}

impl Engine {
    /// A search that every game has, without options, and the default of no question.
    pub const fn new(search: SearchName, title: &'static str) -> Engine {
        Engine { search, title, sentence: "", games: &[], usual_for: "", options: &[] }
    }
}

/// The table of searches.
pub const ENGINES: &[Engine] = &[
    Engine {
        sentence: "expected work search: the move with the least expected work to a proof comes first",
        options: options::EXPECTED_WORK,
        ..Engine::new(SearchName::ExpectedWork, "expected work search")
    },
    Engine {
        sentence: "ews without win rates",
        options: options::EXPECTED_WORK,
        ..Engine::new(SearchName::WithoutWinRate, "expected work search without win rates")
    },
    Engine {
        sentence: "ews without proof sizes",
        options: options::EXPECTED_WORK,
        ..Engine::new(SearchName::WithoutProofSize, "expected work search without proof sizes")
    },
    Engine {
        sentence: "depth-first proof-number search",
        usual_for: "Hex with knowledge, for Killall-Go and for Phutball",
        options: options::PROOF_NUMBER,
        ..Engine::new(SearchName::ProofNumber, "depth-first proof-number search")
    },
    Engine {
        sentence: "focused dfpn: a tenth of the moves is looked at first, and the first numbers are guessed",
        options: options::PROOF_NUMBER,
        ..Engine::new(SearchName::Focused, "focused depth-first proof-number search")
    },
    Engine {
        sentence: "learning dfpn: the numbers of new positions are foreseen by a model that learns while the search runs, \
                   and wins are kept by the winner's stones; in Go on up to 52 points, not under nssk or ssk-suicide",
        games: &["go"],
        options: options::LEARNING,
        ..Engine::new(SearchName::Learning, "learning depth-first proof-number search")
    },
    Engine {
        sentence: "best-first proof-number search with the tree in memory",
        ..Engine::new(SearchName::ProofNumberTree, "best-first proof-number search")
    },
    Engine {
        sentence: "Monte Carlo tree search with proven values: UCT with random games, in Hex and with a network PUCT",
        options: options::MONTE_CARLO,
        ..Engine::new(SearchName::MonteCarlo, "Monte Carlo tree search with proven values")
    },
    Engine {
        sentence: "attacks in which every move threatens something, then dfpn; in Gomoku freestyle alone",
        games: &["gomoku"],
        usual_for: "Gomoku",
        options: options::PROOF_NUMBER,
        ..Engine::new(SearchName::Threats, "threats, then proof-number search")
    },
    Engine {
        sentence: "iterative widening over threats and zones; in Gomoku freestyle alone",
        games: &["capture", "phutball", "gomoku", "hex"],
        usual_for: "capture",
        ..Engine::new(SearchName::Widening, "iterative widening over threats and zones")
    },
    Engine {
        sentence: "sibling conspiracy number search, which compares the moves of a position by the circuit",
        games: &["hex"],
        options: options::CONSPIRACY,
        ..Engine::new(SearchName::Conspiracy, "sibling conspiracy number search")
    },
    Engine {
        sentence: "alpha-beta with iterative deepening; in Go under superko first in a game without superko",
        usual_for: "Go under superko and for --score, but ews under nssk and ssk-suicide",
        options: options::ALPHA_BETA,
        ..Engine::new(SearchName::AlphaBeta, "alpha-beta")
    },
    Engine {
        sentence: "depth-first search without a transposition table and without knowledge, the reference for tests",
        ..Engine::new(SearchName::DepthFirst, "depth-first search")
    },
];

/// The options of the searches of the table, of a game's own searches, and of networks.
pub fn search_options(own: &[Engine]) -> Vec<OptionRow> {
    let engines = ENGINES.iter().chain(own);
    let mut rows: Vec<OptionRow> = Vec::new();
    for row in engines.flat_map(|engine| engine.options).chain(options::NETWORK) {
        // Searches of one kind have the same options.
        if rows.iter().all(|other| other.name != row.name) {
            rows.push(*row);
        }
    }
    rows
}

impl SearchName {
    /// The searches of the table with their names.
    pub const ALL: [(&'static str, SearchName); ENGINES.len()] = {
        let mut all = [("", SearchName("")); ENGINES.len()];
        let mut i = 0;
        while i < ENGINES.len() {
            all[i] = (ENGINES[i].search.0, ENGINES[i].search);
            i += 1;
        }
        all
    };

    /// The name of a game's own search; it must not be a name of the table.
    pub const fn new(name: &'static str) -> SearchName {
        SearchName(name)
    }

    /// The search of this name, one of the table or of a game's own searches.
    pub fn among(own: &[Engine], text: &str) -> Result<SearchName, BadInput> {
        let all = ENGINES.iter().chain(own).map(|engine| engine.search);
        all.clone().find(|search| search.0 == text).ok_or_else(|| {
            let names = names(all);
            BadInput::Request(format!("search \"{text}\": no search; expected one of {names}"))
        })
    }

    /// The row of the table; none for a game's own search.
    fn engine(self) -> Option<&'static Engine> {
        ENGINES.iter().find(|engine| engine.search == self)
    }

    /// The name in words; of a game's own search the name itself.
    pub fn title(self) -> &'static str {
        self.engine().map_or(self.0, |engine| engine.title)
    }

    /// Does every game have the search?
    pub fn is_general(self) -> bool {
        self.engine().is_some_and(|engine| engine.games.is_empty())
    }

    /// Does the game of this name have the search, by the table?
    pub(crate) fn is_for(self, game: &str) -> bool {
        let engine = self.engine();
        engine.is_some_and(|engine| engine.games.is_empty() || engine.games.contains(&game))
    }

    /// Is it depth-first proof-number search?
    pub fn is_dfpn(self) -> bool {
        matches!(self, SearchName::ProofNumber | SearchName::Focused)
    }

    /// Does the search pass zones of solved positions up to the positions before them?
    pub(crate) fn keeps_zones(self) -> bool {
        self.is_general() && !matches!(self, SearchName::AlphaBeta | SearchName::DepthFirst)
    }

    /// Does the search play many random games for a node?
    pub(crate) fn has_dear_nodes(self) -> bool {
        matches!(
            self,
            SearchName::ExpectedWork | SearchName::WithoutWinRate | SearchName::WithoutProofSize
        )
    }
}

/// The names, with commas.
pub(crate) fn names(searches: impl Iterator<Item = SearchName>) -> String {
    searches.map(|search| search.0).collect::<Vec<_>>().join(", ")
}

impl Default for SearchName {
    fn default() -> Self {
        SearchName::ExpectedWork
    }
}

impl fmt::Display for SearchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl FromStr for SearchName {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<SearchName, BadInput> {
        SearchName::among(&[], text)
    }
}
