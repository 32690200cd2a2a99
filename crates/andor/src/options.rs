//! `andor options`: the options of the games and the searches, from their tables.

use crate::output::write_line;
use andor_solver::{ENGINES, Engine, OptionRow, families, search_options};
use anyhow::Result;
use clap::Args;
use std::process::ExitCode;

/// How to show the options.
#[derive(Args)]
pub struct Arguments {
    /// As tables in Markdown
    #[arg(long)]
    markdown: bool,
}

/// Shows the options.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let text = if arguments.markdown { markdown() } else { plain() };
    write_line(text.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// The tables with their titles: games that have options, then the searches.
fn tables() -> Vec<(String, Vec<OptionRow>)> {
    let games = families().iter().filter(|family| !family.options.is_empty());
    let mut tables: Vec<_> = games
        .map(|family| (format!("Options of {}", family.title), family.options.to_vec()))
        .collect();
    tables.push(("Options of the searches".to_string(), search_options(&[])));
    tables
}

fn plain() -> String {
    let mut out = String::from("Games\n");
    for family in families() {
        out += &format!("  {} {}: {}\n", family.name, family.example, family.size_help);
    }
    out += "Knowledge\n";
    for family in families() {
        for piece in family.knowledge {
            out += &format!("  {} ({}): {}\n", piece.name, family.name, piece.sentence);
        }
    }
    for (title, rows) in tables() {
        out += &format!("{title}\n");
        for row in rows {
            let (name, values) = (row.name, row.values.words());
            out += &format!("  {name}: {}\n", row.sentence);
            out += &format!("      {values} [default: {}]\n", row.default);
        }
    }
    out += "Searches\n";
    for engine in ENGINES {
        out += &format!("  {} ({}): {}\n", engine.search, games_of(engine), engine.sentence);
    }
    out
}

/// The games that have a search.
fn games_of(engine: &Engine) -> String {
    match engine.games {
        [] => "all".to_string(),
        games => games.join(", "),
    }
}

/// The tables of games, of options, of searches and of knowledge, as `docs/options.md` has them.
fn markdown() -> String {
    let mut out = String::from("| game | size |\n|---|---|\n");
    for family in families() {
        out += &format!("| `{}` | {} |\n", family.name, family.size_help);
    }
    for (title, rows) in tables() {
        out += &format!("\n## {title}\n\n| option | default | values | what it is for |\n");
        out += "|---|---|---|---|\n";
        for row in rows {
            let (name, values) = (row.name, row.values.words());
            out += &format!("| `{name}` | {} | {values} | {} |\n", row.default, row.sentence);
        }
    }
    out += "\n## Searches\n\n| search | method | games |\n|---|---|---|\n";
    for engine in ENGINES {
        let games = games_of(engine);
        out += &format!("| `{}` | {} | {games} |\n", engine.search, engine.sentence);
    }
    out += "\n## Knowledge\n\n| knowledge | game | what it says | in `full` | in certificates |\n";
    out += "|---|---|---|---|---|\n";
    for family in families() {
        for piece in family.knowledge {
            let usual = match piece.usual {
                andor_solver::Usual::Always => "yes",
                andor_solver::Usual::WithDearNodes => "with `ews`, `ews-wr`, `ews-ps`",
            };
            let quoted = match piece.quoted {
                andor_solver::Quoted::Whole => "yes",
                andor_solver::Quoted::Part(part) => part,
                andor_solver::Quoted::Nothing => "no",
            };
            let (name, game, says) = (piece.name, family.title, piece.sentence);
            out += &format!("| `{name}` | {game} | {says} | {usual} | {quoted} |\n");
        }
    }
    out
}
