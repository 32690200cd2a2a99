//! Data sets: positions with their answers, for comparing searches.
//!
//! The positions are made as in the paper on expected work search (Randall, Müller, Wei and
//! Hayward, IJCAI 2024, section 5.1). A guided player plays against a random player. The guided
//! player stands for the good moves of a winner, the random player for all the moves that a proof
//! must answer. One position of each game is kept: the earliest position that expected work search
//! solves within a limit.
//!
//! **Differences from the paper.** The guided player uses random games (512 before each move)
//! instead of a network, and takes either side in turn. The limit is a number of nodes, not a time,
//! so that a seed gives the same set on every machine. A game is examined from its end to its
//! start, until four positions in a row are not solved: earlier positions are harder as a rule, and
//! no nodes are spent on them.
//!
//! A game also ends where knowledge settles it, because no knowledge may be used beyond that point.
//! The random player passes only when no other move is left. No position right after a pass is
//! kept, because the player who is ahead would win it by another pass.
//!
//! A set is a text: a line that says what all positions share, then a line for each position.
//!
//! ```text
//! # whatever helps a reader
//! go 6x6 --rules psk --komi 3.5
//! black 1234 C3 D4 C4 pass
//! ```
//!
//! A position is its winner (or `draw`), the nodes that it took, and the moves that lead to it.
//! Some games make their positions in their own way: a question about the
//! [capture](crate::games::capture) of a block has its code in place of the winner, and its target
//! as an option before the moves.
//!
//! ```text
//! capture 9x9 --escape 5
//! 2 1234 --target C3 C3 D4 C4 E5
//! ```

use crate::adapter::{Adapter, Question};
use crate::error::BadInput;
use crate::interfaces::{Guided, Problem};
pub use crate::sample::Sample;
use crate::search_name::SearchName;
use crate::settings::Settings;
use andor_core::{Heuristic, NotationError, lock, unlocked};
use andor_guess::{FirstWork, Playouts};
use andor_search::Line;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of random games that the guided player plays before a move.
const GAMES: u32 = 512;

/// A game is stopped after so many plies for each move of its start.
const PLIES_PER_MOVE: usize = 4;

/// The examination of a game stops when so many positions in a row were not solved.
const MOST_FAILURES: usize = 4;

/// At most so many games are played for each wanted position.
const GAMES_PER_POSITION: usize = 20;

/// The answers that a position may have.
const ANSWERS: [&str; 7] = ["black", "white", "draw", "0", "1", "2", "3"];

/// Positions that share a game, a size and rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dataset {
    /// The start of all games.
    pub start: Problem,
    /// The positions.
    pub samples: Vec<Sample>,
}

impl Dataset {
    /// The problem of a position.
    pub fn problem(&self, sample: &Sample) -> Result<Problem, BadInput> {
        let mut options = sample.options.iter();
        let start = self.start.clone();
        let problem =
            options.try_fold(start, |start, (name, value)| start.with_option(name, value))?;
        Ok(problem.with_moves(&sample.moves.join(" ")))
    }

    /// Reads a set; error messages name the set `source`.
    pub fn parse(source: &str, text: &str) -> Result<Dataset, BadInput> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(number, line)| (number + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let wrong = |number: usize, problem: &str, expected: &str| {
            NotationError::new(format!("{source}: line {number}"), problem, expected)
        };
        let expected = "a game and a size, such as go 6x6 --rules psk --komi 3.5";
        let (number, first) = lines.next().ok_or_else(|| wrong(1, "nothing to read", expected))?;
        let start = first.parse::<Problem>().map_err(|error| {
            let BadInput::Notation(error) = error else { return error };
            wrong(number, &format!("{}: {}", error.place, error.problem), &error.expected).into()
        })?;
        let mut samples = Vec::new();
        for (number, line) in lines {
            let expected = "a winner, a number of nodes and moves, such as black 1234 C3 D4";
            let mut words = line.split_whitespace().peekable();
            let answer = words.next().filter(|word| ANSWERS.contains(word));
            let nodes = words.next().and_then(|word| word.parse().ok());
            let (Some(answer), Some(nodes)) = (answer, nodes) else {
                return Err(wrong(number, "not a position", expected).into());
            };
            let mut options = Vec::new();
            while let Some(name) = words.peek().and_then(|word| word.strip_prefix("--")) {
                words.next();
                let Some(value) = words.next() else {
                    let problem = format!("--{name} without a value");
                    return Err(wrong(number, &problem, "an option with its value").into());
                };
                options.push((name.to_string(), value.to_string()));
            }
            let moves = words.map(str::to_string).collect();
            samples.push(Sample { moves, options, answer: answer.to_string(), nodes });
        }
        let set = Dataset { start, samples };
        for sample in &set.samples {
            set.problem(sample)?;
        }
        Ok(set)
    }
}

impl fmt::Display for Dataset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.start)?;
        for Sample { moves, options, answer, nodes } in &self.samples {
            write!(f, "{answer} {nodes}")?;
            options.iter().try_for_each(|(name, value)| write!(f, " --{name} {value}"))?;
            writeln!(f, " {}", moves.join(" "))?;
        }
        Ok(())
    }
}

/// The problem with every option written out, so that a set stays what it is if a default changes.
/// Options of which each position has its own value are left out.
fn with_all_options(problem: &Problem) -> Result<Problem, BadInput> {
    let family = problem.family();
    let mut rows = family.options.iter().filter(|row| !family.sampled.contains(&row.name));
    rows.try_fold(problem.clone(), |problem, row| {
        let value = problem.option(row.name).unwrap_or(row.default).to_string();
        problem.with_option(row.name, &value)
    })
}

/// Makes a set of `count` different positions. `settings.nodes` is the limit for each position and
/// `settings.seed` the start of the random numbers. `heard` is told the number of positions from
/// time to time.
pub fn generate(
    start: &Problem,
    count: usize,
    settings: &Settings,
    heard: &mut (dyn FnMut(usize) + Send),
) -> Result<Dataset, BadInput> {
    if count == 0 {
        return Err(BadInput::Request("--count: 0 positions; expected at least 1".to_string()));
    }
    let start = &with_all_options(start)?;
    let mut samples = Vec::new();
    let mut seen = BTreeSet::new();
    let threads = settings.threads.max(1);
    let batch = threads * 4;
    let mut first = 0;
    while samples.len() < count && first < count * GAMES_PER_POSITION {
        for sample in played(start, settings, first, batch)?.into_iter().flatten() {
            if samples.len() < count && seen.insert((sample.moves.clone(), sample.options.clone()))
            {
                samples.push(sample);
            }
        }
        if settings.stop.load(Ordering::Relaxed) {
            return Err(BadInput::Request("interrupted before the set was complete".to_string()));
        }
        heard(samples.len());
        first += batch;
    }
    if samples.len() < count {
        return Err(BadInput::Request(format!(
            "--count: {count} positions, but {first} games gave only {} different ones; expected \
             fewer positions, a larger board or more --nodes",
            samples.len()
        )));
    }
    Ok(Dataset { start: start.clone(), samples })
}

/// The positions from the games with these numbers, in the order of the games for any number of
/// threads.
fn played(
    start: &Problem,
    settings: &Settings,
    first: usize,
    games: usize,
) -> Result<Vec<Option<Sample>>, BadInput> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(vec![Ok(None); games]);
    std::thread::scope(|scope| {
        for _ in 0..settings.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= games || settings.stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let sample =
                        start.family().sample.unwrap_or(earliest)(start, settings, first + i);
                    lock(&found)[i] = sample;
                }
            });
        }
    });
    unlocked(found).into_iter().collect()
}

/// The seed of the game of this number.
pub(crate) fn seed_of(settings: &Settings, number: usize) -> u64 {
    settings.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number as u64)
}

/// The earliest position of one game that is solved within the limit, searched for from the end of
/// the game.
pub(crate) fn earliest(
    start: &Problem,
    settings: &Settings,
    number: usize,
) -> Result<Option<Sample>, BadInput> {
    let seed = seed_of(settings, number);
    let search = Some(SearchName::ExpectedWork);
    let settings = Settings { search, threads: 1, ..settings.clone() };
    let guided = if number.is_multiple_of(2) { Guided::First } else { Guided::Second };
    let moves = start.open()?.guided_game(&settings, guided, seed)?;
    let (mut earliest, mut failures) = (None, 0);
    for ply in (0..moves.len()).rev() {
        if ply > 0 && moves[ply - 1].1 {
            continue;
        }
        let moves: Vec<String> = moves[..ply].iter().map(|(text, _)| text.clone()).collect();
        let problem = start.clone().with_moves(&moves.join(" "));
        let report = problem.open()?.solve(&settings, None)?;
        if report.stop_reason.is_some() {
            failures += 1;
            if failures == MOST_FAILURES {
                break;
            }
            continue;
        }
        failures = 0;
        let answer = report.winner.map_or_else(|| "draw".to_string(), |winner| winner.to_string());
        earliest = Some(Sample { moves, options: Vec::new(), answer, nodes: report.nodes });
    }
    Ok(earliest)
}

/// Plays one game from the line's position. Gives the moves, and which of them are passes.
pub(crate) fn guided_game<G: Adapter>(
    line: &mut Line<'_, G>,
    question: Question,
    names: &[&'static str],
    guided: Guided,
    seed: u64,
) -> Vec<(String, bool)> {
    let (game, claims) = (line.game(), question.claims);
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut playouts = Playouts::new(GAMES, 0.0, FirstWork::One, rng.u64(..));
    let mut texts = Vec::new();
    let (mut moves, mut guesses) = (Vec::new(), Vec::new());
    line.moves(&mut moves);
    let most_plies = moves.len().max(2) * PLIES_PER_MOVE;
    for ply in 0..most_plies {
        let pos = line.position();
        let is_settled = |name: &&str| {
            game.applies(name)
                && claims.iter().any(|&claim| game.settles(name, pos, claim).is_some())
        };
        if line.outcome().is_some() || names.iter().any(is_settled) {
            break;
        }
        moves.clear();
        line.moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let others = moves.iter().filter(|&&mv| !game.is_pass(mv)).count();
        let pick = rng.usize(..others.max(1));
        let other = moves.iter().filter(|&&mv| !game.is_pass(mv)).nth(pick);
        let mut chosen = *other.unwrap_or(&moves[0]);
        if guided.moves_at(ply) {
            let claim = claims[line.to_move().index()];
            guesses.clear();
            playouts.guess(game, line.position(), claim, &moves, &mut guesses);
            let best =
                moves.iter().zip(&guesses).max_by(|(_, a), (_, b)| a.chance.total_cmp(&b.chance));
            chosen = best.map_or(chosen, |(&mv, _)| mv);
        }
        texts.push((game.move_text(chosen), game.is_pass(chosen)));
        line.play(chosen);
    }
    // The position at the end is settled already, or over.
    texts
}
