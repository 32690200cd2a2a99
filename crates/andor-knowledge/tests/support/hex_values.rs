//! Who wins every position of a small Hex board, by brute force.
//!
//! A position is a number in base 3, the first point the lowest digit: 0 empty, 1 black, 2 white.
//! Stones only add to the number, so the values of all positions are found from the largest number
//! down, without regard to how many stones each player has.

use andor_core::{Game, Outcome, Player};
use andor_games::hex::Hex;
use andor_games::points::{Point, Points};
use andor_games::size::Size;

pub struct Values {
    hex: Hex<1>,
    powers: Vec<usize>,
    /// For each position, bit 0: Black wins if Black is to move; bit 1: if White is.
    black_wins: Vec<u8>,
}

impl Values {
    pub fn new(size: Size) -> Values {
        let hex = Hex::<1>::new(size);
        let area = size.area();
        let powers: Vec<usize> = (0..area as u32).map(|i| 3usize.pow(i)).collect();
        let mut values = Values { hex, powers, black_wins: vec![0; 3usize.pow(area as u32)] };
        let mut digits = vec![2u8; area];
        for index in (0..values.black_wins.len()).rev() {
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
        let stones = |colour| {
            let of = |(i, _): (usize, &u8)| Point(i as u16);
            digits.iter().enumerate().filter(|(_, digit)| **digit == colour).map(of).collect()
        };
        let pos = self.hex.set_up([stones(1), stones(2)], Player::Black);
        if self.hex.outcome(&pos) == Some(Outcome::win(Player::Black)) { 3 } else { 0 }
    }

    /// The game.
    pub fn hex(&self) -> &Hex<1> {
        &self.hex
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.black_wins.len()
    }

    /// The stones of a position.
    pub fn stones(&self, index: usize) -> [Points<1>; 2] {
        [1, 2].map(|colour| {
            let is = |i: &usize| index / self.powers[*i] % 3 == colour;
            (0..self.powers.len()).filter(is).map(|i| Point(i as u16)).collect()
        })
    }

    fn index(&self, stones: [Points<1>; 2]) -> usize {
        let sum = |set: Points<1>| set.iter().map(|p| self.powers[p.index()]).sum::<usize>();
        sum(stones[0]) + 2 * sum(stones[1])
    }

    /// Does Black win, if Black is to move, and if White is?
    pub fn both(&self, stones: [Points<1>; 2]) -> u8 {
        self.black_wins[self.index(stones)]
    }

    /// Who wins?
    pub fn winner(&self, stones: [Points<1>; 2], to_move: Player) -> Player {
        let black = self.both(stones) >> to_move.index() & 1 != 0;
        if black { Player::Black } else { Player::White }
    }

    /// Has nobody joined the edges yet?
    pub fn is_going_on(&self, stones: [Points<1>; 2]) -> bool {
        self.hex.outcome(&self.hex.set_up(stones, Player::Black)).is_none()
    }
}
