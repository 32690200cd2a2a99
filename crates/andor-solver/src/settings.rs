//! The settings of a search and its report.

mod text;

pub use text::split_words;

use crate::network::guide::Guide;
use crate::options::OptionValues;
use crate::outlook::Outlook;
use crate::room::Room;
use crate::search_name::{Engine, SearchName};
use andor_certify::Overflow;
use andor_core::Player;
use andor_search::Progress;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A listener for the outlook of the search.
pub type Watch<'a> = &'a mut (dyn FnMut(&Outlook) + Send);

/// A listener for the progress of the search, inside the solver.
pub(crate) type Hear<'a> = &'a mut (dyn FnMut(&Progress) + Send);

/// The knowledge that a search uses; as text `none`, `full`, or names with commas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Knowledge {
    /// The pieces that the game and the search use by default.
    #[default]
    Full,
    /// None.
    None,
    /// The pieces of these names.
    Named(Vec<String>),
}

impl From<&str> for Knowledge {
    fn from(text: &str) -> Knowledge {
        match text {
            "full" => Knowledge::Full,
            "none" => Knowledge::None,
            names => Knowledge::Named(names.split(',').map(str::to_string).collect()),
        }
    }
}

impl fmt::Display for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Knowledge::Full => f.write_str("full"),
            Knowledge::None => f.write_str("none"),
            Knowledge::Named(names) if names.is_empty() => f.write_str("none"),
            Knowledge::Named(names) => f.write_str(&names.join(",")),
        }
    }
}

/// How an exact margin is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Without an expectation.
    Unknown,
    /// Beginning with the claim that the margin is at least this.
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

/// How a player looks ahead in a game that is too large to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Horizon {
    /// The most plies.
    pub plies: Option<u16>,
    /// How many moves of a position are looked at.
    pub width: usize,
    /// How many of the best moves get a value and a line of play.
    pub lines: usize,
}

impl Default for Horizon {
    fn default() -> Self {
        Horizon { plies: None, width: 16, lines: 1 }
    }
}

/// How to search, and what to report.
///
/// Settings have a text form, in the words of the command line; serde writes and reads that text. A
/// text says only what differs from the defaults.
///
/// ```
/// use andor_solver::Settings;
///
/// let settings: Settings = "--search dfpn --set dfpn.epsilon=0.2 --nodes 20k --threads 2".parse()?;
/// assert_eq!((settings.nodes, settings.threads), (Some(20_000), 2));
/// let text = "--search dfpn --set dfpn.epsilon=0.2 --nodes 20000 --threads 2";
/// assert_eq!(settings.to_string(), text);
/// # Ok::<(), andor_solver::BadInput>(())
/// ```
///
/// The network ([`Settings::guide`]), [`Settings::own_searches`], [`Settings::overflow`] and
/// [`Settings::stop`] are no part of the text.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Settings {
    /// The search; without a name the search that does best.
    pub search: Option<SearchName>,
    /// The game's own searches, which a text may name beside those of the table: see
    /// [`Family::settings`](crate::Family::settings).
    pub own_searches: &'static [Engine],
    /// The knowledge.
    pub knowledge: Knowledge,
    /// The network that guesses, instead of the game's own guesses.
    pub guide: Option<Arc<Guide>>,
    /// The player whose win is claimed; without a claim the winner is found.
    pub claimed: Option<Player>,
    /// The options of the searches that were set.
    pub options: OptionValues,
    /// Find the exact margin instead of the winner.
    pub score: Option<Score>,
    /// Also the value of every move.
    pub all_moves: bool,
    /// Also the number of plies in which the winner wins, if both players play for the length.
    pub shortest: bool,
    /// Write a certificate.
    pub proof: Proof,
    /// Where the part of a certificate goes that does not fit in its share of the memory.
    pub overflow: Overflow,
    /// A whole line of best play, not its first move alone.
    pub pv: bool,
    /// Show the solution to this many plies.
    pub tree_depth: Option<usize>,
    /// Stop after this time.
    pub time: Option<Duration>,
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// How a player looks ahead.
    pub horizon: Horizon,
    /// Keep trees, tables and knowledge below this many bytes.
    pub memory: usize,
    /// How many threads.
    pub threads: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The file in which the search is saved while it goes on, if it is. If the file is there, the
    /// search goes on from it.
    pub checkpoint: Option<PathBuf>,
    /// The file of the store of solved positions, if there is one.
    pub store: Option<PathBuf>,
    /// The time between two saves of the checkpoint and of the store; without it a minute for the
    /// checkpoint, 20 seconds for the store.
    pub every: Option<Duration>,
    /// Stops the search when set.
    pub stop: Arc<AtomicBool>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            search: None,
            own_searches: &[],
            knowledge: Knowledge::Full,
            guide: None,
            claimed: None,
            options: OptionValues::default(),
            score: None,
            all_moves: false,
            shortest: false,
            proof: Proof::None,
            overflow: Overflow::default(),
            pv: false,
            tree_depth: None,
            time: None,
            nodes: None,
            horizon: Horizon::default(),
            memory: 2 << 30,
            threads: 1,
            seed: 1,
            checkpoint: None,
            store: None,
            every: None,
            stop: Arc::default(),
        }
    }
}

impl Settings {
    /// Does the network guess means over all symmetries?
    pub(crate) fn is_symmetric(&self) -> bool {
        self.options.get("net.symmetries") == Some("yes")
    }

    /// How the memory is divided.
    pub(crate) fn room(&self) -> Room {
        let room = Room::new(self.memory, self.threads);
        match self.proof {
            Proof::None => room,
            Proof::Stored | Proof::Compressed => room.with_certificate(),
        }
    }
}
