//! How long a proven win takes.

use andor_core::{Game, Passing, Player};
use andor_games::gomoku::{Gomoku, GomokuPosition};
use andor_games::points::Point;
use andor_knowledge::gomoku::fours::{Fours, replay};
use andor_search::threats::proof::{Attacked, Root, ThreatProof};
use std::collections::HashMap;

/// A win by continuous fours of `attacker`, who is to move: all moves up to five in a row.
pub(super) fn line_of_fours<const W: usize, const V: usize>(
    game: &Gomoku<W, V>,
    pos: &GomokuPosition<W, V>,
    attacker: Player,
    fours: &mut Fours,
) -> Option<Vec<Point>> {
    let found = fours.find(game.layout(), &mut pos.stones().clone(), attacker)?;
    let (played, _) = replay(game.layout(), pos.stones(), attacker, &found)?;
    let mut line = played.moves;
    line.extend(played.ends.into_iter().flatten());
    Some(line)
}

/// The plies to five in a row, if the attacker, who is to move in `pos`, plays as the proof says
/// and the defender resists as long as possible.
pub(super) fn plies<const W: usize, const V: usize>(
    game: &Gomoku<W, V>,
    pos: &GomokuPosition<W, V>,
    proof: &ThreatProof<Point>,
    fours: &mut Fours,
) -> Option<usize> {
    let Root::Attack(win) = proof.root else { return None };
    Lengths { game, proof, fours, known: HashMap::new() }.attack(pos, win)
}

/// The lengths of the wins of a proof.
struct Lengths<'a, const W: usize, const V: usize> {
    game: &'a Gomoku<W, V>,
    proof: &'a ThreatProof<Point>,
    fours: &'a mut Fours,
    /// The lengths from positions of the proof, by their numbers.
    known: HashMap<usize, usize>,
}

impl<const W: usize, const V: usize> Lengths<'_, W, V> {
    fn attack(&mut self, pos: &GomokuPosition<W, V>, win: Attacked<Point>) -> Option<usize> {
        match win {
            Attacked::Strike => {
                let line = line_of_fours(self.game, pos, self.proof.attacker, self.fours)?;
                Some(line.len())
            }
            Attacked::Move(mv, number) => {
                let mut next = pos.clone();
                self.game.play(&mut next, mv);
                Some(1 + self.defence(&next, number)?)
            }
        }
    }

    /// A reply that the proof does not name is answered as another one, or as a pass.
    fn defence(&mut self, pos: &GomokuPosition<W, V>, number: usize) -> Option<usize> {
        if let Some(&length) = self.known.get(&number) {
            return Some(length);
        }
        let mut longest = 0;
        for answer in &self.proof.defences[number] {
            let mut next = pos.clone();
            match answer.reply {
                Some(reply) => drop(self.game.play(&mut next, reply)),
                None => self.game.pass_in_thought(&mut next),
            }
            longest = longest.max(self.attack(&next, answer.win)?);
        }
        self.known.insert(number, longest + 1);
        Some(longest + 1)
    }
}
