//! Who wins positions of small Hex boards, by brute force.

use andor_core::{Game, Monotone, Outcome, Player};
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};
use andor_games::size::Size;
use std::collections::HashMap;

/// The stones of both players.
pub type Stones = [Points<1>; 2];

/// Tells who wins, whatever stands on the board.
pub trait Winner {
    fn winner(&mut self, stones: Stones, to_move: Player) -> Player;
}

/// The winners of all positions of a board.
///
/// A position is a number in base 3, the first point the lowest digit: 0 empty, 1 black, 2 white.
/// Stones only add to the number, so the values of all positions are found from the largest number
/// down, without regard to how many stones each player has.
pub struct Values {
    pub hex: Hex<1>,
    powers: Vec<usize>,
    /// For each position, bit 0: Black wins if Black is to move; bit 1: if White is.
    black_wins: Vec<u8>,
}

impl Values {
    pub fn new(size: Size) -> Values {
        let area = size.area();
        let powers: Vec<usize> = (0..area as u32).map(|i| 3usize.pow(i)).collect();
        let black_wins = vec![0; 3usize.pow(area as u32)];
        let mut values = Values { hex: Hex::new(size), powers, black_wins };
        let mut digits = vec![2u8; area];
        for index in (0..values.len()).rev() {
            values.black_wins[index] = values.value(index, &digits);
            // One down, from the digits 22…2 on.
            for digit in &mut digits {
                if *digit > 0 {
                    *digit -= 1;
                    break;
                }
                *digit = 2;
            }
        }
        values
    }

    fn value(&self, index: usize, digits: &[u8]) -> u8 {
        let (mut some, mut all, mut is_full) = (0, 2, true);
        for (digit, power) in digits.iter().zip(&self.powers) {
            if *digit == 0 {
                is_full = false;
                some |= self.black_wins[index + power] >> 1 & 1;
                all &= self.black_wins[index + 2 * power] << 1;
            }
        }
        if !is_full {
            return some | all;
        }
        let pos = self.hex.set_up(self.stones(index), Player::Black);
        if self.hex.outcome(&pos) == Some(Outcome::win(Player::Black)) { 3 } else { 0 }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.black_wins.len()
    }

    /// The stones of a position.
    pub fn stones(&self, index: usize) -> Stones {
        let mut stones = [Points::EMPTY; 2];
        let mut rest = index;
        for point in 0..self.powers.len() as u16 {
            match rest % 3 {
                0 => {}
                colour => stones[colour - 1].insert(Point(point)),
            }
            rest /= 3;
        }
        stones
    }

    /// The number of a position.
    pub fn index(&self, stones: Stones) -> usize {
        let sum = |set: Points<1>| set.iter().map(|p| self.powers[p.index()]).sum::<usize>();
        sum(stones[0]) + 2 * sum(stones[1])
    }
}

impl Winner for Values {
    fn winner(&mut self, stones: Stones, to_move: Player) -> Player {
        let black = self.black_wins[self.index(stones)] >> to_move.index() & 1 != 0;
        if black { Player::Black } else { Player::White }
    }
}

/// How many positions a searcher remembers at most; then it starts anew.
const MOST_REMEMBERED: usize = 4_000_000;

/// A plain search that remembers what it solved.
pub struct Searcher {
    pub hex: Hex<1>,
    memory: HashMap<(Stones, Player), Player>,
}

impl Searcher {
    pub fn new(size: Size) -> Searcher {
        Searcher { hex: Hex::new(size), memory: HashMap::new() }
    }
}

impl Winner for Searcher {
    fn winner(&mut self, stones: Stones, to_move: Player) -> Player {
        let pos = self.hex.set_up(stones, to_move);
        if let Some(outcome) = self.hex.outcome(&pos) {
            let black = outcome == Outcome::win(Player::Black);
            return if black { Player::Black } else { Player::White };
        }
        let empty = self.hex.empty(&pos);
        let wins = |player: Player| self.hex.winning_points(player, stones[player.index()], empty);
        if !wins(to_move).is_empty() {
            return to_move;
        }
        if let Some(&winner) = self.memory.get(&(stones, to_move)) {
            return winner;
        }
        let threats = wins(to_move.other());
        let moves = if threats.is_empty() { empty } else { threats };
        let won = moves.into_iter().any(|point| {
            let mut next = stones;
            next[to_move.index()].insert(point);
            self.winner(next, to_move.other()) == to_move
        });
        let winner = if won { to_move } else { to_move.other() };
        if self.memory.len() == MOST_REMEMBERED {
            self.memory.clear();
        }
        self.memory.insert((stones, to_move), winner);
        winner
    }
}
