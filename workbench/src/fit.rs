//! `cargo xtask fit go`: fits the guesses of expected work search in Go to positions that Andor
//! solved.
//!
//! The program plays random openings on boards from 3x3 to 6x6, under positional superko and basic
//! ko, and asks a random claim about each opening. Expected work search works on the claim, and
//! some of the positions that it asks its heuristic about are kept. Each kept position is solved on
//! its own: who wins, and after how many expansions. The model guesses both from the numbers
//! of [`andor_guess::go::features`]: the chance by logistic regression (Newton's method), the
//! logarithm of the expansions by least squares, separately for positions that the player to move
//! wins and loses.
//!
//! There are two rounds. In the first round the search guesses by the static evaluation of Go, in
//! the second round by the model of the first round, so that the positions are those that the
//! search really meets. Every fifth opening is held out of the fit; the program prints how well the
//! model guesses about its positions.
//!
//! Everything follows from the seed: the same command writes the same table.

use andor_core::{Claim, Details, Game, Guess, Heuristic, Margin, Oracle, Player, Verdict, lock};
use andor_games::go::{Go, Move, Position, Rules};
use andor_guess::go::{FEATURES, Features, GoFitted, GoWeights, SIZES, features, size_class};
use andor_guess::{FirstWork, Glances, Scale};
use andor_knowledge::go::GoKnowledge;
use andor_knowledge::go::territory::UnconditionalTerritory;
use andor_search::expected_work::{ExpectedWork, Options};
use andor_search::memory::Transpositions;
use andor_search::{Answer, Budget, Line, Search};
use anyhow::{Context, Result, bail};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

type Board = Go<1>;

/// The table that the program writes.
const TABLE: &str = "crates/andor-guess/src/go/weights.rs";

/// The boards of the openings; small boards come more often, because their openings give fewer
/// positions.
const BOARDS: [&str; 12] =
    ["3x3", "3x3", "3x4", "3x4", "4x4", "4x4", "4x4", "3x5", "4x5", "5x5", "6x6", "6x6"];

/// Positions that are kept of each opening.
const KEPT: usize = 24;

/// The most nodes of a search; a position that takes more is left out.
const MOST_NODES: u64 = 20_000;

/// One opening in so many is held out.
const HELD_OUT: usize = 5;

/// The first round has this share of the openings.
const FIRST_ROUND: f64 = 0.25;

/// The factor of the logarithms of works in the second round.
const STRETCH: f32 = 1.2;

/// The penalty on the square of a weight.
const RIDGE: f64 = 1.0;

/// The steps of Newton's method.
const STEPS: usize = 12;

/// How the static evaluation becomes a guess in the first round.
const SCALE: Scale =
    Scale { scale: 8.0, per_margin: 1.0, noise: 0.5, least_plies: 3.5, plies_per_move: 1.5 };

/// A solved position.
#[derive(Clone, Debug)]
struct Row {
    /// The number of its opening.
    opening: usize,
    class: usize,
    seen: Features,
    /// Does the player to move win?
    won: bool,
    /// The logarithm of the expansions.
    work: f64,
}

/// Makes positions, fits the model, prints how good it is and writes the table.
pub fn run(root: &Path, openings: usize, seed: u64) -> Result<ExitCode> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let first = (openings as f64 * FIRST_ROUND) as usize;
    let rows = rows(first, None, &mut rng)?;
    println!("First round, with the static evaluation:");
    let model = fitted(&rows)?;
    let rows = self::rows(openings, Some(&model), &mut rng)?;
    println!("Second round, with the model of the first:");
    let model = fitted(&rows)?;
    let path = root.join(TABLE);
    let text = table(&model, openings, seed);
    std::fs::write(&path, text).with_context(|| path.display().to_string())?;
    println!("{} written.", path.display());
    Ok(ExitCode::SUCCESS)
}

/// A sample of the positions that a search asks about, each with the same chance.
#[derive(Debug)]
struct Sample {
    rng: fastrand::Rng,
    asked: usize,
    kept: Vec<Position<1>>,
}

impl Sample {
    fn add(&mut self, pos: Position<1>) {
        self.asked += 1;
        if self.kept.len() < KEPT {
            self.kept.push(pos);
        } else if let Some(place) = self.kept.get_mut(self.rng.usize(..self.asked)) {
            *place = pos;
        }
    }
}

/// A heuristic that keeps a sample of the positions after the moves.
struct Sampling {
    guesses: Box<dyn Heuristic<Board>>,
    sample: Arc<Mutex<Sample>>,
}

impl Heuristic<Board> for Sampling {
    fn guess(
        &mut self,
        game: &Board,
        pos: &Position<1>,
        claim: Claim,
        moves: &[Move],
        out: &mut Vec<Guess>,
    ) -> f32 {
        let mut sample = lock(&self.sample);
        for &mv in moves {
            let after = game.after(pos, mv);
            let is_open = || KNOWLEDGE.settle(game, &after, claim, Details::VERDICT).is_none();
            if !after.is_over() && is_open() {
                sample.add(after);
            }
        }
        self.guesses.guess(game, pos, claim, moves, out)
    }
}

/// The knowledge of the searches.
const KNOWLEDGE: GoKnowledge = GoKnowledge { territory: Some(UnconditionalTerritory), life: None };

/// Settles the claim; gives the verdict and the expansions.
fn settled(
    game: &Board,
    pos: &Position<1>,
    claim: Claim,
    guesses: Box<dyn Heuristic<Board>>,
) -> Option<(Verdict, u64)> {
    let restart = Some(4 * (game.size().area() as u64).pow(3) / 3);
    let options = Options { restart, ..Options::default() };
    let mut search =
        ExpectedWork::new(KNOWLEDGE, guesses, Transpositions::<Board>::default(), options);
    let mut budget = Budget::unlimited().nodes(MOST_NODES);
    match search.solve(&mut Line::new(game, pos.clone()), claim, &mut budget, &mut ()) {
        Answer::Solved { verdict, .. } => Some((verdict, search.progress().expansions)),
        Answer::Stopped(_) => None,
    }
}

/// The guesses of the model, or of the static evaluation if there is none yet.
fn guesses(model: Option<&[GoWeights; SIZES]>, seed: u64) -> Box<dyn Heuristic<Board>> {
    match model {
        Some(model) => Box::new(GoFitted::with_weights(model.clone(), STRETCH, seed)),
        None => {
            let first_work = FirstWork::Exponential { rate: 0.5, bend: 0.7 };
            Box::new(Glances::new(SCALE, first_work, seed))
        }
    }
}

/// A position after random moves.
fn opening(game: &Board, rng: &mut fastrand::Rng) -> Position<1> {
    let area = game.size().area();
    // On large boards an early position is too hard.
    let least = if area > 16 { area * 2 / 5 } else { 0 };
    let mut line = Line::new(game, game.start());
    for _ in 0..rng.usize(least..=area * 2 / 3) {
        let mut moves = Vec::new();
        line.moves(&mut moves);
        let mv = moves[rng.usize(..moves.len())];
        let is_rare = mv == Move::Pass && rng.u8(..4) > 0;
        if !is_rare && !game.after(line.position(), mv).is_over() {
            line.play(mv);
        }
    }
    line.position().clone()
}

/// A claim about a board of so many points. Large boards are seldom won by much.
fn claim(area: usize, rng: &mut fastrand::Rng) -> Claim {
    let most = if area > 25 { area / 2 } else { area } as i16;
    let attacker = Player::BOTH[rng.usize(..2)];
    Claim { attacker, at_least: Margin(rng.i16(1 - most..=most)) }
}

/// The solved positions of so many openings.
fn rows(
    openings: usize,
    model: Option<&[GoWeights; SIZES]>,
    rng: &mut fastrand::Rng,
) -> Result<Vec<Row>> {
    let (mut rows, mut open) = (Vec::new(), 0);
    for opening in 0..openings {
        let size = BOARDS[rng.usize(..BOARDS.len())].parse()?;
        let rules = if rng.u8(..3) < 2 { Rules::PSK } else { Rules::BASIC_KO };
        let game = Board::new(size, rules);
        let area = game.size().area();
        let (root, claim) = (self::opening(&game, rng), claim(area, rng));
        let sample = Sample { rng: rng.fork(), asked: 0, kept: Vec::new() };
        let sample = Arc::new(Mutex::new(sample));
        let own = guesses(model, rng.u64(..));
        settled(&game, &root, claim, Box::new(Sampling { guesses: own, sample: sample.clone() }));
        let mut sample = lock(&sample);
        for pos in sample.kept.drain(..) {
            let found = settled(&game, &pos, claim, guesses(model, rng.u64(..)));
            let Some((verdict, expansions)) = found else {
                open += 1;
                continue;
            };
            let won = verdict.winner(claim) == pos.to_move();
            let work = (expansions.max(1) as f64).ln();
            let seen = features(&game, &pos, claim);
            rows.push(Row { opening, class: size_class(area), seen, won, work });
        }
    }
    println!("\n{openings} openings, {} positions, {open} left open.", rows.len());
    Ok(rows)
}

/// The weighted sum of the numbers.
fn sum(weights: &[f64], seen: &Features) -> f64 {
    weights.iter().zip(seen).map(|(weight, &number)| weight * f64::from(number)).sum()
}

fn chance(weights: &[f64], seen: &Features) -> f64 {
    1.0 / (1.0 + (-sum(weights, seen)).exp())
}

/// A system of linear equations: adds up rows, then solves.
struct System {
    left: Vec<[f64; FEATURES]>,
    right: [f64; FEATURES],
}

impl System {
    fn new() -> System {
        let mut left = vec![[0.0; FEATURES]; FEATURES];
        (0..FEATURES).for_each(|i| left[i][i] = RIDGE);
        System { left, right: [0.0; FEATURES] }
    }

    fn add(&mut self, seen: &Features, weight: f64, value: f64) {
        let seen = seen.map(f64::from);
        for (i, row) in self.left.iter_mut().enumerate() {
            self.right[i] += value * seen[i];
            row.iter_mut().zip(seen).for_each(|(cell, other)| *cell += weight * seen[i] * other);
        }
    }

    /// Elimination; the matrix is positive definite, so that no rows need be exchanged.
    fn solved(mut self) -> Vec<f64> {
        for i in 0..FEATURES {
            let pivot = self.left[i];
            for below in i + 1..FEATURES {
                let factor = self.left[below][i] / pivot[i];
                for (cell, above) in self.left[below].iter_mut().zip(pivot) {
                    *cell -= factor * above;
                }
                self.right[below] -= factor * self.right[i];
            }
        }
        let mut found = vec![0.0; FEATURES];
        for i in (0..FEATURES).rev() {
            let known: f64 = (i + 1..FEATURES).map(|j| self.left[i][j] * found[j]).sum();
            found[i] = (self.right[i] - known) / self.left[i][i];
        }
        found
    }
}

/// Logistic regression by Newton's method.
fn logistic(rows: &[&Row]) -> Vec<f64> {
    let mut weights = vec![0.0; FEATURES];
    for _ in 0..STEPS {
        let mut system = System::new();
        (0..FEATURES).for_each(|i| system.right[i] = -RIDGE * weights[i]);
        for row in rows {
            let chance = chance(&weights, &row.seen);
            let won = f64::from(u8::from(row.won));
            system.add(&row.seen, (chance * (1.0 - chance)).max(1e-6), won - chance);
        }
        weights.iter_mut().zip(system.solved()).for_each(|(weight, step)| *weight += step);
    }
    weights
}

/// Least squares.
fn linear(rows: &[&Row]) -> Vec<f64> {
    let mut system = System::new();
    rows.iter().for_each(|row| system.add(&row.seen, 1.0, row.work));
    system.solved()
}

/// The correlation of guessed and true logarithms of works.
fn correlation(rows: &[&Row], weights: &[f64]) -> f64 {
    let pairs = || rows.iter().map(|row| (sum(weights, &row.seen), row.work));
    let count = rows.len() as f64;
    let (x, y) = pairs().fold((0.0, 0.0), |(x, y), pair| (x + pair.0 / count, y + pair.1 / count));
    let (mut both, mut xx, mut yy) = (0.0, 0.0, 0.0);
    for pair in pairs() {
        let (dx, dy) = (pair.0 - x, pair.1 - y);
        (both, xx, yy) = (both + dx * dy, xx + dx * dx, yy + dy * dy);
    }
    both / (xx * yy).sqrt()
}

/// The model of the rows that are not held out; prints how well it guesses about the rows that are.
fn fitted(rows: &[Row]) -> Result<[GoWeights; SIZES]> {
    println!("| boards | positions | held out | log-loss | right | correlation if won | if lost |");
    println!("|---|---|---|---|---|---|---|");
    let mut model = Vec::new();
    for class in 0..SIZES {
        let of = |held: bool, won: &[bool]| -> Vec<&Row> {
            let is_held = |row: &Row| row.opening.is_multiple_of(HELD_OUT);
            let wanted =
                |row: &&Row| row.class == class && is_held(row) == held && won.contains(&row.won);
            rows.iter().filter(wanted).collect()
        };
        let both = &[true, false];
        let (learnt, held) = (of(false, both), of(true, both));
        if learnt.is_empty() || held.is_empty() {
            bail!("no positions of boards of class {class}; expected more openings");
        }
        let odds = logistic(&learnt);
        let (won, lost) = (linear(&of(false, &[true])), linear(&of(false, &[false])));
        let (mut loss, mut right) = (0.0, 0);
        for row in &held {
            let chance = chance(&odds, &row.seen).clamp(0.002, 0.998);
            loss -= if row.won { chance } else { 1.0 - chance }.ln();
            right += usize::from((chance > 0.5) == row.won);
        }
        let count = held.len() as f64;
        println!(
            "| {class} | {} | {} | {:.3} | {:.3} | {:.3} | {:.3} |",
            learnt.len(),
            held.len(),
            loss / count,
            right as f64 / count,
            correlation(&of(true, &[true]), &won),
            correlation(&of(true, &[false]), &lost)
        );
        let [odds, won, lost] = [odds, won, lost].map(|weights| {
            let mut out = [0.0; FEATURES];
            out.iter_mut().zip(weights).for_each(|(out, weight)| *out = weight as f32);
            out
        });
        model.push(GoWeights { odds, won, lost });
    }
    model.try_into().map_err(|_| anyhow::anyhow!("a model for each class"))
}

/// The table as Rust.
fn table(model: &[GoWeights; SIZES], openings: usize, seed: u64) -> String {
    let mut out = format!(
        "//! The weights of the guesses about Go, written by `cargo xtask fit go --openings {openings} --seed \
         {seed}`.\n\nuse super::fitted::{{GoWeights, SIZES}};\n\n/// The weights by class of boards.\n\
         #[rustfmt::skip]\n#[allow(clippy::approx_constant, reason = \"a weight may be close to a constant\")]\n\
         pub(super) const WEIGHTS: [GoWeights; SIZES] = [\n"
    );
    for GoWeights { odds, won, lost } in model {
        out += "    GoWeights {\n";
        for (name, weights) in [("odds", odds), ("won", won), ("lost", lost)] {
            let _ = writeln!(out, "        {name}: [");
            for line in weights.chunks(8) {
                let cells: Vec<String> = line.iter().map(|weight| format!("{weight:.4}")).collect();
                let _ = writeln!(out, "            {},", cells.join(", "));
            }
            out += "        ],\n";
        }
        out += "    },\n";
    }
    out + "];\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(first: f32, second: f32, won: bool, work: f64) -> Row {
        let mut seen = [0.0; FEATURES];
        (seen[0], seen[1]) = (first, second);
        Row { opening: 0, class: 0, seen, won, work }
    }

    /// Works that follow from the numbers are found again.
    #[test]
    fn least_squares_finds_the_line() {
        let rows: Vec<Row> =
            (0..1000).map(|i| row(1.0, i as f32, true, 3.0 + 0.5 * f64::from(i))).collect();
        let rows: Vec<&Row> = rows.iter().collect();
        let weights = linear(&rows);
        assert!((weights[0] - 3.0).abs() < 0.02 && (weights[1] - 0.5).abs() < 1e-3, "{weights:?}");
        assert!(correlation(&rows, &weights) > 0.999);
    }

    /// Of positions with the number 1 three in four are won, of positions with the number -1 one in
    /// four.
    #[test]
    fn regression_finds_the_chances() {
        let rows: Vec<Row> = (0..4000)
            .map(|i| {
                let sign = if i % 2 == 0 { 1.0 } else { -1.0 };
                row(1.0, sign, (i / 2 % 4 == 0) != (sign > 0.0), 0.0)
            })
            .collect();
        let weights = logistic(&rows.iter().collect::<Vec<_>>());
        assert!((chance(&weights, &rows[0].seen) - 0.75).abs() < 0.01, "{weights:?}");
        assert!((chance(&weights, &rows[1].seen) - 0.25).abs() < 0.01, "{weights:?}");
    }

    /// A few openings give the same positions every time.
    #[test]
    fn openings_repeat() -> Result<()> {
        let works = |seed| -> Result<Vec<f64>> {
            let found = rows(3, None, &mut fastrand::Rng::with_seed(seed))?;
            Ok(found.iter().map(|row| row.work).collect())
        };
        assert_eq!(works(1)?, works(1)?);
        Ok(())
    }
}
