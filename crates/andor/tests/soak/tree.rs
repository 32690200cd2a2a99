//! Brute force over the lines of a game: every move, the whole past, no knowledge.
//!
//! Results are kept by a key of the position and of all of its past that the rules look at, so that
//! a result is used again only where it is right. Games with long lines are searched to a depth
//! that grows; what a search to some depth leaves open is not kept.

use crate::truth::{Truth, hashed};
use andor_checker::Player;
use andor_checker::rules::Outcome;
use std::collections::HashMap;

/// How many moves one case may take.
const MOST: u32 = 20_000;

/// A game on a line, with moves as numbers.
pub trait Play {
    /// The player to move.
    fn to_move(&self) -> Player;
    /// How the game ended, if it is over.
    fn outcome(&self) -> Option<Outcome>;
    /// Numbers of moves, legal ones and others.
    fn moves(&self) -> Vec<usize>;
    /// Plays a move, if it is legal.
    fn play(&mut self, number: usize) -> bool;
    /// Takes the last move back.
    fn undo(&mut self);
    /// The position, and the past as far as it matters.
    fn key(&self) -> u128;
    /// The number of a move as it is written.
    fn number(&self, text: &str) -> Option<usize>;
    /// Can a line be so long that its length must be bounded?
    fn is_long(&self) -> bool;
}

/// The tree of a game below a position.
pub struct Tree<P> {
    play: P,
    known: HashMap<u128, bool>,
    left: u32,
}

impl<P: Play> Tree<P> {
    pub fn new(play: P) -> Tree<P> {
        Tree { play, known: HashMap::new(), left: MOST }
    }

    /// Whether the attacker gets so much, as far as this depth shows.
    fn search(&mut self, attacker: Player, at_least: i64, depth: u32) -> Option<bool> {
        if let Some(outcome) = self.play.outcome() {
            return Some(outcome.fulfils(attacker, at_least));
        }
        let key = hashed(&(self.play.key(), attacker, at_least));
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let aim = self.play.to_move() == attacker;
        let mut value = Some(!aim);
        for number in self.play.moves() {
            if depth == 0 || self.left == 0 {
                return None;
            }
            if !self.play.play(number) {
                continue;
            }
            self.left -= 1;
            let found = self.search(attacker, at_least, depth - 1);
            self.play.undo();
            if found == Some(aim) {
                value = found;
                break;
            }
            value = value.and(found);
        }
        if let Some(value) = value {
            self.known.insert(key, value);
        }
        value
    }
}

impl<P: Play> Truth for Tree<P> {
    fn holds(
        &mut self,
        after: Option<&str>,
        _game: usize,
        (attacker, at_least): (Player, i64),
    ) -> Result<Option<bool>, String> {
        if let Some(text) = after {
            let number = self.play.number(text).ok_or("no move")?;
            if !self.play.play(number) {
                return Err("no legal move".to_string());
            }
        }
        let depths: &[u32] =
            if self.play.is_long() { &[4, 8, 12, 16, 24, 32, 64, 4096] } else { &[4096] };
        let found = depths.iter().find_map(|&depth| self.search(attacker, at_least, depth));
        if after.is_some() {
            self.play.undo();
        }
        Ok(found)
    }
}
