//! Positions to solve, written as the command line has them: `go 3x3 --rules psk --komi 8.5`.

use andor_solver::{Problem, Report, SearchName, Settings, solve};
use anyhow::{Context, Result, bail};
use std::time::Duration;

/// Reads a position: a game, a size, and `--moves`, `--rules` or `--komi` with a value without
/// blanks; `--knowledge` is for [`solved`].
pub fn problem(text: &str) -> Result<Problem> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [game, size, ref options @ ..] = words[..] else { bail!("position \"{text}\"") };
    let mut problem = Problem::named(game, size)?;
    for option in options.chunks(2) {
        problem = match option {
            ["--moves", moves] => problem.with_moves(moves),
            ["--rules", rules] => problem.with_rules(rules)?,
            ["--komi", komi] => problem.with_komi(komi)?,
            ["--knowledge", _] => problem,
            _ => bail!(
                "position \"{text}\": {option:?}; expected --moves, --rules, --komi or --knowledge"
            ),
        };
    }
    Ok(problem)
}

/// Solves a position with one thread, within some time.
pub fn solved(text: &str, search: &str, seed: u64, time: Option<Duration>) -> Result<Report> {
    with_settings(text, Settings { time, seed, ..settings(text, search)? })
}

/// Solves a position with one thread, with so many nodes at most.
pub fn searched(text: &str, search: &str, nodes: Option<u64>) -> Result<Report> {
    with_settings(text, Settings { nodes, ..settings(text, search)? })
}

fn settings(text: &str, search: &str) -> Result<Settings> {
    let mut settings = Settings { search: search.parse::<SearchName>()?, ..Settings::default() };
    if let Some((_, names)) = text.split_once("--knowledge ") {
        settings.knowledge = names.split(' ').next().unwrap_or_default().to_string();
    }
    Ok(settings)
}

fn with_settings(text: &str, settings: Settings) -> Result<Report> {
    solve(&problem(text)?, &settings, None).with_context(|| format!("position \"{text}\""))
}

/// Positions of Hex 5x5 after two to four random moves.
pub fn random_hex(count: usize, seed: u64) -> Vec<String> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut points: Vec<(u8, u8)> = (0..5).flat_map(|row| (0..5).map(move |c| (c, row))).collect();
    (0..count)
        .map(|i| {
            rng.shuffle(&mut points);
            let name =
                |&(column, row): &(u8, u8)| format!("{}{}", (b'a' + column) as char, row + 1);
            let moves: Vec<String> = points.iter().take(2 + i % 3).map(name).collect();
            format!("hex 5x5 --moves {} --knowledge none", moves.join(","))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read() {
        assert!(problem("hex 5x5 --moves a1,b2").is_ok());
        assert!(problem("go 3x3 --rules psk --komi 8.5").is_ok());
        for wrong in ["hex", "hex 5x5 --moves", "hex 5x5 --size 3", "hex 5x5 --rules psk"] {
            assert!(problem(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn random_positions_repeat_and_can_be_played() -> Result<()> {
        let positions = random_hex(6, 1);
        assert_eq!(positions, random_hex(6, 1));
        assert_ne!(positions, random_hex(6, 2));
        for text in positions {
            solved(&text, "ews", 1, Some(Duration::from_millis(1)))?;
        }
        Ok(())
    }
}
