//! The folder of a match: its settings, its games and its report. A match that was stopped goes on
//! from there.
//!
//! | file | contents |
//! |---|---|
//! | `match.json` | the settings of the match |
//! | `games.jsonl` | an object for each game that was played, in the order of their ends |
//! | `game-0001.sgf` | the record of a game |
//! | `report.json`, `report.html` | the result |

use super::played::PlayedGame;
use crate::output::Destination;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder of a match.
pub struct MatchFolder {
    path: PathBuf,
    games: File,
}

impl MatchFolder {
    /// Opens a folder, or makes it, and gives the games that it holds. A folder of another match is
    /// refused.
    pub fn open(path: &Path, settings: &Value) -> Result<(MatchFolder, Vec<PlayedGame>)> {
        let place = |name: &str| format!("folder \"{}\", {name}", path.display());
        std::fs::create_dir_all(path).with_context(|| place("cannot be made"))?;
        let settings_path = path.join("match.json");
        match std::fs::read_to_string(&settings_path) {
            Ok(text) => {
                let old: Value = serde_json::from_str(&text)
                    .with_context(|| format!("{}: expected JSON", place("file match.json")))?;
                if let Some(difference) = difference(&old, settings) {
                    bail!("{}: {difference}", place("file match.json: another match"));
                }
            }
            Err(_) => write(&settings_path, &format!("{settings:#}\n"))?,
        }
        let games_path = path.join("games.jsonl");
        let text = match games_path.exists() {
            true => std::fs::read_to_string(&games_path)
                .with_context(|| format!("{}: cannot be read", place("file games.jsonl")))?,
            false => String::new(),
        };
        // A line without an end was being written when the match was stopped.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut played: Vec<PlayedGame> = Vec::new();
        for (number, line) in text[..whole].lines().enumerate() {
            let game: PlayedGame = serde_json::from_str(line).with_context(|| {
                let line = format!("file games.jsonl, line {}", number + 1);
                format!("{}: expected a game", place(&line))
            })?;
            played.push(game);
        }
        let open = OpenOptions::new().create(true).append(true).open(&games_path);
        let games = open.with_context(|| place("file games.jsonl cannot be written"))?;
        games.set_len(whole as u64)?;
        Ok((MatchFolder { path: path.to_path_buf(), games }, played))
    }

    /// Keeps a game.
    pub fn add(&mut self, played: &PlayedGame, record: &str) -> Result<()> {
        write(&self.path.join(format!("game-{:04}.sgf", played.game)), record)?;
        let line = format!("{}\n", serde_json::to_string(played)?);
        let written = self.games.write_all(line.as_bytes()).and_then(|()| self.games.sync_data());
        written.with_context(|| format!("folder \"{}\": cannot be written", self.path.display()))
    }

    /// Writes the report.
    pub fn report(&self, json: &Value, html: &str) -> Result<()> {
        write(&self.path.join("report.json"), &format!("{json:#}\n"))?;
        write(&self.path.join("report.html"), html)
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    Destination::open(path)?.write(text.as_bytes(), |_| Ok(()))
}

/// The first setting that differs, in words.
fn difference(old: &Value, new: &Value) -> Option<String> {
    let fields = new.as_object()?;
    fields.iter().find_map(|(name, value)| {
        let before = &old[name];
        (before != value).then(|| format!("{name} is {before}; expected {value}"))
    })
}
