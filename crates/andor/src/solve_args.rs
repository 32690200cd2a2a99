//! The arguments of `andor solve`, and the settings that they are.

use crate::game_options::GameOptions;
use crate::input::PositionArguments;
use crate::search_args::{SearchArguments, in_game};
use andor_core::Player;
use andor_solver::{InPlay, Proof, Score, Settings, amounts};
use anyhow::Result;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What to solve, and how.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    pub position: PositionArguments,
    /// Further positions. Several positions, folders of SGF files, lists (.txt, .list, .jsonl)
    /// and - for JSON lines on standard input are a batch: each position has a process of its own
    /// and a JSON line
    #[arg(value_name = "MORE")]
    pub more: Vec<String>,
    /// Batch: write the lines to this file; what it holds already is not solved again
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Batch: how many positions at a time
    #[arg(long, value_name = "N", value_parser = amounts::threads, allow_negative_numbers = true)]
    pub jobs: Option<usize>,
    /// Solve one position of a batch, which is read from standard input
    #[arg(long, hide = true)]
    pub worker: bool,
    /// Whose win is claimed; without it the winner is found
    #[arg(long = "for", value_enum)]
    pub claimed: Option<PlayerArgument>,
    /// Find Black's exact margin; with a number, start where it is expected
    #[arg(long, value_name = "MARGIN", num_args = 0..=1, require_equals = true)]
    #[arg(allow_negative_numbers = true, conflicts_with = "claimed")]
    pub score: Option<Option<i16>>,
    /// Also find the value of every move
    #[arg(long)]
    pub all_moves: bool,
    /// Also find in how many plies the winner wins, if both players play for the length
    #[arg(long)]
    pub shortest: bool,
    /// Write a certificate of the answer to this file, or with - to standard output
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Do not compress the certificate
    #[arg(long)]
    pub proof_stored: bool,
    /// Do not check the certificate before it is written
    #[arg(long)]
    pub no_self_check: bool,
    /// Write the progress to this file: a JSON object a second, and the answer; see andor report
    #[arg(long, value_name = "FILE")]
    pub events: Option<PathBuf>,
    /// Show a line of best play
    #[arg(long)]
    pub pv: bool,
    /// Show the solution to this many plies
    #[arg(long, value_name = "DEPTH", value_parser = amounts::depth, allow_negative_numbers = true)]
    pub tree: Option<usize>,
    /// Stop after this time, such as 60s
    #[arg(long, value_parser = amounts::time, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Stop after this processor time, times the number of threads
    #[arg(long, value_name = "TIME", value_parser = amounts::time, allow_negative_numbers = true)]
    pub processor_time: Option<Duration>,
    /// Stop after this many nodes, such as 1e6
    #[arg(long, value_parser = amounts::count, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Save the search to this file while it goes on, and go on from the file if it is there
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Take solved positions from this file, and add those that are solved now; see andor store
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// The time between two saves of the checkpoint and of the store [default: 60s, of the store
    /// 20s]
    #[arg(long, value_name = "TIME", value_parser = amounts::time, allow_negative_numbers = true)]
    pub every: Option<Duration>,
    #[command(flatten)]
    pub how: SearchArguments,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Show no progress
    #[arg(long)]
    pub quiet: bool,
}

impl Arguments {
    /// How many positions of a batch at a time.
    pub fn jobs(&self) -> usize {
        self.jobs.unwrap_or(1)
    }

    /// The settings, without what depends on the game: the options of the search and the network.
    pub fn plain_settings(&self) -> Result<Settings> {
        let score = self.score.map(|expected| expected.map_or(Score::Unknown, Score::Expected));
        Ok(Settings {
            claimed: self.claimed.map(PlayerArgument::player),
            score,
            all_moves: self.all_moves,
            shortest: self.shortest,
            proof: match (&self.proof, self.proof_stored) {
                (None, _) => Proof::None,
                (Some(_), false) => Proof::Compressed,
                (Some(_), true) => Proof::Stored,
            },
            pv: self.pv,
            tree_depth: self.tree,
            time: self.time,
            nodes: self.nodes,
            checkpoint: self.checkpoint.clone(),
            store: self.store.clone(),
            every: self.every,
            ..self.how.plain_settings()?
        })
    }
}

/// A player on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub enum PlayerArgument {
    /// The player who moves first.
    Black,
    /// The other player.
    White,
}

impl PlayerArgument {
    /// The player.
    pub fn player(self) -> Player {
        match self {
            PlayerArgument::Black => Player::Black,
            PlayerArgument::White => Player::White,
        }
    }
}

/// The settings of the arguments, for a search that stops when the switch is set.
pub fn settings(
    arguments: &Arguments,
    options: &GameOptions,
    game: &dyn InPlay,
    stop: Arc<AtomicBool>,
) -> Result<Settings> {
    in_game(arguments.plain_settings()?, &arguments.how, options, game, stop)
}
