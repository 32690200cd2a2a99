//! The arguments of a search, and the settings that they are.

use crate::free_memory;
use crate::game_options::GameOptions;
use crate::guide::GuessArguments;
use andor_solver::{ENGINES, Engine, InPlay, SearchName, Settings, amounts};
use anyhow::Result;
use clap::Args;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How to search.
#[derive(Args)]
pub struct SearchArguments {
    /// The search
    #[arg(long, help = search_help())]
    pub search: Option<String>,
    /// none, full, or names with commas
    #[arg(long, default_value = "full")]
    pub knowledge: String,
    /// Keep trees, tables and knowledge below this, such as 4G [default: half of the free memory,
    /// rounded down to a power of two, divided among --jobs]
    #[arg(long, value_parser = amounts::bytes, allow_negative_numbers = true)]
    pub memory: Option<usize>,
    /// How many threads
    #[arg(long, value_parser = amounts::threads, default_value = "1", allow_negative_numbers = true)]
    pub threads: usize,
    /// Where the random numbers start; one thread and one seed repeat a search exactly
    #[arg(long, value_parser = amounts::seed, default_value = "1", allow_negative_numbers = true)]
    pub seed: u64,
    #[command(flatten)]
    pub guess: GuessArguments,
}

impl SearchArguments {
    /// The memory of each of so many processes.
    pub fn memory_for(&self, processes: usize) -> usize {
        self.memory.unwrap_or_else(|| free_memory::usual(processes))
    }

    /// The settings, without what depends on the game: the options of the search and the network.
    pub fn plain_settings(&self) -> Result<Settings> {
        Ok(Settings {
            search: self.search.as_deref().map(str::parse::<SearchName>).transpose()?,
            knowledge: self.knowledge.as_str().into(),
            memory: self.memory_for(1),
            threads: self.threads,
            seed: self.seed,
            ..Settings::default()
        })
    }
}

/// The help of `--search`: the searches with their games, and those that are a default.
fn search_help() -> String {
    let defaults = ENGINES.iter().filter(|engine| !engine.usual_for.is_empty());
    let defaults: Vec<String> =
        defaults.map(|engine| format!("{} for {}", engine.search, engine.usual_for)).collect();
    let (all, usual) = (one_of(|_| true), SearchName::ExpectedWork);
    format!("{all} [default: {}, else {usual}]", defaults.join(", "))
}

/// The searches of the table that are wanted, with their games: `ews, conspiracy (hex) or pns`.
pub fn one_of(is_wanted: impl Fn(&Engine) -> bool) -> String {
    let wanted = ENGINES.iter().filter(|engine| is_wanted(engine));
    let named = wanted.map(|engine| match engine.games {
        [] => engine.search.to_string(),
        games => format!("{} ({})", engine.search, games.join(", ")),
    });
    let mut named: Vec<String> = named.collect();
    let last = named.pop().unwrap_or_default();
    format!("{} or {last}", named.join(", "))
}

/// The settings of a search that stops when the switch is set.
pub fn settings_of(
    how: &SearchArguments,
    options: &GameOptions,
    game: &dyn InPlay,
    stop: Arc<AtomicBool>,
) -> Result<Settings> {
    in_game(how.plain_settings()?, how, options, game, stop)
}

/// The settings, with the options of the search and the network for this game.
pub fn in_game(
    settings: Settings,
    how: &SearchArguments,
    options: &GameOptions,
    game: &dyn InPlay,
    stop: Arc<AtomicBool>,
) -> Result<Settings> {
    let options = options.of_search(game.problem().family())?;
    Ok(Settings { options, guide: how.guess.guide(game)?, stop, ..settings })
}
