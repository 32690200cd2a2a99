//! Games on a line, for brute force: those of the checker, Killall-Go under superko, and those of
//! Andor that the checker does not know.

use crate::positions::stone;
use crate::tree::Play;
use crate::truth::hashed;
use andor_checker::rules::{Line, Outcome, State, after, go};
use andor_checker::{Game, Mark, Player as Stone};
use andor_core::{Game as Rules, Notation};
use andor_games::notation::coordinates::{Style, parse_point};

/// The number of a point or a pass.
fn number(size: (usize, usize), style: Style, text: &str) -> Option<usize> {
    match text {
        "pass" => Some(size.0 * size.1),
        _ => Some(parse_point(crate::positions::size(size), style, text).ok()?.index()),
    }
}

/// A game of the checker.
pub struct Checked {
    pub line: Line,
    pub style: Style,
}

impl Play for Checked {
    fn to_move(&self) -> Stone {
        self.line.now().to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        self.line.now().outcome
    }

    /// Passes first: they show soonest who is ahead.
    fn moves(&self) -> Vec<usize> {
        let area = self.line.area();
        (area..self.line.moves()).chain(0..area).collect()
    }

    fn play(&mut self, number: usize) -> bool {
        self.line.play(number).is_ok()
    }

    fn undo(&mut self) {
        self.line.undo();
    }

    /// In Go the marks on the line, with what the moves since then add to the tally of a cycle.
    fn key(&self) -> u128 {
        let (states, now) = (self.line.states(), self.line.now());
        let Game::Go(rules) = self.line.game() else { return hashed(now) };
        let mut tally = 0;
        let mut past: Vec<(Mark, i64)> = Vec::new();
        for at in (0..states.len()).rev() {
            if let Some(after) = states.get(at + 1).filter(|_| rules.captures) {
                tally += go::tally(&states[at], after);
            }
            past.extend(self.line.mark(at).map(|&mark| (mark, tally)));
        }
        let mut past: Vec<u128> = past.iter().map(hashed).collect();
        past.sort_unstable();
        past.dedup();
        hashed(&(now, past))
    }

    fn number(&self, text: &str) -> Option<usize> {
        number(self.line.size(), self.style, text)
    }

    fn is_long(&self) -> bool {
        matches!(self.line.game(), Game::Go(_))
    }
}

/// Killall-Go under situational superko: no play recreates a board with the same player to move
/// that was there at the beginning or after a play.
pub struct Superko {
    pub size: (usize, usize),
    pub states: Vec<State>,
}

impl Superko {
    fn now(&self) -> &State {
        self.states.last().expect("a first position")
    }
}

impl Play for Superko {
    fn to_move(&self) -> Stone {
        self.now().to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now().outcome
    }

    fn moves(&self) -> Vec<usize> {
        let area = self.size.0 * self.size.1;
        [area].into_iter().chain(0..area).collect()
    }

    fn play(&mut self, number: usize) -> bool {
        let Ok(next) = after(Game::Killall, self.size, self.now(), number) else { return false };
        let is_same = |old: &&State| (&old.board, old.to_move) == (&next.board, next.to_move);
        let mut played = self.states.iter().filter(|old| old.passes == 0);
        let repeats = next.passes == 0 && played.any(|old| is_same(&old));
        if !repeats {
            self.states.push(State { ko: None, ..next });
        }
        !repeats
    }

    fn undo(&mut self) {
        self.states.pop();
    }

    fn key(&self) -> u128 {
        let played = self.states.iter().filter(|old| old.passes == 0);
        let mut past: Vec<u128> = played.map(|old| hashed(&(&old.board, old.to_move))).collect();
        past.sort_unstable();
        hashed(&(self.now(), past))
    }

    fn number(&self, text: &str) -> Option<usize> {
        number(self.size, Style::Go, text)
    }

    fn is_long(&self) -> bool {
        true
    }
}

/// A game of Andor in which no position comes back.
pub struct Own<G: Rules> {
    pub game: G,
    pub positions: Vec<G::Position>,
}

impl<G: Rules> Own<G> {
    fn now(&self) -> &G::Position {
        self.positions.last().expect("a first position")
    }

    fn legal(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(self.now(), &mut moves);
        moves
    }
}

/// An outcome, as the checker calls it.
pub fn outcome(outcome: andor_core::Outcome) -> Outcome {
    match outcome {
        andor_core::Outcome::NoResult => Outcome::NoResult,
        andor_core::Outcome::Margin(margin) => Outcome::Margin(margin.0.into()),
    }
}

impl<G: Rules + Notation> Play for Own<G> {
    fn to_move(&self) -> Stone {
        stone(self.game.to_move(self.now()))
    }

    fn outcome(&self) -> Option<Outcome> {
        let stuck = || self.legal().is_empty().then(|| self.game.stuck(self.now()));
        self.game.outcome(self.now()).or_else(stuck).map(outcome)
    }

    fn moves(&self) -> Vec<usize> {
        (0..self.legal().len()).collect()
    }

    fn play(&mut self, number: usize) -> bool {
        let next = self.legal().get(number).map(|&mv| self.game.after(self.now(), mv));
        let is_legal = next.is_some();
        self.positions.extend(next);
        is_legal
    }

    fn undo(&mut self) {
        self.positions.pop();
    }

    fn key(&self) -> u128 {
        self.game.key(self.now()).0
    }

    fn number(&self, text: &str) -> Option<usize> {
        let mv = self.game.parse_move(self.now(), text).ok()?;
        self.legal().iter().position(|&legal| legal == mv)
    }

    fn is_long(&self) -> bool {
        false
    }
}
