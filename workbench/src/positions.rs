//! Works, written as the words after `andor solve`: `go 3x3 --rules psk --komi 8.5`.
//!
//! The other files of this program call the solver through these functions.

pub use andor_solver::Report;
use andor_solver::{
    Guide, Outlook, Problem, Progress, Proof, SearchName, Settings, shipped, solve,
};
use anyhow::{Context, Result, bail};
use std::sync::Arc;
use std::time::Duration;

/// A work: a position, the question about it, and how it is answered.
struct Work {
    problem: Problem,
    settings: Settings,
}

impl Work {
    /// Reads a problem and settings, and perhaps `--guess net`.
    fn read(text: &str) -> Result<Work> {
        let mut settings = Settings::default();
        let wrong = || format!("work \"{text}\"");
        let mut rest = settings.take(text).with_context(wrong)?;
        let guess = rest.iter().position(|word| word == "--guess");
        let guess = guess.map(|at| rest.drain(at..rest.len().min(at + 2)).collect::<Vec<_>>());
        let problem: Problem = rest.join(" ").parse().with_context(wrong)?;
        if let Some(guess) = guess {
            if guess != ["--guess", "net"] {
                bail!("work \"{text}\": {}; expected --guess net", guess.join(" "));
            }
            let game = problem.open()?;
            let model = game.network_subject().and_then(|subject| shipped(&subject));
            let model = model.with_context(|| format!("work \"{text}\": no network is shipped"))?;
            settings.guide = Some(Arc::new(Guide::new(&model)));
        }
        Ok(Work { problem, settings })
    }

    /// The settings that go with the work, with one thread and seed 1; without a name, the search
    /// that the work names, or the default one.
    fn settings(&self, search: Option<SearchName>) -> Settings {
        let settings = self.settings.clone();
        Settings { search: search.or(settings.search), ..settings }
    }

    fn done(&self, settings: &Settings) -> Result<Report> {
        Ok(solve(&self.problem, settings, None)?)
    }
}

/// A search by name; `usual` is the default one.
fn named(search: &str) -> Result<Option<SearchName>> {
    Ok(if search == "usual" { None } else { Some(search.parse()?) })
}

/// Does a work with the default search, one thread and seed 1, and writes a certificate of it, not
/// compressed.
pub fn certified(text: &str) -> Result<Report> {
    let work = Work::read(text)?;
    let settings = Settings { proof: Proof::Stored, ..work.settings(None) };
    work.done(&settings).with_context(|| format!("work \"{text}\""))
}

/// Does a work with one thread, within some time.
pub fn solved(text: &str, search: &str, seed: u64, time: Option<Duration>) -> Result<Report> {
    let work = Work::read(text)?;
    let settings = Settings { time, seed, ..work.settings(named(search)?) };
    work.done(&settings).with_context(|| format!("work \"{text}\""))
}

/// Does a work with one thread and seed 1, within some time, and passes on the reports of the
/// search.
pub fn watched(
    text: &str,
    search: &str,
    time: Option<Duration>,
    watch: &mut (dyn FnMut(&Progress) + Send),
) -> Result<Report> {
    let work = Work::read(text)?;
    let settings = Settings { time, ..work.settings(named(search)?) };
    let mut watch = |outlook: &Outlook| watch(&outlook.progress);
    solve(&work.problem, &settings, Some(&mut watch)).with_context(|| format!("work \"{text}\""))
}

/// Does a work as `andor solve` does it, with one thread and seed 1.
pub fn solved_by_default(text: &str, time: Duration) -> Result<Report> {
    let work = Work::read(text)?;
    let settings = Settings { time: Some(time), ..work.settings(None) };
    work.done(&settings).with_context(|| format!("work \"{text}\""))
}

/// A work after so many random moves, from seeds 1, 2, and so on: different positions that are not
/// over.
pub fn after_random_moves(text: &str, moves: usize, count: usize) -> Result<Vec<String>> {
    let work = Work::read(text)?;
    let Some(board) = work.problem.board() else {
        bail!("work \"{text}\"; expected a game on a board")
    };
    let mut found: Vec<String> = Vec::new();
    for seed in 1..1000 {
        if found.len() == count {
            break;
        }
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut game = work.problem.open()?;
        let mut played: Vec<String> = Vec::new();
        for _ in 0..100 * moves {
            if played.len() == moves {
                break;
            }
            let column = (b'a' + rng.u8(..board.columns())) as char;
            let name = format!("{column}{}", 1 + rng.u8(..board.rows()));
            if game.play(game.to_move(), &name).is_ok() {
                played.push(name);
            }
        }
        let position = format!("{text} --moves {}", played.join(","));
        if played.len() == moves && !found.contains(&position) {
            found.push(position);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works_are_read() {
        for right in [
            "hex 5x5 --moves a1,b2",
            "hex 5x5 --all-moves --knowledge none",
            "go 3x3 --rules psk --komi 8.5",
            "go 3x3 --score --rules migos",
            "gomoku 15x15 --moves H8 --for black --search mcts --guess net",
        ] {
            assert!(Work::read(right).is_ok(), "{right}");
        }
        for wrong in [
            "hex",
            "hex 5x5 --moves",
            "hex 5x5 --size 3",
            "hex 5x5 --rules psk",
            "hex 5x5 --for red",
            "hex 5x5 --guess net",
            "hex 5x5 --guess luck",
        ] {
            assert!(Work::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_default_search_depends_on_the_work() -> Result<()> {
        for (work, search) in [
            ("hex 5x5", "dfpn"),
            ("hex 5x5 --knowledge none", "ews"),
            ("go 3x3 --rules psk --komi 8.5", "alpha-beta"),
            ("go 3x3 --rules nssk --komi 5.5", "ews"),
            ("nim 1-2", "ews"),
        ] {
            let moment = Some(Duration::from_millis(1));
            assert_eq!(solved(work, "usual", 1, moment)?.search.to_string(), search, "{work}");
        }
        Ok(())
    }
}
