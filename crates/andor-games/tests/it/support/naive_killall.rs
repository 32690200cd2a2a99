//! Killall-Go in the simplest form, for comparison.

use super::naive_go::{Cell, Naive};
use Cell::{Black, Empty, White};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    BlackWins,
    WhiteWins,
}

impl Naive {
    fn diagonals(&self, cell: usize) -> Vec<usize> {
        self.step(cell, &[(1, 1), (1, -1), (-1, 1), (-1, -1)])
    }

    /// Is the empty cell a true eye of the player's?
    fn is_true_eye(&self, cell: usize, player: Cell) -> bool {
        let (sides, corners) = (self.neighbours(cell), self.diagonals(cell));
        let own = |cells: &[usize]| cells.iter().filter(|&&c| self.cells[c] == player).count();
        let missing = corners.len() - own(&corners);
        own(&sides) == sides.len() && (missing == 0 || sides.len() == 4 && missing == 1)
    }

    /// The board after a play, if the play is legal.
    pub fn play(&self, cell: usize) -> Option<Naive> {
        if self.cells[cell] == Empty && self.is_true_eye(cell, self.to_move) {
            return None;
        }
        self.place(cell)
    }

    /// The legal plays.
    pub fn plays(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.play(cell).is_some()).collect()
    }

    /// Is a White stone unconditionally alive, as Benson defines it?
    pub fn has_life(&self) -> bool {
        let mut blocks: Vec<Vec<usize>> = Vec::new();
        let mut regions: Vec<Vec<usize>> = Vec::new();
        for cell in 0..self.cells.len() {
            let is_white = self.cells[cell] == White;
            let all = if is_white { &mut blocks } else { &mut regions };
            if !all.iter().any(|set| set.contains(&cell)) {
                all.push(self.connected(cell, |other| (other == White) == is_white));
            }
        }
        let touches = |region: &[usize], block: &[usize]| {
            region.iter().any(|&cell| self.neighbours(cell).iter().any(|side| block.contains(side)))
        };
        let is_vital = |region: &[usize], block: &[usize]| {
            let empty = region.iter().filter(|&&cell| self.cells[cell] == Empty);
            let mut beside =
                empty.map(|&cell| self.neighbours(cell).iter().any(|side| block.contains(side)));
            beside.all(|beside| beside)
        };
        loop {
            let healthy = |block: &Vec<usize>| {
                regions.iter().filter(|region| is_vital(region, block)).count() >= 2
            };
            let (kept, dropped): (Vec<_>, Vec<_>) = blocks.iter().cloned().partition(healthy);
            if dropped.is_empty() {
                return !kept.is_empty();
            }
            regions.retain(|region| !dropped.iter().any(|block| touches(region, block)));
            blocks = kept;
        }
    }

    /// How the game ended after the last move, by the letter of the rules: life, or two passes.
    pub fn end(&self) -> Option<End> {
        if self.has_life() {
            return Some(End::WhiteWins);
        }
        let can_play =
            || !Naive { to_move: Black, passes: 0, ko: None, ..self.clone() }.plays().is_empty();
        (self.passes >= 2).then(|| match self.cells.contains(&White) || can_play() {
            true => End::WhiteWins,
            false => End::BlackWins,
        })
    }
}
