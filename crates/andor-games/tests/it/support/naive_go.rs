//! Go in the simplest form, for comparison: lists of cells, no bit sets, no keys.

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Black,
    White,
}

use Cell::{Black, Empty, White};

/// A board with the player to move, the passes that came last and the forbidden ko point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naive {
    pub columns: i32,
    pub rows: i32,
    pub cells: Vec<Cell>,
    pub to_move: Cell,
    pub passes: u8,
    pub ko: Option<usize>,
}

pub fn other(player: Cell) -> Cell {
    if player == Black { White } else { Black }
}

impl Naive {
    pub fn step(&self, cell: usize, steps: &[(i32, i32)]) -> Vec<usize> {
        let (x, y) = (cell as i32 % self.columns, cell as i32 / self.columns);
        let on_board =
            |&(x, y): &(i32, i32)| (0..self.columns).contains(&x) && (0..self.rows).contains(&y);
        let moved = steps.iter().map(|(right, down)| (x + right, y + down));
        moved.filter(on_board).map(|(x, y)| (y * self.columns + x) as usize).collect()
    }

    pub fn neighbours(&self, cell: usize) -> Vec<usize> {
        self.step(cell, &[(1, 0), (-1, 0), (0, 1), (0, -1)])
    }

    /// The connected cells round a cell that pass a test.
    pub fn connected(&self, from: usize, belongs: impl Fn(Cell) -> bool) -> Vec<usize> {
        let mut found = vec![from];
        let mut next = 0;
        while next < found.len() {
            for cell in self.neighbours(found[next]) {
                if belongs(self.cells[cell]) && !found.contains(&cell) {
                    found.push(cell);
                }
            }
            next += 1;
        }
        found
    }

    pub fn block(&self, stone: usize) -> Vec<usize> {
        self.connected(stone, |cell| cell == self.cells[stone])
    }

    pub fn liberties(&self, block: &[usize]) -> Vec<usize> {
        let mut all: Vec<usize> = block.iter().flat_map(|&cell| self.neighbours(cell)).collect();
        all.retain(|&cell| self.cells[cell] == Empty);
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The board after a play, if the rules of Go allow the play.
    pub fn place(&self, cell: usize) -> Option<Naive> {
        let player = self.to_move;
        if self.cells[cell] != Empty || self.ko == Some(cell) {
            return None;
        }
        let mut after = Naive { passes: 0, ko: None, to_move: other(player), ..self.clone() };
        after.cells[cell] = player;
        let mut captured = Vec::new();
        for side in self.neighbours(cell) {
            if after.cells[side] == other(player) {
                let block = after.block(side);
                if after.liberties(&block).is_empty() {
                    block.iter().for_each(|&stone| after.cells[stone] = Empty);
                    captured.extend(block);
                }
            }
        }
        let own = after.block(cell);
        let liberties = after.liberties(&own);
        if liberties.is_empty() {
            return None;
        }
        if captured.len() == 1 && own.len() == 1 && liberties == captured {
            after.ko = Some(captured[0]);
        }
        Some(after)
    }

    /// The board after a pass.
    pub fn pass(&self) -> Naive {
        let to_move = other(self.to_move);
        Naive { passes: self.passes + 1, ko: None, to_move, ..self.clone() }
    }
}
