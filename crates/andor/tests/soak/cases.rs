//! Random cases by number: a position, a question, and how to search.

use crate::positions::{Drawn, one};
use crate::{capture, go, killall, phutball, stones};
use andor_core::Player;
use andor_solver::{Knowledge, Proof, Score, SearchName, Settings, solve};
use std::time::Duration;

/// Draws a position of a game, or nothing if the dice give none.
type Draw = fn(&mut fastrand::Rng) -> Option<Drawn>;

/// The games, each as often as it is listed.
const DRAWS: [Draw; 20] = [
    go::draw,
    go::draw,
    go::draw,
    go::draw,
    go::draw,
    go::draw,
    go::draw,
    go::draw,
    capture::draw,
    capture::draw,
    capture::draw,
    killall::draw,
    killall::draw,
    killall::draw,
    phutball::draw,
    phutball::draw,
    stones::gomoku,
    stones::hex,
    stones::mnk,
    stones::nim,
];

/// A case that takes longer is left out; there are few.
const PATIENCE: Duration = Duration::from_secs(20);

/// The same in nodes, so that nearly all cases end alike on every machine.
const MOST_NODES: u64 = 30_000;

/// A random case.
pub struct Case {
    pub seed: u64,
    pub drawn: Drawn,
    pub settings: Settings,
}

impl Case {
    /// The case of this number.
    pub fn new(seed: u64) -> Result<Case, String> {
        let mut dice = fastrand::Rng::with_seed(seed);
        let dice = &mut dice;
        let draw = one(dice, &DRAWS);
        let drawn = std::iter::repeat_with(|| draw(dice)).flatten().next();
        let drawn = drawn.ok_or("no position")?;
        let (nodes, time) = (Some(MOST_NODES), Some(PATIENCE));
        let plain = Settings { nodes, time, ..Settings::default() };
        let search = search(dice, &drawn, &plain)?;
        let knowledge = knowledge(dice, &drawn);
        let is_scored = drawn.most.is_some() && dice.bool();
        let score = is_scored.then(|| match dice.u8(..4) {
            0 => Score::Expected(dice.i16(-3..4)),
            _ => Score::Unknown,
        });
        let claims = [None, Some(Player::Black), Some(Player::White)];
        // A certificate of capture is about one position, unless the search is the usual one.
        let is_other = search.is_some_and(|search| search != SearchName::Widening);
        let is_single = drawn.problem.game() == "capture" && is_other;
        let settings = Settings {
            search,
            knowledge,
            score,
            claimed: one(dice, &claims).filter(|_| !is_scored),
            all_moves: dice.u8(..3) == 0 && !is_single,
            seed: dice.u64(1..1000),
            threads: if dice.u8(..4) == 0 { 2 } else { 1 },
            memory: 256 << 20,
            proof: Proof::Stored,
            ..plain
        };
        Ok(Case { seed, drawn, settings })
    }

    /// The command that solves the case.
    pub fn command(&self) -> String {
        format!("andor solve \"{}\" {} --proof case.cert", self.drawn.problem, self.settings)
    }
}

/// The usual search, or any other that the game has for the question.
fn search(
    dice: &mut fastrand::Rng,
    drawn: &Drawn,
    settings: &Settings,
) -> Result<Option<SearchName>, String> {
    if dice.u8(..3) == 0 {
        return Ok(None);
    }
    let mut all = SearchName::ALL.map(|(_, search)| search);
    dice.shuffle(&mut all);
    let mut refusal = String::new();
    for search in all {
        let search = Some(search);
        let settings = Settings { search, nodes: Some(1), ..settings.clone() };
        match solve(&drawn.problem, &settings, None) {
            Ok(_) => return Ok(search),
            Err(error) => refusal = error.to_string(),
        }
    }
    Err(format!("andor solve \"{}\": no search takes the position: {refusal}", drawn.problem))
}

/// The usual knowledge, none, or some pieces.
fn knowledge(dice: &mut fastrand::Rng, drawn: &Drawn) -> Knowledge {
    let pieces = drawn.problem.family().knowledge;
    let some: Vec<&str> = pieces.iter().map(|piece| piece.name).filter(|_| dice.bool()).collect();
    match dice.u8(..4) {
        0 => Knowledge::None,
        1 if !some.is_empty() => Knowledge::Named(some.iter().map(ToString::to_string).collect()),
        _ => Knowledge::Full,
    }
}
